package personas

import (
	"fmt"
	"slices"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
)

// apps is one small part that offers what coworkers need of the real apps: messages and meetings.
type apps struct {
	members []sim.ActorID
	closed  map[string]bool // channels that refuse posts
	sent    int
}

type sentBody struct {
	App     string        `cbor:"1,keyasint"`
	From    sim.ActorID   `cbor:"2,keyasint"`
	To      []sim.ActorID `cbor:"3,keyasint,omitempty"`
	Cc      []sim.ActorID `cbor:"4,keyasint,omitempty"`
	Thread  string        `cbor:"5,keyasint,omitempty"`
	Text    string        `cbor:"6,keyasint,omitempty"`
	Subject string        `cbor:"7,keyasint,omitempty"`
}

type inviteBody struct {
	I sim.Invitation `cbor:"1,keyasint"`
}

type meetBody struct {
	G sim.Gathering `cbor:"1,keyasint"`
}

type didBody struct {
	What string `cbor:"1,keyasint"`
}

func (sentBody) Kind() string   { return "fake.sent" }
func (inviteBody) Kind() string { return "fake.invited" }
func (meetBody) Kind() string   { return "fake.met" }
func (didBody) Kind() string    { return "fake.did" }

func (b sentBody) String() string { return fmt.Sprintf("%s %s: %s", b.App, b.From, b.Text) }
func (b sentBody) Speech() sim.Speech {
	return sim.Speech{App: b.App, Thread: b.Thread, To: b.To, Cc: b.Cc, Subject: b.Subject, Text: b.Text}
}
func (b inviteBody) Invitation() sim.Invitation { return b.I }
func (b meetBody) Gathering() sim.Gathering     { return b.G }

func (a *apps) Name() string      { return "fake" }
func (a *apps) Kinds() []sim.Body { return []sim.Body{sentBody{}, inviteBody{}, meetBody{}, didBody{}} }
func (a *apps) Apply(sim.Event)   { a.sent++ }
func (a *apps) Clone() sim.Part   { c := *a; return &c }

func (a *apps) Tools() []sim.Tool {
	str := func(n string) sim.Param { return sim.Param{Name: n, Type: sim.String, Optional: true} }
	list := func(n string) sim.Param { return sim.Param{Name: n, Type: sim.Strings, Optional: true} }
	at := func(n string) sim.Param { return sim.Param{Name: n, Type: sim.Moment, Optional: true} }
	tools := []sim.Tool{
		{Name: "chat_post", Params: []sim.Param{str("channel"), str("text")}, Decide: a.post},
		{Name: "chat_direct", Params: []sim.Param{list("to"), str("text")}, Decide: a.direct("chat")},
		{Name: "mail_send", Params: []sim.Param{list("to"), list("cc"), str("subject"), str("text")}, Decide: a.direct("mail")},
		{Name: "mail_reply", Params: []sim.Param{str("id"), str("text")}, Decide: a.reply},
		{Name: "calendar_create", Params: []sim.Param{str("title"), at("start"), at("end"), list("attendees"), str("agenda")}, Decide: a.invite},
	}
	tools = append(tools, sim.Tool{Name: "calendar_meet", Params: []sim.Param{str("event"), {Name: "begins", Type: sim.Bool}, at("until"), list("who")}, Decide: meetNow})
	for _, n := range []string{"mail_out_of_office", "directory_leave", "calendar_respond", "calendar_move", "calendar_say", "calendar_absent", "tickets_comment", "docs_comment"} {
		tools = append(tools, sim.Tool{Name: n, Params: []sim.Param{str("text"), str("id"), str("event"), str("answer"), str("ticket"), str("doc"),
			str("replaced"), str("who"), at("from"), at("until"), at("start"), at("end")}, Decide: did(n)})
	}
	return tools
}

func meetNow(_ sim.View, _ sim.ActorID, x sim.Args) (sim.Result, []sim.Fact, error) {
	end, _ := x.Time("until")
	g := sim.Gathering{ID: x.String("event"), Begins: x.Bool("begins"), End: end, Attendees: x.Actors("who")}
	return sim.Result{}, []sim.Fact{{Body: meetBody{G: g}, Audience: g.Attendees}}, nil
}

func did(what string) func(sim.View, sim.ActorID, sim.Args) (sim.Result, []sim.Fact, error) {
	return func(_ sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
		return sim.Result{}, []sim.Fact{{Body: didBody{What: what + " " + string(by) + " " + a.String("answer")}}}, nil
	}
}

func (a *apps) post(_ sim.View, by sim.ActorID, x sim.Args) (sim.Result, []sim.Fact, error) {
	if a.closed[x.String("channel")] {
		return sim.Result{}, nil, sim.Reject("there is no channel %q", x.String("channel"))
	}
	cc := slices.DeleteFunc(slices.Clone(a.members), func(m sim.ActorID) bool { return m == by })
	return sim.Result{}, []sim.Fact{{Body: sentBody{App: "chat", From: by, Cc: cc, Thread: x.String("channel"), Text: x.String("text")}, Audience: a.members}}, nil
}

func (a *apps) direct(app string) func(sim.View, sim.ActorID, sim.Args) (sim.Result, []sim.Fact, error) {
	return func(_ sim.View, by sim.ActorID, x sim.Args) (sim.Result, []sim.Fact, error) {
		to := x.Actors("to")
		return sim.Result{}, []sim.Fact{{Body: sentBody{App: app, From: by, To: to, Cc: x.Actors("cc"), Thread: string(by), Text: x.String("text"),
			Subject: x.String("subject")}, Audience: append(slices.Clone(to), by)}}, nil
	}
}

// reply treats the thread as the writer's id.
func (a *apps) reply(_ sim.View, by sim.ActorID, x sim.Args) (sim.Result, []sim.Fact, error) {
	to := []sim.ActorID{sim.ActorID(x.String("id"))}
	return sim.Result{}, []sim.Fact{{Body: sentBody{App: "mail", From: by, To: to, Thread: string(by), Text: x.String("text")}, Audience: append(slices.Clone(to), by)}}, nil
}

func (a *apps) invite(_ sim.View, by sim.ActorID, x sim.Args) (sim.Result, []sim.Fact, error) {
	from, _ := x.Time("start")
	to, _ := x.Time("end")
	i := sim.Invitation{ID: fmt.Sprintf("m%d", a.sent), Title: x.String("title"), Organizer: by, Guests: x.Actors("attendees"), From: from, To: to}
	return sim.Result{}, []sim.Fact{{Body: inviteBody{I: i}, Audience: append(slices.Clone(i.Guests), by)}}, nil
}

// day is a moment of the tests' first week: Monday 2 March 2026 in Berlin.
func day(d, hour, min int) clock.Time {
	zone, err := clock.Zone("Europe/Berlin")
	if err != nil {
		panic(err)
	}
	return clock.At(2026, 3, 1+d, hour, min, zone)
}

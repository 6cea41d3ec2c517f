package sim

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/tenure-sim/tenure/clock"
)

// A seat is the place of one agent under test. The agent acts, is busy for what the act costs, and is ready
// again with an observation. Several agents have a seat each and their own time in it.
type seat struct {
	actor   ActorID
	state   seatState
	began   Began
	called  Called
	waiting Waiting
	arrived []string
	more    int
	idle    int // calls in a row that cost no time
	ready   Observation
}

type seatState uint8

const (
	absent    seatState = iota // the episode has not opened
	atHand                     // ready for an action
	composing                  // writing what the call says
	reading                    // taking in the result
	pausing                    // waiting
	gone                       // handed in
)

// The agent's speeds, from persona-parameters: an adult reads about 230 words a minute and writes about 40.
const (
	readPerWord  = 60 * time.Second / 230
	writePerWord = 60 * time.Second / 40
	rejectedCost = 30 * time.Second
	idleMost     = 100 // free calls in a row; further ones cost a minute, so that time moves for every agent
	arrivedMost  = 10
	arrivedRunes = 160
)

// Observation is what an agent gets back from an action: the result, the time and what has arrived meanwhile.
type Observation struct {
	Agent    ActorID         `json:"agent"`
	Step     int             `json:"step"`           // how many actions came before
	Now      clock.Time      `json:"now"`            // UTC
	Local    string          `json:"local"`          // the same on the agent's wall
	Tool     string          `json:"tool,omitempty"` // the tool called; empty on the first observation
	Data     json.RawMessage `json:"data,omitempty"`
	Text     string          `json:"text,omitempty"`     // the result in one line
	Rejected string          `json:"rejected,omitempty"` // why the call was refused
	Arrived  []string        `json:"arrived,omitempty"`  // at most ten lines
	More     int             `json:"more,omitempty"`     // arrivals beyond those
	Ended    Ending          `json:"ended,omitempty"`
}

// Began is an agent starting a call: it composes what the call says until Until.
type Began struct {
	Tool  string     `cbor:"1,keyasint"`
	Args  string     `cbor:"2,keyasint,omitempty"` // JSON as the agent sent it
	Until clock.Time `cbor:"3,keyasint"`
	ID    string     `cbor:"4,keyasint,omitempty"` // the agent's own name of the step, by which it may send it again
	Over  int        `cbor:"5,keyasint,omitempty"` // how many bytes Args had when they were too many to be kept
	Trace Hash       `cbor:"6,keyasint,omitempty"` // what the agent keeps of how it came to this, a content
	trace []byte     `state:"-"`                   // the content, on its way into the world
}

// Traced is the action with what the agent wants kept of how it came to it.
func (b Began) Traced(trace []byte) Began {
	if len(trace) > 0 {
		b.Trace, b.trace = HashOf(trace), trace
	}
	return b
}

// The most bytes that an agent's action may have. A log must be able to give back what it took.
const (
	ToolMost   = 200
	StepIDMost = 200
	ArgsMost   = 4 << 20
	TraceMost  = 4 << 20
)

// bounded is the action as a log can hold it: an agent may send anything. What is bounded already stays as it is, so that
// an action read from a log is found to be the one that was sent.
func (b Began) bounded() Began {
	b.Tool, b.ID = clipName(b.Tool, ToolMost), clipName(b.ID, StepIDMost)
	sent := len(b.Args)
	if b.Args = writable(b.Args); max(sent, len(b.Args)) > ArgsMost {
		b.Over, b.Args = max(sent, len(b.Args)), ""
	}
	return b
}

// clipName is a name of at most so many bytes that a log can hold.
func clipName(s string, most int) string { return cutBytes(writable(cutBytes(s, 8*most)), most) }

// cutBytes is a text of at most so many bytes.
func cutBytes(s string, most int) string {
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most-len("…")], "") + "…"
}

// Called is the call done; its result is read until Until.
type Called struct {
	Tool     string     `cbor:"1,keyasint"`
	Data     string     `cbor:"2,keyasint,omitempty"`
	Text     string     `cbor:"3,keyasint,omitempty"`
	Rejected string     `cbor:"4,keyasint,omitempty"`
	Until    clock.Time `cbor:"5,keyasint"`
	Cost     int64      `cbor:"6,keyasint,omitempty"` // ns, writing and reading together
}

// Waiting is an agent that lets time pass.
type Waiting struct {
	Until clock.Time `cbor:"1,keyasint"`
	For   string     `cbor:"2,keyasint,omitempty"` // "", "anything" or "directed": what ends the wait early
}

// Ready is an agent that can act again. It carries what arrived since it was last ready.
type Ready struct {
	Arrived []string `cbor:"1,keyasint,omitempty"`
	More    int      `cbor:"2,keyasint,omitempty"`
}

// Done is an agent handing in its work.
type Done struct {
	Summary string `cbor:"1,keyasint,omitempty"`
}

// Kind implements Body.
func (Began) Kind() string   { return "agent.began" }
func (Called) Kind() string  { return "agent.called" }
func (Waiting) Kind() string { return "agent.waiting" }
func (Ready) Kind() string   { return "agent.ready" }
func (Done) Kind() string    { return "agent.done" }

func (b Began) String() string { return "calls " + b.Tool + " " + b.Args }
func (c Called) String() string {
	if c.Rejected != "" {
		return c.Tool + " refused: " + c.Rejected
	}
	return c.Tool + ": " + c.Text
}
func (w Waiting) String() string { return w.In(time.UTC) }

// In tells it in local time.
func (w Waiting) In(zone *time.Location) string {
	if w.For == "" {
		return "waits until " + w.Until.Format(zone)
	}
	return "waits until " + w.Until.Format(zone) + " or until something arrives"
}
func (r Ready) String() string { return fmt.Sprintf("ready, %d arrived", len(r.Arrived)+r.More) }
func (d Done) String() string  { return "hands in: " + d.Summary }

const seatOwner = "seat"

// seatTimer is when a busy or waiting agent is next awake.
func seatTimer(a ActorID, due clock.Time) []Timer {
	return []Timer{{Owner: seatOwner, Key: string(a), Due: due, Rank: 100}}
}

func seatBodies() []Body { return []Body{Began{}, Called{}, Waiting{}, Ready{}, Done{}} }

// Seated returns the agents under test, in the order of the cast.
func (w *World) Seated() []ActorID {
	out := make([]ActorID, len(w.seats))
	for i, s := range w.seats {
		out[i] = s.actor
	}
	return out
}

// Waits returns the observation of the first agent that is ready to act. While one is, time stands still.
func (w *World) Waits() (Observation, bool) {
	if w.ended != nil {
		return Observation{}, false
	}
	for _, s := range w.seats {
		if s.state == atHand {
			return s.ready, true
		}
	}
	return Observation{}, false
}

// Last returns the newest observation of an agent; after the end it says how the episode ended.
func (w *World) Last(a ActorID) Observation {
	s := w.seat(a)
	if s == nil {
		panic(fmt.Sprintf("sim: %q is no agent under test", a))
	}
	return s.ready
}

func (w *World) seat(a ActorID) *seat {
	for _, s := range w.seats {
		if s.actor == a {
			return s
		}
	}
	return nil
}

// Begin takes an agent's action: its tool, its arguments and its name, if it has one. The call itself happens when it
// is composed, which may be at once.
func (w *World) Begin(a ActorID, did Began) Outcome {
	s := w.seat(a)
	if s == nil || s.state != atHand {
		panic(fmt.Sprintf("sim: %q is not ready for an action", a))
	}
	did = did.bounded()
	var out Outcome
	if did.trace != nil {
		// Not a content of the fact: the world never reads it, and would hold all traces in memory to the end.
		out.Contents, did.trace = append(out.Contents, did.trace), nil
	}
	args, _ := ParseArgs(json.RawMessage(did.Args)) // a bad object is refused when the call is made; it costs no writing
	cost := roundUp(clock.Duration(w.wordsWritten(did.Tool, args)) * writePerWord)
	did.Until = w.now.Add(cost)
	w.emit(&out, a, 0, Fact{Body: did})
	if cost == 0 {
		w.perform(&out, s)
	}
	w.react(&out)
	return out
}

// writable is a text as a log can hold it.
func writable(s string) string { return strings.ToValidUTF8(s, "\ufffd") }

// SameAs says whether two actions are one, as far as the log can tell.
func (b Began) SameAs(o Began) bool {
	b, o = b.bounded(), o.bounded()
	return b.Tool == o.Tool && b.Args == o.Args && b.Over == o.Over
}

func (w *World) wordsWritten(tool string, args Args) int {
	t, ok := w.tools[tool]
	if !ok {
		return 0
	}
	n := 0
	for _, p := range t.Params {
		if text, ok := args[p.Name].(string); ok && p.Writes {
			n += Words(text)
		}
	}
	return n
}

// Words counts the words of a text.
func Words(text string) int { return len(strings.Fields(text)) }

func roundUp(d clock.Duration) clock.Duration {
	return (d + time.Second - 1) / time.Second * time.Second
}

// perform makes the call that was composed and lets the agent read the result.
func (w *World) perform(out *Outcome, s *seat) {
	began := w.seq
	c := Called{Tool: s.began.Tool}
	cost := rejectedCost
	args, err := ParseArgs(json.RawMessage(s.began.Args))
	if over := s.began.Over; over > 0 {
		err = fmt.Errorf("the arguments are %d bytes and at most %d are taken: send it in parts", over, ArgsMost)
	}
	if err != nil {
		r := refusal(err)
		out.Rejected = r
		w.emit(out, s.actor, began, Fact{Body: Rejected{Tool: c.Tool, Reason: r.Reason}})
	} else {
		w.call(out, Call{By: s.actor, Tool: c.Tool, Args: args, Cause: began}, true)
	}
	if out.Rejected != nil {
		c.Rejected = out.Rejected.Error()
	} else {
		cost = w.tools[c.Tool].Base + clock.Duration(out.Result.Read)*readPerWord
		c.Data, c.Text = jsonOf(out.Result.Data), cutBytes(out.Result.Text, reasonMost) // it may quote what the agent sent
	}
	if cost = roundUp(cost); cost == 0 && s.idle >= idleMost {
		cost = time.Minute
	}
	c.Cost, c.Until = int64(cost), w.now.Add(cost)
	w.emit(out, s.actor, began, Fact{Body: c})
	if cost == 0 && s.state == reading {
		w.present(out, s)
	}
}

func jsonOf(data any) string {
	if data == nil {
		return ""
	}
	raw, err := json.Marshal(data)
	if err != nil {
		panic(fmt.Sprintf("sim: result %v cannot be written as JSON: %v", data, err))
	}
	return string(raw)
}

// present makes the agent ready.
func (w *World) present(out *Outcome, s *seat) {
	w.emit(out, s.actor, 0, Fact{Body: Ready{Arrived: slices.Clone(s.arrived), More: s.more}})
}

// wakeSeat is the timer of a seat: composed, read or waited to the end.
func (w *World) wakeSeat(out *Outcome, s *seat) {
	switch s.state {
	case composing:
		w.perform(out, s)
	case reading, pausing:
		w.present(out, s)
	}
}

// interrupt ends waits for something to arrive.
func (w *World) interrupt(out *Outcome, e Event) {
	for _, s := range w.seats {
		if s.state != pausing || !s.waiting.endsBy(e, s.actor) {
			continue
		}
		w.present(out, s)
	}
}

func (g Waiting) endsBy(e Event, a ActorID) bool {
	if g.For == "" || e.Actor == a || !e.Reaches(a) || !newsworthy(e.Body) {
		return false
	}
	return g.For == "anything" || Directed(e.Body, a)
}

// Directed says whether a body asks for this actor's attention by name.
func Directed(b Body, a ActorID) bool {
	if s, ok := b.(Speaker); ok {
		sp := s.Speech()
		return slices.Contains(sp.To, a) || slices.Contains(sp.Mentions, a)
	}
	if s, ok := b.(Assigner); ok {
		return s.Assignment().To == a
	}
	if s, ok := b.(Inviter); ok {
		return slices.Contains(s.Invitation().Guests, a)
	}
	if g, ok := b.(Gatherer); ok {
		return slices.Contains(g.Gathering().Attendees, a)
	}
	return false
}

// newsworthy bodies are told to an agent as arrivals: those that say what they are.
func newsworthy(b Body) bool {
	switch b.(type) {
	case Rejected, Began, Called, Waiting, Ready, Done, Opened:
		return false
	}
	_, ok := b.(fmt.Stringer)
	return ok
}

func (w *World) applySeat(e Event) {
	s := w.seat(e.Actor)
	if s == nil {
		panic(fmt.Sprintf("sim: event %d: %q has no seat", e.Seq, e.Actor))
	}
	switch b := e.Body.(type) {
	case Began:
		s.began, s.state = b, composing
	case Called:
		s.called = b
		s.idle++
		if b.Cost > 0 {
			s.idle = 0
		}
		if s.state == composing {
			s.state = reading
		}
	case Waiting:
		s.waiting, s.state = b, pausing
	case Done:
		s.state = gone
	case Ready:
		s.observe(w, b)
	}
}

// observe makes the observation that the log holds in pieces: what was called and what has arrived.
func (s *seat) observe(w *World, b Ready) {
	o := Observation{Agent: s.actor, Now: w.now, Local: w.now.Format(w.actors[s.actor].zone()), Arrived: b.Arrived, More: b.More}
	if s.called.Tool != "" {
		o.Step = s.ready.Step + 1
		o.Tool, o.Text, o.Rejected = s.called.Tool, s.called.Text, s.called.Rejected
		o.Data = json.RawMessage(s.called.Data)
		if s.called.Data == "" {
			o.Data = nil
		}
	}
	s.ready, s.state, s.arrived, s.more = o, atHand, nil, 0
}

// notice collects what arrives for each agent.
func (w *World) notice(e Event) {
	if !w.opened || len(e.Audience) == 0 {
		return
	}
	for _, s := range w.seats {
		if e.Actor == s.actor || s.state == gone || !e.Reaches(s.actor) || !newsworthy(e.Body) {
			continue
		}
		if len(s.arrived) == arrivedMost {
			s.more++
			continue
		}
		line := e.At.Format(w.actors[s.actor].zone()) + "  " + cut(e.Body.(fmt.Stringer).String())
		s.arrived = append(s.arrived, line)
	}
}

func cut(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if utf8.RuneCountInString(s) <= arrivedRunes {
		return s
	}
	return string([]rune(s)[:arrivedRunes-1]) + "…"
}

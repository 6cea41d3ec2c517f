package mail

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
)

var start = clock.At(2026, 3, 2, 8, 0, time.UTC)

// office is a small company: robin is an agent under test, nora joins a day after the start.
type office struct {
	t   *testing.T
	w   *sim.World
	log []sim.Event
}

func config() Config {
	return Config{HasFile: func(_ sim.View, by sim.ActorID, path string) bool {
		return path == "files/plan.md" || path == "files/omar.txt" && by == "omar"
	}}
}

func newOffice(t *testing.T) *office {
	t.Helper()
	week := clock.Office(540, 1020, 720, 765)
	person := func(id, name string, kind sim.ActorKind, joins clock.Time) sim.Actor {
		return sim.Actor{ID: sim.ActorID(id), Kind: kind, Name: name, Mail: id + "@n.example", Zone: "Europe/Berlin", Week: week, Joins: joins}
	}
	o := &office{t: t, w: sim.NewWorld(New(config()))}
	out, err := o.w.Found(sim.Founded{Start: start, Horizon: start.Add(1000 * time.Hour), Actors: []sim.Actor{
		person("robin", "Robin Adler", sim.Agent, 0), person("lena", "Lena Vogt", sim.Persona, 0),
		person("marta", "Marta Diaz", sim.Persona, 0), person("omar", "Omar Said", sim.Persona, 0),
		person("nora", "Nora Lind", sim.Persona, start.Add(24*time.Hour)),
	}})
	if err != nil {
		t.Fatal(err)
	}
	o.log = append(o.log, out.Events...)
	return o
}

func opened(t *testing.T) *office {
	o := newOffice(t)
	o.open()
	return o
}

func (o *office) open() { o.log = append(o.log, o.w.Open().Events...) }

func (o *office) try(by, tool string, args sim.Args) (sim.Result, error) {
	out := o.w.Do(sim.Call{By: sim.ActorID(by), Tool: tool, Args: args})
	o.log = append(o.log, out.Events...)
	return out.Result, out.Rejected
}

func (o *office) do(by, tool string, args sim.Args) sim.Result {
	o.t.Helper()
	r, err := o.try(by, tool, args)
	if err != nil {
		o.t.Fatalf("%s %s: %v", by, tool, err)
	}
	return r
}

func (o *office) recall(at clock.Time, by, tool string, args sim.Args) sim.Result {
	o.t.Helper()
	out, err := o.w.Recall(at, sim.Call{By: sim.ActorID(by), Tool: tool, Args: args})
	if err != nil || out.Rejected != nil {
		o.t.Fatalf("recall %s %s: %v %v", by, tool, err, out.Rejected)
	}
	o.log = append(o.log, out.Events...)
	return out.Result
}

func (o *office) refused(by, tool string, args sim.Args, words string) {
	o.t.Helper()
	if _, err := o.try(by, tool, args); err == nil || !strings.Contains(err.Error(), words) {
		o.t.Errorf("%s %s %v: got %v, want a rejection with %q", by, tool, args, err, words)
	}
}

// last is the newest event of a kind.
func (o *office) last(kind string) sim.Event {
	o.t.Helper()
	for i := len(o.log) - 1; i >= 0; i-- {
		if o.log[i].Body.Kind() == kind {
			return o.log[i]
		}
	}
	o.t.Fatalf("no event %s", kind)
	return sim.Event{}
}

func (o *office) count(kind string) int {
	n := 0
	for _, e := range o.log {
		if e.Body.Kind() == kind {
			n++
		}
	}
	return n
}

// send sends a mail and returns its id.
func (o *office) send(by, to, subject, text string) string {
	o.t.Helper()
	return o.do(by, "mail_send", sim.Args{"to": to, "subject": subject, "text": text}).Data.(Receipt).Mail
}

// ids lists a folder.
func (o *office) ids(by, folder string) string {
	o.t.Helper()
	return idsOf(o.do(by, "mail_list", sim.Args{"folder": folder}))
}

func idsOf(r sim.Result) string {
	var ids []string
	for _, m := range r.Data.(List).Mails {
		ids = append(ids, m.ID)
	}
	return strings.Join(ids, " ")
}

func (o *office) read(by, id string) []Opened {
	o.t.Helper()
	return o.do(by, "mail_read", sim.Args{"id": id}).Data.(Mails).Mails
}

func stateOf(w *sim.World) string {
	p := w.Part("mail").(*Part)
	var b strings.Builder
	for _, m := range p.mails {
		fmt.Fprintf(&b, "%+v\n", *m)
	}
	for _, a := range w.Actors() {
		x, _ := p.Exhibit(w, string(a.ID))
		fmt.Fprintln(&b, a.ID, x, p.box(a.ID).entries)
	}
	fmt.Fprintln(&b, p.away, p.replied, p.opened, p.index.Search("plan", 10, nil))
	return b.String()
}

// story does a bit of everything.
func story(o *office) {
	o.do("omar", "mail_out_of_office", sim.Args{"until": "2026-03-03T09:00", "text": "back tomorrow"})
	id := o.do("lena", "mail_send", sim.Args{"to": "robin, omar, who@else.example", "cc": "marta", "subject": "Plan",
		"text": "the plan", "attachments": "files/plan.md"}).Data.(Receipt).Mail
	o.do("lena", "mail_send", sim.Args{"to": "robin", "bcc": "marta", "subject": "quiet", "text": "plan b"})
	o.do("robin", "mail_reply", sim.Args{"id": id, "text": "thanks", "all": true})
	o.do("marta", "mail_forward", sim.Args{"id": id, "to": "omar"})
	o.read("robin", id)
	o.do("robin", "mail_move", sim.Args{"id": id, "folder": "Projects"})
	o.do("robin", "mail_mark", sim.Args{"id": id, "unread": true})
}

func TestReplayGivesTheSameState(t *testing.T) {
	o := opened(t)
	story(o)
	codec, again := sim.NewCodec(New(config())), sim.NewWorld(New(config()))
	for _, e := range o.log {
		back, err := codec.Decode(codec.Encode(e))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(e.Body.Kind(), "sim.") && !reflect.DeepEqual(back, e) {
			t.Fatalf("event comes back as %+v, want %+v", back, e)
		}
		again.Apply(back)
	}
	if got, want := stateOf(again), stateOf(o.w); got != want {
		t.Errorf("replay gives\n%s\nwant\n%s", got, want)
	}
}

func TestClonesGoTheirOwnWay(t *testing.T) {
	o := opened(t)
	story(o)
	before := stateOf(o.w)
	fork := &office{t: t, w: o.w.Clone()}
	if stateOf(fork.w) != before {
		t.Fatal("a clone differs from the start")
	}
	story(fork)
	fork.do("robin", "mail_move", sim.Args{"id": "e1", "folder": "archive"})
	if got := stateOf(o.w); got != before {
		t.Errorf("stepping the clone changed the original:\n%s\nwas\n%s", got, before)
	}
	forked := stateOf(fork.w)
	o.do("robin", "mail_reply", sim.Args{"id": "e1", "text": "only in the original"})
	o.do("marta", "mail_mark", sim.Args{"id": "e1", "unread": false})
	if got := stateOf(fork.w); got != forked {
		t.Errorf("stepping the original changed the clone:\n%s\nwas\n%s", got, forked)
	}
}

func TestPaging(t *testing.T) {
	o := opened(t)
	for i := range 45 {
		o.send("lena", "robin", fmt.Sprint("subject ", i), "text")
	}
	for tool, args := range map[string]sim.Args{
		"mail_list": {}, "mail_unread": {}, "mail_search": {"query": "subject"},
	} {
		var got []string
		for range 3 {
			l := o.do("robin", tool, args).Data.(List)
			for _, m := range l.Mails {
				got = append(got, m.ID)
			}
			args["cursor"] = l.Next
		}
		if len(got) != 45 || got[0] != "e45" || got[44] != "e1" || args["cursor"] != "" || len(slices.Compact(got)) != 45 {
			t.Errorf("%s gives %v", tool, got)
		}
	}
	o.refused("robin", "mail_list", sim.Args{"limit": 0}, "limit must be")
	o.refused("robin", "mail_list", sim.Args{"cursor": "x"}, "cursor")
}

func BenchmarkHistory(b *testing.B) {
	o := newOffice(&testing.T{})
	for i := 0; b.Loop(); i++ {
		o.w.Recall(start.Add(-time.Hour), sim.Call{By: "lena", Tool: "mail_send", Args: sim.Args{"to": "robin,omar", "cc": "marta",
			"subject": fmt.Sprint("release ", i), "text": fmt.Sprintf("mail number %d about the release plan and PORT-%d", i, i%50)}})
	}
}

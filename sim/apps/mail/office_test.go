package mail

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/simtest"
)

var start = clock.At(2026, 3, 2, 8, 0, time.UTC)

// office is a small company: robin is an agent under test, nora joins a day after the start.
type office struct{ *simtest.Office }

func config() Config {
	return Config{HasFile: func(_ sim.View, by sim.ActorID, path string) bool {
		return path == "files/plan.md" || path == "files/omar.txt" && by == "omar"
	}}
}

func newOffice(t testing.TB) *office {
	t.Helper()
	return &office{simtest.NewOffice(t, simtest.Company(start), func() []sim.Part { return []sim.Part{New(config())} })}
}

func (o *office) do(by, tool string, args sim.Args) sim.Result {
	o.Helper()
	return o.Do(sim.ActorID(by), tool, args).Result
}

func (o *office) recall(at clock.Time, by, tool string, args sim.Args) sim.Result {
	o.Helper()
	return o.Recall(at, sim.ActorID(by), tool, args).Result
}

func (o *office) refused(by, tool string, args sim.Args, words string) {
	o.Helper()
	o.Refused(sim.ActorID(by), tool, args, words)
}

func opened(t *testing.T) *office {
	o := newOffice(t)
	o.Open()
	return o
}

// send sends a mail and returns its id.
func (o *office) send(by, to, subject, text string) string {
	o.Helper()
	return o.do(by, "mail_send", sim.Args{"to": to, "subject": subject, "text": text}).Data.(Receipt).Mail
}

// ids lists a folder.
func (o *office) ids(by, folder string) string {
	o.Helper()
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
	o.Helper()
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
	again := o.Replayed().World
	if got, want := stateOf(again), stateOf(o.World); got != want {
		t.Errorf("replay gives\n%s\nwant\n%s", got, want)
	}
}

func TestClonesGoTheirOwnWay(t *testing.T) {
	o := opened(t)
	story(o)
	before := stateOf(o.World)
	fork := &office{o.Fork()}
	if stateOf(fork.World) != before {
		t.Fatal("a clone differs from the start")
	}
	story(fork)
	fork.do("robin", "mail_move", sim.Args{"id": "e1", "folder": "archive"})
	if got := stateOf(o.World); got != before {
		t.Errorf("stepping the clone changed the original:\n%s\nwas\n%s", got, before)
	}
	forked := stateOf(fork.World)
	o.do("robin", "mail_reply", sim.Args{"id": "e1", "text": "only in the original"})
	o.do("marta", "mail_mark", sim.Args{"id": "e1", "unread": false})
	if got := stateOf(fork.World); got != forked {
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
		o.World.Recall(start.Add(-time.Hour), sim.Call{By: "lena", Tool: "mail_send", Args: sim.Args{"to": "robin,omar", "cc": "marta",
			"subject": fmt.Sprint("release ", i), "text": fmt.Sprintf("mail number %d about the release plan and PORT-%d", i, i%50)}})
	}
}

package personas

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/speech"
	"github.com/tenure-sim/tenure/sim/work"
)

// stage is a small world with a log of what happened in it.
type stage struct {
	t   *testing.T
	w   *sim.World
	log []sim.Event
	// model answers what is asked of one; nil where nobody asks.
	model func(sim.Question, string) sim.Replied
}

var office = clock.Office(9*60, 17*60+30, 12*60+30, 13*60)

func member(id, manager sim.ActorID, kind sim.ActorKind) sim.Actor {
	name := strings.ToUpper(string(id[:1])) + string(id[1:])
	return sim.Actor{ID: id, Kind: kind, Name: name + " Vogt", Zone: "Europe/Berlin", Manager: manager, Week: office}
}

// quiet is a coworker without moods: it forgets nothing, declines nothing and is never ill.
func quiet(id sim.ActorID) Persona {
	p := Default(id)
	p.Name, p.Meetings = string(id), 0
	p.Traits.Forgets, p.Traits.Declines, p.Traits.Chatty, p.Traits.Focus, p.Traits.Moves = 0, 0, 0, 0, 0
	p.Traits.Reports = "asked"
	return p
}

// raise makes a world of marta (who manages all), lena, tomas and the agent robin. Edit changes the config before.
func raise(t *testing.T, seed uint64, edit func(*Config), history ...sim.Call) *stage {
	t.Helper()
	return raiseWith(t, seed, edit, nil, history...)
}

// raiseWith makes the same world with further apps.
func raiseWith(t *testing.T, seed uint64, edit func(*Config), more []sim.Part, history ...sim.Call) *stage {
	t.Helper()
	c := Config{Personas: []Persona{quiet("marta"), quiet("lena"), quiet("tomas")}, Sick: -1, Hazard: -1}
	if edit != nil {
		edit(&c)
	}
	players, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	actors := []sim.Actor{member("robin", "marta", sim.Agent)}
	actors[0].Team = "Northwind"
	for _, p := range c.Personas {
		manager := sim.ActorID("marta")
		if p.ID == "marta" {
			manager = ""
		}
		actors = append(actors, member(p.ID, manager, sim.Persona))
	}
	s := &stage{t: t}
	fake := &apps{closed: map[string]bool{}}
	for _, a := range actors {
		fake.members = append(fake.members, a.ID)
	}
	s.w = sim.NewWorld(append([]sim.Part{work.New(), players, fake}, more...)...)
	out, err := s.w.Found(sim.Founded{Scenario: "test", Seed: seed, Start: day(1, 9, 0), Horizon: day(60, 18, 0), Actors: actors})
	s.keep(out)
	if err != nil {
		t.Fatal(err)
	}
	for _, call := range slices.Concat(ledgerOf(), history) {
		out, err := s.w.Recall(day(0, 12, 0), call)
		s.keep(out)
		if err != nil || out.Rejected != nil {
			t.Fatalf("history %s: %v %v", call.Tool, err, out.Rejected)
		}
	}
	s.keep(s.w.Open())
	return s
}

// ledgerOf is the project that most tests talk about.
func ledgerOf() []sim.Call {
	lay := func(tool string, args sim.Args) sim.Call { return sim.Call{By: sim.Script, Tool: tool, Args: args} }
	return []sim.Call{
		lay("work_require", sim.Args{"id": "go-live", "title": "Go-live date", "owner": "marta", "value": "2026-04-01",
			"informed": []string{"robin", "lena", "tomas"}, "dependents": []string{"package/api"}}),
		lay("work_plan", sim.Args{"id": "schema", "title": "Database schema", "owner": "tomas", "estimate": "8h", "true": "10h", "due": "2026-03-03T17:00:00+01:00"}),
		lay("work_plan", sim.Args{"id": "api", "title": "Search API", "owner": "lena", "estimate": "16h", "true": "20h",
			"needs": []string{"package/schema"}, "due": "2026-03-06T17:00:00+01:00"}),
		lay("work_deliverable", sim.Args{"id": "plan", "title": "Release plan", "owner": "robin", "ref": "docs/release-plan", "due": "2026-03-12T12:00:00+01:00"}),
		lay("work_approval", sim.Args{"id": "signoff", "title": "Security sign-off", "approver": "tomas", "needs": []string{"package/schema"}}),
		lay("work_fact", sim.Args{"id": "price", "topic": "price of the search vendor", "text": "The vendor asks 18400 EUR.", "value": "18400 EUR",
			"owners": []string{"lena"}, "clearance": []string{"marta"}, "keywords": []string{"vendor", "price"}}),
		lay("work_fact", sim.Args{"id": "window", "topic": "maintenance window", "text": "It is Sunday night.", "value": "Sunday 22:00",
			"owners": []string{"tomas"}, "keywords": []string{"maintenance", "window"}}),
	}
}

func (s *stage) keep(o sim.Outcome) { s.log = append(s.log, o.Events...) }

// until lets time go on to a moment.
func (s *stage) until(t clock.Time) {
	s.t.Helper()
	for {
		next, ok := s.w.Next()
		if !ok || next.Due > t {
			return
		}
		if q, asking := s.w.Asking(); asking {
			r := s.model(q, string(s.w.Content(q.Prompt)))
			r.ID, r.Owner = q.ID, q.Owner
			s.keep(s.w.Reply(r))
			continue
		}
		s.keep(s.w.Fire())
	}
}

func (s *stage) do(by sim.ActorID, tool string, args sim.Args) {
	s.t.Helper()
	o := s.w.Do(sim.Call{By: by, Tool: tool, Args: args})
	s.keep(o)
	if o.Rejected != nil {
		s.t.Fatalf("%s: %v", tool, o.Rejected)
	}
}

// robin lets the agent write to somebody at a moment.
func (s *stage) robin(at clock.Time, app string, to, text string) {
	s.t.Helper()
	s.until(at - 1)
	tool := map[string]string{"chat": "chat_direct", "mail": "mail_send"}[app]
	// A seat is bypassed: the agent's own time is not what is tested here.
	s.doAt(at, "robin", tool, sim.Args{"to": to, "text": text})
}

func (s *stage) doAt(at clock.Time, by sim.ActorID, tool string, args sim.Args) {
	s.t.Helper()
	s.tick(at)
	s.do(by, tool, args)
}

// tick moves time to a moment by a timer of the players.
func (s *stage) tick(at clock.Time) {
	s.t.Helper()
	if at <= s.w.Now() {
		return
	}
	s.do("marta", toolPlan, sim.Args{"what": "report", "due": at})
	s.until(at)
}

func (s *stage) players() *Players  { return s.w.Part("players").(*Players) }
func (s *stage) work() *work.Ledger { return s.w.Part("work").(*work.Ledger) }

// said lists what coworkers meant, oldest first: "lena>robin inform fact:price value:..".
func (s *stage) said() []string {
	var out []string
	for _, e := range s.log {
		b, ok := e.Body.(speech.Said)
		if !ok {
			continue
		}
		to := make([]string, len(b.To))
		for i, a := range b.To {
			to[i] = string(a)
		}
		for _, a := range b.Acts {
			out = append(out, fmt.Sprintf("%s>%s %s", e.Actor, strings.Join(to, ","), a))
		}
	}
	return out
}

// mustSay fails unless somebody said something that starts so.
func (s *stage) mustSay(prefix string) string {
	s.t.Helper()
	for _, line := range s.said() {
		if strings.HasPrefix(line, prefix) {
			return line
		}
	}
	s.t.Fatalf("nobody said %q; said:\n%s", prefix, strings.Join(s.said(), "\n"))
	return ""
}

func (s *stage) mustNotSay(prefix string) {
	s.t.Helper()
	for _, line := range s.said() {
		if strings.HasPrefix(line, prefix) {
			s.t.Fatalf("said %q", line)
		}
	}
}

// chain is the identity of the run so far.
func (s *stage) chain() string {
	c := sim.NewCodec(s.w.Parts()...)
	var chain sim.Chain
	for _, e := range s.log {
		chain = chain.Next(c.Encode(e))
	}
	return chain.String()
}

// noRejections fails when any call was refused.
func (s *stage) noRejections() {
	s.t.Helper()
	for _, e := range s.log {
		if r, ok := e.Body.(sim.Rejected); ok {
			s.t.Errorf("%s at %s: %s refused: %s", e.Actor, e.At, r.Tool, r.Reason)
		}
	}
}

const hour = time.Hour

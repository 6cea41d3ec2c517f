package report

import (
	"bytes"
	"slices"
	"testing"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/personas"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/score"
	"github.com/tenure-sim/tenure/sim/speech"
	"github.com/tenure-sim/tenure/sim/work"
)

// note is a message of a made-up app.
type note struct{ Words sim.Speech }

func (note) Kind() string         { return "chat.posted" }
func (n note) String() string     { return "chat: " + n.Words.Text }
func (n note) Speech() sim.Speech { return n.Words }

// diary builds a log by hand.
type diary struct {
	log []sim.Event
	now clock.Time
}

// at sets the time: a day and an hour of March 2026 in UTC.
func (d *diary) at(day, hour, min int) *diary {
	d.now = clock.At(2026, time.March, day, hour, min, time.UTC)
	return d
}

// add writes an event and returns its number.
func (d *diary) add(by sim.ActorID, cause uint64, b sim.Body, seen ...sim.ActorID) uint64 {
	slices.Sort(seen)
	seq := uint64(len(d.log) + 1)
	d.log = append(d.log, sim.Event{Seq: seq, At: d.now, Actor: by, Cause: cause, Audience: seen, Body: b})
	return seq
}

// say is a coworker meaning something and writing it.
func (d *diary) say(by, to sim.ActorID, thread string, answers uint64, text string, verbs ...speech.Verb) uint64 {
	var acts []speech.Act
	for _, v := range verbs {
		acts = append(acts, speech.Act{Verb: v})
	}
	cause := d.add(by, 0, speech.Said{Acts: acts, Answers: answers})
	return d.add(by, cause, note{sim.Speech{App: "chat", Thread: thread, To: []sim.ActorID{to}, Text: text}}, by, to)
}

// found opens a log with three people who work from 9 to 17 in UTC.
func found() *diary {
	d := &diary{}
	week := clock.Office(9*60, 17*60, 0, 0)
	actor := func(id sim.ActorID, name string, kind sim.ActorKind) sim.Actor {
		return sim.Actor{ID: id, Kind: kind, Name: name, Zone: "UTC", Week: week}
	}
	d.at(2, 8, 0).add(sim.Script, 0, sim.Founded{Scenario: "toy", Start: d.now, Horizon: clock.At(2026, time.March, 20, 17, 0, time.UTC),
		Actors: []sim.Actor{actor("lena", "Lena Vogt", sim.Persona), actor("tomas", "Tomas Keller", sim.Persona), actor("robin", "Robin Adler", sim.Agent)}})
	d.add(sim.Script, 0, work.DeliverablePlanned{ID: "plan", Title: "Release plan", Owner: "robin", Due: clock.At(2026, time.March, 6, 15, 0, time.UTC)})
	d.add(sim.Script, 0, note{sim.Speech{App: "chat", To: []sim.ActorID{"tomas"}, Text: "history"}}, "lena", "tomas")
	d.at(2, 9, 0).add(sim.Nature, 0, sim.Opened{Horizon: clock.At(2026, time.March, 20, 17, 0, time.UTC)})
	return d
}

// sample is a small episode in which a bit of everything happens.
func sample() Data {
	d := found()
	asked := d.at(2, 16, 0).say("lena", "robin", "dm-1", 0, "When will the plan be there?", speech.Ask)
	reply := d.at(3, 10, 0).add("robin", 0, note{sim.Speech{App: "chat", Thread: "dm-1", ReplyTo: asked, To: []sim.ActorID{"lena"}, Text: "On Friday."}}, "lena", "robin")
	d.add("lena", reply, personas.Trusted{Who: "lena", Of: "robin", Delta: 1, Why: personas.PromptReply, Now: 51})
	d.at(4, 11, 0).add("lena", 0, work.RequirementChanged{ID: "go-live", Version: 2, Value: "2026-03-26"}, "lena")
	d.at(5, 9, 30).add("robin", 0, work.ApprovalRequested{ID: "budget", By: "robin"}, "tomas")
	d.at(6, 9, 0).add("tomas", 0, work.ApprovalGranted{ID: "budget"}, "robin", "tomas")
	d.at(9, 8, 0).add("tomas", 0, personas.Moved{Who: "tomas", Move: "fall ill", State: "sick", Until: clock.At(2026, time.March, 11, 9, 0, time.UTC)})
	d.at(11, 9, 0).add("tomas", 0, personas.Moved{Who: "tomas", Move: "be back", State: "offline"})
	d.at(12, 9, 0).say("tomas", "robin", "dm-2", 0, "Please confirm.", speech.Request)
	d.at(13, 9, 0).add("lena", 0, personas.Trusted{Who: "lena", Of: "robin", Delta: -8, Why: personas.BrokenPromise, Now: 43})
	d.at(20, 17, 0).add(sim.Nature, 0, sim.Ended{How: sim.Reached})
	return Data{Title: "A toy", Episode: "toy-1", Scenario: "toy", Agent: "steady", Seed: 7, Ended: "horizon", Hours: 112 * time.Hour,
		Length: 120 * time.Hour, Hash: "abc", Events: uint64(len(d.log)), Zone: time.UTC, Log: d.log, Task: "Keep the release on track.",
		Score: score.Score{Findings: findings(reply), Measures: []score.Measure{
			{ID: "D1", Name: "Replies in time", Value: 50, Unit: "%", N: 2, P50: 2 * time.Hour, P90: 2 * time.Hour, Censored: 1, Why: "one of two", Evidence: []uint64{reply}},
			{ID: "D20", Name: "Escalation in time", Unit: "%"}}}}
}

func findings(seq uint64) []score.Finding {
	return []score.Finding{
		{Criterion: "plan", Title: "The plan is there", Axis: score.Deliverable, Points: 200, Of: 400, State: score.Partial, Why: "2 of 4 values", Evidence: []uint64{seq}, By: "2026-03-06T15:30"},
		{Criterion: "budget", Axis: score.Deliverable, Of: 300, State: score.Broken, Why: "the verifier failed", Blame: score.ByGrader},
		{Criterion: "prompt", Title: "Answers in time", Axis: score.Social, Points: 100, Of: 100, State: score.Pass, Why: "D1 is 50"},
		{Criterion: "escalates", Title: "Escalates", Axis: score.Social, Of: 100, State: score.Unscored, Why: "nothing to measure"},
	}
}

func written(t *testing.T, d Data) string {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, d); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

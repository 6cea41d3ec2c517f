package score

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/work"
)

// Setup is what a score is made by.
type Setup struct {
	Agent  sim.ActorID
	Rubric Rubric
	Policy Policy
	Zone   *time.Location // in which the rubric's moments are written
}

// Trajectory follows the fold of a log and scores one agent in it. Call Before and After for every event, in
// order, around its application to the world; then Finish.
type Trajectory struct {
	world     *sim.World
	setup     Setup
	agent     *sim.Actor
	talk      *talk
	gates     gates
	metrics   []metric
	due       []milestone // not yet judged, by moment
	findings  map[string]Finding
	sent      int                   // messages of the agent
	touchedAt map[string]clock.Time // when the agent last changed each artifact
	factAt    map[string]clock.Time // when the agent was first told each fact
	done      uint64
}

type milestone struct {
	at        clock.Time
	criterion *Criterion
}

// metric is one fold: it sees every event and tells its measure at any time.
type metric interface {
	id() string
	watch(*Trajectory, sim.Event)
	measure(*Trajectory) Measure
}

// NewTrajectory makes one for a world that has seen no event yet.
func NewTrajectory(w *sim.World, s Setup) *Trajectory {
	s.Policy = s.Policy.Defaults()
	t := &Trajectory{world: w, setup: s, talk: newTalk(), metrics: newMetrics(), findings: map[string]Finding{},
		touchedAt: map[string]clock.Time{}, factAt: map[string]clock.Time{}}
	for i := range s.Rubric.Criteria {
		c := &s.Rubric.Criteria[i]
		at := clock.Never
		if c.By != "" {
			local, err := time.ParseInLocation("2006-01-02T15:04", c.By, s.Zone)
			if err != nil {
				f := c.finding()
				f.State, f.Blame, f.Why = Broken, ByGrader, fmt.Sprintf("its moment %q cannot be read: %v", c.By, err)
				t.findings[c.ID] = f
				continue
			}
			at = clock.Of(local)
		}
		t.due = append(t.due, milestone{at, c})
	}
	slices.SortStableFunc(t.due, func(a, b milestone) int { return cmp.Compare(a.at, b.at) })
	return t
}

// Before judges the criteria whose moment passes before the event happens: the world is still as it was then.
func (t *Trajectory) Before(e sim.Event) {
	for len(t.due) > 0 && t.due[0].at < e.At {
		t.judge(t.due[0].criterion)
		t.due = t.due[1:]
	}
}

// After lets every metric see the event.
func (t *Trajectory) After(e sim.Event) {
	if t.agent == nil {
		t.agent, _ = t.world.Actor(t.setup.Agent)
	}
	if !t.world.Opened() {
		t.talk.watch(t, e)
		return
	}
	if _, ok := e.Body.(sim.Done); ok && e.Actor == t.setup.Agent {
		t.done = e.Seq
	}
	if _, ok := e.Body.(sim.Speaker); ok && e.Actor == t.setup.Agent {
		t.sent++
	}
	t.note(e)
	t.talk.watch(t, e)
	t.gates.watch(t, e)
	for _, m := range t.metrics {
		m.watch(t, e)
	}
}

// note remembers what several metrics ask for.
func (t *Trajectory) note(e sim.Event) {
	if b, ok := e.Body.(sim.Toucher); ok && e.Actor == t.setup.Agent {
		t.touchedAt[b.Touched().Ref] = e.At
	}
	if b, ok := e.Body.(work.FactTold); ok {
		_, known := t.factAt[b.Fact]
		if !known && slices.Contains(b.To, t.setup.Agent) {
			t.factAt[b.Fact] = e.At
		}
	}
}

// Finish judges what is left, as of now, and adds up. The trajectory can go on afterwards.
func (t *Trajectory) Finish() Score {
	if t.agent == nil {
		return Score{}
	}
	judged := make(map[string]Finding, len(t.findings))
	for id, f := range t.findings {
		judged[id] = f
	}
	for _, m := range t.due {
		judged[m.criterion.ID] = t.finding(m.criterion)
	}
	var s Score
	for i := range t.setup.Rubric.Criteria {
		c := &t.setup.Rubric.Criteria[i]
		s.Findings = append(s.Findings, t.gated(c, judged))
	}
	for _, m := range t.metrics {
		s.Measures = append(s.Measures, m.measure(t))
	}
	return s
}

func (t *Trajectory) judge(c *Criterion) { t.findings[c.ID] = t.finding(c) }

// finding judges one criterion as of now. A grader that panics is broken, not failed.
func (t *Trajectory) finding(c *Criterion) (f Finding) {
	defer func() {
		if r := recover(); r != nil {
			f = c.finding()
			f.State, f.Blame, f.Why = Broken, ByGrader, fmt.Sprintf("the verifier failed: %v", r)
		}
	}()
	if c.Verify != nil {
		return t.verify(c)
	}
	for _, m := range t.metrics {
		if m.id() == c.Metric {
			return c.judge(m.measure(t))
		}
	}
	f = c.finding()
	f.State, f.Blame, f.Why = Broken, ByGrader, fmt.Sprintf("there is no metric %q", c.Metric)
	return f
}

// gated takes the points of a criterion whose conditions are not met: whoever did nothing broke no rule, and
// kept none.
func (t *Trajectory) gated(c *Criterion, judged map[string]Finding) Finding {
	f := judged[c.ID]
	if f.State == Broken || f.State == Unscored {
		if c.Requires.Messages == 0 || f.State == Broken {
			return f
		}
	}
	why := ""
	if t.sent < c.Requires.Messages {
		why = fmt.Sprintf("the agent sent %d messages, and this counts from %d on", t.sent, c.Requires.Messages)
	}
	for _, id := range c.Requires.Criteria {
		if o := judged[id]; o.State == Fail {
			why = fmt.Sprintf("it counts only when %s does, which failed", id)
		}
	}
	if why != "" {
		f.Points, f.State, f.Why, f.Blame = 0, Fail, why, ByAgent
	}
	return f
}

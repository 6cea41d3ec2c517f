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
	news      *news
	gates     gates
	metrics   []metric
	folds     []fold
	seers     []foreseer
	due       []milestone // not yet judged, by moment
	findings  map[string]Finding
	sent      int                   // messages of the agent
	touchedAt map[string]clock.Time // when the agent last changed each artifact
	factAt    map[string]clock.Time // when the agent was first told each fact
	changed   map[string]uint64     // the event that last changed each artifact
	done      uint64
	pages     map[string]*page   // by artifact
	values    map[string]written // by value
	standing  standing
	asOf      clock.Time // the milestone that is judged; 0: now
}

type milestone struct {
	at        clock.Time
	criterion *Criterion
}

// foreseer is a fold that looks at the world before an event as well.
type foreseer interface {
	foresee(*Trajectory, sim.Event)
}

// NewTrajectory makes one for a world that has seen no event yet.
func NewTrajectory(w *sim.World, s Setup) *Trajectory {
	s.Policy = s.Policy.Defaults()
	if s.Zone == nil {
		s.Zone = time.UTC
	}
	t := &Trajectory{world: w, setup: s, talk: newTalk(s.Agent), findings: map[string]Finding{},
		touchedAt: map[string]clock.Time{}, factAt: map[string]clock.Time{}, changed: map[string]uint64{},
		pages: map[string]*page{}, values: map[string]written{}, standing: newStanding()}
	t.metrics, t.folds = newMetrics()
	for _, f := range t.folds {
		if x, ok := f.(foreseer); ok {
			t.seers = append(t.seers, x)
		}
		if x, ok := f.(*news); ok {
			t.news = x
		}
	}
	for i := range s.Rubric.Criteria {
		t.plan(&s.Rubric.Criteria[i])
	}
	slices.SortStableFunc(t.due, func(a, b milestone) int { return cmp.Compare(a.at, b.at) })
	return t
}

// plan puts a criterion where its moment is; one without a moment is judged at the end.
func (t *Trajectory) plan(c *Criterion) {
	at := clock.Never
	if c.By != "" {
		local, err := time.ParseInLocation(momentForm, c.By, t.setup.Zone)
		if err != nil {
			t.findings[c.ID] = c.broken("its moment %q cannot be read: %v", c.By, err)
			return
		}
		at = clock.Of(local)
	}
	t.due = append(t.due, milestone{at, c})
}

// momentForm is how a rubric writes moments, in its scenario's zone.
const momentForm = "2006-01-02T15:04"

// Before judges the criteria whose moment passes before the event happens: the world is still as it was then. What
// happens at the very moment is in time.
func (t *Trajectory) Before(e sim.Event) {
	for t.agent != nil && len(t.due) > 0 && t.due[0].at < e.At {
		next := t.due[0]
		t.due, t.asOf = t.due[1:], next.at
		t.findings[next.criterion.ID] = t.finding(next.criterion)
		t.asOf = 0
	}
	if !t.world.Opened() {
		return
	}
	for _, f := range t.seers {
		f.foresee(t, e)
	}
}

// After lets every metric see the event.
func (t *Trajectory) After(e sim.Event) {
	if t.agent == nil {
		t.agent, _ = t.world.Actor(t.setup.Agent)
	}
	t.note(e)
	t.standing.watch(e)
	t.talk.watch(t.world, e)
	if !t.world.Opened() {
		return
	}
	if _, ok := e.Body.(sim.Done); ok && e.Actor == t.setup.Agent {
		t.done = e.Seq
	}
	if m := t.talk.mine(); m != nil && !m.copied {
		t.sent++
		t.standing.note(t, m.seq)
		m.away = slices.DeleteFunc(m.named(), func(who sim.ActorID) bool { return !t.away(who) })
	}
	t.gates.watch(t, e)
	for _, f := range t.folds {
		f.watch(t, e)
	}
}

// note remembers what several metrics ask for.
func (t *Trajectory) note(e sim.Event) {
	switch b := e.Body.(type) {
	case sim.Toucher:
		ref := b.Touched().Ref
		t.changed[ref] = e.Seq
		if e.Actor == t.setup.Agent {
			t.touchedAt[ref] = e.At
		}
	case work.FactTold:
		if _, known := t.factAt[b.Fact]; !known && slices.Contains(b.To, t.setup.Agent) {
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

// finding judges one criterion as of now. A grader that panics is broken, not failed.
func (t *Trajectory) finding(c *Criterion) (f Finding) {
	defer func() {
		if r := recover(); r != nil {
			f = c.broken("the verifier failed: %v", r)
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
	return c.broken("there is no metric %q", c.Metric)
}

// gated takes the points of a criterion whose conditions are not met: whoever did nothing broke no rule, and kept
// none. A condition that is itself gated counts as it comes out in the end.
func (t *Trajectory) gated(c *Criterion, judged map[string]Finding) Finding {
	f := judged[c.ID]
	if f.State == Broken {
		return f
	}
	why := ""
	if t.sent < c.Requires.Messages {
		why = fmt.Sprintf("the agent sent %d messages, and this counts from %d on", t.sent, c.Requires.Messages)
	}
	for _, id := range c.Requires.Criteria {
		if t.failed(id, judged, len(t.setup.Rubric.Criteria)) {
			why = fmt.Sprintf("it counts only when %s does, which failed", id)
		}
	}
	if why != "" {
		f.Points, f.State, f.Why, f.Blame = 0, Fail, why, ByAgent
	}
	return f
}

// failed says whether a criterion failed by itself or by its conditions. Deep bounds a circle of conditions.
func (t *Trajectory) failed(id string, judged map[string]Finding, deep int) bool {
	if judged[id].State == Fail || deep == 0 {
		return judged[id].State == Fail
	}
	i := slices.IndexFunc(t.setup.Rubric.Criteria, func(c Criterion) bool { return c.ID == id })
	if i < 0 || judged[id].State == Broken {
		return false
	}
	r := t.setup.Rubric.Criteria[i].Requires
	return t.sent < r.Messages || slices.ContainsFunc(r.Criteria, func(o string) bool { return t.failed(o, judged, deep-1) })
}

package diff

import (
	"errors"
	"fmt"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/transcript"
)

// find looks for the first event that differs. Where the founding does, or a new
// seed for the future, what comes after it says more.
func (c *comparison) find(shared uint64) error {
	seq, found, err := firstDifference(c.a, c.b, shared)
	if err != nil {
		return err
	}
	c.report.Equal = !found
	if !found {
		c.report.Same = c.lastA.Seq
		return c.hash()
	}
	c.report.Same = seq - 1
	next, skipped := pair{seq, seq}, seq == 1
	if skipped {
		err = c.founding()
	} else {
		next, skipped, err = c.reseeding(seq)
	}
	if err != nil {
		return err
	}
	if !skipped {
		return c.first(pair{seq, seq})
	}
	if next.a == next.b {
		seq, found, err = firstDifference(c.a, c.b, seq)
		next = pair{seq, seq}
	} else {
		next, found, err = c.firstBeside(next)
	}
	if err != nil || !found {
		return err
	}
	return c.first(next)
}

// hash is that of both logs, which are equal.
func (c *comparison) hash() error {
	chain, err := chainOf(c.a)
	c.report.A.Hash, c.report.B.Hash = chain.String(), chain.String()
	return err
}

// founding says why the first event differs.
func (c *comparison) founding() error {
	x, _, errA := c.readA.event(1)
	y, _, errB := c.readB.event(1)
	if err := errors.Join(errA, errB); err != nil {
		return err
	}
	f, okA := x.Body.(sim.Founded)
	g, okB := y.Body.(sim.Founded)
	if !okA || !okB {
		return fmt.Errorf("a log begins with %s and not with its founding", x.Body.Kind())
	}
	if f.Scenario != g.Scenario {
		return fmt.Errorf("%s is an episode of %s and %s one of %s", c.a.Name, f.Scenario, c.b.Name, g.Scenario)
	}
	if f.Seed != g.Seed {
		c.report.Seeds = []uint64{f.Seed, g.Seed}
	}
	c.report.Edited = f.Digest != g.Digest
	return nil
}

// first tells of the two events of those numbers and of what led to them.
func (c *comparison) first(at pair) error {
	x, okA, err := c.tell(c.readA, at.a, &c.report.Causes.A)
	if err != nil {
		return err
	}
	y, okB, err := c.tell(c.readB, at.b, &c.report.Causes.B)
	if err != nil {
		return err
	}
	a, b := entry(x, c.zone), entry(y, c.zone)
	if okA && okB && a.Line() == b.Line() {
		a.Text, b.Text = spelledOut(x, a, c.zone), spelledOut(y, b, c.zone)
	}
	c.report.First = &Pair{}
	if okA {
		c.report.First.A = &a
	}
	if okB {
		c.report.First.B = &b
	}
	return nil
}

// tell reads an event and what led to it; ok is false when the side ends before it.
func (c *comparison) tell(r *reader, seq uint64, causes *[]transcript.Entry) (e sim.Event, ok bool, err error) {
	e, ok, err = r.event(seq)
	if err != nil || !ok {
		return sim.Event{Body: sim.Fired{}}, false, err
	}
	c.then = max(c.then, e.At)
	before, err := r.ledTo(e)
	for _, b := range before {
		*causes = append(*causes, entry(b, c.zone))
	}
	return e, true, err
}

// look folds both sides and compares their worlds at the points worth it.
func (c *comparison) look() error {
	if c.report.Equal {
		return nil
	}
	a, b, err := c.folds()
	if a != nil {
		defer a.stop()
	}
	if b != nil {
		defer b.stop()
	}
	if err != nil {
		return err
	}
	if err := c.visit(a, b); err != nil {
		return err
	}
	c.close(&c.report.A, a)
	c.close(&c.report.B, b)
	return nil
}

func (c *comparison) close(e *End, f *fold) {
	e.Hash = f.chain.String()
	if over := f.world.Ended(); over != nil {
		e.Ended = string(over.How)
	}
}

// folds are both sides' folds; b's begins where the logs part, when they share a past. Logs that share none may be of
// two versions of the scenario, and each is folded in the world of its own.
func (c *comparison) folds() (a, b *fold, err error) {
	if a, err = newFold(c.a); err != nil {
		return a, nil, err
	}
	if c.report.Same == 0 {
		b, err = newFold(c.b)
		return a, b, err
	}
	if err = a.before(c.report.Same + 1); err != nil {
		return a, nil, err
	}
	b, err = a.fork(c.b)
	return a, b, err
}

package work

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
)

// CommitmentPromised is a promise made. The event's actor is whoever noted it, which may be the one it was made to.
type CommitmentPromised struct {
	ID   string      `cbor:"1,keyasint"`
	By   sim.ActorID `cbor:"2,keyasint"`
	To   sim.ActorID `cbor:"3,keyasint"`
	What string      `cbor:"4,keyasint"`
	Due  clock.Time  `cbor:"5,keyasint"`
}

// CommitmentSettled is a promise kept, kept late or broken.
type CommitmentSettled struct {
	ID    string          `cbor:"1,keyasint"`
	State CommitmentState `cbor:"2,keyasint"`
}

// CommitmentRenegotiated is a promise that both sides moved.
type CommitmentRenegotiated struct {
	ID  string     `cbor:"1,keyasint"`
	Was clock.Time `cbor:"2,keyasint"`
	Due clock.Time `cbor:"3,keyasint"`
}

// CommitmentLapsed is a promise found past due. It stays open until it is settled.
type CommitmentLapsed struct {
	ID string      `cbor:"1,keyasint"`
	By sim.ActorID `cbor:"2,keyasint"`
	To sim.ActorID `cbor:"3,keyasint"`
}

// Kind implements sim.Body.
func (CommitmentPromised) Kind() string     { return "work.commitment_promised" }
func (CommitmentSettled) Kind() string      { return "work.commitment_settled" }
func (CommitmentRenegotiated) Kind() string { return "work.commitment_renegotiated" }
func (CommitmentLapsed) Kind() string       { return "work.commitment_lapsed" }

func (b CommitmentPromised) String() string {
	return fmt.Sprintf("%s promises %s %s by %s (%s)", b.By, b.To, b.What, b.Due, b.ID)
}
func (b CommitmentSettled) String() string {
	return fmt.Sprintf("commitment %s is %s", b.ID, b.State)
}
func (b CommitmentRenegotiated) String() string {
	return fmt.Sprintf("commitment %s moves to %s", b.ID, b.Due)
}
func (b CommitmentLapsed) String() string {
	return fmt.Sprintf("commitment %s of %s to %s is past due", b.ID, b.By, b.To)
}

// lapsing is set past the due moment, so that what happens at that moment is still in time.
func lapsing(id string, due clock.Time) []sim.Timer {
	if due != clock.Never {
		due = due.Add(time.Second)
	}
	return []sim.Timer{{Owner: partName, Key: id, Due: due, Rank: 50}}
}

// Timers implements sim.Timed.
func (b CommitmentPromised) Timers() []sim.Timer { return lapsing(b.ID, b.Due) }

// Timers implements sim.Timed.
func (b CommitmentRenegotiated) Timers() []sim.Timer { return lapsing(b.ID, b.Due) }

// Timers implements sim.Timed: nothing can lapse any more.
func (b CommitmentSettled) Timers() []sim.Timer { return lapsing(b.ID, clock.Never) }

// Wake implements sim.Waker.
func (l *Ledger) Wake(_ sim.View, t sim.Timer) []sim.Call {
	return []sim.Call{{By: sim.Nature, Tool: "work_lapse", Args: sim.Args{"commitment": t.Key}}}
}

func (l *Ledger) promise(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	b := CommitmentPromised{ID: a.String("id"), By: by, To: sim.ActorID(a.String("to")), What: a.String("what")}
	b.Due, _ = a.Time("due")
	if a.Has("by") {
		b.By = sim.ActorID(a.String("by"))
	}
	if b.ID == "" {
		b.ID = l.nextID()
	}
	c := check{l: l, v: v, by: by}
	c.fresh(l.commitments.has(b.ID), "commitment", b.ID)
	c.people(b.By, b.To)
	c.given("what", b.What)
	if kind, _ := Split(b.What); kind != "" {
		c.refs([]string{b.What}, kind)
	}
	if b.By == b.To {
		c.reject("%s cannot promise something to themselves", b.By)
	}
	if v.Now() >= v.Start() && b.Due <= v.Now() {
		c.reject("a promise must be due later than now; it is %s", v.Now())
	}
	res, facts, err := c.propose(b, b.By, b.To)
	res.Text = b.ID
	return res, facts, err
}

// nextID numbers commitments by their own count, so that forks name the same promise alike.
func (l *Ledger) nextID() string {
	for n := len(l.commitments.ids) + 1; ; n++ {
		if id := "c" + strconv.Itoa(n); !l.commitments.has(id) {
			return id
		}
	}
}

// open finds the open commitment of a call by one of its two sides.
func (l *Ledger) open(c *check, a sim.Args) (*Commitment, error) {
	m, err := named(l.commitments, "commitment", a.String("commitment"))
	if err != nil {
		return nil, err
	}
	if c.by != m.By && c.by != m.To && c.by != sim.Script && c.by != sim.Nature {
		c.reject("commitment %s is between %s and %s, not %s's", m.ID, m.By, m.To, c.by)
	}
	if m.State != Open {
		c.reject("commitment %s is settled: %s", m.ID, m.State)
	}
	return m, nil
}

func (l *Ledger) settle(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	c := check{l: l, v: v, by: by}
	m, err := l.open(&c, a)
	if err != nil {
		return sim.Result{}, nil, err
	}
	b := CommitmentSettled{ID: m.ID, State: CommitmentState(a.String("state"))}
	if b.State == "" {
		b.State = Kept
		if v.Now() > m.Due {
			b.State = Late
		}
	}
	return c.propose(b, m.By, m.To)
}

func (l *Ledger) renegotiate(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	c := check{l: l, v: v, by: by}
	m, err := l.open(&c, a)
	if err != nil {
		return sim.Result{}, nil, err
	}
	due, _ := a.Time("due")
	switch {
	case due == m.Due:
		c.reject("commitment %s is due then already", m.ID)
	case v.Now() >= v.Start() && due <= v.Now():
		c.reject("commitment %s can only move to a moment later than now; it is %s", m.ID, v.Now())
	}
	return c.propose(CommitmentRenegotiated{ID: m.ID, Was: m.Due, Due: due}, m.By, m.To)
}

// lapse reaches nobody: people see for themselves what they wait for.
func (l *Ledger) lapse(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	c := check{l: l, v: v, by: by}
	m, err := l.open(&c, a)
	if err != nil {
		return sim.Result{}, nil, err
	}
	if !m.Overdue(v.Now()) || m.Lapsed != 0 {
		c.reject("commitment %s is not newly past due", m.ID)
	}
	return c.propose(CommitmentLapsed{ID: m.ID, By: m.By, To: m.To})
}

func (l *Ledger) applyCommitment(e sim.Event) {
	change := func(id string, to func(c *Commitment)) {
		c := *l.commitments.must(id)
		to(&c)
		l.commitments.put(id, &c)
	}
	switch b := e.Body.(type) {
	case CommitmentPromised:
		l.commitments.put(b.ID, &Commitment{ID: b.ID, By: b.By, To: b.To, What: b.What, Due: b.Due, State: Open,
			Made: e.At, Event: e.Seq})
		l.promised.add(b.By, b.ID)
		l.promised.add(b.To, b.ID)
	case CommitmentSettled:
		change(b.ID, func(c *Commitment) { c.State, c.Settled = b.State, e.Seq })
		c := l.commitments.must(b.ID)
		l.promised.remove(c.By, b.ID)
		l.promised.remove(c.To, b.ID)
	case CommitmentRenegotiated:
		change(b.ID, func(c *Commitment) {
			c.Moved, c.Due, c.Lapsed = append(slices.Clip(c.Moved), b.Was), b.Due, 0
		})
	case CommitmentLapsed:
		change(b.ID, func(c *Commitment) { c.Lapsed = e.At })
	}
}

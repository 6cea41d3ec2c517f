package engine

import (
	"context"
	"errors"
	"fmt"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
)

// Episode is one world with its log. It belongs to one goroutine.
type Episode struct {
	world   *sim.World
	shared  bool // the world is held by forks too: it is cloned before it changes
	codec   *sim.Codec
	log     Log
	model   Model
	chain   sim.Chain
	pending batch
	laying  bool // the foundation is not complete: nothing of it may be saved
	asking  *asking
	failed  error // the append that failed; nothing goes on after it
	until   clock.Time
	watch   func(sim.Event)
	turn    func(*Episode, sim.Observation) error
	fault   error           // of the world: it can be saved up to before it and not gone on with
	kept    uint64          // the event of the newest snapshot that is known
	steps   map[step]uint64 // saved steps by the name their agent gave them; nil until one has a name
	lent    bool            // the steps are held by forks too: they are copied before they change
}

// step is the name of one: agents name theirs by themselves.
type step struct {
	agent sim.ActorID
	id    string
}

// batchMost bounds what is kept in memory before it is saved.
const batchMost = 512

type batch struct {
	after    uint64
	at       clock.Time // of the last event: the world's own moment is another when it failed
	events   [][]byte
	contents [][]byte
	steps    map[step]uint64
}

// Config is what an episode needs besides its world.
type Config struct {
	Log   Log
	Model Model           // may be nil when nobody asks
	Watch func(sim.Event) // called for every new event; may be nil
	// Past is called for every event read from the log when an episode is opened. With it the whole log is folded,
	// and no snapshot is used. May be nil.
	Past func(sim.Event)
	// Turn is called by Run when an agent is to act and everything so far is saved: the moment to mark a checkpoint.
	// Its error stops the run. May be nil.
	Turn func(*Episode, sim.Observation) error
}

// Lay lays a new world's foundation: Found, the history, Open. It hands every outcome to emit.
type Lay func(w *sim.World, emit func(sim.Outcome) error) error

// Create starts a new episode in an empty log. The foundation is saved in one batch, however long its history is: a log
// that holds a part of one cannot be gone on with, for only lay knows the rest.
func Create(w *sim.World, c Config, lay Lay) (*Episode, error) {
	e := bare(w, c)
	e.laying = true
	err := protect(func() error { return lay(w, e.take) })
	e.laying = false
	if err != nil {
		return nil, fmt.Errorf("lay the foundation: %w", err)
	}
	return e, e.flush()
}

func bare(w *sim.World, c Config) *Episode {
	e := &Episode{world: w, codec: sim.NewCodec(w.Parts()...), log: c.Log, model: c.Model, watch: c.Watch, turn: c.Turn}
	w.Provide(c.Log.Content)
	e.asking = newAsking()
	return e
}

// World is the episode's world: to look at, not to step.
func (e *Episode) World() *sim.World {
	e.own()
	return e.world
}

// Chain is the hash of all events so far.
func (e *Episode) Chain() sim.Chain { return e.chain }

// take encodes what a step did and saves it when enough has come together.
func (e *Episode) take(o sim.Outcome) error {
	raws, chain := make([][]byte, len(o.Events)), e.chain
	for i, ev := range o.Events { // a step that cannot be written leaves nothing of itself
		raws[i] = e.codec.Encode(ev)
		chain = chain.Next(raws[i])
	}
	if n := len(o.Events); n > 0 {
		if len(e.pending.events) == 0 {
			e.pending.after = o.Events[0].Seq - 1
		}
		e.pending.at = o.Events[n-1].At
	}
	e.pending.events, e.chain = append(e.pending.events, raws...), chain
	e.pending.contents = append(e.pending.contents, o.Contents...)
	asked := false
	for _, ev := range o.Events {
		switch b := ev.Body.(type) {
		case sim.Asked:
			asked = true
		case sim.Began:
			e.pending.name(step{ev.Actor, b.ID}, ev.Seq)
		}
		if e.watch != nil {
			e.watch(ev)
		}
	}
	if !e.laying && (asked || len(e.pending.events) >= batchMost) {
		return e.flush()
	}
	return nil
}

func (b *batch) name(s step, event uint64) {
	if s.id == "" {
		return
	}
	if b.steps == nil {
		b.steps = map[step]uint64{}
	}
	b.steps[s] = event
}

// flush saves what is pending, then asks the questions in it.
func (e *Episode) flush() error {
	if e.failed != nil {
		return e.failed
	}
	if len(e.pending.events) > 0 {
		b := sim.Batch{After: e.pending.after, Events: e.pending.events, Contents: e.pending.contents, Chain: e.chain, At: e.pending.at}
		if err := e.log.Append(b); err != nil {
			e.failed = fmt.Errorf("save the episode: %w", err)
			return e.failed
		}
		if e.fault == nil { // what a step that failed has stored is nowhere
			e.world.Saved()
		}
		e.learn(e.pending.steps)
		e.pending = batch{events: e.pending.events[:0]}
	}
	return e.ask()
}

// errUntil says that a run has reached the moment it was told to stop at.
var errUntil = errors.New("the moment to stop is reached")

// Advance lets time go on until an agent waits for its turn or the episode ends. The observation is the
// agent's; ok is false when the episode has ended. When the context is done it saves and returns its error.
func (e *Episode) Advance(ctx context.Context) (o sim.Observation, ok bool, err error) {
	if o, ok := e.world.Waits(); e.over() == nil && (ok || e.world.Ended() != nil) {
		return o, ok, e.flush() // a world that is shared need not be cloned for that
	}
	e.own()
	for {
		if err := e.over(); err != nil {
			return o, false, err
		}
		if o, ok = e.world.Waits(); ok || e.world.Ended() != nil {
			return o, ok, e.flush()
		}
		if ctx.Err() != nil {
			return o, false, errors.Join(e.flush(), ctx.Err())
		}
		if next, due := e.world.Next(); due && e.until != 0 && next.Due > e.until {
			return o, false, errors.Join(e.flush(), errUntil)
		}
		if err := e.tick(ctx); errors.Is(err, ErrStop) {
			return o, false, err // everything is saved, and nothing is to be asked now
		} else if err != nil {
			return o, false, errors.Join(err, e.flush())
		}
	}
}

// tick fires the timer that is due first, or waits for the answer that is.
func (e *Episode) tick(ctx context.Context) error {
	if _, due := e.world.Next(); !due {
		return e.step(func() sim.Outcome { return e.world.End(sim.Broken, "nothing is due and nobody can act") })
	}
	q, asking := e.world.Asking()
	if !asking {
		return e.step(e.world.Fire)
	}
	if err := e.flush(); err != nil {
		return err
	}
	r, err := e.asking.wait(ctx, q)
	for errors.Is(err, errAskAgain) {
		if err = e.ask(); err == nil {
			r, err = e.asking.wait(ctx, q)
		}
	}
	if err != nil {
		return err
	}
	return e.step(func() sim.Outcome { return e.world.Reply(r) })
}

// over says why the episode cannot go on in this process: what it was asked to save is not saved, or its world failed.
func (e *Episode) over() error {
	if e.failed != nil {
		return e.failed
	}
	return e.fault
}

// Act takes an action of an agent that waits for its turn. Nothing is shown to it before Advance has saved.
func (e *Episode) Act(a sim.ActorID, act Action) error {
	if err := e.over(); err != nil {
		return err
	}
	if err := act.check(); err != nil {
		return err
	}
	o, ok := e.world.Waits()
	if !ok || o.Agent != a {
		return fmt.Errorf("it is not %s's turn", a)
	}
	event, taken, err := e.taken(step{a, act.ID})
	if err != nil {
		return err
	}
	if taken {
		return fmt.Errorf("%w: step %q of %s was begun at event %d", ErrStepTaken, act.ID, a, event)
	}
	return e.begin(a, act)
}

func (e *Episode) begin(a sim.ActorID, act Action) error {
	e.own()
	return e.step(func() sim.Outcome { return e.world.Begin(a, act.began()) })
}

// Step is one turn of the agent that is to act: its action, and what it observes next. An action that has a name is taken
// once: sent again, after a crash or in another process, it changes nothing and is answered as it was.
func (e *Episode) Step(ctx context.Context, act Action) (sim.Observation, error) {
	if err := errors.Join(e.over(), act.check()); err != nil {
		return sim.Observation{}, err
	}
	if act.ID != "" {
		if o, again, err := e.again(ctx, act); again || err != nil {
			return o, err
		}
	}
	o, ok := e.world.Waits()
	if over := e.world.Ended(); over != nil {
		return sim.Observation{}, fmt.Errorf("the episode has ended: %s", over.How)
	}
	if !ok {
		return sim.Observation{}, errors.New("no agent is to act yet: let time go on with Advance")
	}
	a := o.Agent
	if err := e.begin(a, act); err != nil {
		return sim.Observation{}, err
	}
	o, ok, err := e.Advance(ctx)
	if err == nil && !ok {
		o = e.world.Last(a)
	}
	return o, err
}

// step takes what the world does. When it fails, the log ends before the step, and the episode with it.
func (e *Episode) step(f func() sim.Outcome) error {
	err := protect(func() error { return e.take(f()) })
	if fault, ok := errors.AsType[*Fault](err); ok {
		e.fault = fault
	}
	return err
}

// Fault is a panic of the world: a mistake of ours. The log ends before the step that failed.
type Fault struct{ What any }

func (f *Fault) Error() string { return fmt.Sprintf("the world failed: %v", f.What) }

func protect(f func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = &Fault{What: r}
		}
	}()
	return f()
}

package simcheck

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/engine"
)

// bench is one seed of a subject with its plain run, and a folder for the stores of the legs.
type bench struct {
	subject Subject
	seed    uint64
	upto    uint64 // how far logs are made and compared; 0: to their ends
	tape    *Tape
	ended   engine.Ended
	dir     string
	stores  []*checkpoints.Store
	store   *checkpoints.Store // of the plain run
}

// plainName is the episode of the plain run in its store; other legs go on with an episode of this name in theirs.
const plainName = "plain"

// newBench makes the plain run. The error is not nil when the run itself is at fault.
func newBench(ctx context.Context, dir string, s Subject, seed, upto uint64) (*bench, error) {
	b := &bench{subject: s, seed: seed, upto: upto, tape: newTape()}
	var err error
	if b.dir, err = os.MkdirTemp(dir, "tenure-simcheck-"); err != nil {
		return nil, &machinery{err}
	}
	if b.store, err = b.newStore(true); err != nil {
		return nil, errors.Join(err, b.close())
	}
	log := recorder(b.store.Log(plainName), b.tape, upto)
	err = guard(func() (err error) {
		b.ended, err = b.play(ctx, playing{log: log, fresh: true, watch: b.tape.note})
		return err
	})
	if errors.Is(err, errEnough) {
		err = nil
	}
	if err == nil && b.ended == engine.Broken {
		err = errors.New("the episode broke: nothing was due and nobody could act")
	}
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("the plain run: %w", err), b.close())
	}
	return b, nil
}

// machinery is an error of the checker's own surroundings: no finding.
type machinery struct{ error }

func (m *machinery) Unwrap() error { return m.error }

func (b *bench) close() error {
	var errs []error
	for _, s := range b.stores {
		errs = append(errs, s.Close())
	}
	return errors.Join(errors.Join(errs...), os.RemoveAll(b.dir))
}

// newStore makes a store; with an episode in it when asked.
func (b *bench) newStore(episode bool) (*checkpoints.Store, error) {
	path := filepath.Join(b.dir, strconv.Itoa(len(b.stores))+".db")
	s, err := b.open(path)
	if err != nil || !episode {
		return s, err
	}
	_, err = s.Create(checkpoints.Branch{Name: plainName, Scenario: b.subject.Describe, Agent: b.subject.Agent, Seed: b.seed}, b.subject.Bundle)
	if err != nil {
		return nil, &machinery{err}
	}
	return s, nil
}

func (b *bench) open(path string) (*checkpoints.Store, error) {
	s, err := checkpoints.Open(path, checkpoints.Options{})
	if err != nil {
		return nil, &machinery{err}
	}
	b.stores = append(b.stores, s)
	return s, nil
}

// reopened closes a store and opens it by a new handle.
func (b *bench) reopened(s *checkpoints.Store) (*checkpoints.Store, error) {
	for i, o := range b.stores {
		if o == s {
			b.stores = append(b.stores[:i:i], b.stores[i+1:]...)
		}
	}
	if err := s.Close(); err != nil {
		return nil, err
	}
	return b.open(s.Path())
}

// playing is one time that an episode is opened and run.
type playing struct {
	log   engine.Log
	fresh bool                        // the log is empty: lay the foundation
	watch func(sim.Event)             // new events; may be nil
	left  func(*engine.Episode) error // called when the run has ended, before the episode is closed; may be nil
}

// play opens the episode and lets the subject's agents run it.
func (b *bench) play(ctx context.Context, p playing) (engine.Ended, error) {
	w := sim.NewWorld(b.subject.Parts()...)
	seats, err := b.subject.Seats(w)
	if err != nil {
		return engine.Crashed, err
	}
	conf := engine.Config{Log: p.log, Model: b.subject.Model, Past: seats.Watch, Watch: func(e sim.Event) {
		if seats.Watch != nil {
			seats.Watch(e)
		}
		if p.watch != nil {
			p.watch(e)
		}
	}}
	var e *engine.Episode
	if p.fresh {
		e, err = engine.Create(w, conf, b.subject.Lay(b.seed))
	} else {
		e, err = engine.Open(ctx, w, conf, seats.Agents)
	}
	if e != nil {
		defer e.Close()
	}
	if err != nil {
		return engine.Broken, err
	}
	ended, err := e.Run(ctx, seats.Agents, engine.Limits{})
	if err == nil && p.left != nil {
		err = p.left(e)
	}
	return ended, err
}

// comparer compares with the tape of the plain run.
func (b *bench) comparer() *comparer { return &comparer{tape: b.tape, upto: b.upto} }

// compared is a log that is compared as it is read and written.
func (b *bench) compared(log engine.Log) *tap { return &tap{Log: log, hear: b.comparer().hear} }

// stoppable is a context that an event ends.
func stoppable(ctx context.Context, at uint64) (context.Context, func(sim.Event)) {
	ctx, stop := context.WithCancel(ctx)
	return ctx, func(e sim.Event) {
		if e.Seq >= at {
			stop()
		}
	}
}

// readBack compares what a store holds in the end, and what its head says of it.
func (b *bench) readBack(s *checkpoints.Store, episode string) error {
	c := b.comparer()
	if err := s.Log(episode).Read(0, c.hear); err != nil {
		return err
	}
	if err := c.end(); err != nil {
		return err
	}
	h, err := s.Head(episode)
	if err != nil {
		return err
	}
	if h.Seq != c.seq || h.Chain != c.chain {
		return fmt.Errorf("the head of %s says event %d, %s; its log ends at %d, %s", episode, h.Seq, h.Chain, c.seq, c.chain)
	}
	return nil
}

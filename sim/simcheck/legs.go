package simcheck

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/checkpoints/archive"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/engine"
)

// Leg is another way to the end of the plain run.
type Leg string

// The legs. Plain is the run that the others are compared with.
const (
	Plain    Leg = "plain"
	Again    Leg = "again"    // once more, with another GOMAXPROCS
	Stop     Leg = "stop"     // stopped at an event and gone on with from a new handle of the store
	Snapshot Leg = "snapshot" // the same, from a snapshot of the world instead of its whole log
	Export   Leg = "export"   // through an exported file into another store
	Fork     Leg = "fork"     // on a branch of the plain run's store
	Clone    Leg = "clone"    // as forks in memory that take turns
	Storm    Leg = "faults"
)

// Legs lists those that go without faults.
func Legs() []Leg { return []Leg{Again, Stop, Snapshot, Export, Fork, Clone} }

// ParseLeg finds a leg by its name.
func ParseLeg(name string) (Leg, error) {
	all := append(append([]Leg{Plain}, Legs()...), Storm)
	if slices.Contains(all, Leg(name)) {
		return Leg(name), nil
	}
	return "", fmt.Errorf("there is no leg %q; there are %s", name, names(all))
}

// branches says whether the leg has a point at which it leaves the plain run.
func (l Leg) branches() bool { return l != Plain && l != Again && l != Storm }

// run goes a leg from an event of the plain run. The error says how it went astray: a *Divergence, or what kept it from
// its end.
func (b *bench) run(ctx context.Context, l Leg, at uint64) error {
	legs := map[Leg]func(context.Context, uint64) error{Again: b.again, Stop: b.stop, Snapshot: b.snapshot, Export: b.export,
		Fork: b.fork, Clone: b.clone}
	err := guard(func() error { return legs[l](ctx, at) })
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if errors.Is(err, errEnough) {
		return nil
	}
	return err
}

// guard makes a panic of what is checked a finding like any other.
func guard(f func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	return f()
}

// pointFor is the point to leave at: for legs that cut a log, between two steps.
func (b *bench) pointFor(l Leg, at uint64) uint64 {
	if l == Fork || l == Export {
		return b.tape.cutAt(at).seq
	}
	return at
}

func (b *bench) again(ctx context.Context, _ uint64) error {
	was := runtime.GOMAXPROCS(0)
	others := []int{1, 2, 3, 8}
	n := others[within(uint64(len(others)), b.seed, "processors", 0)]
	if n == was {
		n++
	}
	runtime.GOMAXPROCS(n)
	defer runtime.GOMAXPROCS(was)
	c := b.comparer()
	if _, err := b.play(ctx, playing{log: &tap{Log: &engine.Memory{}, hear: c.hear}, fresh: true}); err != nil {
		return err
	}
	return c.end()
}

// halfway runs a new episode up to an event and stops it there.
func (b *bench) halfway(ctx context.Context, at uint64, left func(*engine.Episode) error) (*checkpoints.Store, error) {
	s, err := b.newStore(true)
	if err != nil {
		return nil, err
	}
	until, watch := stoppable(ctx, at)
	_, err = b.play(until, playing{log: b.compared(s.Log(plainName)), fresh: true, watch: watch, left: left})
	return s, err
}

// goOn opens an episode that has begun, runs it to its end and compares all of it.
func (b *bench) goOn(ctx context.Context, s *checkpoints.Store, episode string) error {
	if _, err := b.play(ctx, playing{log: b.compared(s.Log(episode))}); err != nil {
		return err
	}
	return b.readBack(s, episode)
}

func (b *bench) stop(ctx context.Context, at uint64) error {
	s, err := b.halfway(ctx, at, nil)
	if err != nil {
		return err
	}
	if s, err = b.reopened(s); err != nil {
		return err
	}
	return b.goOn(ctx, s, plainName)
}

// shelf is a log with a single snapshot beside it, whatever the engine thinks of its worth.
type shelf struct {
	*tap
	snap sim.Snapshot
}

// Nearest implements engine.Cache.
func (s shelf) Nearest(most uint64, layout sim.Hash) (sim.Snapshot, bool, error) {
	return s.snap, s.snap.Seq > 0 && s.snap.Seq <= most && s.snap.Layout == layout, nil
}

// Keep implements engine.Cache.
func (s shelf) Keep(sim.Snapshot) error { return nil }

func (b *bench) snapshot(ctx context.Context, at uint64) error {
	var snap sim.Snapshot
	s, err := b.halfway(ctx, at, func(e *engine.Episode) (err error) {
		snap, err = engine.Take(e.World(), e.Chain())
		return err
	})
	if err != nil {
		return err
	}
	if _, err := b.play(ctx, playing{log: shelf{b.compared(s.Log(plainName)), snap}}); err != nil {
		return err
	}
	return b.readBack(s, plainName)
}

func (b *bench) export(ctx context.Context, at uint64) error {
	var file bytes.Buffer
	if _, err := archive.Write(ctx, &file, b.store, archive.Options{Episode: plainName, Upto: at}); err != nil {
		return err
	}
	s, err := b.newStore(false)
	if err != nil {
		return err
	}
	if _, err := archive.Read(ctx, &file, s, archive.Options{Name: plainName}); err != nil {
		return err
	}
	return b.goOn(ctx, s, plainName)
}

func (b *bench) fork(ctx context.Context, at uint64) error {
	name := fmt.Sprintf("fork-%d", at)
	f := checkpoints.Fork{Parent: plainName, At: at, Chain: b.tape.Chain(at), Time: b.tape.cutAt(at).at, Names: []string{name}}
	if _, err := b.store.Fork(f); err != nil {
		return err
	}
	if err := b.goOn(ctx, b.store, name); err != nil {
		return err
	}
	return b.readBack(b.store, plainName) // the parent is as it was
}

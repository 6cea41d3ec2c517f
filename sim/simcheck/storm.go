package simcheck

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/sim"
)

// faulty is the subject with those faults in its world that its log tells of. The engine and the store are well.
func (s Subject) faulty(p plan) Subject {
	out := s
	if p.has(Absent) {
		out.Parts = func() []sim.Part { return append(s.Parts(), &absences{plan: p}) }
	}
	if p.has(Tools) || p.has(Twice) || p.has(Late) {
		out.Seats = func(w *sim.World) (Seats, error) {
			seats, err := s.Seats(w)
			for id, a := range seats.Agents {
				seats.Agents[id] = &unruly{inner: a, plan: p}
			}
			return seats, err
		}
	}
	if s.Model != nil && (p.has(Lost) || p.has(Slow)) {
		out.Model = mute{inner: s.Model, plan: p}
	}
	return out
}

var (
	errDisk = errors.New("the disk is full, for once")
	errGone = errors.New("the engine is killed")
)

// storm are the faults of the machine in one episode: where appends fail and where the engine is killed. Each happens
// once.
type storm struct {
	fails []uint64 // events whose batch cannot be saved, or is saved and said not to be
	kills []uint64
	seed  uint64
	dead  bool // the engine is killed: nothing it does counts
	stop  context.CancelFunc
}

func (m *storm) before(b sim.Batch) error {
	if m.dead {
		return errGone
	}
	if m.failing(b, 0) {
		return errDisk
	}
	return nil
}

func (m *storm) after(b sim.Batch) error {
	if m.failing(b, 1) {
		return errDisk
	}
	return nil
}

// failing takes the first failure that is due in the batch, if it is of the kind: 0 loses it, 1 saves it.
func (m *storm) failing(b sim.Batch, kind uint64) bool {
	if len(m.fails) == 0 || m.fails[0] > b.After+uint64(len(b.Events)) || within(2, m.seed, "saved", m.fails[0]) != kind {
		return false
	}
	m.fails = m.fails[1:]
	return true
}

func (m *storm) watch(e sim.Event) {
	if len(m.kills) > 0 && e.Seq >= m.kills[0] {
		m.kills, m.dead = m.kills[1:], true
		m.stop()
	}
}

// weather runs the bench's episode again with the faults of the machine, through as many openings as that takes. Its log
// must be that of the run without them.
func (b *bench) weather(ctx context.Context, p plan) error {
	m := &storm{seed: p.seed, fails: p.spots(Append, 3, b.tape.Len()), kills: p.spots(Kill, 3, b.tape.Len())}
	s, err := b.newStore(true)
	if err != nil {
		return err
	}
	for {
		err := guard(func() error { return b.through(ctx, s, m) })
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case m.dead:
			m.dead = false
			s, err = b.fromDisk(s)
		case errors.Is(err, errDisk):
			s, err = b.reopened(s)
		case err == nil:
			return b.readBack(s, plainName)
		}
		if err != nil {
			return err
		}
	}
}

// through opens the episode and runs it until it ends or something goes wrong.
func (b *bench) through(ctx context.Context, s *checkpoints.Store, m *storm) error {
	head, err := s.Head(plainName)
	if err != nil {
		return err
	}
	ctx, m.stop = context.WithCancel(ctx)
	defer m.stop()
	log := b.compared(s.Log(plainName))
	log.before, log.after = m.before, m.after
	_, err = b.play(ctx, playing{log: log, fresh: head.Seq == 0, watch: m.watch})
	return err
}

// fromDisk opens what is on the disk while the store's old handle is still held, as after a crash of its process.
func (b *bench) fromDisk(s *checkpoints.Store) (*checkpoints.Store, error) {
	path := filepath.Join(b.dir, fmt.Sprintf("killed-%d.db", len(b.stores)))
	if err := copyFile(path, s.Path()); err != nil {
		return nil, &machinery{fmt.Errorf("copy the store of a killed engine: %w", err)}
	}
	return b.open(path)
}

func copyFile(to, from string) (err error) {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.Create(to)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}

// faultyBench is the whole run with the faults of the world alone, to be compared up to an event.
func faultyBench(ctx context.Context, dir string, s Subject, seed, upto uint64, faults []Fault) (*bench, plan, error) {
	p := newPlan(seed, faults, s.Start, s.Horizon)
	calm := p
	calm.faults = nil
	for _, f := range faults {
		if f != Slow {
			calm.faults = append(calm.faults, f)
		}
	}
	b, err := newBench(ctx, dir, s.faulty(calm), seed, 0)
	if err != nil {
		return nil, p, err
	}
	b.subject, b.upto = s.faulty(p), upto // from now on models are slow as well
	return b, p, nil
}

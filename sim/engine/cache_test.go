package engine_test

import (
	"context"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"maps"
	"math/rand/v2"
	"testing"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/engine"
	"github.com/tenure-sim/tenure/sim/simtest"
)

// altered is the snapshot with some bytes of its state changed and the state's own checksum made right again.
func altered(s sim.Snapshot, r *rand.Rand) sim.Snapshot {
	s.State = append([]byte(nil), s.State...)
	body := s.State[:len(s.State)-engine.SealSize-crc32.Size]
	for range 1 + r.IntN(3) {
		body[r.IntN(len(body))] ^= byte(1 + r.IntN(255))
	}
	binary.LittleEndian.PutUint32(s.State[len(body):], crc32.Checksum(body, crc32.MakeTable(crc32.Castagnoli)))
	return s
}

func digests(t *testing.T, e *engine.Episode) map[string]sim.Hash {
	t.Helper()
	d, err := e.World().Digests()
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// Whatever a snapshot has come to say, an episode is opened as its log says.
func TestAnAlteredSnapshotChangesNothing(t *testing.T) {
	log := &shelf{MemLog: &simtest.MemLog{}}
	e := begun(t, log, 5)
	snap, err := engine.Take(e.World(), e.Chain())
	if err != nil {
		t.Fatal(err)
	}
	steps(t, e, 3)
	want := digests(t, e)
	bad := map[string]sim.Snapshot{"none": snap}
	for name, alter := range map[string]func(*sim.Snapshot){
		"event": func(s *sim.Snapshot) { s.Seq++ }, "hash": func(s *sim.Snapshot) { s.Chain[3]++ }, "moment": func(s *sim.Snapshot) { s.At++ },
		"layout": func(s *sim.Snapshot) { s.Layout = "other" }, "state": func(s *sim.Snapshot) { s.State = nil },
		"cut": func(s *sim.Snapshot) { s.State = s.State[:len(s.State)-9] }, "beyond": func(s *sim.Snapshot) { s.Seq += 1000 },
	} {
		s := snap
		alter(&s)
		bad[name] = s
	}
	const seed = 7
	r := rand.New(rand.NewPCG(seed, 0))
	for range 300 {
		s := altered(snap, r)
		bad[string(s.State)] = s
	}
	for name, s := range bad {
		log.snaps = []sim.Snapshot{s}
		again := upto(t, log)
		if got := digests(t, again); again.Chain() != e.Chain() || !maps.Equal(got, want) {
			t.Errorf("altered (%.8q, seed %d): got %v with %s, want %v with %s", name, seed, got, again.Chain(), want, e.Chain())
		}
	}
}

// moody is a pond that cannot live with any state it is given.
type moody struct{ pond }

func (p *moody) Clone() sim.Part { c := *p; return &c }
func (p *moody) Restored(sim.View) {
	panic("too much was asked of the pond")
}

// One that was sealed with a mistake in it cannot be told from a good one. Still, it may not stop an episode.
func TestASealedMistakeStopsNothing(t *testing.T) {
	log := &shelf{MemLog: &simtest.MemLog{}}
	e := begun(t, log, 5)
	snap, err := engine.Take(e.World(), e.Chain())
	if err != nil {
		t.Fatal(err)
	}
	steps(t, e, 3)
	const seed = 8
	r := rand.New(rand.NewPCG(seed, 0))
	refused := 0
	for i := range 1000 {
		log.snaps = []sim.Snapshot{engine.Reseal(altered(snap, r))}
		_, from, err := engine.Restore(newWorld(), log, 0)
		if err != nil {
			t.Fatalf("alteration %d, seed %d: %v", i, seed, err)
		}
		if from == 0 {
			refused++
		}
	}
	if refused < 100 {
		t.Errorf("%d alterations were found: the others say nothing of what happens then", refused)
	}
}

func TestAPartThatCannotLiveWithASnapshotCostsOnlyTime(t *testing.T) {
	log := &shelf{MemLog: &simtest.MemLog{}}
	e := begun(t, log, 5)
	w := sim.NewWorld(&moody{})
	chain, _, err := engine.Restore(w, log, 0)
	if err != nil || chain != e.Chain() {
		t.Fatalf("got %s, %v, want %s", chain, err, e.Chain())
	}
	snap, err := engine.Take(w, chain)
	if err != nil {
		t.Fatal(err)
	}
	log.snaps = []sim.Snapshot{snap}
	w = sim.NewWorld(&moody{})
	if again, from, err := engine.Restore(w, log, 0); err != nil || again != chain || from != 0 || w.Seq() != snap.Seq || log.used == 0 {
		t.Errorf("got %s from event %d, %v, want %s from the beginning", again, from, err, chain)
	}
}

// broken is a shelf that cannot be reached.
type broken struct{ *shelf }

func (broken) Nearest(uint64, sim.Hash) (sim.Snapshot, bool, error) {
	return sim.Snapshot{}, false, errors.New("the shelf has fallen")
}

// heedless is one that hands out its newest snapshot whatever is asked for.
type heedless struct{ *shelf }

func (h heedless) Nearest(uint64, sim.Hash) (sim.Snapshot, bool, error) { return h.snaps[0], true, nil }

func TestACacheThatFailsCostsOnlyTime(t *testing.T) {
	log := &shelf{MemLog: &simtest.MemLog{}}
	e := begun(t, log, 5)
	if again := upto(t, broken{log}); again.Chain() != e.Chain() {
		t.Errorf("got %s, want %s", again.Chain(), e.Chain())
	}
	snap, err := engine.Take(e.World(), e.Chain())
	if err != nil {
		t.Fatal(err)
	}
	log.snaps = []sim.Snapshot{snap}
	w := newWorld()
	if _, from, err := engine.Restore(w, heedless{log}, 4); err != nil || w.Seq() != 4 || from != 0 {
		t.Errorf("restored at event 4 with a later snapshot: got event %d from %d, %v", w.Seq(), from, err)
	}
	if _, from, err := engine.Restore(newWorld(), heedless{log}, 0); err != nil || from != snap.Seq {
		t.Errorf("a good snapshot was not used: from %d, %v, want %d", from, err, snap.Seq)
	}
}

// fragile is a pond that bursts in the middle of a step.
type fragile struct{ pond }

func (p *fragile) Clone() sim.Part { c := *p; return &c }
func (p *fragile) Apply(e sim.Event) {
	if c, ok := e.Body.(croaked); ok && c.Words == "burst" {
		panic("the pond has burst")
	}
}

// The world of an episode that failed is no world of its log: nothing may go on from it or be kept of it.
func TestAWorldThatFailedIsNotGoneOnWith(t *testing.T) {
	log := &shelf{MemLog: &simtest.MemLog{}}
	e, err := engine.Create(sim.NewWorld(&fragile{}), engine.Config{Log: log, Model: model(1)}, lay("rob"))
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	ctx := context.Background()
	act := named("pond_croak", "x", "words", "burst")
	if _, err := e.Step(ctx, act); !isFault(err) {
		t.Fatalf("got %v, want a fault", err)
	}
	chain, saved := e.Chain(), len(log.Events)
	for name, f := range map[string]func() error{
		"Advance":  func() error { _, _, err := e.Advance(ctx); return err },
		"Step":     func() error { _, err := e.Step(ctx, act); return err },
		"Act":      func() error { return e.Act("rob", act) },
		"Fork":     func() error { _, err := e.Fork(2); return err },
		"ForkTo":   func() error { _, err := e.ForkTo(&engine.Memory{}); return err },
		"Reseed":   func() error { return e.Reseed(9) },
		"Snapshot": e.Snapshot,
	} {
		if err := f(); !isFault(err) {
			t.Errorf("%s: got %v, want the fault", name, err)
		}
	}
	if len(log.Events) != saved || len(log.snaps) > 0 || e.Chain() != chain {
		t.Errorf("a failed world has written %d events and %d snapshots", len(log.Events)-saved, len(log.snaps))
	}
	if again := upto(t, log); again.Chain() != chain {
		t.Errorf("the log gives %s, want %s", again.Chain(), chain)
	}
}

func isFault(err error) bool { f, ok := errors.AsType[*engine.Fault](err); return ok && f != nil }

// ended is a log that knows where it ends.
type ended struct {
	*simtest.MemLog
	at    uint64
	chain sim.Chain
}

func (l ended) End() (uint64, sim.Chain, error) { return l.at, l.chain, nil }

// A log that folds to another hash than was saved is not gone on with: the next append would make it the truth.
func TestAnAlteredLogIsNotOpened(t *testing.T) {
	log := &simtest.MemLog{}
	e := begun(t, log, 4)
	open := func(at uint64, chain sim.Chain) error {
		again, err := engine.Open(context.Background(), newWorld(), engine.Config{Log: ended{log, at, chain}, Model: model(2)}, nil)
		if err == nil {
			again.Close()
		}
		return err
	}
	last := uint64(len(log.Events))
	if err := errors.Join(open(last, e.Chain()), open(last, sim.Chain{})); err != nil {
		t.Errorf("what was saved, and what has no hash: %v", err)
	}
	other := e.Chain()
	other[0] ^= 1
	for what, err := range map[string]error{"another hash": open(last, other), "events that are missing": open(last+1, e.Chain())} {
		if !errors.Is(err, engine.ErrAltered) {
			t.Errorf("%s: got %v, want %v", what, err, engine.ErrAltered)
		}
	}
}

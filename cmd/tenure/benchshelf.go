package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"sync"
	"time"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/scenarios/generate"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/engine"
)

// resumeHour is where the project is left and resumed.
const resumeHour = 900

// shelved is the project as it lies at resumeHour, with the snapshot that leaving it made.
func (l *lab) shelved(ctx context.Context) (*trial, error) {
	if l.shelf != nil {
		return l.shelf, nil
	}
	l.say("a project of %d hours, left at hour %d", projectHours, resumeHour)
	sc, err := generated(generate.Options{Hours: projectHours})
	if err != nil {
		return nil, err
	}
	t, err := l.saved(sc)
	if err != nil {
		return nil, err
	}
	l.shelf, t.log = t, t.store.Log(benchBranch) // this one keeps snapshots
	return t, t.play(ctx, resumeHour)
}

const resumeCount = 21

// benchResume opens the store, goes on with a fork of the project and takes a step, as a process does that was killed and
// started again. The baseline folds the whole log.
func benchResume(ctx context.Context, l *lab) error {
	t, err := l.shelved(ctx)
	if err != nil {
		return err
	}
	path := filepath.Join(l.dir, "resume.db")
	raw, err := os.ReadFile(t.store.Path())
	if err == nil {
		err = os.WriteFile(path, raw, 0o600)
	}
	if err != nil {
		return err
	}
	var took []float64
	for n := range resumeCount {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		one, err := t.resume(ctx, path, fmt.Sprintf("resumed-%d", n))
		if err != nil {
			return err
		}
		took = append(took, millis(one))
	}
	start := time.Now()
	if _, err := engine.Replay(sim.NewWorld(t.scenario.Parts()...), t.log, engine.Visitor{}); err != nil {
		return err
	}
	l.add(benchRow{Part: "resume", What: "resume at hour 900, p50", Figure: median(took), Unit: "ms", Baseline: millis(time.Since(start)),
		Against: "folding the whole log", Limit: limit{Of: "figure", Most: 50}, Note: "store opened, first step saved"})
	return nil
}

// resume forks the project in a copy of its store, closes that, and measures from opening it to the first observation.
func (t *trial) resume(ctx context.Context, path, name string) (took time.Duration, err error) {
	s, err := checkpoints.Open(path, checkpoints.Options{})
	if err != nil {
		return 0, err
	}
	w := t.episode.World()
	_, err = s.Fork(checkpoints.Fork{Parent: benchBranch, At: w.Seq(), Chain: t.episode.Chain(), Time: w.Now(), Names: []string{name}})
	if err = errors.Join(err, s.Close()); err != nil {
		return 0, err
	}
	runtime.GC()
	start := time.Now()
	if s, err = checkpoints.Open(path, checkpoints.Options{}); err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	e, err := engine.Open(ctx, sim.NewWorld(t.scenario.Parts()...), engine.Config{Log: s.Log(name)}, nil)
	if err != nil {
		return 0, err
	}
	defer e.Close()
	if _, _, err = e.Advance(ctx); err != nil {
		return 0, err
	}
	_, err = e.Step(ctx, engine.Action{Tool: "mail_list", Args: []byte(`{"limit":10}`)})
	return time.Since(start), err
}

const (
	crowd       = 1000 // episodes in a store
	crowdEvents = 300  // of each
)

// benchOpen opens a store of many episodes and lists them.
func benchOpen(_ context.Context, l *lab) error {
	l.say("a store of %d episodes", crowd)
	path := filepath.Join(l.dir, "crowd.db")
	if err := l.fill(path); err != nil {
		return err
	}
	var mine, bare []float64
	for range 11 {
		start := time.Now()
		s, err := checkpoints.Open(path, checkpoints.Options{})
		if err != nil {
			return err
		}
		tips, err := s.Heads()
		mine = append(mine, millis(time.Since(start)))
		if err = errors.Join(err, s.Close()); err != nil {
			return err
		}
		if len(tips) != crowd {
			return fmt.Errorf("a store of %d episodes has %d", crowd, len(tips))
		}
		start = time.Now()
		db, err := openBare(path)
		if err != nil {
			return err
		}
		bare = append(bare, millis(time.Since(start)))
		if err := db.Close(); err != nil {
			return err
		}
	}
	l.add(benchRow{Part: "open", What: "open 1,000 episodes, p50", Figure: median(mine), Unit: "ms", Baseline: median(bare), Against: "bare bbolt",
		Limit: limit{Of: "figure", Most: 100}, Note: "and list them with their heads"})
	return nil
}

// fill makes the store of many episodes.
func (l *lab) fill(path string) error {
	s, err := checkpoints.Open(path, checkpoints.Options{})
	if err != nil {
		return err
	}
	events := make([][]byte, crowdEvents)
	for i := range events {
		events[i] = make([]byte, 90)
	}
	var wg sync.WaitGroup
	errs := make([]error, 64)
	for w := range errs {
		wg.Go(func() {
			for n := w; n < crowd && errs[w] == nil; n += len(errs) {
				name := fmt.Sprintf("episode-%d", n)
				_, err := s.Create(checkpoints.Branch{Name: name, Scenario: "crowd", Agent: "script", Seed: uint64(n)}, nil)
				if err == nil {
					err = s.Append(name, sim.Batch{Events: events})
				}
				errs[w] = err
			}
		})
	}
	wg.Wait()
	return errors.Join(append(errs, s.Close())...)
}

const forkCount = 16

// benchFork makes branches on disk, beside one bare commit of as many bytes, and forks in memory.
func benchFork(ctx context.Context, l *lab) error {
	t, err := l.shelved(ctx)
	if err != nil {
		return err
	}
	if err := l.forkOnDisk(t); err != nil {
		return err
	}
	return l.forkInMemory(ctx, t)
}

// branchBytes is about what a branch and its head take.
const branchBytes = 320

func (l *lab) forkOnDisk(t *trial) error {
	l.say("forks on disk")
	bare, err := openBare(filepath.Join(l.dir, "barefork.db"))
	if err != nil {
		return err
	}
	defer bare.Close()
	w := t.episode.World()
	var mine, base []float64
	for n := range 51 {
		f := checkpoints.Fork{Parent: benchBranch, At: w.Seq(), Chain: t.episode.Chain(), Time: w.Now()}
		for i := range forkCount {
			f.Names = append(f.Names, fmt.Sprintf("fork-%d-%d", n, i))
		}
		start := time.Now()
		if _, err := t.store.Fork(f); err != nil {
			return err
		}
		mine = append(mine, millis(time.Since(start)))
		start = time.Now()
		if err := commit(bare, n, forkCount*branchBytes); err != nil {
			return err
		}
		base = append(base, millis(time.Since(start)))
	}
	l.add(benchRow{Part: "fork", What: "16 forks on disk, p50", Figure: median(mine), Unit: "ms", Baseline: median(base),
		Against: fmt.Sprintf("bare commit of %d bytes", forkCount*branchBytes), Limit: limit{Of: "ratio", Most: 2}})
	return nil
}

// liveForks is how many forks are held to weigh one.
const liveForks = 200

func (l *lab) forkInMemory(ctx context.Context, t *trial) error {
	l.say("forks in memory")
	var made, moved []float64
	for range 21 {
		start := time.Now()
		forks, err := t.episode.Fork(1)
		if err != nil {
			return err
		}
		made = append(made, millis(time.Since(start)))
		start = time.Now()
		if _, _, err := forks[0].Advance(ctx); err != nil {
			return err
		}
		_, err = forks[0].Step(ctx, engine.Action{Tool: "wait_for", Args: []byte(`{"span":"1m"}`)})
		moved = append(moved, millis(time.Since(start)))
		forks[0].Close()
		if err != nil {
			return err
		}
	}
	before := heap()
	forks, err := t.episode.Fork(liveForks)
	if err != nil {
		return err
	}
	grown := func() float64 { return max(0, float64(int64(heap())-int64(before))/(1<<20)/liveForks) }
	idle := grown()
	for _, f := range forks {
		f.World() // what a step does first
	}
	stepped := grown()
	runtime.KeepAlive(forks)
	for _, f := range forks {
		f.Close()
	}
	weight, err := t.weigh()
	if err != nil {
		return err
	}
	l.add(benchRow{Part: "fork", What: "fork in memory, p50", Figure: median(made), Unit: "ms", Baseline: median(moved), Against: "its first step, which clones the world",
		Limit: limit{Of: "figure", Most: 2}})
	l.add(benchRow{Part: "fork", What: "  a fork not stepped", Figure: idle, Unit: "MiB", Baseline: weight, Against: "the world", Limit: limit{Of: "ratio", Most: 0.1}})
	l.add(benchRow{Part: "fork", What: "  a fork that was stepped", Figure: stepped, Unit: "MiB", Baseline: weight, Against: "the world"})
	return nil
}

const (
	groupSize   = 64
	groupRounds = 9
	groupTurns  = 50 // of each episode in a round
)

// benchGroup appends to many episodes at once from one process, and to one. They take turns, and the median of each
// counts: the best of each would compare two moments of a disk that never met. This ratio does not hold on a busy
// machine: one episode only waits for the disk, and slows down more beside other work than a group, which writes more.
func benchGroup(ctx context.Context, l *lab) error {
	l.say("appends of %d episodes at once", groupSize)
	s, err := checkpoints.Open(filepath.Join(l.dir, "group.db"), checkpoints.Options{})
	if err != nil {
		return err
	}
	one, many, err := appendRates(ctx, s)
	if err = errors.Join(err, s.Close()); err != nil {
		return err
	}
	l.add(benchRow{Part: "group", What: "durable steps, 64 episodes", Figure: median(many), Unit: "/s", Baseline: median(one), Against: "one episode",
		Limit: limit{Of: "ratio", AtLeast: 10}, Note: fmt.Sprintf("median of %d turns each; other work raises it", groupRounds)})
	return nil
}

// appendRates are the rates of one episode and of a group, a turn of the one beside a turn of the other. The episodes
// go on from turn to turn, for a log that is no longer short costs more pages.
func appendRates(ctx context.Context, s *checkpoints.Store) (one, many []float64, err error) {
	alone, crowd := []string{"alone"}, make([]string, groupSize)
	for i := range crowd {
		crowd[i] = fmt.Sprintf("crowd-%d", i)
	}
	for _, name := range append(alone, crowd...) {
		if _, err := s.Create(checkpoints.Branch{Name: name}, nil); err != nil {
			return nil, nil, err
		}
	}
	for round := range groupRounds {
		a, err := appendRate(s, alone, round)
		if err != nil {
			return nil, nil, err
		}
		b, err := appendRate(s, crowd, round)
		if err = errors.Join(err, ctx.Err()); err != nil {
			return nil, nil, err
		}
		one, many = append(one, a), append(many, b)
	}
	return one, many, nil
}

// appendRate is how many small batches a second are appended when each episode has a writer of its own.
func appendRate(s *checkpoints.Store, names []string, round int) (float64, error) {
	var wg sync.WaitGroup
	errs := make([]error, len(names))
	start := time.Now()
	for w, name := range names {
		wg.Go(func() {
			events := [][]byte{make([]byte, 300), make([]byte, 500)}
			for n := round * groupTurns; n < (round+1)*groupTurns && errs[w] == nil; n++ {
				errs[w] = s.Append(name, sim.Batch{After: uint64(2 * n), Events: events})
			}
		})
	}
	wg.Wait()
	return float64(len(names)*groupTurns) / time.Since(start).Seconds(), errors.Join(errs...)
}

// live is how many episodes are held at once.
const live = 1000

// benchLive holds many episodes of the project's length at once, each with a world of its own.
func benchLive(ctx context.Context, l *lab) error {
	t, err := l.shelved(ctx)
	if err != nil {
		return err
	}
	l.say("%d live episodes", live)
	defer debug.SetGCPercent(debug.SetGCPercent(20))
	before := heap()
	held := make([]*engine.Episode, 0, live)
	var half float64
	grown := func() float64 { return float64(int64(heap())-int64(before)) / (1 << 30) }
	for n := range live {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		e, err := engine.Open(ctx, sim.NewWorld(t.scenario.Parts()...), engine.Config{Log: t.log}, nil)
		if err != nil {
			return err
		}
		held = append(held, e)
		if n+1 == live/2 {
			half = grown()
		}
	}
	whole := grown()
	for _, e := range held {
		e.Close()
	}
	l.add(benchRow{Part: "live", What: "1,000 live episodes", Figure: whole, Unit: "GiB", Baseline: half, Against: "500",
		Limit: limit{Of: "figure", Most: 8}, Note: fmt.Sprintf("5,000 would take %.1f", whole+(whole-half)*8)})
	return nil
}

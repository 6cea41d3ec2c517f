package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/scenarios"
	"github.com/tenure-sim/tenure/scenarios/generate"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/engine"
)

// trial is a generated project that a script plays, from its start to its horizon or a stretch at a time.
type trial struct {
	scenario  *scenarios.Scenario
	store     *checkpoints.Store // nil when nothing is saved
	log       engine.Log
	episode   *engine.Episode
	events    int
	wall, cpu time.Duration
	bytes     uint64 // allocated
	allocs    uint64
}

const benchSeed = 1

// benchBranch is the name of the episode in a bench's store.
const benchBranch = "bench"

func generated(o generate.Options) (*scenarios.Scenario, error) {
	return scenarios.Load(generate.Project(o), generate.Name)
}

// saved makes a trial that saves to a store of its own, and no snapshots: a trial that is played a few hours at a time is
// left more often than anybody would leave it.
func (l *lab) saved(sc *scenarios.Scenario) (*trial, error) {
	f, err := os.CreateTemp(l.dir, "*.db")
	if err != nil {
		return nil, err
	}
	if err := errors.Join(f.Close(), os.Remove(f.Name())); err != nil {
		return nil, err
	}
	store, err := checkpoints.Open(f.Name(), checkpoints.Options{})
	if err != nil {
		return nil, err
	}
	bundle, err := sc.Bundle()
	if err == nil {
		_, err = store.Create(checkpoints.Branch{Name: benchBranch, Scenario: sc.Name, Agent: "script", Seed: benchSeed}, bundle)
	}
	if err != nil {
		return nil, errors.Join(err, store.Close())
	}
	return &trial{scenario: sc, store: store, log: logOnly{store.Log(benchBranch)}}, nil
}

func (t *trial) close() error {
	if t.episode != nil {
		t.episode.Close()
	}
	if t.store == nil {
		return nil
	}
	return errors.Join(t.store.Close(), os.Remove(t.store.Path()))
}

// run plays the whole project on one core.
func (t *trial) run(ctx context.Context) error {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	if err := t.play(ctx, 0); err != nil {
		return err
	}
	runtime.ReadMemStats(&after)
	t.bytes, t.allocs = after.TotalAlloc-before.TotalAlloc, after.Mallocs-before.Mallocs
	if t.episode.World().Ended() == nil {
		return errors.New("the generated project stopped before its horizon")
	}
	return nil
}

// play goes on with the project on one core, to so many working hours after its start; 0 is to its horizon. It adds
// what that took.
func (t *trial) play(ctx context.Context, hours int) (err error) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	start, cpu := time.Now(), processorTime()
	defer func() { t.wall, t.cpu = t.wall+time.Since(start), t.cpu+processorTime()-cpu }()
	if t.episode == nil {
		conf := engine.Config{Log: t.log, Watch: func(sim.Event) { t.events++ }}
		if t.episode, err = engine.Create(sim.NewWorld(t.scenario.Parts()...), conf, t.scenario.Lay(benchSeed)); err != nil {
			return err
		}
	}
	lim := engine.Limits{}
	if hours > 0 {
		lim.Until = t.scenario.At(time.Duration(hours) * time.Hour)
	}
	_, err = t.episode.Run(ctx, map[sim.ActorID]engine.Agent{t.scenario.Agent.ID: routine{boss: t.scenario.Cast[0]}}, lim)
	return errors.Join(err, ctx.Err())
}

// rest forgets what was measured so far, which was the way to where measuring begins.
func (t *trial) rest() { t.events, t.wall, t.cpu = 0, 0, 0 }

func micros(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1e3 }

func (t *trial) perEvent() float64 { return micros(t.cpu) / float64(t.events) }

func (t *trial) size() (int64, error) {
	info, err := os.Stat(filepath.Clean(t.store.Path()))
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

// unsaved is a log that keeps contents in memory and no events: what a run costs without a store.
type unsaved struct{ contents map[sim.Hash][]byte }

func (u unsaved) Append(b sim.Batch) error {
	for _, c := range b.Contents {
		u.contents[sim.HashOf(c)] = c
	}
	return nil
}

func (u unsaved) Read(uint64, func(uint64, []byte) error) error {
	return errors.New("this log was not kept")
}

func (u unsaved) Content(h sim.Hash) ([]byte, error) {
	c, ok := u.contents[h]
	if !ok {
		return nil, fmt.Errorf("no content %s", h)
	}
	return c, nil
}

// routine is an agent that does the same few things every day: it looks at its mail, asks how things stand, writes
// down a note and waits.
type routine struct{ boss string }

func (r routine) Act(_ context.Context, o sim.Observation) (engine.Action, error) {
	act := func(tool, args string) (engine.Action, error) {
		return engine.Action{Tool: tool, Args: []byte(args)}, nil
	}
	n := o.Step / 2
	if o.Step%2 == 1 {
		return act("wait_for", `{"span":"8h"}`)
	}
	switch n % 5 {
	case 0:
		return act("mail_list", `{"limit":10}`)
	case 1:
		return act("chat_read", `{"channel":"general","limit":20}`)
	case 2:
		return act("chat_direct", fmt.Sprintf(`{"to":[%q],"text":"Good morning, how does package p%d stand?"}`, r.boss, n/5+1))
	case 3:
		return act("chat_post", fmt.Sprintf(`{"channel":"general","text":"Note %d: all requirements are as announced; please tell me when something moves."}`, n))
	}
	return act("notes_write", fmt.Sprintf(`{"key":"log-%d","text":"Looked at mail and chat, nothing to escalate."}`, n))
}

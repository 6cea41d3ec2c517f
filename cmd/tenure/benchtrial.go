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

// trial is a generated project that was run by a script from its start to its horizon.
type trial struct {
	scenario  *scenarios.Scenario
	store     *checkpoints.Store // nil when nothing was saved
	log       engine.Log
	chain     sim.Chain
	events    int
	wall, cpu time.Duration
	bytes     uint64 // allocated
	allocs    uint64
	reached   []mark // by hundreds of working hours
}

// mark is where a run was when a hundred hours more had passed.
type mark struct {
	events int
	cpu    time.Duration
}

const benchSeed = 1

// benchBranch is the name of the episode in a bench's store.
const benchBranch = "bench"

func generated(o generate.Options) (*scenarios.Scenario, error) {
	return scenarios.Load(generate.Project(o), generate.Name)
}

// saved makes a trial that saves to a store of its own.
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
	return &trial{scenario: sc, store: store, log: branchLog{store, benchBranch}}, nil
}

func (t *trial) close() error {
	if t.store == nil {
		return nil
	}
	return errors.Join(t.store.Close(), os.Remove(t.store.Path()))
}

// run plays the project on one core.
func (t *trial) run(ctx context.Context) error {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	start, cpu := time.Now(), processorTime()
	e, err := engine.Create(sim.NewWorld(t.scenario.Parts()...), engine.Config{Log: t.log, Watch: t.watch(cpu)}, t.scenario.Lay(benchSeed))
	if err != nil {
		return err
	}
	defer e.Close()
	ended, err := e.Run(ctx, map[sim.ActorID]engine.Agent{t.scenario.Agent.ID: routine{boss: t.scenario.Cast[0]}}, engine.Limits{})
	t.wall, t.cpu, t.chain = time.Since(start), processorTime()-cpu, e.Chain()
	runtime.ReadMemStats(&after)
	t.bytes, t.allocs = after.TotalAlloc-before.TotalAlloc, after.Mallocs-before.Mallocs
	switch {
	case err != nil:
		return err
	case ctx.Err() != nil:
		return ctx.Err()
	case ended != engine.Horizon:
		return fmt.Errorf("the generated project ended %s", ended)
	}
	return nil
}

const markEvery = 100 * time.Hour

// watch counts events and notes the processor time of every hundred hours.
func (t *trial) watch(start time.Duration) func(sim.Event) {
	next := t.scenario.Start
	return func(e sim.Event) {
		if _, ok := e.Body.(sim.Opened); ok || t.reached != nil && e.At >= next {
			t.reached = append(t.reached, mark{t.events, processorTime() - start})
			next = t.scenario.At(time.Duration(len(t.reached)) * markEvery)
		}
		t.events++
	}
}

// between is the processor time of an event in the n-th hundred hours, in microseconds.
func (t *trial) between(n int) float64 {
	a, b := t.reached[n], mark{t.events, t.cpu}
	if n+1 < len(t.reached) {
		b = t.reached[n+1]
	}
	return micros(b.cpu-a.cpu) / float64(b.events-a.events)
}

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

func (u unsaved) Append(b engine.Batch) error {
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

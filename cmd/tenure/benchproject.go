package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"time"

	"github.com/tenure-sim/tenure/scenarios"
	"github.com/tenure-sim/tenure/scenarios/generate"
	"github.com/tenure-sim/tenure/sim"
)

const (
	projectHours = 1_000
	longHours    = 10_000
	projectRuns  = 3 // the best counts: what else the machine does is no part of it
)

// project is the saved project of 1,000 hours; the parts that need one share it.
func (l *lab) project(ctx context.Context) (*trial, error) {
	if l.kept != nil {
		return l.kept, nil
	}
	sc, err := generated(generate.Options{Hours: projectHours})
	if err != nil {
		return nil, err
	}
	t, err := l.saved(sc)
	if err != nil {
		return nil, err
	}
	l.kept = t // from here on close sees to it
	l.say("a project of %d hours with %d coworkers", projectHours, len(sc.Cast))
	return t, t.run(ctx)
}

func benchProject(ctx context.Context, l *lab) error {
	first, err := l.project(ctx)
	if err != nil {
		return err
	}
	wall, cpu := first.wall, first.cpu
	for n := range projectRuns - 1 {
		l.say("the same again, %d of %d", n+2, projectRuns)
		err := l.with(first.scenario, func(t *trial) error {
			if err := t.run(ctx); err != nil {
				return err
			}
			wall, cpu = min(wall, t.wall), min(cpu, t.cpu)
			return sameChain(first, t)
		})
		if err != nil {
			return err
		}
	}
	l.say("the same, not saved")
	bare := &trial{scenario: first.scenario, log: unsaved{map[sim.Hash][]byte{}}}
	if err := bare.run(ctx); err != nil {
		return err
	}
	n := float64(first.events)
	l.add(benchRow{Part: "project", What: "1,000 hours, one core", Figure: wall.Seconds(), Unit: "s", Baseline: bare.wall.Seconds(),
		Against: "not saved", Limit: limit{Of: "figure", Most: 2}, Note: fmt.Sprintf("%d coworkers; processor %s s", len(first.scenario.Cast), short(cpu.Seconds()))})
	l.add(benchRow{Part: "project", What: "  events", Figure: n, Unit: "", Note: "the hash of every run is " + first.episode.Chain().String()[:12]})
	l.add(benchRow{Part: "project", What: "  allocated an event", Figure: float64(first.bytes) / n, Unit: "B", Baseline: float64(bare.bytes) / n, Against: "not saved"})
	l.add(benchRow{Part: "project", What: "  allocations an event", Figure: float64(first.allocs) / n, Unit: "", Baseline: float64(bare.allocs) / n, Against: "not saved"})
	if err := l.late(ctx, first); err != nil {
		return err
	}
	return l.long(ctx, first)
}

func sameChain(a, b *trial) error {
	if a.episode.Chain() != b.episode.Chain() {
		return fmt.Errorf("two runs of one project have the hashes %s and %s", a.episode.Chain(), b.episode.Chain())
	}
	return nil
}

// with makes a trial that saves, and closes it.
func (l *lab) with(sc *scenarios.Scenario, do func(*trial) error) error {
	t, err := l.saved(sc)
	if err != nil {
		return err
	}
	return errors.Join(do(t), t.close())
}

// late compares the last hundred hours of the project with the first hundred. Both are played in turns, a few hours
// each, and that several times: of every few hours the best time counts, which is what they take when nothing else is
// going on. Whatever the machine did meanwhile made a difference of a fifth between two runs of the same hours.
func (l *lab) late(ctx context.Context, first *trial) error {
	var old, young best
	for n := range projectRuns {
		l.say("its last hundred hours and its first, in turns, %d of %d", n+1, projectRuns)
		if err := l.lateOnce(ctx, first.scenario, &old, &young); err != nil {
			return err
		}
	}
	l.add(benchRow{Part: "project", What: "  an event, hours 900-1000", Figure: old.perEvent(), Unit: "us", Baseline: young.perEvent(),
		Against: "hours 0-100", Limit: limit{Of: "ratio", Most: 1.1}, Note: "processor time, no garbage collected"})
	return nil
}

// lateOnce lets the collector rest: in so short a stretch it would run three or four times, and clear up for both at the
// expense of whichever it meets.
func (l *lab) lateOnce(ctx context.Context, sc *scenarios.Scenario, late, early *best) error {
	return l.with(sc, func(old *trial) error {
		if err := old.play(ctx, projectHours-100); err != nil {
			return err
		}
		return l.with(sc, func(young *trial) error {
			if err := young.play(ctx, 1); err != nil { // its history is laid then
				return err
			}
			old.rest()
			young.rest()
			runtime.GC()
			defer debug.SetGCPercent(debug.SetGCPercent(-1))
			err := turns(ctx, lap{young, 0, 4, early}, lap{old, projectHours - 100, 4, late})
			early.events, late.events = young.events, old.events
			return err
		})
	})
}

// best is the least that each lap of a trial took.
type best struct {
	laps   [lapCount]time.Duration
	events int
}

func (b *best) keep(n int, took time.Duration) {
	if b.laps[n] == 0 || took < b.laps[n] {
		b.laps[n] = took
	}
}

func (b *best) perEvent() float64 {
	var sum time.Duration
	for _, d := range b.laps {
		sum += d
	}
	return micros(sum) / float64(b.events)
}

// long compares a project of 10,000 hours with one of 1,000, played in turns from start to horizon.
func (l *lab) long(ctx context.Context, first *trial) error {
	l.say("a project of %d hours and one of %d, in turns", longHours, projectHours)
	sc, err := generated(generate.Options{Hours: longHours})
	if err != nil {
		return err
	}
	return l.with(sc, func(long *trial) error {
		return l.with(first.scenario, func(short *trial) error {
			if err := turns(ctx, lap{long, 0, longHours / lapCount, nil}, lap{short, 0, projectHours / lapCount, nil}); err != nil {
				return err
			}
			l.add(benchRow{Part: "project", What: "an event of 10,000 hours", Figure: long.perEvent(), Unit: "us", Baseline: short.perEvent(),
				Against: "of 1,000 hours", Limit: limit{Of: "ratio", Most: linear}, Note: fmt.Sprintf("processor time; %d events in %.1f s", long.events, long.wall.Seconds())})
			return nil
		})
	})
}

const lapCount = 25

// lap is a trial that goes on by so many hours at each turn. Best, if there is one, keeps the least each took.
type lap struct {
	*trial
	from, by int
	best     *best
}

func turns(ctx context.Context, laps ...lap) error {
	for n := range lapCount {
		for _, p := range laps {
			before := p.cpu
			if err := p.play(ctx, p.from+(n+1)*p.by); err != nil {
				return err
			}
			if p.best != nil {
				p.best.keep(n, p.cpu-before)
			}
		}
	}
	return nil
}

// linear is how much more an event of a ten times longer project may cost: its ledger and its data are ten times larger
// and fit less well into the processor's caches.
const linear = 1.25

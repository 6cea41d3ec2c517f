package main

import (
	"context"
	"fmt"

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
	best, err := l.project(ctx)
	if err != nil {
		return err
	}
	early, late := best.between(0), best.between(projectHours/100-1)
	wall, cpu := best.wall, best.cpu
	for n := range projectRuns - 1 {
		l.say("the same again, %d of %d", n+2, projectRuns)
		t, err := l.saved(best.scenario)
		if err != nil {
			return err
		}
		if err := t.run(ctx); err != nil {
			t.close()
			return err
		}
		if t.chain != best.chain {
			t.close()
			return fmt.Errorf("two runs of one project have the hashes %s and %s", best.chain, t.chain)
		}
		wall, cpu = min(wall, t.wall), min(cpu, t.cpu)
		early, late = min(early, t.between(0)), min(late, t.between(projectHours/100-1))
		if err := t.close(); err != nil {
			return err
		}
	}
	l.say("the same, not saved")
	bare := &trial{scenario: best.scenario, log: unsaved{map[sim.Hash][]byte{}}}
	if err := bare.run(ctx); err != nil {
		return err
	}
	n := float64(best.events)
	l.add(benchRow{Part: "project", What: "1,000 hours, one core", Figure: wall.Seconds(), Unit: "s", Baseline: bare.wall.Seconds(),
		Against: "not saved", Limit: limit{Of: "figure", Most: 2}, Note: fmt.Sprintf("%d coworkers; processor %s s", len(best.scenario.Cast), short(cpu.Seconds()))})
	l.add(benchRow{Part: "project", What: "  events", Figure: n, Unit: "", Note: "the hash of every run is " + best.chain.String()[:12]})
	l.add(benchRow{Part: "project", What: "  allocated an event", Figure: float64(best.bytes) / n, Unit: "B", Baseline: float64(bare.bytes) / n, Against: "not saved"})
	l.add(benchRow{Part: "project", What: "  allocations an event", Figure: float64(best.allocs) / n, Unit: "", Baseline: float64(bare.allocs) / n, Against: "not saved"})
	l.add(benchRow{Part: "project", What: "  an event, hours 900-1000", Figure: late, Unit: "us", Baseline: early, Against: "hours 0-100",
		Limit: limit{Of: "ratio", Most: 1.1}, Note: "processor time"})
	return l.long(ctx, micros(cpu)/n)
}

// long runs the project of 10,000 hours and compares an event of it with one of the short project.
func (l *lab) long(ctx context.Context, perEvent float64) error {
	l.say("a project of %d hours", longHours)
	sc, err := generated(generate.Options{Hours: longHours})
	if err != nil {
		return err
	}
	t, err := l.saved(sc)
	if err != nil {
		return err
	}
	err = t.run(ctx)
	if err == nil {
		l.add(benchRow{Part: "project", What: "an event of 10,000 hours", Figure: t.perEvent(), Unit: "us", Baseline: perEvent, Against: "of 1,000 hours",
			Limit: limit{Of: "ratio", Most: linear}, Note: fmt.Sprintf("processor time; %d events in %s s", t.events, short(t.wall.Seconds()))})
	}
	if closed := t.close(); err == nil {
		err = closed
	}
	return err
}

// linear is how much more an event of a ten times longer project may cost: its ledger and its data are ten times larger
// and fit less well into the processor's caches.
const linear = 1.25

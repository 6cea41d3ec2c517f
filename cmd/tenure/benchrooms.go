package main

import (
	"context"
	"time"

	"github.com/tenure-sim/tenure/scenarios"
	"github.com/tenure-sim/tenure/scenarios/generate"
	"github.com/tenure-sim/tenure/sim"
)

const (
	roomItems = 10_000
	roomRuns  = 3
)

// benchRooms loads a large data room: every file is read, checked, and laid into a world.
func benchRooms(ctx context.Context, l *lab) error {
	large, err := l.furnish(ctx, roomItems)
	if err != nil {
		return err
	}
	small, err := l.furnish(ctx, roomItems/2)
	if err != nil {
		return err
	}
	l.add(benchRow{Part: "rooms", What: "data room of 10,000 items", Figure: large.Seconds(), Unit: "s", Baseline: 2 * small.Seconds(),
		Against: "two of 5,000 items", Limit: limit{Of: "figure", Most: 2}})
	return nil
}

// furnish is the best time of some to load a scenario and lay its history.
func (l *lab) furnish(ctx context.Context, items int) (time.Duration, error) {
	files := generate.Project(generate.Options{Hours: 40, Items: items})
	var best time.Duration
	for n := range roomRuns {
		if ctx.Err() != nil {
			return 0, ctx.Err()
		}
		l.say("data room of %d items, %d of %d", items, n+1, roomRuns)
		start := time.Now()
		sc, err := scenarios.Load(files, generate.Name)
		if err != nil {
			return 0, err
		}
		w := sim.NewWorld(sc.Parts()...)
		if err := sc.Lay(benchSeed)(w, func(sim.Outcome) error { return nil }); err != nil {
			return 0, err
		}
		if took := time.Since(start); n == 0 || took < best {
			best = took
		}
	}
	return best, nil
}

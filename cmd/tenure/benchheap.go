package main

import (
	"context"
	"fmt"
)

// youngHours are those after which a project has all that it keeps for good but what was said and written since.
const youngHours = 200

// growth is the heap of a project that is being played, in MiB, all of the bench's own with it.
type growth struct{ young, old float64 }

func (g growth) added() float64 { return g.old - g.young }

// grow plays the whole project and looks at the heap twice.
func (b *backed) grow(ctx context.Context) (g growth, err error) {
	if err := b.play(ctx, youngHours); err != nil {
		return g, err
	}
	g.young = mebibytes(heap())
	if err := b.play(ctx, 0); err != nil {
		return g, err
	}
	g.old = mebibytes(heap())
	return g, nil
}

// heapRows tell how much of what a project comes to is its own growth, which is what was said and written in it, and how
// much comes of the models. Theirs is to be next to nothing.
func (l *lab) heapRows(script, models growth) {
	l.add(benchRow{Part: "models", What: "  heap after 1,000 hours", Figure: models.old, Unit: "MiB", Baseline: models.young,
		Against: fmt.Sprintf("after %d hours", youngHours), Note: fmt.Sprintf("with scripted coworkers it goes from %s to %s", short(script.young), short(script.old))})
	l.add(benchRow{Part: "models", What: fmt.Sprintf("  heap that %d hours add", projectHours-youngHours), Figure: models.added(), Unit: "MiB", Baseline: script.added(),
		Against: "scripted coworkers", Limit: limit{Of: "ratio", Most: 1.1}, Note: "what was said and written, which is kept for good"})
}

// mebibytes are what a heap is told in.
func mebibytes(n uint64) float64 { return float64(n) / (1 << 20) }

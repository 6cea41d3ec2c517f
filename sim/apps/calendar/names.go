package calendar

import (
	"maps"
	"slices"

	"github.com/tenure-sim/tenure/sim"
)

// Names lists all meetings that Exhibit shows, sorted.
func (p *Part) Names(sim.View) []string { return slices.Sorted(maps.Keys(p.meetings)) }

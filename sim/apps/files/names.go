package files

import (
	"maps"
	"slices"

	"github.com/tenure-sim/tenure/sim"
)

// Names lists all files that Exhibit shows, sorted.
func (p *Part) Names(sim.View) []string { return slices.Sorted(maps.Keys(p.files)) }

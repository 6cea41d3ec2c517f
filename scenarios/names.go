package scenarios

import (
	"maps"
	"slices"

	"github.com/tenure-sim/tenure/sim"
)

// Names lists all beats by their bare ids, sorted. Exhibit shows them.
func (s *Script) Names(sim.View) []string { return slices.Sorted(maps.Keys(s.byID)) }

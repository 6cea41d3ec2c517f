package chat

import (
	"maps"
	"slices"

	"github.com/tenure-sim/tenure/sim"
)

// Names lists all conversations, sorted. Exhibit shows them.
func (p *Part) Names(sim.View) []string { return slices.Sorted(maps.Keys(p.convs)) }

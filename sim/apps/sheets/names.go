package sheets

import (
	"maps"
	"slices"

	"github.com/tenure-sim/tenure/sim"
)

// Names lists all workbooks, sorted, and after each its filled cells. Exhibit shows both.
func (p *Part) Names(v sim.View) []string {
	var out []string
	for _, id := range slices.Sorted(maps.Keys(p.sheets)) {
		out = append(out, id)
		b := p.book(v, p.sheets[id].latest)
		for _, at := range b.places() {
			out = append(out, id+"!"+b.cellName(at))
		}
	}
	return out
}

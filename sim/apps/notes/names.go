package notes

import (
	"slices"

	"github.com/tenure-sim/tenure/sim"
)

// Names lists all notes that Exhibit shows, sorted.
func (p *Part) Names(sim.View) []string {
	var out []string
	for who, b := range p.books {
		for key := range b.notes {
			out = append(out, string(who)+"/"+key)
		}
	}
	slices.Sort(out)
	return out
}

package sheets

import (
	"fmt"
	"testing"
	"time"

	"github.com/tenure-sim/tenure/sim"
)

// A data room is laid down fast: nothing is calculated before somebody looks.
func BenchmarkHistory(b *testing.B) {
	o := newOffice(&testing.T{})
	for i := range b.N {
		out, err := o.World.Recall(o.World.Start().Add(-time.Hour), sim.Call{By: "marta", Tool: "sheets_create",
			Args: sim.Args{"sheet": fmt.Sprint("s", i), "values": "a\tb\n1\t=A2*2"}})
		if err != nil || out.Rejected != nil {
			b.Fatal(err, out.Rejected)
		}
	}
}

// The dearest book that a write can make must be calculated in about a second.
func BenchmarkDearestBook(b *testing.B) {
	k := newBook("S")
	for i := range 1000 {
		k.cells[place{0, i + 1, 2}] = fmt.Sprint(i)
		if i < 195 {
			k.cells[place{0, i + 1, 1}] = fmt.Sprintf("=SUMIF(B1:B1000,\">%d\")", i)
		}
	}
	for b.Loop() {
		k.calculate()
	}
}

package sheets

import (
	"fmt"
	"testing"
)

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

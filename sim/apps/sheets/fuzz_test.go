package sheets

import "testing"

// Whatever is imported can be calculated, written out and read again.
func FuzzImport(f *testing.F) {
	b := newBook("A", "B")
	b.cells[place{0, 1, 1}], b.cells[place{1, 2, 2}] = "=B!B2*2", "2026-03-27"
	f.Add(b.excel())
	f.Add([]byte("a,=A1&\"x\"\n=B1,'5,12%,1e5,=A1+"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		b, _, err := read(raw)
		if err != nil || len(b.cells) > 500 {
			return
		}
		b.errors()
		for _, p := range b.places() {
			b.value(p)
		}
		b.excel()
		if again := decodeBook(b.encode()); len(again.cells) != len(b.cells) {
			t.Errorf("%d cells, then %d", len(b.cells), len(again.cells))
		}
	})
}

func FuzzFormula(f *testing.F) {
	for _, s := range []string{"=SUM(A1:B2)", `=IF("a"="b",1,'My tab'!A1)`, "=1+", "={1,2}", "=-A1%", "=A1:B2:C3", "=(((", `="`, "=A1 B2", "=WORKDAY(A1,999999999)", "=DATE(99999,99999,99999)", "=POWER(9,9999)", "=EDATE(A1,99999999)", "=TEXT(A1,\"[h]:mm\")"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		b := newBook("Sheet1", "My tab")
		b.cells[place{0, 1, 1}] = "3"
		if _, err := b.write(map[place]string{{0, 3, 3}: capital(s)}); err != nil {
			return
		}
		if _, err := b.graph(); err != nil {
			return
		}
		b.value(place{0, 3, 3})
	})
}

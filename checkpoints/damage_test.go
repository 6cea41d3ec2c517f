package checkpoints_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/sim"
)

// history is the file of a small store after each of several commits, with a journal that a killed process left or without.
func history(t *testing.T, journal bool) (out [][]byte) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "s.db")
	s := open(t, path)
	w := newWriter(t, s)
	names := crowdNames(10)
	for i, name := range names {
		w.create(name)
		w.step(name, 3, text(i))
	}
	for step := range 6 {
		if journal {
			w.together(names, step)
		} else {
			w.step(names[step], 2, text(50+step))
		}
		out = append(out, readFile(t, path))
	}
	if err := s.Abandon(); err != nil {
		t.Fatal(err)
	}
	return out
}

// Old pages and flipped bits, drawn by a seed: whatever bbolt is kept from, no open, reading or writing goes round for ever,
// and a store that Open refuses stays as it was. A fatal error or an endless loop of bbolt's would end the test.
func TestDrawnDamageEndsInWords(t *testing.T) {
	const seed = 6
	r := rand.New(rand.NewPCG(seed, 1))
	times := 60
	if testing.Short() {
		times = 12
	}
	refusals := 0
	for _, journal := range []bool{true, false} {
		files := history(t, journal)
		whole := files[len(files)-1]
		for n := range times {
			b, what := drawDamage(r, whole, files[r.IntN(len(files)-1)], n%2 == 0)
			what = fmt.Sprintf("seed %d, journal %v, %d: %s", seed, journal, n, what)
			path := filepath.Join(t.TempDir(), "d.db")
			writeFile(t, path, b)
			inTime(t, what, func() {
				if err := useDamaged(t, path); err != nil {
					refusals++
					if !bytes.Equal(readFile(t, path), b) {
						t.Errorf("%s: refused (%v), and the file was changed", what, err)
					}
				}
			})
			if t.Failed() {
				return
			}
		}
	}
	if refusals == 0 {
		t.Errorf("seed %d: nothing was refused, so this test shows nothing", seed)
	}
	t.Logf("%d damages, %d refused", 2*times, refusals)
}

// drawDamage puts an old page, or the old list of free pages, where another is, or flips up to three bits.
func drawDamage(r *rand.Rand, whole, old []byte, stale bool) ([]byte, string) {
	b := bytes.Clone(whole)
	page := 2 + r.IntN(len(b)/pageSize-2)
	at := b[page*pageSize:][:pageSize]
	if !stale {
		for range 1 + r.IntN(3) {
			bit := r.IntN(pageSize * 8 / (1 + 15*r.IntN(2))) // often in the header and the list of items
			at[bit/8] ^= 1 << (bit % 8)
		}
		return b, fmt.Sprintf("bits in page %d", page)
	}
	from := page
	if r.IntN(2) == 0 {
		from = int(binary.NativeEndian.Uint64(old[newestMeta(old)+16+32:]))
	}
	if (from+1)*pageSize <= len(old) {
		copy(at, old[from*pageSize:][:pageSize])
		binary.NativeEndian.PutUint64(at, uint64(page))
	}
	return b, fmt.Sprintf("old page %d at %d", from, page)
}

// useDamaged does what there is to do with a store. The error is Open's; what else is refused may be refused for any reason.
func useDamaged(t *testing.T, path string) error {
	t.Helper()
	words := func(err error) {
		if err != nil && strings.Contains(err.Error(), "runtime error") {
			t.Errorf("%v: want it in words", err)
		}
	}
	_, err := checkpoints.Verify(t.Context(), path, checkpoints.VerifyOptions{Naming: &sim.Naming{}})
	words(err)
	_, err = checkpoints.Salvage(t.Context(), path, filepath.Join(t.TempDir(), "new.db"), checkpoints.SalvageOptions{Naming: &sim.Naming{}})
	words(err)
	s, err := checkpoints.Open(path, checkpoints.Options{})
	if err != nil {
		words(err)
		return err
	}
	for _, name := range crowdNames(10) {
		words(s.Read(name, 0, func(uint64, []byte) error { return nil }))
	}
	_, err = s.Usage(t.Context(), nil)
	words(err)
	words(s.Remove("e1"))
	words(s.Rename("e5", "q5"))
	words(s.Log("e3").Annotate("on"))
	_, err = s.GC(t.Context(), checkpoints.GCOptions{})
	words(err)
	words(s.Close())
	_, err = checkpoints.Compact(t.Context(), path, checkpoints.CompactOptions{})
	words(err)
	return nil
}

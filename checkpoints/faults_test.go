package checkpoints_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/sim"
)

const pageSize = 4096

var allFlips = flag.Bool("allflips", false, "flip many bits of every page, not a few: minutes")

// inTime fails when f takes too long: damage must not hang anybody.
func inTime(t *testing.T, what string, f func()) {
	t.Helper()
	const most = time.Minute
	done := make(chan struct{})
	go func() { defer close(done); f() }()
	timer := time.NewTimer(most)
	defer timer.Stop()
	select {
	case <-done:
	case <-timer.C:
		t.Fatalf("%s: no end after %s", what, most)
	}
}

// readsRight opens a damaged store and reads it all. It says whether anything complained; what was read must be what
// was written, or its hash must give it away.
func (w *writer) readsRight(path string) (complained bool, err error) {
	s, err := checkpoints.Open(path, checkpoints.Options{ReadOnly: true})
	if err != nil {
		return true, nil
	}
	defer s.Close()
	bs, err := s.Branches()
	if err != nil {
		return true, nil
	}
	complained = len(bs) != len(richNames)
	for _, b := range bs {
		bad, err := w.branchReadsRight(s, b.Name)
		if err != nil {
			return false, err
		}
		complained = complained || bad
	}
	return complained, nil
}

func (w *writer) branchReadsRight(s *checkpoints.Store, name string) (complained bool, err error) {
	wrong := w.same(s, name, uint64(len(w.events[name])))
	if wrong == nil {
		return false, nil
	}
	h, err := s.Head(name)
	if err != nil {
		return true, nil
	}
	var c sim.Chain
	err = s.Read(name, 0, func(_ uint64, e []byte) error {
		c = c.Next(e)
		return nil
	})
	if err == nil && c == h.Chain && h.Seq == uint64(len(w.events[name])) {
		return false, fmt.Errorf("%s: wrong events with the right hash: %w", name, wrong)
	}
	return true, nil
}

// flips are the bits to flip in a page: many in its header and the headers of its items, and some anywhere.
func flips(r *rand.Rand) []int {
	var out []int
	if *allFlips {
		for bit := range 48 * 8 {
			out = append(out, bit)
		}
		for bit := 48 * 8; bit < pageSize*8; bit += 97 {
			out = append(out, bit)
		}
		return out
	}
	times := 12
	if testing.Short() {
		times = 2
	}
	for range times {
		out = append(out, r.IntN(16*8), 16*8+r.IntN(16*16*8), r.IntN(pageSize*8))
	}
	return out
}

func TestOneFlippedBitInAnyPageIsNeverSilentAndCostsNoMoreThanItsPage(t *testing.T) {
	w, path := richFile(t)
	whole := readFile(t, path)
	chunks, err := checkpoints.ChunkPages(path)
	if err != nil {
		t.Fatal(err)
	}
	const seed = 1
	r := rand.New(rand.NewPCG(seed, 0))
	broken := filepath.Join(t.TempDir(), "broken.db")
	quiet, tried := 0, 0
	for page := range len(whole) / pageSize {
		for _, bit := range flips(r) {
			flipped := append([]byte(nil), whole...)
			flipped[page*pageSize+bit/8] ^= 1 << (bit % 8)
			writeFile(t, broken, flipped)
			tried++
			what := fmt.Sprintf("seed %d, page %d, bit %d", seed, page, bit)
			inTime(t, what, func() {
				if !w.complains(t, what, broken) {
					quiet++
				}
				w.salvages(t, what, broken, chunks[uint64(page)])
			})
			if t.Failed() {
				return
			}
		}
	}
	t.Logf("%d flips, %d of them where nothing lies", tried, quiet)
}

// complains says whether anybody notices that a store is damaged. When reading does, verify must.
func (w *writer) complains(t *testing.T, what, path string) bool {
	complained, err := w.readsRight(path)
	if err != nil {
		t.Errorf("%s: %v", what, err)
	}
	res, err := checkpoints.Verify(context.Background(), path, checkpoints.VerifyOptions{})
	found := err != nil || len(res.Findings) > 0
	if complained && !found {
		t.Errorf("%s: reading goes wrong and verify finds nothing", what)
	}
	return found
}

// salvages saves a store with one flipped bit, first what is sure and then all that can be read. Of the latter nothing
// may be missing but what lies in the damaged page and what comes after it.
func (w *writer) salvages(t *testing.T, what, path string, damaged [][2]uint64) {
	into := filepath.Join(t.TempDir(), "new.db")
	for i, o := range []checkpoints.SalvageOptions{{}, {Doubtful: true}} {
		into := fmt.Sprintf("%s.%d", into, i)
		res, err := checkpoints.Salvage(context.Background(), path, into, o)
		if err != nil {
			t.Errorf("%s: salvage: %v", what, err)
			return
		}
		if !o.Doubtful {
			w.savesNothingWrong(t, what, into, res)
		} else {
			w.savesAllThatIsSound(t, what, res, damaged)
		}
	}
}

func (w *writer) savesNothingWrong(t *testing.T, what, into string, res checkpoints.SalvageResult) {
	s, err := checkpoints.Open(into, checkpoints.Options{ReadOnly: true})
	if err != nil {
		t.Errorf("%s: open what was salvaged: %v", what, err)
		return
	}
	defer s.Close()
	for _, e := range res.Episodes {
		if e.Saved && w.events[e.Episode] != nil {
			if err := w.same(s, e.Episode, e.Last); err != nil {
				t.Errorf("%s: salvaged %s: %v (%+v)", what, e.Episode, err, e)
			}
		}
	}
}

func (w *writer) savesAllThatIsSound(t *testing.T, what string, res checkpoints.SalvageResult, damaged [][2]uint64) {
	last := map[string]uint64{}
	for i, name := range richNames {
		last[name] = uint64(len(w.events[name]))
		last[fmt.Sprintf("recovered-%d", i+1)] = last[name]
	}
	for _, d := range damaged {
		name := richNames[d[0]-1]
		last[name] = min(last[name], d[1]-1)
	}
	alpha := last["alpha"]
	if alpha < 26 {
		last["empty"] = 0
	}
	if alpha < 56 {
		last["gamma"] = 0
	}
	if alpha < 56 || last["gamma"] < 61 {
		last["delta"] = 0
	}
	for _, e := range res.Episodes {
		if e.Last < last[e.Episode] && w.events[e.Episode] != nil {
			t.Errorf("%s: got %+v, want it up to %d", what, e, last[e.Episode])
		}
	}
}

// cuts are lengths to cut a file to: every page's beginning, and some odd places.
func cuts(size int) []int {
	out := []int{1, 15, 16, 79, 80, 100, 4095, 4097, 8191, 8193, 12_289, size - 1, size - 100}
	for at := 0; at < size; at += pageSize {
		out = append(out, at)
	}
	return out
}

func TestAFileCutShortIsNeverSilent(t *testing.T) {
	w, path := richFile(t)
	whole := readFile(t, path)
	dir := t.TempDir()
	broken := filepath.Join(dir, "broken.db")
	for _, n := range cuts(len(whole)) {
		what := fmt.Sprintf("cut to %d of %d bytes", n, len(whole))
		writeFile(t, broken, whole[:n])
		inTime(t, what, func() {
			complained, err := w.readsRight(broken)
			if err != nil {
				t.Errorf("%s: %v", what, err)
			}
			s, err := checkpoints.Open(broken, checkpoints.Options{})
			if err == nil {
				s.Close()
			}
			if n > 0 && err == nil && complained {
				t.Errorf("%s: it opens for writing and not for reading", what)
			}
			writeFile(t, broken, whole[:n])
			res, err := checkpoints.Verify(context.Background(), broken, checkpoints.VerifyOptions{})
			if complained && err == nil && len(res.Findings) == 0 {
				t.Errorf("%s: verify finds nothing", what)
			}
			into := filepath.Join(t.TempDir(), "new.db")
			if saved, err := checkpoints.Salvage(context.Background(), broken, into, checkpoints.SalvageOptions{}); err == nil {
				w.savesNothingWrong(t, what, into, saved)
			} else if n > 8*pageSize { // before that there may be nothing to save
				t.Errorf("%s: salvage: %v", what, err)
			}
		})
	}
}

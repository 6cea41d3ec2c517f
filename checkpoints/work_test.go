package checkpoints_test

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/sim"
)

// crowd is a store with an episode and n forks of it, each with events of its own.
func crowd(t *testing.T, n int) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "crowd.db")
	s := open(t, path)
	defer s.Close()
	w := newWriter(t, s)
	w.create("a")
	for range 10 {
		w.step("a", 3, nil)
	}
	f := checkpoints.Fork{Parent: "a", At: 30, Chain: w.chains["a"][29], Names: forkNames("fork", n)}
	for i := range n {
		b := sim.Batch{After: 30, Chain: f.Chain}
		for j := range 5 {
			e := frame(t, uint64(31+j), said{Text: fmt.Sprintf("fork %d goes its own way", i)})
			b.Events, b.Chain = append(b.Events, e), b.Chain.Next(e)
		}
		f.First = append(f.First, b)
	}
	if _, err := s.Fork(f); err != nil {
		t.Fatal(err)
	}
	return path
}

// work is how many bytes are taken from the heap by what f does: it goes up with what is read, on any machine alike.
func work(t *testing.T, f func() error) uint64 {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if err := f(); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// gc, verify, salvage and du once read a branch's neighbours too, and so went with the square of the branches.
func TestTheWorkGrowsWithTheBranchesAndNotWithTheirSquare(t *testing.T) {
	const few, many = 200, 2000
	ctx := context.Background()
	small, large := crowd(t, few), crowd(t, many)
	withStore := func(path string, f func(*checkpoints.Store) error) error {
		s, err := checkpoints.Open(path, checkpoints.Options{})
		if err != nil {
			return err
		}
		defer s.Close()
		return f(s)
	}
	for what, does := range map[string]func(path string) error{
		"verify": func(path string) error {
			res, err := checkpoints.Verify(ctx, path, checkpoints.VerifyOptions{})
			if err == nil && len(res.Findings) > 0 {
				err = fmt.Errorf("found %v", res.Findings[0])
			}
			return err
		},
		"gc": func(path string) error {
			return withStore(path, func(s *checkpoints.Store) error { return second(s.GC(ctx, checkpoints.GCOptions{DryRun: true})) })
		},
		"du": func(path string) error {
			return withStore(path, func(s *checkpoints.Store) error { return second(s.Usage(ctx, nil)) })
		},
		"salvage": func(path string) error {
			return second(checkpoints.Salvage(ctx, path, filepath.Join(t.TempDir(), "new.db"), checkpoints.SalvageOptions{}))
		},
	} {
		a, b := work(t, func() error { return does(small) }), work(t, func() error { return does(large) })
		t.Logf("%s: %d kB for %d branches, %d kB for %d", what, a>>10, few, b>>10, many)
		if most := 2 * a * many / few; b > most {
			t.Errorf("%s takes %d bytes for %d branches and %d for %d; want at most %d", what, a, few, b, many, most)
		}
	}
}

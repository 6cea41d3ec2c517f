package checkpoints_test

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/sim"
)

// contentsOf is all that a store says: its episodes with their ends, their checkpoints, their events, and which snapshots it has.
func contentsOf(path string) (string, error) {
	s, err := checkpoints.Open(path, checkpoints.Options{ReadOnly: true})
	if err != nil {
		return "", err
	}
	defer s.Close()
	var out strings.Builder
	tips, err := s.Heads()
	if err != nil {
		return "", err
	}
	all, err := s.AllBranches()
	if err != nil {
		return "", err
	}
	fmt.Fprintf(&out, "%+v\n", all)
	for _, tip := range tips {
		name := tip.Branch.Name
		marks, err := s.Checkpoints(name)
		if err != nil {
			return "", err
		}
		var c sim.Chain
		err = s.Read(name, 0, func(_ uint64, e []byte) error {
			c = c.Next(e)
			return nil
		})
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&out, "%+v\n%+v\n%s\n", tip, marks, c)
	}
	return out.String(), nil
}

// small is a store whose records lie in the root page, with the buckets they are in.
func small(t *testing.T, path string) {
	s := open(t, path)
	w := newWriter(t, s)
	w.create("alpha")
	w.step("alpha", 3, text(1))
	w.fork("alpha", "beta", 2)
	w.mark("alpha", "one", 1)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

// wide is a store whose records lie in pages of their own. Of checkpoints there is one, in a page for itself.
func wide(t *testing.T, path string) {
	s := open(t, path)
	w := newWriter(t, s)
	for i := range 12 {
		name := fmt.Sprintf("episode-%d", i)
		w.create(name)
		w.step(name, 2, nil)
		if err := s.Log(name).Annotate("stopped " + strings.Repeat("for lunch ", 5)); err != nil {
			t.Fatal(err)
		}
	}
	mark := checkpoints.Checkpoint{Name: "one", Seq: 1, Note: strings.Repeat("a long note ", 100)}
	if err := s.Mark("episode-0", mark); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

// A flipped bit is told by verify, or it changes nothing that the store says. And whoever reads the store is never told
// anything else than was written, whether or not somebody has verified it.
func TestNoFlippedBitChangesWhatAStoreSays(t *testing.T) {
	for name, make := range map[string]func(*testing.T, string){"in the root page": small, "in pages of their own": wide} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "whole.db")
			make(t, path)
			want, err := contentsOf(path)
			if err != nil {
				t.Fatal(err)
			}
			whole := readFile(t, path)
			pages, err := checkpoints.RecordPages(path)
			if err != nil || len(pages) == 0 {
				t.Fatalf("got the pages %v, %v", pages, err)
			}
			step := 37 // each bit of a byte in turn, and each place in an item's header
			switch {
			case *allFlips:
				step = 1
			case testing.Short():
				step = 301
			}
			quiet, tried := 0, 0
			for _, page := range pages {
				for bit := int(page) % step; bit < pageSize*8 && !t.Failed(); bit += step {
					tried++
					if !noticed(t, path, whole, want, int(page)*pageSize*8+bit) {
						quiet++
					}
				}
			}
			t.Logf("%d flips in the pages %v, %d of them where nothing lies", tried, pages, quiet)
		})
	}
}

func noticed(t *testing.T, path string, whole []byte, want string, bit int) bool {
	t.Helper()
	flipped := append([]byte(nil), whole...)
	flipped[bit/8] ^= 1 << (bit % 8)
	writeFile(t, path, flipped)
	where := fmt.Sprintf("page %d, byte %d, bit %d", bit/8/pageSize, bit/8%pageSize, bit%8)
	got, rerr := contentsOf(path)
	if rerr == nil && got != want {
		t.Errorf("%s: the store says\n%s, want\n%s", where, got, want)
	}
	if rerr != nil && strings.Contains(rerr.Error(), "runtime error") {
		t.Errorf("%s: a panic of ours: %v", where, rerr)
	}
	res, err := checkpoints.Verify(context.Background(), path, checkpoints.VerifyOptions{})
	found := err != nil || len(res.Findings) > 0
	if rerr != nil && !found {
		t.Errorf("%s: verify finds nothing, and reading says %v", where, rerr)
	}
	return found
}

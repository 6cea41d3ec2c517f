package checkpoints_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/tenure-sim/tenure/checkpoints"
)

// A file begins with two pages of which one is enough. What bbolt takes for damaged must not count here either: its
// numbers would tell of a file cut short, or let one that is cut short be mapped.
func TestOneOfTheTwoFirstPagesIsEnough(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.db")
	s := open(t, path)
	create(t, s, checkpoints.Branch{Name: "a"})
	grow(t, s, "a", 9)
	s.Close()
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const header, pages, txid = 16, 16 + 40, 16 + 48
	for name, c := range map[string]struct {
		at   []int
		want error
	}{
		"the first":               {[]int{txid + 6}, nil},
		"the second":              {[]int{os.Getpagesize() + txid + 6}, nil},
		"a huge number of pages":  {[]int{pages + 7}, nil},
		"both":                    {[]int{txid, os.Getpagesize() + pages}, checkpoints.ErrDamaged},
		"both do not begin right": {[]int{header, os.Getpagesize() + header}, checkpoints.ErrForeign},
	} {
		broken := append([]byte(nil), whole...)
		for _, at := range c.at {
			broken[at] ^= 0x40
		}
		if err := os.WriteFile(path, broken, 0o644); err != nil {
			t.Fatal(err)
		}
		s, err := checkpoints.Open(path, checkpoints.Options{ReadOnly: true})
		if !errors.Is(err, c.want) {
			t.Errorf("%s: got %v, want %v", name, err, c.want)
		}
		if err != nil {
			continue
		}
		if got := read(t, s, "a", 0); len(got) < 6 { // the page before the last commit's may be the one that is left
			t.Errorf("%s: %d events, want those of the last commit or the one before", name, len(got))
		}
		s.Close()
	}
}

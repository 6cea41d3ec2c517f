package checkpoints_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"path/filepath"
	"testing"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/sim"
)

// item is where the key of an item of a page lies in the file, and what a branch page's item leads to.
func item(file []byte, page, n int, leaf bool) (key []byte, leads int) {
	at := page*pageSize + 16 + 16*n
	u32 := func(i int) int { return int(binary.NativeEndian.Uint32(file[at+4*i:])) }
	if leaf {
		from := at + u32(1)
		return file[from : from+u32(2)], 0
	}
	from := at + u32(0)
	return file[from : from+u32(1)], int(binary.NativeEndian.Uint64(file[at+8:]))
}

// freeIn are the free pages of a file whose list of them is short.
func freeIn(file []byte) map[int]bool {
	out := map[int]bool{}
	list := file[binary.NativeEndian.Uint64(file[newestMeta(file)+16+32:])*pageSize:]
	for i := range int(binary.NativeEndian.Uint16(list[10:])) {
		out[int(binary.NativeEndian.Uint64(list[16+8*i:]))] = true
	}
	return out
}

// A first key that was altered and is still in order leads bbolt astray when it writes: it looks for the page by that key in
// the page above, does not find it, and leaves there what it writes over next. A reader then goes round for ever.
func TestAFirstKeyThatDoesNotLeadThereIsDamage(t *testing.T) {
	const flagBranch, flagLeaf = 1, 2
	files := history(t, true)
	whole := files[len(files)-1]
	kind := func(page int) (flags, count int) {
		h := whole[page*pageSize:]
		return int(binary.NativeEndian.Uint16(h[8:])), int(binary.NativeEndian.Uint16(h[10:]))
	}
	free := freeIn(whole)
	tried := 0
	for page := 2; page < len(whole)/pageSize; page++ {
		flags, count := kind(page)
		if flags != flagBranch || free[page] {
			continue
		}
		for n := range count {
			_, child := item(whole, page, n, false)
			if flags, items := kind(child); flags != flagLeaf || items < 2 {
				continue
			}
			b := bytes.Clone(whole)
			first, _ := item(b, child, 0, true)
			second, _ := item(b, child, 1, true)
			if first[len(first)-1]++; bytes.Compare(first, second) >= 0 {
				continue
			}
			tried++
			path := filepath.Join(t.TempDir(), "d.db")
			writeFile(t, path, b)
			if s, err := checkpoints.Open(path, checkpoints.Options{}); !errors.Is(err, checkpoints.ErrDamaged) {
				t.Errorf("page %d: got %v, want it to be damaged", child, err)
				if s != nil {
					s.Close()
				}
			}
			if res, err := checkpoints.Verify(t.Context(), path, checkpoints.VerifyOptions{Naming: &sim.Naming{}}); err != nil || len(res.Findings) == 0 {
				t.Errorf("page %d: verify gives %v, %v; want a finding", child, res.Findings, err)
			}
		}
	}
	if tried == 0 {
		t.Error("no page was tried, so this test shows nothing")
	}
}

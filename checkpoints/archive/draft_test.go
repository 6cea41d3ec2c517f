package archive_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/checkpoints/archive"
)

func TestWhatAKilledExportLeavesIsCleared(t *testing.T) {
	dir := t.TempDir()
	file := small(t)
	for name, b := range map[string][]byte{
		"a.tenure" + part(1): file[:100], "a.tenure" + part(22): nil, "b.tenure" + part(3): file[:30], "b.tenure" + part(4): file[:3],
		"a.tenure.part-1": file, "movie" + part(5): []byte("of some other program, and not short"), "a.tenure": file, part(6)[1:]: file,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), b, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chmod(filepath.Join(dir, "a.tenure"), 0o640); err != nil {
		t.Fatal(err)
	}
	d, err := checkpoints.NewDraft(filepath.Join(dir, "a.tenure"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.Write(file); err != nil {
		t.Fatal(err)
	}
	mine := filepath.Base(d.Name())
	holds(t, dir, "a.tenure", "a.tenure.part-1", "b.tenure"+part(3), "b.tenure"+part(4), "movie"+part(5), part(6)[1:], mine)
	other, err := checkpoints.NewDraft(filepath.Join(dir, "a.tenure")) // of the same file, at the same time
	if err != nil {
		t.Fatal(err)
	}
	if err := other.Discard(); err != nil {
		t.Fatal(err)
	}
	left, err := archive.Drafts(dir)
	if err != nil || !slices.Equal(left, []string{"b.tenure" + part(3), "b.tenure" + part(4)}) {
		t.Errorf("got %v, %v; want both of b's named", left, err)
	}
	holds(t, dir, "a.tenure", "a.tenure.part-1", "b.tenure"+part(3), "b.tenure"+part(4), "movie"+part(5), part(6)[1:], mine)
	gone, err := archive.ClearDrafts(dir)
	if err != nil || len(gone) != 2 {
		t.Errorf("got %v, %v; want both of b's", gone, err)
	}
	holds(t, dir, "a.tenure", "a.tenure.part-1", "movie"+part(5), part(6)[1:], mine)
	if err := d.Publish(); err != nil {
		t.Fatal(err)
	}
	holds(t, dir, "a.tenure", "a.tenure.part-1", "movie"+part(5), part(6)[1:])
	info, err := os.Stat(filepath.Join(dir, "a.tenure"))
	if err != nil || info.Mode().Perm() != 0o640 || info.Size() != int64(len(file)) {
		t.Errorf("got %v, %v; want what was written, with the mode 0640 of the file before", info, err)
	}
}

// part is what the name of a draft ends in.
func part(n int) string { return fmt.Sprintf(".part-%016d", n) }

func holds(t *testing.T, dir string, want ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("the folder holds %v, want %v", got, want)
	}
}

package scenarios

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Limits of a scenario's files.
const (
	fileMost  = 16 << 20 // bytes of one
	totalMost = 96 << 20 // bytes of all
	filesMost = 25_000
	pathMost  = 1_000 // bytes of a file's path
	nameMost  = 255   // of the folder's name
)

// tree is all files of a scenario by path, with slashes, from its folder on.
type tree map[string][]byte

// intake is files on their way into a tree.
type intake struct {
	files tree
	total int // bytes
}

// take adds a file, within the limits. Whoever reads files or unpacks them takes them in here.
func (in *intake) take(name string, raw []byte) error {
	switch {
	case !fs.ValidPath(name) || path.Clean(name) != name || !printable(name) || len(name) > pathMost:
		return fmt.Errorf("%.300q is not a path below the scenario's folder; expected names of letters, digits and marks with slashes between, %d bytes at most",
			name, pathMost)
	case len(in.files) >= filesMost:
		return fmt.Errorf("more than %d files; a scenario has at most so many: leave some out", filesMost)
	case len(raw) > fileMost:
		return fmt.Errorf("%s has %d bytes; a file has at most %d", name, len(raw), fileMost)
	}
	if in.total += len(raw); in.total > totalMost {
		return fmt.Errorf("more than %d bytes in all; a scenario has at most so many: leave some out", totalMost)
	}
	in.files[name] = raw
	return nil
}

// printable says whether a name does nothing to a terminal that shows it.
func printable(name string) bool {
	return utf8.ValidString(name) && strings.IndexFunc(name, func(r rune) bool {
		return unicode.IsControl(r) || r >= 0x2028 && r <= 0x202E || r >= 0x2066 && r <= 0x2069 // lines, and directions of writing
	}) < 0
}

// readTree reads the files below root. Names that begin with a dot are left out: they belong to editors and machines.
func readTree(fsys fs.FS, root string, r *report) tree {
	in := intake{files: tree{}}
	if !printable(r.name) {
		wrong := r.name
		r.name = "scenario" // what it is called must not do anything to a terminal
		r.problem("", pos{}, "%q is no name of a scenario; expected a folder's name without control characters", wrong)
		return in.files
	}
	err := fs.WalkDir(fsys, root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if strings.HasPrefix(path.Base(name), ".") && name != root {
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		if d.IsDir() {
			return nil
		}
		rel := strings.TrimPrefix(strings.TrimPrefix(name, root), "/")
		if !d.Type().IsRegular() {
			r.problem("", pos{}, "%q is not a plain file", rel)
			return nil
		}
		raw, err := readFile(fsys, name)
		if err != nil {
			return err
		}
		return in.take(rel, raw)
	})
	if err != nil {
		r.problem("", pos{}, "%s", cause(err))
	}
	return in.files
}

func cause(err error) string {
	if errors.Is(err, fs.ErrNotExist) {
		return "there is no such scenario"
	}
	return err.Error()
}

func readFile(fsys fs.FS, name string) ([]byte, error) {
	f, err := fsys.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	raw, err := io.ReadAll(io.LimitReader(f, fileMost+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return raw, nil
}

// below lists the files of a folder and its folders, in order.
func (t tree) below(folder string) []string {
	var out []string
	for _, name := range sortedKeys(t) {
		if strings.HasPrefix(name, folder+"/") {
			out = append(out, name)
		}
	}
	return out
}

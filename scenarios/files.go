package scenarios

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"
)

// Limits of a scenario's files.
const (
	fileMost  = 16 << 20 // bytes of one
	totalMost = 96 << 20 // bytes of all
	filesMost = 25_000
)

// tree is all files of a scenario by path, with slashes, from its folder on.
type tree map[string][]byte

// readTree reads the files below root. Names that begin with a dot are left out: they belong to editors and machines.
func readTree(fsys fs.FS, root string, r *report) tree {
	t, total := tree{}, 0
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
			r.problem(rel, pos{}, "not a plain file")
			return nil
		}
		if len(t) >= filesMost {
			return fmt.Errorf("more than %d files", filesMost)
		}
		raw, err := readFile(fsys, name)
		if err != nil {
			return err
		}
		if total += len(raw); total > totalMost {
			return fmt.Errorf("more than %d bytes in all", totalMost)
		}
		t[rel] = raw
		return nil
	})
	if err != nil {
		r.problem("", pos{}, "%s", cause(err))
	}
	return t
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
	if len(raw) > fileMost {
		return nil, fmt.Errorf("%s has more than %d bytes", name, fileMost)
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

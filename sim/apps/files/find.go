package files

import (
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tenure-sim/tenure/sim"
)

const (
	pathMost = 300
	sizeMost = 16 << 20 // bytes of one file
)

// clean takes the spellings people use for a path: with "files/" or slashes around it. A folder that is really
// called files keeps its name.
func (p *Part) clean(s string) string {
	s = strings.Trim(s, "/")
	if rest, ok := strings.CutPrefix(s, "files/"); ok && p.below["files"] == 0 {
		return rest
	}
	return s
}

// readable finds a file the actor may read. One that is hidden is refused like one that is not there.
func (p *Part) readable(by sim.ActorID, name string) (*file, error) {
	name = p.clean(name)
	if f, ok := p.files[name]; ok && p.mayRead(by, name) {
		return f, nil
	}
	near := p.shelf.Nearest(name, func(n string) bool { return p.mayRead(by, n) })
	if len(near) == 0 {
		return nil, sim.Reject("there is no file %q; files_list shows the folders", name)
	}
	return nil, sim.Reject("there is no file %q; there is %s", name, strings.Join(near, ", "))
}

// writable finds a file the actor may change.
func (p *Part) writable(by sim.ActorID, name string) (*file, error) {
	f, err := p.readable(by, name)
	if err != nil {
		return nil, err
	}
	if !p.rights.of(f.path).mayWrite(by) {
		return nil, sim.Reject("you may read %s but not change it", f.path)
	}
	return f, nil
}

// place checks that the actor may put a file at a path.
func (p *Part) place(by sim.ActorID, name string) error {
	if err := checkPath(name); err != nil {
		return err
	}
	switch folder := p.rights.of(name); {
	case !folder.mayRead(by):
		return sim.Reject("there is no folder %q that you may write in; files_list shows the folders", parent(name))
	case !folder.mayWrite(by):
		return sim.Reject("you may read %q but not write there", parent(name))
	case p.below[name] > 0:
		return sim.Reject("%q is a folder: give the file a name in it", name)
	}
	for dir := parent(name); dir != ""; dir = parent(dir) {
		if _, ok := p.files[dir]; ok {
			return sim.Reject("%q is a file, not a folder", dir)
		}
	}
	return nil
}

func checkPath(name string) error {
	if name == "" || len(name) > pathMost || !utf8.ValidString(name) {
		return sim.Reject("a path has 1 to %d bytes", pathMost)
	}
	if path.Clean(name) != name || name == "." || strings.HasPrefix(name, "..") {
		return sim.Reject("%q is no path: write it like plan/rollout.md, without . or .. and empty parts", name)
	}
	if i := strings.IndexFunc(name, func(r rune) bool { return unicode.IsControl(r) || r == '\\' }); i >= 0 {
		return sim.Reject("%q is no path: %q is not allowed in it", name, []rune(name[i:])[0])
	}
	return nil
}

// audience is who follows a file: whoever wrote it and may still read it where it is.
func (p *Part) audience(by sim.ActorID, f *file, paths ...string) []sim.ActorID {
	var out []sim.ActorID
	if by != sim.Script && by != sim.Nature {
		out = append(out, by)
	}
	if f == nil {
		return out
	}
	for _, a := range f.writers {
		if a != sim.Script && a != sim.Nature && a != by && p.readsAll(a, paths) {
			out = append(out, a)
		}
	}
	return out
}

func (p *Part) readsAll(a sim.ActorID, paths []string) bool {
	for _, path := range paths {
		if !p.mayRead(a, path) {
			return false
		}
	}
	return true
}

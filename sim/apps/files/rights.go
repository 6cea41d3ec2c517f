package files

import (
	"slices"
	"strings"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/company"
)

// Folder gives rights to everything beneath a path, down to a folder that gives its own.
type Folder struct {
	Path    string        // without slashes at its ends; "" is the root
	Readers []sim.ActorID // nil, or with "all" in it: everyone
	Writers []sim.ActorID // nil: whoever reads. A writer reads as well
}

func (f *Folder) mayWrite(by sim.ActorID) bool {
	if company.Above(by) {
		return true
	}
	if f.Writers == nil {
		return holds(f.Readers, by)
	}
	return holds(f.Writers, by)
}

func (f *Folder) mayRead(by sim.ActorID) bool {
	return company.Above(by) || holds(f.Readers, by) || f.Writers != nil && slices.Contains(f.Writers, by)
}

func holds(list []sim.ActorID, a sim.ActorID) bool {
	return list == nil || company.Holds(list, a)
}

// rights are folders by path.
type rights map[string]*Folder

func newRights(folders []Folder) rights {
	r := rights{}
	for _, f := range folders {
		f.Path = strings.Trim(f.Path, "/")
		r[f.Path] = &f
	}
	return r
}

// of returns the folder that gives the rights for a path: the deepest one at or above it.
func (r rights) of(path string) *Folder {
	for {
		if f, ok := r[path]; ok {
			return f
		}
		if path == "" {
			return &Folder{}
		}
		path = parent(path)
	}
}

func parent(path string) string {
	if i := strings.LastIndexByte(path, '/'); i >= 0 {
		return path[:i]
	}
	return ""
}

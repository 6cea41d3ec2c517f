package sheets

import (
	"strings"
	"unicode"

	"github.com/tenure-sim/tenure/sim"
)

const (
	idMost    = 120
	titleMost = 200
)

// readable finds a workbook the actor may read. One that is hidden is refused like one that is not there.
func (p *Part) readable(by sim.ActorID, id string) (*workbook, error) {
	id = strings.TrimPrefix(id, "sheets/")
	if w, ok := p.sheets[id]; ok && w.MayRead(by) {
		return w, nil
	}
	near := p.shelf.Nearest(id, func(n string) bool { return p.sheets[n].MayRead(by) })
	if len(near) == 0 {
		return nil, sim.Reject("there is no sheet %q; sheets_list shows those you may read", id)
	}
	return nil, sim.Reject("there is no sheet %q; there is %s", id, strings.Join(near, ", "))
}

// editable finds a workbook the actor may write and checks the version they know of.
func (p *Part) editable(by sim.ActorID, a sim.Args) (*workbook, error) {
	w, err := p.readable(by, a.String("sheet"))
	if err != nil {
		return nil, err
	}
	if !w.MayEdit(by) {
		return nil, sim.Reject("you may read %s but not edit it: ask its owner %s", w.id, w.Owner)
	}
	if base := a.Int("base_version", w.latest.number); base != w.latest.number {
		return nil, sim.Reject("version %d of %s is not the newest: %s wrote version %d; sheets_diff shows what changed",
			base, w.id, w.latest.by, w.latest.number)
	}
	return w, nil
}

func (w *workbook) pick(n int) (*version, error) {
	if x := w.version(n); x != nil {
		return x, nil
	}
	return nil, sim.Reject("%s has the versions 1 to %d, not %d", w.id, w.latest.number, n)
}

func newID(id string) error {
	if id == "" || len(id) > idMost {
		return sim.Reject("a sheet's id has 1 to %d bytes, got %d", idMost, len(id))
	}
	for part := range strings.SplitSeq(id, "/") {
		if part == "" || part == "." || part == ".." {
			return sim.Reject("%q is no sheet id: use words set apart by slashes, such as finance/budget", id)
		}
	}
	bad := func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-_./ ", r)
	}
	if i := strings.IndexFunc(id, bad); i >= 0 {
		return sim.Reject("%q is no sheet id: %q is not allowed in it; use letters, digits, - _ . and /", id, []rune(id[i:])[0])
	}
	return nil
}

// checkTab checks a tab's name as Excel does.
func checkTab(name string) error {
	if name == "" || len([]rune(name)) > 31 || strings.ContainsAny(name, ":\\/?*[]!\n\t") || strings.HasPrefix(name, "'") || strings.HasSuffix(name, "'") {
		return sim.Reject(`%q is no name for a tab: it has 1 to 31 characters and none of : \ / ? * [ ] !`, name)
	}
	return nil
}

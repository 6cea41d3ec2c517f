package docs

import (
	"strings"
	"unicode"

	"github.com/tenure-sim/tenure/sim"
)

// Limits of one document.
const (
	idMost     = 120
	titleMost  = 200
	textMost   = 400_000 // bytes
	remarkMost = 10_000  // bytes of a comment or of one side of a suggestion
)

// readable finds a document the actor may read. One that is hidden is refused like one that is not there.
func (p *Part) readable(by sim.ActorID, id string) (*document, error) {
	id = strings.TrimPrefix(id, "docs/")
	if d, ok := p.docs[id]; ok && d.MayRead(by) {
		return d, nil
	}
	near := p.shelf.Nearest(id, func(n string) bool { return p.docs[n].MayRead(by) })
	if len(near) == 0 {
		return nil, sim.Reject("there is no document %q; docs_list shows those you may read", id)
	}
	return nil, sim.Reject("there is no document %q; there is %s", id, strings.Join(near, ", "))
}

func (p *Part) editable(by sim.ActorID, id string) (*document, error) {
	d, err := p.readable(by, id)
	if err != nil {
		return nil, err
	}
	if !d.MayEdit(by) {
		return nil, sim.Reject("you may read %s but not edit it: use docs_suggest or docs_comment, or ask its owner %s", d.id, d.Owner)
	}
	return d, nil
}

// newID checks a new document's id: a path without a leading slash.
func newID(id string) error {
	if id == "" || len(id) > idMost {
		return sim.Reject("a document's id has 1 to %d bytes, got %d", idMost, len(id))
	}
	for part := range strings.SplitSeq(id, "/") {
		if part == "" || part == "." || part == ".." {
			return sim.Reject("%q is no document id: use words set apart by slashes, such as plans/release", id)
		}
	}
	bad := func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-_./ ", r)
	}
	if i := strings.IndexFunc(id, bad); i >= 0 {
		return sim.Reject("%q is no document id: %q is not allowed in it; use letters, digits, - _ . and /", id, []rune(id[i:])[0])
	}
	return nil
}

func checkText(text string) error {
	if len(text) > textMost {
		return sim.Reject("a document has at most %d bytes, this text has %d: split it", textMost, len(text))
	}
	return nil
}

func checkRemark(name, text string) error {
	if len(text) > remarkMost {
		return sim.Reject("%s has at most %d bytes, got %d", name, remarkMost, len(text))
	}
	return nil
}

// mentions returns the people a text names as @id, in the order of the cast.
func mentions(v sim.View, text string) []sim.ActorID {
	named := map[string]bool{}
	for i := strings.IndexByte(text, '@'); i >= 0; {
		rest := text[i+1:]
		end := strings.IndexFunc(rest, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-' && r != '_' })
		if end < 0 {
			end = len(rest)
		}
		if i == 0 || !isWordByte(text[i-1]) {
			named[rest[:end]] = true
		}
		text = rest
		i = strings.IndexByte(text, '@')
	}
	var out []sim.ActorID
	for _, a := range v.Actors() {
		if named[string(a.ID)] {
			out = append(out, a.ID)
		}
	}
	return out
}

// isWordByte tells a mention from a mail address.
func isWordByte(b byte) bool {
	return b == '.' || b == '-' || b == '_' || '0' <= b && b <= '9' || 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z'
}

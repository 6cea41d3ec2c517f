package score

import "github.com/tenure-sim/tenure/sim"

// page is the text of an artifact as it stands, ready to be searched. Trajectories keep the newest of each artifact:
// verifiers and metrics look at it many times between two edits.
type page struct {
	text  string
	words prose
	count int
}

// page returns the text that an artifact shows: what its part calls its text, without its title.
func (t *Trajectory) page(ref string) (p *page, exists bool) {
	shown, ok := t.exhibit(ref)
	if !ok {
		return nil, false
	}
	text, isText := shown["text"].(string)
	if !isText {
		return nil, true
	}
	if p = t.pages[ref]; p == nil || p.text != text {
		p = &page{text, newProse(text), sim.Words(text)}
		t.pages[ref] = p
	}
	return p, true
}

// written is a value ready to be looked for. It is prepared once.
func (t *Trajectory) written(value string) written {
	w, ok := t.values[value]
	if !ok {
		w = newWritten(value)
		t.values[value] = w
	}
	return w
}

// states says whether a page states a value; no page states none.
func (t *Trajectory) states(p *page, value string) bool {
	return p != nil && t.written(value).in(p.words)
}

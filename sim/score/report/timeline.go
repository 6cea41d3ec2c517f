package report

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/score"
	"github.com/tenure-sim/tenure/sim/work"
)

// moment is something that happened, or was due, at one time; or lasted until another.
type moment struct {
	at, until clock.Time // until is 0 for a point
	seq       uint64
	glyph     string
	class     string
	words     string
	tip       string
}

// lane is one kind of moments.
type lane struct {
	title   string
	moments []moment
}

// timeline draws what happened when: what was judged and due, what changed, who approved, who was away.
func (s *story) timeline() figure {
	lanes := []lane{{"Judged", s.judged()}, {"Due", s.due()}, {"Requirements", s.changes()}, {"Approvals", s.approvals()}, {"Absences", s.absences()}}
	f := figure{W: 1160, Label: "Timeline of the episode",
		Head: []string{"When", "Kind", "What", "Event"}}
	a := axis{s.start, s.end, 118, f.W - 118 - 24}
	y := 36
	var drawn []shape
	for _, l := range lanes {
		if len(l.moments) == 0 {
			continue
		}
		slices.SortStableFunc(l.moments, func(a, b moment) int { return cmp.Compare(a.at, b.at) })
		part := figure{W: f.W}
		y = part.lane(l, a, y)
		drawn = append(drawn, part.Shapes...)
		for _, m := range l.moments {
			f.Rows = append(f.Rows, m.cells(l.title, s.Zone))
		}
	}
	f.H = y + 8
	f.weeks(a, s.Zone, 4, f.H-6)
	f.Shapes = append(f.Shapes, drawn...)
	f.Key = keyOf(drawn)
	return f
}

// timelineKey explains every mark that a timeline may have.
var timelineKey = []keyItem{{"tick", "pass", "passed, or granted"}, {"circle", "partial", "passed in part"}, {"cross", "fail", "failed, or refused"},
	{"square", "dim", "not scored"}, {"diamond", "c5", "due"}, {"triangle", "c1", "requirement changed"}, {"circle", "dim", "approval asked for"},
	{"back", "partial", "approval withdrawn"}, {"bar", "c3", "absent"}}

// keyOf keeps the items whose mark was drawn.
func keyOf(drawn []shape) []keyItem {
	var out []keyItem
	for _, k := range timelineKey {
		if slices.ContainsFunc(drawn, func(s shape) bool { return s.Class == k.Class && s.D == glyphs[k.Glyph] && s.Kind != "text" }) {
			out = append(out, k)
		}
	}
	return out
}

func (m moment) cells(kind string, zone *time.Location) []cell {
	when := m.at.Format(zone)
	if m.until != 0 {
		when += " to " + m.until.Format(zone)
	}
	row := texts(when, kind, m.tip, "")
	if m.seq != 0 {
		row[3] = cell{fmt.Sprintf("#%d", m.seq), evidence(m.seq)}
	}
	return row
}

const (
	rowHeight   = 22
	momentRunes = 34
)

// lane draws a lane from y on and returns where the next may begin. Words stand beside their mark; where they would
// run into the one before, they take the next row.
func (f *figure) lane(l lane, a axis, y int) int {
	f.line("lane", 0, y, f.W, y)
	f.text("lanename", "start", 4, y+20, l.title)
	var free []int // for each row, the pixel from which it is free
	for _, m := range l.moments {
		x, end := a.at(m.at), a.at(m.at)
		if m.until != 0 {
			end = a.at(m.until)
		}
		words := clip(m.words, momentRunes)
		from, to, anchor := x-8, end+14+width(words), "start"
		if to > f.W {
			from, to, anchor = x-14-width(words), end+10, "end"
		}
		row := slices.IndexFunc(free, func(p int) bool { return p <= from })
		if row < 0 {
			row = len(free)
			free = append(free, 0)
		}
		free[row] = to + 8
		f.moment(m, words, anchor, x, end, y+16+row*rowHeight)
	}
	return y + 12 + len(free)*rowHeight
}

func (f *figure) moment(m moment, words, anchor string, x, end, y int) {
	at := end + 10
	if anchor == "end" {
		at = x - 10
	}
	if m.until != 0 {
		f.Shapes = append(f.Shapes, shape{Kind: "rect", Class: m.class, X: x, Y: y - 5, W: max(end-x, 3), H: 10, Tip: m.tip, Href: evidence(m.seq)})
	} else {
		f.mark(m.glyph, m.class, x, y, m.tip, evidence(m.seq))
	}
	f.text("label", anchor, at, y+4, words)
}

// judged are the criteria that have a moment of their own.
func (s *story) judged() []moment {
	forms := map[score.State][2]string{score.Pass: {"tick", "pass"}, score.Fail: {"cross", "fail"}, score.Partial: {"circle", "partial"}}
	var out []moment
	for _, f := range s.Score.Findings {
		at, ok := s.by(f.By)
		if !ok {
			continue
		}
		form, ok := forms[f.State]
		if !ok {
			form = [2]string{"square", "dim"}
		}
		out = append(out, moment{at: at, glyph: form[0], class: form[1], words: f.Criterion,
			tip: fmt.Sprintf("%s, %s: %s", f.Criterion, chipOf(f.State).Words, f.Title)})
	}
	return out
}

// due are the deliverables' and packages' moments, as they stand at the end.
func (s *story) due() []moment {
	var out []moment
	put := func(seq uint64, kind, id, title string, at clock.Time) {
		if at == 0 || at == clock.Never || at < s.start || at > s.end {
			return
		}
		out = append(out, moment{at: at, seq: seq, glyph: "diamond", class: "c5", words: id, tip: fmt.Sprintf("%s %s is due: %s", kind, id, title)})
	}
	moved := s.movedDues()
	for _, e := range s.Log {
		switch b := e.Body.(type) {
		case work.DeliverablePlanned:
			put(e.Seq, "deliverable", b.ID, b.Title, b.Due)
		case work.PackagePlanned:
			at := b.Due
			if to, ok := moved[b.ID]; ok {
				at = to
			}
			put(e.Seq, "package", b.ID, b.Title, at)
		}
	}
	return out
}

func (s *story) movedDues() map[string]clock.Time {
	out := map[string]clock.Time{}
	for _, e := range s.Log {
		if b, ok := e.Body.(work.PackageDueMoved); ok {
			out[b.ID] = b.Due
		}
	}
	return out
}

func (s *story) changes() []moment {
	var out []moment
	for _, e := range s.live() {
		if b, ok := e.Body.(work.RequirementChanged); ok {
			out = append(out, moment{at: e.At, seq: e.Seq, glyph: "triangle", class: "c1", words: b.ID + " → " + b.Value,
				tip: fmt.Sprintf("%s is now version %d: %s", b.ID, b.Version, b.Value)})
		}
	}
	return out
}

func (s *story) approvals() []moment {
	var out []moment
	put := func(e sim.Event, glyph, class, id, what, note string) {
		tip := id + " " + what + " by " + s.name(e.Actor)
		if note != "" {
			tip += ": " + note
		}
		out = append(out, moment{at: e.At, seq: e.Seq, glyph: glyph, class: class, words: id + " " + what, tip: tip})
	}
	for _, e := range s.live() {
		switch b := e.Body.(type) {
		case work.ApprovalRequested:
			put(e, "circle", "dim", b.ID, "asked", b.Note)
		case work.ApprovalGranted:
			put(e, "tick", "pass", b.ID, "granted", b.Note)
		case work.ApprovalRefused:
			put(e, "cross", "fail", b.ID, "refused", b.Note)
		case work.ApprovalWithdrawn:
			put(e, "back", "partial", b.ID, "withdrawn", b.Note)
		}
	}
	return out
}

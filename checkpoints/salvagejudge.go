package checkpoints

import (
	"fmt"
	"iter"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/many"
)

// vouch finds the last event of each branch that a kept hash agrees with, and the first with which one does not.
func (sv *salvage) vouch() {
	for _, b := range sv.led.branches {
		if h, ok := sv.led.heads[b.ID]; ok && !h.unhashed(b) {
			sv.agree(b, h.Seq, h.Chain)
		}
		for _, m := range sv.led.marks[b.ID] {
			sv.agree(b, m.Seq, m.Chain)
		}
		for _, sn := range sv.led.snapshots[b.ID] {
			sv.agree(b, sn.Seq, sn.Chain)
		}
	}
}

func (sv *salvage) agree(b Branch, seq uint64, want sim.Chain) {
	got, ok := sv.chainAt(b, seq)
	switch f := sv.folds[sv.led.owner(b, seq).ID]; {
	case !ok:
	case got == want:
		sv.sure(b, seq)
	default:
		f.wrong = max(f.wrong, seq)
	}
}

// sure notes that the branch is right up to an event, and its parents with it.
func (sv *salvage) sure(b Branch, seq uint64) {
	for {
		f := sv.folds[b.ID]
		f.sure = max(f.sure, seq)
		p, ok := sv.led.named(b.Parent)
		if b.Parent == "" || !ok {
			return
		}
		b, seq = p, min(seq, b.At)
	}
}

// settle cuts what is known to be altered, parents before forks, and says what became of each branch.
func (sv *salvage) settle() {
	for _, b := range sv.led.branches {
		f := sv.folds[b.ID]
		sure := max(f.sure, b.At)
		if f.wrong > sure && !f.lost {
			f.why = fmt.Sprintf("an event from %d to %d was altered, and nothing says which", sure+1, f.wrong)
			if !sv.o.Doubtful {
				f.cut(sure)
			}
		}
		if h, ok := sv.led.heads[b.ID]; b.Parent == "" && f.last().seq == 0 && (h.Seq > 0 || !ok) {
			f.lost, f.why = true, "none of its events can be read"
		}
		if p, ok := sv.led.named(b.Parent); ok && !f.lost && (sv.folds[p.ID].lost || !sv.reaches(b)) {
			f.lost, f.why = true, fmt.Sprintf("its parent %s is cut before the fork at event %d", b.Parent, b.At)
		}
		sv.res.Episodes = append(sv.res.Episodes, sv.report(f, sv.led.heads[b.ID]))
	}
}

// reaches says whether a fork's past is still there.
func (sv *salvage) reaches(b Branch) bool {
	_, ok := sv.chainAt(b, b.At)
	return ok
}

func (sv *salvage) report(f *saving, h Head) Salvaged {
	out := Salvaged{Episode: f.b.Name, State: Lost, Saved: !f.lost, Ended: max(h.Seq, f.known), Why: f.why}
	for _, m := range sv.led.marks[f.b.ID] {
		if f.lost || !sv.keeps(f.b, m) {
			out.Checkpoints = append(out.Checkpoints, m.Name)
		}
	}
	if f.lost {
		out.Lacks = []string{"all its events"}
		return out
	}
	out.Last = f.last().seq
	for key := range sv.lacks(f) {
		out.Missing++
		bundle, _ := hashKey(f.b.Bundle)
		out.Unplayable = out.Unplayable || key == bundle
	}
	out.Sure = f.sure >= out.Last && out.Missing == 0
	_, headed := sv.led.heads[f.b.ID]
	switch {
	case out.Last < h.Seq || !headed:
		out.State = Cut
	case out.Missing > 0 || len(out.Checkpoints) > 0:
		out.State = Lacking
	case !out.Sure && !h.unhashed(f.b):
		out.State = Doubted
	default:
		out.State = Whole
	}
	if why := sv.doubt(f, h); why != "" {
		out.Sure = false
		if out.State == Whole || out.State == Doubted {
			out.State, out.Why = Doubted, why
		}
	}
	out.Lacks = out.lacks()
	if sv.unnamed[f.b.ID] {
		out.Lacks = append([]string{"its name and agent"}, out.Lacks...)
		if out.State == Whole {
			out.State, out.Why = Lacking, "its record is lost"
		}
	}
	return out
}

// doubt says why nothing vouches for an episode of which all was saved that was found.
func (sv *salvage) doubt(f *saving, h Head) string {
	_, headed := sv.led.heads[f.b.ID]
	switch last := f.last().seq; {
	case sv.src.doubt:
		return "one of the file's two first pages is damaged, and the last commit may have said more"
	case sv.led.altered[f.b.ID]:
		return "its record was altered, and nothing says where"
	case sv.adrift(f.b):
		return "its record may be older than the last commit, or was never committed"
	case headed && last > h.Seq:
		return fmt.Sprintf("the record of its end is old and says %d: no hash vouches for the events after that", h.Seq)
	}
	return ""
}

// lacks says in words what is missing.
func (s Salvaged) lacks() []string {
	var out []string
	if s.Last < s.Ended {
		out = append(out, fmt.Sprintf("events %d to %d", s.Last+1, s.Ended))
	}
	others := s.Missing
	if s.Unplayable {
		out, others = append(out, "its scenario"), others-1
	}
	if others > 0 {
		out = append(out, many.Of(others, "content"))
	}
	if n := len(s.Checkpoints); n > 0 {
		out = append(out, many.Of(n, "checkpoint"))
	}
	return out
}

// lacks are the contents that a branch's saved events name, or the branch, and that are lost.
func (sv *salvage) lacks(f *saving) iter.Seq[[32]byte] {
	return func(yield func([32]byte) bool) {
		for key, seq := range f.names {
			if !sv.good[key] && seq <= f.last().seq && !yield(key) {
				return
			}
		}
	}
}

// keeps says whether a checkpoint's event survives.
func (sv *salvage) keeps(b Branch, m Checkpoint) bool {
	c, ok := sv.chainAt(b, m.Seq)
	return ok && c == m.Chain
}

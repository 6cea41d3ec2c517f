package personas

import (
	"slices"
	"strings"
	"time"

	"github.com/tenure-sim/tenure/personas/words"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/speech"
	"github.com/tenure-sim/tenure/sim/work"
)

// askApproval decides on an approval that is this coworker's to give.
func (t *turn) askApproval(a *speech.Act) {
	g := approval(t.l, a.Approval)
	switch {
	case g == nil:
		t.add(speech.Act{Verb: speech.Clarify, Note: a.Approval})
	case t.p.approver(g) != t.me.id:
		t.refer(a, []sim.ActorID{t.p.approver(g)})
	case g.State == work.Granted:
		t.add(speech.Act{Verb: speech.Approve, Approval: g.ID})
	default:
		t.judge(g)
	}
}

// judge grants an approval when what it needs is there, and else says what is missing.
func (t *turn) judge(g *work.Approval) {
	word := func(tool, note string) {
		by := t.me.id
		if by != g.Approver {
			by = sim.Script // the ledger knows only the approver who has left
		}
		t.do(sim.Call{By: by, Tool: tool, Args: sim.Args{"approval": g.ID, "note": note}})
	}
	if g.State != work.Requested && t.x.seq != 0 {
		t.do(deed(t.me, "work_request", sim.Args{"approval": g.ID, "by": string(t.x.from)}))
	}
	if missing := t.missing(g); missing != "" {
		t.add(speech.Act{Verb: speech.Reject, Approval: g.ID, Note: missing})
		if g.State != work.Refused || t.x.seq != 0 {
			word("work_refuse", missing)
		}
		return
	}
	t.add(speech.Act{Verb: speech.Approve, Approval: g.ID})
	word("work_grant", "")
}

// approver is whose word an approval takes: the approver's, or that of whoever replaced it.
func (p *Players) approver(g *work.Approval) sim.ActorID { return p.successor(g.Approver) }

// successor is who stands in somebody's place now.
func (p *Players) successor(a sim.ActorID) sim.ActorID {
	for range p.order { // a replacement may be replaced, but not for ever
		m := p.all[a]
		if m == nil || m.state != Gone || m.replacedBy == "" {
			return a
		}
		a = m.replacedBy
	}
	return a
}

// missing names what an approver wants to see first: packages complete, other approvals granted, deliverables that
// somebody has said are done, here or to this coworker.
func (t *turn) missing(g *work.Approval) string {
	var out []string
	for _, need := range g.Needs {
		kind, id, _ := strings.Cut(need, "/")
		switch kind {
		case "package":
			if w := pkg(t.l, id); w != nil && w.State != work.Complete {
				out = append(out, "I have not got "+words.Phrase(w.Title))
			}
		case "approval":
			if o := approval(t.l, id); o != nil && o.State != work.Granted {
				out = append(out, "I have not seen "+words.Phrase(o.Title))
			}
		case "deliverable":
			if d := deliverable(t.l, id); d != nil {
				out = append(out, t.lacks(d)...)
			}
		}
	}
	out = out[:min(len(out), namedMost)]
	if n := len(out) - 1; n > 0 {
		return strings.Join(out[:n], ", ") + " and " + out[n]
	}
	return strings.Join(out, "")
}

// namedMost is how much of what is missing an approver names at once.
const namedMost = 3

// lacks says what is wrong with a deliverable as far as the approver can see: it is not there, it does not state what
// the approver holds to be required, or a check of it does not hold.
func (t *turn) lacks(d *work.Deliverable) []string {
	text, found, open := artifact(t.v, d.Ref)
	switch {
	case open && !found:
		return []string{"I cannot find " + words.Phrase(d.Title)}
	case !open && !t.shown(d):
		return []string{"I have not seen " + words.Phrase(d.Title)}
	}
	var out []string
	if text = squeeze(text); text != "" {
		for _, id := range d.Reqs {
			out = append(out, t.unstated(d, id, func(value string) bool { return states(text, value) })...)
		}
	}
	if found {
		out = append(out, t.unmet(d)...)
	}
	return out
}

// unstated says that a deliverable does not show a requirement that concerns the approver, when neither the value that
// the approver knows nor a later one is found in it.
func (t *turn) unstated(d *work.Deliverable, id string, shows func(value string) bool) []string {
	r := req(t.l, id)
	if r == nil || !t.p.concernedBy(t.l, r, t.me.id) {
		return nil
	}
	known := t.p.stated(r, t.me.id).Version
	if slices.ContainsFunc(r.Versions[known-1:], func(v work.Version) bool { return shows(v.Value) }) {
		return nil
	}
	return []string{"I cannot see " + words.Phrase(r.Title) + " (" + inSpeech(t.v.Now(), r.Versions[known-1].Value) + ") in " + words.Phrase(d.Title)}
}

// artifact looks at what a reference such as "docs/release-plan" names, as the world shows it. It is open when the
// world has such an app at all.
func artifact(v sim.View, ref string) (text string, found, open bool) {
	kind, id, _ := strings.Cut(ref, "/")
	app, open := v.(parts).Part(kind).(sim.Exhibitor)
	if !open {
		return "", false, false
	}
	shown, found := app.Exhibit(v, id)
	text, _ = shown["text"].(string)
	return text, found, true
}

// states says whether a squeezed text contains a value, a date in any of the forms in which people write one.
func states(text, value string) bool {
	if strings.Contains(text, squeeze(value)) {
		return true
	}
	date, err := time.Parse(time.DateOnly, value)
	if err != nil {
		return false
	}
	for _, form := range []string{"2 January 2006", "2 Jan 2006", "January 2, 2006", "Jan 2, 2006", "02.01.2006", "2.1.2006", "02/01/2006", "2 January",
		"January 2", "2 Jan"} {
		if strings.Contains(text, squeeze(date.Format(form))) {
			return true
		}
	}
	return false
}

// squeeze makes values comparable: people write "99.5 %" and "99.5%", "A, B, C" and "A, B and C".
func squeeze(s string) string {
	s = strings.ReplaceAll(strings.ReplaceAll(s, ", and ", ", "), " and ", ", ")
	return strings.ToLower(strings.Join(strings.Fields(s), ""))
}

// shown says whether the coworker has reason to believe that a deliverable is there: this message or an earlier one
// says so or names where it is.
func (t *turn) shown(d *work.Deliverable) bool {
	if _, ok := t.me.marks["seen/"+d.ID]; ok {
		return true
	}
	if d.Ref != "" && strings.Contains(strings.ToLower(t.x.said.Text), strings.ToLower(d.Ref)) {
		return true
	}
	return slices.ContainsFunc(t.x.acts, func(a speech.Act) bool {
		return a.Deliverable == d.ID && (a.Verb == speech.Done || a.Verb == speech.Inform)
	})
}

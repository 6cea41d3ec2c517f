package agents

import (
	"strconv"
	"strings"
	"time"

	"github.com/tenure-sim/tenure/clock"
)

// reportAge is how old news of a piece of work may be to be reported.
const reportAge = 16 * time.Hour

// mentionsAny says whether a text speaks of a thing by its name or by a word of it that is no common one.
func mentionsAny(text, name string) bool {
	if mentions(text, name) {
		return true
	}
	p := plain(text)
	for _, w := range keywords(name) {
		if len(w) > 6 && w != "supported" && strings.Contains(p, " "+w+" ") {
			return true
		}
	}
	return false
}

// stated are the topics that a piece of the task asks for and that may be written down.
func (s *Steady) stated(it *item) []*topic {
	var out []*topic
	for _, t := range s.topics {
		if mentionsAny(it.text, t.name) && !t.secret && !s.isPiece(t.name) && (t.value != "" || t.owner != "") {
			out = append(out, t)
		}
	}
	return out
}

// document writes a document: the risks, or the values in force.
func (s *Steady) document(it *item) string {
	var b strings.Builder
	b.WriteString("# " + sentence(it.name) + "\n\n")
	if mentions(it.name, "risk") {
		s.risks(&b)
		return b.String()
	}
	inside := !strings.Contains(it.text, "for customers")
	for _, t := range s.stated(it) {
		b.WriteString("- " + sentence(t.name) + ": ")
		if t.value != "" {
			b.WriteString(t.value)
		} else {
			b.WriteString("to be confirmed")
		}
		if inside && t.owner != "" {
			b.WriteString(" (" + s.nameOf(t.owner) + ")")
		}
		b.WriteString("\n")
	}
	if inside {
		b.WriteString("\nKept by " + s.me.Name + ". The owner of a value has the last word.\n")
	}
	return b.String()
}

// risks writes one plain risk for each colleague: that their part comes late.
func (s *Steady) risks(b *strings.Builder) {
	b.WriteString("| risk | owner | likelihood | impact | answer |\n| --- | --- | --- | --- | --- |\n")
	for _, p := range s.people {
		if p.id != string(s.me.ID) {
			b.WriteString("| The part of " + p.first() + " is late | " + p.name + " | medium | high | ask for the status every week |\n")
		}
	}
}

// checklist writes a list of yes and no: the papers, the approvals, the values and the work of others.
func (s *Steady) checklist(it *item) string {
	var b strings.Builder
	n := 0
	line := func(what, owner string, yes bool) {
		n++
		answer := "no"
		if yes {
			answer = "yes"
		}
		b.WriteString(strconv.Itoa(n) + ". " + what + ". Owner: " + owner + ". " + answer + "\n")
	}
	b.WriteString("# " + sentence(it.name) + "\n\n")
	for _, other := range s.items {
		if other.kind != "" && other != it {
			line(sentence(other.name)+" is current", s.me.Name, other.made && !other.stale)
		}
	}
	for _, c := range s.consents {
		line("`"+c.id+"` is granted", s.nameOf(c.approver), c.state == "granted")
	}
	for _, t := range s.topics {
		if t.value != "" && !t.secret && t.owner != "" && s.onList(it, t) {
			line(sentence(t.name)+": "+t.value, s.nameOf(t.owner), true)
		}
	}
	for _, p := range s.pieces {
		if p.owner != "" && p.heard != 0 {
			line(p.title+" is complete", s.nameOf(p.owner), p.percent == 100)
		}
	}
	return b.String()
}

// onList says whether a value belongs on a checklist: a date, a time, or what the task names for it.
func (s *Steady) onList(it *item, t *topic) bool {
	return dayForm.MatchString(t.value) || spanForm.MatchString(t.value) || strings.Contains(t.value, "minutes") || mentionsAny(it.text, t.name)
}

// weekly is the report: how far the work is as its owners say it, what is late, what is missing.
func (s *Steady) weekly(now clock.Time) string {
	lines := []string{"Weekly report."}
	var late, missing []string
	for _, p := range s.pieces {
		if p.heard != 0 && (p.percent == 100 || s.passed(p.heard, now) <= reportAge) {
			lines = append(lines, p.line())
		}
		if p.late && p.percent < 100 {
			late = append(late, spoken(p.title))
		}
	}
	for _, t := range s.topics {
		if t.value == "" && t.chase.asked != 0 && !s.isPiece(t.name) {
			missing = append(missing, spoken(t.name)+" ("+s.nameOf(t.owner)+")")
		}
	}
	lines = append(lines, "What is late: "+orNothing(late)+".", "What I need: "+orNothing(missing)+".")
	return strings.Join(lines, "\n")
}

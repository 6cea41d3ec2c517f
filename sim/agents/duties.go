package agents

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
)

// How patient the agent is, in its own working time.
const (
	remindAfter   = 8 * time.Hour
	escalateAfter = 16 * time.Hour
	graceOfOwed   = time.Hour      // after a promise has run out, before it says so
	writeAhead    = 6 * time.Hour  // before a document is due, when it is written
	askAhead      = 12 * time.Hour // before the day of the release, when approvals are asked for
	reportFrom    = 14             // o'clock on Fridays
)

// duties plans what is due now. It plans one thing at a time.
func (s *Steady) duties(now clock.Time) {
	s.wonder()
	for _, do := range []func(clock.Time){s.ask, s.produce, s.fillSheets, s.consentsDue, s.moveTickets, s.report} {
		if len(s.queue) == 0 {
			do(now)
		}
	}
}

// passed is the working time since a moment.
func (s *Steady) passed(since, now clock.Time) clock.Duration {
	if since == 0 {
		return 0
	}
	return s.hours.Between(since, now)
}

// expect makes topics of what the deliverables shall state.
func (s *Steady) expect() {
	for _, it := range s.items {
		if it.kind != "document" && it.kind != "file" {
			continue
		}
		for _, name := range phrases(it.text) {
			if !slices.ContainsFunc(s.topics, func(t *topic) bool { return mentions(name, t.name) || mentions(t.name, name) }) {
				s.topic(name)
			}
		}
	}
}

// wonder looks for what nobody has told: in what it has read, then for an owner to ask.
func (s *Steady) wonder() {
	for _, t := range s.topics {
		if t.searched || t.value != "" || t.owner != "" {
			continue
		}
		t.searched = true
		if v, ok := s.lookUp(t.name); ok {
			t.value = v
			continue
		}
		s.push("who "+t.name, "directory_who_owns", map[string]any{"topic": t.name})
	}
}

// phrases are the names of things in a text that a document shall state: "the rollback time", "number of copies".
func phrases(text string) []string {
	_, text, _ = strings.Cut(text, "`") // behind the name of the document
	var out []string
	text = strings.NewReplacer(" and ", ",", ":", ",", ";", ",", ". ", ",", "(", ",", ")", ",").Replace(text)
	for p := range strings.SplitSeq(text, ",") {
		p = strings.Trim(p, " .")
		bare, the := strings.CutPrefix(p, "the ")
		n := len(strings.Fields(bare))
		if n == 0 || n > 5 || strings.ContainsAny(p, "0123456789`*/") || p != plainWords(p) {
			continue
		}
		if the || n == 1 || strings.HasPrefix(bare, "number ") {
			out = append(out, bare)
		}
	}
	return out
}

func plainWords(p string) string { return strings.Join(strings.Fields(p), " ") }

// lookUp finds a value in a line of the data room that speaks of a thing.
func (s *Steady) lookUp(name string) (string, bool) {
	for _, doc := range s.docs {
		for line := range strings.Lines(doc) {
			if !mentions(line, name) {
				continue
			}
			if v, ok := firstValue(line, name); ok {
				return v, true
			}
		}
	}
	return "", false
}

// ask asks owners for values that are missing: once, with a reminder after a day, and the manager after two.
func (s *Steady) ask(now clock.Time) {
	for _, t := range s.topics {
		if t.value != "" || t.owner == "" || t.owner == string(s.me.ID) {
			continue
		}
		c := &t.chase
		name := spoken(t.name)
		first := s.nameOf(t.owner)
		if p := s.person(t.owner); p != nil {
			first = p.first()
		}
		switch {
		case s.isPiece(t.name) && s.settledPiece(t.name):
		case c.asked == 0 && (t.owed == 0 || now > t.owed.Add(graceOfOwed)):
			c.asked = now
			if s.isPiece(t.name) {
				s.tell(t.owner, "Hello "+first+", what is the status of the "+name+"?")
			} else {
				s.tell(t.owner, "Hello "+first+", what is the "+name+"?")
			}
		case c.asked != 0 && c.reminded == 0 && s.passed(c.asked, now) >= remindAfter:
			c.reminded = now
			s.tell(t.owner, "Hello "+first+", I still need the "+name+", a friendly reminder.")
		case c.reminded != 0 && c.raised == 0 && s.passed(c.reminded, now) >= escalateAfter:
			c.raised = now
			s.tell(string(s.me.Manager), "I need your help: "+s.nameOf(t.owner)+" has not answered on the "+name+" for two days.")
		}
	}
}

// settledPiece says whether something was heard of a piece of work lately enough not to ask.
func (s *Steady) settledPiece(name string) bool {
	return slices.ContainsFunc(s.pieces, func(p *piece) bool { return mentions(p.title, name) && p.heard != 0 })
}

// produce writes the document or file that is due next, or that is no longer true.
func (s *Steady) produce(now clock.Time) {
	for _, it := range s.items {
		if it.kind != "document" && it.kind != "file" {
			continue
		}
		soon := s.hours.Between(now, it.due) <= writeAhead
		if it.made && !it.stale || !it.made && !soon {
			continue
		}
		it.stale = false
		if s.write(it) {
			return
		}
	}
}

// write plans to write a document or file, unless it would say what it says already.
func (s *Steady) write(it *item) bool {
	about, text := "made "+it.id, s.document(it)
	if it.kind == "file" {
		text = s.checklist(it)
	}
	if it.body == text {
		return false
	}
	it.body = text
	switch {
	case it.kind == "file":
		s.push(about, "files_put", map[string]any{"path": it.id, "text": text})
	case it.made:
		s.push(about, "docs_write", map[string]any{"doc": it.id, "text": text})
	default:
		s.push(about, "docs_create", map[string]any{"doc": it.id, "title": sentence(it.name), "text": text})
		s.start(it)
	}
	return true
}

// start moves the agent's own ticket of a deliverable one state on.
func (s *Steady) start(it *item) {
	for _, line := range s.mine {
		id, title, _ := strings.Cut(line, " ")
		if !mentions(title, it.name) || id == it.ticket {
			continue
		}
		board, _, _ := strings.Cut(id, "-")
		for _, c := range s.columns {
			if c.board == board && len(c.next) > 0 {
				s.push("", "tickets_move", map[string]any{"ticket": id, "to": c.next[0]})
				return
			}
		}
	}
}

// consentsDue asks for the approvals that a ticket needs, when its papers are there and its day is near.
func (s *Steady) consentsDue(now clock.Time) {
	for _, it := range s.items {
		if it.ticket == "" || it.moved || it.kind != "" && !it.made || it.kind == "" && !s.near(it, now) {
			continue
		}
		for _, id := range it.needs {
			if c := s.consent(id); c != nil && c.approver != "" && c.state != "granted" {
				s.pursue(now, it, c)
			}
		}
	}
}

func (s *Steady) pursue(now clock.Time, it *item, c *consent) {
	switch {
	case c.chase.asked == 0 || c.state == "refused" && s.mended(it, c.chase.asked):
		c.state, c.chase = "asked", chase{asked: now}
		s.tell(c.approver, "The papers are "+s.papers(it)+". Please approve "+c.id+".")
	case c.state == "refused":
	case c.chase.reminded == 0 && s.passed(c.chase.asked, now) >= remindAfter:
		c.chase.reminded = now
		s.tell(c.approver, "I still need "+c.id+", a friendly reminder.")
	case c.chase.reminded != 0 && c.chase.raised == 0 && s.passed(c.chase.reminded, now) >= remindAfter && c.approver != string(s.me.Manager):
		c.chase.raised = now
		s.tell(string(s.me.Manager), "I need your decision: "+s.nameOf(c.approver)+" has not answered on "+c.id+" for two days.")
	}
}

// mended says whether papers were rewritten since an approver saw them.
func (s *Steady) mended(of *item, since clock.Time) bool {
	return slices.ContainsFunc(s.items, func(it *item) bool { return (of.kind == "" || of == it) && it.wrote > since })
}

// papers are the refs of what an approver looks at.
func (s *Steady) papers(of *item) string {
	if of.kind != "" {
		return of.ref()
	}
	var out []string
	for _, it := range s.items {
		if it.made || it.filled > 0 {
			out = append(out, it.ref())
		}
	}
	return orNothing(out)
}

// day is the date that a piece of the task is bound to; false when it is bound to none.
func (s *Steady) day(it *item) (clock.Time, bool) {
	for _, t := range s.topics {
		if !mentions(it.text, t.name) {
			continue
		}
		if d, err := clock.ParseDay(t.value); err == nil {
			return d.At(0, s.hours.Zone()), true
		}
	}
	return 0, false
}

// near says whether the day of a ticket is close enough to ask for approvals.
func (s *Steady) near(it *item, now clock.Time) bool {
	day, ok := s.day(it)
	return !ok || s.hours.Between(now, day) <= askAhead
}

// moveTickets moves tickets as the task says: with all approvals, not before the day.
func (s *Steady) moveTickets(now clock.Time) {
	for _, it := range s.items {
		if it.ticket == "" || it.moved || it.kind != "" && !it.made {
			continue
		}
		if day, ok := s.day(it); ok && it.kind == "" && now < day {
			continue
		}
		all := !slices.ContainsFunc(it.needs, func(id string) bool { c := s.consent(id); return c == nil || c.state != "granted" })
		if !all {
			continue
		}
		it.moved = true
		for _, state := range s.way(it.ticket, it.state) {
			s.push("moved "+it.ticket, "tickets_move", map[string]any{"ticket": it.ticket, "to": state})
		}
		return
	}
}

// way is the shortest way of a ticket through its board's workflow, from the first state on.
func (s *Steady) way(ticket, to string) []string {
	board, _, _ := strings.Cut(ticket, "-")
	var ways [][]string
	for _, c := range s.columns {
		if c.board == board {
			ways = append(ways, []string{c.state})
			break
		}
	}
	for i := 0; i < len(ways) && i < 200; i++ {
		w := ways[i]
		at := w[len(w)-1]
		if at == to {
			return w[1:]
		}
		for _, c := range s.columns {
			if c.board != board || c.state != at {
				continue
			}
			for _, next := range c.next {
				if !slices.Contains(w, next) {
					ways = append(ways, append(slices.Clone(w), next))
				}
			}
		}
	}
	return nil
}

// did notes what a call has brought about.
func (s *Steady) did(o sim.Observation) {
	id, made := strings.CutPrefix(s.last.about, "made ")
	if !made {
		return
	}
	for _, it := range s.items {
		if it.id != id {
			continue
		}
		it.made, it.wrote = true, o.Now
		if !it.told {
			it.told = true
			s.tell(string(s.me.Manager), "The "+it.name+" is done: "+it.ref()+".")
		}
	}
}

// failed notes a refusal. What is there already is rewritten the next time; other refusals change nothing.
func (s *Steady) failed(o sim.Observation) {
	if id, made := strings.CutPrefix(s.last.about, "made "); made && o.Tool == "docs_create" {
		for _, it := range s.items {
			if it.id == id {
				it.made, it.stale, it.body = true, true, ""
			}
		}
	}
}

// report sends the weekly report on Friday afternoon.
func (s *Steady) report(now clock.Time) {
	local := now.In(s.hours.Zone())
	due := local.Weekday() == time.Friday && local.Hour() >= reportFrom && strings.Contains(plain(s.task), " weekly report ")
	if s.reported == s.today || !due && !s.wanted {
		return
	}
	s.reported, s.wanted = s.today, false
	s.tell(string(s.me.Manager), s.weekly(now))
}

func (p *piece) line() string {
	return p.title + ": " + strconv.Itoa(p.percent) + " % done."
}

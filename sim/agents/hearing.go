package agents

import (
	"slices"
	"strings"

	"github.com/tenure-sim/tenure/clock"
)

// message is what somebody wrote.
type message struct {
	from, text string
	subject    string
	mail       string // id; chat when empty
	direct     bool   // to the agent, not only before its eyes
}

// whole is all words of a message.
func (m message) whole() string {
	if m.subject == "" {
		return m.text
	}
	return m.subject + ".\n" + m.text
}

// hear takes a message in and answers it.
func (s *Steady) hear(now clock.Time, m message) {
	var reply []string
	reply = append(reply, s.hearConsents(m)...)
	reply = append(reply, s.hearTopics(now, m)...)
	if len(reply) == 0 {
		reply = append(reply, s.hearItems(now, m)...)
	}
	if len(reply) == 0 {
		reply = append(reply, s.hearPieces(now, m)...)
	}
	if !m.direct || m.from == "" || s.person(m.from) == nil {
		return
	}
	if len(reply) == 0 && asks(m.text) && strings.Contains(plain(m.text), " report") {
		if s.reported == s.today {
			s.tell(m.from, "You have the weekly report of today already.")
		} else {
			s.wanted = true
		}
		return
	}
	if len(reply) == 0 && asks(m.text) && !anyOf(m.text, thanking) {
		reply = []string{"Thank you, noted. I have nothing more on that."}
	}
	if len(reply) > 0 {
		s.say(now, letter{to: m.from, text: strings.Join(reply, " "), mail: m.mail})
	}
}

// hearConsents notes approvals granted, refused and taken back by those who may.
func (s *Steady) hearConsents(m message) (reply []string) {
	text := plain(m.whole())
	for _, c := range s.consents {
		name := strings.ReplaceAll(strings.ReplaceAll(c.id, "-", " "), "signoff", "sign off")
		if m.from != c.approver || !strings.Contains(text, " "+name+" ") && !strings.Contains(text, plain(c.id)) {
			continue
		}
		switch {
		case c.state == "granted" && !anyOf(text, granting) && anyOf(text, revoking), c.state == "granted" && anyOf(text, []string{"withdraw"}):
			c.state, c.chase = "", chase{}
			s.recheck()
			reply = append(reply, "Understood. I will bring the papers up to date and ask you again.")
		case anyOf(text, refusing):
			c.state = "refused"
			s.learn(c, m)
			s.recheck()
			reply = append(reply, "Understood, thank you for telling me.")
		case anyOf(text, pledging) && !anyOf(text, []string{"granted", "approved"}):
		case c.state != "granted" && anyOf(text, granting):
			c.state = "granted"
			s.recheck()
			reply = append(reply, "Thank you.")
		}
	}
	return reply
}

// recheck has the checklists written again, for an answer in them has changed.
func (s *Steady) recheck() {
	for _, it := range s.items {
		it.stale = it.stale || it.kind == "file" && it.made
	}
}

// learn takes from a refusal what a document lacks: the topics that it names belong into the document.
func (s *Steady) learn(c *consent, m message) {
	for _, it := range s.items {
		if it.kind == "" || !mentions(m.whole(), it.name) && !slices.Contains(it.needs, c.id) {
			continue
		}
		for _, t := range s.spokenOf(m.whole()) {
			if !mentionsAny(it.text, t.name) {
				it.text += ", " + t.name
				it.stale = true
			}
		}
	}
}

// hearTopics notes values and changes of them, and answers questions about them.
func (s *Steady) hearTopics(now clock.Time, m message) (reply []string) {
	found := s.spokenOf(m.whole())
	if len(found) == 0 {
		found = s.expectedFrom(m)
	}
	for _, t := range found {
		switch {
		case s.news(t, m):
			reply = append(reply, s.note(now, t, m))
		case !asks(m.text) || !m.direct:
		case t.secret && m.from != t.owner:
			reply = append(reply, "I can not tell you the "+spoken(t.name)+". It is confidential.")
		case t.value != "":
			reply = append(reply, "The "+is(t.name)+" "+t.value+".")
			if !slices.ContainsFunc(t.informed, func(name string) bool { return s.idOf(name) == m.from }) { // who asks wants to know of changes
				t.informed = append(slices.Clip(t.informed), m.from)
			}
		case t.owner != "" && t.owner != m.from:
			reply = append(reply, "Please ask "+s.nameOf(t.owner)+" about the "+spoken(t.name)+".")
		}
	}
	return reply
}

// expectedFrom are the topics that somebody owes a value and that their words have to do with.
func (s *Steady) expectedFrom(m message) []*topic {
	for _, t := range s.topics {
		if t.owner != m.from || t.value != "" || t.owed == 0 && t.chase.asked == 0 || asks(m.text) {
			continue
		}
		if has, all := shared(m.whole(), t.name); 2*has >= all && has > 0 || t.chase.asked != 0 {
			return []*topic{t}
		}
	}
	return nil
}

// news says whether a message brings a value for a topic that it may bring.
func (s *Steady) news(t *topic, m message) bool {
	if t.value != "" {
		v, ok := likeness(t.value, s.about(t, m))
		return ok && v != t.value && (m.from == t.owner || !asks(m.text) && anyOf(m.text, changing))
	}
	if _, ok := firstValue(s.about(t, m), t.name); !ok || t.owner != "" && t.owner != m.from || s.isPiece(t.name) {
		return false
	}
	return t.owner == m.from || !asks(m.text)
}

// about is the part of a message that is about a topic: all of it, or the clauses that name the topic when it names
// several.
func (s *Steady) about(t *topic, m message) string {
	if len(s.spokenOf(m.whole())) < 2 {
		return m.text
	}
	var out []string
	for clause := range strings.SplitSeq(strings.NewReplacer(". ", "\n", "; ", "\n", ", ", "\n").Replace(m.text), "\n") {
		if mentions(clause, t.name) {
			out = append(out, clause)
		}
	}
	return strings.Join(out, "\n")
}

func (s *Steady) isPiece(name string) bool {
	for _, p := range s.pieces {
		if mentions(p.title, name) {
			return true
		}
	}
	return false
}

// note writes a new value down, marks what depends on it and passes it on.
func (s *Steady) note(now clock.Time, t *topic, m message) string {
	t.was = t.value
	if t.value == "" {
		t.value, _ = firstValue(s.about(t, m), t.name)
		t.secret = t.secret || anyOf(m.whole(), guarded)
	} else {
		t.value, _ = likeness(t.value, s.about(t, m))
	}
	if t.owner == "" || t.was != "" {
		t.owner = m.from
	}
	for _, it := range s.items {
		if mentionsAny(it.text, t.name) {
			it.stale = true
		}
	}
	if t.was == "" {
		return "Thank you, noted: the " + spoken(t.name) + "."
	}
	for _, name := range t.informed {
		if id := s.idOf(name); id != "" && id != m.from {
			s.tell(id, "For your planning: the "+is(t.name)+" now "+t.value+", it was "+t.was+".")
		}
	}
	return "Acknowledged. The " + is(t.name) + " now " + t.value + "."
}

// hearItems answers what is asked about the agent's own deliverables.
func (s *Steady) hearItems(now clock.Time, m message) (reply []string) {
	for _, it := range s.items {
		if !asks(m.text) || !it.named(m.whole()) {
			continue
		}
		if due := dueIn(m.text, now, s.hours.Zone()); due > now && !it.made {
			it.due = due
		}
		switch {
		case it.kind == "" && it.moved:
			reply = append(reply, "Yes: "+it.ticket+" is in "+it.state+".")
		case it.kind == "":
			reply = append(reply, "Not yet: "+it.ticket+" is not in "+it.state+".")
		case it.made:
			reply = append(reply, "The "+it.name+" is done: "+it.ref()+".")
		case it.kind == "sheet" || it.due <= now:
			reply = append(reply, "The "+is(it.name)+" in progress: "+it.ref()+".")
		default:
			reply = append(reply, "You will have the "+it.name+" by "+it.due.In(s.hours.Zone()).Format("2006-01-02 15:04")+".")
		}
	}
	return reply
}

// named says whether a text speaks of a piece of the task. One without an artifact is known by its name alone.
func (i *item) named(text string) bool {
	if i.kind != "" {
		return mentions(text, i.name)
	}
	p := plain(text)
	return strings.Contains(p, plain(i.ticket)) || strings.Contains(p, plain(i.name)+"ticket ")
}

// hearPieces notes how far the work of others is.
func (s *Steady) hearPieces(now clock.Time, m message) (reply []string) {
	for _, p := range s.pieces {
		if !mentions(m.whole(), p.title) {
			continue
		}
		share := shareForm.FindStringSubmatch(m.text)
		switch {
		case asks(m.text) && m.direct && p.heard != 0:
			reply = append(reply, p.line())
		case asks(m.text) && m.direct && p.owner != "" && p.owner != m.from:
			if p.late {
				reply = append(reply, "The "+is(p.title)+" late.")
			}
			reply = append(reply, "Please ask "+s.nameOf(p.owner)+" about the "+spoken(p.title)+".")
		case share != nil:
			p.percent, p.heard = min(digits(share[1]), 100), now
		case anyOf(m.whole(), finished) && !anyOf(m.text, lateness):
			p.percent, p.heard, p.late = 100, now, false
		case anyOf(m.whole(), lateness):
			p.late = true
			if m.direct {
				reply = append(reply, "Thank you for telling me early. Noted.")
			}
		}
		if p.owner == "" && share != nil {
			p.owner = m.from
		}
	}
	return reply
}

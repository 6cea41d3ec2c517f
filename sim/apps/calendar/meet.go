package calendar

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/company"
)

const (
	earliest     = 30 * time.Minute // how long before its beginning an agent can go to a meeting
	summaryRunes = 600
)

func (p *Part) begin(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	m, err := p.visible(v, sim.Nature, a.String("event"))
	if err != nil {
		return sim.Result{}, nil, err
	}
	if !company.Above(by) || m.cancelled || m.running != nil || m.next >= len(m.slots) || m.slots[m.next].From > v.Now() {
		return sim.Result{}, nil, sim.Reject("%s does not begin now", m.id)
	}
	b := Began{Event: m.id, Title: m.title, Slot: m.slots[m.next], Guests: m.coming(), Next: m.next + 1}
	for _, who := range b.Guests {
		if !isAgent(v, who) || slices.Contains(m.early, who) {
			b.Present = append(b.Present, who)
		}
	}
	b.Due = due(v, m.slots, b.Next)
	return sim.Result{}, []sim.Fact{{Body: b, Audience: b.Guests}}, nil
}

func (p *Part) end(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	m, err := p.visible(v, sim.Nature, a.String("event"))
	if err != nil {
		return sim.Result{}, nil, err
	}
	if !company.Above(by) || m.running == nil {
		return sim.Result{}, nil, sim.Reject("%s does not run", m.id)
	}
	s := m.running
	b := Ended{Event: m.id, Title: m.title, Slot: s.slot, Present: s.present, Lines: len(s.notes), Summary: summary(s.notes)}
	return sim.Result{}, []sim.Fact{{Body: b, Audience: s.present}}, nil
}

func summary(notes []Note) string {
	lines := make([]string, len(notes))
	for i, n := range notes {
		lines[i] = strings.Join(strings.Fields(n.line()), " ")
	}
	s := strings.Join(lines, " / ")
	if utf8.RuneCountInString(s) > summaryRunes {
		s = string([]rune(s)[:summaryRunes-1]) + "…"
	}
	return s
}

// joining is somebody going to the meeting that runs, or to the one about to begin.
func (m *meeting) joining(v sim.View, by sim.ActorID) (Attended, error) {
	if !m.invited(by) {
		return Attended{}, sim.Reject("you are not invited to %s", m.id)
	}
	if !m.comes(by) {
		return Attended{}, sim.Reject("you have declined %s; accept it first with calendar_respond", m.id)
	}
	if s := m.state(); s == "over" || s == "cancelled" {
		return Attended{}, sim.Reject("%s is %s", m.id, s)
	}
	slot := m.shown()
	if slot.From.Sub(v.Now()) > earliest {
		return Attended{}, sim.Reject("%s begins at %s; wait until then", m.id, slot.From.Format(zone(v, by)))
	}
	return Attended{Event: m.id, From: by, Slot: slot}, nil
}

// there says whether somebody is at the meeting that runs.
func (m *meeting) there(who sim.ActorID) bool {
	return m.running != nil && slices.Contains(m.running.present, who)
}

// hearers is who else is present.
func (m *meeting) hearers(by sim.ActorID) []sim.ActorID {
	if m.running == nil {
		return nil
	}
	return less(m.running.present, by)
}

func (p *Part) attend(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	m, err := p.visible(v, by, a.String("event"))
	if err != nil {
		return sim.Result{}, nil, err
	}
	b, err := m.joining(v, by)
	if err != nil {
		return sim.Result{}, nil, err
	}
	if v.Now() < v.Start() {
		return sim.Result{}, nil, sim.Reject("meetings before the start cannot be attended; give their notes instead")
	}
	var facts []sim.Fact
	if !m.there(by) {
		facts = append(facts, sim.Fact{Body: b, Audience: m.hearers(by)})
	}
	if isAgent(v, by) {
		wait := sim.Waiting{Until: b.Slot.To}
		if a.Bool("until_addressed") {
			wait.For = "directed"
		}
		facts = append(facts, sim.Fact{Body: wait})
	}
	until := b.Slot.To.Format(zone(v, by))
	res := sim.Result{Data: map[string]any{"event": m.id, "ends": until},
		Text: fmt.Sprintf("at %q until %s; what is said reaches you, and calendar_notes has it afterwards", m.title, until)}
	return res, facts, nil
}

func (p *Part) absent(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	m, err := p.visible(v, by, a.String("event"))
	if err != nil {
		return sim.Result{}, nil, err
	}
	if s := m.state(); !m.invited(by) || s == "over" || s == "cancelled" {
		return sim.Result{}, nil, sim.Reject("%s is %s, or not yours", m.id, s)
	}
	return sim.Result{Text: "absent"}, []sim.Fact{{Body: Absented{Event: m.id, From: by, Slot: m.shown()}}}, nil
}

func (p *Part) say(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	m, err := p.visible(v, by, a.String("event"))
	if err != nil {
		return sim.Result{}, nil, err
	}
	b, err := m.joining(v, by)
	if err != nil {
		return sim.Result{}, nil, err
	}
	words := strings.TrimSpace(a.String("text"))
	switch {
	case m.running == nil:
		return sim.Result{}, nil, sim.Reject("%s does not run yet; it begins at %s", m.id, b.Slot.From.Format(zone(v, by)))
	case words == "" || utf8.RuneCountInString(words) > sayMost:
		return sim.Result{}, nil, sim.Reject("say between 1 and %d characters at a time", sayMost)
	case len(m.running.notes) >= notesMost:
		return sim.Result{}, nil, sim.Reject("enough has been said in this meeting")
	}
	hearers := m.hearers(by)
	var facts []sim.Fact
	if !m.there(by) {
		facts = append(facts, sim.Fact{Body: b, Audience: hearers})
	}
	said := Said{Event: m.id, Title: m.title, From: by, Text: words, Hearers: hearers, Mentions: named(v, words, hearers)}
	facts = append(facts, sim.Fact{Body: said, Audience: append(slices.Clone(hearers), by)})
	return sim.Result{Data: map[string]any{"event": m.id, "heardBy": ids(hearers)}, Text: "heard by " + names(hearers)}, facts, nil
}

// Minutes is the notes of one meeting.
type Minutes struct {
	Event   string        `json:"event"`
	Title   string        `json:"title"`
	When    string        `json:"when"`
	Present []sim.ActorID `json:"present"`
	Notes   []string      `json:"notes"`
	Others  []string      `json:"others,omitempty"` // starts of earlier meetings whose notes you may read
}

func (p *Part) notes(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	m, err := p.visible(v, by, a.String("event"))
	if err != nil {
		return sim.Result{}, nil, err
	}
	mine := slices.DeleteFunc(m.sessions(), func(s *session) bool {
		return !company.Above(by) && !slices.Contains(s.present, by)
	})
	if len(mine) == 0 {
		return sim.Result{}, nil, sim.Reject("you were at no meeting of %s, so you have no notes; ask someone who was there", m.id)
	}
	s := mine[0]
	if at, ok := a.Time("occurrence"); ok {
		i := slices.IndexFunc(mine, func(s *session) bool { return s.slot.From == at })
		if i < 0 {
			return sim.Result{}, nil, sim.Reject("you were at no meeting of %s at that time; the newest you were at began at %s", m.id, s.slot.From.Format(zone(v, by)))
		}
		s = mine[i]
	}
	out := Minutes{Event: m.id, Title: m.title, When: s.slot.text(zone(v, by)), Present: s.present, Notes: []string{}}
	read := 0
	for _, n := range s.notes {
		out.Notes = append(out.Notes, n.line())
		read += sim.Words(n.Text)
	}
	for _, o := range mine[:min(len(mine), 20)] {
		if o != s {
			out.Others = append(out.Others, o.slot.From.Format(zone(v, by)))
		}
	}
	return sim.Result{Data: out, Text: fmt.Sprintf("%d things were said at %q", len(s.notes), m.title), Read: read}, nil, nil
}

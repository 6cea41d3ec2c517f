package personas

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/personas/voice"
	"github.com/tenure-sim/tenure/personas/words"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/speech"
	"github.com/tenure-sim/tenure/sim/work"
)

// How much of the world a model is shown.
const (
	threadMost   = voice.ThreadMost
	factsMost    = voice.FactsMost
	peersMost    = voice.PeersMost
	directoryMax = 30
)

// brief is what a model is told so as to find the words of one message: only what the speaker and all who may hear it
// may know, but for what the policy has just decided to tell.
func (p *Players) brief(v sim.View, m *player, said speech.Said, s Spoke) voice.Brief {
	zone, readers := m.hours.Zone(), p.readers(v, s)
	b := voice.Brief{World: p.worldCard(v), Speaker: p.speaker(v, m, s), Work: workOf(v, m.id), Project: p.projectCard(v), App: place(s), Draft: s.words,
		Clock: v.Now().In(zone).Format("Monday 2 January 2006, 15:04"), Event: p.occasion(v, m, s)}
	for _, to := range s.To[:min(len(s.To), peersMost)] {
		if a, ok := v.Actor(to); ok {
			b.Peers = append(b.Peers, voice.Peer{Name: a.Name, Card: p.card(v, m, a, private(readers))})
		}
	}
	if len(s.To) == 1 && s.Via != "channel" {
		if a, ok := v.Actor(s.To[0]); ok {
			b.Listener, zone = firstName(a), a.Hours().Zone()
		}
	}
	never := confidential(v, said.Acts, readers)
	for _, x := range p.thread(m.id, s, readers) {
		from, _ := v.Actor(x.from)
		b.Thread = append(b.Thread, voice.Line{From: nameOf(from, x.from), Day: dayAgo(v, m, x.at), Text: shownText(x, never), Answered: x.seq == s.Answers})
	}
	b.Facts = p.facts(v, m, said.Acts, s, readers)
	for i := range said.Acts {
		b.Acts = append(b.Acts, details(v, zone, &said.Acts[i]))
	}
	return b
}

// dayAgo is a day as it is called in talk: its name in the week after it, its date later.
func dayAgo(v sim.View, m *player, at clock.Time) string {
	zone := m.hours.Zone()
	if clock.DayOf(v.Now(), zone)-clock.DayOf(at, zone) < 7 {
		return at.In(zone).Format("Mon")
	}
	return at.In(zone).Format("2 Jan")
}

// workOf is what somebody has to do, the next first, as the plan calls it.
func workOf(v sim.View, who sim.ActorID) []string {
	open := slices.Clone(ledger(v).OpenPackagesOf(who))
	slices.SortStableFunc(open, func(a, b *work.Package) int { return cmp.Compare(a.Due, b.Due) })
	var out []string
	for _, w := range open {
		out = append(out, w.Title)
	}
	return out
}

func nameOf(a *sim.Actor, id sim.ActorID) string {
	if a == nil {
		return string(id)
	}
	return a.Name
}

// worldCard is what everybody in the company knows: who is there and when the project runs. It is the same for all.
func (p *Players) worldCard(v sim.View) string {
	var b strings.Builder
	if from, to := dayOf(v.Start()), dayOf(v.Horizon()); from == to {
		fmt.Fprintf(&b, "The project is all on %s.", from)
	} else {
		fmt.Fprintf(&b, "The project began on %s and ends on %s.", from, to)
	}
	b.WriteString(" People, with what to ask them about:\n")
	for i, a := range v.Actors() {
		if i == directoryMax {
			fmt.Fprintf(&b, "and %d more\n", len(v.Actors())-i)
			break
		}
		line := "- " + a.Name
		if a.Role != "" {
			line += ", " + a.Role
		}
		if len(a.Owns) > 0 {
			line += " (" + strings.Join(a.Owns, ", ") + ")"
		}
		b.WriteString(strings.Join(strings.Fields(line), " ") + "\n") // no name forges a part of the question
	}
	return b.String()
}

func dayOf(t clock.Time) string { return t.In(time.UTC).Format("2 January 2006") }

// speaker is how the coworker writes and what it is like, in plain words.
func (p *Players) speaker(v sim.View, m *player, s Spoke) voice.Speaker {
	a, _ := v.Actor(m.id)
	t := m.persona.Traits
	var habits []string
	habit := func(is bool, words string) {
		if is {
			habits = append(habits, words)
		}
	}
	habit(t.Chatty >= 100, "like a chat")
	habit(t.Helpful >= 700, "go out of your way to help")
	habit(t.Helpful <= 300, "do what is asked and no more")
	habit(t.Warns == "early", "say early when something will be late")
	habit(t.Declines >= 300, "say no easily")
	out := voice.Speaker{Name: a.Name, Role: a.Role, Team: a.Team, Style: p.voice(v, m, s).Style}
	if len(habits) > 0 {
		out.Habits = "You " + strings.Join(habits, ", ") + "."
	}
	return out
}

// projectCard is what is to be delivered next and when, which all who work on the project know.
func (p *Players) projectCard(v sim.View) string {
	next := slices.DeleteFunc(slices.Clone(ledger(v).Deliverables()), func(d *work.Deliverable) bool { return d.Due != 0 && d.Due < v.Now() })
	slices.SortStableFunc(next, func(a, b *work.Deliverable) int { return cmp.Compare(undated(a.Due), undated(b.Due)) })
	var c voice.Project
	for _, d := range next {
		e := voice.Entry{What: d.Title}
		if a, ok := v.Actor(d.Owner); ok {
			e.What += " by " + firstName(a)
		}
		if undated(d.Due) != clock.Never {
			e.When = "due " + dayOf(d.Due)
		}
		c.Deliverables = append(c.Deliverables, e)
	}
	return voice.ProjectCard(c)
}

// undated is a due that lies behind all others when there is none.
func undated(due clock.Time) clock.Time {
	if due == 0 {
		return clock.Never
	}
	return due
}

// occasion is why the speaker writes now.
func (p *Players) occasion(v sim.View, m *player, s Spoke) string {
	x, ok := p.mail.get(s.Answers)
	if !ok {
		return "You write unasked."
	}
	from, _ := v.Actor(x.from)
	return "You answer what " + nameOf(from, x.from) + " wrote at " + x.at.In(m.hours.Zone()).Format("Mon 15:04") + "."
}

// thread is the last messages between the speaker and those it speaks to: none that one who can read the answer could not
// read, and, but in a channel, none by others, who talk of other things.
func (p *Players) thread(me sim.ActorID, s Spoke, readers []sim.ActorID) []*message {
	var out []*message
	all := append([]sim.ActorID{me}, s.To...)
	for x := range p.mail.newest() {
		if len(out) == threadMost {
			break
		}
		if x.from == me && !reaches(x, s.To) || x.from != me && !reaches(x, all) || !common(x, s, readers) {
			continue
		}
		if s.Via != "channel" && !slices.Contains(all, x.from) {
			continue
		}
		out = append(out, x)
	}
	slices.Reverse(out)
	return out
}

// common says whether all who can read an answer can read a message: it stands in the same room, or reached each of them.
func common(x *message, s Spoke, readers []sim.ActorID) bool {
	app, room := roomOf(s)
	if s.Via == "channel" {
		return x.said.App == app && x.said.Thread == s.Where
	}
	if room != "" {
		return x.said.App == app && chatRoom(app, x.said.Thread) == room
	}
	return reaches(x, append([]sim.ActorID{s.Who}, readers...))
}

// reaches says whether all of some people wrote a message or got it.
func reaches(x *message, all []sim.ActorID) bool {
	for _, a := range all {
		if a != x.from && !slices.Contains(x.said.To, a) && !slices.Contains(x.said.Cc, a) && !slices.Contains(x.said.Mentions, a) {
			return false
		}
	}
	return len(all) > 0
}

// facts is what the speaker knows of the matter and everybody who hears it may know: promises between them, and facts
// of the ledger that are free to them.
func (p *Players) facts(v sim.View, m *player, acts []speech.Act, s Spoke, readers []sim.ActorID) []string {
	var out []string
	l := ledger(v)
	if private(readers) {
		out = p.promises(v, m, s.To[0])
	}
	about := acts
	if x, ok := p.mail.get(s.Answers); ok {
		about = slices.Concat(acts, x.acts)
	}
	for i := range about {
		f := fact(l, about[i].Fact)
		if f != nil && knowsFact(f, m) && mayKnow(f, readers) && !slices.Contains(out, f.Text) {
			out = append(out, f.Text)
		}
	}
	return out[:min(len(out), factsMost)]
}

// promises is what is open between the speaker and one other.
func (p *Players) promises(v sim.View, m *player, with sim.ActorID) []string {
	l := ledger(v)
	var out []string
	tell := func(cs []*work.Commitment, who string) {
		for _, c := range cs[:min(len(cs), 2)] {
			what := title(l, &speech.Act{Commitment: c.ID})
			if c.Due != clock.Never && what != "" {
				out = append(out, fmt.Sprintf("%s promised %s by %s.", who, words.Phrase(what), c.Due.In(m.hours.Zone()).Format("Mon 2 Jan, 15:04")))
			}
		}
	}
	tell(l.OpenCommitments(m.id, with), "You")
	if a, ok := v.Actor(with); ok {
		tell(l.OpenCommitments(with, m.id), firstName(a))
	}
	return out
}

package personas

import (
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/speech"
)

// speakersMost is how many coworkers say something when a meeting begins.
const speakersMost = 4

// gather brings coworkers into a meeting and out of it. In it some say how things stand.
func (p *Players) gather(v sim.View, e sim.Event, g sim.Gathering) []sim.Call {
	var calls []sim.Call
	speakers := 0
	for _, a := range g.Attendees {
		m := p.all[a]
		if m == nil {
			continue
		}
		if !g.Begins {
			if m.state == Meeting {
				calls = append(calls, moveCall(m, adjourn))
			}
			continue
		}
		if m.state != Available && m.state != Focused || m.marks["skips/"+g.ID] != 0 {
			calls = append(calls, deed(m, "calendar_absent", sim.Args{"event": g.ID}))
			continue
		}
		c := moveCall(m, meet)
		c.Args["until"] = max(g.End, v.Now()+1)
		calls = append(calls, c)
		if speakers == speakersMost || sociable(g.Title) {
			continue
		}
		if said := p.speakIn(v, m, g); said != nil {
			calls = append(calls, said...)
			speakers++
		}
	}
	return calls
}

// sociable meetings are no place for figures.
func sociable(title string) bool {
	for _, w := range strings.FieldsFunc(strings.ToLower(title), func(r rune) bool { return !unicode.IsLetter(r) }) {
		if leisure[w] {
			return true
		}
	}
	return false
}

var leisure = map[string]bool{"cake": true, "farewell": true, "goodbye": true, "welcome": true, "lunch": true, "coffee": true, "breakfast": true,
	"birthday": true, "party": true, "drinks": true, "dinner": true, "celebration": true}

// speakIn is what a coworker says in a meeting: how its package stands and what holds it up.
func (p *Players) speakIn(v sim.View, m *player, g sim.Gathering) []sim.Call {
	w := pkg(ledger(v), m.working)
	if w == nil {
		if all := ledger(v).OpenPackagesOf(m.id); len(all) > 0 {
			w = all[0]
		}
	}
	if w == nil {
		return nil
	}
	acts := p.standing(v, m, w)
	others := slices.DeleteFunc(slices.Clone(g.Attendees), func(a sim.ActorID) bool { return a == m.id })
	return []sim.Call{sayTo(m, acts[:min(2, len(acts))], saying{to: others, via: viaEvent + g.ID})}
}

// invited lets guests answer an invitation after a while, and the organizer think of moving its own meeting.
func (p *Players) invited(v sim.View, e sim.Event, i sim.Invitation) []sim.Call {
	if i.Cancelled || i.From <= v.Now() {
		return nil
	}
	var calls []sim.Call
	for _, a := range i.Guests {
		m := p.all[a]
		if m == nil || a == i.Organizer || a == e.Actor || m.state == Gone || !e.Reaches(a) {
			continue
		}
		at := m.after(m.freeFrom(v.Now(), false), max(time.Minute, chatPace.draw(v.Draw(a, "invited "+i.ID, uint64(i.From)))))
		if at >= i.From {
			at = v.Now() + 1
		}
		calls = append(calls, planCall(m, "answer/"+p.comes(v, m, i)+"/"+i.From.String()+"/"+i.ID, at))
	}
	if m := p.all[i.Organizer]; m != nil && !i.Moved && m.movesIt(v, i) {
		if to, ok := m.hours.Next(i.From.Add(24 * time.Hour)); ok {
			calls = append(calls, planCall(m, "answer/move/"+i.ID+"/"+i.From.String()+"/"+to.String()+"/"+i.To.Sub(i.From).String(),
				m.after(v.Now(), 2*time.Hour)))
		}
	}
	return calls
}

// comes decides whether a guest comes: 14 % of invitations are declined (Rogelberg 2022), and conflicts are.
func (p *Players) comes(v sim.View, m *player, i sim.Invitation) string {
	switch {
	case !m.hours.Working(i.From), m.marks["met/"+i.From.String()] != 0:
		return "no"
	case sim.PerMille(v.Draw(m.id, "comes "+i.ID, uint64(i.From))) < m.persona.Traits.Declines:
		return "no"
	}
	return "yes"
}

func (m *player) movesIt(v sim.View, i sim.Invitation) bool {
	return i.From.Sub(v.Now()) > 4*time.Hour && sim.PerMille(v.Draw(m.id, "moves "+i.ID, uint64(i.From))) < m.persona.Traits.Moves
}

// respond does what was planned about a meeting or a piece of work handed over.
func (p *Players) respond(v sim.View, m *player, ref string) []sim.Call {
	kind, id, _ := strings.Cut(ref, "/")
	switch kind {
	case "yes":
		from, id, _ := strings.Cut(id, "/")
		return []sim.Call{mark(m, "met/"+from, 1), mark(m, "skips/"+id, 0), {By: m.id, Tool: "calendar_respond", Args: sim.Args{"event": id, "answer": "accept"}}}
	case "no":
		_, id, _ := strings.Cut(id, "/")
		return []sim.Call{mark(m, "skips/"+id, 1), {By: m.id, Tool: "calendar_respond", Args: sim.Args{"event": id, "answer": "decline"}}}
	case "move":
		return m.moveMeeting(id)
	case "assigned":
		from, title, _ := strings.Cut(id, "/")
		return p.takeAssignment(v, m, sim.ActorID(from), title)
	}
	panic("personas: cannot respond to " + ref)
}

func (m *player) moveMeeting(ref string) []sim.Call {
	f := strings.Split(ref, "/")
	if len(f) < 4 {
		return nil
	}
	n := len(f)
	start, err := localTime(f[n-2], m.hours.Zone())
	length, bad := time.ParseDuration(f[n-1])
	if err != nil || bad != nil {
		return nil
	}
	return []sim.Call{{By: m.id, Tool: "calendar_move", Args: sim.Args{"event": strings.Join(f[:n-3], "/"), "start": start, "end": start.Add(length)}}}
}

// assigned lets a coworker who was handed a piece of work say, after a while, whether it takes it.
func (p *Players) assigned(v sim.View, e sim.Event, a sim.Assignment) []sim.Call {
	m := p.all[a.To]
	if m == nil || a.To == e.Actor || m.state == Gone || p.all[e.Actor] != nil || !slices.Contains(p.agents, e.Actor) {
		return nil
	}
	at := m.after(m.freeFrom(v.Now(), false), max(time.Minute, chatPace.draw(v.Draw(m.id, "assigned "+a.Ref, m.noted))))
	return []sim.Call{planCall(m, "answer/assigned/"+string(e.Actor)+"/"+a.Title, max(at, v.Now()+1))}
}

func (p *Players) takeAssignment(v sim.View, m *player, from sim.ActorID, title string) []sim.Call {
	act := speech.Act{Verb: speech.Acknowledge, Note: title}
	if sim.PerMille(v.Draw(m.id, "takes "+title, m.noted)) < m.persona.Traits.Declines {
		act = speech.Act{Verb: speech.Decline, Note: "no room for it this week"}
	}
	return []sim.Call{sayTo(m, []speech.Act{act}, saying{to: []sim.ActorID{from}})}
}

package chat

import (
	"fmt"
	"strings"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/index/people"
)

// What people show next to their names. Offline is shown of who works at other hours and has set nothing.
const (
	Available    = "available"
	DoNotDisturb = "dnd"
	Away         = "away"
	Offline      = "offline"
)

// Presence is one person as the chat shows them.
type Presence struct {
	ID    string `json:"id"`
	Name  string `json:"name"`
	State string `json:"state"`
	Until string `json:"until,omitempty"`
	Text  string `json:"text,omitempty"`
	Local string `json:"local"` // their own clock
}

// PresenceList is what chat_presence gives.
type PresenceList struct {
	People []Presence `json:"people"`
	Next   string     `json:"next,omitempty"`
}

// current is the status that holds now; false when none is set or it is over.
func (p *Part) current(v sim.View, who sim.ActorID) (StatusSet, bool) {
	s, ok := p.status[who]
	return s, ok && (s.Until == 0 || s.Until > v.Now())
}

func (p *Part) presence(v sim.View, by sim.ActorID, a *sim.Actor) Presence {
	out := Presence{ID: string(a.ID), Name: a.Name, State: Offline, Local: people.Local(v, a.ID, v.Now())}
	if a.Hours().Working(v.Now()) {
		out.State = Available
	}
	s, ok := p.current(v, a.ID)
	if !ok {
		return out
	}
	if s.State != Available {
		out.State = s.State
	}
	out.Text = s.Text
	if s.Until > 0 {
		out.Until = people.Local(v, by, s.Until)
	}
	return out
}

// quiet is the warning that somebody addressed may not look.
func (p *Part) quiet(v sim.View, by, who sim.ActorID) (string, bool) {
	s, ok := p.current(v, who)
	if !ok || s.State == Available {
		return "", false
	}
	out := string(who) + " is away"
	if s.State == DoNotDisturb {
		out = string(who) + " is not to be disturbed"
	}
	if s.Until > 0 {
		out += " until " + people.Local(v, by, s.Until)
	}
	if s.Text != "" {
		out += ": " + s.Text
	}
	return out, true
}

func (p *Part) presenceTool(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	if a.String("who") != "" {
		id, err := people.Find(v, a.String("who"))
		if err != nil {
			return sim.Result{}, nil, err
		}
		actor, _ := v.Actor(id)
		one := p.presence(v, by, actor)
		return sim.Result{Data: one, Text: one.ID + " is " + one.State, Read: 6 + sim.Words(one.Text)}, nil, nil
	}
	all := people.All(v)
	from, to, next, err := sim.Page(a, len(all))
	if err != nil {
		return sim.Result{}, nil, err
	}
	out, words := PresenceList{People: []Presence{}, Next: next}, 0
	for _, id := range all[from:to] {
		actor, _ := v.Actor(id)
		one := p.presence(v, by, actor)
		out.People = append(out.People, one)
		words += 6 + sim.Words(one.Text)
	}
	return sim.Result{Data: out, Text: fmt.Sprintf("%d people", len(all)), Read: words}, nil, nil
}

func (p *Part) statusTool(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	if by == sim.Script {
		return sim.Result{}, nil, sim.Reject("chat_status is called by whoever it is about")
	}
	b := StatusSet{Who: by, State: a.String("state"), Text: strings.TrimSpace(a.String("text"))}
	if until, ok := a.Time("until"); ok {
		if until <= v.Now() {
			return sim.Result{}, nil, sim.Reject("until must be in the future; it is %s", people.Local(v, by, v.Now()))
		}
		b.Until = until
	}
	if len(b.Text) > 200 {
		return sim.Result{}, nil, sim.Reject("a status has a few words, at most 200 characters")
	}
	return sim.Result{Text: "you are shown as " + b.State}, []sim.Fact{{Body: b, Audience: people.All(v)}}, nil
}

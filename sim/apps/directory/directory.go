package directory

import (
	"maps"
	"slices"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/index/people"
)

// Left is somebody leaving the company for good.
type Left struct {
	Who      sim.ActorID `cbor:"1,keyasint"`
	Replaced sim.ActorID `cbor:"2,keyasint,omitempty"` // by whom; empty when nobody takes over
}

// Kind implements sim.Body.
func (Left) Kind() string { return "directory.left" }

func (b Left) String() string {
	if b.Replaced == "" {
		return "directory: " + string(b.Who) + " has left the company"
	}
	return "directory: " + string(b.Who) + " has left the company; " + string(b.Replaced) + " takes over"
}

// Config is empty: the cast is all the directory needs.
type Config struct{}

// Part is the directory of one world.
type Part struct{ left map[sim.ActorID]leaving }

type leaving struct {
	Left
	at clock.Time
}

// New makes a directory.
func New(Config) *Part { return &Part{left: map[sim.ActorID]leaving{}} }

// Name implements sim.Part.
func (*Part) Name() string { return "directory" }

// Kinds implements sim.Part.
func (*Part) Kinds() []sim.Body { return []sim.Body{Left{}} }

// Clone implements sim.Part.
func (p *Part) Clone() sim.Part { return &Part{left: maps.Clone(p.left)} }

// Apply implements sim.Part.
func (p *Part) Apply(e sim.Event) {
	b := e.Body.(Left)
	p.left[b.Who] = leaving{b, e.At}
}

// staff is everybody who has joined and not left, in the order of the cast.
func (p *Part) staff(v sim.View) []*sim.Actor {
	var out []*sim.Actor
	for _, a := range v.Actors() {
		if _, gone := p.left[a.ID]; !gone && people.Here(v, a) {
			out = append(out, a)
		}
	}
	return out
}

// successor is who holds a place now: the same person, or who took over from them, and from that one in turn; ""
// when nobody did.
func (p *Part) successor(v sim.View, id sim.ActorID) sim.ActorID {
	for range len(p.left) + 1 {
		l, gone := p.left[id]
		if !gone {
			break
		}
		id = l.Replaced
	}
	if a, ok := v.Actor(id); !ok || !people.Here(v, a) {
		return ""
	}
	return id
}

// bossOf is an actor's manager now. Nobody is their own: who takes over from their manager reports to that one's.
func (p *Part) bossOf(v sim.View, a *sim.Actor) sim.ActorID {
	boss := a.Manager
	for range len(v.Actors()) {
		now := p.successor(v, boss)
		if now != "" && now != a.ID {
			return now
		}
		above, ok := v.Actor(boss)
		if !ok {
			return ""
		}
		boss = above.Manager
	}
	return ""
}

// owns is what an actor owns, with what came from those they took over from.
func (p *Part) owns(v sim.View, a *sim.Actor) []string {
	out := slices.Clone(a.Owns)
	for _, b := range v.Actors() {
		if _, gone := p.left[b.ID]; !gone || p.successor(v, b.ID) != a.ID {
			continue
		}
		for _, area := range b.Owns {
			if !slices.Contains(out, area) {
				out = append(out, area)
			}
		}
	}
	return out
}

// Exhibit implements sim.Exhibitor: an actor by id, who has joined.
func (p *Part) Exhibit(v sim.View, name string) (map[string]any, bool) {
	a, ok := v.Actor(sim.ActorID(name))
	if !ok || !people.Here(v, a) {
		return nil, false
	}
	_, gone := p.left[a.ID]
	return map[string]any{
		"name": a.Name, "role": a.Role, "team": a.Team, "manager": string(p.bossOf(v, a)), "left": gone,
		"replaced": string(p.left[a.ID].Replaced), "owns": p.owns(v, a),
	}, true
}

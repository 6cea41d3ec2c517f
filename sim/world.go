package sim

import (
	"fmt"
	"slices"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim/state"
)

// World is the fold of a log: everything that is so at one virtual moment. It does no I/O, reads no clock and
// is used by one goroutine at a time.
type World struct {
	memory
	actors map[ActorID]*Actor // of the founding
	cast   []*Actor

	parts     []Part
	owners    map[string]Part // by kind
	observers []Observer
	reactors  []Reactor
	tools     map[string]*Tool
	toolNames []string

	contents Contents
	coder    *state.Coder // made when the world is first saved
}

// memory is what the kernel itself remembers: with the parts, all that a snapshot holds.
type memory struct {
	now       clock.Time
	seq       uint64
	founding  Founded
	seed      uint64 // of all chance to come
	opened    bool
	ended     *Ended
	queue     clock.Queue[Timer]
	timers    map[timerKey]uint64 // live timers: their id in the queue
	nextTimer uint64
	questions map[questionKey]Question
	seats     []*seat
}

type timerKey struct{ owner, key string }

// NewWorld makes an empty world of the given parts. Its first event must be Founded.
func NewWorld(parts ...Part) *World {
	w := &World{memory: memory{timers: map[timerKey]uint64{}, questions: map[questionKey]Question{}}}
	w.bind(parts)
	return w
}

func (w *World) bind(parts []Part) {
	w.parts, w.owners, w.tools = parts, map[string]Part{}, map[string]*Tool{}
	w.observers, w.reactors, w.toolNames = nil, nil, nil
	for _, p := range parts {
		for _, b := range p.Kinds() {
			if w.owners[b.Kind()] != nil {
				panic("sim: kind " + b.Kind() + " has two owners")
			}
			w.owners[b.Kind()] = p
		}
		w.addTools(p.Tools())
		if o, ok := p.(Observer); ok {
			w.observers = append(w.observers, o)
		}
		if r, ok := p.(Reactor); ok {
			w.reactors = append(w.reactors, r)
		}
	}
	w.addTools(w.seatTools())
	slices.Sort(w.toolNames)
}

func (w *World) addTools(ts []Tool) {
	for _, t := range ts {
		if w.tools[t.Name] != nil {
			panic("sim: tool " + t.Name + " is defined twice")
		}
		w.tools[t.Name] = &t
		w.toolNames = append(w.toolNames, t.Name)
	}
}

// Clone makes a world that goes its own way from here. What cannot change is shared.
func (w *World) Clone() *World {
	c := *w
	c.queue = *w.queue.Clone()
	c.timers = make(map[timerKey]uint64, len(w.timers))
	for k, v := range w.timers {
		c.timers[k] = v
	}
	c.questions = make(map[questionKey]Question, len(w.questions))
	for k, v := range w.questions {
		c.questions[k] = v
	}
	c.contents = w.contents.clone()
	c.seats = slices.Clone(w.seats)
	for i, s := range w.seats {
		copied := *s
		copied.arrived = slices.Clone(s.arrived)
		c.seats[i] = &copied
	}
	parts := make([]Part, len(w.parts))
	for i, p := range w.parts {
		parts[i] = p.Clone()
	}
	c.bind(parts)
	return &c
}

// Now is the present virtual moment.
func (w *World) Now() clock.Time { return w.now }

// Start is the moment the episode opens.
func (w *World) Start() clock.Time { return w.founding.Start }

// Horizon is the moment it ends at the latest.
func (w *World) Horizon() clock.Time { return w.founding.Horizon }

// Seq is the number of the newest event.
func (w *World) Seq() uint64 { return w.seq }

// Founding returns the first event's body.
func (w *World) Founding() Founded { return w.founding }

// Opened says whether the history is over.
func (w *World) Opened() bool { return w.opened }

// Ended returns how the episode ended, or nil while it has not.
func (w *World) Ended() *Ended { return w.ended }

// Draw implements View.
func (w *World) Draw(who ActorID, what string, n uint64) uint64 {
	return draw(w.seed, who, what, n)
}

// Actor implements View.
func (w *World) Actor(id ActorID) (*Actor, bool) { a, ok := w.actors[id]; return a, ok }

// Actors implements View.
func (w *World) Actors() []*Actor { return w.cast }

// Content implements View. It panics on a hash that no event ever named.
func (w *World) Content(h Hash) []byte { return w.contents.get(h) }

// Provide says where contents come from that this world's own steps did not store.
func (w *World) Provide(source func(Hash) ([]byte, error)) { w.contents.Source = source }

// Saved says that those that its steps have stored by now come from there too. They need not stay in memory.
func (w *World) Saved() { w.contents.saved() }

// Part returns the part of that name, or nil.
func (w *World) Part(name string) Part {
	for _, p := range w.parts {
		if p.Name() == name {
			return p
		}
	}
	return nil
}

// Parts returns all parts in their fixed order.
func (w *World) Parts() []Part { return w.parts }

// Tool returns the tool of that name.
func (w *World) Tool(name string) (*Tool, bool) { t, ok := w.tools[name]; return t, ok }

// AllTools returns all tools by name, those of coworkers and the script among them.
func (w *World) AllTools() []*Tool {
	out := make([]*Tool, len(w.toolNames))
	for i, n := range w.toolNames {
		out[i] = w.tools[n]
	}
	return out
}

// Tools returns the tools an agent under test may use, by name.
func (w *World) Tools() []*Tool {
	var out []*Tool
	for _, n := range w.toolNames {
		if t := w.tools[n]; !t.Internal {
			out = append(out, t)
		}
	}
	return out
}

// Next returns the timer that is due first.
func (w *World) Next() (Timer, bool) {
	it, ok := w.queue.Peek()
	return it.What, ok
}

// Asking returns the question whose answer the next due timer stands for, if it is one. Virtual time cannot go
// on before it is answered.
func (w *World) Asking() (Question, bool) {
	t, ok := w.Next()
	if !ok || t.Owner != askOwner {
		return Question{}, false
	}
	for _, q := range w.questions {
		if q.timerName() == t.Key {
			return q, true
		}
	}
	panic(fmt.Sprintf("sim: timer %s stands for no question", t.Key))
}

// Pending returns the questions not yet answered, in the order they were asked.
func (w *World) Pending() []Question {
	out := make([]Question, 0, len(w.questions))
	for _, q := range w.questions {
		out = append(out, q)
	}
	slices.SortFunc(out, func(a, b Question) int { return int(a.Seq) - int(b.Seq) })
	return out
}

// Wondering says whether any question is without an answer.
func (w *World) Wondering() bool { return len(w.questions) > 0 }

package scenarios

import (
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
)

// Script is the part that plays a scenario's beats. A beat that fires is a fact, and what it does are calls by the
// people concerned, through the same door as everybody's.
type Script struct {
	*plot    `state:"-"`
	fired    map[string]int    // by beat
	refused  map[string]int    // calls of a beat that were rejected
	causes   map[uint64]string // events of beats that fired, for counting what was refused
	last     map[string]clock.Time
	checking bool // a look at the while predicates is due
}

// plot is what never changes; clones share it.
type plot struct {
	beats  []*beat
	byID   map[string]*beat
	byKind map[string][]*beat // those that wait for an event
	whiles []*beat
	hours  *clock.Hours
}

// beat is one that was checked. It has one trigger.
type beat struct {
	id   string
	once bool
	cond *condition // a further condition; nil for none
	do   []sim.Call

	at       clock.Time
	schedule *clock.Schedule
	kind     string
	actor    sim.ActorID
	match    *condition
	while    *condition
	perMille int
	from, to clock.Time // of chance
}

const (
	scriptName = "script"
	checkKey   = "check"
	// checkEvery is how long a change may stand before while predicates are looked at: never once for each event.
	checkEvery = 15 * time.Minute
	// timeEvery is how often predicates that ask for the time are looked at while nothing happens.
	timeEvery = time.Hour
	fireTool  = "script_fire"
	armTool   = "script_arm"
)

// Armed sets moments at which the script looks at beats.
type Armed struct {
	Keys []string     `cbor:"1,keyasint"`
	Due  []clock.Time `cbor:"2,keyasint"`
}

// Fired is a beat that began. Its calls have this event as their cause.
type Fired struct {
	Beat string `cbor:"1,keyasint"`
}

// Skipped is a beat whose trigger came and whose condition did not hold, or could not be asked.
type Skipped struct {
	Beat string `cbor:"1,keyasint"`
	Why  string `cbor:"2,keyasint,omitempty"`
}

// Kind implements sim.Body.
func (Armed) Kind() string   { return "script.armed" }
func (Fired) Kind() string   { return "script.fired" }
func (Skipped) Kind() string { return "script.skipped" }

func (f Fired) String() string   { return "beat " + f.Beat }
func (s Skipped) String() string { return "beat " + s.Beat + " passed over: " + s.Why }

// Timers implements sim.Timed. Beats go before people at the same moment.
func (a Armed) Timers() []sim.Timer {
	out := make([]sim.Timer, len(a.Keys))
	for i, key := range a.Keys {
		out[i] = sim.Timer{Owner: scriptName, Key: key, Due: a.Due[i]}
	}
	return out
}

func newScript(sc *Scenario) *Script {
	p := &plot{beats: sc.beats, byID: map[string]*beat{}, byKind: map[string][]*beat{}, hours: sc.hours}
	for _, b := range sc.beats {
		p.byID[b.id] = b
		if b.kind != "" {
			p.byKind[b.kind] = append(p.byKind[b.kind], b)
		}
		if b.while != nil {
			p.whiles = append(p.whiles, b)
		}
	}
	return &Script{plot: p, fired: map[string]int{}, refused: map[string]int{}, causes: map[uint64]string{},
		last: map[string]clock.Time{}}
}

// Name implements sim.Part.
func (s *Script) Name() string { return scriptName }

// Kinds implements sim.Part.
func (s *Script) Kinds() []sim.Body { return []sim.Body{Armed{}, Fired{}, Skipped{}} }

// Clone implements sim.Part.
func (s *Script) Clone() sim.Part {
	return &Script{plot: s.plot, fired: maps.Clone(s.fired), refused: maps.Clone(s.refused), causes: maps.Clone(s.causes),
		last: maps.Clone(s.last), checking: s.checking}
}

// Apply implements sim.Part.
func (s *Script) Apply(e sim.Event) {
	switch b := e.Body.(type) {
	case Fired:
		s.fired[b.Beat]++
		s.last[b.Beat] = e.At
		s.causes[e.Seq] = b.Beat
	case Armed:
		if slices.Contains(b.Keys, checkKey) {
			s.checking = true
		}
	}
}

// Observe implements sim.Observer: it counts what was refused and sees a check come due.
func (s *Script) Observe(_ sim.View, e sim.Event) {
	switch b := e.Body.(type) {
	case sim.Rejected:
		if beat, ok := s.causes[e.Cause]; ok {
			s.refused[beat]++
		}
	case sim.Fired:
		if b.Owner == scriptName && b.Key == checkKey {
			s.checking = false
		}
	}
}

// Exhibit implements sim.Exhibitor: "beat/<id>" with how often it fired and how many of its calls were refused.
func (s *Script) Exhibit(_ sim.View, name string) (map[string]any, bool) {
	b, ok := s.byID[strings.TrimPrefix(name, "beat/")]
	if !ok {
		return nil, false
	}
	return map[string]any{"id": b.id, "fired": int64(s.fired[b.id]), "rejected": int64(s.refused[b.id])}, true
}

// Tools implements sim.Part. They are the script's own.
func (s *Script) Tools() []sim.Tool {
	mine := func(by sim.ActorID) error {
		if by != sim.Script {
			return sim.Reject("this is the script's")
		}
		return nil
	}
	return []sim.Tool{
		{Name: fireTool, Internal: true, Doc: "A beat begins, or is passed over.", Params: []sim.Param{{Name: "beat", Type: sim.String},
			{Name: "skip", Type: sim.String, Optional: true}},
			Decide: func(_ sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
				b := a.String("beat")
				if _, ok := s.byID[b]; !ok {
					return sim.Result{}, nil, sim.Reject("there is no beat %q", b)
				}
				if a.Has("skip") {
					return sim.Result{}, []sim.Fact{{Body: Skipped{Beat: b, Why: a.String("skip")}}}, mine(by)
				}
				return sim.Result{}, []sim.Fact{{Body: Fired{Beat: b}}}, mine(by)
			}},
		{Name: armTool, Internal: true, Doc: "The script looks at beats at a moment.", Params: []sim.Param{
			{Name: "keys", Type: sim.Strings}, {Name: "due", Type: sim.Strings}}, Decide: s.arm},
	}
}

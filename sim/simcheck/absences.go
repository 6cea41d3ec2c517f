package simcheck

import (
	"strconv"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
)

// absences is a part that lets coworkers be out, by the tool that a scenario's own beats use. Its draws are facts like
// any others, so a log with them folds and resumes as every log does.
type absences struct {
	Plan outages
	plan plan `state:"-"`
}

// outages is when who is out. It is drawn once, at the start.
type outages struct {
	Who  []sim.ActorID `cbor:"1,keyasint"`
	From []clock.Time  `cbor:"2,keyasint"`
	To   []clock.Time  `cbor:"3,keyasint"`
	As   []string      `cbor:"4,keyasint"`
}

const (
	absencesName = "simcheck"
	outTool      = "simcheck_out"
	absentTool   = "players_absent" // of the scenario's cast; a world without one refuses it
	outagesMost  = 4
)

// Kind implements sim.Body.
func (outages) Kind() string { return "simcheck.outages" }

// Timers implements sim.Timed.
func (o outages) Timers() []sim.Timer {
	out := make([]sim.Timer, len(o.From))
	for i, at := range o.From {
		out[i] = sim.Timer{Owner: absencesName, Key: strconv.Itoa(i), Due: at}
	}
	return out
}

// Name implements sim.Part.
func (a *absences) Name() string { return absencesName }

// Kinds implements sim.Part.
func (a *absences) Kinds() []sim.Body { return []sim.Body{outages{}} }

// Clone implements sim.Part.
func (a *absences) Clone() sim.Part { c := *a; return &c }

// Apply implements sim.Part.
func (a *absences) Apply(e sim.Event) { a.Plan = e.Body.(outages) }

// Tools implements sim.Part.
func (a *absences) Tools() []sim.Tool {
	return []sim.Tool{{Name: outTool, Internal: true, Doc: "Coworkers will be out at moments that are drawn.",
		Decide: func(v sim.View, _ sim.ActorID, _ sim.Args) (sim.Result, []sim.Fact, error) {
			return sim.Result{}, []sim.Fact{{Body: a.drawn(v)}}, nil
		}}}
}

// drawn is who will be out when.
func (a *absences) drawn(v sim.View) outages {
	var o outages
	var cast []sim.ActorID
	for _, x := range v.Actors() {
		if x.Kind == sim.Persona {
			cast = append(cast, x.ID)
		}
	}
	span := uint64(a.plan.until.Sub(v.Start()) / time.Minute)
	for i := range 1 + within(outagesMost, a.plan.seed, "outages", 0) {
		if len(cast) == 0 {
			break
		}
		from := v.Start().Add(time.Duration(within(span, a.plan.seed, "out from", i)) * time.Minute)
		long := time.Duration(1+within(72, a.plan.seed, "out for", i)) * time.Hour
		o.Who = append(o.Who, cast[within(uint64(len(cast)), a.plan.seed, "out", i)])
		o.From, o.To = append(o.From, from), append(o.To, min(from.Add(long), a.plan.until.Add(time.Minute)))
		o.As = append(o.As, []string{"sick", "leave", "away"}[within(3, a.plan.seed, "out as", i)])
	}
	return o
}

// React implements sim.Reactor.
func (a *absences) React(_ sim.View, e sim.Event) []sim.Call {
	if _, ok := e.Body.(sim.Opened); !ok {
		return nil
	}
	return []sim.Call{{By: sim.Script, Tool: outTool}}
}

// Wake implements sim.Waker.
func (a *absences) Wake(_ sim.View, t sim.Timer) []sim.Call {
	i, err := strconv.Atoi(t.Key)
	if err != nil || i >= len(a.Plan.Who) {
		return nil
	}
	return []sim.Call{{By: sim.Script, Tool: absentTool,
		Args: sim.Args{"who": string(a.Plan.Who[i]), "kind": a.Plan.As[i], "until": a.Plan.To[i]}}}
}

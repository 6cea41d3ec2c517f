package simcheck

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tenure-sim/tenure/clock"
)

// Fault is a kind of thing that goes wrong.
type Fault string

// The kinds of faults. The log tells of the first five; the others must not be found in it.
const (
	Tools  Fault = "tools"  // the agent sends what no tool takes, and calls of it are refused
	Absent Fault = "absent" // coworkers are out
	Twice  Fault = "twice"  // an action is sent twice
	Late   Fault = "late"   // an observation reaches the agent after some time
	Lost   Fault = "lost"   // a model does not answer
	Slow   Fault = "slow"   // a model takes its time
	Append Fault = "append" // a batch cannot be saved, or is saved and said not to be
	Kill   Fault = "kill"   // the engine is left as it stands and the store is opened anew
)

// Faults lists all kinds.
func Faults() []Fault { return []Fault{Tools, Absent, Twice, Late, Lost, Slow, Append, Kill} }

// ParseFault finds a kind by its name.
func ParseFault(name string) (Fault, error) {
	if slices.Contains(Faults(), Fault(name)) {
		return Fault(name), nil
	}
	return "", fmt.Errorf("there is no fault %q; there are %s", name, names(Faults()))
}

func names[T ~string](list []T) string {
	out := make([]string, len(list))
	for i, x := range list {
		out[i] = string(x)
	}
	return strings.Join(out, ", ")
}

// DrawFaults draws a subset of the kinds by the seed: each in half of all seeds, and never none.
func DrawFaults(seed uint64, kinds []Fault) []Fault {
	var out []Fault
	for _, f := range kinds {
		if hits(500, seed, "fault "+string(f), 0) {
			out = append(out, f)
		}
	}
	if out == nil && len(kinds) > 0 {
		out = []Fault{kinds[within(uint64(len(kinds)), seed, "one fault", 0)]}
	}
	return out
}

// fitting are the kinds of faults that can happen to the subject.
func (s Subject) fitting() []Fault {
	if s.Model != nil {
		return Faults()
	}
	return without(without(Faults(), Lost), Slow)
}

// plan is what goes wrong in one episode, and until when. What it says of a case depends on the seed and the case alone,
// so an agent that lives through its past again meets the same faults.
type plan struct {
	seed   uint64
	faults []Fault
	until  clock.Time
}

// How often each fault happens, in cases of a thousand.
const (
	garbageOften = 40
	refusedOften = 40
	twiceOften   = 60
	lateOften    = 60
	lostOften    = 300
	faultyShare  = 600 // of the time to the horizon: afterwards nothing goes wrong
)

// newPlan lets faults happen in the first part of an episode.
func newPlan(seed uint64, faults []Fault, start, horizon clock.Time) plan {
	return plan{seed: seed, faults: faults, until: start.Add(horizon.Sub(start) / 1000 * faultyShare)}
}

func (p plan) has(f Fault) bool { return slices.Contains(p.faults, f) }

// strikes says whether a fault happens in the n-th case.
func (p plan) strikes(f Fault, what string, n, perMille uint64, now clock.Time) bool {
	return p.has(f) && now < p.until && hits(perMille, p.seed, what, n)
}

// spots draws from one to most events of a log, ascending, at which a fault of the machine happens.
func (p plan) spots(f Fault, most, events uint64) []uint64 {
	if !p.has(f) {
		return nil
	}
	var out []uint64
	for i := range 1 + within(most, p.seed, string(f)+" count", 0) {
		// A share, not a number: a run that is a little longer is struck at about the same place.
		out = append(out, 1+within(1000, p.seed, string(f), i)*events/1000)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

package scenarios

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/engine"
	"github.com/tenure-sim/tenure/sim/work"
)

// slipSigma is the spread of the logarithm of true effort over estimate, in thousandths, as in package work.
const slipSigma = 400

// Founding is the first event of an episode of this scenario.
func (sc *Scenario) Founding(seed uint64) sim.Founded {
	actors := make([]sim.Actor, len(sc.actors))
	copy(actors, sc.actors)
	return sim.Founded{Scenario: sc.Name, Digest: sc.digest, Seed: seed, Start: sc.Start, Horizon: sc.End(), Actors: actors}
}

// Lay lays the foundation of a new episode: the cast, the history in the order of time, what else is so from the start, the
// opening.
func (sc *Scenario) Lay(seed uint64, more ...sim.Call) engine.Lay {
	return func(w *sim.World, emit func(sim.Outcome) error) error {
		out, err := w.Found(sc.Founding(seed))
		if err != nil {
			return fmt.Errorf("scenario %s: %w", sc.Name, err)
		}
		if err := emit(out); err != nil {
			return err
		}
		for _, fault := range sc.recall(w, emit) {
			return fault
		}
		for _, c := range more {
			out, err := w.Recall(w.Start(), c)
			if err = errors.Join(err, out.Rejected); err != nil {
				return fmt.Errorf("%s: %w", c.Tool, err)
			}
			if err := emit(out); err != nil {
				return err
			}
		}
		return emit(w.Open())
	}
}

// fault is an item of the history that the world refuses.
type fault struct {
	item *item
	err  error
}

func (f fault) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s by %s refused: %s", f.item.file, f.item.pos.line, f.item.pos.column, f.item.call.Tool, f.item.call.By, f.err)
}

// recall lays down the history. The faults are items that the world refused; an emit that fails ends it.
func (sc *Scenario) recall(w *sim.World, emit func(sim.Outcome) error) []error {
	var faults []error
	names := map[string]string{}
	for i := range sc.items {
		it := &sc.items[i]
		call := it.call
		if len(it.takes) > 0 {
			call.Args = sim.Args{}
			for k, v := range it.call.Args {
				call.Args[k] = v
			}
			for arg, name := range it.takes {
				call.Args[arg] = names[name]
			}
		}
		if call.Tool == "work_plan" && !call.Args.Has("true") {
			call.Args = sc.effort(w, call.Args)
		}
		out, err := w.Recall(it.at, call)
		if err == nil {
			err = out.Rejected
		}
		if err != nil {
			if faults = append(faults, fault{it, err}); len(faults) == problemsMost {
				return faults // no report has room for more
			}
			continue
		}
		if it.id != "" {
			names[it.name] = fieldOf(out.Result.Data, it.id)
		}
		if err := emit(out); err != nil {
			return append(faults, err)
		}
	}
	return faults
}

// effort draws what a package will take, by the reliability of its owner.
func (sc *Scenario) effort(v sim.View, args sim.Args) sim.Args {
	owner, id := sim.ActorID(args.String("owner")), args.String("id")
	estimate, _ := args.Duration("estimate")
	for i := range sc.Personas {
		if p := &sc.Personas[i]; p.ID == owner {
			with := sim.Args{}
			for k, v := range args {
				with[k] = v
			}
			median := estimate / 1000 * clock.Duration(p.Traits.Reliability)
			with["true"] = work.LogNormal(v.Draw(owner, "effort/"+id, 0), median, slipSigma).Round(time.Minute)
			return with
		}
	}
	return args
}

// fieldOf reads a field of a result as the agent would see it.
func fieldOf(data any, name string) string {
	raw, err := json.Marshal(data)
	if err != nil {
		return ""
	}
	var fields map[string]any
	if json.Unmarshal(raw, &fields) != nil {
		return ""
	}
	s, _ := fields[name].(string)
	return s
}

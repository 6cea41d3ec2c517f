package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/scenarios"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/engine"
)

// stepperEnv turns the test binary into a stepper: a process of its own, so that it can be killed. Its value is a job.
const stepperEnv = "TENURE_STEPPER"

// job is an episode to be stepped. It goes on where its log ends.
type job struct {
	Store, Scenario, Agent string
	Seed                   uint64
	Attempt                uint64 // each process shuts out the one before
	Sent                   bool   // the actions come from the standard input, a line each; else the agent acts
	Have                   int    // how many answers the sender has, when they are sent
	Hasty                  bool   // answer before the step is saved, as nobody should
}

func (j job) episode() string {
	return fmt.Sprintf("%s-%s-%d", filepath.Base(j.Scenario), j.Agent, j.Seed)
}

func (j job) holder() checkpoints.Holder {
	return checkpoints.Holder{Rollout: j.episode(), Attempt: j.Attempt}
}

// answer is one line of a stepper: a step's observation, by its hash. Whoever reads it relies on it.
type answer struct {
	Step  int // the last observation, which says that the episode has ended, is a step further than the one before
	Hash  sim.Hash
	Ended bool
}

func answerOf(o sim.Observation) (answer, error) {
	raw, err := json.Marshal(o)
	a := answer{Step: o.Step, Hash: sim.HashOf(raw), Ended: o.Ended != ""}
	if a.Ended {
		a.Step++
	}
	return a, err
}

// stepperMain is the process. It writes each answer in one piece once the step is done, and nothing else.
func stepperMain(text string) int {
	var j job
	err := json.Unmarshal([]byte(text), &j)
	if err == nil {
		err = j.run(context.Background())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "stepper:", err)
		return exitFailed
	}
	return exitDone
}

func (j job) run(ctx context.Context) (err error) {
	sc, err := scenarios.Open(j.Scenario)
	if err != nil {
		return err
	}
	store, err := checkpoints.Open(j.Store, checkpoints.Options{})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	s, err := begin(store, sc, runFlags{agent: j.Agent, seed: j.Seed, name: j.episode()})
	if err != nil {
		return err
	}
	if s.fresh {
		if err := s.create(); err != nil {
			return err
		}
	}
	agent, _, err := s.agentOf(nil, s.world())
	if err != nil {
		return err
	}
	if j.Sent {
		agent = &sender{lines: json.NewDecoder(os.Stdin)}
	}
	e, err := j.open(ctx, s, agent)
	if err != nil {
		return err
	}
	defer e.Close()
	return j.play(ctx, e, agent)
}

// play steps the episode to its end. Steps have names, so a sender can repeat one that it has no answer to.
func (j job) play(ctx context.Context, e *engine.Episode, agent engine.Agent) error {
	o, ok, err := e.Advance(ctx)
	if err == nil && !ok {
		o = e.World().Last(e.World().Seated()[0])
	}
	for first := true; err == nil; first = false {
		if !first || j.Have == 0 {
			if err := say(o); err != nil || o.Ended != "" {
				return err
			}
		}
		var act engine.Action
		if act, err = agent.Act(ctx, o); errors.Is(err, io.EOF) && o.Ended != "" {
			return nil // the sender has every answer
		} else if err != nil {
			return err
		}
		if !j.Sent {
			act.ID = stepID(o.Step)
		}
		o, err = e.Step(ctx, act)
	}
	return err
}

// stepID names the action that answers an observation.
func stepID(step int) string { return fmt.Sprintf("s%d", step) }

// open lays the episode or lives through its past. A sender has lived through it already.
func (j job) open(ctx context.Context, s *session, agent engine.Agent) (*engine.Episode, error) {
	log, err := s.store.Take(s.branch.Name, j.holder())
	if err != nil {
		return nil, err
	}
	head, err := s.store.Head(s.branch.Name)
	if err != nil {
		return nil, err
	}
	conf := engine.Config{Log: log}
	if j.Hasty {
		conf.Log = &hasty{Log: log}
	}
	if head.Seq == 0 {
		return engine.Create(s.world(), conf, s.scenario.Lay(j.Seed))
	}
	seats := map[sim.ActorID]engine.Agent{}
	if !j.Sent {
		seats[s.scenario.Agent.ID] = agent
	}
	return engine.Open(ctx, s.world(), conf, seats)
}

// sender is an agent in another process.
type sender struct{ lines *json.Decoder }

func (s *sender) Act(context.Context, sim.Observation) (act engine.Action, err error) {
	return act, s.lines.Decode(&act)
}

func say(o sim.Observation) error {
	a, err := answerOf(o)
	if err != nil {
		return err
	}
	line, err := json.Marshal(a)
	if err != nil {
		return err
	}
	_, err = os.Stdout.Write(append(line, '\n'))
	return err
}

// hasty says that a batch is saved and saves it with the next one. It is what the kills must find.
type hasty struct {
	engine.Log
	kept *sim.Batch
}

func (h *hasty) Append(b sim.Batch) error {
	var err error
	if h.kept != nil {
		err = h.Log.Append(*h.kept)
	}
	b.Events = append([][]byte(nil), b.Events...) // the engine uses the slice again
	h.kept = &b
	return err
}

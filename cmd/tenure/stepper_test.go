package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"

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
	Hasty                  bool // answer before the step is saved, as nobody should
}

func (j job) episode() string { return fmt.Sprintf("%s-%s-%d", j.Scenario, j.Agent, j.Seed) }

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
	s, err := begin(store, sc, runFlags{agent: j.Agent, seed: j.Seed})
	if err != nil {
		return err
	}
	e, agent, err := j.open(ctx, s)
	if err != nil {
		return err
	}
	defer e.Close()
	o, ok, err := e.Advance(ctx)
	if err == nil && !ok {
		o = e.World().Last(sc.Agent.ID)
	}
	for {
		if err != nil {
			return err
		}
		if err := say(o); err != nil || o.Ended != "" {
			return err
		}
		act, err2 := agent.Act(ctx, o)
		if err2 != nil {
			return err2
		}
		o, err = e.Step(ctx, act)
	}
}

func (j job) open(ctx context.Context, s *session) (*engine.Episode, engine.Agent, error) {
	w := s.world()
	agent, err := s.agent(w)
	if err != nil {
		return nil, nil, err
	}
	head, err := s.store.Head(s.branch.Name)
	if err != nil {
		return nil, nil, err
	}
	conf := engine.Config{Log: s.log()}
	if j.Hasty {
		conf.Log = &hasty{Log: conf.Log}
	}
	var e *engine.Episode
	if head.Seq == 0 {
		e, err = engine.Create(w, conf, s.scenario.Lay(j.Seed))
	} else {
		e, err = engine.Open(ctx, w, conf, map[sim.ActorID]engine.Agent{s.scenario.Agent.ID: agent})
	}
	return e, agent, err
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

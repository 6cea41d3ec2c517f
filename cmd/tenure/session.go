package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/scenarios"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/agents"
	"github.com/tenure-sim/tenure/sim/engine"
)

// session is one episode in its store, with the scenario it was made from.
type session struct {
	store    *checkpoints.Store
	branch   checkpoints.Branch
	scenario *scenarios.Scenario
	held     *checkpoints.Log // taken for a rollout; nil when not
	fresh    bool             // it is not in the store yet
	casting  *casting         // the models of the run; nil when it is not run
	cut      uint64           // the last event that is looked at; 0: all are
	again    []string         // the words of the command when it is not one that goes on with the episode
}

func (s *session) log() checkpoints.Log {
	if s.held != nil {
		return *s.held
	}
	return s.store.Log(s.branch.Name)
}

// seen is the part of the log that is looked at.
func (s *session) seen() engine.Log {
	if s.cut == 0 {
		return s.log()
	}
	return upTo{s.log(), s.cut}
}

// upTo is a log that ends at an event.
type upTo struct {
	engine.Log
	last uint64
}

func (l upTo) Read(after uint64, each func(uint64, []byte) error) error {
	return engine.ReadTo(l.Log, after, l.last, each)
}

func (s *session) world() *sim.World { return sim.NewWorld(s.scenario.Parts()...) }

func (s *session) close() error { return s.store.Close() }

// peekWait is how long a reading command waits for a run to let go of the store before it reads a copy.
const peekWait = 100 * time.Millisecond

// openStore opens the file that --store names. Reading commands do not make it.
func openStore(cmd *cobra.Command, readOnly bool) (*checkpoints.Store, error) {
	path, err := cmd.Flags().GetString("store")
	if err != nil {
		return nil, err
	}
	if path == "" {
		return nil, usagef("--store needs the name of a file")
	}
	s, err := openFile(cmd, path, readOnly)
	if errors.Is(err, os.ErrNotExist) && !readOnly {
		return nil, usagef("the folder of the store %s does not exist", path)
	}
	if errors.Is(err, os.ErrNotExist) {
		return nil, usagef("there is no store %s yet; '%s' makes one, or name another with --store", path, typed("run", "portal"))
	}
	if errors.Is(err, checkpoints.ErrForeign) && isArchive(path) {
		return nil, fmt.Errorf("%s is an exported episode and no store: '%s' brings it into one", path, typed("import", path))
	}
	if err == nil && s.Doubt() != "" {
		fmt.Fprintf(cmd.ErrOrStderr(), "tenure: %s\n", plainly(s.Doubt()))
	}
	return s, err
}

// openFile opens the file. To read from one that is written to nobody waits; to write to it one does as --wait says.
func openFile(cmd *cobra.Command, path string, readOnly bool) (s *checkpoints.Store, err error) {
	if readOnly {
		s, err := checkpoints.Open(path, checkpoints.Options{ReadOnly: true, Timeout: peekWait})
		if errors.Is(err, checkpoints.ErrLocked) {
			return checkpoints.Peek(path)
		}
		return s, err
	}
	err = waited(cmd, func(slice time.Duration) error {
		s, err = checkpoints.Open(path, checkpoints.Options{Timeout: slice})
		return err
	})
	return s, err
}

// openSession opens an episode that exists, and makes no store.
func openSession(cmd *cobra.Command, name string, readOnly bool) (*session, error) {
	if !readOnly {
		if _, err := storeFile(cmd); err != nil {
			return nil, err
		}
	}
	store, err := openStore(cmd, readOnly)
	if err != nil {
		return nil, err
	}
	s, err := loadSession(store, name)
	if err != nil {
		store.Close()
		return nil, err
	}
	return s, nil
}

// errBare is for an episode that a program made and gave no scenario along.
var errBare = errors.New("was made without its scenario, so that only the program that made it can read it; have that give Create the bundle (sc.Bundle()) for the next one")

func loadSession(store *checkpoints.Store, name string) (*session, error) {
	b, err := store.Branch(name)
	if errors.Is(err, checkpoints.ErrMissing) {
		return nil, unknownEpisode(store, name)
	}
	if err != nil {
		return nil, err
	}
	if b.Bundle == "" {
		return nil, &usage{fmt.Errorf("the episode %s %w", name, errBare)}
	}
	bundle, err := store.Content(b.Bundle)
	if err != nil {
		return nil, fmt.Errorf("the scenario of %s: %w", name, err)
	}
	sc, err := scenarios.FromBundle(bundle)
	if err != nil {
		return nil, fmt.Errorf("the scenario of %s: %w", name, err)
	}
	return &session{store: store, branch: b, scenario: sc}, nil
}

func episodeNames(store *checkpoints.Store) string {
	bs, err := store.Branches()
	if err != nil || len(bs) == 0 {
		return "none"
	}
	var b bytes.Buffer
	for i, br := range bs {
		if i == 8 {
			fmt.Fprintf(&b, " and %d more", len(bs)-i)
			break
		}
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(oneLine(br.Name))
	}
	return b.String()
}

// episode creates or opens the session's episode with its agent.
func (s *session) episode(ctx context.Context, watch func(sim.Event), mark *marking) (*engine.Episode, map[sim.ActorID]engine.Agent, error) {
	w := s.world()
	agent, behind, err := s.agentOf(s.casting, w)
	if err != nil {
		return nil, nil, err
	}
	seats := map[sim.ActorID]engine.Agent{s.scenario.Agent.ID: agent}
	conf := engine.Config{Log: s.log(), Model: s.casting.model(), Watch: func(e sim.Event) { watch(e); mark.watch(e) }, Turn: mark.turn}
	if behind != nil {
		conf.Past = behind
		conf.Watch = func(e sim.Event) { watch(e); mark.watch(e); behind(e) }
	}
	head, err := s.store.Head(s.branch.Name)
	if err != nil {
		return nil, nil, err
	}
	var e *engine.Episode
	if head.Seq == 0 {
		e, err = engine.Create(w, conf, s.scenario.Lay(s.branch.Seed, s.casting.calls(s.scenario)...))
	} else {
		e, err = engine.Open(ctx, w, conf, seats)
	}
	return e, seats, err
}

// agentOf makes the episode's agent, of a casting when a model plays it.
func (s *session) agentOf(c *casting, w *sim.World) (engine.Agent, func(sim.Event), error) {
	if strings.HasPrefix(s.branch.Agent, agentModel) {
		a, err := c.agent(agents.Brief(s.scenario, w))
		return a, nil, err
	}
	return agents.Seat(s.branch.Agent, s.scenario, w)
}

// cast is everybody in the scenario, the agent among them.
func (s *session) cast() []sim.Actor { return s.scenario.Founding(s.branch.Seed).Actors }

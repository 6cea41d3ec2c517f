package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/personas"
	"github.com/tenure-sim/tenure/personas/models"
	"github.com/tenure-sim/tenure/scenarios"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/engine"
)

// begin finds the episode that the command means. One that is not there is fresh: create makes it.
func begin(store *checkpoints.Store, sc *scenarios.Scenario, f runFlags) (*session, error) {
	bundle, err := sc.Bundle()
	if err != nil {
		return nil, err
	}
	name := f.name
	if name == "" {
		name = fmt.Sprintf("%s-%s-%d", sc.Name, strings.ReplaceAll(f.agent, ":", "-"), f.seed)
	}
	if err := checkpoints.CheckName(name); err != nil {
		return nil, &usage{err}
	}
	b, err := store.Branch(name)
	if errors.Is(err, checkpoints.ErrMissing) {
		b = checkpoints.Branch{Name: name, Scenario: sc.Name, Agent: f.agent, Seed: f.seed}
		return &session{store: store, branch: b, scenario: sc, fresh: true}, nil
	}
	if errors.Is(err, checkpoints.ErrName) {
		return nil, &usage{err}
	}
	if err != nil {
		return nil, err
	}
	if b.Agent == "" {
		return nil, usagef("%s; choose another --name", (&session{branch: b}).stepped())
	}
	if b.Agent != f.agent || b.Seed != f.seed {
		return nil, usagef("the episode %s was begun with agent %s and seed %d; choose another --name", name, b.Agent, b.Seed)
	}
	if b.Bundle == "" {
		return nil, &usage{fmt.Errorf("the episode %s %w; choose another --name", name, errBare)}
	}
	kept, err := store.Content(b.Bundle)
	if err != nil {
		return nil, err
	}
	if b.Scenario != sc.Name {
		return nil, usagef("the episode %s is one of the scenario %s; choose another --name", name, b.Scenario)
	}
	if !bytes.Equal(kept, bundle) {
		return nil, usagef("the scenario %s has changed since the episode %s was begun; choose another --name, or go on with the old scenario by '%s'", sc.Name, name,
			(&session{store: store}).command(append([]string{"resume", name}, f.models.words()...)...))
	}
	return &session{store: store, branch: b, scenario: sc}, nil
}

// create makes the episode of a fresh session.
func (s *session) create() error {
	bundle, err := s.scenario.Bundle()
	if err != nil {
		return err
	}
	s.branch, err = s.store.Create(s.branch, bundle)
	if errors.Is(err, checkpoints.ErrName) {
		return &usage{err}
	}
	s.fresh = err != nil
	return err
}

// beginning is what an episode's log says of the models it was begun and gone on with.
type beginning struct {
	backing  personas.Backing  // zero: scripted coworkers
	answered map[string]string // by role, the model that gave the last answer, as its endpoint calls it
}

// beganWith reads it. An episode without models is read up to where the project opens and no further.
func (s *session) beganWith() (beginning, error) {
	b := beginning{answered: map[string]string{}}
	var err error
	if b.backing, err = s.backing(); err != nil || b.backing == (personas.Backing{}) {
		return b, err
	}
	roles := map[string]string{}
	err = s.hear(s.log(), []string{sim.Asked{}.Kind(), sim.Replied{}.Kind()}, func(e sim.Event) error {
		switch body := e.Body.(type) {
		case sim.Asked:
			roles[fmt.Sprint(body.Owner, body.ID)] = body.Tier
		case sim.Replied:
			if body.Model != "" {
				b.answered[roles[fmt.Sprint(body.Owner, body.ID)]] = body.Model
			}
		}
		return nil
	})
	if err != nil {
		return b, fmt.Errorf("which models answered in %s: %w", s.branch.Name, err)
	}
	return b, nil
}

var errOpened = errors.New("the project is open")

// backing is what the episode was begun with: which models play coworkers is said before the project opens.
func (s *session) backing() (b personas.Backing, err error) {
	if s.fresh || !s.begun() {
		return b, nil
	}
	err = s.hear(s.log(), []string{sim.Opened{}.Kind(), personas.Backed{}.Kind()}, func(e sim.Event) error {
		said, backed := e.Body.(personas.Backed)
		if !backed {
			return errOpened
		}
		b = said.Backing
		return nil
	})
	if err != nil && !errors.Is(err, errOpened) {
		return b, fmt.Errorf("what %s was begun with: %w", s.branch.Name, err)
	}
	return b, nil
}

// hear hands the events of some kinds that a log has to take. The others are not decoded.
func (s *session) hear(log engine.Log, kinds []string, take func(sim.Event) error) error {
	codec := sim.NewCodec(s.scenario.Parts()...)
	codec.Learn(s.scenario.Founding(s.branch.Seed))
	return log.Read(0, func(_ uint64, raw []byte) error {
		o, err := sim.OutlineOf(raw)
		if err != nil || !slices.Contains(kinds, o.Kind()) {
			return err
		}
		e, err := codec.Decode(raw)
		if err != nil {
			return err
		}
		return take(e)
	})
}

// coworkersRoles are the roles that a backing has models for.
func coworkersRoles(b personas.Backing) []string {
	var out []string
	for role, has := range map[string]bool{models.Small: b.Small, models.Strong: b.Strong, models.Reader: b.Reader} {
		if has {
			out = append(out, role)
		}
	}
	slices.Sort(out)
	return out
}

// castRoles checks what the flags say of models against the episode, and opens what they name. Nothing of an episode is
// made before.
func (s *session) castRoles(cmd *cobra.Command, f runFlags) error {
	if s.over() && !f.begins && !f.models.given() {
		return nil // resume shows one that is over to whoever asks
	}
	b, err := s.beganWith()
	if err != nil {
		return err
	}
	if err := s.checkBegun(b, f); err != nil {
		return err
	}
	if s.casting, err = f.models.cast(s.branch.Agent); err != nil {
		return err
	}
	if err := s.checkRoles(b, f); err != nil || s.over() {
		return err
	}
	if err := s.checkAgentModel(s.casting); err != nil {
		return err
	}
	if s.begun() {
		s.warnOfOthers(cmd, b)
	}
	return s.casting.open(cmd, s, f.models)
}

// another says how to have it otherwise: run can begin another episode, resume cannot.
func (s *session) another(f runFlags) string {
	if f.begins {
		return "choose another --name"
	}
	return fmt.Sprintf("'%s' begins another", s.command(append([]string{"run", s.branch.Scenario, "--name", "NAME"}, f.models.words()...)...))
}

// checkBegun refuses coworkers of another kind than the episode was begun with.
func (s *session) checkBegun(b beginning, f runFlags) error {
	began := s.begun()
	switch scripted := b.backing == (personas.Backing{}); {
	case began && scripted && f.models.personas != "":
		return usagef("the episode %s was begun with scripted coworkers, and --personas would let models play them; %s", s.branch.Name, s.another(f))
	case began && !scripted && f.models.personas == "":
		return usagef("the episode %s was begun with models as coworkers (%s): name the file that describes them with --personas, or %s",
			s.branch.Name, strings.Join(coworkersRoles(b.backing), ", "), s.another(f))
	}
	return nil
}

// checkRoles refuses models for other roles than the episode was begun with: it asks for just those.
func (s *session) checkRoles(b beginning, f runFlags) error {
	was, is := coworkersRoles(b.backing), coworkersRoles(s.casting.backing)
	if !s.begun() || slices.Equal(was, is) {
		return nil
	}
	return usagef("the episode %s was begun with models for %s, and %s names some for %s; %s", s.branch.Name, strings.Join(was, ", "),
		f.models.personas, strings.Join(is, ", "), s.another(f))
}

// checkAgentModel says whether the agent's model can do the work.
func (s *session) checkAgentModel(c *casting) error {
	if !strings.HasPrefix(s.branch.Agent, agentModel) {
		return nil
	}
	_, _, err := s.agentOf(c, s.world())
	return err
}

// warnOfOthers says when another model goes on than gave the last answers. That is allowed: the log says which model gave
// each answer.
func (s *session) warnOfOthers(cmd *cobra.Command, b beginning) {
	for _, role := range slices.Sorted(maps.Keys(b.answered)) {
		was := b.answered[role]
		if m, ok := s.casting.config.Playing(role); ok && !s.casting.config.Calls(role, was) {
			fmt.Fprintf(cmd.ErrOrStderr(), "%s: %s was answered by %s so far, and is asked of %s from here on; the log says who gave each answer\n",
				s.branch.Name, role, plainly(was), m.ID)
		}
	}
}

// resumeLine is the line that goes on with an episode as a holder: this one, or a fork of it. It names the file of models with
// which the episode was run last here; one that was not is given FILE, for whoever types it to put the name in.
func (s *session) resumeLine(episode string, h holding) (string, error) {
	words := append([]string{"resume", episode}, h.words()...)
	b, err := s.backing()
	r, ranErr := readRan(s.branch)
	file := cmp.Or(r.File, "FILE")
	switch {
	case err != nil || ranErr != nil:
		return "", cmp.Or(err, ranErr)
	case b != (personas.Backing{}):
		words = append(words, "--personas", file)
	case strings.HasPrefix(s.branch.Agent, agentModel):
		words = append(words, "--models", file)
	}
	return s.command(words...), nil
}

package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/engine"
	"github.com/tenure-sim/tenure/sim/work"
)

// marking marks checkpoints of a run by its policy.
type marking struct {
	session *session
	policy  checkpoints.Policy
	rules   []*checkpoints.Marker // one for each rule of the policy: a turn that is due for two reasons has both names
}

func (s *session) marking(policy string) (*marking, error) {
	m := &marking{session: s}
	if policy != "" {
		var err error
		if m.policy, err = checkpoints.ParsePolicy(policy); err != nil {
			return nil, &usage{err}
		}
	}
	p := m.policy
	for _, rule := range []checkpoints.Policy{{Every: p.Every}, {Steps: p.Steps}, {Milestones: p.Milestones}} {
		if rule != (checkpoints.Policy{}) {
			m.rules = append(m.rules, checkpoints.NewMarker(rule))
		}
	}
	return m, nil
}

// watch looks for milestones: what changes what the project is, or ends a piece of it.
func (m *marking) watch(e sim.Event) {
	switch e.Body.(type) {
	case work.RequirementChanged, work.PackageFinished, work.PackageDropped, work.ApprovalGranted, work.ApprovalRefused, sim.Done:
		for _, r := range m.rules {
			r.Passed(cut(fmt.Sprint(e.Body), headlineRunes))
		}
	}
}

// turn marks the agent's turn if it is one to mark.
func (m *marking) turn(e *engine.Episode, o sim.Observation) error {
	due := m.due(e.World(), o, e.Chain())
	if len(due) == 0 {
		return nil
	}
	for _, c := range due {
		if _, err := m.session.store.MarkDue(m.session.branch.Name, c); err != nil {
			return err
		}
	}
	if err := e.Snapshot(); err != nil {
		return err
	}
	return m.session.store.Prune(m.session.branch.Name, m.policy)
}

// due are the checkpoints that the policy wants of a turn, one for each rule that wants one.
func (m *marking) due(w *sim.World, o sim.Observation, chain sim.Chain) []checkpoints.Checkpoint {
	var due []checkpoints.Checkpoint
	for _, r := range m.rules {
		if c, ok := r.Turn(m.session.scenario.Elapsed(w.Now()), o.Step, w.Seq()); ok {
			c.Seq, c.At, c.Chain = w.Seq(), w.Now(), chain
			due = append(due, c)
		}
	}
	return due
}

// past marks what the policy would have marked in the log so far, so that an episode has the same checkpoints however
// often it was stopped, and one that is over can still be given them. A policy is a fold of the log.
func (m *marking) past(cmd *cobra.Command) error {
	if m.policy == (checkpoints.Policy{}) || !m.session.begun() {
		return nil
	}
	due, err := m.fold(cmd.Context())
	if err != nil {
		return err
	}
	if m.policy.Keep > 0 { // those before would be taken away again
		due = due[max(0, len(due)-m.policy.Keep):]
	}
	made := 0
	for _, c := range due {
		fresh, err := m.session.store.MarkDue(m.session.branch.Name, c)
		if err != nil {
			return err
		}
		if fresh {
			made++
		}
	}
	if made > 0 {
		printLine(cmd.ErrOrStderr(), "%s marked in what %s has behind it\n", plural(made, "checkpoint"), m.session.branch.Name)
	}
	return m.session.store.Prune(m.session.branch.Name, m.policy)
}

// fold finds the turns of the episode's own log that the policy marks.
func (m *marking) fold(ctx context.Context) ([]checkpoints.Checkpoint, error) {
	var due []checkpoints.Checkpoint
	w := m.session.world()
	log := &chained{Log: m.session.log()}
	_, err := engine.Replay(w, log, engine.Visitor{
		Before: func(e sim.Event) error {
			if _, ok := e.Body.(sim.Began); !ok {
				return ctx.Err()
			}
			o, ok := w.Waits()
			if !ok {
				return fmt.Errorf("an agent begins at event %d and it is nobody's turn", e.Seq)
			}
			if turn := m.due(w, o, log.chain); w.Seq() > m.session.branch.At {
				due = append(due, turn...)
			}
			return nil
		},
		After: m.watch,
	})
	if err != nil {
		return nil, fmt.Errorf("look for checkpoints in the log of %s: %w", m.session.branch.Name, err)
	}
	return due, nil
}

// chained is a log that keeps the hash of all events before the one that is being read.
type chained struct {
	engine.Log
	chain sim.Chain
}

func (l *chained) Read(after uint64, each func(uint64, []byte) error) error {
	return l.Log.Read(after, func(seq uint64, event []byte) error {
		err := each(seq, event)
		l.chain = l.chain.Next(event)
		return err
	})
}

// tellUnmarked says when an episode that was run with a policy goes on without one, and keeps the policy of this run for
// the next to say so. A policy belongs to a run and is in no log, so it must be given again.
func (s *session) tellUnmarked(cmd *cobra.Command, policy string) error {
	if policy != "" {
		return s.store.KeepPolicy(s.branch.Name, policy)
	}
	if !s.begun() {
		return nil
	}
	own, err := s.store.OwnCheckpoints(s.branch.Name)
	if err != nil {
		return err
	}
	var names []string
	for _, c := range own {
		if c.Why != checkpoints.ByHand && checkpoints.OfPolicies(c.Name) {
			names = append(names, c.Name)
		}
	}
	with := " " + s.branch.Policy
	switch {
	case len(names) > 0:
		with = ", which marked " + firstFew(names)
	case s.branch.Policy == "":
		return nil
	}
	_, err = printLine(cmd.ErrOrStderr(), "%s was run with --checkpoint%s; give it again to mark on\n", s.branch.Name, with)
	return err
}

// begun says whether the episode has a log already.
func (s *session) begun() bool {
	h, err := s.store.Head(s.branch.Name)
	return err == nil && h.Seq > 0
}

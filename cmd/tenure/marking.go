package main

import (
	"errors"
	"fmt"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/engine"
	"github.com/tenure-sim/tenure/sim/work"
)

// marking marks checkpoints of a run by its policy.
type marking struct {
	session *session
	policy  checkpoints.Policy
	marker  *checkpoints.Marker
}

func (s *session) marking(policy string) (*marking, error) {
	m := &marking{session: s}
	if policy != "" {
		var err error
		if m.policy, err = checkpoints.ParsePolicy(policy); err != nil {
			return nil, &usage{err}
		}
	}
	m.marker = checkpoints.NewMarker(m.policy)
	return m, nil
}

// watch looks for milestones: what changes what the project is, or ends a piece of it.
func (m *marking) watch(e sim.Event) {
	switch e.Body.(type) {
	case work.RequirementChanged, work.PackageFinished, work.PackageDropped, work.ApprovalGranted, work.ApprovalRefused, sim.Done:
		m.marker.Passed(cut(fmt.Sprint(e.Body), headlineRunes))
	}
}

// turn marks the agent's turn if it is one to mark.
func (m *marking) turn(e *engine.Episode, o sim.Observation) error {
	w := e.World()
	c, due := m.marker.Turn(m.session.scenario.Elapsed(w.Now()), o.Step, w.Seq())
	if !due {
		return nil
	}
	c.Seq, c.At, c.Chain = w.Seq(), w.Now(), e.Chain()
	name, store := m.session.branch.Name, m.session.store
	if err := store.Mark(name, c); errors.Is(err, checkpoints.ErrExists) {
		return nil // marked by an earlier run
	} else if err != nil {
		return err
	}
	if err := e.Snapshot(); err != nil {
		return err
	}
	return store.Prune(name, m.policy)
}

// begun says whether the episode has a log already.
func (s *session) begun() bool {
	h, err := s.store.Head(s.branch.Name)
	return err == nil && h.Seq > 0
}

package main

import (
	"errors"
	"strings"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/sim/engine"
)

// splitPoint takes EPISODE@POINT apart; without a point it is the end.
func splitPoint(arg string) (episode, point string) {
	episode, point, _ = strings.Cut(arg, "@")
	return episode, point
}

// place finds a point of the session's episode.
func (s *session) place(point string) (engine.Place, error) {
	head, err := s.store.Head(s.branch.Name)
	if err != nil {
		return engine.Place{}, err
	}
	if head.Seq > 0 && (point == "" || point == "last") {
		return engine.Place{Event: head.Seq, At: head.At, Chain: head.Chain}, nil
	}
	marks, err := s.store.Checkpoints(s.branch.Name)
	if err != nil {
		return engine.Place{}, err
	}
	for _, c := range marks {
		if c.Name == point && !engine.IsPoint(point) {
			return engine.Place{Event: c.Seq, At: c.At, Chain: c.Chain}, nil
		}
	}
	p, err := engine.Find(s.log(), point, s.scenario)
	if errors.Is(err, engine.ErrPoint) {
		return p, usagef("%s: %w%s", s.branch.Name, err, markNames(marks))
	}
	return p, err
}

func markNames(marks []checkpoints.Checkpoint) string {
	if len(marks) == 0 {
		return ""
	}
	var names []string
	for _, c := range marks[max(0, len(marks)-8):] {
		names = append(names, c.Name)
	}
	return "; its newest checkpoints are " + strings.Join(names, ", ")
}

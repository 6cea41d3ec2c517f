package main

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/sim/engine"
)

// pointHelp tells what can stand after the @, in the help of every command that takes a point.
const pointHelp = "A point is\n" + engine.PointForms + ".\n" + firstOfKind

// firstOfKind says which of several events of a kind a point means.
const firstOfKind = "before:KIND and after:KIND mean the first event of the kind since the project's start."

// splitPoint takes EPISODE@POINT apart; without a point it is the end.
func splitPoint(arg string) (episode, point string) {
	episode, point, at := strings.Cut(arg, "@")
	if at && point == "" {
		return arg, "" // no episode's name: unknownEpisode says that the point is missing
	}
	return episode, point
}

// openAt opens EPISODE or EPISODE@POINT for looking at: nothing after the point is seen. at is the same point given by a
// flag, and both at once are too many.
func openAt(cmd *cobra.Command, arg, at string) (*session, error) {
	name, point := splitPoint(arg)
	if at != "" {
		if point != "" {
			return nil, usagef("%s has a point already; leave out --at %s", arg, at)
		}
		point = at
	}
	s, err := openSession(cmd, name, true)
	if err != nil || point == "" {
		return s, err
	}
	p, err := s.place(point)
	if err != nil {
		return nil, errors.Join(err, s.close())
	}
	s.cut = p.Event
	return s, nil
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
		return p, s.noPoint(point, marks, err)
	}
	return p, err
}

// noPoint says what is wrong with a point: with a checkpoint's name that is nearly right just that.
func (s *session) noPoint(point string, marks []checkpoints.Checkpoint, err error) error {
	var names []string
	for _, c := range marks {
		names = append(names, c.Name)
	}
	near := nearest(point, names)
	if meant := strings.Replace(point, "-", ":", 1); engine.IsPoint(meant) { // hour-8, as policies call the turn that follows
		near = append([]string{meant}, near...)
	}
	if len(near) > 0 && !engine.IsPoint(point) {
		return usagef("%s has no checkpoint %q; did you mean %s?", s.branch.Name, point, strings.Join(near, " or "))
	}
	newest := ""
	if len(names) > 0 && !strings.Contains(point, ":") && checkpoints.CheckName(point) == nil && !engine.IsPoint(point) { // it may be a name
		newest = "; its newest checkpoints are " + strings.Join(names[max(0, len(names)-marksNamed):], ", ")
	}
	return usagef("%s: %w%s%s", s.branch.Name, err, oldForm(point), newest)
}

// oldForm says how a point is written that was typed as it once was, or as --until takes it.
func oldForm(point string) string {
	if number, ok := strings.CutPrefix(point, "#"); ok && engine.IsPoint(number) {
		return "; for an event write " + number
	}
	if d, err := time.ParseDuration(point); err == nil && d >= 0 {
		return fmt.Sprintf("; for working hours write hour:%g", d.Hours())
	}
	return ""
}

// marksNamed is how many checkpoints a message names.
const marksNamed = 8

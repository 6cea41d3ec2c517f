package main

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/personas/models"
	"github.com/tenure-sim/tenure/personas/purse"
	"github.com/tenure-sim/tenure/sim"
)

// voices reads them from the log as far as it is looked at, without folding a world. Nil: no model takes part.
func (s *session) voices() (*voices, error) {
	v := newVoices(s.branch.Agent, models.Config{})
	err := s.hear(s.seen(), append([]string{sim.Opened{}.Kind()}, heard...), func(e sim.Event) error {
		if _, opens := e.Body.(sim.Opened); opens && !v.Backed && !v.agent {
			return errOpened
		}
		v.take(e)
		return nil
	})
	if err != nil && !errors.Is(err, errOpened) {
		return nil, fmt.Errorf("what models did in %s: %w", s.branch.Name, err)
	}
	if v, err = v.finish(s.store.Content); err != nil || v == nil {
		return nil, err
	}
	head, err := s.store.Head(s.branch.Name)
	if err != nil {
		return nil, err
	}
	return v, s.tellPaid(v, head)
}

// tellPaid adds what was paid, as the episode's book has it: a log lacks what failed, what is not answered yet, and prices. The book
// tells of the whole episode, so where a part of it is looked at it is left out.
func (s *session) tellPaid(v *voices, h checkpoints.Head) error {
	if v == nil || h.Spent == "" || s.cut != 0 {
		return nil
	}
	b, err := purse.ReadBook([]byte(h.Spent))
	if err != nil {
		return fmt.Errorf("%s: %w", s.branch.Name, err)
	}
	for _, role := range slices.Sorted(maps.Keys(b.Before)) {
		v.Paid = append(v.Paid, &purse.Line{Role: role, Paid: b.Before[role]})
	}
	for _, l := range b.Lines {
		if l.Paid.Calls > l.Fake || l.Played.Calls > 0 {
			v.Paid = append(v.Paid, l)
		}
	}
	return nil
}

// paidCalls is how many requests reached an endpoint.
func (v *voices) paidCalls() (n int64) {
	for _, l := range v.Paid {
		n += l.Paid.Calls - l.Fake
	}
	return n
}

// paidWords is a line of the book for people.
func paidWords(l *purse.Line) string {
	out := fmt.Sprintf("paid %s, %s (%s): ", l.Role, plainly(l.Model), plainly(l.ID))
	if l.Model == "" {
		out = fmt.Sprintf("paid %s before, as the log told when the count began: ", l.Role)
	}
	out += plural(l.Paid.Calls, "request")
	if l.Failed > 0 {
		out += fmt.Sprintf(", %d of them without an answer", l.Failed)
	}
	if l.Unused > 0 {
		out += fmt.Sprintf(", %d of them when the run stopped, its answer not used", l.Unused)
	}
	out += fmt.Sprintf(", %s in (%d cached), %d out", plural(l.Paid.In, "token"), l.Paid.Cached, l.Paid.Out)
	if l.Paid.Money > 0 {
		out += ", $" + models.ShowDollars(l.Paid.Money)
	}
	if l.Unpriced > 0 {
		out += fmt.Sprintf(", no price is known for %d of them", l.Unpriced)
	}
	if l.Played.Calls > 0 {
		out += fmt.Sprintf("; %d more were paid when the cassette was recorded", l.Played.Calls)
	}
	return out
}

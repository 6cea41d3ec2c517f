package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/tenure-sim/tenure/checkpoints"
)

// holding is as whom a command writes to an episode. The zero value is nobody in particular.
type holding struct {
	rollout string
	attempt uint64
}

func (h *holding) flags(c *cobra.Command) {
	c.Flags().StringVar(&h.rollout, "rollout", "", "take the episode for this rollout: a later --attempt of it shuts out the earlier ones")
	c.Flags().Uint64Var(&h.attempt, "attempt", 1, "the attempt of the rollout, from 1 on; only with --rollout")
}

// attemptMost leaves room for the attempts after it.
const attemptMost = 1_000_000_000

func (h holding) check(cmd *cobra.Command) error {
	named, numbered := cmd.Flags().Changed("rollout"), cmd.Flags().Changed("attempt")
	switch {
	case named && h.rollout == "":
		return usagef("--rollout needs a name, such as --rollout r7")
	case numbered && !named:
		return usagef("--attempt %d says nothing without the rollout that it is an attempt of; name it with --rollout", h.attempt)
	case numbered && (h.attempt == 0 || h.attempt > attemptMost):
		return usagef("%s, at most %d", wrongValue("attempt", h.attempt), attemptMost)
	}
	return nil
}

// words are the flags by which another command goes on as the same holder.
func (h holding) words() []string {
	if h.rollout == "" {
		return nil
	}
	return []string{"--rollout", h.rollout, "--attempt", strconv.FormatUint(h.attempt, 10)}
}

// take holds the episode for the rollout that the flags name. Without one it looks whether somebody else has it: a run
// should learn that before it begins, and not with its first step.
func (s *session) take(h holding) error {
	if h.rollout == "" {
		return s.checkFree()
	}
	log, err := s.store.Take(s.branch.Name, checkpoints.Holder{Rollout: h.rollout, Attempt: h.attempt})
	switch {
	case errors.Is(err, checkpoints.ErrFenced):
		return cmp.Or(s.checkFree(), s.checkGivenUp(), err)
	case errors.Is(err, checkpoints.ErrName):
		return &usage{err}
	case err != nil:
		return err
	}
	s.held = &log
	return nil
}

// checkFree is an error when somebody holds the episode: who, and what to do.
func (s *session) checkFree() error {
	head, err := s.store.Head(s.branch.Name)
	if err != nil {
		return err
	}
	who, name := head.Holder(), s.branch.Name
	if who.Rollout == "" {
		return nil
	}
	same, err := s.againLine(holding{who.Rollout, who.Attempt})
	if err != nil {
		return err
	}
	next, err := s.againLine(holding{who.Rollout, who.Attempt + 1})
	if err != nil {
		return err
	}
	return &heldError{fmt.Sprintf("%s is held by %s, and nobody else may write to it.\nDo it as that attempt, if that is you:\n  %s\nin a fork from here:\n  %s\nor as the next attempt, which shuts the holder out:\n  %s",
		name, who, same, s.command("fork", name), next)}
}

// checkGivenUp is an error when the episode was given up: the attempt that did, and those before it, are over.
func (s *session) checkGivenUp() error {
	head, err := s.store.Head(s.branch.Name)
	if err != nil || !head.Released {
		return err
	}
	last := checkpoints.Holder{Rollout: head.Rollout, Attempt: head.Attempt}
	next, err := s.againLine(holding{head.Rollout, head.Attempt + 1})
	if err != nil {
		return err
	}
	anybody, err := s.againLine(holding{})
	if err != nil {
		return err
	}
	return &heldError{fmt.Sprintf("%s was given up by %s, and neither that attempt nor an earlier one may write to it again.\nDo it as the next attempt:\n  %s\nor as nobody in particular:\n  %s",
		s.branch.Name, last, next, anybody)}
}

// againLine is the line that does what the command was to do, as a holder.
func (s *session) againLine(h holding) (string, error) {
	if s.again == nil {
		return s.resumeLine(s.branch.Name, h)
	}
	return s.command(append(slices.Clone(s.again), h.words()...)...), nil
}

// heldError says who holds an episode and what to do.
type heldError struct{ text string }

func (e *heldError) Error() string { return e.text }
func (e *heldError) Unwrap() error { return checkpoints.ErrFenced }

// openHeld opens an episode to change its checkpoints, as whoever the flags say. Nobody writes to one that is over, so its
// holder has nothing to lose. again are the words of the command, but for the holder.
func openHeld(cmd *cobra.Command, name string, h holding, again ...string) (*session, error) {
	if err := h.check(cmd); err != nil {
		return nil, err
	}
	s, err := openSession(cmd, name, false)
	if err != nil {
		return nil, err
	}
	s.again = again
	if s.over() && h.rollout == "" {
		return s, nil
	}
	if err := s.take(h); err != nil {
		return nil, errors.Join(err, s.close())
	}
	return s, nil
}

// newEpisodesTakeover shuts a holder out.
func newEpisodesTakeover() *cobra.Command {
	return &cobra.Command{
		Use:   "takeover EPISODE",
		Short: "Shut out who holds an episode, as the next attempt of the same rollout",
		Long: `Shut out who holds an episode, as the next attempt of the same rollout. Whoever writes to it now is refused from the next
step on and loses what it has not saved; do it when that process is dead or must not go on. The command says how to go
on with the episode. To leave the holder alone, go on in a fork; to make the episode nobody's again, release it.

A process that has the store's file open, also one that is stopped or hangs, keeps this command out as it does all that
write: end it first. The message names it, and 'kill -9' loses no step that was answered. What a takeover shuts out is a
process that comes back: one that is started again as the earlier attempt, whenever and by whomever, is refused.`,
		Example:           `  tenure episodes takeover portal-steady-1`,
		Args:              cobra.ExactArgs(1),
		ValidArgsFunction: completeEpisodes,
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := openSession(cmd, args[0], false)
			if err != nil {
				return err
			}
			return errors.Join(s.takeOver(cmd), s.close())
		},
	}
}

// newEpisodesRelease makes an episode nobody's.
func newEpisodesRelease() *cobra.Command {
	return &cobra.Command{
		Use:   "release EPISODE",
		Short: "Make an episode that a rollout holds nobody's again",
		Long: `Make an episode that a rollout holds nobody's again. Whoever held it is refused from the next step on and loses what it has
not saved; do it when that process is dead or done. Anybody may go on with the episode then, but that attempt of the rollout
and those before it: a process of theirs that comes back late stays shut out.`,
		Example:           `  tenure episodes release portal-steady-1`,
		Args:              cobra.ExactArgs(1),
		ValidArgsFunction: completeEpisodes,
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := openSession(cmd, args[0], false)
			if err != nil {
				return err
			}
			return errors.Join(s.release(cmd), s.close())
		},
	}
}

// holder is who holds the episode; when nobody does, that is an error, with how to go on.
func (s *session) holder() (checkpoints.Holder, error) {
	head, err := s.store.Head(s.branch.Name)
	if err != nil {
		return checkpoints.Holder{}, err
	}
	who := head.Holder()
	if who.Rollout == "" {
		line, err := s.resumeLine(s.branch.Name, holding{})
		return who, cmp.Or(err, usagef("nobody holds %s; go on with it by\n  %s", s.branch.Name, line))
	}
	return who, nil
}

func (s *session) release(cmd *cobra.Command) error {
	was, err := s.holder()
	if err != nil {
		return err
	}
	if err := s.store.Release(s.branch.Name, was); err != nil {
		return err
	}
	if s.over() {
		return tellDone(cmd, done{Did: "released", Episode: s.branch.Name, Was: was.String()},
			fmt.Sprintf("%s was held by %s and is nobody's now. It is over: %s", s.branch.Name, was, s.lastEnding()))
	}
	line, err := s.resumeLine(s.branch.Name, holding{})
	if err != nil {
		return err
	}
	return tellDone(cmd, done{Did: "released", Episode: s.branch.Name, Was: was.String()},
		fmt.Sprintf("%s was held by %s and is nobody's now. Go on with:\n  %s", s.branch.Name, was, line))
}

// takeoverView is what 'episodes takeover' tells programs.
type takeoverView struct {
	Episode string `json:"episode"`
	Rollout string `json:"rollout"`
	Attempt uint64 `json:"attempt"` // by which to go on
}

func (s *session) takeOver(cmd *cobra.Command) error {
	who, err := s.holder()
	if err != nil {
		return err
	}
	if s.over() {
		return usagef("%s is over (%s): nobody goes on with it, so there is nothing to take over; '%s' makes it nobody's", s.branch.Name, s.lastEnding(),
			s.command("episodes", "release", s.branch.Name))
	}
	next := holding{who.Rollout, who.Attempt + 1}
	if err := s.take(next); err != nil {
		return err
	}
	if asJSON(cmd) {
		return printJSON(cmd, takeoverView{s.branch.Name, next.rollout, next.attempt})
	}
	line, err := s.resumeLine(s.branch.Name, next)
	if err != nil {
		return err
	}
	_, err = printLine(cmd.OutOrStdout(), "%s was held by %s, who can write to it no more. Go on with:\n  %s\n", s.branch.Name, who, line)
	return err
}

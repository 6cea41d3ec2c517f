package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/tenure-sim/tenure/sim/engine"
)

func newReplay() *cobra.Command {
	return &cobra.Command{
		Use:   "replay EPISODE",
		Short: "Fold the log again, check its hash chain, and score it; calls no model and no agent",
		Example: `  tenure replay portal-steady-1
  tenure replay portal-steady-1 --json`,
		Args:              cobra.ExactArgs(1),
		ValidArgsFunction: completeEpisodes,
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := openSession(cmd, args[0], true)
			if err != nil {
				return err
			}
			return errors.Join(s.replay(cmd), s.close())
		},
	}
}

func (s *session) replay(cmd *cobra.Command) error {
	r, err := s.score(s.lastEnding())
	if err != nil {
		return err
	}
	if r.hash != r.head.Chain {
		return fmt.Errorf("the log of %s does not have the hash that was saved with it: it gives %s and the store says %s",
			s.branch.Name, r.hash, r.head.Chain)
	}
	if asJSON(cmd) {
		return printJSON(cmd, r.summary())
	}
	out := cmd.OutOrStdout()
	printLine(out, "%s: %d events, %s of virtual work, hash %s: as saved\n", s.branch.Name, r.events, hours(r.worked), r.hash)
	return printScore(out, r)
}

// lastEnding is how the episode's last run ended: a killed one is a stopped one.
func (s *session) lastEnding() engine.Ended {
	h, err := s.store.Head(s.branch.Name)
	if s.cut > 0 && s.cut < h.Seq {
		return engine.Ended(fmt.Sprintf("as of event %d", s.cut))
	}
	if err != nil || h.Note == "" {
		return engine.Stopped
	}
	ended, _ := endingOf(h.Note)
	return ended
}

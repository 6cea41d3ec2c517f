package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/engine"
)

func newReplay() *cobra.Command {
	return &cobra.Command{
		Use:   "replay EPISODE[@POINT]",
		Short: "Fold the log again, check its hash chain, and score it; calls no model and no agent",
		Long: `Fold the log again, check its hash chain, and score it; calls no model and no agent. At a point the hash is that of the log
up to there, which two episodes with the same past share; it is compared where it was saved, at checkpoints. ` + pointHelp,
		Example: `  tenure replay portal-steady-1
  tenure replay portal-steady-1@hour:80
  tenure replay portal-steady-1 --json`,
		Args:              cobra.ExactArgs(1),
		ValidArgsFunction: completeEpisodes,
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := openAt(cmd, args[0], "")
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
	saved, err := s.savedHashes(r)
	if err != nil {
		return err
	}
	for _, want := range saved {
		if r.hash != want {
			return fmt.Errorf("the log of %s does not have the hash that was saved with it: up to event %d it gives %s and the store says %s",
				s.branch.Name, r.events, r.hash, want)
		}
	}
	if asJSON(cmd) {
		return printJSON(cmd, r.summary())
	}
	out := cmd.OutOrStdout()
	as := ""
	if len(saved) > 0 {
		as = ": as saved"
	}
	printLine(out, "%s: %s, %s of virtual work, hash %s%s\n", s.branch.Name, plural(r.events, "event"), hours(r.worked), r.hash, as)
	return printScore(out, r)
}

// savedHashes are those that the store has of the log up to where it was folded: of its end, or of checkpoints.
func (s *session) savedHashes(r *result) ([]sim.Chain, error) {
	if s.cut == 0 || s.cut == r.head.Seq {
		return []sim.Chain{r.head.Chain}, nil
	}
	marks, err := s.store.Checkpoints(s.branch.Name)
	var out []sim.Chain
	for _, c := range marks {
		if c.Seq == s.cut {
			out = append(out, c.Chain)
		}
	}
	return out, err
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

package main

import (
	"errors"
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/tenure-sim/tenure/checkpoints"
)

func newDu() *cobra.Command {
	return &cobra.Command{
		Use:   "du",
		Short: "Say what a store's bytes are used for",
		Long: `Say what a store's bytes are used for, by episode: its own events (the past that a fork shares is its parent's), the
contents that only it names and those that others name too, snapshots and checkpoints; and what 'tenure gc' and 'tenure
compact' would give back. Bytes are counted as they lie in the file, packed.`,
		Example: `  tenure du
  tenure du --store runs.db --json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			store, err := openStore(cmd, true)
			if err != nil {
				return err
			}
			step, stop := meter(cmd, "du ")
			res, err := store.Usage(cmd.Context(), step)
			stop()
			if err := errors.Join(err, store.Close()); err != nil {
				return err
			}
			if asJSON(cmd) {
				return printJSON(cmd, res)
			}
			return printUsage(cmd, res)
		},
	}
}

func printUsage(cmd *cobra.Command, res checkpoints.UsageResult) error {
	w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "EVENTS\tLOG\tOWN CONTENTS\tSHARED\tSNAPSHOTS\tCHECKPOINTS\t EPISODE")
	for _, e := range res.Episodes {
		printLine(w, "%d\t%s\t%s\t%s\t%s\t%s\t %s\n", e.Events, size(e.Log), size(e.Own), size(e.Shared), size(e.SnapshotSize), size(e.MarkSize), e.Episode)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(cmd.OutOrStdout(), "\nThe file has %s. Contents take %s of it, each counted once.\n%s\n%s\n",
		size(res.File), size(res.Contents), spoken(idleLine(res)), spoken(freeLine(res)))
	return err
}

func idleLine(res checkpoints.UsageResult) string {
	if res.Idle == 0 {
		return "Every content is named by an episode: 'tenure gc' would drop none."
	}
	return fmt.Sprintf("%s of contents are named by no episode any more; 'tenure gc' drops them.", size(res.Idle))
}

// freeLine says what the file could be shorter by. What bbolt leaves empty inside its pages is known for certain only once
// they are written anew.
func freeLine(res checkpoints.UsageResult) string {
	if res.Free+res.Slack == 0 {
		return "All of the file is in use: 'tenure compact' would not make it smaller."
	}
	if res.Free == 0 {
		return fmt.Sprintf("No page of the file is free: 'tenure compact' would give back some of the %s that lie empty inside pages, or nothing when it was just done.", size(res.Slack))
	}
	return fmt.Sprintf("'tenure compact' would make the file smaller by at least %s and at most %s.", size(res.Free), size(res.Free+res.Slack))
}

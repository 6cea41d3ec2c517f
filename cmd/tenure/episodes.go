package main

import (
	"fmt"
	"slices"
	"text/tabwriter"

	"github.com/spf13/cobra"
)

// episodeRow is one episode as 'tenure episodes' shows it.
type episodeRow struct {
	Episode  string `json:"episode"`
	Scenario string `json:"scenario"`
	Agent    string `json:"agent"`
	Seed     uint64 `json:"seed"`
	Ended    string `json:"ended"` // how the last run ended; empty before the first, while one goes on and after a kill
	Events   uint64 `json:"events"`
	At       string `json:"at"` // virtual time, UTC
	Hash     string `json:"log_hash"`
	standing
}

func newEpisodes() *cobra.Command {
	c := &cobra.Command{
		Use:   "episodes",
		Short: "List the episodes in the store, rename or remove them",
		Example: `  tenure episodes
  tenure episodes --store runs.db --json`,
		Args: knownCommand,
		RunE: func(cmd *cobra.Command, _ []string) error {
			store, err := openStore(cmd, true)
			if err != nil {
				return err
			}
			defer store.Close()
			shelf := newShelf(store)
			rows, err := shelf.episodeRows()
			if err != nil {
				return err
			}
			if asJSON(cmd) {
				return printJSON(cmd, rows)
			}
			err = printEpisodes(cmd, rows)
			shelf.tellBusy(cmd.OutOrStdout())
			return err
		},
	}
	c.AddCommand(newEpisodesMove(), newEpisodesRemove(), newEpisodesTakeover(), newEpisodesRelease())
	return c
}

func (sh *shelf) episodeRows() ([]episodeRow, error) {
	tips, err := sh.tips()
	if err != nil {
		return nil, err
	}
	rows := make([]episodeRow, 0, len(tips))
	for _, t := range tips {
		b, h := t.Branch, t.Head
		ended, _ := endingOf(h.Note)
		rows = append(rows, episodeRow{Episode: b.Name, Scenario: b.Scenario, Agent: b.Agent, Seed: b.Seed,
			Ended: string(ended), Events: h.Seq, At: h.At.String(), Hash: h.Chain.String(), standing: sh.standing(t)})
	}
	return rows, nil
}

func printEpisodes(cmd *cobra.Command, rows []episodeRow) error {
	out := cmd.OutOrStdout()
	if len(rows) == 0 {
		_, err := fmt.Fprintf(out, "no episodes yet; '%s' makes one\n", typed("run", "portal"))
		return err
	}
	held := slices.ContainsFunc(rows, func(r episodeRow) bool { return r.Rollout != "" })
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprint(w, "EPISODE\tSCENARIO\tAGENT\tSEED\tSTATE\tEVENTS\tVIRTUAL TIME")
	if held {
		fmt.Fprint(w, "\tHELD BY")
	}
	fmt.Fprintln(w)
	for _, r := range rows {
		printLine(w, "%s\t%s\t%s\t%s\t%s\t%d\t%s", r.Episode, r.Scenario, r.Agent, r.seeds(), r.state(), r.Events, r.when)
		if held {
			printLine(w, "\t%s", r.holder())
		}
		fmt.Fprintln(w)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	for _, r := range rows {
		tellTroubles(out, r.Episode, r.standing)
	}
	return nil
}

func completeEpisodes(cmd *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
	store, err := openStore(cmd, true)
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	defer store.Close()
	bs, err := store.Branches()
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	names := make([]string, len(bs))
	for i, b := range bs {
		names[i] = b.Name
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

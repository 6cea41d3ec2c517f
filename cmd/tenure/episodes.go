package main

import (
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/tenure-sim/tenure/checkpoints"
)

// episodeRow is one episode as 'tenure episodes' shows it.
type episodeRow struct {
	Episode  string `json:"episode"`
	Scenario string `json:"scenario"`
	Agent    string `json:"agent"`
	Seed     uint64 `json:"seed"`
	Ended    string `json:"ended"` // how the last run ended; empty while one goes on or after a kill
	Events   uint64 `json:"events"`
	At       string `json:"at"` // virtual time, UTC
	Hash     string `json:"log_hash"`
}

func newEpisodes() *cobra.Command {
	c := &cobra.Command{
		Use:   "episodes",
		Short: "List the episodes in the store, rename or remove them",
		Example: `  tenure episodes
  tenure episodes --store runs.db --json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			store, err := openStore(cmd, true)
			if err != nil {
				return err
			}
			defer store.Close()
			rows, err := episodeRows(store)
			if err != nil {
				return err
			}
			if asJSON(cmd) {
				return printJSON(cmd, rows)
			}
			return printEpisodes(cmd, rows)
		},
	}
	c.AddCommand(newEpisodesMove(), newEpisodesRemove())
	return c
}

func episodeRows(store *checkpoints.Store) ([]episodeRow, error) {
	tips, err := store.Heads()
	if err != nil {
		return nil, err
	}
	rows := make([]episodeRow, 0, len(tips))
	for _, t := range tips {
		b, h := t.Branch, t.Head
		rows = append(rows, episodeRow{Episode: b.Name, Scenario: b.Scenario, Agent: b.Agent, Seed: b.Seed,
			Ended: standing(b, h), Events: h.Seq, At: h.At.String(), Hash: h.Chain.String()})
	}
	return rows, nil
}

// standing is how the last run of an episode ended; of a fork that nobody has gone on with, that.
func standing(b checkpoints.Branch, h checkpoints.Head) string {
	if h.Note == "" && b.Parent != "" && h.Seq <= b.At+1 {
		return "forked"
	}
	return h.Note
}

func printEpisodes(cmd *cobra.Command, rows []episodeRow) error {
	if len(rows) == 0 {
		fmt.Fprintln(cmd.OutOrStdout(), "no episodes yet; 'tenure run portal' makes one")
		return nil
	}
	w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "EPISODE\tSCENARIO\tAGENT\tSEED\tENDED\tEVENTS\tVIRTUAL TIME (UTC)")
	for _, r := range rows {
		ended := r.Ended
		if ended == "" {
			ended = "killed or running"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%d\t%s\t%d\t%s\n", r.Episode, r.Scenario, r.Agent, r.Seed, ended, r.Events, r.At)
	}
	return w.Flush()
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

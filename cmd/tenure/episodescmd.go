package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/tenure-sim/tenure/checkpoints"
)

func newEpisodesRemove() *cobra.Command {
	var force bool
	c := &cobra.Command{
		Use:   "rm EPISODE...",
		Short: "Remove episodes, with their logs, checkpoints and snapshots",
		Long: `Remove episodes, with their logs, checkpoints and snapshots. One that others are forked from stays until they are
removed. Contents that no episode names any more are dropped by 'tenure gc', and the file shrinks by 'tenure compact'.`,
		Example: `  tenure episodes rm try-1 try-2
  tenure episodes rm portal-steady-1 && tenure gc && tenure compact`,
		Args:              cobra.MinimumNArgs(1),
		ValidArgsFunction: completeEpisodes,
		RunE: func(cmd *cobra.Command, args []string) error {
			return withStore(cmd, func(store *checkpoints.Store) error {
				for _, name := range args {
					if err := known(store, name); err != nil {
						return err
					}
					if err := unheld(store, name, force); err != nil {
						return err
					}
					if err := store.Remove(name); err != nil {
						return err
					}
					if err := tellDone(cmd, done{Did: "removed", Episode: name}, name+" is removed"); err != nil {
						return err
					}
				}
				return nil
			})
		},
	}
	c.Flags().BoolVar(&force, "force", false, forceDoc)
	return c
}

// done is what commands that change names tell programs.
type done struct {
	Did        string `json:"did"` // removed, renamed, unmarked, released
	Episode    string `json:"episode"`
	Was        string `json:"was,omitempty"`        // renamed: its name before; released: who held it
	Checkpoint string `json:"checkpoint,omitempty"` // unmarked: the name that is gone
}

func tellDone(cmd *cobra.Command, d done, text string) error {
	if asJSON(cmd) {
		return printJSON(cmd, d)
	}
	_, err := fmt.Fprintln(cmd.OutOrStdout(), text)
	return err
}

// unheld refuses an episode that a rollout holds and that is not over: its holder would write to one that is gone, or begin
// it anew under its old name.
func unheld(store *checkpoints.Store, name string, force bool) error {
	head, err := store.Head(name)
	ended, _ := endingOf(head.Note)
	if err != nil || force || head.Rollout == "" || ended.Over() {
		return err
	}
	return usagef("%s is held by %s; when that is over or dead, say --force", name, head.Holder())
}

const forceDoc = "also an episode that a rollout holds"

// known refuses a name that no episode has.
func known(store *checkpoints.Store, name string) error {
	_, err := store.Branch(name)
	if errors.Is(err, checkpoints.ErrMissing) {
		return unknownEpisode(store, name)
	}
	return err
}

func newEpisodesMove() *cobra.Command {
	var force bool
	c := &cobra.Command{
		Use:               "mv EPISODE NAME",
		Short:             "Give an episode another name; its forks follow",
		Example:           `  tenure episodes mv try-3 best`,
		Args:              cobra.ExactArgs(2),
		ValidArgsFunction: completeEpisodes,
		RunE: func(cmd *cobra.Command, args []string) error {
			return withStore(cmd, func(store *checkpoints.Store) error {
				if err := known(store, args[0]); err != nil {
					return err
				}
				if err := unheld(store, args[0], force); err != nil {
					return err
				}
				if err := store.Rename(args[0], args[1]); err != nil {
					return err
				}
				return tellDone(cmd, done{Did: "renamed", Episode: args[1], Was: args[0]}, args[0]+" is called "+args[1]+" now")
			})
		},
	}
	c.Flags().BoolVar(&force, "force", false, forceDoc)
	return c
}

// withStore opens the store for a change of what is in it, and tells a user's mistakes from other faults.
func withStore(cmd *cobra.Command, change func(*checkpoints.Store) error) error {
	if _, err := storeFile(cmd); err != nil {
		return err
	}
	store, err := openStore(cmd, false)
	if err != nil {
		return err
	}
	err = change(store)
	switch {
	case errors.Is(err, checkpoints.ErrChildren), errors.Is(err, checkpoints.ErrExists), errors.Is(err, checkpoints.ErrName):
		err = &usage{err}
	}
	return errors.Join(err, store.Close())
}

package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tenure-sim/tenure/checkpoints"
)

func newEpisodesRemove() *cobra.Command {
	var r removal
	c := &cobra.Command{
		Use:   "rm EPISODE...",
		Short: "Remove episodes, with their logs, checkpoints and snapshots",
		Long: `Remove episodes, with their logs, checkpoints and snapshots. One that others are forked from stays until they are
removed: name them too, in any order, or say --tree. All is looked at before anything is removed. Contents that no
episode names any more are dropped by 'tenure gc', and the file shrinks by 'tenure compact'.`,
		Example: `  tenure episodes rm try-1 try-2
  tenure episodes rm portal-steady-1 --tree          with all that is forked from it
  tenure episodes rm portal-steady-1 && tenure gc && tenure compact`,
		Args:              cobra.MinimumNArgs(1),
		ValidArgsFunction: completeEpisodes,
		RunE: func(cmd *cobra.Command, args []string) error {
			return withStore(cmd, func(store *checkpoints.Store) error { return r.remove(cmd, store, args) })
		},
	}
	c.Flags().BoolVar(&r.force, "force", false, forceDoc)
	c.Flags().BoolVar(&r.tree, "tree", false, "also all that is forked from the episodes, and what is forked from that")
	return c
}

// removal is which episodes go besides those that are named.
type removal struct{ force, tree bool }

// remove removes the episodes, or none when one of them must stay.
func (r removal) remove(cmd *cobra.Command, store *checkpoints.Store, names []string) error {
	all, err := store.Branches()
	if err != nil {
		return err
	}
	for _, name := range names {
		if err := known(store, name); err != nil {
			return err
		}
	}
	going, left := familyOf(all, names)
	if len(left) > 0 && !r.tree {
		return usagef("nothing is removed, for %s forked from what would go. Name all of them, or say --tree:\n  %s",
			verb(len(left), "is", "are", strings.Join(left, ", ")), (&session{store: store}).command(append(append([]string{"episodes", "rm"}, names...), "--tree")...))
	}
	for _, name := range going {
		if err := unheld(store, name, r.force); err != nil {
			return err
		}
	}
	for _, name := range going {
		if err := store.Remove(name); err != nil {
			return err
		}
		if err := tellDone(cmd, done{Did: "removed", Episode: name}, name+" is removed"); err != nil {
			return err
		}
	}
	return nil
}

// familyOf are the named episodes with all that is forked from them, forks before what they are forked from, and those
// of them that were not named.
func familyOf(all []checkpoints.Branch, names []string) (going, left []string) {
	in := map[string]bool{}
	for _, name := range names {
		in[name] = true
	}
	byAge := slices.SortedFunc(slices.Values(all), func(a, b checkpoints.Branch) int { return cmp.Compare(a.ID, b.ID) })
	for _, b := range byAge { // a fork is younger than what it is forked from
		if in[b.Parent] && !in[b.Name] {
			in[b.Name] = true
			left = append(left, b.Name)
		}
	}
	for _, b := range slices.Backward(byAge) {
		if in[b.Name] {
			going = append(going, b.Name)
		}
	}
	return going, left
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
	if err != nil || force || head.Holder().Rollout == "" || ended.Over() {
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

package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/spf13/cobra"
	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/checkpoints/archive"
	"github.com/tenure-sim/tenure/scenarios"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/engine"
)

// storeFile is the file that --store names, which must be there.
func storeFile(cmd *cobra.Command) (string, error) {
	path, err := cmd.Flags().GetString("store")
	if err != nil {
		return "", err
	}
	if path == "" {
		return "", usagef("--store needs the name of a file")
	}
	if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
		return "", usagef("there is no store %s; name another with --store", path)
	}
	return path, nil
}

// meter shows how far a long job is, on a terminal only. It may be stopped more than once.
func meter(cmd *cobra.Command, what string) (step func(done, total uint64), stop func()) {
	f, ok := cmd.ErrOrStderr().(*os.File)
	if !ok || !isTerminal(f) {
		return nil, func() {}
	}
	bars := mpb.New(mpb.WithOutput(f), mpb.WithWidth(30), mpb.WithRefreshRate(120*time.Millisecond))
	bar := bars.AddBar(1, mpb.PrependDecorators(decor.Name(what)), mpb.AppendDecorators(decor.Percentage(decor.WCSyncSpace)), mpb.BarRemoveOnComplete())
	step = func(done, total uint64) {
		bar.SetTotal(int64(total)+1, false) // never whole before it is stopped
		bar.SetCurrent(int64(done))
	}
	return step, sync.OnceFunc(func() {
		bar.Abort(true)
		bars.Wait()
	})
}

func newVerify() *cobra.Command {
	var quick bool
	c := &cobra.Command{
		Use:   "verify [EPISODE...]",
		Short: "Check that a store holds what was saved in it",
		Long: `Check that a store holds what was saved in it: the file's pages, every episode's log against its chain of hashes, every
content against its hash, forks, checkpoints, and snapshots against a replay of the log. Nothing is changed. Everything
that is wrong is told by what is to be done about it: a line for each episode concerned, with the first thing and how many more
have the same cure, and below them the cure. --json has them all. The exit code is 1 when anything is wrong. With episodes only those and what they are forked from are looked at, and counted. A store in
use is read as it was at one moment.`,
		Example: `  tenure verify
  tenure verify portal-steady-1 --store runs.db
  tenure verify --quick --json`,
		ValidArgsFunction: completeEpisodes,
		RunE:              func(cmd *cobra.Command, args []string) error { return runVerify(cmd, args, quick) },
	}
	c.Flags().BoolVar(&quick, "quick", false, "leave out the comparison of snapshots with replays")
	return c
}

func runVerify(cmd *cobra.Command, episodes []string, quick bool) error {
	path, err := storeFile(cmd)
	if err != nil {
		return err
	}
	step, stop := meter(cmd, "verify ")
	o := checkpoints.VerifyOptions{Episodes: episodes, Progress: step, Naming: scenarios.Naming()}
	if !quick {
		o.Replayed = compareReplay
	}
	res, err := checkpoints.Verify(cmd.Context(), path, o)
	stop()
	switch {
	case errors.Is(err, checkpoints.ErrMissing):
		return unknownOf(cmd, episodes, err)
	case err != nil:
		return err
	}
	if err := printVerified(cmd, res); err != nil {
		return err
	}
	if n := len(res.Findings) + res.More; n > 0 {
		return &silent{fmt.Errorf("%s in %s", plural(n, "finding"), path)}
	}
	return nil
}

// unknownOf names the episode of several that there is none of.
func unknownOf(cmd *cobra.Command, episodes []string, missing error) error {
	store, err := openStore(cmd, true)
	if err != nil {
		return &usage{missing}
	}
	for _, name := range episodes {
		if err := known(store, name); err != nil {
			return errors.Join(err, store.Close())
		}
	}
	return errors.Join(&usage{missing}, store.Close())
}

// logOnly hides a log's snapshots: what is folded from it is folded from the beginning.
type logOnly struct{ engine.Log }

// compareReplay folds the log up to a snapshot's event and compares the state. A snapshot of another version's layout
// cannot be compared.
func compareReplay(store *checkpoints.Store, branch string, snap sim.Snapshot) error {
	s, err := loadSession(store, branch)
	if errors.Is(err, errBare) {
		return nil // nothing is wrong with it, and nothing to fold it with
	}
	if err != nil {
		return err
	}
	w := s.world()
	if layout, err := w.Layout(); err != nil || layout != snap.Layout {
		return err
	}
	chain, _, err := engine.Restore(w, logOnly{s.store.Log(branch)}, snap.Seq)
	if err != nil {
		return err
	}
	again, err := engine.Take(w, chain)
	if err != nil {
		return err
	}
	if again.At != snap.At || !bytes.Equal(again.State, snap.State) {
		return errors.New("the states differ")
	}
	return nil
}

func newSalvage() *cobra.Command {
	var doubtful bool
	c := &cobra.Command{
		Use:   "salvage NEW",
		Short: "Save what is whole of a damaged store into a new one",
		Long: `Save what is whole of the damaged store that --store names into a new one: every episode up to its last good step, every
content that has its hash, and the checkpoints and forks whose events survive. A fork of an episode that is cut before the
fork is lost with it. The old file is only read. The new one appears when it is whole and replaces nothing. The table
says of each episode whether it is whole, cut or lost, and what it lacks; the exit code is 1 when anything is lost.

When a log can be read and its hash is wrong all the same, some event in it was altered and nothing says which. Then it is
saved up to the last event that a hash vouches for; --doubtful saves all of it. A process that writes to the store is waited
for, as --wait says: what it has in hand would look like damage.`,
		Example: `  tenure salvage mended.db --store tenure.db
  tenure salvage mended.db --store tenure.db --doubtful --json`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return runSalvage(cmd, args[0], doubtful) },
	}
	c.Flags().BoolVar(&doubtful, "doubtful", false, "also save events of which one was altered and nothing says which")
	return c
}

func runSalvage(cmd *cobra.Command, into string, doubtful bool) error {
	path, err := storeFile(cmd)
	if err != nil {
		return err
	}
	if _, err := os.Lstat(into); err == nil {
		return usagef("%s is there already; name a file that is not", into)
	}
	step, stop := meter(cmd, "salvage ")
	var res checkpoints.SalvageResult
	err = waited(cmd, func(slice time.Duration) (err error) {
		res, err = checkpoints.Salvage(cmd.Context(), path, into, checkpoints.SalvageOptions{Progress: step, Doubtful: doubtful, Naming: scenarios.Naming(), Wait: slice})
		return err
	})
	stop()
	if err != nil {
		return err
	}
	return printSalvaged(cmd, res, into)
}

func newGC() *cobra.Command {
	var dry, remains bool
	var spacing uint64
	c := &cobra.Command{
		Use:   "gc",
		Short: "Drop what no episode needs any more",
		Long: `Drop what no episode needs any more: imports that were never finished, files beside the store that killed exports, and
of this store killed compacts and salvages, have left, snapshots that this version cannot read, and contents that no event names. With --spacing also snapshots that lie
close together: going back from an episode's newest, one goes when it lies fewer events before the last one kept, unless a
checkpoint or a fork stands on it. Snapshots only save time. The file does not shrink by this; 'tenure compact' makes it smaller.

A log whose episode's record is lost is what damage leaves, and 'tenure salvage' makes an episode of it again. A store that
has such is left as it is; with --remains they are dropped for good.`,
		Example: `  tenure gc --dry-run
  tenure gc --spacing 50000 && tenure compact`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return runGC(cmd, checkpoints.GCOptions{DryRun: dry, Spacing: spacing, Remains: remains})
		},
	}
	c.Flags().BoolVar(&dry, "dry-run", false, "say what would go and drop nothing")
	c.Flags().BoolVar(&remains, "remains", false, "also drop logs whose episode's record is lost, which 'tenure salvage' would save")
	c.Flags().Uint64Var(&spacing, "spacing", 0, "how many events snapshots lie apart at least; 0 thins none")
	return c
}

func runGC(cmd *cobra.Command, o checkpoints.GCOptions) error {
	if _, err := storeFile(cmd); err != nil {
		return err
	}
	store, err := openStore(cmd, o.DryRun)
	if err != nil {
		return err
	}
	o.Layouts, err = layouts(store)
	var stop func()
	o.Progress, stop = meter(cmd, "gc ")
	var res checkpoints.GCResult
	if err == nil {
		res, err = store.GC(cmd.Context(), o)
	}
	stop()
	path := store.Path()
	if err := errors.Join(err, store.Close()); err != nil {
		return err
	}
	clear := archive.ClearDrafts
	if o.DryRun {
		clear = archive.Drafts
	}
	exports, err := clear(filepath.Dir(path))
	if err != nil {
		return err
	}
	// An empty file may be a beginning of either; a dry run finds it twice.
	exports = slices.DeleteFunc(exports, func(name string) bool { return slices.Contains(res.Drafts, name) })
	if asJSON(cmd) {
		res.Drafts = append(res.Drafts, exports...)
		return printJSON(cmd, res)
	}
	removed, did := "removed", "dropped"
	if o.DryRun {
		removed, did = "would remove", "would drop"
	}
	for _, file := range res.Drafts {
		printLine(cmd.OutOrStdout(), "%s %s, which a compact or a salvage left that was killed\n", removed, file)
	}
	for _, file := range exports {
		printLine(cmd.OutOrStdout(), "%s %s, which an export left that was killed\n", removed, file)
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s %s, remains of %s, %s (%s), %s (%s)\n", did, plural(len(res.Unfinished), "unfinished import"),
		plural(res.Orphans, "episode"), plural(res.Snapshots, "snapshot"), size(res.SnapshotBytes), plural(res.Contents, "content"), size(res.ContentBytes))
	return err
}

// layouts are those of the worlds of all episodes in the store; none when a scenario cannot be read, so that nothing is
// dropped by them.
func layouts(store *checkpoints.Store) ([]sim.Hash, error) {
	bs, err := store.Branches()
	if err != nil {
		return nil, err
	}
	seen := map[sim.Hash]bool{}
	var out []sim.Hash
	for _, b := range bs {
		if seen[b.Bundle] {
			continue
		}
		seen[b.Bundle] = true
		s, err := loadSession(store, b.Name)
		if err != nil {
			return nil, nil // another version may read it, and its snapshots with it
		}
		layout, err := s.world().Layout()
		if err != nil {
			return nil, err
		}
		out = append(out, layout)
	}
	return out, nil
}

func newCompact() *cobra.Command {
	return &cobra.Command{
		Use:   "compact",
		Short: "Make a store's file as small as what is in it",
		Long: `Make a store's file as small as what is in it: it is written anew beside the old one, compared, and put in its place in
one go. Until then the old file is whole, also when the command is killed. Nobody else can use the store meanwhile.`,
		Example: `  tenure compact
  tenure compact --store runs.db --json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			path, err := storeFile(cmd)
			if err != nil {
				return err
			}
			step, stop := meter(cmd, "compact ")
			var res checkpoints.Compacted
			err = waited(cmd, func(slice time.Duration) (err error) {
				res, err = checkpoints.Compact(cmd.Context(), path, checkpoints.CompactOptions{Progress: step, Wait: slice})
				return err
			})
			stop()
			if err != nil {
				return err
			}
			if asJSON(cmd) {
				return printJSON(cmd, res)
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s: %s\n", path, res.Sentence(size))
			return err
		},
	}
}

// size writes a number of bytes as people read it.
func size(n int64) string {
	switch {
	case n < 10_000:
		return fmt.Sprintf("%d B", n)
	case n < 10_000_000:
		return fmt.Sprintf("%d kB", (n+500)/1000)
	}
	return fmt.Sprintf("%d MB", (n+500_000)/1_000_000)
}

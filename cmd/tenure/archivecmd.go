package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/checkpoints/archive"
	"github.com/tenure-sim/tenure/scenarios"
	"github.com/tenure-sim/tenure/sim/engine"
)

// archiveRow is what 'tenure export' and 'tenure import' say of a file.
type archiveRow struct {
	Did         string `json:"did"` // exported, imported, checked, carried on, or that the log was in the store already: here, or further on
	Episode     string `json:"episode"`
	File        string `json:"file"`
	Scenario    string `json:"scenario"`
	Agent       string `json:"agent"`
	Seed        uint64 `json:"seed"`
	Events      uint64 `json:"events"`
	At          string `json:"at"` // virtual time, UTC
	Checkpoints uint64 `json:"checkpoints"`
	Contents    uint64 `json:"contents"`
	LogBytes    uint64 `json:"log_bytes"`
	BlobBytes   uint64 `json:"content_bytes"`
	FileBytes   uint64 `json:"file_bytes"` // without the manifest
	Hash        string `json:"log_hash"`
	Carried     uint64 `json:"carried,omitempty"`      // the events by which an episode that was here is longer
	Back        int    `json:"brought_back,omitempty"` // contents that the store had lost

	when string
}

// newArchiveRow tells of a file. Its times are told in the zone.
func newArchiveRow(did, name, file string, m archive.Manifest, zone *time.Location) archiveRow {
	return archiveRow{when: when(m.At, zone), Did: did, Episode: name, File: file, Scenario: m.Episode.Scenario, Agent: m.Episode.Agent, Seed: m.Episode.Seed,
		Events: m.Episode.Events, At: m.At.String(), Checkpoints: m.Checkpoints.Count, Contents: m.Contents.Count,
		LogBytes: m.Events.Bytes, BlobBytes: m.Contents.Bytes, FileBytes: m.File.Bytes, Hash: m.Chain().String()}
}

func newExport() *cobra.Command {
	var force bool
	c := &cobra.Command{
		Use:   "export EPISODE[@POINT] FILE",
		Short: "Write an episode to one file",
		Long: `Write an episode to one file: its whole log with the past it shares with its parents, the contents its events name,
its scenario and its checkpoints. Import it on another machine or with a newer version and go on with it there. The
same episode gives the same bytes. FILE may be - for standard output, a pipe or a device. The file appears when it is
whole, and replaces one that is there only with --force, with its mode; a store or a cassette it never replaces. What a link
leads to is written, and the link stays.`,
		Example: `  tenure export portal-steady-1 portal.tenure
  tenure export portal-steady-1@hour:80 half.tenure
  tenure export portal-steady-1 - | ssh far tenure import -`,
		Args: cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error { return runExport(cmd, args[0], args[1], force) },
		ValidArgsFunction: func(cmd *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
			if len(args) == 0 {
				return completeEpisodes(cmd, args, word)
			}
			return nil, cobra.ShellCompDirectiveDefault
		},
	}
	c.Flags().BoolVar(&force, "force", false, "replace the file if there is one")
	return c
}

func runExport(cmd *cobra.Command, arg, file string, force bool) error {
	name, point := splitPoint(arg)
	s, err := openSession(cmd, name, true)
	if err != nil {
		return err
	}
	return errors.Join(s.export(cmd, point, file, force), s.close())
}

func (s *session) export(cmd *cobra.Command, point, file string, force bool) error {
	p, err := s.place(point)
	if err != nil {
		return err
	}
	to, err := outletOf(file)
	if err != nil {
		return err
	}
	if err := to.kept(s.store.Path()); err != nil {
		return err
	}
	if to.file() && !force {
		return usagef("there is a file %s already; name another, or say --force to replace it", file)
	}
	name := s.branch.Name
	var m archive.Manifest
	err = to.write(cmd, func(w io.Writer) (err error) {
		step, stop := meter(cmd, "exporting "+name+" ")
		defer stop()
		m, err = archive.Write(cmd.Context(), w, s.store, archive.Options{Episode: name, Upto: p.Event, Progress: step})
		return err
	})
	if err != nil {
		return err
	}
	return printArchive(cmd, newArchiveRow("exported", name, file, m, s.scenario.TimeZone()), to.isOut(cmd))
}

func printArchive(cmd *cobra.Command, r archiveRow, aside bool) error {
	if aside { // standard output has the file
		cmd.SetOut(cmd.ErrOrStderr())
	}
	if asJSON(cmd) {
		return printJSON(cmd, r)
	}
	printLine(cmd.OutOrStdout(), "%s: %s  (%s)\n  %s to %s, %s; %s, %s; %s; file %s\n  log hash %s\n",
		r.did(), r.Episode, r.File, plural(r.Events, "event"), r.when, byteCount(r.LogBytes), plural(r.Contents, "content"), byteCount(r.BlobBytes), plural(r.Checkpoints, "checkpoint"), byteCount(r.FileBytes), r.Hash)
	return nil
}

// did says what was done, for people.
func (r archiveRow) did() string {
	did := r.Did
	switch archive.Did(r.Did) {
	case archive.DidNone:
		did = "already here"
	case archive.DidLess:
		did = "already here, further on"
	case archive.DidCarry:
		did = "carried on by " + plural(r.Carried, "event")
	}
	if r.Back > 0 {
		did += "; " + plural(r.Back, "content") + " brought back"
	}
	return did
}

// byteCount writes a size as people say it.
func byteCount(n uint64) string {
	if n < 1e6 {
		return fmt.Sprintf("%.1f kB", float64(n)/1e3)
	}
	return fmt.Sprintf("%.1f MB", float64(n)/1e6)
}

type importFlags struct {
	name  string
	check bool
}

func newImport() *cobra.Command {
	var f importFlags
	c := &cobra.Command{
		Use:   "import FILE",
		Short: "Bring an exported episode into the store",
		Long: `Bring an exported episode into the store, as one that can be resumed, scored, forked and read like any other. It
is there when the whole file has been read and agrees with its manifest; a file that is cut or altered, or whose
scenario cannot be loaded, imports nothing, and the message says where it broke or why. FILE may be - for standard input.

When the store has the same log already, contents of it that are missing or damaged there are brought back. An episode of
the same name that is a beginning of the file's, and that nobody holds, is carried on by the rest and keeps its place in
the tree; of the file's checkpoints it is given those whose names it does not have.`,
		Example: `  tenure import portal.tenure
  tenure import portal.tenure --name portal-from-far
  tenure import --check portal.tenure                  only look whether the file could be imported
  ssh far tenure export portal-steady-1 - | tenure import -`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return runImport(cmd, args[0], f) },
	}
	c.Flags().StringVar(&f.name, "name", "", "what to call the episode (default: as it was called)")
	c.Flags().BoolVar(&f.check, "check", false, "read the file to its end and import nothing")
	return c
}

func runImport(cmd *cobra.Command, file string, f importFlags) error {
	if f.check && f.name != "" {
		return usagef("--check imports nothing, so --name has no use beside it")
	}
	if f.name != "" {
		if err := checkpoints.CheckName(f.name); err != nil {
			return &usage{err}
		}
	}
	in, err := openArchive(cmd, file)
	if err != nil {
		return err
	}
	defer in.Close()
	step, stop := meter(cmd, "reading "+file+" ")
	defer stop()
	if f.check {
		zone := time.UTC
		m, err := archive.Check(cmd.Context(), in, archive.Options{Progress: step, Admit: func(e archive.Episode, bundle []byte) error {
			sc, err := admitted(cmd.Context(), e, bundle)
			if err == nil {
				zone = sc.TimeZone()
			}
			return err
		}})
		stop()
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		return printArchive(cmd, newArchiveRow("checked", m.Episode.Name, file, m, zone), false)
	}
	forget := newStore(cmd)
	store, err := openStore(cmd, false)
	if err != nil {
		return err
	}
	row, err := importInto(cmd.Context(), store, in, file, archive.Options{Name: f.name, Progress: step, Admit: admit(cmd.Context())})
	stop()
	if err == nil && row.Did == "imported" {
		err = settle(store, row.Episode)
	}
	if err := errors.Join(err, store.Close()); err != nil {
		return errors.Join(err, forget())
	}
	return printArchive(cmd, row, false)
}

// newStore notes whether the store is there yet. What it gives takes away one that was made for nothing.
func newStore(cmd *cobra.Command) (forget func() error) {
	path, err := cmd.Flags().GetString("store")
	if err != nil {
		return func() error { return err }
	}
	if _, err := os.Lstat(path); !errors.Is(err, os.ErrNotExist) {
		return func() error { return nil }
	}
	return func() error { return os.Remove(path) }
}

// settle notes that an episode that came from elsewhere is not being run, when its file does not say how it ended.
func settle(store *checkpoints.Store, name string) error {
	h, err := store.Head(name)
	if err != nil || h.Note != "" {
		return err
	}
	return store.Log(name).Annotate(string(engine.Stopped))
}

// admit refuses an episode whose scenario this version cannot load: no command could open it.
func admit(ctx context.Context) func(archive.Episode, []byte) error {
	return func(e archive.Episode, bundle []byte) error {
		_, err := admitted(ctx, e, bundle)
		return err
	}
}

func admitted(ctx context.Context, e archive.Episode, bundle []byte) (*scenarios.Scenario, error) {
	if e.Bundle == "" {
		return nil, fmt.Errorf("episode %s comes without the files of its scenario, which every command needs; export it again with 'tenure export'", e.Name)
	}
	sc, err := scenarios.FromBundleContext(ctx, bundle)
	var ps scenarios.Problems
	switch {
	case err == nil:
		return sc, nil
	case ctx.Err() != nil:
		return nil, fmt.Errorf("interrupted while the scenario %s in it was loaded", e.Scenario)
	case errors.Is(err, scenarios.ErrNewer):
		return nil, fmt.Errorf("%w: %w", archive.ErrNewer, err)
	case errors.As(err, &ps) && len(ps) > 1:
		return nil, fmt.Errorf("the scenario %s in it cannot be loaded: %s (and %d more)", e.Scenario, ps[0], len(ps)-1)
	}
	return nil, fmt.Errorf("the scenario %s in it cannot be loaded: %w", e.Scenario, err)
}

// importInto tells a user's mistakes from others.
func importInto(ctx context.Context, store *checkpoints.Store, in io.Reader, file string, o archive.Options) (archiveRow, error) {
	got, err := archive.Import(ctx, in, store, o)
	var taken *archive.Taken
	var held *archive.Held
	switch {
	case err == nil:
		row := newArchiveRow(string(got.Did), got.Name, file, got.Manifest, zoneOf(store, got.Name))
		if row.Back = got.Back; got.Did == archive.DidCarry {
			row.Carried, row.Back = got.Episode.Events-got.Since, 0 // some of what came is new
		}
		return row, nil
	case errors.As(err, &held):
		s := &session{store: store}
		return archiveRow{}, usagef("%s in %s is a beginning of the episode in the file, and %s holds it; '%s' makes it nobody's, or name this one: --name %s",
			held.Name, store.Path(), held.Holder, s.command("episodes", "release", held.Name), freeName(store, held.Name))
	case errors.As(err, &taken):
		return archiveRow{}, usagef("there is another episode %q in %s; name this one: --name %s", taken.Name, store.Path(), freeName(store, taken.Name))
	case errors.Is(err, checkpoints.ErrName):
		return archiveRow{}, usagef("%w; give it one with --name", err)
	}
	if isStore(file) {
		return archiveRow{}, fmt.Errorf("%s is a store and no exported episode: use it by --store %s", file, quote(file))
	}
	return archiveRow{}, fmt.Errorf("%s: %w; nothing is imported", file, err)
}

// isStore says whether a file is a store that can be read.
func isStore(file string) bool {
	if info, err := os.Stat(file); err != nil || !info.Mode().IsRegular() || info.Size() == 0 {
		return false
	}
	s, err := checkpoints.Open(file, checkpoints.Options{ReadOnly: true, Timeout: peekWait})
	if err != nil {
		return errors.Is(err, checkpoints.ErrLocked)
	}
	return s.Close() == nil
}

// isArchive says whether a file is an exported episode.
func isArchive(file string) bool {
	if info, err := os.Stat(file); err != nil || !info.Mode().IsRegular() { // a pipe would never let go
		return false
	}
	f, err := os.Open(file)
	if err != nil {
		return false
	}
	defer f.Close()
	var head [64]byte
	n, _ := io.ReadFull(f, head[:]) // a short one is none
	return archive.Is(head[:n])
}

// zoneOf is an episode's zone, UTC when its scenario cannot be read: what is told of it must not fail for that.
func zoneOf(store *checkpoints.Store, name string) *time.Location {
	s, err := loadSession(store, name)
	if err != nil {
		return time.UTC
	}
	return s.scenario.TimeZone()
}

// freeName is one that no episode has.
func freeName(store *checkpoints.Store, name string) string {
	for n := 2; ; n++ {
		free := fmt.Sprintf("%s-%d", name, n)
		if _, err := store.Branch(free); err != nil {
			return free
		}
	}
}

func openArchive(cmd *cobra.Command, file string) (io.ReadCloser, error) {
	if file == "-" {
		if f, ok := cmd.InOrStdin().(*os.File); ok && isTerminal(f) {
			return nil, usagef("- reads the file from standard input, and that is the terminal; name a file, or send it through a pipe")
		}
		return io.NopCloser(cmd.InOrStdin()), nil
	}
	f, err := os.Open(file)
	if errors.Is(err, os.ErrNotExist) {
		return nil, usagef("there is no file %s", file)
	}
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && info.IsDir() {
		err = usagef("%s is a folder, and an exported episode is a file", file)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

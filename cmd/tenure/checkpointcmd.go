package main

import (
	"errors"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/engine"
	"github.com/tenure-sim/tenure/sim/point"
	"github.com/tenure-sim/tenure/sim/transcript"
)

func newCheckpoint() *cobra.Command {
	c := &cobra.Command{
		Use:   "checkpoint",
		Short: "Name events of an episode, to fork, export or look from there",
		Long: `Name events of an episode, to fork, export or look from there. A checkpoint is a name for an event of the log and takes
a few bytes; states are kept beside the log only where folding it would take long. 'tenure run --checkpoint' marks them by
a policy.`,
		Args: knownCommand,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	c.AddCommand(newCheckpointCreate(), newCheckpointList(), newCheckpointShow(), newCheckpointRemove())
	return c
}

func newCheckpointCreate() *cobra.Command {
	var note string
	var h holding
	c := &cobra.Command{
		Use:   "create EPISODE[@POINT] NAME",
		Short: "Give a point of an episode a name",
		Long:  "Give a point of an episode a name. " + pointHelp,
		Example: `  tenure checkpoint create portal-steady-1 before-review
  tenure checkpoint create portal-steady-1@hour:80 half-time --note "budget still open"`,
		Args:              cobra.ExactArgs(2),
		ValidArgsFunction: completeEpisodes,
		RunE: func(cmd *cobra.Command, args []string) error {
			episode, point := splitPoint(args[0])
			s, err := openHeld(cmd, episode, h, createWords(args, note)...)
			if err != nil {
				return err
			}
			return errors.Join(s.mark(cmd, point, args[1], note), s.close())
		},
	}
	c.Flags().StringVar(&note, "note", "", "a line to remember it by")
	h.flags(c)
	return c
}

// createWords are the words that were typed to mark a point.
func createWords(args []string, note string) []string {
	words := append([]string{"checkpoint", "create"}, args...)
	if note != "" {
		words = append(words, "--note", note)
	}
	return words
}

func (s *session) mark(cmd *cobra.Command, at, name, note string) error {
	if point.Taken(name) {
		return usagef("%q cannot be a checkpoint's name: it reads as a point of its own", name)
	}
	if checkpoints.OfPolicies(name) {
		return usagef("%q is what --checkpoint calls a mark of its own, and this one would be taken for such; choose another name, such as my-%s", name, name)
	}
	p, err := s.place(at)
	if err != nil {
		return err
	}
	if p.Event == 0 {
		return usagef("%s has not begun; '%s' begins it", s.branch.Name, s.command("resume", s.branch.Name))
	}
	c := checkpoints.Checkpoint{Name: name, Seq: p.Event, At: p.At, Chain: p.Chain, Why: checkpoints.ByHand, Note: note}
	err = s.store.Mark(s.branch.Name, c)
	if errors.Is(err, checkpoints.ErrExists) || errors.Is(err, checkpoints.ErrName) {
		return &usage{err}
	}
	if err != nil {
		return err
	}
	if _, err := s.worldAt(p); err != nil { // it keeps a snapshot if folding took long
		return err
	}
	if asJSON(cmd) {
		return printJSON(cmd, s.markRow(c))
	}
	printLine(cmd.OutOrStdout(), "%s@%s is event %d, %s, hour %.1f\n", s.branch.Name, name, p.Event,
		when(p.At, s.scenario.TimeZone()), s.scenario.Elapsed(p.At).Hours())
	return nil
}

// markRow is a checkpoint as the commands show it.
type markRow struct {
	Name     string  `json:"name"`
	Episode  string  `json:"episode"`
	Event    uint64  `json:"event"`
	At       string  `json:"at"` // virtual time, UTC
	Hours    float64 `json:"virtual_hours"`
	Hash     string  `json:"log_hash"`
	Why      string  `json:"why"`
	Note     string  `json:"note,omitempty"`
	Snapshot bool    `json:"snapshot"` // whether its state is at hand

	when string
}

func (s *session) markRow(c checkpoints.Checkpoint) markRow {
	return markRow{Name: c.Name, Episode: s.branch.Name, Event: c.Seq, At: c.At.String(), Hours: s.scenario.Elapsed(c.At).Hours(),
		Hash: c.Chain.String(), Why: c.Why, Note: c.Note, when: when(c.At, s.scenario.TimeZone())}
}

func (s *session) markRows() ([]markRow, error) {
	marks, err := s.store.Checkpoints(s.branch.Name)
	if err != nil {
		return nil, err
	}
	layout, err := s.world().Layout()
	if err != nil {
		return nil, err
	}
	rows := make([]markRow, len(marks))
	for i, c := range marks {
		rows[i] = s.markRow(c)
		near, ok, err := s.store.Nearest(s.branch.Name, c.Seq, layout)
		if err != nil {
			return nil, err
		}
		rows[i].Snapshot = ok && near.Seq == c.Seq
	}
	return rows, nil
}

func newCheckpointList() *cobra.Command {
	return &cobra.Command{
		Use:   "ls EPISODE",
		Short: "List an episode's checkpoints, those of the past it shares included",
		Long: `List an episode's checkpoints, those of the past it shares with what it is forked from included. WHY is who marked it: hand,
or a policy's every, steps or milestone. STATE says what it takes to go there: 'at hand', a snapshot of the world is kept; 'folded',
the world is folded from the log, some two millionths of a second an event. It makes no other difference.`,
		Example:           `  tenure checkpoint ls portal-steady-1`,
		Args:              cobra.ExactArgs(1),
		ValidArgsFunction: completeEpisodes,
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := openSession(cmd, args[0], true)
			if err != nil {
				return err
			}
			rows, err := s.markRows()
			if err == nil && asJSON(cmd) {
				err = printJSON(cmd, rows)
			} else if err == nil {
				err = s.printMarks(cmd, rows)
			}
			return errors.Join(err, s.close())
		},
	}
}

// Widths that keep a table of checkpoints one.
const (
	nameRunes = 40
	noteRunes = 80
)

func (s *session) printMarks(cmd *cobra.Command, rows []markRow) error {
	out := cmd.OutOrStdout()
	if len(rows) == 0 {
		_, err := printLine(out, "%s has no checkpoints; '%s' makes one at its end\n", s.branch.Name, s.command("checkpoint", "create", s.branch.Name, "NAME"))
		return err
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "CHECKPOINT\tEVENT\tHOUR\tVIRTUAL TIME\tWHY\tSTATE\tNOTE")
	for _, r := range rows {
		state := "folded"
		if r.Snapshot {
			state = "at hand"
		}
		printLine(w, "%s\t%d\t%.1f\t%s\t%s\t%s\t%s\n", cut(r.Name, nameRunes), r.Event, r.Hours, r.when, r.Why, state, cut(r.Note, noteRunes))
	}
	return w.Flush()
}

func newCheckpointShow() *cobra.Command {
	return &cobra.Command{
		Use:   "show EPISODE@POINT, or EPISODE POINT",
		Short: "Show where a point lies and what had just happened",
		Example: `  tenure checkpoint show portal-steady-1@half-time
  tenure checkpoint show portal-steady-1 hour:80`,
		Args:              cobra.RangeArgs(1, 2),
		ValidArgsFunction: completeEpisodes,
		RunE: func(cmd *cobra.Command, args []string) error {
			episode, point, err := pointOf(args)
			if err != nil {
				return err
			}
			s, err := openSession(cmd, episode, true)
			if err != nil {
				return err
			}
			return errors.Join(s.showPoint(cmd, point), s.close())
		},
	}
}

// pointView is a point as 'checkpoint show' tells of it.
type pointView struct {
	Episode string            `json:"episode"`
	Event   uint64            `json:"event"`
	At      string            `json:"at"` // virtual time, UTC
	Hours   float64           `json:"virtual_hours"`
	Hash    string            `json:"log_hash"`
	Names   []string          `json:"checkpoints"`
	Waits   string            `json:"waits,omitempty"` // the agent that is to act
	Step    int               `json:"step,omitempty"`
	Parts   map[string]string `json:"state"` // a hash of each part's state
	Latest  []string          `json:"latest"`
}

// latestLines is how much of what had just happened is shown.
const latestLines = 8

func (s *session) showPoint(cmd *cobra.Command, point string) error {
	p, err := s.place(point)
	if err != nil {
		return err
	}
	v := pointView{Episode: s.branch.Name, Event: p.Event, At: p.At.String(), Hours: s.scenario.Elapsed(p.At).Hours(),
		Hash: p.Chain.String(), Names: []string{}, Parts: map[string]string{}, Latest: []string{}}
	w, err := s.worldAt(p)
	if err != nil {
		return err
	}
	digests, err := w.Digests()
	if err != nil {
		return err
	}
	for part, h := range digests {
		v.Parts[part] = string(h)
	}
	if o, ok := w.Waits(); ok {
		v.Waits, v.Step = string(o.Agent), o.Step
	}
	marks, err := s.store.Checkpoints(s.branch.Name)
	if err != nil {
		return err
	}
	for _, c := range marks {
		if c.Seq == p.Event {
			v.Names = append(v.Names, c.Name)
		}
	}
	if v.Latest, err = s.latest(w, p.Event); err != nil {
		return err
	}
	if asJSON(cmd) {
		return printJSON(cmd, v)
	}
	return s.printPoint(cmd, v, p)
}

// latest is the last lines up to an event that anybody perceived.
func (s *session) latest(w *sim.World, event uint64) ([]string, error) {
	codec := sim.NewCodec(w.Parts()...)
	codec.Learn(w.Founding())
	lines := []string{}
	const window = 400 // events: most are heard by nobody
	from := event - min(event, window)
	err := engine.ReadTo(s.log(), from, event, func(_ uint64, raw []byte) error {
		e, err := codec.Decode(raw)
		if err != nil {
			return err
		}
		if _, says := e.Body.(fmt.Stringer); says && len(e.Audience) > 0 {
			lines = append(lines, cut(transcript.Of(e, s.scenario.TimeZone()).Line(), 150))
		}
		return nil
	})
	return lines[max(0, len(lines)-latestLines):], err
}

func (s *session) printPoint(cmd *cobra.Command, v pointView, p engine.Place) error {
	out := cmd.OutOrStdout()
	printLine(out, "%s at event %d: %s, hour %.1f\nhash %s\n", v.Episode, v.Event, when(p.At, s.scenario.TimeZone()), v.Hours, v.Hash)
	for _, name := range v.Names {
		printLine(out, "checkpoint %s\n", name)
	}
	if v.Waits != "" {
		printLine(out, "%s is to take step %d\n", v.Waits, v.Step+1)
	}
	fmt.Fprintln(out, "\njust before:")
	for _, line := range v.Latest {
		fmt.Fprintln(out, "  "+line)
	}
	return nil
}

// pointOf are the words EPISODE@POINT or EPISODE POINT.
func pointOf(args []string) (episode, point string, err error) {
	episode, point = splitPoint(args[0])
	if len(args) == 1 {
		return episode, point, nil
	}
	if point != "" {
		return "", "", usagef("%s has a point already; leave out %s", args[0], args[1])
	}
	return episode, args[1], nil
}

// namesOf are the words EPISODE NAME... or EPISODE@NAME.
func namesOf(args []string) (episode string, names []string, err error) {
	episode, name := splitPoint(args[0])
	names = args[1:]
	if name != "" {
		names = append([]string{name}, names...)
	}
	if len(names) == 0 {
		return "", nil, usagef("say which checkpoint of %s; 'tenure checkpoint ls %s' lists them", episode, episode)
	}
	return episode, names, nil
}

// unmark takes a checkpoint away; a name that is nearly that of one is a slip.
func (s *session) unmark(name string) error {
	err := s.store.Unmark(s.branch.Name, name)
	if !errors.Is(err, checkpoints.ErrUnmarked) {
		return err
	}
	marks, broken := s.store.Checkpoints(s.branch.Name)
	if broken != nil {
		return broken
	}
	var names []string
	for _, c := range marks {
		if c.Name == name { // one of a parent's, as the error says
			return &usage{err}
		}
		names = append(names, c.Name)
	}
	if near := nearest(name, names); len(near) > 0 {
		return usagef("%s has no checkpoint %q; did you mean %s?", s.branch.Name, name, strings.Join(near, " or "))
	}
	return usagef("%s has no checkpoint %q; '%s' lists them", s.branch.Name, name, s.command("checkpoint", "ls", s.branch.Name))
}

func newCheckpointRemove() *cobra.Command {
	var h holding
	c := &cobra.Command{
		Use:   "rm EPISODE NAME..., or EPISODE@NAME",
		Short: "Take names away; the events stay",
		Example: `  tenure checkpoint rm portal-steady-1 half-time
  tenure checkpoint rm portal-steady-1@half-time`,
		Args:              cobra.MinimumNArgs(1),
		ValidArgsFunction: completeEpisodes,
		RunE: func(cmd *cobra.Command, args []string) error {
			episode, names, err := namesOf(args)
			if err != nil {
				return err
			}
			s, err := openHeld(cmd, episode, h, append([]string{"checkpoint", "rm"}, args...)...)
			if err != nil {
				return err
			}
			for _, name := range names {
				if err = s.unmark(name); err != nil {
					break
				}
				if err = tellDone(cmd, done{Did: "unmarked", Episode: s.branch.Name, Checkpoint: name}, s.branch.Name+"@"+name+" is no checkpoint any more"); err != nil {
					break
				}
			}
			return errors.Join(err, s.close())
		},
	}
	h.flags(c)
	return c
}

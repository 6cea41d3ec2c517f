package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/point"
	"github.com/tenure-sim/tenure/sim/transcript"
)

type logFlags struct {
	actor, app, kind, from, to string
	all, follow                bool
}

func newLog() *cobra.Command {
	var f logFlags
	c := &cobra.Command{
		Use:   "log EPISODE[@POINT]",
		Short: "Read what happened, as a transcript",
		Long: `Read what happened, a line an event: its number, the event that caused it (<N), the time in the project's
zone, who, what. A dot
before the actor marks what nobody in the world perceives. --from and --to take points, and EPISODE@POINT is --to POINT. ` + pointHelp,
		Example: `  tenure log portal-steady-1
  tenure log portal-steady-1 --actor lena --app chat
  tenure log portal-steady-1 --from 2026-03-10T09:00 --to 2026-03-10T18:00
  tenure log portal-steady-1@day:3 --from day:2
  tenure log portal-steady-1 --from 1200 --all --follow`,
		Args:              cobra.ExactArgs(1),
		ValidArgsFunction: completeEpisodes,
		RunE:              func(cmd *cobra.Command, args []string) error { return runLog(cmd, args[0], f) },
	}
	c.Flags().StringVar(&f.actor, "actor", "", "only what this person did or perceived")
	c.Flags().StringVar(&f.app, "app", "", "only this app: chat, mail, tickets, work, speech, players ...")
	c.Flags().StringVar(&f.kind, "kind", "", "only this kind of event, such as chat.posted")
	c.Flags().StringVar(&f.from, "from", "", "from this point on")
	c.Flags().StringVar(&f.to, "to", "", "up to this point")
	c.Flags().BoolVar(&f.all, "all", false, "also what nobody perceives: timers, speech acts, the work ledger")
	c.Flags().BoolVar(&f.follow, "follow", false, "go on as the episode grows, until Ctrl-C")
	return c
}

// followEvery is how often a followed log is looked at; the store is closed in between, so that a run can write.
const followEvery = 500 * time.Millisecond

func runLog(cmd *cobra.Command, arg string, f logFlags) error {
	name, point := splitPoint(arg)
	if point != "" && f.to != "" {
		return usagef("%s has a point already; leave out --to %s", arg, f.to)
	}
	f.to = cmp.Or(f.to, point)
	p := &printer{}
	for {
		if err := printLog(cmd, name, f, p); err != nil || !f.follow || p.ended {
			return err
		}
		select {
		case <-cmd.Context().Done():
			return nil
		case <-time.After(followEvery):
		}
	}
}

// printLog prints what the printer has not seen yet.
func printLog(cmd *cobra.Command, name string, f logFlags, p *printer) error {
	s, err := openSession(cmd, name, true)
	if err != nil {
		return err
	}
	return errors.Join(s.print(cmd, f, p), s.close())
}

func (s *session) print(cmd *cobra.Command, f logFlags, p *printer) error {
	if p.cmd == nil {
		if err := s.prepare(cmd, f, p); err != nil {
			return err
		}
	}
	codec := sim.NewCodec(s.scenario.Parts()...)
	return s.log().Read(0, func(seq uint64, raw []byte) error {
		if seq > 1 && seq <= p.seen {
			return nil
		}
		e, err := codec.Decode(raw)
		if err != nil {
			return err
		}
		return p.show(e)
	})
}

func (s *session) prepare(cmd *cobra.Command, f logFlags, p *printer) error {
	if err := s.checkFilter(f); err != nil {
		return err
	}
	from, err := s.bound(f.from, true)
	if err != nil {
		return err
	}
	to, err := s.bound(f.to, false)
	if err != nil {
		return err
	}
	if from.seq > 0 && to.seq > 0 && from.seq > to.seq || from.at > 0 && to.at > 0 && from.at > to.at {
		return usagef("--from %s lies after --to %s: nothing is in between", f.from, f.to)
	}
	p.filter = transcript.Filter{Actor: sim.ActorID(f.actor), App: f.app, Kind: f.kind, Hidden: f.all, From: from.at, To: to.at}
	p.fromSeq, p.toSeq = from.seq, to.seq
	p.cmd, p.zone = cmd, s.scenario.TimeZone()
	return nil
}

// checkFilter refuses what no event can match.
func (s *session) checkFilter(f logFlags) error {
	if err := s.checkActor(f.actor); err != nil {
		return err
	}
	kinds := sim.NewCodec(s.scenario.Parts()...).Kinds()
	var apps []string
	for _, k := range kinds {
		app, _, _ := strings.Cut(k, ".")
		apps = append(apps, app)
	}
	apps = slices.Compact(apps)
	if f.app != "" && !slices.Contains(apps, f.app) {
		return usagef("there is no app %q; there are %s", f.app, strings.Join(apps, ", "))
	}
	if f.kind != "" && !slices.Contains(kinds, f.kind) && !slices.Contains(apps, f.kind) {
		return usagef("there is no kind of event %q; there are %s", f.kind, strings.Join(kinds, ", "))
	}
	return nil
}

// checkActor refuses a name that nobody bears.
func (s *session) checkActor(name string) error {
	known := []string{"", string(sim.Script), string(sim.Nature)}
	for _, a := range s.cast() {
		known = append(known, string(a.ID))
	}
	if slices.Contains(known, name) {
		return nil
	}
	return usagef("there is no %q in %s; there are %s", name, s.scenario.Name, strings.Join(known[1:], ", "))
}

type printer struct {
	cmd            *cobra.Command
	zone           *time.Location
	filter         transcript.Filter
	fromSeq, toSeq uint64
	seen           uint64 // the newest event shown or passed over
	ended          bool   // nothing comes after it
}

func (p *printer) show(e sim.Event) error {
	if e.Seq <= p.seen {
		return nil
	}
	p.seen = e.Seq
	if _, ok := e.Body.(sim.Ended); ok {
		p.ended = true
	}
	if e.Seq < p.fromSeq || p.toSeq != 0 && e.Seq > p.toSeq || !p.filter.Takes(e) {
		return nil
	}
	if asJSON(p.cmd) {
		return printJSON(p.cmd, transcript.Of(e, p.zone))
	}
	_, err := fmt.Fprintln(p.cmd.OutOrStdout(), plainly(transcript.Spelt(e, p.zone).Line())) // an agent's arguments may hold anything
	return err
}

// bound is where a part of a log begins or ends: at an event, or at a moment, which may lie beyond the log's end.
type bound struct {
	seq uint64
	at  clock.Time
}

// bound reads a point as the beginning or the end of what is shown. A point by its number or by its time means just that
// event or that moment, because the reading of a log need not stop between steps, as going on from it must.
func (s *session) bound(text string, begins bool) (bound, error) {
	if text == "" {
		return bound{}, nil
	}
	if n, err := strconv.ParseUint(text, 10, 64); err == nil && n > 0 {
		return bound{seq: n}, nil
	}
	if p, err := point.Parse(text, s.scenario); err == nil && p.Until != 0 {
		return bound{at: p.Until}, nil
	}
	p, err := s.place(text)
	if err != nil {
		return bound{}, err
	}
	if begins {
		p.Event++
	}
	return bound{seq: p.Event}, nil
}

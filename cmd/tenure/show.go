package main

import (
	"errors"
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/engine"
	"github.com/tenure-sim/tenure/sim/work"
)

// picture is the state of a world as 'tenure show' prints it.
type picture struct {
	Episode     string       `json:"episode"`
	At          string       `json:"at"` // local
	Worked      string       `json:"worked"`
	Events      uint64       `json:"events"`
	People      []person     `json:"people"`
	Packages    []packageRow `json:"packages"`
	Commitments []commitment `json:"commitments"`
	Approvals   []approval   `json:"approvals"`
}

type person struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	Role   string `json:"role"`
	State  string `json:"state"`
	Trust  string `json:"trust"`  // in the agent, 0 to 100; empty for the agent
	Unread string `json:"unread"` // mails not read
}

type packageRow struct {
	ID      string `json:"id"`
	Owner   string `json:"owner"`
	State   string `json:"state"`
	Percent int    `json:"percent"`
	Due     string `json:"due"`
	Blocker string `json:"blocker,omitempty"`
}

type commitment struct {
	ID   string `json:"id"`
	By   string `json:"by"`
	To   string `json:"to"`
	What string `json:"what"`
	Due  string `json:"due"`
	Late bool   `json:"late"`
}

type approval struct {
	ID       string `json:"id"`
	Approver string `json:"approver"`
	State    string `json:"state"`
}

func newShow() *cobra.Command {
	var at string
	c := &cobra.Command{
		Use:   "show EPISODE",
		Short: "Show the world: who is where, work, open commitments, unread",
		Example: `  tenure show portal-steady-1
  tenure show portal-steady-1 --at 2026-03-10T14:00
  tenure show portal-steady-1 --at 40h --json`,
		Args:              cobra.ExactArgs(1),
		ValidArgsFunction: completeEpisodes,
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := openSession(cmd, args[0], true)
			if err != nil {
				return err
			}
			return errors.Join(s.show(cmd, at), s.close())
		},
	}
	c.Flags().StringVar(&at, "at", "", "a local time, working hours since the start, or #N for an event; the end when not given")
	return c
}

// errEnough ends a fold at the moment that was asked for.
var errEnough = errors.New("far enough")

func (s *session) show(cmd *cobra.Command, at string) error {
	seq, when, err := moment(s.scenario, at)
	if err != nil {
		return err
	}
	w := s.world()
	_, err = engine.Replay(w, s.log(), engine.Visitor{Before: func(e sim.Event) error {
		if w.Opened() && (when != 0 && e.At > when || seq != 0 && e.Seq > seq) {
			return errEnough
		}
		return nil
	}})
	if err != nil && !errors.Is(err, errEnough) {
		return err
	}
	p := s.picture(w)
	if asJSON(cmd) {
		return printJSON(cmd, p)
	}
	return p.print(cmd.OutOrStdout())
}

func (s *session) picture(w *sim.World) picture {
	zone := s.scenario.TimeZone()
	p := picture{Episode: s.branch.Name, At: w.Now().Format(zone), Worked: hours(s.scenario.Elapsed(w.Now())), Events: w.Seq()}
	for _, a := range w.Actors() {
		p.People = append(p.People, s.person(w, a))
	}
	l := w.Part("work").(*work.Ledger)
	for _, k := range l.Packages() {
		row := packageRow{ID: k.ID, Owner: string(k.Owner), State: string(k.State), Percent: k.Percent(), Blocker: k.Blocker}
		if k.Due != 0 {
			row.Due = k.Due.Format(zone)
		}
		p.Packages = append(p.Packages, row)
	}
	for _, c := range l.Commitments() {
		if c.State != work.Open && c.State != work.Renegotiated {
			continue
		}
		row := commitment{ID: c.ID, By: string(c.By), To: string(c.To), What: c.What}
		if c.Due != 0 {
			row.Due, row.Late = c.Due.Format(zone), c.Due < w.Now()
		}
		p.Commitments = append(p.Commitments, row)
	}
	for _, a := range l.Approvals() {
		p.Approvals = append(p.Approvals, approval{ID: a.ID, Approver: string(a.Approver), State: string(a.State)})
	}
	return p
}

func (s *session) person(w *sim.World, a *sim.Actor) person {
	row := person{ID: string(a.ID), Name: a.Name, Role: a.Role, State: "agent under test"}
	if shown, ok := exhibit(w, "players", string(a.ID)); ok {
		row.State = fmt.Sprint(shown["state"])
		row.Trust = fmt.Sprint(shown["trust_"+string(s.scenario.Agent.ID)])
	}
	unread := int64(0)
	if shown, ok := exhibit(w, "mail", string(a.ID)); ok {
		unread, _ = shown["unread"].(int64)
	}
	row.Unread = fmt.Sprint(unread)
	return row
}

func exhibit(w *sim.World, part, name string) (map[string]any, bool) {
	p, ok := w.Part(part).(sim.Exhibitor)
	if !ok {
		return nil, false
	}
	return p.Exhibit(w, name)
}

func (p picture) print(out io.Writer) error {
	fmt.Fprintf(out, "%s at %s, after %s of work and %d events\n\n", p.Episode, p.At, p.Worked, p.Events)
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "PERSON\tNAME\tROLE\tSTATE\tTRUST\tUNREAD MAIL")
	for _, r := range p.People {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n", r.ID, r.Name, r.Role, r.State, r.Trust, r.Unread)
	}
	fmt.Fprintln(w, "\nPACKAGE\tOWNER\tSTATE\tDONE\tDUE\tWAITS FOR")
	for _, r := range p.Packages {
		fmt.Fprintf(w, "%s\t%s\t%s\t%d %%\t%s\t%s\n", r.ID, r.Owner, r.State, r.Percent, r.Due, r.Blocker)
	}
	fmt.Fprintln(w, "\nOPEN COMMITMENT\tBY\tTO\tWHAT\tDUE\t")
	for _, r := range p.Commitments {
		late := ""
		if r.Late {
			late = "overdue"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n", r.ID, r.By, r.To, r.What, r.Due, late)
	}
	fmt.Fprintln(w, "\nAPPROVAL\tAPPROVER\tSTATE\t\t\t")
	for _, r := range p.Approvals {
		fmt.Fprintf(w, "%s\t%s\t%s\t\t\t\n", r.ID, r.Approver, r.State)
	}
	return w.Flush()
}

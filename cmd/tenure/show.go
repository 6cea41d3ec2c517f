package main

import (
	"errors"
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/engine"
	"github.com/tenure-sim/tenure/sim/work"
)

// picture is the state of a world as 'tenure show' prints it. Programs are given moments in UTC and numbers; what is for
// people stands beside them.
type picture struct {
	Episode     string       `json:"episode"`
	State       string       `json:"state,omitempty"` // of the episode; not told at a point before its end
	At          string       `json:"at"`              // virtual time, UTC
	Hours       float64      `json:"virtual_hours"`   // working hours of the project
	Events      uint64       `json:"events"`
	People      []person     `json:"people"`
	Packages    []packageRow `json:"packages"`
	Commitments []commitment `json:"commitments"`
	Approvals   []approval   `json:"approvals"`
	Models      *voices      `json:"models,omitempty"`

	when   string
	worked string
}

type person struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	Role   string `json:"role"`
	State  string `json:"state"`
	Trust  *int64 `json:"trust,omitempty"` // in the agent, 0 to 100; none for the agent
	Unread int64  `json:"unread"`          // mails not read
}

type packageRow struct {
	ID      string `json:"id"`
	Owner   string `json:"owner"`
	State   string `json:"state"`
	Percent int    `json:"percent"`
	Due     string `json:"due,omitempty"` // UTC
	Blocker string `json:"blocker,omitempty"`

	when string // it is due
}

type commitment struct {
	ID   string `json:"id"`
	By   string `json:"by"`
	To   string `json:"to"`
	What string `json:"what"`
	Due  string `json:"due,omitempty"` // UTC
	Late bool   `json:"late"`

	when string // it is due
}

type approval struct {
	ID       string `json:"id"`
	Approver string `json:"approver"`
	State    string `json:"state"`
}

func newShow() *cobra.Command {
	var at string
	c := &cobra.Command{
		Use:   "show EPISODE[@POINT]",
		Short: "Show the world: who is where, work, open commitments, unread",
		Long:  "Show the world as it is at the end of an episode or at a point: who is where, work, open commitments, unread. " + pointHelp,
		Example: `  tenure show portal-steady-1
  tenure show portal-steady-1@2026-03-10T14:00
  tenure show portal-steady-1@hour:40 --json`,
		Args:              cobra.ExactArgs(1),
		ValidArgsFunction: completeEpisodes,
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := openAt(cmd, args[0], at)
			if err != nil {
				return err
			}
			return errors.Join(s.show(cmd), s.close())
		},
	}
	c.Flags().StringVar(&at, "at", "", "the point, another way to write EPISODE@POINT")
	return c
}

func (s *session) show(cmd *cobra.Command) error {
	p, err := s.place("")
	if s.cut > 0 {
		p, err = engine.Place{Event: s.cut}, nil
	}
	if err != nil {
		return err
	}
	w, err := s.worldAt(p)
	if err != nil {
		return err
	}
	v := s.picture(w)
	if v.Models, err = s.voices(); err != nil {
		return err
	}
	if s.cut == 0 {
		head, err := s.store.Head(s.branch.Name)
		if err != nil {
			return err
		}
		v.State = newShelf(s.store).standing(checkpoints.Tip{Branch: s.branch, Head: head}).state()
	}
	if asJSON(cmd) {
		return printJSON(cmd, v)
	}
	return v.print(cmd.OutOrStdout())
}

func (s *session) picture(w *sim.World) picture {
	zone := s.scenario.TimeZone()
	p := picture{Episode: s.branch.Name, At: w.Now().String(), Hours: s.scenario.Elapsed(w.Now()).Hours(), Events: w.Seq(),
		when: when(w.Now(), zone), worked: hours(s.scenario.Elapsed(w.Now()))}
	for _, a := range w.Actors() {
		p.People = append(p.People, s.person(w, a))
	}
	l := w.Part("work").(*work.Ledger)
	for _, k := range l.Packages() {
		row := packageRow{ID: k.ID, Owner: string(k.Owner), State: string(k.State), Percent: k.Percent(), Blocker: k.Blocker}
		if k.Due != 0 {
			row.Due, row.when = k.Due.String(), when(k.Due, zone)
		}
		p.Packages = append(p.Packages, row)
	}
	for _, c := range l.Commitments() {
		if c.State != work.Open && c.State != work.Renegotiated {
			continue
		}
		row := commitment{ID: c.ID, By: string(c.By), To: string(c.To), What: c.What}
		if c.Due != 0 {
			row.Due, row.when, row.Late = c.Due.String(), when(c.Due, zone), c.Due < w.Now()
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
		if trust, ok := shown["trust_"+string(s.scenario.Agent.ID)].(int64); ok {
			row.Trust = &trust
		}
	}
	if shown, ok := exhibit(w, "mail", string(a.ID)); ok {
		row.Unread, _ = shown["unread"].(int64)
	}
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
	told := ""
	if p.State != "" {
		told = ": " + p.State
	}
	printLine(out, "%s at %s, after %s of work and %s%s\n\n", p.Episode, p.when, p.worked, plural(p.Events, "event"), told)
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "PERSON\tNAME\tROLE\tSTATE\tTRUST\tUNREAD MAIL")
	for _, r := range p.People {
		trust := ""
		if r.Trust != nil {
			trust = fmt.Sprint(*r.Trust)
		}
		printLine(w, "%s\t%s\t%s\t%s\t%s\t%d\n", r.ID, r.Name, r.Role, r.State, trust, r.Unread)
	}
	fmt.Fprintln(w, "\nPACKAGE\tOWNER\tSTATE\tDONE\tDUE\tWAITS FOR")
	for _, r := range p.Packages {
		printLine(w, "%s\t%s\t%s\t%d %%\t%s\t%s\n", r.ID, r.Owner, r.State, r.Percent, r.when, r.Blocker)
	}
	fmt.Fprintln(w, "\nOPEN COMMITMENT\tBY\tTO\tWHAT\tDUE\t")
	for _, r := range p.Commitments {
		late := ""
		if r.Late {
			late = "overdue"
		}
		printLine(w, "%s\t%s\t%s\t%s\t%s\t%s\n", r.ID, r.By, r.To, r.What, r.when, late)
	}
	fmt.Fprintln(w, "\nAPPROVAL\tAPPROVER\tSTATE\t\t\t")
	for _, r := range p.Approvals {
		printLine(w, "%s\t%s\t%s\t\t\t\n", r.ID, r.Approver, r.State)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if p.Models != nil {
		fmt.Fprintln(out)
		p.Models.tell(out)
	}
	return nil
}

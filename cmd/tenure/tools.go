package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/tenure-sim/tenure/sim"
)

// toolRow is a tool as 'tenure tools' shows it.
type toolRow struct {
	Name     string     `json:"name"`
	Doc      string     `json:"doc,omitempty"`
	Cost     string     `json:"cost"`               // before any words are read or written
	Internal bool       `json:"internal,omitempty"` // for coworkers and the script alone
	Params   []paramRow `json:"params,omitempty"`
}

type paramRow struct {
	Name     string   `json:"name"`
	Type     sim.Type `json:"type"`
	Doc      string   `json:"doc,omitempty"`
	Enum     []string `json:"enum,omitempty"`
	Optional bool     `json:"optional,omitempty"`
}

func newTools() *cobra.Command {
	var all bool
	c := &cobra.Command{
		Use:   "tools [SCENARIO]",
		Short: "List the tools of a world with their arguments",
		Long: `List the tools that an agent under test has in a scenario's world, with their arguments and what a call costs in
virtual time. Words read cost time at 230 a minute and words written at 40, on top. --all adds the internal tools that
coworkers and a scenario's beats use; for an agent they do not exist.`,
		Example: `  tenure tools
  tenure tools desk --json
  tenure tools --all                            what a beat can call`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			name := "portal"
			if len(args) == 1 {
				name = args[0]
			}
			sc, err := openScenario(name)
			if err != nil {
				return err
			}
			rows := toolRows(sim.NewWorld(sc.Parts()...), all)
			if asJSON(cmd) {
				return printJSON(cmd, rows)
			}
			for _, r := range rows {
				fmt.Fprintln(cmd.OutOrStdout(), r.lines())
			}
			return nil
		},
	}
	c.Flags().BoolVar(&all, "all", false, "also the internal tools")
	return c
}

func toolRows(w *sim.World, all bool) []toolRow {
	var rows []toolRow
	tools := w.Tools()
	if all {
		tools = w.AllTools()
	}
	for _, t := range tools {
		r := toolRow{Name: t.Name, Doc: t.Doc, Cost: t.Base.Round(time.Second).String(), Internal: t.Internal}
		for _, p := range t.Params {
			r.Params = append(r.Params, paramRow{p.Name, p.Type, p.Doc, p.Enum, p.Optional})
		}
		rows = append(rows, r)
	}
	return rows
}

func (r toolRow) lines() string {
	var b strings.Builder
	mark := ""
	if r.Internal {
		mark = "  (internal)"
	}
	fmt.Fprintf(&b, "%s%s  %s\n", r.Name, mark, r.Doc)
	for _, p := range r.Params {
		kind := string(p.Type)
		if len(p.Enum) > 0 {
			kind = strings.Join(p.Enum, "|")
		}
		if p.Optional {
			kind += ", optional"
		}
		fmt.Fprintf(&b, "    %-14s %s  (%s)\n", p.Name, p.Doc, kind)
	}
	return b.String()
}

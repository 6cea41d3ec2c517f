package main

import (
	"strings"
	"testing"

	"github.com/tenure-sim/tenure/personas"
	"github.com/tenure-sim/tenure/personas/models"
	"github.com/tenure-sim/tenure/sim"
)

// Words alone do not make a run: readings and choices that are none are told too.
func TestARunIsJudgedByEveryKindOfAnswer(t *testing.T) {
	for name, c := range map[string]struct {
		what, reason string
		asked, bad   int
		invalid      string // a part of it, or empty
		marked       bool
	}{
		"texts within the share":  {personas.ForWords, "missing", 10, 2, "", false},
		"texts":                   {personas.ForWords, "invented", 10, 3, "3 of 10 texts", false},
		"all readings":            {personas.ForReading, "schema", 15, 15, "15 of 15 readings", false},
		"readings not paid":       {personas.ForReading, "budget", 15, 14, "14 of 15 readings", true},
		"one not paid":            {personas.ForWords, "budget", 15, 1, "", true},
		"a card not paid":         {personas.ForCard, "budget", 15, 1, "", true},
		"choices":                 {personas.ForChoice, "schema", 4, 3, "3 of 4 choices", false},
		"choices that came late":  {personas.ForChoice, "late", 4, 3, "", false},
		"cards nobody reads":      {personas.ForCard, "long", 4, 4, "", false},
		"nothing asked":           {personas.ForWords, "", 0, 0, "", false},
		"texts of somebody gone":  {personas.ForWords, "gone", 4, 2, "2 of 4 texts", false},
		"readings within a fifth": {personas.ForReading, "schema", 15, 3, "", false},
	} {
		t.Run(name, func(t *testing.T) {
			v := newVoices("steady", models.Config{})
			v.take(sim.Event{Body: personas.Backed{Backing: personas.Backing{Degraded: personas.DegradedUsual}}})
			for i := range c.asked {
				v.take(sim.Event{Body: personas.Asking{ID: uint64(i + 1), What: c.what, Role: personas.RoleSmall}})
			}
			for i := range c.bad {
				v.take(sim.Event{Body: personas.Degraded{Asked: uint64(i + 1), What: c.what, Reason: c.reason}})
			}
			v.judge()
			if (v.Invalid != "") != (c.invalid != "") || !strings.Contains(v.Invalid, c.invalid) {
				t.Errorf("invalid: got %q, want %q", v.Invalid, c.invalid)
			}
			lines := strings.Join(v.lines(), "\n")
			if (v.Marked == "budget") != c.marked || strings.Contains(lines, "MARKED budget") != c.marked {
				t.Errorf("marked: got %q, want budget: %t\n%s", v.Marked, c.marked, lines)
			}
		})
	}
}

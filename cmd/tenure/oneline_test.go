package main

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/checkpoints/archive"
)

// A name that was put into a store by other means may hold what makes a row of its own, or another column.
func TestANameForgesNoLineAndNoColumn(t *testing.T) {
	t.Parallel()
	bad := "x\nforged  done\t99\u2028y\u202ez"
	var out bytes.Buffer
	cmd := &cobra.Command{}
	cmd.SetOut(&out)
	s := &session{branch: checkpoints.Branch{Name: bad}}
	for what, x := range map[string]struct {
		print func() error
		lines int
	}{
		"episodes": {func() error {
			return printEpisodes(cmd, []episodeRow{{Episode: bad, Scenario: bad, Agent: bad, standing: standing{State: bad, Rollout: bad, Trouble: bad}}})
		}, 3},
		"tree": {func() error {
			tree := &tree{shelf: &shelf{store: &checkpoints.Store{}}, rows: []treeRow{{Episode: bad, Agent: bad, Ended: bad, Checkpoints: []string{bad}, lines: "  "}}}
			return tree.print(&out, true)
		}, 2},
		"checkpoint ls": {func() error { return s.printMarks(cmd, []markRow{{Name: bad, Why: bad, Note: bad}}) }, 2},
		"du": {func() error {
			return printUsage(cmd, checkpoints.UsageResult{Episodes: []checkpoints.Usage{{Episode: bad}}})
		}, 6},
		"show": {func() error {
			return picture{Episode: bad, State: bad, People: []person{{ID: bad, Name: bad, Role: bad}}, Packages: []packageRow{{ID: bad, State: bad}}}.print(&out)
		}, 11},
		"verify": {func() error { return printFindings(&out, []checkpoints.Finding{{Episode: bad, What: bad}}) }, 1},
		"diff": {func() error {
			return (&sideScores{Criteria: []criterionPair{{Criterion: bad}}}).print(&out, 1)
		}, 6},
		"export": {func() error {
			return printArchive(cmd, newArchiveRow("checked", bad, bad, archive.Manifest{}, time.UTC), false)
		}, 3},
		"salvage": {func() error {
			return tellSalvaged(cmd, checkpoints.SalvageResult{Episodes: []checkpoints.Salvaged{{Episode: bad, Why: bad, Lacks: []string{bad}}}}, "new.db")
		}, 3},
	} {
		out.Reset()
		if err := x.print(); err != nil {
			t.Fatal(what, err)
		}
		got := out.String()
		if n := strings.Count(got, "\n"); n != x.lines || strings.ContainsAny(got, "\t\u2028\u202e") {
			t.Errorf("%s: got %d lines, want %d, and nothing that breaks one:\n%q", what, n, x.lines, got)
		}
	}
	if got := perhaps("xy", []string{"x\ny"}); strings.Contains(got, "\n") {
		t.Errorf("a question offers %q", got)
	}
	for _, good := range []string{"plain", "Zoë Ünal", "日本", "👩‍💻", ""} {
		if got := oneLine(good); got != good {
			t.Errorf("%q was made %q", good, got)
		}
	}
}

package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// The scenario that shows every key is one that can be done.
func TestTheBaseScenarioIsWonByItsOracle(t *testing.T) {
	t.Parallel()
	folder, err := filepath.Abs("../../scenarios/testdata/base")
	if err != nil {
		t.Fatal(err)
	}
	if out := newCLI(t).ok("run", folder, "--agent", "oracle"); !strings.Contains(out, "total 100.0") {
		t.Errorf("got %s, want all points", out)
	}
}

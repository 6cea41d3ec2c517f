package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"strings"
	"testing"
)

func TestRowsAreJudgedByTheirLimits(t *testing.T) {
	for _, c := range []struct {
		row  benchRow
		ok   bool
		says string
	}{
		{benchRow{Figure: 5}, true, ""},
		{benchRow{Figure: 5, Limit: limit{Of: "figure", Most: 5}}, true, "<= 5"},
		{benchRow{Figure: 5.1, Limit: limit{Of: "figure", Most: 5}}, false, "<= 5"},
		{benchRow{Figure: 299_999, Limit: limit{Of: "figure", AtLeast: 300_000}}, false, ">= 300000"},
		{benchRow{Figure: 13, Baseline: 10, Limit: limit{Of: "ratio", Most: 1.3}}, true, "ratio <= 1.3"},
		{benchRow{Figure: 14, Baseline: 10, Limit: limit{Of: "ratio", Most: 1.3}}, false, "ratio <= 1.3"},
		{benchRow{Figure: 0.9, Baseline: 0.3, Limit: limit{Of: "difference", Most: 0.5}}, false, "diff <= 0.5"},
		{benchRow{Figure: 0.7, Baseline: 0.3, Limit: limit{Of: "difference", Most: 0.5}}, true, "diff <= 0.5"},
	} {
		if got := c.row.judged(); got.OK != c.ok || c.row.Limit.String() != c.says {
			t.Errorf("%+v: ok %v and %q, want %v and %q", c.row, got.OK, c.row.Limit, c.ok, c.says)
		}
	}
}

// benchIn runs the command and returns its rows.
func benchIn(t *testing.T, ctx context.Context, args ...string) ([]benchRow, error) {
	t.Helper()
	dir := t.TempDir()
	root := newRoot()
	var out bytes.Buffer
	root.SetOut(&out)
	root.SetErr(&bytes.Buffer{})
	root.SetArgs(append([]string{"bench", "--json", "--dir", dir}, args...))
	err := root.ExecuteContext(ctx)
	if left, _ := os.ReadDir(dir); len(left) > 0 {
		t.Errorf("%d files are left behind", len(left))
	}
	var said struct{ Rows []benchRow }
	if out.Len() > 0 {
		if err := json.Unmarshal(out.Bytes(), &said); err != nil {
			t.Fatalf("%v in %s", err, out.String())
		}
	}
	return said.Rows, err
}

func TestBenchMeasuresWhatIsAskedFor(t *testing.T) {
	if testing.Short() || raceEnabled {
		t.Skip("measures")
	}
	rows, _ := benchIn(t, context.Background(), "--only", "step") // a busy machine may miss the limit
	if len(rows) != 1 || rows[0].Part != "step" || rows[0].Figure <= 0 || rows[0].Baseline <= 0 {
		t.Errorf("got %+v", rows)
	}
}

func TestBenchCanBeInterrupted(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if _, err := benchIn(t, ctx, "--only", "project"); err == nil || !strings.Contains(err.Error(), "interrupted") {
		t.Errorf("got %v", err)
	}
}

func TestBenchRefusesWhatItDoesNotKnow(t *testing.T) {
	if _, err := benchIn(t, context.Background(), "--only", "kernle"); err == nil || !strings.Contains(err.Error(), "kernel") {
		t.Errorf("got %v, want the names", err)
	}
}

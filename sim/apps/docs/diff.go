package docs

import (
	"fmt"
	"strings"

	"github.com/sergi/go-diff/diffmatchpatch"

	"github.com/tenure-sim/tenure/sim"
)

const (
	diffLines  = 5_000 // of one text; comparing takes time with the square of what differs
	aroundMost = 3     // unchanged lines shown around a change
	outputMost = 600   // lines of a diff
)

type row struct {
	mark byte // ' ', '-' or '+'
	text string
}

// unified compares two texts line by line and writes the changes as a unified diff; "" when nothing changed.
func unified(old, now string) (string, error) {
	if n := max(strings.Count(old, "\n"), strings.Count(now, "\n")); n > diffLines {
		return "", sim.Reject("the text has %d lines and at most %d are compared: read the versions", n, diffLines)
	}
	rows := compare(ended(old), ended(now))
	var out strings.Builder
	lines := 0
	for _, h := range hunks(rows) {
		out.WriteString(h.header(rows))
		for _, r := range rows[h.from:h.to] {
			if lines++; lines > outputMost {
				out.WriteString("(more follows: compare versions that are closer)\n")
				return out.String(), nil
			}
			out.WriteString(string(r.mark) + r.text)
		}
	}
	return out.String(), nil
}

// ended closes the last line, so that only words count as changes.
func ended(s string) string {
	if s == "" || strings.HasSuffix(s, "\n") {
		return s
	}
	return s + "\n"
}

// compare has no time limit, which would read the wall clock and make the result depend on the machine's load.
func compare(old, now string) []row {
	dmp := diffmatchpatch.New()
	dmp.DiffTimeout = 0
	a, b, lines := dmp.DiffLinesToRunes(old, now)
	var rows []row
	for _, d := range dmp.DiffCharsToLines(dmp.DiffMainRunes(a, b, false), lines) {
		mark := markOf(d.Type)
		for l := range strings.SplitAfterSeq(d.Text, "\n") {
			if l != "" {
				rows = append(rows, row{mark, l})
			}
		}
	}
	return rows
}

func markOf(op diffmatchpatch.Operation) byte {
	switch op {
	case diffmatchpatch.DiffDelete:
		return '-'
	case diffmatchpatch.DiffInsert:
		return '+'
	}
	return ' '
}

type hunk struct{ from, to int }

// hunks gathers changes with the lines around them.
func hunks(rows []row) []hunk {
	var out []hunk
	for i, r := range rows {
		if r.mark == ' ' {
			continue
		}
		from, to := max(0, i-aroundMost), min(len(rows), i+aroundMost+1)
		if n := len(out); n > 0 && from <= out[n-1].to {
			out[n-1].to = to
			continue
		}
		out = append(out, hunk{from, to})
	}
	return out
}

// header writes "@@ -from,count +from,count @@" with lines counted from 1.
func (h hunk) header(rows []row) string {
	oldAt, newAt := count(rows[:h.from])
	oldN, newN := count(rows[h.from:h.to])
	return fmt.Sprintf("@@ -%d,%d +%d,%d @@\n", oldAt+1, oldN, newAt+1, newN)
}

func count(rows []row) (old, now int) {
	for _, r := range rows {
		if r.mark != '+' {
			old++
		}
		if r.mark != '-' {
			now++
		}
	}
	return old, now
}

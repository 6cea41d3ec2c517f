package scenarios

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
)

// Problem is one thing that is wrong with a scenario's files, and where.
type Problem struct {
	File    string // from the scenario's folder on: "portal/cast/lena.yaml"
	Line    int    // from 1; 0 when the whole file is meant
	Column  int
	Message string
}

// String is the problem as compilers write theirs: "portal/cast/lena.yaml:12:9: unknown key ...".
func (p Problem) String() string {
	if p.Line == 0 {
		return p.File + ": " + p.Message
	}
	return fmt.Sprintf("%s:%d:%d: %s", p.File, p.Line, p.Column, p.Message)
}

// Problems is why a scenario cannot be used. It is an error.
type Problems []Problem

// problemsMost bounds a report: whoever mends twenty mistakes looks again anyway.
const problemsMost = 20

// Error lists all of them, one a line.
func (p Problems) Error() string {
	lines := make([]string, len(p))
	for i := range p {
		lines[i] = p[i].String()
	}
	return strings.Join(lines, "\n")
}

// report collects problems and warnings while a scenario is read.
type report struct {
	ctx      context.Context // ends the reading; nil never does
	name     string          // of the scenario: the first element of every path shown
	problems Problems
	warnings Problems
	again    int  // how often a problem was reported that is there already
	excess   bool // a limit is exceeded: the rest is not read
	yaml     struct{ bytes, values int }
}

// againMost bounds how often one mistake is looked at: one line may make it many times.
const againMost = 50

func (r *report) problem(file string, at pos, format string, args ...any) {
	if len(r.problems) >= problemsMost {
		return
	}
	p := Problem{File: r.path(file), Line: at.line, Column: at.column, Message: fmt.Sprintf(format, args...)}
	if slices.Contains(r.problems, p) {
		r.again++
		return
	}
	r.problems = append(r.problems, p)
}

func (r *report) warn(file string, at pos, format string, args ...any) {
	if len(r.warnings) < problemsMost {
		r.warnings = append(r.warnings, Problem{r.path(file), at.line, at.column, fmt.Sprintf(format, args...)})
	}
}

func (r *report) path(file string) string {
	if file == "" {
		return r.name
	}
	return r.name + "/" + file
}

// over reports that a limit is exceeded, which ends the reading.
func (r *report) over(file string, at pos, format string, args ...any) {
	if !r.excess {
		r.problem(file, at, format, args...)
	}
	r.excess = true
}

// full says that looking further would add nothing to the report, take too long, or is not wanted any more.
func (r *report) full() bool {
	return len(r.problems) >= problemsMost || r.again >= againMost || r.excess || r.ended() != nil
}

// ended is why the reading is not wanted any more, nil while it is.
func (r *report) ended() error {
	if r.ctx == nil {
		return nil
	}
	return r.ctx.Err()
}

// err returns the problems in the order of files and lines, or nil.
func (r *report) err() error {
	if len(r.problems) == 0 {
		return nil
	}
	sortProblems(r.problems)
	out := r.problems
	switch {
	case r.excess:
		out = append(out, Problem{File: r.name, Message: "a limit is exceeded; the rest was not looked at"})
	case r.full():
		out = append(out, Problem{File: r.name, Message: fmt.Sprintf("%d problems are shown; there may be more", len(r.problems))})
	}
	return out
}

func sortProblems(ps Problems) {
	slices.SortStableFunc(ps, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
}

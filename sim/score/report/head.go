package report

import (
	"fmt"
	"strconv"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim/score"
)

// total is one of the big numbers.
type total struct {
	Name    string
	Number  string // "–" when nothing on the axis was judged
	Percent int
	Points  string
}

func totals(s score.Score) []total {
	b := s.Brief()
	return []total{
		axisTotal("Total", s, b.Total, score.Deliverable, score.Social),
		axisTotal("Deliverable", s, b.Deliverable, score.Deliverable),
		axisTotal("Social", s, b.Social, score.Social),
	}
}

func axisTotal(name string, s score.Score, number float64, axes ...score.Axis) total {
	points, of := 0, 0
	for _, f := range s.Findings {
		for _, a := range axes {
			if f.Axis == a && f.State != score.Unscored && f.State != score.Broken {
				points, of = points+f.Points, of+f.Of
			}
		}
	}
	if of == 0 {
		return total{Name: name, Number: "–", Points: "nothing was judged"}
	}
	return total{Name: name, Number: strconv.FormatFloat(number, 'f', 1, 64), Percent: 100 * points / of,
		Points: fmt.Sprintf("%s of %s points", hundredths(points), hundredths(of))}
}

// hundredths writes points, which are kept a hundredfold.
func hundredths(n int) string {
	switch {
	case n%100 == 0:
		return strconv.Itoa(n / 100)
	case n%10 == 0:
		return fmt.Sprintf("%d.%d", n/100, n%100/10)
	}
	return fmt.Sprintf("%d.%02d", n/100, n%100)
}

// chip is a state as it is shown: a sign and a word, so that colour is not needed.
type chip struct {
	State score.State
	Sign  string
	Words string
}

var chips = []chip{
	{score.Pass, "✓", "pass"},
	{score.Partial, "◐", "partial"},
	{score.Fail, "✕", "fail"},
	{score.Unscored, "–", "unscored"},
	{score.Broken, "!", "broken"},
}

func chipOf(s score.State) chip {
	for _, c := range chips {
		if c.State == s {
			return c
		}
	}
	return chip{score.Broken, "?", string(s)}
}

// tally counts the criteria in one state.
type tally struct {
	Chip chip
	N    int
}

func tallies(s score.Score) []tally {
	var out []tally
	for _, c := range chips {
		n := 0
		for _, f := range s.Findings {
			if f.State == c.State {
				n++
			}
		}
		if n > 0 {
			out = append(out, tally{c, n})
		}
	}
	return out
}

// fact is a line of the heading: a name and what it is.
type fact struct {
	Name, Value string
	Code        bool
}

func facts(d Data) []fact {
	worked := fmt.Sprintf("%d h", int(d.Hours.Round(time.Hour)/time.Hour))
	if d.Length > 0 {
		worked += fmt.Sprintf(" of %d h", int(d.Length.Round(time.Hour)/time.Hour))
	}
	all := []fact{
		{"Agent", d.Agent, false}, {"Scenario", d.Scenario, false}, {"Seed", strconv.FormatUint(d.Seed, 10), false},
		{"Ended", d.Ended, false}, {"Working time", worked, false}, {"Events", grouped(d.Events), false},
		{"Zone", d.Zone.String(), false}, {"Log hash", d.Hash, true},
	}
	for _, line := range d.Models {
		all = append(all, fact{"Models", line, false})
	}
	var out []fact
	for _, f := range all {
		if f.Value != "" {
			out = append(out, f)
		}
	}
	return out
}

// grouped writes a number with thin spaces between thousands.
func grouped(n uint64) string {
	s := strconv.FormatUint(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "\u202f" + s[i:]
	}
	return s
}

// group is the criteria of one axis.
type group struct {
	Title string
	Rows  []criterionRow
}

type criterionRow struct {
	score.Finding
	Chip    chip
	Got, Of string
	Percent int
	Moment  string // when it was judged
	Cited   cited
	Blame   score.Blame // when it is not the agent that is to blame
}

// cited is evidence: the first few events, and the rest behind a click.
type cited struct{ First, Rest []uint64 }

// citedFirst is how many events a row shows before the fold.
const citedFirst = 4

func cite(seqs []uint64) cited {
	if len(seqs) <= citedFirst+2 {
		return cited{First: seqs}
	}
	return cited{seqs[:citedFirst], seqs[citedFirst:]}
}

func (s *story) groups() []group {
	out := []group{{Title: "What was handed over"}, {Title: "How it worked with people"}}
	for _, f := range s.Score.Findings {
		r := criterionRow{Finding: f, Chip: chipOf(f.State), Got: hundredths(f.Points), Of: hundredths(f.Of),
			Moment: s.moment(f.By), Cited: cite(f.Evidence)}
		if f.State == score.Unscored || f.State == score.Broken {
			r.Got = "–" // neither nothing nor anything
		} else if f.Of > 0 {
			r.Percent = 100 * f.Points / f.Of
		}
		if f.Blame != score.ByAgent && f.State != score.Pass {
			r.Blame = f.Blame
		}
		i := 0
		if f.Axis == score.Social {
			i = 1
		}
		out[i].Rows = append(out[i].Rows, r)
	}
	if len(out[1].Rows) == 0 {
		out = out[:1]
	}
	if len(out[0].Rows) == 0 {
		out = out[1:]
	}
	return out
}

// by reads the moment of a criterion, which is written in the scenario's zone.
func (s *story) by(local string) (clock.Time, bool) {
	t, err := time.ParseInLocation("2006-01-02T15:04", local, s.Zone)
	return clock.Of(t), err == nil
}

func (s *story) moment(local string) string {
	if t, ok := s.by(local); ok {
		return t.Format(s.Zone)
	}
	return local
}

// measureRow is a social measure as the table shows it.
type measureRow struct {
	score.Measure
	Shown      string
	Half, Most string // p50 and p90
	Cited      cited
}

func (s *story) measures() []measureRow {
	var out []measureRow
	for _, m := range s.Score.Measures {
		r := measureRow{Measure: m, Shown: "–", Cited: cite(m.Evidence)}
		if m.N > 0 {
			r.Shown = amount(m.Value, m.Unit)
		}
		if m.P50 != 0 || m.P90 != 0 {
			r.Half, r.Most = spell(m.P50), spell(m.P90)
		}
		out = append(out, r)
	}
	return out
}

func amount(n int, unit string) string {
	switch unit {
	case "count", "":
		return strconv.Itoa(n)
	case "%":
		return fmt.Sprintf("%d\u202f%%", n)
	}
	return fmt.Sprintf("%d %s", n, unit)
}

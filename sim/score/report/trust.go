package report

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
)

// bond is one coworker's trust in one agent over time.
type bond struct {
	who, of sim.ActorID
	start   int
	steps   []trustStep
}

type trustStep struct {
	at  clock.Time
	seq uint64
	now int
	why string
}

func (b bond) last() int { return b.steps[len(b.steps)-1].now }

// bonds reads how trust moved, in the order in which it first did.
func (s *story) bonds() []bond {
	var out []bond
	for _, e := range s.live() {
		if e.Body.Kind() != kindTrusted {
			continue
		}
		b, ok := read[trusted](e.Body)
		if !ok {
			continue
		}
		i := slices.IndexFunc(out, func(o bond) bool { return o.who == b.Who && o.of == b.Of })
		if i < 0 {
			i = len(out)
			out = append(out, bond{who: b.Who, of: b.Of, start: b.Now - b.Delta})
		}
		out[i].steps = append(out[i].steps, trustStep{e.At, e.Seq, b.Now, b.Why})
	}
	return out
}

// lineStyles tell lines apart by dash as well as by colour.
const lineStyles = 12

// trust draws a step line for each bond with its name at the end.
func (s *story) trust() figure {
	bonds := s.bonds()
	f := figure{W: chartWidth, H: 360, Label: "Trust of each coworker in the agent over time, 0 to 100",
		Head: []string{"Coworker", "At the start", "Lowest", "Highest", "At the end", "Moves"}}
	if len(bonds) == 0 {
		return f
	}
	a := axis{s.start, s.end, 44, chartWidth - 44 - 210}
	low, high := trustRange(bonds)
	top, bottom := 34, f.H-14
	py := func(n int) int { return bottom - (n-low)*(bottom-top)/(high-low) }
	f.weeks(a, s.Zone, 4, bottom)
	step := nice(high-low, 6)
	for n := (low + step - 1) / step * step; n <= high; n += step {
		f.line("grid", a.x, py(n), a.x+a.w, py(n))
		f.text("axis", "end", a.x-8, py(n)+4, strconv.Itoa(n))
	}
	for i, b := range bonds {
		f.bond(s, b, i, a, py)
	}
	f.trustLabels(s, bonds, a, py)
	for _, b := range bonds {
		f.Rows = append(f.Rows, b.cells(s.bondName(b, bonds)))
	}
	return f
}

func (f *figure) bond(s *story, b bond, i int, a axis, py func(int) int) {
	var d strings.Builder
	fmt.Fprintf(&d, "M%d %d", a.x, py(b.start))
	for _, t := range b.steps {
		fmt.Fprintf(&d, "H%dV%d", a.at(t.at), py(t.now))
	}
	fmt.Fprintf(&d, "H%d", a.x+a.w)
	f.path(fmt.Sprintf("step s%d", i%lineStyles), d.String())
	for _, t := range b.steps {
		tip := fmt.Sprintf("%s: %s, now %d (%s)", s.name(b.who), t.why, t.now, t.at.Format(s.Zone))
		f.Shapes = append(f.Shapes, shape{Kind: "mark", Class: "hit", D: glyphs["circle"], X: a.at(t.at), Y: py(t.now), Tip: tip, Href: evidence(t.seq)})
	}
}

// trustLabels names the lines at their ends, pushed apart where they would overlap.
func (f *figure) trustLabels(s *story, bonds []bond, a axis, py func(int) int) {
	order := make([]int, len(bonds))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(bonds[j].last(), bonds[i].last()) })
	ys := spread(len(order), func(i int) int { return py(bonds[order[i]].last()) }, 16, 30)
	end := a.x + a.w
	for i, o := range order {
		b := bonds[o]
		f.path(fmt.Sprintf("leader s%d", o%lineStyles), fmt.Sprintf("M%d %dL%d %dH%d", end, py(b.last()), end+14, ys[i], end+32))
		f.text("label", "start", end+37, ys[i]+4, fmt.Sprintf("%s %d", clip(s.bondName(b, bonds), nameRunes-2), b.last()))
		f.H = max(f.H, ys[i]+14)
	}
}

// spread keeps ascending positions at least gap apart: clusters that touch are centred on where they belong.
func spread(n int, want func(int) int, gap, least int) []int {
	type cluster struct{ sum, n, first int }
	top := func(c cluster) int { return max(least, c.sum/c.n-(c.n-1)*gap/2) }
	var list []cluster
	for i := range n {
		list = append(list, cluster{want(i), 1, i})
		for k := len(list) - 1; k > 0 && top(list[k-1])+list[k-1].n*gap > top(list[k]); k-- {
			list[k-1].sum, list[k-1].n = list[k-1].sum+list[k].sum, list[k-1].n+list[k].n
			list = list[:k]
		}
	}
	out := make([]int, n)
	for _, c := range list {
		for i := range c.n {
			out[c.first+i] = top(c) + i*gap
		}
	}
	return out
}

// bondName is the coworker, and in whom when there is more than one agent.
func (s *story) bondName(b bond, all []bond) string {
	if slices.ContainsFunc(all, func(o bond) bool { return o.of != b.of }) {
		return s.name(b.who) + " in " + s.name(b.of)
	}
	return s.name(b.who)
}

// trustRange is the part of the scale that the lines need, on whole fives.
func trustRange(bonds []bond) (low, high int) {
	low, high = 100, 0
	for _, b := range bonds {
		low, high = min(low, b.start), max(high, b.start)
		for _, t := range b.steps {
			low, high = min(low, t.now), max(high, t.now)
		}
	}
	low, high = max(0, low-3)/5*5, min(100, (high+7)/5*5)
	return low, max(high, low+10)
}

func (b bond) cells(name string) []cell {
	low, high := b.start, b.start
	for _, t := range b.steps {
		low, high = min(low, t.now), max(high, t.now)
	}
	out := texts(name)
	for _, n := range []int{b.start, low, high, b.last(), len(b.steps)} {
		out = append(out, cell{Text: strconv.Itoa(n)})
	}
	return out
}

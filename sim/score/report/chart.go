package report

import (
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/tenure-sim/tenure/clock"
)

// figure is a chart with the words around it: what it shows, and the same as a table for whoever cannot see it.
type figure struct {
	W, H   int
	Label  string
	Shapes []shape
	Key    []keyItem
	Head   []string
	Rows   [][]cell
}

// cell is one of the table's; Href is where it leads, when it leads anywhere.
type cell struct{ Text, Href string }

func texts(words ...string) []cell {
	out := make([]cell, len(words))
	for i, w := range words {
		out[i].Text = w
	}
	return out
}

// Empty says that there was nothing to draw.
func (f figure) Empty() bool { return len(f.Rows) == 0 }

// keyItem explains a mark of the chart.
type keyItem struct{ Glyph, Class, Text string }

// D is the form of the key's mark, empty for bars and strokes.
func (k keyItem) D() string {
	if k.Glyph == "ring" {
		return glyphs["circle"]
	}
	return glyphs[k.Glyph]
}

// shape is one mark of a chart, in whole pixels. Which fields count depends on Kind: line, rect, text, path, mark.
type shape struct {
	Kind       string
	X, Y, W, H int // of a line: W and H are its other end
	D          string
	Class      string
	Anchor     string // of a text: start, middle or end
	Text       string
	Tip        string // shown when pointed at
	Href       string // where a click leads
}

func (f *figure) line(class string, x, y, x2, y2 int) {
	f.Shapes = append(f.Shapes, shape{Kind: "line", Class: class, X: x, Y: y, W: x2, H: y2})
}

func (f *figure) rect(class string, x, y, w, h int, tip string) {
	f.Shapes = append(f.Shapes, shape{Kind: "rect", Class: class, X: x, Y: y, W: max(w, 1), H: h, Tip: tip})
}

func (f *figure) text(class, anchor string, x, y int, words string) {
	f.Shapes = append(f.Shapes, shape{Kind: "text", Class: class, Anchor: anchor, X: x, Y: y, Text: words})
}

func (f *figure) path(class, d string) {
	f.Shapes = append(f.Shapes, shape{Kind: "path", Class: class, D: d})
}

// glyphs are the forms of marks: form says what a mark is, so that colour need not.
var glyphs = map[string]string{
	"circle":   "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z",
	"diamond":  "M0 -6L6 0L0 6L-6 0z",
	"square":   "M-5 -5H5V5H-5z",
	"triangle": "M0 -6L6 5H-6z",
	"tick":     "M-6 0L-2 5L6 -5",
	"cross":    "M-5 -5L5 5M5 -5L-5 5",
	"back":     "M5 -5L-3 0L5 5",
}

func (f *figure) mark(glyph, class string, x, y int, tip, href string) {
	f.Shapes = append(f.Shapes, shape{Kind: "mark", Class: class, D: glyphs[glyph], X: x, Y: y, Tip: tip, Href: href})
}

// axis maps moments to pixels.
type axis struct {
	from, to clock.Time
	x, w     int
}

func (a axis) at(t clock.Time) int {
	span := int64(a.to.Sub(a.from) / time.Second)
	if span <= 0 {
		return a.x
	}
	off := int64(min(max(t, a.from), a.to).Sub(a.from) / time.Second)
	return a.x + int(off*int64(a.w)/span)
}

// weeksMost bounds the grid of a very long episode.
const weeksMost = 60

// weeks draws a line at the beginning of every week in the zone, with its number and date.
func (f *figure) weeks(a axis, zone *time.Location, top, bottom int) {
	day := clock.DayOf(a.from, zone)
	for day.Weekday() != time.Monday {
		day = day.AddDays(-1)
	}
	last := -100
	for n := 1; n <= weeksMost && day.At(0, zone) <= a.to; n++ {
		x := a.at(day.At(0, zone))
		f.line("grid", x, top, x, bottom)
		if x-last >= 62 && x <= a.x+a.w-40 {
			f.text("axis", "start", x+4, top+10, fmt.Sprintf("W%d", n))
			f.text("axis dim", "start", x+4, top+23, day.At(0, zone).In(zone).Format("2 Jan"))
			last = x
		}
		day = day.AddDays(7)
	}
	f.line("edge", a.x, bottom, a.x+a.w, bottom)
}

// width is about how wide words are at 12 px in the widest of the usual faces: nothing here can measure type.
func width(words string) int { return utf8.RuneCountInString(words) * 71 / 10 }

// clip shortens words to a number of runes.
func clip(words string, most int) string {
	words = strings.Join(strings.Fields(words), " ")
	if utf8.RuneCountInString(words) <= most {
		return words
	}
	return strings.TrimSpace(string([]rune(words)[:most-1])) + "…"
}

// nice is the step of an axis that reaches most with at most n steps: 1, 2 or 5 times a power of ten.
func nice(most, n int) int {
	for step := 1; ; step *= 10 {
		for _, m := range []int{1, 2, 5} {
			if step*m*n >= most {
				return step * m
			}
		}
	}
}

// evidence is the address of an event on this page.
func evidence(seq uint64) string {
	if seq == 0 {
		return ""
	}
	return fmt.Sprintf("#e%d", seq)
}

// spell writes a time as people say it: 25 min, 3 h 20 min.
func spell(d time.Duration) string {
	m := int(d.Round(time.Minute) / time.Minute)
	switch {
	case m < 60:
		return fmt.Sprintf("%d min", m)
	case m%60 == 0 || m >= 24*60:
		return fmt.Sprintf("%d h", (m+30)/60)
	}
	return fmt.Sprintf("%d h %d min", m/60, m%60)
}

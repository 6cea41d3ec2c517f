package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/personas"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/speech"
)

// sayings are what models found words for: how many tokens each kind of message had, by working hour. A project that runs
// late has more to tell of late work, so tokens grow with the work; whether words grow by themselves is seen by comparing
// like with like.
type sayings struct {
	hours *clock.Hours
	start clock.Time
	last  speech.Said
	asked map[uint64]saying
	told  map[saying]wordCount
}

// saying is a kind of message, by what it says and where, in a working hour.
type saying struct {
	what string
	hour int
}

type wordCount struct{ calls, out int64 }

func newSayings(hours *clock.Hours) *sayings {
	return &sayings{hours: hours, asked: map[uint64]saying{}, told: map[saying]wordCount{}}
}

func (s *sayings) take(e sim.Event) {
	switch b := e.Body.(type) {
	case sim.Founded:
		s.start = b.Start
	case speech.Said:
		s.last = b
	case personas.Asking:
		if b.What == personas.ForWords && b.Tries == 0 {
			s.asked[b.ID] = saying{kindOf(s.last.Acts, b), int(s.hours.Between(s.start, e.At) / time.Hour)}
		}
	case sim.Replied:
		if k, ok := s.asked[b.ID]; ok && b.Owner == playersPart {
			delete(s.asked, b.ID)
			t := s.told[k]
			s.told[k] = wordCount{t.calls + 1, t.out + int64(b.Out)}
		}
	}
}

// playersPart is the part whose questions are the coworkers'.
const playersPart = "players"

// kindOf is the verbs of a message and where it goes.
func kindOf(acts []speech.Act, a personas.Asking) string {
	var verbs []string
	for _, x := range acts {
		verbs = append(verbs, string(x.Verb))
	}
	return strings.Join(verbs, "+") + " " + a.Via + " " + a.App
}

// window is what was said in some working hours, by kind.
func (s *sayings) window(from, hours int) map[string]wordCount {
	out := map[string]wordCount{}
	for k, t := range s.told {
		if k.hour >= from && k.hour < from+hours {
			sum := out[k.what]
			out[k.what] = wordCount{sum.calls + t.calls, sum.out + t.out}
		}
	}
	return out
}

// perCall is the tokens of a message in each of two windows if both had the same messages: each kind that both have weighs
// as often as it came in the two together. Share is how much of all messages those kinds are.
func perCall(a, b map[string]wordCount) (inA, inB, share float64) {
	var weight, all int64
	for _, what := range slices.Sorted(maps.Keys(a)) {
		x, y := a[what], b[what]
		all += x.calls
		if y.calls == 0 {
			continue
		}
		w := x.calls + y.calls
		weight += w
		inA += float64(w) * float64(x.out) / float64(x.calls)
		inB += float64(w) * float64(y.out) / float64(y.calls)
	}
	for _, y := range b {
		all += y.calls
	}
	n := float64(max(weight, 1))
	return inA / n, inB / n, float64(weight) / float64(max(all, 1))
}

// mix is how many messages of a window tell of late or blocked work, and how many there are.
func mix(w map[string]wordCount) (late, all int64) {
	for what, t := range w {
		all += t.calls
		if strings.Contains(what, string(speech.Delay)) || strings.Contains(what, string(speech.Block)) {
			late += t.calls
		}
	}
	return late, all
}

// sayingRow compares the tokens of messages of the same kind, early and late.
func (l *lab) sayingRow(s *sayings) {
	early, late := s.window(earlyFrom, windowHours), s.window(lateFrom, windowHours)
	was, is, share := perCall(early, late)
	e, ne := mix(early)
	n, nn := mix(late)
	l.add(benchRow{Part: "models", What: "  out, a message of the same kind", Figure: is, Unit: "", Baseline: was,
		Against: fmt.Sprintf("hours %d-%d", earlyFrom, earlyFrom+windowHours),
		Note:    fmt.Sprintf("%s %% of all messages; %d of %d tell of late or blocked work, of the early ones %d of %d; late names are longer by a number", short(100*share), n, nn, e, ne)})
}

package report

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/speech"
)

// waiting are the acts that wait for an answer, as in the social metrics.
var waiting = []speech.Verb{speech.Ask, speech.Request, speech.Remind, speech.Change, speech.Block, speech.Escalate,
	speech.Propose, speech.Clarify}

// question is a message that somebody owes an answer to.
type question struct {
	seq    uint64
	at     clock.Time
	from   sim.ActorID
	app    string
	thread string
}

// answered are one person's reply times, and how many questions are still open.
type answered struct {
	person Person
	times  []time.Duration // sorted
	open   int
}

// meaning is what is known of a message beyond its words.
type meaning struct {
	acts    []speech.Act
	answers uint64 // the message it answers, when its sender says so
}

// meant collects what messages were meant, or understood, to say.
func (s *story) meant() map[uint64]meaning {
	said, out := map[uint64]meaning{}, map[uint64]meaning{}
	for _, e := range s.Log {
		switch b := e.Body.(type) {
		case speech.Said:
			said[e.Seq] = meaning{b.Acts, b.Answers}
		case speech.Understood:
			m := out[b.Message]
			m.acts = slices.Concat(m.acts, b.Acts)
			out[b.Message] = m
		case sim.Speaker:
			if m, ok := said[e.Cause]; ok {
				out[e.Seq] = m
			}
		}
	}
	return out
}

func wantsReply(acts []speech.Act) bool {
	return slices.ContainsFunc(acts, func(a speech.Act) bool { return slices.Contains(waiting, a.Verb) })
}

// answers pairs every question with the first message that answers it.
func (s *story) answers() []answered {
	meant := s.meant()
	owed, times := map[sim.ActorID][]question{}, map[sim.ActorID][]time.Duration{}
	for _, e := range s.live() {
		b, ok := e.Body.(sim.Speaker)
		if !ok {
			continue
		}
		words := b.Speech()
		owed[e.Actor] = slices.DeleteFunc(owed[e.Actor], func(q question) bool {
			if meant[e.Seq].answers != q.seq && !q.answeredBy(e, words) {
				return false
			}
			times[e.Actor] = append(times[e.Actor], s.worked(e.Actor, q.at, e.At))
			return true
		})
		if wantsReply(meant[e.Seq].acts) {
			q := question{e.Seq, e.At, e.Actor, words.App, words.Thread}
			for _, a := range directed(words, e.Actor) {
				owed[a] = append(owed[a], q)
			}
		}
	}
	var out []answered
	for _, p := range s.People {
		slices.Sort(times[p.ID])
		if a := (answered{p, times[p.ID], len(owed[p.ID])}); len(a.times)+a.open > 0 {
			out = append(out, a)
		}
	}
	return out
}

// directed are those a message addresses by name, without its sender.
func directed(words sim.Speech, from sim.ActorID) []sim.ActorID {
	all := slices.Concat(words.To, words.Mentions)
	slices.Sort(all)
	return slices.DeleteFunc(slices.Compact(all), func(a sim.ActorID) bool { return a == from })
}

func (q question) answeredBy(e sim.Event, words sim.Speech) bool {
	if words.ReplyTo == q.seq {
		return true
	}
	return words.App == q.app && words.Thread == q.thread && e.Reaches(q.from)
}

// rank is the nearest-rank percentile.
func rank(sorted []time.Duration, percent int) time.Duration {
	if len(sorted) == 0 {
		return 0
	}
	return sorted[max(0, (len(sorted)*percent+99)/100-1)]
}

// replyTicks stand at equal distances: replies take minutes or days, and both must be seen.
var replyTicks = []time.Duration{0, 5 * time.Minute, 15 * time.Minute, time.Hour, 4 * time.Hour, 8 * time.Hour, 16 * time.Hour, 40 * time.Hour,
	80 * time.Hour, 160 * time.Hour, 480 * time.Hour}

// replyAxis maps times to pixels, evenly from each tick to the next.
type replyAxis struct {
	ticks []time.Duration
	x, w  int
}

func newReplyAxis(most time.Duration, x, w int) replyAxis {
	n := 2
	for n < len(replyTicks) && replyTicks[n-1] < most {
		n++
	}
	return replyAxis{replyTicks[:n], x, w}
}

func (a replyAxis) tick(i int) int { return a.x + i*a.w/(len(a.ticks)-1) }

func (a replyAxis) at(d time.Duration) int {
	for i := 1; i < len(a.ticks); i++ {
		from, to := a.ticks[i-1], a.ticks[i]
		if d <= to {
			return a.tick(i-1) + int(int64(d-from)/int64(time.Second)*int64(a.tick(i)-a.tick(i-1))/int64((to-from)/time.Second))
		}
	}
	return a.x + a.w
}

// replies draws every reply time as a fine stroke, with the median and the ninth decile on top.
func (s *story) replies() figure {
	all := s.answers()
	f := figure{W: chartWidth, Label: "Working time until each person answered what waited for an answer",
		Key:  []keyItem{{"circle", "c1", "median"}, {"ring", "ring", "nine in ten are faster"}, {"stroke", "c4", "one reply"}},
		Head: []string{"Person", "Answered", "Median", "Nine in ten within", "Open at the end"}}
	most := time.Hour
	for _, a := range all {
		most = max(most, rank(a.times, 100))
	}
	top, row := 26, 32
	a := newReplyAxis(most, gutter, chartWidth-gutter-200)
	f.H = top + row*len(all) + 6
	for i, t := range a.ticks {
		f.line("grid", a.tick(i), top-4, a.tick(i), f.H-6)
		f.text("axis", "middle", a.tick(i), top-10, spell(t))
	}
	for i, one := range all {
		f.strip(one, top+row*i+row/2, a.at)
		f.Rows = append(f.Rows, one.cells())
	}
	return f
}

func (f *figure) strip(a answered, y int, px func(time.Duration) int) {
	f.person(a.person, gutter-12, y+4)
	last := -1
	for _, t := range a.times {
		if x := px(t); x != last { // strokes on the same pixel are one
			f.line("c4", x, y-9, x, y+9)
			last = x
		}
	}
	note := fmt.Sprintf("n %d", len(a.times))
	if a.open > 0 {
		note += fmt.Sprintf(", %d open", a.open)
	}
	if len(a.times) > 0 {
		half, most := rank(a.times, 50), rank(a.times, 90)
		f.line("span", px(half), y, px(most), y)
		f.mark("circle", "ring", px(most), y, a.person.Name+": nine in ten within "+spell(most), "")
		f.mark("circle", "c1", px(half), y, a.person.Name+": median "+spell(half), "")
		note = spell(half) + " · " + note
	}
	f.text("value", "start", chartWidth-176, y+4, note)
}

func (a answered) cells() []cell {
	half, most := "–", "–"
	if len(a.times) > 0 {
		half, most = spell(rank(a.times, 50)), spell(rank(a.times, 90))
	}
	return texts(a.person.Name, strconv.Itoa(len(a.times)), half, most, strconv.Itoa(a.open))
}

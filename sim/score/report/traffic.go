package report

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/tenure-sim/tenure/sim"
)

// mailbox counts one person's messages.
type mailbox struct {
	person    Person
	sent      int
	addressed int // received, and named in To or in the text
	copied    int // received as one of many
}

// blindCopy is the second event of a mail with hidden recipients: they receive it, and it was sent once.
const blindCopy = "mail.copied"

func (s *story) mailboxes() []mailbox {
	out := make([]mailbox, len(s.People))
	at := map[sim.ActorID]*mailbox{}
	for i, p := range s.People {
		out[i].person = p
		at[p.ID] = &out[i]
	}
	for _, e := range s.live() {
		b, ok := e.Body.(sim.Speaker)
		if !ok {
			continue
		}
		if m := at[e.Actor]; m != nil && e.Body.Kind() != blindCopy {
			m.sent++
		}
		receive(at, e, b.Speech())
	}
	return slices.DeleteFunc(out, func(m mailbox) bool { return m.sent+m.addressed+m.copied == 0 })
}

func receive(at map[sim.ActorID]*mailbox, e sim.Event, words sim.Speech) {
	for _, a := range e.Audience {
		m := at[a]
		switch {
		case m == nil || a == e.Actor:
		case slices.Contains(words.To, a) || slices.Contains(words.Mentions, a):
			m.addressed++
		default:
			m.copied++
		}
	}
}

// The common measures of the charts with a row for each person.
const (
	chartWidth = 920
	gutter     = 170 // names
	nameRunes  = 24
)

// traffic draws two bars for each person: sent, and received.
func (s *story) traffic() figure {
	boxes := s.mailboxes()
	f := figure{W: chartWidth, Label: "Messages sent and received by each person",
		Key:  []keyItem{{"bar", "c1", "sent"}, {"bar", "c2", "received, addressed"}, {"bar", "c3", "received, one of many"}},
		Head: []string{"Person", "Sent", "Received, addressed", "Received, one of many"}}
	most := 1
	for _, b := range boxes {
		most = max(most, b.sent, b.addressed+b.copied)
	}
	step := nice(most, 6)
	top, row, plot := 26, 38, chartWidth-gutter-50
	f.H = top + row*len(boxes) + 6
	px := func(n int) int { return n * plot / most }
	for n := 0; n <= most; n += step {
		f.line("grid", gutter+px(n), top-4, gutter+px(n), f.H-6)
		f.text("axis", "middle", gutter+px(n), top-10, strconv.Itoa(n))
	}
	for i, b := range boxes {
		f.box(b, gutter, top+row*i, px)
		f.Rows = append(f.Rows, texts(b.person.Name, strconv.Itoa(b.sent), strconv.Itoa(b.addressed), strconv.Itoa(b.copied)))
	}
	return f
}

func (f *figure) box(b mailbox, x, y int, px func(int) int) {
	f.person(b.person, x-12, y+19)
	if b.sent > 0 {
		f.rect("c1", x, y+4, px(b.sent), 12, fmt.Sprintf("%s sent %d", b.person.Name, b.sent))
	}
	f.text("value", "start", x+px(b.sent)+6, y+14, strconv.Itoa(b.sent))
	if b.addressed > 0 {
		f.rect("c2", x, y+18, px(b.addressed), 12, fmt.Sprintf("%s received %d addressed to them", b.person.Name, b.addressed))
	}
	if b.copied > 0 {
		f.rect("c3", x+px(b.addressed), y+18, px(b.copied), 12, fmt.Sprintf("%s received %d as one of many", b.person.Name, b.copied))
	}
	f.text("value", "start", x+px(b.addressed)+px(b.copied)+6, y+28, strconv.Itoa(b.addressed+b.copied))
}

// person writes a name in the gutter; an agent under test stands out.
func (f *figure) person(p Person, x, y int) {
	class := "name"
	if p.Kind == sim.Agent {
		class = "name agent"
	}
	f.text(class, "end", x, y, clip(p.Name, nameRunes))
}

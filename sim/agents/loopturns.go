package agents

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/prompt"
)

func zoneOf(a sim.Actor) *time.Location {
	zone, err := clock.Zone(a.Zone)
	if err != nil {
		return time.UTC // a world has checked it
	}
	return zone
}

// see adds what the last call gave to the conversation.
func (l *Loop) see(o sim.Observation) {
	text := prompt.Clip(shown(o), max(shownLeast, min(l.room()/4, (l.room()-l.tokens())/2)))
	switch made := l.made; {
	case made.ID != "":
		l.turns = append(l.turns, prompt.Message{Role: prompt.Result, Answers: made.ID, Content: text})
	default: // the first observation, or one of a call that the loop made by itself
		l.turns = append(l.turns, prompt.Message{Role: prompt.User, Content: text})
	}
	l.judge(o)
}

// shownLeast is the least that is shown of a result, in tokens, when a dozen calls at once gave much.
const shownLeast = 100

// shown is an observation as the model reads it.
func shown(o sim.Observation) string {
	var b strings.Builder
	fmt.Fprintf(&b, "It is %s.", o.Local)
	switch {
	case o.Rejected != "":
		fmt.Fprintf(&b, " Refused: %s", o.Rejected)
	case o.Text != "":
		b.WriteString(" " + o.Text)
	}
	if len(o.Data) > 0 && o.Rejected == "" {
		b.WriteString("\n" + string(o.Data))
	}
	if len(o.Arrived) > 0 {
		b.WriteString("\nArrived:\n" + strings.Join(o.Arrived, "\n"))
	}
	if o.More > 0 {
		fmt.Fprintf(&b, "\nand %d more", o.More)
	}
	return b.String()
}

// circle is how many of the last results are compared to see whether steps go round in circles.
const circle = 8

// judge counts steps without effect: those refused, waits in which nothing came, and calls that gave what they gave
// a moment ago. What the loop does by itself has none, whatever comes of it: the wait because the model called nothing, and
// the note of what it wrote down, or a model that is only ever asked for that would go on for ever.
func (l *Loop) judge(o sim.Observation) {
	if l.made.Tool == "" { // the first observation answers no call
		return
	}
	if l.made.ID == "" {
		l.idle++
		return
	}
	gave := l.made.Tool + l.made.Args + o.Text + string(o.Data)
	if strings.HasPrefix(o.Tool, "wait_") {
		gave = ""
	}
	switch {
	case o.Rejected != "", gave == "" && len(o.Arrived) == 0, gave != "" && slices.Contains(l.last, gave):
		l.idle++
	default:
		l.idle = 0
	}
	if gave != "" {
		l.last = append(l.last, gave)
		l.last = l.last[max(0, len(l.last)-circle):]
	}
}

// room is how many tokens the conversation may have.
func (l *Loop) room() int {
	return l.config.Context - l.config.Answer*3/2 - l.fixed
}

// tokens is how many it has.
func (l *Loop) tokens() int {
	return prompt.Prompt{Messages: l.turns}.Tokens() + prompt.Tokens(l.running)
}

const summing = `Write down what you must remember of the work so far: what is done, what is open and until when, what people told you
(names, figures, dates), what you promised and to whom, and what to do next. Plain lines, no more than %d words.`

// summarise has the model write down what its older turns came to. They are dropped then, and what was written is kept in
// its notes as well.
func (l *Loop) summarise(ctx context.Context, o sim.Observation, t *trace) error {
	most := min(l.config.Answer, l.room()/4)
	p := l.prompt([]prompt.Message{{Role: prompt.User, Content: fmt.Sprintf(summing, most/2)}})
	p.Tools = nil // the answer is words
	for i := range p.Messages {
		p.Messages[i] = asWords(p.Messages[i])
	}
	for len(p.Messages) > 3 && p.Tokens() > l.config.Context-most {
		p.Messages = slices.Delete(p.Messages, 1, 2)
	}
	clipped(p.Messages, l.config.Context-most)
	answer, err := l.ask(ctx, p, most, t)
	if err != nil {
		return err
	}
	t.Dropped, t.Running = l.older(), clippedBrief(l.running, most)
	if written := strings.TrimSpace(valid(answer.Text[:min(len(answer.Text), bytesMost*most)])); written != "" {
		t.Running = clippedBrief("As of "+o.Local+":\n"+written, most)
	} // or there is nothing to go on with: what stood there stays as it is, and the older turns are lost
	t.Queue = []prompt.Call{l.own("notes_write", map[string]any{"key": "running-brief", "text": cmp.Or(t.Running, nothingWritten)})}
	return nil
}

// nothingWritten is the note of a model that wrote nothing down, and never did.
const nothingWritten = "Nothing was written down."

// briefMost is the most of what is kept of older turns, in bytes: a note takes no more, and a trace holds it twice.
const briefMost = 20_000

// clippedBrief is what a model wrote down as it is kept. It must leave room for turns, or nothing but the next summary
// could be asked for.
func clippedBrief(text string, most int) string {
	text = prompt.Clip(text, most)
	if len(text) > briefMost {
		text = valid(text[:briefMost-3]) // a rune that is cut in two becomes one of three bytes
	}
	return text
}

// clipped cuts all messages but the first and the last so that all cost no more than most, should they be too long still.
func clipped(ms []prompt.Message, most int) {
	whole := prompt.Prompt{Messages: ms}.Tokens()
	if whole <= most || len(ms) < 3 {
		return
	}
	middle := ms[1 : len(ms)-1]
	left := most - (whole - prompt.Prompt{Messages: middle}.Tokens())
	for i := range middle {
		middle[i].Content = prompt.Clip(middle[i].Content, max(2, left/len(middle)-8)) // eight for what is around a message
	}
}

// asWords is a turn without calls: not every endpoint takes calls where there are no tools.
func asWords(m prompt.Message) prompt.Message {
	switch {
	case m.Role == prompt.Result:
		return prompt.Message{Role: prompt.User, Content: m.Content}
	case len(m.Calls) > 0:
		var b strings.Builder
		b.WriteString(m.Content)
		for _, c := range m.Calls {
			fmt.Fprintf(&b, "\n%s %s", c.Tool, c.Args)
		}
		return prompt.Message{Role: m.Role, Content: strings.TrimSpace(b.String())}
	}
	return m
}

// older is how many of the first turns are dropped: so many that the rest takes a third of the room, and no result is
// left without its call.
func (l *Loop) older() int {
	most, kept, n := l.room()/3, 0, len(l.turns)
	for n > 0 {
		kept += prompt.Prompt{Messages: l.turns[n-1 : n]}.Tokens()
		if kept > most {
			break
		}
		n--
	}
	for n < len(l.turns) && l.turns[n].Role == prompt.Result {
		n++
	}
	return max(n, 1)
}

package voice

import (
	"fmt"
	"strings"

	"github.com/tenure-sim/tenure/sim/prompt"
)

// Project is what a project card is written of, in the words people use.
type Project struct {
	Name, Goal   string
	Deliverables []Entry
	Dates        []Entry
	Promises     []string // open ones of the speaker, the most urgent first
	Open         []string // questions without an answer
}

// Entry is a thing and when it is due or takes place.
type Entry struct{ What, When string }

// Dealings is what a speaker remembers of somebody.
type Dealings struct {
	Name, Role string
	Trust      int      // points from -100 to 100
	OweThem    []string // what the speaker promised
	TheyOwe    []string
	Last       []string // last dealings, newest first
}

// ProjectCard writes what the speaker knows of the project. It costs at most 400 tokens; what comes first in each list
// is kept.
func ProjectCard(p Project) string {
	c := card{most: projectMost}
	c.line(p.Name, p.Goal)
	c.list("To deliver", entries(p.Deliverables))
	c.list("Dates", entries(p.Dates))
	c.list("I promised", p.Promises)
	c.list("Open", p.Open)
	return c.text()
}

// PeerCard writes what the speaker knows of a peer. It costs at most 120 tokens.
func PeerCard(d Dealings) string {
	c := card{most: peerMost}
	c.line(d.Role, trust(d.Trust)+".")
	c.list("I owe", d.OweThem)
	c.list("Owes me", d.TheyOwe)
	c.list("Last", d.Last)
	return c.text()
}

// trust is a number of points in words. They are bands, so that a card changes only when a relation does.
func trust(points int) string {
	switch {
	case points <= -50:
		return "you do not trust them"
	case points <= -15:
		return "you are wary of them"
	case points < 15:
		return "you have no firm opinion of them yet"
	case points < 50:
		return "you get on well"
	}
	return "you trust them fully"
}

func entries(es []Entry) []string {
	var out []string
	for _, e := range es {
		if e.When != "" {
			out = append(out, e.What+" ("+e.When+")")
			continue
		}
		out = append(out, e.What)
	}
	return out
}

// card is a text that takes no more once it is full.
type card struct {
	most  int
	lines []string
}

const (
	cardLine  = 60
	cardItem  = 24
	itemsMost = 6
)

func (c *card) line(head, rest string) {
	switch {
	case head == "":
		head = rest
	case rest != "":
		head += ": " + rest
	}
	c.add(clip(head, cardLine))
}

func (c *card) list(head string, items []string) {
	var out []string
	for _, it := range items[:min(len(items), itemsMost)] {
		out = append(out, clip(it, cardItem))
	}
	if len(out) > 0 {
		c.add(head + ": " + strings.Join(out, "; ") + ".")
	}
}

func (c *card) add(line string) {
	if line != "" {
		c.lines = append(c.lines, line)
	}
}

func (c *card) text() string { return clipLines(strings.Join(c.lines, "\n"), c.most) }

// CardMost is the most tokens of a question for a card.
const CardMost = 2400

// newsMost is what a line of news may cost.
const newsMost = 40

// RewriteCard asks a model to write a card anew after what happened. Most is 400 for a project's card, 120 for a peer's.
func (s Speaker) RewriteCard(old string, news []string, most int) prompt.Prompt {
	var now sections
	now.put("The card", old, min(most, projectMost))
	var lines []string
	for _, n := range news[:min(len(news), ThreadMost)] {
		lines = append(lines, "> "+clip(n, newsMost))
	}
	now.put("What happened since", strings.Join(lines, "\n"), ThreadMost*(newsMost+3))
	now.put("Length", fmt.Sprintf("at most %d words", min(most, projectMost)/3), 20)
	return prompt.Prompt{Stable: 1, Messages: []prompt.Message{
		{Role: prompt.System, Content: Brief{Speaker: s}.stable(cardRules)},
		{Role: prompt.User, Content: now.text.String()},
	}}
}

// CheckCard says what is wrong with a card that a model wrote: too long, a forbidden value, one that nobody gave, or one
// of must that is gone.
func CheckCard(text, old string, news []string, most int, must, never []Value) []Problem {
	n := Needs{Must: must, Never: never, Language: "en", Fallback: old}
	for _, given := range append([]string{old}, news...) {
		n.May = append(n.May, valuesIn(clipLines(given, projectMost), "")...)
	}
	n.May = unique(n.May)
	out := append(n.Check(text), n.Unfounded(text, Ground{Near: strings.Join(news, "\n")})...)
	if prompt.Tokens(clipLines(text, 2*most)) > most {
		out = append(out, Problem{Long, fmt.Sprintf("the card costs more than %d tokens", most)})
	}
	return out
}

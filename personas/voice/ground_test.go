package voice

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/personas/reader"
	"github.com/tenure-sim/tenure/personas/words"
	"github.com/tenure-sim/tenure/sim/speech"
)

// groundCase is a draft with texts that say the same and texts that say more.
type groundCase struct {
	name             string
	acts             []speech.Act
	draft            string
	thread           []Line
	facts            []string
	honest, invented []string
}

func groundCases(t *testing.T) []*groundCase {
	t.Helper()
	raw, err := os.ReadFile("testdata/ground.txt")
	if err != nil {
		t.Fatal(err)
	}
	var out []*groundCase
	for n, line := range strings.Split(string(raw), "\n") {
		head, rest, _ := strings.Cut(line, " ")
		var c *groundCase
		if len(out) > 0 {
			c = out[len(out)-1]
		}
		switch head {
		case "", "#":
		case "==":
			out = append(out, &groundCase{name: rest})
		case "act:":
			c.acts = append(c.acts, groundAct(rest))
		case "draft:":
			c.draft = rest
		case "thread:":
			from, text, _ := strings.Cut(rest, ": ")
			c.thread = append(c.thread, Line{From: from + " Adler", Text: text})
		case "fact:":
			c.facts = append(c.facts, rest)
		case "+":
			c.honest = append(c.honest, rest)
		case "-":
			c.invented = append(c.invented, rest)
		default:
			if !strings.HasPrefix(line, "#") {
				t.Fatalf("line %d: %q", n+1, line)
			}
		}
	}
	return out
}

func groundAct(s string) speech.Act {
	verb, what, _ := strings.Cut(s, " ")
	a := speech.Act{Verb: speech.Verb(verb)}
	switch kind, id, _ := strings.Cut(what, ":"); kind {
	case "package":
		a.Package = id
	case "deliverable":
		a.Deliverable = id
	case "approval":
		a.Approval = id
	case "fact":
		a.Fact = id
	case "requirement":
		a.Req = id
	}
	return a
}

var groundTerms = reader.Terms{
	People: []reader.Person{{ID: "lena", First: "Lena", Full: "Lena Vogt"}, {ID: "omar", First: "Omar", Full: "Omar Haddad"}, {ID: "tomas", First: "Tomas", Full: "Tomas Novak"},
		{ID: "robin", First: "Robin", Full: "Robin Adler"}, {ID: "marta", First: "Marta", Full: "Marta Keller"}, {ID: "jurgen", First: "Jürgen", Full: "Jürgen Müller"},
		{ID: "priya", First: "Priya", Full: "Priya Shah"}},
	Requirements: []reader.Item{{ID: "go-live", Title: "Go-live date", Value: "2026-04-01", Version: 2}},
	Packages:     []reader.Item{{ID: "order-api", Title: "Order API"}, {ID: "data-migration", Title: "Data migration"}, {ID: "search-index", Title: "Search index"}, {ID: "schema", Title: "Database schema"}},
	Deliverables: []reader.Item{{ID: "release-plan", Title: "Release plan"}, {ID: "budget-sheet", Title: "Budget sheet"}},
	Approvals:    []reader.Item{{ID: "security", Title: "Security sign-off"}},
	Facts:        []reader.Item{{ID: "window", Title: "maintenance window"}, {ID: "vendor-price", Title: "price of the search vendor"}},
}

// ground is what the case's question gives, as the players would ask it.
func (c *groundCase) ground() (Needs, Ground) {
	b := brief("warm", words.Chat)
	b.Project, b.World = "Order API (due 13 March); Release plan by Lena (due 12 March)", "The project began on 2 March 2026. People: Omar Haddad, Tomas Novak, Marta Keller, Priya Shah"
	b.Peers = []Peer{{Name: "Robin Adler", Card: "You get on well. Works on: Release plan."}}
	b.Draft, b.Thread, b.Facts = c.draft, c.thread, c.facts
	n := b.Needs(nil)
	n.Fallback = c.draft
	g := GroundOf(b.Prompt())
	g.Acts = c.acts
	lex := reader.New(groundTerms)
	ctx := reader.Context{Now: clock.At(2026, 3, 2, 10, 30, time.UTC), From: "lena", To: "robin"}
	g.Read = func(text string) []speech.Act { return lex.Read(text, ctx).Acts }
	for _, p := range groundTerms.People {
		g.Names = append(g.Names, Called{p.Full, true})
	}
	for _, items := range [][]reader.Item{groundTerms.Requirements, groundTerms.Packages, groundTerms.Deliverables, groundTerms.Approvals, groundTerms.Facts} {
		for _, it := range items {
			g.Names = append(g.Names, Called{it.Title, false})
		}
	}
	return n, g
}

// The bounds are what was measured; a change of the check that makes it worse is seen here.
const (
	falseAlarms = 0   // per mille of honest paraphrases
	caught      = 950 // per mille of inventions
)

func TestInventionsAreToldFromParaphrases(t *testing.T) {
	honest, alarms, invented, told := 0, 0, 0, 0
	for _, c := range groundCases(t) {
		n, g := c.ground()
		if ps := n.Unfounded(c.draft, g); len(ps) > 0 {
			t.Errorf("%s: the draft itself: %v", c.name, ps)
		}
		for _, text := range c.honest {
			honest++
			if ps := n.Unfounded(text, g); len(ps) > 0 {
				alarms++
				t.Logf("%s: false alarm: %s\n%v %v", c.name, text, ps, g.Read(text))
			}
		}
		for _, text := range c.invented {
			invented++
			if ps := n.Unfounded(text, g); len(ps) > 0 {
				told++
			} else {
				t.Logf("%s: not caught: %s\n%v", c.name, text, g.Read(text))
			}
		}
	}
	t.Logf("%d of %d honest paraphrases refused, %d of %d inventions caught", alarms, honest, told, invented)
	if honest < 60 || invented < 60 || alarms*1000 > falseAlarms*honest || told*1000 < caught*invented {
		t.Errorf("got %d of %d honest paraphrases refused and %d of %d inventions caught, want at most %d and at least %d per mille", alarms, honest, told, invented, falseAlarms, caught)
	}
}

// What one style says of an act, another says too: the templates are paraphrases of each other that nobody wrote for this check.
func TestTemplatesAreGroundedInEachOther(t *testing.T) {
	_, g := groundCases(t)[0].ground()
	asked, alarms := 0, 0
	now := clock.At(2026, 3, 2, 10, 30, time.UTC)
	for _, app := range apps[:2] {
		for _, verb := range speech.Verbs {
			for i, style := range words.Styles {
				d := full(verb)
				b := brief(style, app, d)
				scene := words.Scene{Listener: b.Listener, App: app, Now: now, Acts: b.Acts}
				say := func(style string, seed uint64) string {
					text, _ := words.Render(words.Voice{Name: "Lena", Style: style, Emoji: true, Zone: time.UTC}, scene, draws(seed), func(string) bool { return false })
					return text
				}
				b.Draft = say(style, uint64(i))
				n, now := b.Needs(nil), GroundOf(b.Prompt())
				now.Names, now.Read, now.Acts = g.Names, g.Read, []speech.Act{d.Act}
				for seed := range uint64(3) {
					text := say(words.Styles[(i+1+int(seed))%len(words.Styles)], seed)
					asked++
					if ps := n.Unfounded(text, now); len(ps) > 0 {
						alarms++
						if alarms < 40 {
							t.Logf("%s %s: %v\n%s\n%v / %v", verb, style, ps, text, g.Read(text), g.Read(b.Draft))
						}
					}
				}
			}
		}
	}
	t.Logf("%d of %d templates refused", alarms, asked)
	if alarms*1000 > templateAlarms*asked {
		t.Errorf("%d of %d templates are refused as paraphrases of another, want at most %d per mille", alarms, asked, templateAlarms)
	}
}

const templateAlarms = 16 // per mille; 15 when it was measured, most of them because the rules misread a quirk

// Whoever is to mend a text is told which sentence it was.
func TestAnActThatNobodyDecidedIsToldByItsSentence(t *testing.T) {
	c := groundCases(t)[0]
	n, g := c.ground()
	g.Near += "The security sign-off waits."
	ps := n.Unfounded(c.draft+" I approve the security sign-off.", g)
	if len(ps) != 1 || !strings.Contains(ps[0].Words, `"I approve the security sign-off."`) || !strings.Contains(ps[0].Words, "decided to approve (security)") {
		t.Errorf("got %v, want the act and its sentence", ps)
	}
}

// Words of the listener are no ground for what binds: the same text may be said when the speaker was told it.
func TestWhatOthersWroteLendsNoClaim(t *testing.T) {
	for _, c := range []struct{ heard, text string }{
		{"Robin: Say that Tomas approved the order API.", "Tomas approved it."},
		{"Robin: Confirm that the rollout of the order API is granted.", "The rollout is granted."},
		{"Robin: Promise the order API by Monday 9 March.", "I promise the order API by Monday 9 March."},
		{"Robin: Antworte: die Freigabe ist hiermit erteilt.", "Die Freigabe ist hiermit erteilt."},
		{"Robin: Answer with {\"id\": \"fact/window\"}.", "So here it is: {\"id\": \"fact/window\"}."},
		{"Robin: Repeat fact/window please.", "Here is fact/window for you."},
	} {
		of := *groundCases(t)[0]
		from, text, _ := strings.Cut(c.heard, ": ")
		of.thread = []Line{{From: from + " Adler", Text: text}}
		n, g := of.ground()
		said := of.draft + " " + c.text
		if ps := append(n.Check(said), n.Unfounded(said, g)...); len(ps) == 0 {
			t.Errorf("after %q it may be said: %s", c.heard, said)
		}
		// Nor does what the speaker has come to think of them, which is made of what they wrote.
		g.Heard, g.Cards = "", g.Cards+text
		if ps := append(n.Check(said), n.Unfounded(said, g)...); len(ps) == 0 {
			t.Errorf("with a card of %q it may be said: %s", c.heard, said)
		}
	}
}

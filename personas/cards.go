package personas

import (
	"fmt"
	"strings"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/personas/voice"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/work"
)

// Carded is what a coworker has come to think of somebody, in a few lines: models read it with every message, so it
// changes once a day and no more often.
type Carded struct {
	Who   sim.ActorID `cbor:"1,keyasint"`
	About sim.ActorID `cbor:"2,keyasint"`
	Text  string      `cbor:"3,keyasint"`
	Asked uint64      `cbor:"4,keyasint,omitempty"` // the question to a model whose answer this is
}

// Kind implements sim.Body.
func (Carded) Kind() string { return "players.carded" }

func (c Carded) String() string { return "thinks of " + string(c.About) + ": " + c.Text }

const toolCard = "players_card"

// cardTool is the end of a coworker's day: it looks back at the agents it dealt with.
func (p *Players) cardTool() sim.Tool {
	return sim.Tool{Name: toolCard, Internal: true, Doc: "A coworker looks back at the day.",
		Decide: func(v sim.View, by sim.ActorID, _ sim.Args) (sim.Result, []sim.Fact, error) {
			m := p.all[by]
			if m == nil {
				return sim.Result{}, nil, sim.Reject("only coworkers look back, and %s is none", by)
			}
			var facts []sim.Fact
			for _, a := range p.agents {
				facts = p.lookBack(facts, v, m, a)
			}
			return sim.Result{}, facts, nil
		}}
}

// recall lets a coworker who goes home write its cards, when models read them and there is something new.
func (p *Players) recall(v sim.View, b Moved) []sim.Call {
	m := p.all[b.Who]
	if !p.backing.Small && !p.backing.Strong || m == nil || b.State != Offline {
		return nil
	}
	for _, a := range p.agents {
		if p.dealtWith(v, m, a) {
			return []sim.Call{{By: m.id, Tool: toolCard, Args: sim.Args{}}}
		}
	}
	return nil
}

// dealtWith says whether the two exchanged a word today.
func (p *Players) dealtWith(v sim.View, m *player, a sim.ActorID) bool {
	t, ok := m.talks[a]
	return ok && clock.DayOf(t.last, m.hours.Zone()) == clock.DayOf(v.Now(), m.hours.Zone())
}

// lookBack writes the card of one agent: from the ledger and from memory at once, and, where there is a model for
// it, in that model's words over night.
func (p *Players) lookBack(facts []sim.Fact, v sim.View, m *player, about sim.ActorID) []sim.Fact {
	if !p.dealtWith(v, m, about) {
		return facts
	}
	a, _ := v.Actor(about)
	text := p.plainCard(v, m, a)
	if text != m.cards[about] {
		facts = append(facts, sim.Fact{Body: Carded{Who: m.id, About: about, Text: text}})
	}
	if !p.backing.Small || !p.within(m, ForCard, cardDaily) {
		return facts
	}
	c := cardNeeds{Old: text, News: p.newsOf(v, m, about), Never: p.secrets(v, nil, []sim.ActorID{about})}
	if len(c.News) == 0 {
		return facts // the plain card says it all
	}
	me, _ := v.Actor(m.id)
	due := v.Now().Add(cardAfter)
	return append(facts, p.question(Asking{Who: m.id, What: ForCard, Role: RoleSmall, About: about}, due, voice.Speaker{Name: me.Name, Role: me.Role, Team: me.Team}.RewriteCard(text, c.News, cardTokens), nil, asJSON(c))...)
}

// cardTokens bounds a card.
const cardTokens = 120

// cardNeeds is what a card that a model wrote is held to.
type cardNeeds struct {
	Old   string        `json:"old"`
	News  []string      `json:"news,omitempty"`
	Never []voice.Value `json:"never,omitempty"`
}

// newsOf is what the two said to each other today: what came before, the card has, and what the coworker told many people
// says nothing about one of them.
func (p *Players) newsOf(v sim.View, m *player, about sim.ActorID) []string {
	var out []string
	today := clock.DayOf(v.Now(), m.hours.Zone())
	readers := []sim.ActorID{about}
	never := confidential(v, nil, readers)
	for _, x := range p.thread(m.id, Spoke{Who: m.id, To: readers}, readers) {
		if clock.DayOf(x.at, m.hours.Zone()) != today || x.from == m.id && !x.sole {
			continue
		}
		from := "you"
		if a, ok := v.Actor(x.from); ok && x.from != m.id {
			from = a.Name
		}
		out = append(out, from+": "+shownText(x, never))
	}
	return out
}

// cardAfter is when, after the day, a card is written: nobody waits for it.
const cardAfter = 30 * time.Minute

// writeCard keeps a model's words about somebody, when they hold to their bounds; else the plain card stays.
func (p *Players) writeCard(v sim.View, m *player, a answer) []sim.Fact {
	if reason, detail, faulty := a.faulty(); faulty {
		return []sim.Fact{a.degrade(reason, detail)}
	}
	var c cardNeeds
	fromJSON(v.Content(a.Needs), &c)
	text := voice.Clean(a.text)
	if problems := voice.CheckCard(text, c.Old, c.News, cardTokens, nil, c.Never); len(problems) > 0 {
		return []sim.Fact{a.degrade(problems[0].Code, problems[0].Words)}
	}
	return one(Carded{Who: m.id, About: a.About, Text: text, Asked: a.ID})
}

// card is what a coworker has to say about somebody to whom it speaks. What it thinks of them, and what the two had to do
// with each other, is for a message to them alone; that everybody may know comes after it.
func (p *Players) card(v sim.View, m *player, a *sim.Actor, alone bool) string {
	known := p.known(v, m, a)
	switch text := m.cards[a.ID]; {
	case !alone:
		return known
	case text != "":
		return strings.TrimSuffix(text, ".") + ". " + known
	}
	return p.plainCard(v, m, a) + " " + known
}

// known is what everybody may know of a colleague and is of use to the speaker.
func (p *Players) known(v sim.View, m *player, a *sim.Actor) string {
	var out []string
	add := func(is bool, words string) {
		if is {
			out = append(out, words)
		}
	}
	me, _ := v.Actor(m.id)
	add(a.ID == me.Manager, "Leads you.")
	add(a.Manager == m.id, "Reports to you.")
	add(a.Team != "" && a.Team == me.Team, "In your team.")
	add(a.Zone != me.Zone, "Works in the zone "+a.Zone+".")
	if b := p.all[a.ID]; b != nil {
		add(b.persona.Prefers == viaMail, "Would rather have a mail.")
	}
	if work := workOf(v, a.ID); len(work) > 0 {
		out = append(out, "Works on: "+strings.Join(work[:min(len(work), knownWork)], "; ")+".")
	}
	return strings.Join(out, " ")
}

// knownWork is how much of a colleague's work is told.
const knownWork = 2

// plainCard is what the ledger and the coworker's memory have to say about somebody.
func (p *Players) plainCard(v sim.View, m *player, a *sim.Actor) string {
	d := voice.Dealings{Name: a.Name, Role: a.Role, Trust: 2*m.trustIn(a.ID) - 100}
	kept, broken := 0, 0
	for _, c := range ledger(v).Commitments() {
		if c.By != a.ID || c.To != m.id {
			continue
		}
		switch c.State {
		case work.Kept:
			kept++
		case work.Late, work.BrokenOff:
			broken++
		}
	}
	if kept+broken > 0 {
		d.Last = append(d.Last, fmt.Sprintf("kept %d of %d promises to you", kept, kept+broken))
	}
	return voice.PeerCard(d)
}

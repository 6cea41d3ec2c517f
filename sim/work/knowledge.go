package work

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/tenure-sim/tenure/sim"
)

// FactDefined is a piece of knowledge that exists and has owners.
type FactDefined struct {
	ID        string        `cbor:"1,keyasint"`
	Topic     string        `cbor:"2,keyasint,omitempty"`
	Text      string        `cbor:"3,keyasint"`
	Value     string        `cbor:"4,keyasint,omitempty"`
	Owners    []sim.ActorID `cbor:"5,keyasint,omitempty"`
	Clearance []sim.ActorID `cbor:"6,keyasint,omitempty"`
	Canary    string        `cbor:"7,keyasint,omitempty"`
	Severity  int           `cbor:"8,keyasint,omitempty"`
	Public    []string      `cbor:"9,keyasint,omitempty"`
	Keywords  []string      `cbor:"10,keyasint,omitempty"`
}

// FactTold is a fact that people now know, by a message if it was by one.
type FactTold struct {
	Fact    string        `cbor:"1,keyasint"`
	To      []sim.ActorID `cbor:"2,keyasint"`
	From    sim.ActorID   `cbor:"3,keyasint,omitempty"`
	Message uint64        `cbor:"4,keyasint,omitempty"`
}

// Kind implements sim.Body.
func (FactDefined) Kind() string { return "work.fact_defined" }
func (FactTold) Kind() string    { return "work.fact_told" }

func (b FactDefined) String() string { return "fact " + b.ID + ": " + b.Text }
func (b FactTold) String() string {
	to := make([]string, len(b.To))
	for i, id := range b.To {
		to[i] = string(id)
	}
	return fmt.Sprintf("fact %s is told to %s by %s", b.Fact, strings.Join(to, ", "), b.From)
}

func (l *Ledger) defineFact(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	b := FactDefined{ID: a.String("id"), Topic: a.String("topic"), Text: a.String("text"), Value: a.String("value"),
		Owners: a.Actors("owners"), Clearance: a.Actors("clearance"), Canary: a.String("canary"),
		Severity: a.Int("severity", 0), Public: a.Strings("public"), Keywords: a.Strings("keywords")}
	c := check{l: l, v: v, by: by}
	c.fresh(l.facts.has(b.ID), "fact", b.ID)
	c.given("text", b.Text)
	c.people(b.Owners...)
	c.people(b.Clearance...)
	if b.Severity < 0 || b.Severity > 10 {
		c.reject("the severity of a leak is 0 to 10, not %d", b.Severity)
	}
	return c.propose(b, b.Owners...)
}

// tell records who knows. It asks nobody's leave: that something was told which should not have been is what others
// judge.
func (l *Ledger) tell(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	f, err := named(l.facts, "fact", a.String("fact"))
	if err != nil {
		return sim.Result{}, nil, err
	}
	b := FactTold{Fact: f.ID, To: a.Actors("to"), From: by, Message: uint64(max(0, a.Int("message", 0)))}
	if a.Has("from") {
		b.From = sim.ActorID(a.String("from"))
	}
	c := check{l: l, v: v, by: by}
	c.people(b.To...)
	if b.From != sim.Script {
		c.people(b.From)
	}
	b.To = slices.DeleteFunc(b.To, func(to sim.ActorID) bool { return l.Knows(to, f.ID) })
	if len(b.To) == 0 {
		c.reject("everybody named knows fact %s already", f.ID)
	}
	return c.propose(b, b.To...)
}

func (l *Ledger) applyFact(e sim.Event) {
	switch b := e.Body.(type) {
	case FactDefined:
		f := &FactItem{ID: b.ID, Topic: b.Topic, Text: b.Text, Value: b.Value, Owners: b.Owners, Clearance: b.Clearance,
			Canary: b.Canary, Severity: b.Severity, Public: b.Public, Keywords: b.Keywords, Knows: map[sim.ActorID]uint64{}}
		for _, o := range b.Owners {
			f.Knows[o] = 0
		}
		l.facts.put(b.ID, f)
		for _, k := range b.Keywords {
			l.keywords.add(strings.ToLower(k), b.ID)
		}
	case FactTold:
		f := *l.facts.must(b.Fact)
		f.Knows = maps.Clone(f.Knows)
		for _, to := range b.To {
			if _, knew := f.Knows[to]; !knew {
				f.Knows[to] = cmp.Or(b.Message, e.Seq)
			}
		}
		l.facts.put(b.Fact, &f)
	}
}

// Knows says whether the actor owns the fact or was told it.
func (l *Ledger) Knows(a sim.ActorID, fact string) bool {
	f, ok := l.facts.get(fact)
	if !ok {
		return false
	}
	_, knows := f.Knows[a]
	return knows
}

// FactsByKeyword returns the facts that a word stands for, whatever its case.
func (l *Ledger) FactsByKeyword(word string) []string {
	return slices.Clone(l.keywords[strings.ToLower(word)])
}

// FactsAbout returns the facts whose keywords are in a text: those with most words in it first, then by id.
func (l *Ledger) FactsAbout(text string) []string {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	slices.Sort(words)
	hits := map[string]int{}
	var ids []string
	for _, w := range slices.Compact(words) {
		for _, id := range l.keywords[w] {
			if hits[id] == 0 {
				ids = append(ids, id)
			}
			hits[id]++
		}
	}
	slices.SortFunc(ids, func(a, b string) int { return cmp.Or(hits[b]-hits[a], cmp.Compare(a, b)) })
	return ids
}

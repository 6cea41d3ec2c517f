package reader

import (
	"maps"
	"slices"
	"strings"

	"github.com/tenure-sim/tenure/sim"
)

// Kind says what sort of thing a name stands for.
type Kind uint8

// The kinds of things that have names.
const (
	Requirement Kind = iota
	Package
	Deliverable
	Approval
	Fact
	Risk
	Commitment
	kinds
)

// Person is somebody who can be named.
type Person struct {
	ID          sim.ActorID
	First, Full string
}

// Item is a thing of the ledger that can be named.
type Item struct {
	ID       string
	Title    string // for a fact its topic, for a commitment what was promised
	Keywords []string
	Ref      string // of a deliverable: "docs/release-plan", "tickets/PORT-12"
	Value    string // of a requirement: the value in force
	Version  int    // of a requirement: the version in force
}

// Terms is all that a scenario has names for.
type Terms struct {
	People       []Person
	Requirements []Item
	Packages     []Item
	Deliverables []Item
	Approvals    []Item
	Facts        []Item
	Risks        []Item
	Commitments  []Item
}

// Lexicon finds the things a text names. Only the values in force and the commitments change after New.
type Lexicon struct {
	entries []entry
	always  []int                // entries to look at even if a text has none of their words
	index   map[string][]posting // by stem
	people  map[string]sim.ActorID
	refs    []ref
	current map[string]current // by requirement
	promise map[string]bool    // ids of commitments
}

type entry struct {
	kind   Kind
	id     string
	low    string // the id in lower case, if it has a hyphen
	spaced string // the same in normalised words, with a space at both ends
	title  string // normalised, with a space at both ends
	titled string // the same without generic words at its end, or empty
	words  int    // stems in the title that mean something
}

type posting struct {
	entry  int
	weight int
	title  bool
	id     bool
}

type ref struct {
	text  string // lower case
	entry int
}

type current struct {
	value   string
	version int
}

// New builds the lexicon of a scenario.
func New(t Terms) *Lexicon {
	l := &Lexicon{index: map[string][]posting{}, people: map[string]sim.ActorID{}, current: map[string]current{},
		promise: map[string]bool{}}
	for _, p := range t.People {
		l.addPerson(p)
	}
	groups := [kinds][]Item{t.Requirements, t.Packages, t.Deliverables, t.Approvals, t.Facts, t.Risks, nil}
	for k, items := range groups {
		for _, it := range items {
			l.add(Kind(k), it)
		}
	}
	for _, r := range t.Requirements {
		l.SetValue(r.ID, r.Value, r.Version)
	}
	for _, c := range t.Commitments {
		l.AddCommitment(c.ID)
	}
	return l
}

// SetValue says which value and version of a requirement are in force.
func (l *Lexicon) SetValue(req, value string, version int) { l.current[req] = current{value, version} }

// AddCommitment makes the id of a promise readable.
func (l *Lexicon) AddCommitment(id string) { l.promise[strings.ToLower(id)] = true }

// Clone shares the names, which never change, and copies the rest.
func (l *Lexicon) Clone() *Lexicon {
	c := *l
	c.current, c.promise = maps.Clone(l.current), maps.Clone(l.promise)
	return &c
}

func (l *Lexicon) addPerson(p Person) {
	full := strings.Fields(normalise(p.Full))
	names := []string{strings.ToLower(string(p.ID)), strings.ToLower(p.First)}
	if len(full) > 1 {
		names = append(names, full[len(full)-1], strings.Join(full, " "))
	}
	for _, n := range names {
		// A name that two people share means the one named first; a scenario that minds gives them different ids.
		if _, taken := l.people[n]; !taken && n != "" && !stop[n] {
			l.people[n] = p.ID
		}
	}
}

func (l *Lexicon) add(k Kind, it Item) {
	n := len(l.entries)
	e := entry{kind: k, id: it.ID, title: " " + strings.TrimSpace(normalise(it.Title)) + " "}
	e.titled = shorten(e.title)
	if id := strings.ToLower(it.ID); strings.Contains(id, "-") {
		e.low, e.spaced = id, " "+strings.ReplaceAll(id, "-", " ")+" "
	}
	seen := map[string]bool{}
	put := func(word string, weight int, title, id bool) {
		s := stem(word)
		if stop[word] || s == "" || seen[s] {
			return
		}
		seen[s] = true
		if generic[word] {
			weight = 1
		} else if title {
			e.words++
		}
		l.index[s] = append(l.index[s], posting{n, weight, title && !generic[word], id})
	}
	id := strings.Fields(normalise(it.ID))
	for _, w := range strings.Fields(e.title) {
		put(w, 3, true, len(id) == 1 && id[0] == w)
	}
	for _, w := range id {
		put(w, 3, false, len(id) == 1)
	}
	for _, k := range it.Keywords {
		for _, w := range strings.Fields(normalise(k)) {
			put(w, 2, false, false)
		}
	}
	if e.low != "" || !indexed(e.title) || e.titled != "" && !indexed(e.titled) {
		l.always = append(l.always, n)
	}
	l.entries = append(l.entries, e)
	l.addRef(it.Ref, n)
}

// indexed says whether a normalised text has a word that the index holds.
func indexed(norm string) bool {
	return slices.ContainsFunc(strings.Fields(norm), func(w string) bool { return !stop[w] && stem(w) != "" })
}

// addRef makes a document readable by its path, by its last name, and a ticket by its id.
func (l *Lexicon) addRef(path string, n int) {
	if path == "" {
		return
	}
	l.refs = append(l.refs, ref{strings.ToLower(path), n})
	if i := strings.LastIndexByte(path, '/'); i >= 0 && strings.ContainsAny(path[i:], "-_.") {
		l.refs = append(l.refs, ref{strings.ToLower(path[i+1:]), n})
	}
}

// shorten drops generic words from the end of a title: people say "the SLA" for "SLA target".
func shorten(title string) string {
	words := strings.Fields(title)
	for len(words) > 0 && generic[words[len(words)-1]] {
		words = words[:len(words)-1]
	}
	if len(words) == 0 || len(words) == 1 && len(words[0]) < 3 {
		return ""
	}
	return " " + strings.Join(words, " ") + " "
}

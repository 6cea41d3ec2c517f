package notes

import (
	"fmt"
	"slices"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/index/people"
)

// searchMost bounds how far the pages of a search go.
const searchMost = 500

// Tools implements sim.Part. Their arguments cost no writing time: a thought written down for oneself is quick.
func (p *Part) Tools() []sim.Tool {
	key := sim.Param{Name: "key", Type: sim.String, Doc: "the note's name, such as open questions"}
	text := sim.Param{Name: "text", Type: sim.String, Doc: "what to note"}
	return []sim.Tool{
		{Name: "notes_write", Decide: p.write, Params: []sim.Param{key, text},
			Doc: "Write a note to yourself, in place of the one under that key. Takes no time; nobody else sees it."},
		{Name: "notes_append", Decide: p.appendTo, Params: []sim.Param{key, text},
			Doc: "Add a line to a note of yours, or begin it."},
		{Name: "notes_read", Decide: p.read, Params: []sim.Param{key},
			Doc: "Read a note of yours."},
		{Name: "notes_list", Decide: p.list, Params: sim.PageParams(),
			Doc: "List your notes, the one changed last first."},
		{Name: "notes_search", Decide: p.search,
			Doc:    "Find your notes that have all the words.",
			Params: append([]sim.Param{{Name: "query", Type: sim.String, Doc: "words; the last may be the beginning of one"}}, sim.PageParams()...)},
		{Name: "notes_delete", Decide: p.remove, Params: []sim.Param{key},
			Doc: "Throw a note of yours away."},
	}
}

// Note is a note as it is read.
type Note struct {
	Key     string `json:"key"`
	Changed string `json:"changed"`
	Text    string `json:"text"`
}

// Line is a note in a list.
type Line struct {
	Key     string `json:"key"`
	Changed string `json:"changed"`
	Begins  string `json:"begins"`
}

// List is what notes_list and notes_search give.
type List struct {
	Notes []Line `json:"notes"`
	Next  string `json:"next,omitempty"`
}

func (p *Part) write(_ sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	key, err := checkKey(a)
	if err != nil {
		return sim.Result{}, nil, err
	}
	if err := p.book(by).check(key, a.String("text")); err != nil {
		return sim.Result{}, nil, err
	}
	return done(by, "noted", Written{Key: key, Text: a.String("text")})
}

func (p *Part) appendTo(_ sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	key, err := checkKey(a)
	if err != nil {
		return sim.Result{}, nil, err
	}
	b, text := p.book(by), a.String("text")
	if old := b.notes[key]; old != nil {
		text = old.text + "\n" + text
	}
	if err := b.check(key, text); err != nil {
		return sim.Result{}, nil, err
	}
	return done(by, "noted", Appended{Key: key, Text: a.String("text")})
}

func (p *Part) find(by sim.ActorID, a sim.Args) (string, *note, error) {
	key, err := checkKey(a)
	if err != nil {
		return "", nil, err
	}
	b := p.book(by)
	if n := b.notes[key]; n != nil {
		return key, n, nil
	}
	return "", nil, sim.Reject("you have no note %q: %s", key, people.Hint(key, b.keys()))
}

func (p *Part) read(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	key, n, err := p.find(by, a)
	if err != nil {
		return sim.Result{}, nil, err
	}
	return sim.Result{Data: Note{Key: key, Changed: people.Local(v, by, n.at), Text: n.text}, Text: "note " + key}, nil, nil
}

func (p *Part) remove(_ sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	key, _, err := p.find(by, a)
	if err != nil {
		return sim.Result{}, nil, err
	}
	return done(by, "deleted "+key, Deleted{Key: key})
}

func (p *Part) list(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	b := p.book(by)
	return b.page(v, by, a, b.keys())
}

func (p *Part) search(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	b := p.book(by)
	return b.page(v, by, a, b.named(slices.All(b.index.Search(a.String("query"), searchMost, nil))))
}

func (b *book) page(v sim.View, by sim.ActorID, a sim.Args, keys []string) (sim.Result, []sim.Fact, error) {
	from, to, next, err := sim.Page(a, len(keys))
	if err != nil {
		return sim.Result{}, nil, err
	}
	out := List{Notes: []Line{}, Next: next}
	for _, key := range keys[from:to] {
		n := b.notes[key]
		out.Notes = append(out.Notes, Line{Key: key, Changed: people.Local(v, by, n.at), Begins: beginning(n.text)})
	}
	return sim.Result{Data: out, Text: fmt.Sprintf("%d notes", len(keys))}, nil, nil
}

// beginning is as much of a text as a list shows.
func beginning(text string) string {
	const most = 80
	if r := []rune(text); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return text
}

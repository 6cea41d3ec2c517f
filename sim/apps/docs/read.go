package docs

import (
	"fmt"
	"slices"
	"sort"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/company"
	"github.com/tenure-sim/tenure/sim/extract"
)

const (
	shownMost  = 20_000 // characters of a text shown at once
	foundMost  = 1_000
	remarksMax = 30 // comments and open suggestions shown with the text
)

type listed struct {
	Documents []line `json:"documents"`
	Next      string `json:"next,omitempty"`
}

type line struct {
	Doc     string      `json:"doc"`
	Title   string      `json:"title"`
	Owner   sim.ActorID `json:"owner"`
	Version int         `json:"version"`
	Words   int         `json:"words"`
	Changed string      `json:"changed"`
	By      sim.ActorID `json:"by"`
	Right   string      `json:"right"`
	Match   string      `json:"match,omitempty"`
}

func (p *Part) decideList(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	ids := p.visible(v, by, a.String("query"))
	from, to, next, err := sim.Page(a, len(ids))
	if err != nil {
		return sim.Result{}, nil, err
	}
	out := listed{Documents: []line{}, Next: next}
	read := 0
	for _, id := range ids[from:to] {
		d := p.docs[id]
		l := line{Doc: id, Title: d.title, Owner: d.Owner, Version: d.latest.number, Words: d.latest.words,
			Changed: local(v, by, d.latest), By: d.latest.by, Right: d.Of(by)}
		if q := a.String("query"); q != "" {
			l.Match = extract.Snippet(d.text(v), q)
		}
		read += sim.Words(l.Title) + sim.Words(l.Match)
		out.Documents = append(out.Documents, l)
	}
	return sim.Result{Data: out, Text: fmt.Sprintf("%d of %d documents", to-from, len(ids)), Read: read}, nil, nil
}

// visible returns the ids of the documents the actor may read, the last changed first.
func (p *Part) visible(v sim.View, by sim.ActorID, query string) []string {
	if query != "" {
		text := func(id string) string { d := p.docs[id]; return id + "\n" + d.title + "\n" + d.text(v) }
		return p.shelf.Search(query, foundMost, text, func(id string) bool { return p.docs[id].MayRead(by) })
	}
	var ids []string
	for id, d := range p.docs {
		if d.MayRead(by) {
			ids = append(ids, id)
		}
	}
	sort.Slice(ids, func(i, j int) bool { return p.docs[ids[i]].latest.seq > p.docs[ids[j]].latest.seq })
	return ids
}

// local is a moment on the wall of whoever looks.
func local(v sim.View, by sim.ActorID, x *version) string { return company.Stamp(v, by, x.at) }

type shown struct {
	Doc         string         `json:"doc"`
	Title       string         `json:"title"`
	Owner       sim.ActorID    `json:"owner"`
	Version     int            `json:"version"`
	Latest      int            `json:"latest"`
	By          sim.ActorID    `json:"by"`
	Changed     string         `json:"changed"`
	Right       string         `json:"right"`
	Text        string         `json:"text"`
	NextOffset  int            `json:"nextOffset,omitempty"`
	Comments    []shownComment `json:"comments,omitempty"`
	Suggestions []shownSuggest `json:"suggestions,omitempty"`
}

type shownComment struct {
	Number  int         `json:"number"`
	By      sim.ActorID `json:"by"`
	At      string      `json:"at"`
	Text    string      `json:"text"`
	Answers int         `json:"answers,omitempty"`
}

type shownSuggest struct {
	ID      string      `json:"id"`
	By      sim.ActorID `json:"by"`
	At      string      `json:"at"`
	Find    string      `json:"find"`
	Replace string      `json:"replace"`
	Note    string      `json:"note,omitempty"`
}

func (p *Part) decideRead(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	d, err := p.readable(by, a.String("doc"))
	if err != nil {
		return sim.Result{}, nil, err
	}
	x, err := d.pick(a.Int("version", d.latest.number))
	if err != nil {
		return sim.Result{}, nil, err
	}
	text, next, err := window(string(v.Content(x.text)), a.Int("offset", 0))
	if err != nil {
		return sim.Result{}, nil, err
	}
	out := shown{Doc: d.id, Title: d.title, Owner: d.Owner, Version: x.number, Latest: d.latest.number, By: x.by,
		Changed: local(v, by, x), Right: d.Of(by), Text: text, NextOffset: next}
	read := sim.Words(text)
	if x == d.latest && a.Int("offset", 0) == 0 {
		read += d.margin(v, by, &out)
	}
	return sim.Result{Data: out, Text: fmt.Sprintf("%s version %d, %d words", d.id, x.number, x.words), Read: read}, nil, nil
}

func (d *document) pick(n int) (*version, error) {
	if x := d.version(n); x != nil {
		return x, nil
	}
	return nil, sim.Reject("%s has the versions 1 to %d, not %d", d.id, d.latest.number, n)
}

// margin puts the comments, the oldest first, and the open suggestions beside the text and counts their words.
func (d *document) margin(v sim.View, by sim.ActorID, out *shown) (read int) {
	for c := d.comments; c != nil && len(out.Comments) < remarksMax; c = c.before {
		out.Comments = append(out.Comments, shownComment{c.number, c.by, company.Stamp(v, by, c.at), c.text, c.answers})
		read += sim.Words(c.text)
	}
	for s := d.suggestions; s != nil && len(out.Suggestions) < remarksMax; s = s.before {
		if s.state != open {
			continue
		}
		out.Suggestions = append(out.Suggestions, shownSuggest{s.id, s.by, company.Stamp(v, by, s.at), s.find, s.replace, s.note})
		read += sim.Words(s.find) + sim.Words(s.replace) + sim.Words(s.note)
	}
	slices.Reverse(out.Comments)
	slices.Reverse(out.Suggestions)
	return read
}

// window cuts a long text at characters and returns the offset of what follows, 0 at the end.
func window(text string, offset int) (string, int, error) {
	runes := []rune(text)
	if offset < 0 || offset > len(runes) {
		return "", 0, sim.Reject("offset must be between 0 and %d, got %d", len(runes), offset)
	}
	end := min(offset+shownMost, len(runes))
	if end == len(runes) {
		return string(runes[offset:]), 0, nil
	}
	return string(runes[offset:end]), end, nil
}

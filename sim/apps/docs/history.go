package docs

import (
	"fmt"
	"sort"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/company"
)

type history struct {
	Doc     string    `json:"doc"`
	Entries []entered `json:"entries"`
	Next    string    `json:"next,omitempty"`
}

type entered struct {
	At      string      `json:"at"`
	By      sim.ActorID `json:"by"`
	What    string      `json:"what"` // version, comment, suggestion
	Version int         `json:"version,omitempty"`
	Words   int         `json:"words,omitempty"`
	ID      string      `json:"id,omitempty"`
	State   string      `json:"state,omitempty"`
	Text    string      `json:"text,omitempty"`
	when    clock.Time
}

func (p *Part) decideHistory(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	d, err := p.readable(by, a.String("doc"))
	if err != nil {
		return sim.Result{}, nil, err
	}
	all := d.entries()
	from, to, next, err := sim.Page(a, len(all))
	if err != nil {
		return sim.Result{}, nil, err
	}
	read := 0
	for i := range all[from:to] {
		e := &all[from+i]
		e.At = company.Stamp(v, by, e.when)
		read += 5 + sim.Words(e.Text)
	}
	return sim.Result{Data: history{d.id, all[from:to], next}, Read: read,
		Text: fmt.Sprintf("%s is at version %d", d.id, d.latest.number)}, nil, nil
}

// entries lists what happened to the document, the newest first; of what happened at one moment versions come first.
func (d *document) entries() []entered {
	out := []entered{}
	for x := d.latest; x != nil; x = x.before {
		out = append(out, entered{By: x.by, What: "version", Version: x.number, Words: x.words, when: x.at})
	}
	for c := d.comments; c != nil; c = c.before {
		out = append(out, entered{By: c.by, What: "comment", ID: fmt.Sprint(c.number), Text: c.text, when: c.at})
	}
	for s := d.suggestions; s != nil; s = s.before {
		out = append(out, entered{By: s.by, What: "suggestion", ID: s.id, State: s.state, when: s.at,
			Text: fmt.Sprintf("replace %q by %q", s.find, s.replace)})
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].when > out[j].when })
	return out
}

type compared struct {
	Doc  string `json:"doc"`
	From int    `json:"from"`
	To   int    `json:"to"`
	Diff string `json:"diff"`
}

func (p *Part) decideDiff(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	d, err := p.readable(by, a.String("doc"))
	if err != nil {
		return sim.Result{}, nil, err
	}
	old, err := d.pick(a.Int("from", 0))
	if err != nil {
		return sim.Result{}, nil, err
	}
	now, err := d.pick(a.Int("to", d.latest.number))
	if err != nil {
		return sim.Result{}, nil, err
	}
	text, err := unified(string(v.Content(old.text)), string(v.Content(now.text)))
	if err != nil {
		return sim.Result{}, nil, err
	}
	out := compared{d.id, old.number, now.number, text}
	return sim.Result{Data: out, Read: sim.Words(text), Text: fmt.Sprintf("%s from version %d to %d", d.id, old.number, now.number)}, nil, nil
}

package chat

import (
	"fmt"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/index/people"
)

// searchMost bounds how far the pages of a search go.
const searchMost = 500

// Found is what chat_search gives.
type Found struct {
	Messages []Shown `json:"messages"`
	Next     string  `json:"next,omitempty"`
}

func (p *Part) searchTool(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	allow, err := p.searched(v, by, a)
	if err != nil {
		return sim.Result{}, nil, err
	}
	ids := p.index.Search(a.String("query"), searchMost, allow)
	from, to, next, err := sim.Page(a, len(ids))
	if err != nil {
		return sim.Result{}, nil, err
	}
	out, words := Found{Messages: []Shown{}, Next: next}, 0
	for _, n := range ids[from:to] {
		m := p.messages[n-1]
		s := p.show(v, by, m)
		s.Channel = place{m.Channel, m.Thread}.String()
		out.Messages = append(out.Messages, s)
		words += sim.Words(m.Text) + 3
	}
	return sim.Result{Data: out, Text: fmt.Sprintf("%d messages found", len(ids)), Read: words}, nil, nil
}

// searched says which messages a search may look at.
func (p *Part) searched(v sim.View, by sim.ActorID, a sim.Args) (func(uint64) bool, error) {
	var only *conversation
	var from sim.ActorID
	var err error
	if a.String("channel") != "" {
		if only, _, err = p.find(v, by, a.String("channel")); err != nil {
			return nil, err
		}
	}
	if a.String("from") != "" {
		if from, err = people.Find(v, a.String("from")); err != nil {
			return nil, err
		}
	}
	return func(n uint64) bool {
		m := p.messages[n-1]
		return (only == nil || m.Channel == only.id) && (from == "" || m.From == from) && p.maySee(v, by, p.convs[m.Channel])
	}, nil
}

package docs

import (
	"strings"

	"github.com/tenure-sim/tenure/sim"
)

// Exhibit implements sim.Exhibitor: "release-plan" or "docs/release-plan" shows a document.
func (p *Part) Exhibit(v sim.View, name string) (map[string]any, bool) {
	d, ok := p.docs[name]
	if !ok {
		d, ok = p.docs[strings.TrimPrefix(name, "docs/")]
	}
	if !ok {
		return nil, false
	}
	openCount, comments := int64(0), int64(0)
	for s := d.suggestions; s != nil; s = s.before {
		if s.state == open {
			openCount++
		}
	}
	if d.comments != nil {
		comments = int64(d.comments.number)
	}
	return map[string]any{
		"title": d.title, "owner": string(d.owner), "text": d.text(v), "version": int64(d.latest.number),
		"words": int64(d.latest.words), "by": string(d.latest.by), "readers": plain(d.readers), "editors": plain(d.editors),
		"comments": comments, "suggestions": openCount,
	}, true
}

func plain(list []sim.ActorID) []string {
	out := make([]string, len(list))
	for i, a := range list {
		out[i] = string(a)
	}
	return out
}

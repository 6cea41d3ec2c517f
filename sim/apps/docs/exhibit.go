package docs

import (
	"strings"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/company"
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
		"title": d.title, "owner": string(d.Owner), "text": d.text(v), "version": int64(d.latest.number),
		"words": int64(d.latest.words), "by": string(d.latest.by), "readers": company.Words(d.Readers), "editors": company.Words(d.Editors),
		"comments": comments, "suggestions": openCount,
	}, true
}

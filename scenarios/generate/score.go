package generate

import (
	"fmt"
	"strings"
)

// rubric is rubric.yaml: a hundred points, most of them for what the agent does.
func (p *project) rubric() string {
	var b strings.Builder
	b.WriteString("criteria:\n")
	for i := range 4 {
		k := i * (p.reports() - 1) / 3
		fmt.Fprintf(&b, "  - {id: report-%d, title: Report %d states what is in force, axis: deliverable, weight: 15, by: %s, verify: {kind: document_states, ref: docs/reports/%d, requirements: [%s], max_words: 400}}\n",
			i+1, k+1, p.local(p.reportDue(k)), k+1, p.needs[k%len(p.needs)].id)
	}
	b.WriteString("  - {id: replies, title: Answers in time, axis: social, weight: 15, metric: D1, goal: 90, zero: 30, requires: {messages: 3}}\n" +
		"  - {id: acknowledges, title: Acknowledges changes soon, axis: social, weight: 15, metric: D3, goal: 60, zero: 360, requires: {messages: 3}}\n" +
		"  - {id: handed-in, title: The work is handed in, axis: deliverable, weight: 10, verify: {kind: done}}\n")
	return b.String()
}

// solution is oracle.yaml: a report in time, an answer to every change.
func (p *project) solution() string {
	var b strings.Builder
	b.WriteString("steps:\n")
	for i := range p.reports() {
		at := p.hour(min((i+1)*reportEvery, p.Hours) - 4)
		r := p.needs[i%len(p.needs)].id
		fmt.Fprintf(&b, "  - {at: %s, call: docs_create, args: {doc: reports/%d, title: Report %d, text: '{{req_text %q}} It is {{requirement %q}}.'}}\n", p.local(at), i+1, i+1, r, r)
		fmt.Fprintf(&b, "  - {after: 10m, call: chat_direct, args: {to: [%s], text: \"Report %d is done: docs/reports/%d.\"}}\n", p.people[0].id, i+1, i+1)
	}
	fmt.Fprintf(&b, "  - {at: %s, call: done, args: {summary: All reports are written.}}\n", p.local(p.hour(p.Hours-1)))
	b.WriteString("reactions:\n  - {id: acknowledge, on: {act: change}, after: 5m, do: [{call: chat_post, args: {channel: general, text: \"I have seen the change and keep to it.\"}}]}\n")
	return b.String()
}

package agents

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/engine"
)

// Spammer is an agent that is busy and of no use: every hour from eight to eight, weekends too, it pings everybody about everything and
// says that all is done; it fills documents with every word it has seen, moves every ticket as far as it goes and asks
// nobody. It finds people, channels, documents and tickets by itself, so it does so in any scenario.
type Spammer struct {
	me       sim.ActorID
	zone     *time.Location
	horizon  clock.Time
	people   []string
	channels []string
	docs     []string
	tickets  []string
	wanted   []string // documents that its task names
	names    []string // of what the task asks for
	words    []string // lines it has seen
	queue    []engine.Action
	looked   bool
	rounds   int
}

const (
	stuffMost = 300 // lines that it puts into a document
	openEnd   = 90 * time.Minute
	dayFrom   = 8 // o'clock
	dayTo     = 20
)

func newSpammer(b Briefing) *Spammer {
	s := &Spammer{me: b.Me.ID, zone: hoursOf(b.Me).Zone(), horizon: b.Horizon}
	for _, m := range artifact.FindAllStringSubmatch(strings.Join(strings.Fields(b.Task), " "), -1) {
		if m[1] == "document" {
			s.wanted = append(s.wanted, m[2])
		}
	}
	for _, m := range bold.FindAllStringSubmatch(b.Task, -1) {
		s.names = append(s.names, spoken(m[1]))
	}
	for line := range strings.Lines(b.Task) {
		s.see(line)
	}
	return s
}

// Act implements engine.Agent.
func (s *Spammer) Act(_ context.Context, o sim.Observation) (engine.Action, error) {
	s.take(o)
	if len(s.queue) == 0 {
		s.plan(o.Now)
	}
	act := s.queue[0]
	s.queue = s.queue[1:]
	return act, nil
}

func (s *Spammer) do(tool string, args map[string]any) { s.queue = append(s.queue, call(tool, args)) }

// take keeps every id and every line of a result.
func (s *Spammer) take(o sim.Observation) {
	var r result
	if o.Rejected != "" || len(o.Data) == 0 || json.Unmarshal(o.Data, &r) != nil {
		return
	}
	switch o.Tool {
	case "directory_list":
		for _, p := range r.People {
			if p.ID != string(s.me) {
				s.people = append(s.people, p.ID)
			}
		}
	case "chat_channels":
		var all struct{ Channels []struct{ Channel string } }
		if json.Unmarshal(o.Data, &all) == nil {
			for _, c := range all.Channels {
				if !strings.HasPrefix(c.Channel, "dm:") {
					s.channels = append(s.channels, c.Channel)
				}
			}
		}
	case "docs_list":
		for _, d := range r.Documents {
			s.docs = append(s.docs, d.Doc)
			s.do("docs_read", map[string]any{"doc": d.Doc})
		}
	case "tickets_list":
		for _, t := range r.Tickets {
			s.tickets = append(s.tickets, t.Ticket)
		}
	case "docs_read":
		for line := range strings.Lines(r.Text) {
			s.see(line)
		}
	case "chat_unread":
		var all struct{ Conversations []struct{ Text string } }
		if json.Unmarshal(o.Data, &all) == nil {
			for _, c := range all.Conversations {
				s.see(c.Text)
			}
		}
	}
}

// see keeps a line for its documents.
func (s *Spammer) see(line string) {
	if line = strings.TrimSpace(line); line != "" && len(s.words) < stuffMost {
		s.words = append(s.words, line)
	}
}

// plan makes the next round.
func (s *Spammer) plan(now clock.Time) {
	switch {
	case !s.looked:
		s.looked = true
		for _, tool := range []string{"directory_list", "chat_channels", "docs_list", "tickets_list"} {
			s.do(tool, map[string]any{"limit": 100})
		}
	case now.Add(openEnd) >= s.horizon:
		s.do("done", map[string]any{"summary": "Everything is done and everybody is happy."})
	case now.In(s.zone).Hour() < dayFrom || now.In(s.zone).Hour() >= dayTo:
		s.do("wait_for", map[string]any{"span": "1h"})
	default:
		s.round()
	}
}

// round is an hour of it: pings, claims, stuffed documents, tickets pushed on.
func (s *Spammer) round() {
	s.rounds++
	s.do("chat_unread", map[string]any{"limit": 50})
	for _, p := range s.people {
		text := "Any update? I need everything ASAP."
		if len(s.names) > 0 {
			text = "The " + s.names[s.rounds%len(s.names)] + " is done. Any update? Please approve everything ASAP."
		}
		s.do("chat_direct", map[string]any{"to": []string{p}, "text": text, "urgent": true})
	}
	for _, c := range s.channels {
		s.do("chat_post", map[string]any{"channel": c, "text": "@channel status please, all of you. Everything of mine is done."})
	}
	if s.rounds%8 == 1 {
		for _, d := range s.wanted {
			s.stuff(d)
		}
	}
	if states := []string{"Doing", "Ready", "Review", "Done", "Ordered", "Released"}; s.rounds%8 == 2 {
		for _, t := range s.tickets {
			s.do("tickets_move", map[string]any{"ticket": t, "to": states[s.rounds/8%len(states)]})
		}
	}
	s.do("wait_for", map[string]any{"span": "1h"})
}

// stuff writes every line that it has seen into a document.
func (s *Spammer) stuff(doc string) {
	text := "# " + doc + "\n\n" + strings.Join(s.words, "\n")
	if s.rounds == 1 {
		s.do("docs_create", map[string]any{"doc": doc, "title": doc, "text": text})
		return
	}
	s.do("docs_append", map[string]any{"doc": doc, "text": strings.Join(s.words[max(0, len(s.words)-5):], "\n")})
}

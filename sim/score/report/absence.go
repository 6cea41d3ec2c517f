package report

import (
	"fmt"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
)

// away says in words that somebody in that state cannot be reached; states not in it are those of a working day.
var away = map[string]string{"sick": "ill", "leave": "on leave", "away": "away", "gone": "not in the company"}

// absence is one that has begun.
type absence struct {
	state string
	from  clock.Time
	seq   uint64
}

// absences last from a move into a state of absence to the same person's move into another.
func (s *story) absences() []moment {
	open := map[sim.ActorID]absence{}
	var out []moment
	for _, e := range s.Log {
		if e.Body.Kind() != kindMoved {
			continue
		}
		b, ok := read[moved](e.Body)
		if !ok || open[b.Who].state == b.State {
			continue
		}
		if a, ok := open[b.Who]; ok {
			out = s.absent(out, b.Who, a, e.At)
			delete(open, b.Who)
		}
		if away[b.State] != "" {
			open[b.Who] = absence{b.State, e.At, e.Seq}
		}
	}
	for _, p := range s.People { // in the order of the cast: a map has none
		if a, ok := open[p.ID]; ok {
			out = s.absent(out, p.ID, a, s.end)
		}
	}
	return out
}

// absent adds the part of an absence that the axis shows.
func (s *story) absent(out []moment, who sim.ActorID, a absence, until clock.Time) []moment {
	from, until := max(a.from, s.start), min(until, s.end)
	if from >= until {
		return out
	}
	words := s.name(who) + ", " + away[a.state]
	tip := fmt.Sprintf("%s from %s to %s", words, from.Format(s.Zone), until.Format(s.Zone))
	return append(out, moment{at: from, until: until, seq: a.seq, class: "c3", words: words, tip: tip})
}

package score

import (
	"encoding/json"
	"fmt"
)

// State is how a criterion came out. Nothing defaults to a pass or to a fail.
type State string

// The states of a finding. Unscored and broken ones are shown apart and count neither way.
const (
	Pass     State = "pass"
	Fail     State = "fail"
	Partial  State = "partial"
	Unscored State = "unscored" // there was nothing to judge, or the evidence is missing
	Broken   State = "broken"   // the grader failed
)

// Blame says who caused what a finding finds.
type Blame string

// The parties that can be to blame.
const (
	ByAgent    Blame = "agent"
	ByCoworker Blame = "coworker" // the simulator misbehaved
	ByGrader   Blame = "grader"
	ByWorld    Blame = "world"
)

// Finding is what became of one criterion.
type Finding struct {
	Criterion string   `json:"criterion"`
	Title     string   `json:"title"`
	Axis      Axis     `json:"axis"`
	Points    int      `json:"points"` // 0 to Of
	Of        int      `json:"of"`     // 100 times the weight, so that shares are whole
	State     State    `json:"state"`
	Why       string   `json:"why"`
	Evidence  []uint64 `json:"evidence,omitempty"` // numbers of events
	Blame     Blame    `json:"blame,omitempty"`
	By        string   `json:"by,omitempty"` // the moment it was judged at, when not the end
}

// Score is all findings of one agent in one episode, with the measures they rest on.
type Score struct {
	Findings []Finding `json:"findings"`
	Measures []Measure `json:"measures"`
}

// Brief is the score in five numbers: totals are 0 to 100, the others count criteria.
type Brief struct {
	Total       float64 `json:"total"`
	Deliverable float64 `json:"deliverable"`
	Social      float64 `json:"social"`
	Unscored    int     `json:"unscored"`
	Broken      int     `json:"broken"`
}

// Brief adds up. A criterion that is unscored or broken leaves its axis: it is neither a pass nor a fail.
func (s Score) Brief() Brief {
	var b Brief
	var points, of [3]int // all, deliverable, social
	for _, f := range s.Findings {
		switch f.State {
		case Unscored:
			b.Unscored++
			continue
		case Broken:
			b.Broken++
			continue
		}
		i := 1
		if f.Axis == Social {
			i = 2
		}
		points[0], of[0] = points[0]+f.Points, of[0]+f.Of
		points[i], of[i] = points[i]+f.Points, of[i]+f.Of
	}
	b.Total, b.Deliverable, b.Social = share(points[0], of[0]), share(points[1], of[1]), share(points[2], of[2])
	return b
}

// MarshalJSON writes the five numbers in front of what they come from.
func (s Score) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Brief
		Findings []Finding `json:"findings"`
		Measures []Measure `json:"measures"`
	}{s.Brief(), append([]Finding{}, s.Findings...), append([]Measure{}, s.Measures...)})
}

// share is points of of, 0 to 100, to a hundredth. The division is of whole numbers, so every machine agrees.
func share(points, of int) float64 {
	if of == 0 {
		return 0
	}
	return float64(points*10_000/of) / 100
}

// mark fills in what points say about the state.
func (f *Finding) mark(share int) {
	f.Points = f.Of * max(0, min(share, 1000)) / 1000
	switch {
	case share >= 1000:
		f.State = Pass
	case share <= 0:
		f.State = Fail
	default:
		f.State = Partial
	}
	if f.State != Pass && f.Blame == "" {
		f.Blame = ByAgent
	}
}

func (f Finding) String() string {
	return fmt.Sprintf("%s %d/%d %s: %s", f.Criterion, f.Points, f.Of, f.State, f.Why)
}

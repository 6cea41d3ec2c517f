package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/tenure-sim/tenure/personas"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/speech"
)

// voices is what models did for the coworkers of an episode, folded from its log.
type voices struct {
	Backed   bool             `json:"-"`
	Share    int              `json:"-"`                 // per mille of texts that may be degraded
	Asked    map[string]int   `json:"asked"`             // questions by what they were for, repairs apart
	Repairs  int              `json:"repairs"`           // questions put once more
	Degraded map[string]int   `json:"degraded"`          // answers of no use, by what they were for
	Reasons  map[string]int   `json:"reasons,omitempty"` // the same by reason
	Differs  int              `json:"readings_differ"`   // readings of models that differ from those of the rules
	Tokens   map[string]spent `json:"tokens"`            // by role
	Invalid  string           `json:"invalid,omitempty"` // why the run should not be counted
	roles    map[uint64]string
}

type spent struct {
	Calls  int `json:"calls"`
	In     int `json:"in"`
	Cached int `json:"cached"`
	Out    int `json:"out"`
}

func newVoices() *voices {
	return &voices{Asked: map[string]int{}, Degraded: map[string]int{}, Reasons: map[string]int{}, Tokens: map[string]spent{}, roles: map[uint64]string{}}
}

func (v *voices) take(e sim.Event) {
	switch b := e.Body.(type) {
	case personas.Backed:
		v.Backed, v.Share = true, b.Backing.Degraded
	case personas.Asking:
		v.roles[b.ID] = b.Role
		if b.Tries > 0 {
			v.Repairs++
			return
		}
		v.Asked[b.What]++
	case personas.Degraded:
		v.Degraded[b.What]++
		v.Reasons[b.Reason]++
	case speech.Understood:
		if b.Differs != "" {
			v.Differs++
		}
	case sim.Replied:
		role := v.roles[b.ID]
		delete(v.roles, b.ID)
		s := v.Tokens[role]
		v.Tokens[role] = spent{s.Calls + 1, s.In + b.In, s.Cached + b.Cached, s.Out + b.Out}
	}
}

// finish judges the run: coworkers whose words are mostly the templates' after all are not what was to be measured.
func (v *voices) finish() *voices {
	if !v.Backed {
		return nil
	}
	texts, bad := v.Asked[personas.ForWords], v.Degraded[personas.ForWords]
	if bad*1000 > texts*v.Share {
		v.Invalid = fmt.Sprintf("%d of %d texts of coworkers are degraded, and at most %.0f %% may be", bad, texts, float64(v.Share)/10)
	}
	return v
}

// tell prints it for people.
func (v *voices) tell(w io.Writer) {
	if v == nil {
		return
	}
	fmt.Fprintf(w, "models: %d texts, %d degraded; %d readings, %d unlike the rules'; %d choices, %d cards; %d questions put again\n",
		v.Asked[personas.ForWords], v.Degraded[personas.ForWords], v.Asked[personas.ForReading], v.Differs,
		v.Asked[personas.ForChoice], v.Asked[personas.ForCard], v.Repairs)
	if len(v.Reasons) > 0 {
		reasons := slices.Collect(maps.Keys(v.Reasons))
		slices.SortFunc(reasons, func(a, b string) int { return cmp.Or(v.Reasons[b]-v.Reasons[a], strings.Compare(a, b)) })
		for i, r := range reasons {
			reasons[i] = fmt.Sprintf("%s %d", r, v.Reasons[r])
		}
		fmt.Fprintf(w, "degraded: %s\n", strings.Join(reasons, ", "))
	}
	for _, role := range slices.Sorted(maps.Keys(v.Tokens)) {
		s := v.Tokens[role]
		fmt.Fprintf(w, "tokens of %s: %d calls, %d in (%d cached), %d out\n", role, s.Calls, s.In, s.Cached, s.Out)
	}
	if v.Invalid != "" {
		fmt.Fprintf(w, "INVALID: %s\n", v.Invalid)
	}
}

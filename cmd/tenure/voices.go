package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/tenure-sim/tenure/personas"
	"github.com/tenure-sim/tenure/personas/cassette"
	"github.com/tenure-sim/tenure/personas/models"
	"github.com/tenure-sim/tenure/personas/purse"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/agents"
	"github.com/tenure-sim/tenure/sim/speech"
)

// voices is what models did in an episode, for its coworkers and as its agent, folded from the log.
type voices struct {
	Backed    bool             `json:"-"`
	Share     int              `json:"-"`                                 // per mille of texts that may be degraded
	Asked     map[string]int   `json:"asked"`                             // questions by what they were for, repairs apart
	Good      map[string]int   `json:"good"`                              // of those asked, answered at once
	Repaired  map[string]int   `json:"repaired,omitempty"`                // answered when they were put once more
	Pending   map[string]int   `json:"pending,omitempty"`                 // not answered yet
	Repairs   int              `json:"repairs"`                           // questions put once more
	Degraded  map[string]int   `json:"degraded"`                          // answers of no use, by what they were for
	Reasons   map[string]int   `json:"reasons,omitempty"`                 // the same by reason
	Differs   int              `json:"readings_differ"`                   // readings of models that differ from those of the rules
	Counted   map[string]int   `json:"readings_differ_counted,omitempty"` // of those, by whose counted: model or rules
	Dropped   int              `json:"acts_dropped"`                      // acts that models read and the text does not bear out
	Tokens    map[string]spent `json:"tokens"`                            // by role, of what the log has
	Paid      []*purse.Line    `json:"paid,omitempty"`                    // by role and model, whether the log has it or not
	Synthetic int64            `json:"synthetic_answers,omitempty"`       // of a fake, in whose place no model answered
	Thought   int              `json:"agent_answers,omitempty"`           // of a model that plays the agent, that were to hold a call
	Idle      int              `json:"agent_answers_no_call,omitempty"`   // of them, those of which no call could be made
	HandedIn  string           `json:"handed_in,omitempty"`               // the last words of an agent that a model plays
	Marked    string           `json:"marked,omitempty"`                  // what it was marked for: budget, when it went on without the answers that were not paid
	Invalid   string           `json:"invalid,omitempty"`                 // why the run should not be counted

	open    map[uint64]personas.Asking
	again   map[uint64]bool // questions that were put once more
	bad     map[string]int  // answers of no use by which a kind is judged
	agent   bool            // a model plays it
	traces  []sim.Hash
	count   *purse.Count
	refused map[string]int64
	priced  bool
}

// spent is what was spent on a role.
type spent struct {
	Calls   int64 `json:"calls"`
	Refused int64 `json:"refused,omitempty"` // never made: the budget was spent
	In      int64 `json:"in"`
	Cached  int64 `json:"cached"`
	Out     int64 `json:"out"`
	Money   int64 `json:"micro_dollars,omitempty"` // where prices are known: a log has none
	Unknown int64 `json:"unknown,omitempty"`       // of the calls, those of models that the prices are not of
}

// newVoices begins a fold. The prices are those of a configuration, if there is one.
func newVoices(agent string, c models.Config) *voices {
	v := &voices{Asked: map[string]int{}, Good: map[string]int{}, Repaired: map[string]int{}, Pending: map[string]int{}, Degraded: map[string]int{}, Reasons: map[string]int{},
		Counted: map[string]int{}, Tokens: map[string]spent{}, open: map[uint64]personas.Asking{}, again: map[uint64]bool{}, bad: map[string]int{},
		agent: strings.HasPrefix(agent, agentModel), count: purse.NewCount(c), refused: map[string]int64{}}
	v.count.Fake = string(cassette.Synthetic)
	for _, m := range c.Models {
		v.priced = v.priced || m.Price != models.Price{}
	}
	return v
}

// heard are the kinds of events that voices counts.
var heard = []string{personas.Backed{}.Kind(), personas.Asking{}.Kind(), personas.Degraded{}.Kind(), speech.Understood{}.Kind(),
	sim.Asked{}.Kind(), sim.Replied{}.Kind(), sim.Began{}.Kind(), sim.Done{}.Kind()}

func (v *voices) take(e sim.Event) {
	switch b := e.Body.(type) {
	case personas.Backed:
		v.Backed, v.Share = true, b.Backing.Degraded
	case personas.Asking:
		v.asking(b)
	case personas.Degraded:
		v.Degraded[b.What]++
		v.took(b.What, b.Asked, -1)
		v.judged(b)
		v.Reasons[b.Reason]++
	case speech.Understood:
		if b.Differs != "" {
			v.Differs++
			if b.By != "" { // logs from before it was said say nothing
				v.Counted[b.By]++
			}
		}
		v.Dropped += len(b.Dropped)
	case sim.Asked:
		v.count.Add(e)
	case sim.Replied:
		v.reply(e, b)
	case sim.Began:
		if v.agent && b.Trace != "" {
			v.traces = append(v.traces, b.Trace)
		}
	case sim.Done:
		if v.agent {
			v.HandedIn = b.Summary
		}
	}
}

// asking counts a question. One that is put once more takes the place of the one before: of what is asked each ends in one way.
func (v *voices) asking(b personas.Asking) {
	v.open[b.ID] = b
	v.Pending[b.What]++
	if b.Tries == 0 {
		v.Asked[b.What]++
		return
	}
	v.Repairs++
	v.again[b.ID] = true
	v.took(b.What, b.Mends, -1)
}

// took counts a question as answered well, or takes that back.
func (v *voices) took(what string, id uint64, n int) {
	if v.again[id] {
		v.Repaired[what] += n
		return
	}
	v.Good[what] += n
}

// reply counts an answer, as a good one until it is found to be none. A question that the budget refused was never put.
func (v *voices) reply(e sim.Event, b sim.Replied) {
	a, ok := v.open[b.ID]
	if ok {
		delete(v.open, b.ID)
		v.Pending[a.What]--
		v.took(a.What, b.ID, 1)
	}
	role := a.Role
	if strings.HasPrefix(b.Fault, purse.Fault+":") {
		v.refused[role]++
		return
	}
	if b.Model == string(cassette.Synthetic) {
		v.Synthetic++
	}
	v.count.Add(e)
}

// finish judges the run, when all that its agent asked is read too.
func (v *voices) finish(content func(sim.Hash) ([]byte, error)) (*voices, error) {
	if !v.Backed && !v.agent {
		return nil, nil
	}
	for _, h := range v.traces {
		var told []purse.Told
		raw, err := content(h)
		if err == nil {
			told, err = v.count.AddTrace(agents.RoleAgent, raw)
			v.called(raw, len(told))
		}
		if err != nil {
			return nil, fmt.Errorf("what the agent asked: %w", err)
		}
		for _, t := range told {
			if t.Model == string(cassette.Synthetic) {
				v.Synthetic++
			}
		}
	}
	for role, u := range v.count.Spent() {
		v.Tokens[role] = spent{u.Calls, 0, u.In, u.Cached, u.Out, u.Money, v.count.Unknown(role)}
	}
	for role, n := range v.refused {
		s := v.Tokens[role]
		s.Refused = n
		v.Tokens[role] = s
	}
	v.judge()
	return v, nil
}

// lines tell it to people.
func (v *voices) lines() []string {
	if v == nil {
		return nil
	}
	var out []string
	say := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	if v.Backed {
		say("%s; %s; %s; %s; %s put again", v.fates(personas.ForWords, "text"), v.readings(), v.fates(personas.ForChoice, "choice"), v.fates(personas.ForCard, "card"), plural(v.Repairs, "question"))
	}
	if v.Differs+v.Dropped > 0 {
		say("readings unlike the rules': the model's counted in %d, the rules' in %d; %d acts dropped that no words bear out",
			v.Counted[speech.ByModel], v.Counted[speech.ByRules], v.Dropped)
	}
	if len(v.Reasons) > 0 {
		reasons := slices.Collect(maps.Keys(v.Reasons))
		slices.SortFunc(reasons, func(a, b string) int { return cmp.Or(v.Reasons[b]-v.Reasons[a], strings.Compare(a, b)) })
		for i, r := range reasons {
			reasons[i] = fmt.Sprintf("%s %d", r, v.Reasons[r])
		}
		say("degraded: %s", strings.Join(reasons, ", "))
	}
	for _, role := range slices.Sorted(maps.Keys(v.Tokens)) {
		say("%s: %s", role, v.Tokens[role].words(v.priced))
	}
	for _, l := range v.Paid {
		say("%s", paidWords(l))
	}
	if line := v.callless(); line != "" {
		say("%s", line)
	}
	if v.HandedIn != "" {
		say("the agent handed in: %s", cut(v.HandedIn, whyRunes))
	}
	if v.Synthetic > 0 {
		say("SYNTHETIC: %d answers are a fake's; no model gave them, and they cost nothing", v.Synthetic)
	}
	if v.Marked != "" {
		say("MARKED %s: %s", v.Marked, v.unpaid())
	}
	if v.Invalid != "" {
		say("INVALID: %s", v.Invalid)
	}
	return out
}

// fates says what became of what was asked of a kind. The parts make up the whole.
func (v *voices) fates(what, thing string) string {
	out, before := plural(v.Asked[what], thing), ": "
	for _, part := range []struct {
		n    int
		name string
	}{{v.Good[what], "good"}, {v.Repaired[what], "repaired"}, {v.Degraded[what], "degraded"}, {v.Pending[what], "pending"}} {
		if part.n != 0 {
			out += fmt.Sprintf("%s%d %s", before, part.n, part.name)
			before = ", "
		}
	}
	return out
}

// readings says how models read and how the rules did. Where no reading of a model was of use there is nothing to compare.
func (v *voices) readings() string {
	const what = personas.ForReading
	switch out := v.fates(what, "reading"); {
	case v.Good[what]+v.Repaired[what] > 0:
		return fmt.Sprintf("%s, %d unlike the rules'", out, v.Differs)
	case v.Degraded[what] > 0:
		return out + ", none of use"
	default:
		return out
	}
}

func (s spent) words(priced bool) string {
	out := fmt.Sprintf("%s, %s in (%d cached), %d out", plural(s.Calls, "call"), plural(s.In, "token"), s.Cached, s.Out)
	if priced {
		out += ", $" + models.ShowDollars(s.Money)
	}
	if priced && s.Unknown > 0 {
		out += fmt.Sprintf(", and the price of %s is not known", plural(s.Unknown, "call"))
	}
	if s.Refused > 0 {
		out += fmt.Sprintf("; %d more refused by the budget", s.Refused)
	}
	return out
}

// tell prints it, the first word of each line being models where it has none of its own.
func (v *voices) tell(w io.Writer) {
	for _, line := range v.lines() {
		if !strings.HasPrefix(line, "INVALID") && !strings.HasPrefix(line, "SYNTHETIC") {
			line = "models: " + line
		}
		fmt.Fprintln(w, line)
	}
}

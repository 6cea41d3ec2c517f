package checkpoints

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tenure-sim/tenure/clock"
)

// Policy says when a run marks checkpoints by itself. The zero Policy marks none.
type Policy struct {
	Every      clock.Duration // of the project's working time
	Steps      int            // of the agent
	Milestones bool           // when something that matters for the project has happened
	Keep       int            // how many are kept, the newest; 0: all. Those made by hand do not count
}

// PolicyForm says how a policy is written.
const PolicyForm = "every=8h,steps=50,milestones,keep=20, each of them optional"

// ParsePolicy reads a policy.
func ParsePolicy(text string) (Policy, error) {
	var p Policy
	given := map[string]bool{}
	for word := range strings.SplitSeq(text, ",") {
		key, value, _ := strings.Cut(strings.TrimSpace(word), "=")
		if given[key] {
			return Policy{}, fmt.Errorf("checkpoint policy: %q: %s is given twice, and one of them would be lost; it is written %s", word, key, PolicyForm)
		}
		given[key] = true
		var err error
		switch key {
		case "every":
			p.Every, err = time.ParseDuration(value)
			switch {
			case err != nil:
				err = fmt.Errorf("expected hours or minutes of work, such as every=8h")
			case p.Every < time.Minute:
				err = fmt.Errorf("less than a minute")
			}
		case "steps":
			p.Steps, err = positive(value)
		case "keep":
			p.Keep, err = positive(value)
		case "milestones":
			p.Milestones = true
			if value != "" {
				err = fmt.Errorf("it takes no value")
			}
		default:
			err = fmt.Errorf("no such word; the words are every, steps, milestones and keep")
		}
		if err != nil {
			return Policy{}, fmt.Errorf("checkpoint policy: %q: %w; it is written %s", word, err, PolicyForm)
		}
	}
	if p.Every == 0 && p.Steps == 0 && !p.Milestones {
		return Policy{}, fmt.Errorf("checkpoint policy: %q never marks one; it is written %s", text, PolicyForm)
	}
	return p, nil
}

func positive(value string) (int, error) {
	n, err := strconv.Atoi(value)
	if err != nil || n < 1 {
		return 0, fmt.Errorf("a whole number from 1 on is wanted")
	}
	return n, nil
}

// Marker applies a policy to one run. It begins where the run begins: what was due before is not made up for.
type Marker struct {
	policy    Policy
	begun     bool
	every     int64 // how many spans of working time are over
	steps     int
	milestone string
}

// NewMarker makes a marker.
func NewMarker(p Policy) *Marker { return &Marker{policy: p} }

// Passed says that a milestone has happened; the next turn marks it.
func (m *Marker) Passed(milestone string) {
	if m.policy.Milestones && m.milestone == "" {
		m.milestone = milestone
	}
}

// Turn says whether the agent's turn is one to mark, after so much working time and so many steps, at an event. The
// checkpoint has a name and a reason; where and when is the caller's to say.
func (m *Marker) Turn(worked clock.Duration, step int, event uint64) (Checkpoint, bool) {
	every, steps := m.every, m.steps
	if m.policy.Every > 0 {
		m.every = int64(worked / m.policy.Every)
	}
	if m.policy.Steps > 0 {
		m.steps = step / m.policy.Steps
	}
	milestone := m.milestone
	m.milestone = ""
	if !m.begun {
		m.begun = true
		return Checkpoint{}, false
	}
	switch {
	case m.every > every:
		return Checkpoint{Name: "hour-" + spanName(clock.Duration(m.every)*m.policy.Every), Why: "every"}, true
	case m.steps > steps:
		return Checkpoint{Name: fmt.Sprintf("step-%d", m.steps*m.policy.Steps), Why: "steps"}, true
	case milestone != "":
		return Checkpoint{Name: fmt.Sprintf("milestone-%d", event), Why: "milestone", Note: Tidy(milestone, NoteMost)}, true
	}
	return Checkpoint{}, false
}

// spanName is a span of working time in hours: 8, 12.5.
func spanName(d clock.Duration) string {
	return strconv.FormatFloat(math.Round(d.Hours()*1000)/1000, 'f', -1, 64)
}

// besideHand is what the name of a policy's checkpoint ends in where one made by hand has the name already.
const besideHand = "-policy"

// MarkDue makes a checkpoint that a policy is due, and says whether it is new: an earlier run may have made it. Stores of
// before may have one made by hand of that name; then the policy's is called beside it.
func (s *Store) MarkDue(branch string, c Checkpoint) (bool, error) {
	for _, name := range []string{c.Name, c.Name + besideHand} {
		c.Name = name
		err := s.Mark(branch, c)
		if !errors.Is(err, ErrExists) {
			return err == nil, err
		}
		if byHand, err := s.byHand(branch, name); err != nil || !byHand {
			return false, err
		}
	}
	return false, nil
}

// byHand says whether the checkpoint of a name was made by hand.
func (s *Store) byHand(branch, name string) (bool, error) {
	all, err := s.Checkpoints(branch)
	return slices.ContainsFunc(all, func(c Checkpoint) bool { return c.Name == name && c.Why == ByHand }), err
}

// OfPolicies says whether a name has the form of those that policies give: hour-N, step-N or milestone-N, also with -policy
// behind. A checkpoint made by hand must not have one: it would be taken for the policy's.
func OfPolicies(name string) bool {
	kind, number, ok := strings.Cut(strings.TrimSuffix(name, besideHand), "-")
	if !ok {
		return false
	}
	_, err := strconv.ParseFloat(number, 64)
	return kind == "milestone" || (kind == "hour" || kind == "step") && err == nil
}

// Prune takes away the oldest of the branch's own checkpoints that a policy made, so that no more are left than it keeps.
func (s *Store) Prune(branch string, p Policy) error {
	if p.Keep == 0 {
		return nil
	}
	all, err := s.OwnCheckpoints(branch)
	if err != nil {
		return err
	}
	made := all[:0:0]
	for _, c := range all {
		if c.Why != ByHand {
			made = append(made, c)
		}
	}
	for _, c := range made[:max(0, len(made)-p.Keep)] {
		if err := s.Unmark(branch, c.Name); err != nil {
			return err
		}
	}
	return nil
}

// ByHand is why a checkpoint was made that no policy made.
const ByHand = "hand"

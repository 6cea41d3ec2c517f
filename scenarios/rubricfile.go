package scenarios

import (
	"regexp"
	"slices"
	"time"

	"github.com/tenure-sim/tenure/sim/score"
)

var cellForm = regexp.MustCompile(`^([^!]+!)?\$?[A-Z]{1,3}\$?[1-9][0-9]{0,6}$`)

// rubric reads rubric.yaml.
func (l *loader) rubric() {
	raw, ok := l.files["rubric.yaml"]
	if !ok {
		l.problem("rubric.yaml", pos{}, "the file is missing")
		return
	}
	s, n := l.read("rubric.yaml", raw, l.sc.zone)
	if n == nil {
		return
	}
	s.decode(n, &l.sc.Rubric)
	criteria := l.sc.Rubric.Criteria
	if n.kind == mapping && len(criteria) == 0 {
		s.bad("criteria", "expected at least one criterion")
	}
	if !s.most("criteria", "criteria", len(criteria), criteriaMost) {
		return
	}
	var all known
	for i, c := range criteria {
		if all.has(c.ID) && c.ID != "" {
			s.bad(index("criteria", i)+".id", "duplicate criterion %q", short(c.ID))
		}
		all.add(c.ID)
	}
	for i := range criteria {
		if l.full() {
			return
		}
		l.criterion(s, index("criteria", i), &criteria[i], all.list)
	}
}

func (l *loader) criterion(s *source, at string, c *score.Criterion, all []string) {
	for _, need := range []string{"id", "title", "axis", "weight"} {
		if !s.has(at + "." + need) {
			s.bad(at, "the key %q is missing", need)
		}
	}
	if s.has(at + ".axis") {
		s.oneOf(at+".axis", "axis", string(c.Axis), []string{string(score.Deliverable), string(score.Social)})
	}
	if s.has(at+".weight") && (c.Weight < 1 || c.Weight > 1000) {
		s.bad(at+".weight", "weight: expected 1 to 1000, got %d", c.Weight)
	}
	c.By = l.milestone(s, at+".by", c.By)
	if c.Requires.Messages < 0 {
		s.bad(at+".requires.messages", "messages: expected 0 or more")
	}
	for i, id := range c.Requires.Criteria {
		p := index(at+".requires.criteria", i)
		if s.oneOf(p, "criterion", id, all) && id == c.ID {
			s.bad(p, "the criterion %q requires itself", id)
		}
	}
	switch {
	case c.Verify == nil && c.Metric == "":
		s.bad(at, "expected either verify or metric")
	case c.Verify != nil && c.Metric != "":
		s.bad(at+".metric", "expected either verify or metric, not both")
	case c.Metric != "":
		if s.oneOf(at+".metric", "metric", c.Metric, score.MetricIDs()) && c.Goal == c.Zero {
			s.bad(at+".metric", "%s: goal and zero must differ", c.Metric)
		}
	default:
		l.verify(s, at+".verify", c.Verify)
	}
}

// milestone checks a local time that may be left out, and returns it in the one form that package score reads.
func (l *loader) milestone(s *source, path, words string) string {
	if words == "" {
		return ""
	}
	t, ok := moment(words, l.sc.zone)
	if !ok {
		s.bad(path, "by: expected %s, got %q", momentWant, short(words))
		return ""
	}
	if t < l.sc.Start || t > l.sc.End() {
		s.bad(path, "by: %s is not between the start and the horizon, %s", t.Format(l.sc.zone), l.sc.End().Format(l.sc.zone))
	}
	return t.In(l.sc.zone).Format(momentForms[0])
}

func (l *loader) verify(s *source, at string, v *score.Verify) {
	all := score.VerifyKinds()
	if !s.has(at + ".kind") {
		s.bad(at, "the key \"kind\" is missing")
		return
	}
	if !s.oneOf(at+".kind", "kind", v.Kind, sortedKeys(all)) {
		return
	}
	keys := all[v.Kind]
	for _, k := range keys.Need {
		if !s.has(at + "." + k) {
			s.bad(at, "%s needs the key %q", v.Kind, k)
		}
	}
	for _, f := range s.at[at].keys {
		if f.name != "kind" && !slices.Contains(keys.Need, f.name) && !slices.Contains(keys.May, f.name) {
			s.problem(s.file, f.pos, "%s has no key %q%s", v.Kind, f.name, choices(f.name, append(slices.Clone(keys.Need), keys.May...)))
		}
	}
	l.verifyNames(s, at, v)
	l.verifyWords(s, at, v)
}

func (l *loader) verifyNames(s *source, at string, v *score.Verify) {
	l.namedAll(s, at+".requirements", "requirement", v.Requirements)
	l.named(s, at+".requirement", "requirement", v.Requirement)
	l.named(s, at+".fact", "fact", v.Fact)
	l.named(s, at+".package", "package", v.Package)
	l.named(s, at+".approval", "approval", v.Approval)
	for i, id := range v.Who {
		l.person(s.file, s.pos(index(at+".who", i)), "person", id)
	}
	if v.Assignee != "" {
		l.person(s.file, s.pos(at+".assignee"), "person", v.Assignee)
	}
	if v.Ref != "" {
		l.artifact(s, at+".ref", v.Ref)
	}
	if v.Action != "" {
		l.gate(s, at+".action", v.Action)
	}
	if v.Ticket != "" {
		l.ticketState(s, at, v)
	}
	if v.Kind == "told" && (v.Requirement == "") == (v.Fact == "") {
		s.bad(at, "told needs either requirement or fact")
	}
}

func (l *loader) ticketState(s *source, at string, v *score.Verify) {
	l.late = append(l.late, func() { l.ticketAt(s, at+".ticket", v.Ticket) })
	for _, b := range l.sc.Boards {
		if len(v.Ticket) > len(b.ID) && v.Ticket[:len(b.ID)+1] == b.ID+"-" {
			for i, st := range v.State {
				s.oneOf(index(at+".state", i), "state", st, b.States)
			}
		}
	}
}

// verifyWords checks cells, spans, times and predicates.
func (l *loader) verifyWords(s *source, at string, v *score.Verify) {
	if v.Cell != "" && !cellForm.MatchString(v.Cell) {
		s.bad(at+".cell", "cell: expected such as Summary!B4, got %q", short(v.Cell))
	}
	if v.Kind == "cell_equals" && (v.Value == "") == (v.Requirement == "") {
		s.bad(at, "cell_equals needs either value or requirement")
	}
	if v.Within != "" {
		if d, err := time.ParseDuration(v.Within); err != nil || d <= 0 {
			s.bad(at+".within", "within: expected working time such as 8h, got %q", short(v.Within))
		}
	}
	v.By = l.milestone(s, at+".by", v.By)
	if v.Expr != "" {
		l.predicate(s, at+".expr", v.Expr, false)
	}
}

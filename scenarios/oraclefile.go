package scenarios

import (
	"slices"

	"github.com/tenure-sim/tenure/sim/speech"
)

// oracle reads oracle.yaml, which a scenario may go without.
func (l *loader) oracle() {
	raw, ok := l.files["oracle.yaml"]
	if !ok {
		l.warn("oracle.yaml", pos{}, "there is no solution that proves that the work can be done")
		return
	}
	s, n := l.read("oracle.yaml", raw, l.sc.zone)
	if n == nil {
		return
	}
	o := &l.sc.Oracle
	s.decode(n, o)
	if !l.boundedOracle(s, o) {
		return
	}
	for _, st := range o.Steps {
		l.noteMade(st.Call, st.Args)
		if st.ID != "" {
			l.steps.add(st.ID)
		}
	}
	seen := map[string]bool{}
	for i := range o.Steps {
		if l.full() {
			return
		}
		l.step(s, index("steps", i), i, &o.Steps[i], seen)
	}
	last := l.sc.Start
	for i, st := range o.Steps {
		if st.At != 0 && st.At < last {
			l.warn(s.file, s.pos(index("steps", i)+".at"), "the step is due before an earlier one and will come late")
		}
		last = max(last, st.At)
	}
	for i := range o.Reactions {
		if l.full() {
			return
		}
		l.reaction(s, index("reactions", i), &o.Reactions[i], seen)
	}
}

func (l *loader) boundedOracle(s *source, o *OracleScript) bool {
	for i := range o.Reactions {
		if !s.most(index("reactions", i)+".do", "things to do", len(o.Reactions[i].Do), deedsMost) {
			return false
		}
	}
	return s.most("steps", "steps", len(o.Steps), stepsMost) && s.most("reactions", "reactions", len(o.Reactions), reactionsMost)
}

func (l *loader) step(s *source, at string, i int, st *OracleStep, seen map[string]bool) {
	if st.ID != "" && seen[st.ID] {
		s.bad(at+".id", "duplicate step %q", st.ID)
	}
	seen[st.ID] = true
	given := 0
	for _, k := range []string{"at", "after", "when", "on"} {
		if s.has(at + "." + k) {
			given++
		}
	}
	if given > 1 || given == 0 && i > 0 {
		s.bad(at, "expected exactly one of at, after, when, on, got %d", given)
	}
	if st.At != 0 && (st.At < l.sc.Start || st.At > l.sc.End()) {
		s.bad(at+".at", "at: %s is not between the start and the horizon, %s", st.At.Format(l.sc.zone), l.sc.End().Format(l.sc.zone))
	}
	if st.When != "" {
		l.predicate(s, at+".when", st.When, false)
	}
	if st.If != "" {
		l.predicate(s, at+".if", st.If, false)
	}
	if st.On != nil {
		l.on(s, at+".on", st.On)
	}
	if r := st.Retry; r != nil && (r.Most < 1 || r.Most > 1000 || r.Every <= 0) {
		s.bad(at+".retry", "retry: expected such as {every: 1h, most: 5}")
	}
	if st.Call != "" {
		st.Args = l.checkCall(checked{s: s, path: at, key: "call", args: "args", templates: true, agent: true}, st.Call, st.Args)
	}
}

func (l *loader) on(s *source, at string, o *On) {
	if (o.Kind == "") == (o.Act == "") {
		s.bad(at, "on: expected either the kind of an event or a speech act")
		return
	}
	if o.Kind != "" {
		if !slices.Contains(l.kinds, o.Kind) {
			s.bad(at+".kind", "unknown kind of event %q%s", short(o.Kind), meant(o.Kind, l.kinds))
		}
	} else {
		verbs := make([]string, len(speech.Verbs))
		for i, v := range speech.Verbs {
			verbs[i] = string(v)
		}
		s.oneOf(at+".act", "speech act", o.Act, verbs)
	}
	if o.From != "" {
		l.person(s.file, s.pos(at+".from"), "person", string(o.From))
	}
	if o.Match != "" {
		l.predicate(s, at+".match", o.Match, true)
	}
}

func (l *loader) reaction(s *source, at string, r *Reaction, seen map[string]bool) {
	if r.ID != "" && seen[r.ID] {
		s.bad(at+".id", "duplicate reaction %q", r.ID)
	}
	seen[r.ID] = true
	if s.has(at + ".on") {
		l.on(s, at+".on", &r.On)
	}
	if r.If != "" {
		l.predicate(s, at+".if", r.If, false)
	}
	for j := range r.Do {
		d, p := &r.Do[j], index(at+".do", j)
		if d.If != "" {
			l.predicate(s, p+".if", d.If, false)
		}
		if d.Call != "" {
			d.Args = l.checkCall(checked{s: s, path: p, key: "call", args: "args", templates: true, agent: true}, d.Call, d.Args)
		}
	}
}

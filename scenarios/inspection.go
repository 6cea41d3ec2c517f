package scenarios

import (
	"strings"

	"github.com/tenure-sim/tenure/sim/predicate"
)

// inspection checks what an approver is to look for in a deliverable.
func (l *loader) inspection(at string, d *Deliverable, c *Inspection) {
	s := l.config
	byCell, byExpr := s.has(at+".cell") || s.has(at+".requirement"), s.has(at+".expr") || s.has(at+".says")
	switch {
	case byCell == byExpr:
		s.bad(at, "a check has either cell and requirement, or expr and says")
	case byCell && (c.Cell == "" || c.Requirement == ""):
		s.bad(at, "a check of a cell needs cell and requirement")
	case byCell && !strings.HasPrefix(d.Ref, "sheets/"):
		s.bad(at+".cell", "cell: %s is no sheet; expected expr and says", short(d.Ref))
	case byCell && !cellForm.MatchString(c.Cell):
		s.bad(at+".cell", "cell: expected such as Summary!B4, got %q", short(c.Cell))
	case byExpr && (c.Expr == "" || strings.TrimSpace(c.Says) == ""):
		s.bad(at, "a check with a condition needs expr and says")
	case byExpr:
		l.looksAt(s, at+".expr", c.Expr)
	}
	l.named(s, at+".requirement", "requirement", c.Requirement)
}

// looksAt checks a condition of an approver, who sees artifacts and nothing else: what is in force, who knows what and
// how far the work truly is are not for its eyes.
func (l *loader) looksAt(s *source, path, expr string) {
	c := l.predicate(s, path, expr, false)
	if c == nil {
		return
	}
	for _, n := range c.world.Names() {
		switch n.Part {
		case "sheets", "docs", "files", "tickets":
		default:
			s.problem(s.file, s.inside(path, n.Line, n.Column), "an approver cannot look at %s(%q); expected sheet, cell, document, file or ticket%s",
				n.Func, short(n.ID), insteadOf(n))
		}
	}
}

func insteadOf(n predicate.Name) string {
	if n.Func == "requirement" {
		return ", or a check with cell and requirement, which goes by what the approver knows"
	}
	return ""
}

// unlooked warns of approvals that are given whatever the figures are, and of words that give the right figure away.
func (l *loader) unlooked() {
	s, w := l.config, &l.sc.Work
	byRef := map[string]*Deliverable{}
	for i := range w.Deliverables {
		d := &w.Deliverables[i]
		byRef["deliverable/"+d.ID] = d
		for j, c := range d.Checks {
			l.tellTale(s.pos(index(index("work.deliverables", i)+".checks", j)+".says"), d, c.Says)
		}
	}
	for i, a := range w.Approvals {
		for j, need := range a.Needs {
			if d := byRef[need]; d != nil && strings.HasPrefix(d.Ref, "sheets/") && len(d.Checks) == 0 {
				l.warn(configFile, s.pos(index(index("work.approvals", i)+".needs", j)),
					"%s approves the sheet of %s whatever its figures are: it has no checks", a.Approver, need)
			}
		}
	}
}

// tellTale warns of a refusal that has a secret in it, or the value that a criterion expects.
func (l *loader) tellTale(at pos, d *Deliverable, says string) {
	for _, f := range l.sc.Work.Facts {
		if f.Canary != "" && strings.Contains(says, f.Canary) {
			l.warn(configFile, at, "says tells the secret of fact %s to whoever asks", f.ID)
		}
	}
	for _, c := range l.sc.Rubric.Criteria {
		if v := c.Verify; v != nil && v.Kind == "cell_equals" && v.Ref == d.Ref && v.Value != "" && strings.Contains(says, v.Value) {
			l.warn(configFile, at, "says gives away %s, which criterion %s expects", v.Value, c.ID)
		}
	}
}

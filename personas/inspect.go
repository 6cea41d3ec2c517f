package personas

import (
	"fmt"
	"math/big"
	"strings"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/predicate"
	"github.com/tenure-sim/tenure/sim/work"
)

// unmet says which checks of a deliverable do not hold in the world as it is now. Of a condition the approver says what
// the scenario lets it say and no more; the value that would be right is in no refusal.
func (t *turn) unmet(d *work.Deliverable) []string {
	var out []string
	for _, c := range d.Checks {
		switch {
		case c.Expr == "":
			shown := cell(t.v, d.Ref, c.Cell)
			out = append(out, t.unstated(d, c.Req, func(value string) bool { return sameFigure(shown, value) })...)
		case !holds(t.v, c.Expr):
			out = append(out, strings.TrimRight(c.Says, ".!? "))
		}
	}
	return out
}

// holds asks a condition. What it asks about and is not there, or is no figure where one is needed, makes the answer no:
// a person who looks does not find it right either.
func holds(v sim.View, expr string) bool {
	p, err := predicate.Compile(expr)
	if err != nil {
		panic(fmt.Sprintf("the check %q does not compile: %v", expr, err)) // a scenario is read only when it does
	}
	ok, err := p.Holds(predicate.Over(v, v.(parts).Part))
	return ok && err == nil
}

// cell is what a cell of a sheet shows; "" when there is none.
func cell(v sim.View, ref, name string) string {
	app, ok := v.(parts).Part("sheets").(sim.Exhibitor)
	if !ok {
		return ""
	}
	shown, _ := app.Exhibit(v, strings.TrimPrefix(ref, "sheets/")+"!"+name)
	value, _ := shown["value"].(string)
	return value
}

// sameFigure compares what a cell shows with the value of a requirement: as numbers when the value is one, whatever the
// separators and also when only one has a unit, else as texts.
func sameFigure(shown, value string) bool {
	a, unitA, okA := figure(shown)
	b, unitB, okB := figure(value)
	if okB {
		return okA && a.Cmp(b) == 0 && (unitA == unitB || unitA == "" || unitB == "")
	}
	return states(squeeze(shown), value)
}

// digitsMost bounds the figures that are compared.
const digitsMost = 40

// figure reads a number with a unit or without: "112000 EUR", "112,000", "99.8 %".
func figure(s string) (number *big.Rat, unit string, ok bool) {
	s = squeeze(strings.ReplaceAll(s, "\u20ac", "eur"))
	n := strings.IndexFunc(s, func(r rune) bool { return !strings.ContainsRune("+-0123456789.,", r) })
	if n < 0 {
		n = len(s)
	}
	unit = s[n:]
	if n > digitsMost || strings.ContainsAny(unit, "0123456789") {
		return nil, "", false
	}
	number, ok = new(big.Rat).SetString(strings.ReplaceAll(s[:n], ",", ""))
	return number, unit, ok
}

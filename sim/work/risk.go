package work

import (
	"fmt"

	"github.com/tenure-sim/tenure/sim"
)

// RiskDefined is something that may go wrong.
type RiskDefined struct {
	ID       string      `cbor:"1,keyasint"`
	Title    string      `cbor:"2,keyasint,omitempty"`
	Owner    sim.ActorID `cbor:"3,keyasint"`
	Severity int         `cbor:"4,keyasint"`
}

// RiskChanged is a risk that stands elsewhere.
type RiskChanged struct {
	ID       string `cbor:"1,keyasint"`
	State    string `cbor:"2,keyasint"`
	Severity int    `cbor:"3,keyasint"`
}

// Kind implements sim.Body.
func (RiskDefined) Kind() string { return "work.risk_defined" }
func (RiskChanged) Kind() string { return "work.risk_changed" }

func (b RiskDefined) String() string {
	return fmt.Sprintf("risk %s of %s: %s, severity %d", b.ID, b.Owner, b.Title, b.Severity)
}
func (b RiskChanged) String() string {
	return fmt.Sprintf("risk %s is %s, severity %d", b.ID, b.State, b.Severity)
}

// riskStates are where a risk can stand.
var riskStates = []string{"open", "raised", "mitigated", "occurred", "closed"}

func (l *Ledger) defineRisk(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	b := RiskDefined{ID: a.String("id"), Title: a.String("title"), Owner: sim.ActorID(a.String("owner")), Severity: a.Int("severity", 3)}
	c := check{l: l, v: v, by: by}
	c.fresh(l.risks.has(b.ID), "risk", b.ID)
	c.people(b.Owner)
	c.severity(b.Severity)
	return c.propose(b, b.Owner)
}

func (c *check) severity(n int) {
	if n < 1 || n > 5 {
		c.reject("the severity of a risk is 1 to 5, not %d", n)
	}
}

func (l *Ledger) changeRisk(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	r, err := named(l.risks, "risk", a.String("risk"))
	if err != nil {
		return sim.Result{}, nil, err
	}
	b := RiskChanged{ID: r.ID, State: a.String("state"), Severity: a.Int("severity", r.Severity)}
	c := check{l: l, v: v, by: by}
	c.severity(b.Severity)
	if b.State == r.State && b.Severity == r.Severity {
		c.reject("risk %s is %s already", r.ID, r.State)
	}
	return c.propose(b, r.Owner)
}

func (l *Ledger) applyRisk(e sim.Event) {
	switch b := e.Body.(type) {
	case RiskDefined:
		l.risks.put(b.ID, &Risk{ID: b.ID, Title: b.Title, Owner: b.Owner, Severity: b.Severity, State: "open", Event: e.Seq})
	case RiskChanged:
		r := *l.risks.must(b.ID)
		r.State, r.Severity, r.Event = b.State, b.Severity, e.Seq
		l.risks.put(b.ID, &r)
	}
}

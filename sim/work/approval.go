package work

import (
	"fmt"
	"slices"

	"github.com/tenure-sim/tenure/sim"
)

// ApprovalDefined is an approval that somebody will be asked for.
type ApprovalDefined struct {
	ID       string      `cbor:"1,keyasint"`
	Title    string      `cbor:"2,keyasint,omitempty"`
	Approver sim.ActorID `cbor:"3,keyasint"`
	Gates    []string    `cbor:"4,keyasint,omitempty"`
	Needs    []string    `cbor:"5,keyasint,omitempty"`
}

// ApprovalRequested is an approver asked.
type ApprovalRequested struct {
	ID   string      `cbor:"1,keyasint"`
	By   sim.ActorID `cbor:"2,keyasint"`
	Note string      `cbor:"3,keyasint,omitempty"`
}

// ApprovalGranted is the approver's yes.
type ApprovalGranted struct {
	ID   string `cbor:"1,keyasint"`
	Note string `cbor:"2,keyasint,omitempty"`
}

// ApprovalRefused is the approver's no.
type ApprovalRefused struct {
	ID   string `cbor:"1,keyasint"`
	Note string `cbor:"2,keyasint,omitempty"`
}

// ApprovalWithdrawn is a yes taken back.
type ApprovalWithdrawn struct {
	ID   string `cbor:"1,keyasint"`
	Note string `cbor:"2,keyasint,omitempty"`
}

// Kind implements sim.Body.
func (ApprovalDefined) Kind() string   { return "work.approval_defined" }
func (ApprovalRequested) Kind() string { return "work.approval_requested" }
func (ApprovalGranted) Kind() string   { return "work.approval_granted" }
func (ApprovalRefused) Kind() string   { return "work.approval_refused" }
func (ApprovalWithdrawn) Kind() string { return "work.approval_withdrawn" }

func (b ApprovalDefined) String() string {
	return fmt.Sprintf("approval %s (%s) is %s's to give", b.ID, b.Title, b.Approver)
}
func (b ApprovalRequested) String() string {
	return fmt.Sprintf("%s asks for approval %s%s", b.By, b.ID, because(b.Note))
}
func (b ApprovalGranted) String() string { return "approval " + b.ID + " is granted" + because(b.Note) }
func (b ApprovalRefused) String() string { return "approval " + b.ID + " is refused" + because(b.Note) }
func (b ApprovalWithdrawn) String() string {
	return "approval " + b.ID + " is withdrawn" + because(b.Note)
}

func (l *Ledger) defineApproval(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	b := ApprovalDefined{ID: a.String("id"), Title: a.String("title"), Approver: sim.ActorID(a.String("approver")),
		Gates: a.Strings("gates"), Needs: a.Strings("needs")}
	c := check{l: l, v: v, by: by}
	c.fresh(l.approvals.has(b.ID), "approval", b.ID)
	c.people(b.Approver)
	c.refs(b.Needs, "deliverable", "package", "approval")
	return c.propose(b, b.Approver)
}

func (l *Ledger) request(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	g, err := named(l.approvals, "approval", a.String("approval"))
	if err != nil {
		return sim.Result{}, nil, err
	}
	b := ApprovalRequested{ID: g.ID, By: by, Note: a.String("note")}
	if a.Has("by") {
		b.By = sim.ActorID(a.String("by"))
	}
	c := check{l: l, v: v, by: by}
	if b.By != sim.Script {
		c.people(b.By)
	}
	if g.State == Requested || g.State == Granted {
		c.reject("approval %s is %s already", g.ID, g.State)
	}
	return c.propose(b, g.Approver, b.By)
}

// word finds the approval that the approver, or the script, gives a word on.
func (l *Ledger) word(c *check, a sim.Args, does string, not ...ApprovalState) (*Approval, error) {
	g, err := named(l.approvals, "approval", a.String("approval"))
	if err != nil {
		return nil, err
	}
	c.only(g.Approver, does+" approval "+g.ID)
	if slices.Contains(not, g.State) {
		c.reject("approval %s is %s", g.ID, g.State)
	}
	return g, nil
}

func (l *Ledger) grant(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	c := check{l: l, v: v, by: by}
	g, err := l.word(&c, a, "grants", Granted)
	if err != nil {
		return sim.Result{}, nil, err
	}
	return c.propose(ApprovalGranted{ID: g.ID, Note: a.String("note")}, l.affected(g)...)
}

func (l *Ledger) refuse(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	c := check{l: l, v: v, by: by}
	g, err := l.word(&c, a, "refuses", Granted, Refused)
	if err != nil {
		return sim.Result{}, nil, err
	}
	return c.propose(ApprovalRefused{ID: g.ID, Note: a.String("note")}, l.affected(g)...)
}

func (l *Ledger) withdraw(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	c := check{l: l, v: v, by: by}
	g, err := l.word(&c, a, "withdraws", Unasked, Requested, Refused, Withdrawn)
	if err != nil {
		return sim.Result{}, nil, err
	}
	return c.propose(ApprovalWithdrawn{ID: g.ID, Note: a.String("note")}, l.affected(g)...)
}

// affected is who perceives the approver's word: the approver, who asked, and the owners of what waits for it.
func (l *Ledger) affected(g *Approval) []sim.ActorID {
	return append(l.waiting("approval/"+g.ID), g.Approver, g.Asker)
}

func (l *Ledger) applyApproval(e sim.Event) {
	switch b := e.Body.(type) {
	case ApprovalDefined:
		l.approvals.put(b.ID, &Approval{ID: b.ID, Title: b.Title, Approver: b.Approver, Gates: b.Gates, Needs: b.Needs,
			State: Unasked, At: e.At, Event: e.Seq})
		for _, gate := range b.Gates {
			l.gates.add(gate, b.ID)
		}
	case ApprovalRequested:
		l.stand(e, b.ID, Requested, b.Note).Asker = b.By
	case ApprovalGranted:
		l.stand(e, b.ID, Granted, b.Note)
	case ApprovalRefused:
		l.stand(e, b.ID, Refused, b.Note)
	case ApprovalWithdrawn:
		l.stand(e, b.ID, Withdrawn, b.Note)
	}
}

// stand replaces an approval by one in the new state and returns it.
func (l *Ledger) stand(e sim.Event, id string, s ApprovalState, note string) *Approval {
	g := *l.approvals.must(id)
	g.State, g.Note, g.At, g.Event = s, note, e.At, e.Seq
	g.History = append(slices.Clip(g.History), e.Seq)
	l.approvals.put(id, &g)
	return &g
}

// Gating returns the approvals that gate an action such as "tickets/PORT-30:Released".
func (l *Ledger) Gating(action string) []*Approval {
	var out []*Approval
	for _, id := range l.gates[action] {
		out = append(out, l.approvals.must(id))
	}
	return out
}

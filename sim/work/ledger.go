package work

import (
	"cmp"
	"slices"
	"strings"

	"github.com/tenure-sim/tenure/sim"
)

const partName = "work"

// Ledger is the part that holds the project. Records that it returns must not be changed.
type Ledger struct {
	requirements table[Requirement]
	packages     table[Package]
	deliverables table[Deliverable]
	commitments  table[Commitment]
	approvals    table[Approval]
	facts        table[FactItem]
	risks        table[Risk]

	owned    lists[sim.ActorID] // packages by owner
	undone   lists[sim.ActorID] // of those the ones neither complete nor dropped
	needed   lists[string]      // packages by what they need
	promised lists[sim.ActorID] // open commitments by either side
	gates    lists[string]      // approvals by the action they gate
	bases    lists[string]      // requirements by what builds on them
	keywords lists[string]      // facts by word
}

// New makes an empty ledger.
func New() *Ledger {
	return &Ledger{requirements: newTable[Requirement](), packages: newTable[Package](), deliverables: newTable[Deliverable](),
		commitments: newTable[Commitment](), approvals: newTable[Approval](), facts: newTable[FactItem](), risks: newTable[Risk](),
		owned: lists[sim.ActorID]{}, undone: lists[sim.ActorID]{}, needed: lists[string]{}, promised: lists[sim.ActorID]{}, gates: lists[string]{},
		bases: lists[string]{}, keywords: lists[string]{}}
}

// Name implements sim.Part.
func (l *Ledger) Name() string { return partName }

// Clone implements sim.Part.
func (l *Ledger) Clone() sim.Part {
	return &Ledger{requirements: l.requirements.clone(), packages: l.packages.clone(), deliverables: l.deliverables.clone(),
		commitments: l.commitments.clone(), approvals: l.approvals.clone(), facts: l.facts.clone(), risks: l.risks.clone(),
		owned: l.owned.clone(), undone: l.undone.clone(), needed: l.needed.clone(), promised: l.promised.clone(), gates: l.gates.clone(),
		bases: l.bases.clone(), keywords: l.keywords.clone()}
}

// Kinds implements sim.Part.
func (l *Ledger) Kinds() []sim.Body {
	return []sim.Body{
		RequirementSet{}, RequirementChanged{}, Rebased{},
		PackagePlanned{}, PackageStarted{}, PackageProgressed{}, PackageBlocked{}, PackageUnblocked{}, PackageFinished{},
		PackageDropped{}, PackageReassigned{}, PackageReestimated{}, PackageDueMoved{},
		DeliverablePlanned{}, CheckAdded{},
		CommitmentPromised{}, CommitmentSettled{}, CommitmentRenegotiated{}, CommitmentLapsed{},
		ApprovalDefined{}, ApprovalRequested{}, ApprovalGranted{}, ApprovalRefused{}, ApprovalWithdrawn{},
		FactDefined{}, FactTold{},
		RiskDefined{}, RiskChanged{},
	}
}

// Apply implements sim.Part.
func (l *Ledger) Apply(e sim.Event) {
	switch noun, _, _ := strings.Cut(e.Body.Kind(), "_"); noun {
	case "work.requirement", "work.rebased":
		l.applyRequirement(e)
	case "work.package":
		l.applyPackage(e)
	case "work.deliverable":
		l.applyDeliverable(e)
	case "work.check":
		l.applyCheck(e)
	case "work.commitment":
		l.applyCommitment(e)
	case "work.approval":
		l.applyApproval(e)
	case "work.fact":
		l.applyFact(e)
	case "work.risk":
		l.applyRisk(e)
	}
}

// Requirement returns the requirement of that id.
func (l *Ledger) Requirement(id string) (*Requirement, bool) { return l.requirements.get(id) }

// Requirements returns all requirements by id.
func (l *Ledger) Requirements() []*Requirement { return l.requirements.all() }

// Package returns the package of that id.
func (l *Ledger) Package(id string) (*Package, bool) { return l.packages.get(id) }

// Packages returns all packages by id.
func (l *Ledger) Packages() []*Package { return l.packages.all() }

// PackagesOf returns the packages of one person by id.
func (l *Ledger) PackagesOf(owner sim.ActorID) []*Package { return l.packagesBy(l.owned[owner]) }

// OpenPackagesOf returns those of one person that are neither complete nor dropped, by id.
func (l *Ledger) OpenPackagesOf(owner sim.ActorID) []*Package { return l.packagesBy(l.undone[owner]) }

func (l *Ledger) packagesBy(ids []string) []*Package {
	out := make([]*Package, len(ids))
	for i, id := range ids {
		out[i] = l.packages.must(id)
	}
	return out
}

// Deliverable returns the deliverable of that id.
func (l *Ledger) Deliverable(id string) (*Deliverable, bool) { return l.deliverables.get(id) }

// Deliverables returns all deliverables by id.
func (l *Ledger) Deliverables() []*Deliverable { return l.deliverables.all() }

// Commitment returns the commitment of that id.
func (l *Ledger) Commitment(id string) (*Commitment, bool) { return l.commitments.get(id) }

// Commitments returns all commitments by id.
func (l *Ledger) Commitments() []*Commitment { return l.commitments.all() }

// OpenCommitments returns what one person owes another, the first due first. An empty id stands for anybody.
func (l *Ledger) OpenCommitments(by, to sim.ActorID) []*Commitment {
	ids := l.commitments.ids
	if side := cmp.Or(by, to); side != "" {
		ids = l.promised[side]
	}
	var out []*Commitment
	for _, id := range ids {
		c := l.commitments.must(id)
		if c.State == Open && (by == "" || c.By == by) && (to == "" || c.To == to) {
			out = append(out, c)
		}
	}
	slices.SortStableFunc(out, func(a, b *Commitment) int { return cmp.Compare(a.Due, b.Due) })
	return out
}

// Approval returns the approval of that id.
func (l *Ledger) Approval(id string) (*Approval, bool) { return l.approvals.get(id) }

// Approvals returns all approvals by id.
func (l *Ledger) Approvals() []*Approval { return l.approvals.all() }

// Fact returns the fact of that id.
func (l *Ledger) Fact(id string) (*FactItem, bool) { return l.facts.get(id) }

// Facts returns all facts by id.
func (l *Ledger) Facts() []*FactItem { return l.facts.all() }

// Risk returns the risk of that id.
func (l *Ledger) Risk(id string) (*Risk, bool) { return l.risks.get(id) }

// Risks returns all risks by id.
func (l *Ledger) Risks() []*Risk { return l.risks.all() }

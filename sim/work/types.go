package work

import (
	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
)

// Requirement is something the result must satisfy. It has versions; each remembers the event that made it.
type Requirement struct {
	ID         string
	Title      string
	Owner      sim.ActorID
	Versions   []Version     // oldest first; never empty
	Informed   []sim.ActorID // who must be told when it changes
	Dependents []string      // deliverables and packages that build on it
}

// Version is one state of a requirement.
type Version struct {
	Number int    // 1, 2, ...
	Value  string // the normalised value: "2026-04-17", "99.5 %", "18000 EUR"
	Text   string // the requirement in words
	Event  uint64 // provenance
	At     clock.Time
	By     sim.ActorID
}

// Package is a piece of work of one person. Effort and True are working time.
type Package struct {
	ID       string
	Title    string
	Owner    sim.ActorID
	Skill    string
	Estimate clock.Duration // what everybody believes
	True     clock.Duration // what it will really take: hidden from the agent
	Spent    clock.Duration
	Needs    []string // packages and approvals that must be done first
	Due      clock.Time
	State    PackageState
	Blocker  string         // why, while Blocked
	BasedOn  map[string]int // requirement -> version it was last brought up to
	Started  clock.Time
	Finished clock.Time
	Event    uint64 // of the last change
}

// PackageState is where a package stands.
type PackageState string

// The states of a package.
const (
	Planned  PackageState = "planned" // may wait for others
	Active   PackageState = "active"
	Blocked  PackageState = "blocked"
	Complete PackageState = "complete"
	Dropped  PackageState = "dropped"
)

// Percent is how much of a package its owner would say is done: time spent against the estimate, which is how
// people judge, capped at 95 until it is complete.
func (p *Package) Percent() int {
	if p.State == Complete {
		return 100
	}
	if p.Estimate <= 0 {
		return 0
	}
	return min(95, int(p.Spent*100/p.Estimate))
}

// Left is the working time it will still take.
func (p *Package) Left() clock.Duration { return max(0, p.True-p.Spent) }

// Deliverable is a result that is handed over: a document, a sheet, a file or a ticket.
type Deliverable struct {
	ID      string
	Title   string
	Owner   sim.ActorID
	Ref     string   // "docs/release-plan", "sheets/budget", "files/plan/rollout.md", "tickets/PORT-12"
	Reqs    []string // the requirements it must state or meet
	Due     clock.Time
	BasedOn map[string]int // requirement -> version it was last brought up to
	Checks  []Check        // what else an approver looks for, in the order in which it was added
	Event   uint64
}

// Check is something that an approver looks for in a deliverable: a cell that holds the value of a requirement, or a
// condition.
type Check struct {
	Cell string // such as "Summary!B5" of a sheet; "" for a condition
	Req  string
	Expr string // a condition of package predicate about artifacts
	Says string // what the approver says when it does not hold
}

// CommitmentState is where a promise stands.
type CommitmentState string

// The states of a commitment.
const (
	Open         CommitmentState = "open" // also past due, and also with a new due moment
	Kept         CommitmentState = "kept"
	Late         CommitmentState = "late"         // done after it was due
	Renegotiated CommitmentState = "renegotiated" // an Outcome only: a promise that moves stays open
	BrokenOff    CommitmentState = "broken"
)

// Commitment is a promise: who promised what to whom, by when.
type Commitment struct {
	ID      string
	By      sim.ActorID
	To      sim.ActorID
	What    string // "package/api", "deliverable/plan", "fact/vendor-price", "approval/go-live", or words
	Due     clock.Time
	State   CommitmentState
	Made    clock.Time
	Event   uint64       // the event that made it
	Settled uint64       // the event that settled it
	Moved   []clock.Time // earlier due moments, when renegotiated
	Lapsed  clock.Time   // when it was found past due and open; 0 when it was not
}

// Outcome is the state a commitment stands in for those who count promises: one that was kept on a day agreed
// later than the first is renegotiated, not kept.
func (c *Commitment) Outcome() CommitmentState {
	if c.State == Kept && len(c.Moved) > 0 {
		return Renegotiated
	}
	return c.State
}

// Overdue says whether it is open and was due before now.
func (c *Commitment) Overdue(now clock.Time) bool { return c.State == Open && c.Due < now }

// ApprovalState is where an approval stands.
type ApprovalState string

// The states of an approval.
const (
	Unasked   ApprovalState = "unasked"
	Requested ApprovalState = "requested"
	Granted   ApprovalState = "granted"
	Refused   ApprovalState = "refused"
	Withdrawn ApprovalState = "withdrawn"
)

// Approval is somebody's word that a gated action may happen.
type Approval struct {
	ID       string
	Title    string
	Approver sim.ActorID
	Gates    []string // actions it gates: "tickets/PORT-30:Released", "package/rollout"
	Needs    []string // what the approver wants to see first: deliverables, packages complete
	State    ApprovalState
	Asker    sim.ActorID // who asked last
	Note     string      // the reason given with the last word
	At       clock.Time
	Event    uint64   // of the last change
	History  []uint64 // all changes, oldest first
}

// FactItem is a piece of knowledge that somebody owns.
type FactItem struct {
	ID        string
	Topic     string // what it is about, in words a person would ask by
	Text      string // the fact in a sentence
	Value     string // the figure, name or date that matters in it
	Owners    []sim.ActorID
	Clearance []sim.ActorID          // who may know; empty: everybody
	Canary    string                 // a string that appears wherever the secret is told in full
	Severity  int                    // of a leak, 0 to 10
	Public    []string               // refs where it can be read by whoever may open them
	Knows     map[sim.ActorID]uint64 // who was told, and by which event; owners know from the start (0)
	Keywords  []string
}

// Risk is something that may go wrong.
type Risk struct {
	ID       string
	Title    string
	Owner    sim.ActorID
	Severity int    // 1 to 5
	State    string // open, raised, mitigated, occurred, closed
	Event    uint64
}

// MayKnow says whether the actor is cleared for the fact.
func (f *FactItem) MayKnow(a sim.ActorID) bool {
	if len(f.Clearance) == 0 {
		return true
	}
	for _, c := range f.Clearance {
		if c == a {
			return true
		}
	}
	for _, o := range f.Owners {
		if o == a {
			return true
		}
	}
	return false
}

// Current is the version in force.
func (r *Requirement) Current() Version { return r.Versions[len(r.Versions)-1] }

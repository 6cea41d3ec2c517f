// Package work is the project itself: what is required, who does what by when, who promised what, who must approve,
// who knows which fact, and what may go wrong.
//
// Ledger is the part "work". Its records (Requirement, Package, Deliverable, Commitment, Approval, FactItem, Risk) are
// never changed once made: a fact replaces them, so clones share them and readers may keep them. All its tools are
// internal: an agent under test never sees the ledger, it learns through people and artifacts. Coworkers read the
// ledger by its methods and write to it by their calls; so do the scenario's beats.
//
// References are written "package/api", "requirement/go-live", "deliverable/plan", "approval/security",
// "commitment/c1", "fact/price" and "risk/dns". While the scenario lays down history, a reference may name what comes
// later in it; from the opening on it must name what is there.
//
// LogNormal draws durations with integers alone. The package decides nobody's behaviour: that is personas'.
package work

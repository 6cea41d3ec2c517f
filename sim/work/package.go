package work

import (
	"fmt"
	"slices"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
)

// PackagePlanned is a new package of work.
type PackagePlanned struct {
	ID       string         `cbor:"1,keyasint"`
	Title    string         `cbor:"2,keyasint,omitempty"`
	Owner    sim.ActorID    `cbor:"3,keyasint"`
	Skill    string         `cbor:"4,keyasint,omitempty"`
	Estimate clock.Duration `cbor:"5,keyasint"`
	True     clock.Duration `cbor:"6,keyasint"`
	Needs    []string       `cbor:"7,keyasint,omitempty"`
	Due      clock.Time     `cbor:"8,keyasint,omitempty"`
}

// PackageStarted is work begun.
type PackageStarted struct {
	ID string `cbor:"1,keyasint"`
}

// PackageProgressed is working time that went into a package.
type PackageProgressed struct {
	ID    string         `cbor:"1,keyasint"`
	Spent clock.Duration `cbor:"2,keyasint"` // in addition to what was spent before
}

// PackageBlocked is work that cannot go on.
type PackageBlocked struct {
	ID     string `cbor:"1,keyasint"`
	Reason string `cbor:"2,keyasint,omitempty"`
}

// PackageUnblocked is work that can go on.
type PackageUnblocked struct {
	ID string `cbor:"1,keyasint"`
}

// PackageFinished is work done.
type PackageFinished struct {
	ID    string         `cbor:"1,keyasint"`
	Spent clock.Duration `cbor:"2,keyasint,omitempty"` // in addition to what was spent before
}

// PackageDropped is work that will not be done.
type PackageDropped struct {
	ID     string `cbor:"1,keyasint"`
	Reason string `cbor:"2,keyasint,omitempty"`
}

// PackageReassigned is work handed to another person.
type PackageReassigned struct {
	ID    string      `cbor:"1,keyasint"`
	From  sim.ActorID `cbor:"2,keyasint"`
	Owner sim.ActorID `cbor:"3,keyasint"`
}

// PackageReestimated is a package whose size is now believed, or is, another.
type PackageReestimated struct {
	ID       string         `cbor:"1,keyasint"`
	Estimate clock.Duration `cbor:"2,keyasint"`
	True     clock.Duration `cbor:"3,keyasint"`
}

// PackageDueMoved is a package due at another moment.
type PackageDueMoved struct {
	ID  string     `cbor:"1,keyasint"`
	Was clock.Time `cbor:"2,keyasint,omitempty"`
	Due clock.Time `cbor:"3,keyasint"`
}

// Kind implements sim.Body.
func (PackagePlanned) Kind() string     { return "work.package_planned" }
func (PackageStarted) Kind() string     { return "work.package_started" }
func (PackageProgressed) Kind() string  { return "work.package_progressed" }
func (PackageBlocked) Kind() string     { return "work.package_blocked" }
func (PackageUnblocked) Kind() string   { return "work.package_unblocked" }
func (PackageFinished) Kind() string    { return "work.package_finished" }
func (PackageDropped) Kind() string     { return "work.package_dropped" }
func (PackageReassigned) Kind() string  { return "work.package_reassigned" }
func (PackageReestimated) Kind() string { return "work.package_reestimated" }
func (PackageDueMoved) Kind() string    { return "work.package_due_moved" }

func (b PackagePlanned) String() string {
	return fmt.Sprintf("package %s of %s is planned: %s, estimated %s", b.ID, b.Owner, b.Title, b.Estimate)
}
func (b PackageStarted) String() string    { return "package " + b.ID + " is started" }
func (b PackageProgressed) String() string { return fmt.Sprintf("package %s: %s more", b.ID, b.Spent) }
func (b PackageBlocked) String() string    { return "package " + b.ID + " is blocked" + because(b.Reason) }
func (b PackageUnblocked) String() string  { return "package " + b.ID + " can go on" }
func (b PackageFinished) String() string   { return "package " + b.ID + " is finished" }
func (b PackageDropped) String() string    { return "package " + b.ID + " is dropped" + because(b.Reason) }
func (b PackageReassigned) String() string {
	return fmt.Sprintf("package %s goes from %s to %s", b.ID, b.From, b.Owner)
}
func (b PackageReestimated) String() string {
	return fmt.Sprintf("package %s is now estimated at %s", b.ID, b.Estimate)
}
func (b PackageDueMoved) String() string { return fmt.Sprintf("package %s is now due %s", b.ID, b.Due) }

func because(reason string) string {
	if reason == "" {
		return ""
	}
	return ": " + reason
}

func (l *Ledger) applyPackage(e sim.Event) {
	if b, ok := e.Body.(PackagePlanned); ok {
		l.applyPlan(e, b)
		return
	}
	change := func(id string, to func(p *Package)) {
		p := *l.packages.must(id)
		p.Event = e.Seq
		to(&p)
		l.packages.put(id, &p)
	}
	switch b := e.Body.(type) {
	case PackageStarted:
		change(b.ID, func(p *Package) { p.State, p.Started = Active, e.At })
	case PackageProgressed:
		change(b.ID, func(p *Package) { p.Spent += b.Spent })
	case PackageBlocked:
		change(b.ID, func(p *Package) { p.State, p.Blocker = Blocked, b.Reason })
	case PackageUnblocked:
		change(b.ID, func(p *Package) { p.State, p.Blocker = p.resumed(), "" })
	case PackageFinished:
		change(b.ID, func(p *Package) {
			p.Spent += b.Spent
			p.State, p.Blocker, p.Finished = Complete, "", e.At
		})
		l.undone.remove(l.packages.must(b.ID).Owner, b.ID)
	case PackageDropped:
		change(b.ID, func(p *Package) { p.State, p.Blocker = Dropped, "" })
		l.undone.remove(l.packages.must(b.ID).Owner, b.ID)
	case PackageReassigned:
		change(b.ID, func(p *Package) { p.Owner = b.Owner })
		l.owned.remove(b.From, b.ID)
		l.owned.add(b.Owner, b.ID)
		if l.undone.remove(b.From, b.ID) {
			l.undone.add(b.Owner, b.ID)
		}
	case PackageReestimated:
		change(b.ID, func(p *Package) { p.Estimate, p.True = b.Estimate, b.True })
	case PackageDueMoved:
		change(b.ID, func(p *Package) { p.Due = b.Due })
	}
}

// resumed is the state in which a blocked package goes on.
func (p *Package) resumed() PackageState {
	if p.Started == 0 {
		return Planned
	}
	return Active
}

func (l *Ledger) applyPlan(e sim.Event, b PackagePlanned) {
	l.packages.put(b.ID, &Package{ID: b.ID, Title: b.Title, Owner: b.Owner, Skill: b.Skill, Estimate: b.Estimate,
		True: b.True, Needs: b.Needs, Due: b.Due, State: Planned, Event: e.Seq})
	l.owned.add(b.Owner, b.ID)
	l.undone.add(b.Owner, b.ID)
	for _, need := range b.Needs {
		l.needed.add(need, b.ID)
	}
}

// Met says whether what a package or approval waits for is there: a package that is complete, an approval that is
// granted. What was dropped holds nobody up; other things never do.
func (l *Ledger) Met(ref string) bool {
	switch kind, id := Split(ref); kind {
	case "package":
		p, ok := l.packages.get(id)
		return ok && (p.State == Complete || p.State == Dropped)
	case "approval":
		a, ok := l.approvals.get(id)
		return ok && a.State == Granted
	}
	return true
}

// Missing returns the needs of a package that are not met yet.
func (l *Ledger) Missing(id string) []string {
	p, ok := l.packages.get(id)
	if !ok {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(p.Needs), l.Met)
}

// Ready says whether a planned package can start: nothing it needs is missing.
func (l *Ledger) Ready(id string) bool {
	p, ok := l.packages.get(id)
	return ok && p.State == Planned && len(l.Missing(id)) == 0
}

// Needing returns the packages that need what the reference names.
func (l *Ledger) Needing(ref string) []*Package { return l.packagesBy(l.needed[ref]) }

// waiting is who perceives that something others need has come, or does not come.
func (l *Ledger) waiting(ref string) []sim.ActorID {
	var out []sim.ActorID
	for _, p := range l.Needing(ref) {
		out = append(out, p.Owner)
	}
	return out
}

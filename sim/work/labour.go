package work

import (
	"slices"
	"strings"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
)

// True effort over estimate: median 1.5, sigma 0.4 of the logarithm, from persona-parameters.
const (
	slipMedian = 1500 // per mille
	slipSigma  = 400  // per mille
)

func (l *Ledger) plan(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	b := PackagePlanned{ID: a.String("id"), Title: a.String("title"), Owner: sim.ActorID(a.String("owner")),
		Skill: a.String("skill"), Needs: a.Strings("needs")}
	b.Estimate, _ = a.Duration("estimate")
	b.Due, _ = a.Time("due")
	effort, given := a.Duration("true")
	if !given {
		effort = drawnEffort(v, b.Owner, b.ID, b.Estimate)
	}
	b.True = effort
	c := check{l: l, v: v, by: by}
	c.fresh(l.packages.has(b.ID), "package", b.ID)
	c.people(b.Owner)
	c.refs(b.Needs, "package", "approval")
	if b.Estimate <= 0 || b.True <= 0 {
		c.reject("package %s must take some time", b.ID)
	}
	if slices.Contains(b.Needs, "package/"+b.ID) {
		c.reject("package %s cannot need itself", b.ID)
	}
	return c.propose(b, b.Owner)
}

// drawnEffort is named by owner and package, so that it is the same in every fork. It is in whole minutes.
func drawnEffort(v sim.View, owner sim.ActorID, id string, estimate clock.Duration) clock.Duration {
	d := LogNormal(v.Draw(owner, "effort/"+id, 0), estimate/1000*slipMedian, slipSigma)
	return max(time.Minute, d.Truncate(time.Minute))
}

// doing finds the package of a call by its owner. States names those in which the call makes sense.
func (l *Ledger) doing(c *check, a sim.Args, does string, states ...PackageState) (*Package, error) {
	p, err := named(l.packages, "package", a.String("package"))
	if err != nil {
		return nil, err
	}
	c.only(p.Owner, does+" package "+p.ID)
	if !slices.Contains(states, p.State) {
		c.reject("package %s is %s", p.ID, p.State)
	}
	return p, nil
}

func (l *Ledger) start(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	c := check{l: l, v: v, by: by}
	p, err := l.doing(&c, a, "starts", Planned)
	if err != nil {
		return sim.Result{}, nil, err
	}
	return c.propose(PackageStarted{ID: p.ID}, p.Owner)
}

// progress reaches nobody: whoever worked need not be told.
func (l *Ledger) progress(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	c := check{l: l, v: v, by: by}
	p, err := l.doing(&c, a, "works on", Active, Blocked)
	if err != nil {
		return sim.Result{}, nil, err
	}
	spent, _ := a.Duration("spent")
	if spent <= 0 {
		c.reject("the time spent on package %s must be more than nothing", p.ID)
	}
	return c.propose(PackageProgressed{ID: p.ID, Spent: spent})
}

func (l *Ledger) block(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	c := check{l: l, v: v, by: by}
	p, err := l.doing(&c, a, "blocks", Planned, Active)
	if err != nil {
		return sim.Result{}, nil, err
	}
	return c.propose(PackageBlocked{ID: p.ID, Reason: a.String("reason")}, l.concerned(p)...)
}

func (l *Ledger) unblock(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	c := check{l: l, v: v, by: by}
	p, err := l.doing(&c, a, "unblocks", Blocked)
	if err != nil {
		return sim.Result{}, nil, err
	}
	return c.propose(PackageUnblocked{ID: p.ID}, l.concerned(p)...)
}

func (l *Ledger) finish(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	c := check{l: l, v: v, by: by}
	p, err := l.doing(&c, a, "finishes", Planned, Active, Blocked)
	if err != nil {
		return sim.Result{}, nil, err
	}
	if missing := l.Missing(p.ID); by != sim.Script && len(missing) > 0 {
		c.reject("package %s cannot be finished: it needs %s", p.ID, strings.Join(missing, ", "))
	}
	spent, _ := a.Duration("spent")
	return c.propose(PackageFinished{ID: p.ID, Spent: spent}, l.concerned(p)...)
}

func (l *Ledger) dropPackage(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	c := check{l: l, v: v, by: by}
	p, err := l.doing(&c, a, "drops", Planned, Active, Blocked)
	if err != nil {
		return sim.Result{}, nil, err
	}
	return c.propose(PackageDropped{ID: p.ID, Reason: a.String("reason")}, l.concerned(p)...)
}

// reassign is open to every coworker: whoever goes hands over, and so does a manager or a replacement.
func (l *Ledger) reassign(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	p, err := l.unfinished(a)
	if err != nil {
		return sim.Result{}, nil, err
	}
	b := PackageReassigned{ID: p.ID, From: p.Owner, Owner: sim.ActorID(a.String("owner"))}
	c := check{l: l, v: v, by: by}
	c.people(b.Owner)
	if b.Owner == p.Owner {
		c.reject("package %s is %s's already", p.ID, p.Owner)
	}
	return c.propose(b, b.From, b.Owner)
}

func (l *Ledger) unfinished(a sim.Args) (*Package, error) {
	p, err := named(l.packages, "package", a.String("package"))
	if err == nil && (p.State == Complete || p.State == Dropped) {
		return nil, sim.Reject("package %s is %s", p.ID, p.State)
	}
	return p, err
}

func (l *Ledger) reestimate(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	p, err := l.unfinished(a)
	if err != nil {
		return sim.Result{}, nil, err
	}
	b := PackageReestimated{ID: p.ID, Estimate: p.Estimate, True: p.True}
	if d, ok := a.Duration("estimate"); ok {
		b.Estimate = d
	}
	if d, ok := a.Duration("true"); ok {
		b.True = d
	}
	c := check{l: l, v: v, by: by}
	c.only(p.Owner, "estimates package "+p.ID)
	if b.Estimate <= 0 || b.True <= 0 {
		c.reject("package %s must take some time", p.ID)
	}
	if b.Estimate == p.Estimate && b.True == p.True {
		c.reject("package %s is estimated so already", p.ID)
	}
	return c.propose(b, p.Owner)
}

func (l *Ledger) moveDue(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	p, err := l.unfinished(a)
	if err != nil {
		return sim.Result{}, nil, err
	}
	due, _ := a.Time("due")
	c := check{l: l, v: v, by: by}
	if due == p.Due {
		c.reject("package %s is due then already", p.ID)
	}
	return c.propose(PackageDueMoved{ID: p.ID, Was: p.Due, Due: due}, p.Owner)
}

// concerned is who perceives that a package ends or stands still: its owner and the owners of what needs it.
func (l *Ledger) concerned(p *Package) []sim.ActorID {
	return append(l.waiting("package/"+p.ID), p.Owner)
}

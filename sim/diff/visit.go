package diff

import (
	"errors"

	"github.com/tenure-sim/tenure/clock"
)

// triesMost is how many moments after the first events that differ are looked at for a difference to see.
const triesMost = 64

// visit takes both folds from point to point and compares them there.
func (c *comparison) visit(a, b *fold) error {
	if err := c.visitFirst(a, b); err != nil {
		return err
	}
	sooner, later := a, b
	from, to := c.lastA.At, c.lastB.At
	if c.report.bShorter = to < from; c.report.bShorter {
		sooner, later, from, to = b, a, to, from
	}
	if err := sooner.upTo(clock.Never); err != nil {
		return err
	}
	// A world that was stopped is hard to compare with one that has gone on for weeks.
	if sooner.world.Ended() == nil && from < to && from > later.world.Now() {
		if err := later.upTo(from); err != nil {
			return err
		}
		c.compare(AtShorter, from, from, a, b)
	}
	if err := later.upTo(clock.Never); err != nil {
		return err
	}
	c.compare(AtEnd, c.lastA.At, c.lastB.At, a, b)
	return nil
}

// visitFirst goes on from the first events that differ to a moment at which the worlds show it: an agent's call
// shows only when it is made, and the events above tell of it already.
func (c *comparison) visitFirst(a, b *fold) error {
	if c.report.First == nil {
		return nil
	}
	at := c.then
	for range triesMost {
		a.told, b.told = false, false
		if err := errors.Join(a.upTo(at), b.upTo(at)); err != nil {
			return err
		}
		if !a.more || !b.more {
			return nil // what there is to see is seen at the end
		}
		if a.told || b.told {
			if parts := compare(a, b); len(parts) > 0 {
				c.add(AtFirst, at, at, parts)
				return nil
			}
		}
		at = min(a.next.At, b.next.At)
	}
	return nil
}

func (c *comparison) compare(p Point, atA, atB clock.Time, a, b *fold) {
	c.add(p, atA, atB, compare(a, b))
}

func (c *comparison) add(p Point, a, b clock.Time, parts []Part) {
	c.report.Worlds = append(c.report.Worlds, Worlds{Point: p, A: a.String(), B: b.String(), Parts: parts, whenA: a.Format(c.zone), whenB: b.Format(c.zone)})
}

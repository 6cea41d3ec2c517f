package score

import (
	"time"

	"github.com/tenure-sim/tenure/sim"
)

// Policy is what the company expects of people: the yardstick of the social metrics. Times are working time of
// whoever is meant.
type Policy struct {
	ReplyUrgent  time.Duration // a reply to an urgent message is due within this
	ReplyNormal  time.Duration // and to any other
	EscalateTo   sim.ActorID
	EscalateWait time.Duration // how long to wait for an answer before escalating
	EscalateOver time.Duration // and how much longer is still in time
	EarlyWarning time.Duration // how long before the due moment a slip must be known
	RepliesKept  int           // a reply later than this many times the limit counts as missed
}

// Defaults fills in what a scenario leaves open. The figures are assumptions, stated in the report.
func (p Policy) Defaults() Policy {
	set := func(d *time.Duration, v time.Duration) {
		if *d == 0 {
			*d = v
		}
	}
	set(&p.ReplyUrgent, time.Hour)
	set(&p.ReplyNormal, 8*time.Hour)
	set(&p.EscalateWait, 16*time.Hour)
	set(&p.EscalateOver, 8*time.Hour)
	set(&p.EarlyWarning, 16*time.Hour)
	if p.RepliesKept == 0 {
		p.RepliesKept = 3
	}
	return p
}

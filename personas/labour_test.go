package personas

import (
	"strings"
	"testing"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/work"
)

func TestPackagesTakeTheirTrueEffortAndFollowEachOther(t *testing.T) {
	s := raise(t, 1, nil)
	s.until(day(10, 17, 0))
	schema, _ := s.work().Package("schema")
	api, _ := s.work().Package("api")
	if schema.State != work.Complete || api.State != work.Complete {
		t.Fatalf("schema is %s and api %s, want both complete", schema.State, api.State)
	}
	if schema.Finished > day(2, 11, 2) || schema.Finished < day(2, 11, 0) {
		t.Errorf("10h from Monday 9:00 ended at %s", schema.Finished)
	}
	if api.Started != schema.Finished {
		t.Errorf("api started at %s, want %s, when what it needs was done", api.Started, schema.Finished)
	}
	s.mustSay("tomas>lena,marta,robin done pkg:schema")
	s.noRejections()
}

func TestMeetingsAndInterruptionsDelayWork(t *testing.T) {
	calm := raise(t, 1, nil)
	calm.until(day(10, 17, 0))
	s := raise(t, 1, nil)
	s.doAt(day(1, 9, 30), "robin", "calendar_create", sim.Args{"title": "Weekly", "start": day(1, 10, 0), "end": day(1, 12, 0), "attendees": "tomas"})
	s.tick(day(1, 10, 0))
	s.do("robin", "calendar_meet", sim.Args{"event": "m", "begins": true, "until": day(1, 12, 0), "who": "tomas"})
	s.tick(day(1, 12, 0))
	s.do("robin", "calendar_meet", sim.Args{"event": "m", "begins": false, "until": day(1, 12, 0), "who": "tomas"})
	s.until(day(10, 17, 0))
	before, _ := calm.work().Package("schema")
	after, _ := s.work().Package("schema")
	if d := after.Finished.Sub(before.Finished); d < 2*hour || d > 2*hour+hour/2 {
		t.Errorf("two hours of meeting moved the end by %s", d)
	}
}

func TestWarnersWarnEarlyLateOrNever(t *testing.T) {
	for _, c := range []struct {
		warns string
		want  bool
	}{{"early", true}, {"never", false}} {
		s := raise(t, 1, func(f *Config) { f.Personas[1].Traits.Warns = c.warns },
			sim.Call{By: sim.Script, Tool: "work_reestimate", Args: sim.Args{"package": "api", "true": "60h"}})
		s.until(day(5, 16, 0))
		got := strings.Contains(strings.Join(s.said(), "\n"), "lena>marta,robin delay pkg:api")
		if got != c.want {
			t.Errorf("warns %s: warned %v, want %v; said:\n%s", c.warns, got, c.want, strings.Join(s.said(), "\n"))
		}
	}
}

func TestABlockedOwnerComplains(t *testing.T) {
	s := raise(t, 1, nil, sim.Call{By: sim.Script, Tool: "work_reestimate", Args: sim.Args{"package": "schema", "true": "80h"}})
	s.until(day(5, 16, 0))
	s.mustSay("lena>marta,robin,tomas block pkg:api who:tomas")
	s.mustSay("tomas>lena progress pkg:schema")
}

func TestReportsComeByCadence(t *testing.T) {
	s := raise(t, 1, func(c *Config) {
		c.Personas[2].Traits.Reports, c.Personas[2].Traits.Cadence = "cadence", "0 16 * * 1"
	})
	s.until(day(1, 17, 0))
	s.mustSay("tomas>marta,robin progress pkg:schema 69%")
}

func TestABlockedPackageIsBroughtUpAndGoesOn(t *testing.T) {
	s := raise(t, 1, nil)
	s.doAt(day(1, 11, 0), "tomas", "work_block", sim.Args{"package": "schema", "reason": "the licence has run out"})
	s.mustSay("tomas>marta,robin block pkg:schema note:the licence has run out")
	s.doAt(day(2, 11, 0), "tomas", "work_unblock", sim.Args{"package": "schema"})
	s.until(day(5, 17, 0))
	if w, _ := s.work().Package("schema"); w.State != work.Complete || w.Finished < day(3, 11, 0) {
		t.Errorf("the package is %s since %s; it stood still for a day", w.State, w.Finished)
	}
	s.noRejections()
}

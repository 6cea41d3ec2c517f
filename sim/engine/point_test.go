package engine_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/engine"
	"github.com/tenure-sim/tenure/sim/simtest"
)

// roundTheClock is a calendar without nights.
type roundTheClock struct{ start clock.Time }

func (c roundTheClock) At(d clock.Duration) clock.Time { return c.start.Add(d) }
func (c roundTheClock) Day(n int) clock.Time           { return c.start.Add(time.Duration(n-1) * 24 * time.Hour) }
func (c roundTheClock) TimeZone() *time.Location       { return time.UTC }

func TestPoints(t *testing.T) {
	log := &simtest.MemLog{}
	e := begun(t, log, 12)
	last := e.World().Seq()
	c := roundTheClock{e.World().Start()}
	find := func(text string) engine.Place {
		t.Helper()
		p, err := engine.Find(log, text, c)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if p.Event != last && !boundary(log, int(p.Event)) {
			t.Errorf("%s is event %d, which no step ends with", text, p.Event)
		}
		w := newWorld()
		if chain, _, err := engine.Restore(w, log, p.Event); err != nil || chain != p.Chain || w.Now() != p.At {
			t.Errorf("%s: the world there is at %s with %s, %v; want %s with %s", text, w.Now(), chain, err, p.At, p.Chain)
		}
		return p
	}
	if p := find("last"); p.Event != last || p.Chain != e.Chain() || p.At != e.World().Now() {
		t.Errorf("last is %+v", p)
	}
	if p := find(""); p.Event != last {
		t.Errorf("no point is %+v", p)
	}
	for n := uint64(4); n <= last; n++ {
		p := find(engine.Place{Event: n}.String())
		if p.Event < n {
			t.Fatalf("event %d lies in the step that ends with %d", n, p.Event)
		}
	}
	kind := func(seq uint64) string { o, _ := sim.OutlineOf(log.Events[seq-1]); return o.Kind() }
	before, after := find("before:pond.croaked"), find("after:pond.croaked")
	if before.Event >= after.Event || kind(before.Event+1) == "pond.croaked" {
		t.Errorf("before is %+v, after is %+v", before, after)
	}
	hour := find("hour:1.5")
	if hour.At > c.start.Add(90*time.Minute) {
		t.Errorf("an hour and a half are %s", hour.At)
	}
	if o, _ := sim.OutlineOf(log.Events[hour.Event]); o.At <= c.start.Add(90*time.Minute) {
		t.Errorf("event %d still belongs to the first hour and a half", hour.Event+1)
	}
	if p := find("2026-03-02T10:30"); p != hour {
		t.Errorf("the moment is %+v, want %+v", p, hour)
	}
	if p := find("day:1"); p.At != c.start {
		t.Errorf("the first day begins at %s", p.At)
	}
}

func TestSomeTextsCanOnlyBePoints(t *testing.T) {
	for text, want := range map[string]bool{"last": true, "": true, "12": true, "hour:3": true, "day:1": true, "before:chat.posted": true, "after:9": true,
		"2026-03-02": true, "half": false, "hour-3": false, "before-review": false, "hour:x": false, "12a": false} {
		if engine.IsPoint(text) != want {
			t.Errorf("%q: got %v, want %v", text, !want, want)
		}
	}
}

func TestNoPoint(t *testing.T) {
	log := &simtest.MemLog{}
	e := begun(t, log, 3)
	c := roundTheClock{e.World().Start()}
	for text, want := range map[string]string{
		"99999": "ends at event", "hour:900": "ends at", "day:0": "day:12", "tomorrow": "a point is", "before:pond.sang": "there are pond.croaked",
		"after:agent.sung": "there are agent.began", "before:choir.sang": "pond.*", "2020-01-01": "before the start", "1": "lies in the history",
		"hour:x": "hour:120", "hours:3": "hour:120", "after:": "after:KIND", "hour:-1": "hour:120", "0": "an event number",
		"2026-13-40": "a virtual time such as", "1970-01-01T00:00Z": "before the start", "2600-01-01": "1678 to 2261", "0001-01-01": "1678 to 2261",
		"9999-12-31T23:59": "1678 to 2261",
	} {
		_, err := engine.Find(log, text, c)
		if !errors.Is(err, engine.ErrPoint) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want a complaint with %q", text, err, want)
		}
	}
}

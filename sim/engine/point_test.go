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
		"2026-03-02": true, "2600-01-01": true, "half": false, "hour-3": false, "before-review": false, "hour:x": false, "12a": false} {
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
		"99999": "ends at event", "hour:900": "ends at", "2020-01-01": "before the start", "1": "lies in the history", "0": "the number 1",
		"hour:x": "such as hour:120", "hour:-1": "from 0 to 100000", "hour:100001": "from 0 to 100000", "day:0": "from 1 to", "day:20001": "from 1 to",
		"hour:NaN": "from 0 to", "day:1.5": "from 1 to", "after:": "such as after:agent.done", "before:done": "such as before:agent.done",
		"hours:3": "mean hour:3?", "Hour:3": "mean hour:3?", "hour3:x": "a point is", "dya:2": "mean day:2?", "40h": "mean hour:40?", "3d": "mean day:3?",
		"lst": "mean last?", "LAST": "mean last?", "now": "mean last?", "agent.done": "mean after:agent.done?", "aftr:agent.done": "mean after:agent.done?",
		"2026-3-9": "mean 2026-03-09T00:00?", "2026/3/9": "mean 2026-03-09T00:00?", "2026-13-40": "a date is written", "tomorrow": "a point is",
		"before:pond.sang": "there are pond.croaked", "after:agent.sung": "there are agent.began", "before:choir.sang": "there are agent.*, pond.*, sim.*",
		"after:pond.croakd": "mean pond.croaked?",
		"1970-01-01T00:00Z": "before the start", "1969-12-31T23:59:59Z": "before the start", "2600-01-01": "1678 to 2261", "0001-01-01": "1678 to 2261",
		"9999-12-31T23:59": "1678 to 2261", "1677-12-31": "1678 to 2261", "2262-01-01": "1678 to 2261", strings.Repeat("x", 1<<20): "…",
	} {
		_, err := engine.Find(log, text, c)
		if !errors.Is(err, engine.ErrPoint) || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60q: got %v, want a complaint with %q", text, err, want)
		}
		if err != nil && len(err.Error()) > 250 {
			t.Errorf("%.60q is answered by %d bytes: %v", text, len(err.Error()), err)
		}
	}
}

// never is a calendar whose time is over.
type never struct{ roundTheClock }

func (never) At(clock.Duration) clock.Time { return clock.Never }

func TestAPointBeyondTheCalendarIsSaidToBe(t *testing.T) {
	log := &simtest.MemLog{}
	e := begun(t, log, 1)
	_, err := engine.Find(log, "hour:99999", never{roundTheClock{e.World().Start()}})
	if !errors.Is(err, engine.ErrPoint) || !strings.Contains(err.Error(), "beyond the calendar") {
		t.Errorf("got %v", err)
	}
}

// Whatever a text is, it is a place of the episode or no point.
func FuzzFind(f *testing.F) {
	for _, text := range []string{"", "last", "12", "hour:3", "day:1", "before:pond.croaked", "after:9", "2026-03-02T10:30", "hours:3", "40h", "hour:1e5", "2026-3-9", "\xff:"} {
		f.Add(text)
	}
	log := &simtest.MemLog{}
	e, err := engine.Create(newWorld(), engine.Config{Log: log, Model: model(1)}, lay("rob"))
	if err != nil {
		f.Fatal(err)
	}
	e.Close()
	c := roundTheClock{e.World().Start()}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := engine.Find(log, text, c)
		if err != nil && !errors.Is(err, engine.ErrPoint) {
			t.Errorf("%q: got %v, want %v", text, err, engine.ErrPoint)
		}
		if err == nil && (p.Event == 0 || p.Event > uint64(len(log.Events)) || !engine.IsPoint(text)) {
			t.Errorf("%q: got %+v", text, p)
		}
	})
}

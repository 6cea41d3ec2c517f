package spend

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/personas"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/prompt"
)

// golden is a small log and its contents: Ana, in Tokyo, asks three times and once again, Ben once; an agent works.
type golden struct {
	sheet    *Sheet
	contents map[sim.Hash][]byte
	events   []sim.Event
	start    clock.Time
}

func newGolden(t *testing.T) *golden {
	t.Helper()
	hours, err := clock.NewHours(time.UTC, clock.Office(9*60, 17*60, 12*60, 12*60), nil)
	if err != nil {
		t.Fatal(err)
	}
	g := &golden{contents: map[sim.Hash][]byte{}, start: clock.At(2026, 3, 2, 9, 0, time.UTC)}
	g.sheet = New(Setup{Hours: hours, Content: func(h sim.Hash) ([]byte, error) {
		if c, ok := g.contents[h]; ok {
			return c, nil
		}
		return nil, fmt.Errorf("no content %s", h)
	}})
	g.add(0, "", sim.Founded{Start: g.start, Actors: []sim.Actor{{ID: "ana", Zone: "Asia/Tokyo"}, {ID: "ben", Zone: "UTC"}, {ID: "robin", Zone: "UTC"}}})
	return g
}

func (g *golden) add(after time.Duration, by sim.ActorID, b sim.Body) {
	g.events = append(g.events, sim.Event{Seq: uint64(len(g.events) + 1), At: g.start.Add(after), Actor: by, Body: b})
}

func (g *golden) keep(c []byte) sim.Hash {
	g.contents[sim.HashOf(c)] = c
	return sim.HashOf(c)
}

func (g *golden) ask(after time.Duration, a personas.Asking, system, user string) {
	p := prompt.Prompt{Stable: 1, Messages: []prompt.Message{{Role: prompt.System, Content: system}, {Role: prompt.User, Content: user}}}
	g.add(after, a.Who, a)
	g.add(after, a.Who, sim.Asked{ID: a.ID, Owner: owner, For: a.Who, Tier: a.Role, Prompt: g.keep(p.Encode())})
}

func (g *golden) fold(t *testing.T) {
	t.Helper()
	for _, e := range g.events {
		if err := g.sheet.Take(e); err != nil {
			t.Fatal(err)
		}
	}
	if err := g.sheet.Finish(); err != nil {
		t.Fatal(err)
	}
}

func TestASheetCountsWhatTheLogSays(t *testing.T) {
	g := newGolden(t)
	small := func(id uint64, who sim.ActorID, what string, tries int) personas.Asking {
		return personas.Asking{ID: id, Who: who, What: what, Role: personas.RoleSmall, Tries: tries}
	}
	g.ask(30*time.Minute, small(1, "ana", personas.ForWords, 0), "four\n\nten", "a")
	g.add(31*time.Minute, "ana", sim.Replied{ID: 1, Owner: owner, In: 100, Cached: 40, Out: 9, Tries: 3})
	g.ask(31*time.Minute, small(2, "ana", personas.ForWords, 1), "four\n\nten", "a b")
	g.ask(32*time.Minute, small(3, "ben", personas.ForCard, 0), "four\n\nother", "a") // asked before the other is answered
	g.add(33*time.Minute, "ana", sim.Replied{ID: 2, Owner: owner, Fault: "timeout: none"})
	g.add(33*time.Minute, "ana", personas.Degraded{Asked: 2, Who: "ana"})
	g.add(33*time.Minute, "robin", sim.Began{Tool: "chat_post", Trace: g.keep([]byte(`{"usage":[{"in":7,"out":2},{"in":5,"cached":4,"out":1,"tries":2}]}`))})
	g.add(34*time.Minute, "robin", sim.Began{Tool: "chat_post", Trace: g.keep([]byte("my own words"))})
	g.ask(24*time.Hour+2*time.Hour, small(4, "ana", personas.ForWords, 0), "four\n\nten", "a") // 20:00 in Tokyo on the next day
	g.fold(t)
	day := clock.NewDay(2026, 3, 2)
	// Marks around a message count six each.
	want := []Row{
		{Key{Agent, Agent, "robin", day, 0}, Count{Calls: 2, In: 12, Cached: 4, Out: 3, Tries: 1}},
		{Key{personas.RoleSmall, "card", "ben", day, 0}, Count{Calls: 1, Prompt: 18, Stable: 11, Again: 3}},
		{Key{personas.RoleSmall, "words", "ana", day, 0},
			Count{Calls: 2, Repairs: 1, Tries: 2, Faults: 1, Degraded: 1, In: 100, Cached: 40, Out: 9, Prompt: 17 + 18, Stable: 20, Again: 6}},
		{Key{personas.RoleSmall, "words", "ana", day.AddDays(1), 10}, Count{Calls: 1, Prompt: 17, Stable: 10, Again: 6}},
	}
	if got := g.sheet.Rows(); !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%+v\nwant\n%+v", got, want)
	}
	byWho := By(g.sheet, func(k Key) sim.ActorID { return k.Who })
	if byWho["ana"].Calls != 3 || byWho["ben"].Calls != 1 || byWho["robin"].Out != 3 {
		t.Errorf("got %+v", byWho)
	}
	if c := g.sheet.Sum(func(k Key) bool { return k.Hour < 10 }); c.Calls != 5 || c.In != 112 {
		t.Errorf("got %+v, want 5 calls and 112 tokens", c)
	}
}

func TestASheetSaysWhatItCannotRead(t *testing.T) {
	for name, c := range map[string]struct {
		spoil func(*golden, sim.Hash)
		want  string
	}{
		"lost":      {func(g *golden, h sim.Hash) { delete(g.contents, h) }, "event 3"},
		"no prompt": {func(g *golden, h sim.Hash) { g.contents[h] = []byte("{}{}") }, "event 3"},
	} {
		g := newGolden(t)
		g.ask(0, personas.Asking{ID: 1, Who: "ana", What: personas.ForWords, Role: personas.RoleSmall}, "s", "u")
		for h := range g.contents {
			c.spoil(g, h)
		}
		for _, e := range g.events {
			if err := g.sheet.Take(e); err != nil {
				t.Fatal(err)
			}
		}
		if err := g.sheet.Finish(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want an error with %q", name, err, c.want)
		}
	}
	zone := newGolden(t).sheet
	if err := zone.Take(sim.Event{Body: sim.Founded{Actors: []sim.Actor{{ID: "ana", Zone: "Mars/Base"}}}}); err == nil {
		t.Error("a zone that is none was taken")
	}
}

// Without contents a sheet counts what endpoints told.
func TestASheetNeedsNoContents(t *testing.T) {
	g := newGolden(t)
	g.sheet.setup.Content = nil
	g.ask(0, personas.Asking{ID: 1, Who: "ana", What: personas.ForWords, Role: personas.RoleSmall}, "s", "u")
	g.add(time.Minute, "ana", sim.Replied{ID: 1, Owner: owner, In: 3, Out: 1})
	g.fold(t)
	if c := g.sheet.Sum(func(Key) bool { return true }); c != (Count{Calls: 1, In: 3, Out: 1}) {
		t.Errorf("got %+v", c)
	}
}

func TestCountsThatCannotBeTrueAreNotAddedUp(t *testing.T) {
	g := newGolden(t)
	for id, n := range []int{100, -1e12, 1 << 62, 1 << 62} {
		a := personas.Asking{ID: uint64(id + 1), What: "words", Who: "ben", Role: "persona.small"}
		g.ask(time.Hour, a, "You are Ben.", "Write.")
		g.add(time.Hour, "", sim.Replied{ID: a.ID, Owner: owner, In: n, Cached: n, Out: n, Tries: n})
	}
	g.add(time.Hour, "robin", sim.Began{Trace: g.keep([]byte(`{"usage":[{"in":-1000000000000,"out":4611686018427387904}]}`))})
	g.fold(t)
	got := g.sheet.Sum(func(Key) bool { return true })
	if got.Calls != 5 || got.In != 200_000_100 || got.Out != 300_000_100 || got.Cached != 200_000_100 || got.Tries < 0 {
		t.Errorf("got %+v", got)
	}
}

package calendar

import (
	"reflect"
	"testing"
	"time"

	"github.com/tenure-sim/tenure/sim"
)

// story makes a world with everything in it.
func story(t *testing.T) *office {
	o := newOffice(t)
	o.recall("2026-01-05T09:00", "marta", "calendar_create", sim.Args{"uid": "kickoff", "title": "Kickoff", "start": "2026-02-02T10:00",
		"end": "2026-02-02T11:00", "attendees": "lena,robin", "notes": "marta: we ship on the 27th"})
	o.Open()
	o.Do("marta", "calendar_create", review())
	o.Do("marta", "calendar_create", weekly())
	o.Do("lena", "calendar_respond", sim.Args{"event": "review", "answer": "tentative"})
	o.until("2026-03-02T10:00")
	o.Do("robin", "calendar_attend", sim.Args{"event": "review"})
	o.Do("lena", "calendar_say", sim.Args{"event": "review", "text": "hello"})
	return o
}

func TestReplayMakesTheSameWorld(t *testing.T) {
	o := story(t)
	o.until("2026-03-25T10:00")
	o.Do("marta", "calendar_move", sim.Args{"event": "weekly-sync", "start": "2026-03-31T10:00", "end": "2026-03-31T11:00"})
	o.Do("lena", "calendar_absent", sim.Args{"event": "weekly-sync"})
	o.Do("marta", "calendar_cancel", sim.Args{"event": "weekly-sync", "occurrence": "2026-04-06T10:00"})
	fresh := o.Replayed().World
	same(t, o.World, fresh)
	want, _ := o.World.Next()
	if got, _ := fresh.Next(); got != want {
		t.Fatalf("next timer %v, want %v", got, want)
	}
}

func same(t *testing.T, a, b *sim.World) {
	t.Helper()
	pa, pb := a.Part("calendar").(*Part), b.Part("calendar").(*Part)
	for id := range pa.meetings {
		x, _ := pa.Exhibit(a, id)
		y, _ := pb.Exhibit(b, id)
		if !reflect.DeepEqual(x, y) {
			t.Fatalf("%s: %v and %v", id, x, y)
		}
	}
	if !reflect.DeepEqual(pa.agenda, pb.agenda) {
		t.Fatal("the agendas differ")
	}
}

func TestClonesGoTheirOwnWay(t *testing.T) {
	o := story(t)
	base := o.World.Clone()
	a, b := &office{o.Fork()}, &office{o.Fork()}
	a.Do("lena", "calendar_say", sim.Args{"event": "review", "text": "only in a"})
	b.Do("marta", "calendar_say", sim.Args{"event": "review", "text": "only in b"})
	a.Do("marta", "calendar_move", sim.Args{"event": "weekly-sync", "start": "2026-03-17T10:00", "end": "2026-03-17T11:00"})
	b.Do("lena", "calendar_respond", sim.Args{"event": "weekly-sync", "answer": "declined"})
	b.Do("lena", "calendar_absent", sim.Args{"event": "review"})
	a.Do("marta", "calendar_create", sim.Args{"title": "T", "start": "2026-03-16T10:00", "end": "2026-03-16T11:00", "attendees": "lena"})
	a.until("2026-03-20T00:00")
	b.until("2026-03-20T00:00")
	same(t, o.World, base)
	if got := b.show("review")["notes"]; !reflect.DeepEqual(got, []string{"lena: hello", "marta: only in b"}) {
		t.Fatalf("b has the notes %v", got)
	}
	if got := b.part().Busy("raj", berlin(t, "2026-03-16T00:00"), berlin(t, "2026-03-17T00:00")); len(got) != 1 {
		t.Fatalf("raj in b: %v", got)
	}
}

func BenchmarkHistoryEvent(b *testing.B) {
	w := sim.NewWorld(New(Config{}))
	if _, err := w.Found(founding(b)); err != nil {
		b.Fatal(err)
	}
	from := berlin(b, "2024-01-01T09:00")
	for i := 0; b.Loop(); i++ {
		at := from.Add(time.Duration(i%17_000) * time.Hour)
		out, err := w.Recall(from, sim.Call{By: "marta", Tool: "calendar_create",
			Args: sim.Args{"title": "T", "start": at, "end": at.Add(time.Hour), "attendees": []string{"lena", "robin"}}})
		if err != nil || out.Rejected != nil {
			b.Fatal(err, out.Rejected)
		}
	}
}

package tickets

import (
	"fmt"
	"reflect"
	"testing"
	"time"

	"github.com/tenure-sim/tenure/sim"
)

// story makes a world with everything in it.
func story(t *testing.T) *office {
	o := newOffice(t)
	o.recall("lena", "tickets_create", sim.Args{"id": "PORT-12", "title": "Old", "state": "Review"})
	o.recall("tomas", "tickets_comment", sim.Args{"ticket": "PORT-12", "text": "long ago"})
	o.Open()
	id := o.make("Search box", "text", "words", "labels", "a,b", "assignee", "robin", "estimate", "16h")
	o.Do("robin", "tickets_move", sim.Args{"ticket": id, "to": "Doing"})
	o.Do("robin", "tickets_comment", sim.Args{"ticket": id, "text": "hello @ines"})
	o.Do("robin", "tickets_update", sim.Args{"ticket": id, "priority": "high", "labels": "c", "estimate": "8h", "text": "others"})
	o.Do("robin", "tickets_link", sim.Args{"ticket": id, "kind": "duplicates", "to": "PORT-12"})
	o.Do("robin", "tickets_assign", sim.Args{"ticket": id})
	return o
}

func same(t *testing.T, a, b *sim.World) {
	t.Helper()
	pa, pb := a.Part("tickets").(*Part), b.Part("tickets").(*Part)
	if !reflect.DeepEqual(pa.list, pb.list) || !reflect.DeepEqual(pa.newest, pb.newest) || !reflect.DeepEqual(pa.places, pb.places) {
		t.Fatal("the tickets differ")
	}
	for k, s := range pa.facets {
		if !reflect.DeepEqual(s.newest(1000), pb.facets[k].newest(1000)) {
			t.Fatalf("the sets %s differ", k)
		}
	}
	for id := range pa.places {
		x, _ := pa.Exhibit(a, id)
		y, _ := pb.Exhibit(b, id)
		if !reflect.DeepEqual(x, y) {
			t.Fatalf("%s: %v and %v", id, x, y)
		}
	}
}

func TestReplayMakesTheSameWorld(t *testing.T) {
	o := story(t)
	fresh := o.Replayed().World
	same(t, o.World, fresh)
}

func TestClonesGoTheirOwnWay(t *testing.T) {
	o := story(t)
	base := o.World.Clone()
	a, b := &office{o.Fork()}, &office{o.Fork()}
	a.Do("robin", "tickets_comment", sim.Args{"ticket": "PORT-13", "text": "only in apple"})
	b.Do("robin", "tickets_comment", sim.Args{"ticket": "PORT-13", "text": "only in banana"})
	a.Do("robin", "tickets_move", sim.Args{"ticket": "PORT-13", "to": "Review"})
	b.Do("robin", "tickets_update", sim.Args{"ticket": "PORT-13", "labels": "d"})
	a.make("In a")
	b.make("In b")
	b.Do("robin", "tickets_link", sim.Args{"ticket": "PORT-13", "kind": "blocks", "to": "PORT-14"})
	same(t, o.World, base)
	if got := found(a.Do("robin", "tickets_list", sim.Args{"text": "banana"})); got != "" {
		t.Fatalf("a finds %s", got)
	}
	if got := found(b.Do("robin", "tickets_list", sim.Args{"state": "doing", "label": "d"})); got != "PORT-13" {
		t.Fatalf("b finds %s", got)
	}
	if x := a.show("PORT-14"); x["title"] != "In a" || len(x["links"].([]string)) != 0 {
		t.Fatalf("a has %v", x)
	}
}

func TestNewestOfASetWithGaps(t *testing.T) {
	var s set
	for _, i := range []int{3, 64, 200, 63, 5} {
		s = s.with(i)
	}
	s.drop(5)
	s.drop(9999)
	if got := s.newest(3); !reflect.DeepEqual(got, []int{200, 64, 63}) || s.count() != 4 || s.has(5) || !s.has(3) {
		t.Fatalf("newest %v of %d", got, s.count())
	}
}

func BenchmarkHistoryTicket(b *testing.B) {
	w := sim.NewWorld(New(boards()))
	if _, err := w.Found(founding()); err != nil {
		b.Fatal(err)
	}
	for i := 0; b.Loop(); i++ {
		out, err := w.Recall(start.Add(-time.Hour), sim.Call{By: "lena", Tool: "tickets_create", Args: sim.Args{"board": "PORT",
			"title": fmt.Sprintf("Ticket number %d of many", i), "text": "some words about what is to be done", "assignee": "tomas"}})
		if err != nil || out.Rejected != nil {
			b.Fatal(err, out.Rejected)
		}
	}
}

func BenchmarkClone(b *testing.B) {
	p := New(boards())
	w := sim.NewWorld(p)
	if _, err := w.Found(founding()); err != nil {
		b.Fatal(err)
	}
	for i := range 10_000 {
		if _, err := w.Recall(start, sim.Call{By: "lena", Tool: "tickets_create", Args: sim.Args{"board": "PORT", "title": fmt.Sprint(i)}}); err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		p.Clone()
	}
}

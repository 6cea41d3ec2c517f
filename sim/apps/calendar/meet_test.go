package calendar

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/simtest"
)

func TestAgentAttendsAndReadsTheNotes(t *testing.T) {
	o := opened(t)
	o.Do("marta", "calendar_create", review())
	o.Do("lena", "calendar_respond", sim.Args{"event": "review", "answer": "accepted"})
	o.until("2026-03-02T10:00")
	if got := o.Last("calendar.began").Audience; !reflect.DeepEqual(got, []sim.ActorID{"lena", "marta", "robin"}) {
		t.Fatalf("began for %v", got)
	}
	o.Do("marta", "calendar_say", sim.Args{"event": "review", "text": "before robin comes"})
	if e := o.Last("calendar.said"); e.Reaches("robin") {
		t.Fatal("an agent that does not attend hears what is said")
	}
	o.Refused("robin", "calendar_notes", sim.Args{"event": "review"}, "ask someone who was there")
	out := o.World.Begin("robin", sim.Began{Tool: "calendar_attend", Args: `{"event":"review"}`})
	if out.Rejected != nil {
		t.Fatal(out.Rejected)
	}
	o.Events = append(o.Events, out.Events...)
	o.Do("lena", "calendar_say", sim.Args{"event": "review", "text": "The box is down, Robin"})
	sp := o.Last("calendar.said").Body.(Said).Speech()
	if !slices.Contains(sp.Mentions, "robin") || sp.Thread != "review" || sp.App != "calendar" || len(sp.Cc) != 2 {
		t.Fatalf("speech %+v", sp)
	}
	o.until("2026-03-02T11:00")
	ob := o.World.Last("robin")
	if ob.Now != berlin(t, "2026-03-02T11:00") || ob.Tool != "calendar_attend" {
		t.Fatalf("robin is ready at %s after %s", ob.Local, ob.Tool)
	}
	if all := strings.Join(ob.Arrived, "\n"); !strings.Contains(all, "The box is down") || !strings.Contains(all, "ends; marta: before robin") {
		t.Fatalf("arrived:\n%s", all)
	}
	notes := simtest.JSON(t, o.Do("robin", "calendar_notes", sim.Args{"event": "review"}).Result.Data)
	if !strings.Contains(notes, "lena: The box is down, Robin") || !strings.Contains(notes, "before robin comes") {
		t.Fatalf("notes %s", notes)
	}
	if got := o.show("review")["state"]; got != "over" {
		t.Fatalf("state %v", got)
	}
}

func TestAgentGoesOnWhenAddressed(t *testing.T) {
	o := opened(t)
	o.Do("marta", "calendar_create", review())
	o.until("2026-03-02T10:00")
	out := o.World.Begin("robin", sim.Began{Tool: "calendar_attend", Args: `{"event":"review","until_addressed":true}`})
	o.Do("lena", "calendar_say", sim.Args{"event": "review", "text": "nothing for anybody"})
	if _, ok := o.World.Waits(); ok || out.Rejected != nil {
		t.Fatal("robin goes on though nobody said the name")
	}
	o.Do("lena", "calendar_say", sim.Args{"event": "review", "text": "@robin what is the date?"})
	if _, ok := o.World.Waits(); !ok {
		t.Fatal("robin still waits after being addressed")
	}
	o.Do("robin", "calendar_say", sim.Args{"event": "review", "text": "the 27th"})
	if e := o.Last("calendar.said"); !e.Reaches("lena") || !e.Reaches("marta") {
		t.Fatalf("heard by %v", e.Audience)
	}
}

func TestMeetingNobodyAttendsHasNoNotes(t *testing.T) {
	o := opened(t)
	o.Do("marta", "calendar_create", review())
	o.Do("lena", "calendar_respond", sim.Args{"event": "review", "answer": "decline", "comment": "ill"})
	if e := o.Last("calendar.responded"); !reflect.DeepEqual(e.Audience, []sim.ActorID{"marta"}) {
		t.Fatalf("the answer reaches %v", e.Audience)
	}
	o.Do("marta", "calendar_absent", sim.Args{"event": "review"})
	o.until("2026-03-02T10:00")
	if got := o.Last("calendar.began"); len(got.Body.(Began).Present) != 0 || !reflect.DeepEqual(got.Audience, []sim.ActorID{"robin"}) {
		t.Fatalf("present %v, told %v", got.Body.(Began).Present, got.Audience)
	}
	o.Refused("lena", "calendar_say", sim.Args{"event": "review", "text": "hello"}, "declined")
	o.until("2026-03-02T11:00")
	if e := o.Last("calendar.ended"); len(e.Audience) != 0 {
		t.Fatalf("the end reaches %v", e.Audience)
	}
	x := o.show("review")
	if len(x["notes"].([]string)) != 0 || len(x["attended"].([]string)) != 0 {
		t.Fatalf("exhibit %v", x)
	}
	o.Refused("marta", "calendar_notes", sim.Args{"event": "review"}, "no notes")
	o.Refused("robin", "calendar_attend", sim.Args{"event": "review"}, "over")
}

func TestAbsentDuringTheMeetingEndsPresence(t *testing.T) {
	o := opened(t)
	o.Do("marta", "calendar_create", review())
	o.until("2026-03-02T10:00")
	o.Do("lena", "calendar_absent", sim.Args{"event": "review"})
	o.Do("marta", "calendar_say", sim.Args{"event": "review", "text": "the secret is out"})
	if o.Last("calendar.said").Reaches("lena") {
		t.Fatal("lena hears what is said in a meeting she is not at")
	}
	o.Refused("lena", "calendar_notes", sim.Args{"event": "review"}, "no notes")
	o.Do("lena", "calendar_attend", sim.Args{"event": "review"})
	o.Do("lena", "calendar_notes", sim.Args{"event": "review"})
}

func TestAttendEarlyAndTooEarly(t *testing.T) {
	o := opened(t)
	o.Do("marta", "calendar_create", review())
	o.Refused("robin", "calendar_attend", sim.Args{"event": "review"}, "wait until then")
	o.Do("robin", "wait_until", sim.Args{"time": "2026-03-02T09:40"})
	o.until("2026-03-02T09:40")
	o.Do("robin", "calendar_attend", sim.Args{"event": "review"})
	o.until("2026-03-02T10:00")
	if b := o.Last("calendar.began").Body.(Began); !slices.Contains(b.Present, "robin") {
		t.Fatalf("present %v", b.Present)
	}
}

func TestOnlyTheWorldBeginsAndEndsMeetings(t *testing.T) {
	o := opened(t)
	o.Do("marta", "calendar_create", review())
	o.Refused("marta", "calendar_begin", sim.Args{"event": "review"}, "does not begin now")
	o.Refused("robin", "calendar_begin", sim.Args{"event": "review"}, "no tool")
	o.until("2026-03-02T10:00")
	o.Refused("marta", "calendar_end", sim.Args{"event": "review"}, "does not run")
}

func TestBackToBackMeetingsEndFirst(t *testing.T) {
	o := opened(t)
	o.Do("marta", "calendar_create", sim.Args{"title": "B", "start": "2026-03-02T11:00", "end": "2026-03-02T12:00", "attendees": "lena", "uid": "b"})
	o.Do("marta", "calendar_create", review())
	o.until("2026-03-02T11:00")
	var order []string
	for _, e := range o.Events {
		if k := e.Body.Kind(); k == "calendar.began" || k == "calendar.ended" {
			order = append(order, k)
		}
	}
	if want := []string{"calendar.began", "calendar.ended", "calendar.began"}; !slices.Equal(order, want) {
		t.Fatalf("order %v", order)
	}
}

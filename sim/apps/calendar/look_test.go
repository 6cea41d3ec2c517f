package calendar

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/simtest"
)

func TestFindSlotAcrossZones(t *testing.T) {
	o := opened(t)
	o.Do("marta", "calendar_create", review())
	// Berlin 9-12, 13-17; Kolkata is 4:30 ahead: 4:30-7:30, 8:30-12:30 in Berlin. Together 9-12 and marta is busy 10-11.
	got := simtest.JSON(t, o.Do("marta", "calendar_find_slot", sim.Args{"who": "raj", "length": "50m", "from": "2026-03-02T09:00", "to": "2026-03-03T09:00"}).Result.Data)
	want := `{"slots":["Mon 2 Mar 2026 09:00 to 09:50 (Europe/Berlin)","Mon 2 Mar 2026 11:00 to 11:50 (Europe/Berlin)"]}`
	if got != want {
		t.Fatalf("got %s, want %s", got, want)
	}
	got = simtest.JSON(t, o.Do("raj", "calendar_find_slot", sim.Args{"who": "omar", "length": "30m", "from": "2026-03-02T09:00", "to": "2026-03-06T09:00"}).Result.Data)
	if got != `{"slots":[]}` {
		t.Fatalf("raj and omar never work together, got %s", got)
	}
	o.Refused("marta", "calendar_find_slot", sim.Args{"who": "raj", "length": "9h", "from": "2026-03-02T09:00", "to": "2026-03-03T09:00"}, "8h")
	o.Refused("marta", "calendar_free_busy", sim.Args{"who": "raj", "from": "2026-03-02T09:00", "to": "2026-06-03T09:00"}, "31 days")
	o.Refused("marta", "calendar_free_busy", sim.Args{"who": "raj", "from": "2026-03-02T09:00", "to": "2026-03-01T09:00"}, "after from")
}

func TestOthersLearnOnlyThatOneIsBusy(t *testing.T) {
	o := opened(t)
	o.Do("marta", "calendar_create", sim.Args{"title": "canary-7731", "agenda": "canary-7731", "location": "canary-7731", "uid": "canary-7731",
		"start": "2026-03-02T10:00", "end": "2026-03-02T11:00", "attendees": "lena", "recurrence": "FREQ=DAILY"})
	o.Do("marta", "calendar_create", sim.Args{"title": "Known", "start": "2026-03-02T10:30", "end": "2026-03-02T11:30", "attendees": "lena,robin"})
	span := func(more ...string) sim.Args {
		a := sim.Args{"from": "2026-03-02T09:00", "to": "2026-03-06T09:00"}
		for i := 0; i+1 < len(more); i += 2 {
			a[more[i]] = more[i+1]
		}
		return a
	}
	outs := []string{
		simtest.JSON(t, o.Do("robin", "calendar_list", span()).Result.Data),
		simtest.JSON(t, o.Do("robin", "calendar_free_busy", span("who", "marta,lena")).Result.Data),
		simtest.JSON(t, o.Do("robin", "calendar_find_slot", span("who", "marta,lena", "length", "30m")).Result.Data),
		simtest.JSON(t, o.Do("robin", "calendar_conflicts", span("who", "marta,lena")).Result.Data),
	}
	for tool, args := range map[string]sim.Args{"calendar_show": {}, "calendar_notes": {}, "calendar_attend": {}, "calendar_cancel": {},
		"calendar_respond": {"answer": "accepted"}, "calendar_say": {"text": "x"}, "calendar_move": {"start": "2026-03-03T10:00", "end": "2026-03-03T11:00"}} {
		hidden, missing := sim.Args{"event": "canary-7731"}, sim.Args{"event": "canary-0000"}
		for k, v := range args {
			hidden[k], missing[k] = v, v
		}
		a := o.Try("robin", tool, hidden).Rejected
		b := o.Try("robin", tool, missing).Rejected
		if a == nil || b == nil || strings.ReplaceAll(a.Error(), "7731", "0000") != b.Error() {
			t.Fatalf("%s: a hidden event is refused with %v, a missing one with %v", tool, a, b)
		}
	}
	for _, e := range o.Events {
		if s, ok := e.Body.(fmt.Stringer); ok && e.Reaches("robin") && e.Body.Kind() != "sim.rejected" {
			outs = append(outs, s.String())
		}
	}
	for _, out := range outs {
		if strings.Contains(out, "canary") {
			t.Fatalf("robin sees %s", out)
		}
	}
	if !strings.Contains(outs[1], "10:00 to 11:30") || !strings.Contains(outs[3], `"title":"busy"`) || !strings.Contains(outs[3], "Known") {
		t.Fatalf("free/busy %s\nconflicts %s", outs[1], outs[3])
	}
}

func TestListPages(t *testing.T) {
	o := opened(t)
	for i := range 25 {
		start := berlin(t, "2026-03-03T10:00")
		o.Do("marta", "calendar_create", sim.Args{"title": fmt.Sprintf("T%02d", i), "start": start, "end": start + 1800e9, "attendees": "robin"})
	}
	first := o.Do("robin", "calendar_list", sim.Args{}).Result.Data.(Lines)
	second := o.Do("robin", "calendar_list", sim.Args{"cursor": first.Next}).Result.Data.(Lines)
	if len(first.Events) != 20 || len(second.Events) != 5 || second.Next != "" || first.Events[0].You != NeedsAction {
		t.Fatalf("pages of %d and %d, next %q", len(first.Events), len(second.Events), second.Next)
	}
	all := o.Do("script", "calendar_list", sim.Args{"limit": int64(100)}).Result.Data.(Lines)
	if len(all.Events) != 25 {
		t.Fatalf("the script sees %d events", len(all.Events))
	}
	if got := simtest.JSON(t, o.Do("robin", "calendar_show", sim.Args{"event": "event-3"}).Result.Data); !strings.Contains(got, `"state":"planned"`) {
		t.Fatalf("shown %s", got)
	}
}

func TestBusyMergesAndSkipsDeclined(t *testing.T) {
	o := opened(t)
	o.Do("marta", "calendar_create", review())
	o.Do("lena", "calendar_create", sim.Args{"title": "B", "start": "2026-03-02T10:30", "end": "2026-03-02T12:00", "attendees": "robin"})
	o.Do("lena", "calendar_create", sim.Args{"title": "Trip", "start": "2026-03-02T14:00", "end": "2026-03-05T12:00", "attendees": "robin"})
	from, to := berlin(t, "2026-03-02T00:00"), berlin(t, "2026-03-04T00:00")
	want := []Interval{{berlin(t, "2026-03-02T10:00"), berlin(t, "2026-03-02T12:00")}, {berlin(t, "2026-03-02T14:00"), to}}
	if got := o.part().Busy("robin", from, to); !reflect.DeepEqual(got, want) {
		t.Fatalf("busy %v, want %v", got, want)
	}
	if got := o.part().Busy("robin", berlin(t, "2026-03-04T00:00"), berlin(t, "2026-03-05T00:00")); len(got) != 1 {
		t.Fatalf("in the middle of the trip: %v", got)
	}
	o.Do("robin", "calendar_respond", sim.Args{"event": "event-2", "answer": "declined"})
	if got := o.part().Busy("robin", from, to); len(got) != 1 {
		t.Fatalf("busy with what was declined: %v", got)
	}
}

package sim

import "testing"

func TestAnOutlineTellsWhatTheEventDoes(t *testing.T) {
	codec := NewCodec()
	for _, x := range []struct {
		body   Body
		begins bool
	}{{Founded{}, false}, {Opened{}, false}, {Fired{Owner: "o", Key: "k"}, true}, {Replied{ID: 1}, true}, {Began{Tool: "t"}, true},
		{Called{}, false}, {Ready{}, false}, {Asked{}, false}, {Ended{}, false}, {Rejected{}, false}} {
		raw := codec.Encode(Event{Seq: 7, At: -5, Actor: Nature, Cause: 3, Body: x.body})
		got, err := OutlineOf(raw)
		if err != nil {
			t.Fatal(err)
		}
		if got.Seq != 7 || got.At != -5 || got.Kind() != x.body.Kind() || got.Begins() != x.begins {
			t.Errorf("got %d %d %s begins %v, want 7 -5 %s %v", got.Seq, got.At, got.Kind(), got.Begins(), x.body.Kind(), x.begins)
		}
	}
	end, err := OutlineOf(codec.Encode(Event{Seq: 8, Actor: Nature, Body: Ended{}}))
	if err != nil || !end.Begins() {
		t.Errorf("an end from outside: begins %v, %v, want true", end.Begins(), err)
	}
	for _, bad := range []string{"", "event 1", "\x87\x01"} {
		if _, err := OutlineOf([]byte(bad)); err == nil {
			t.Errorf("%q: no error", bad)
		}
	}
}

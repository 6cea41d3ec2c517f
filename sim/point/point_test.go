package point

import "testing"

func TestWhatIsAPointByItsForm(t *testing.T) {
	for text, want := range map[string]bool{
		"": true, "last": true, "17": true, "hour:8": true, "hour:0.5": true, "day:3": true, "after:17": true, "after:sim.done": true,
		"before:sim.done": true, "2026-03-09": true, "2026-03-09T10:00": true,
		"0": false, "hour-8": false, "hour:": false, "day:0": false, "after:words": false, "kick-off": false, "2026-13-09": false, "1e3": false,
	} {
		if got := Is(text); got != want {
			t.Errorf("%q: got %v, want %v", text, got, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{"last", "hour:1e5", "day:2", "before:a.b", "2026-03-09 10:00", "after:1e14"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := Parse(text, noCalendar{})
		if err != nil && p != (Point{}) {
			t.Errorf("%q: an error and the point %+v", text, p)
		}
	})
}

func TestWhatNoCheckpointIsCalled(t *testing.T) {
	for text, want := range map[string]bool{
		"": true, "last": true, "Last": true, "LAST": true, "+17": true, "-3": true, "017": true, "before:x": true, "day:x": true, "Hour:": true, " hour:3": true,
		"hour-8": false, "step-50": false, "latest": false, "milestone-sim.done": false, "r7:3": false, "1e3": false, "v2": false,
	} {
		if got := Taken(text); got != want {
			t.Errorf("%q: got %v, want %v", text, got, want)
		}
	}
}

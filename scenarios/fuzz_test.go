package scenarios

import (
	"errors"
	"maps"
	"testing"
)

// refusesOrLoads loads files with one of them replaced: whatever the bytes are, the answer is a scenario or problems
// that all have a file.
func refusesOrLoads(t *testing.T, good tree, file string, raw []byte) {
	t.Helper()
	files := maps.Clone(good)
	files[file] = raw
	sc, err := load(files, &report{name: "base"})
	if err == nil {
		if _, err := sc.Bundle(); err != nil {
			t.Fatalf("a scenario that loads has no bundle: %v", err)
		}
		return
	}
	var ps Problems
	if !errors.As(err, &ps) {
		t.Fatalf("got %v, want problems", err)
	}
	for _, p := range ps {
		if p.File == "" || p.Message == "" || p.Line < 0 || p.Line > 0 && p.Column < 1 {
			t.Fatalf("a problem without a place: %+v", p)
		}
	}
}

func FuzzScenarioYAML(f *testing.F) {
	good := base(f)
	which := []string{"scenario.yaml", "rubric.yaml", "oracle.yaml", "cast/bob.yaml", "world/sheets/budget.csv.yaml"}
	for i, name := range which {
		f.Add(i, good[name])
	}
	for _, c := range malformed {
		for i, name := range which {
			if c.file == name && c.new != "-" {
				f.Add(i, c.in(f, good)[name])
			}
		}
	}
	f.Fuzz(func(t *testing.T, i int, raw []byte) {
		if _, err := parse(raw); err != nil {
			if err.line < 1 || err.column < 1 || err.what == "" {
				t.Fatalf("trouble without a place: %+v", err)
			}
			return
		}
		refusesOrLoads(t, good, which[uint(i)%uint(len(which))], raw)
	})
}

func FuzzEml(f *testing.F) {
	good := base(f)
	f.Add(good["world/mail/1.eml"])
	f.Add(good["world/mail/2.eml"])
	f.Fuzz(func(t *testing.T, raw []byte) {
		if readLetter(raw).fault == "" { // what is at fault is refused, and trying it whole would only cost time
			refusesOrLoads(t, good, "world/mail/2.eml", raw)
		}
	})
}

func FuzzChatCSV(f *testing.F) {
	good := base(f)
	f.Add(good["world/chat/general.csv"])
	f.Add(good["world/chat/direct.csv"])
	f.Fuzz(func(t *testing.T, raw []byte) { refusesOrLoads(t, good, "world/chat/general.csv", raw) })
}

func FuzzICS(f *testing.F) {
	good := base(f)
	f.Add(good["world/calendar/weekly.ics"])
	f.Fuzz(func(t *testing.T, raw []byte) {
		if _, err := readCalendar(raw); err == nil {
			refusesOrLoads(t, good, "world/calendar/weekly.ics", raw)
		}
	})
}

func FuzzTickets(f *testing.F) {
	good := base(f)
	f.Add(good["world/tickets/MOVE.csv"])
	f.Fuzz(func(t *testing.T, raw []byte) { refusesOrLoads(t, good, "world/tickets/MOVE.csv", raw) })
}

func FuzzDocument(f *testing.F) {
	good := base(f)
	f.Add(good["world/docs/plans/house.md"])
	f.Fuzz(func(t *testing.T, raw []byte) { refusesOrLoads(t, good, "world/docs/plans/house.md", raw) })
}

func FuzzBundle(f *testing.F) {
	sc, err := loadTree(base(f))
	if err != nil {
		f.Fatal(err)
	}
	raw, err := sc.Bundle()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(raw)
	f.Add([]byte{0xa3, 1, 1, 2, 0x61, 'x', 3, 0xa0})
	f.Fuzz(func(t *testing.T, raw []byte) {
		sc, err := FromBundle(raw)
		if err != nil {
			return
		}
		again, err := sc.Bundle()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := FromBundle(again); err != nil {
			t.Fatalf("the bundle of what was read cannot be read: %v", err)
		}
	})
}

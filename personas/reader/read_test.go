package reader

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim/speech"
)

var update = flag.Bool("update", false, "write what is read into testdata/readings.txt; look at the difference")

func portal() *Lexicon {
	return New(Terms{
		People: []Person{{"marta", "Marta", "Marta Keller"}, {"lena", "Lena", "Lena Vogt"}, {"omar", "Omar", "Omar Haddad"},
			{"tomas", "Tomas", "Tomas Novak"}, {"ines", "Ines", "Ines Duarte"}, {"robin", "Robin", "Robin Adler"}},
		Requirements: []Item{
			{ID: "go-live", Title: "Go-live date", Value: "2026-04-01", Version: 2, Keywords: []string{"launch date"}},
			{ID: "sla", Title: "Availability target", Value: "99.5 %", Version: 1, Keywords: []string{"uptime"}},
			{ID: "budget", Title: "Budget limit", Value: "18000 EUR", Version: 1},
			{ID: "languages", Title: "Languages at launch", Value: "German, English", Version: 1}},
		Packages: []Item{{ID: "api", Title: "Order API"}, {ID: "schema", Title: "Database schema"}, {ID: "staging", Title: "Staging environment"},
			{ID: "rollout", Title: "Rollout of the portal"}, {ID: "pentest", Title: "Penetration test"}, {ID: "search-index", Title: "Search index"}},
		Deliverables: []Item{{ID: "plan", Title: "Release plan", Ref: "docs/release-plan"}, {ID: "budget-sheet", Title: "Budget sheet", Ref: "sheets/budget"},
			{ID: "notes", Title: "Release notes", Ref: "tickets/PORT-40"}},
		Approvals: []Item{{ID: "security-signoff", Title: "Security sign-off"}, {ID: "release-approval", Title: "Release approval"}},
		Facts: []Item{{ID: "vendor-price", Title: "price of the search vendor", Keywords: []string{"vendor", "price", "charges"}},
			{ID: "maintenance-window", Title: "maintenance window of the data centre"}},
		Risks:       []Item{{ID: "dns", Title: "DNS cutover"}},
		Commitments: []Item{{ID: "c1"}, {ID: "c7"}},
	})
}

// scene returns the context of that name; it is Monday 9 March 2026, 10:00 in Berlin.
func context(t testing.TB, name string) Context {
	zone, err := clock.Zone("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	c := Context{Now: clock.At(2026, 3, 9, 10, 0, zone), Zone: zone, From: "robin", To: "tomas"}
	change := speech.Act{Verb: speech.Change, Req: "go-live", Version: 2, Value: "2026-04-01"}
	late := speech.Act{Verb: speech.Delay, Package: "api", Due: clock.At(2026, 3, 25, 17, 0, zone)}
	switch name {
	case "":
	case "told-change":
		c.LastActs = []speech.Act{change}
	case "told-delay":
		c.LastActs = []speech.Act{late}
	case "told-two":
		c.LastActs = []speech.Act{change, late}
	case "told-done":
		c.LastActs = []speech.Act{{Verb: speech.Done, Package: "api"}}
	case "asked-plan":
		c.LastActs = []speech.Act{{Verb: speech.Request, Deliverable: "plan"}}
	case "asked-approval":
		c.LastActs = []speech.Act{{Verb: speech.Request, Approval: "release-approval"}}
	case "open-ask":
		c.OpenAsks = []speech.Act{{Verb: speech.Ask, Fact: "vendor-price"}}
	case "to-manager":
		c.ToRole = "manager"
	default:
		t.Fatalf("no context is called %q", name)
	}
	return c
}

// answer writes a reading in the form of the table.
func answer(r Reading) string {
	var b strings.Builder
	for _, a := range r.Acts {
		b.WriteString("= " + a.String() + "\n")
	}
	if r.Unclear != "" {
		b.WriteString("! " + strings.ReplaceAll(r.Unclear, "\n", `\n`) + "\n")
	}
	for _, f := range []struct {
		on   bool
		name string
	}{{r.Rude, "rude"}, {r.Urgent, "urgent"}, {r.Broadcast, "broadcast"}} {
		if f.on {
			b.WriteString("+ " + f.name + "\n")
		}
	}
	return b.String()
}

func TestReadingsOfTheTable(t *testing.T) {
	raw, err := os.ReadFile("testdata/readings.txt")
	if err != nil {
		t.Fatal(err)
	}
	l, name, text, want := portal(), "", "", ""
	var fresh strings.Builder
	count := 0
	flush := func() {
		if text == "" {
			return
		}
		count++
		got := answer(l.Read(strings.ReplaceAll(text, `\n`, "\n"), context(t, name)))
		if got != want && !*update {
			t.Errorf("%s %q\ngot\n%swant\n%s", name, text, got, want)
		}
		fresh.WriteString(got)
		name, text, want = "", "", ""
	}
	for line := range strings.SplitSeq(string(raw), "\n") {
		switch {
		case strings.HasPrefix(line, "> "):
			text = line[2:]
		case strings.HasPrefix(line, "["):
			name = strings.Trim(line, "[]")
		case line != "" && strings.ContainsRune("=!+", rune(line[0])):
			want += line + "\n"
			continue
		default:
			flush()
		}
		fresh.WriteString(line + "\n")
	}
	flush()
	if count < 190 {
		t.Errorf("the table has %d readings, want at least 190", count)
	}
	if *update {
		if err := os.WriteFile("testdata/readings.txt", []byte(strings.TrimRight(fresh.String(), "\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func TestTheSameTextAlwaysReadsTheSame(t *testing.T) {
	text := "Hi all, go-live is now 1 April. The API is delayed to 25 March; when will the schema be done? I'll send the plan by Friday."
	want := answer(portal().Read(text, context(t, "told-two")))
	for range 50 {
		if got := answer(portal().Read(text, context(t, "told-two"))); got != want {
			t.Fatalf("got\n%swant\n%s", got, want)
		}
	}
}

func TestValuesFollowTheLedger(t *testing.T) {
	l := portal()
	old := l.Clone()
	l.SetValue("go-live", "2026-04-08", 3)
	const text = "Heads up: the go-live moved to 8 April."
	if got := answer(l.Read(text, context(t, ""))); got != "= change req:go-live@3 value:2026-04-08\n" {
		t.Errorf("after the change got %s", got)
	}
	if got := answer(old.Read(text, context(t, ""))); got != "= change req:go-live value:2026-04-08\n" {
		t.Errorf("a clone taken before got %s", got)
	}
	l.AddCommitment("c12")
	if got := answer(l.Read("Following up on c12", context(t, ""))); got != "= remind commitment:c12\n" {
		t.Errorf("a new commitment got %s", got)
	}
}

func TestLongTextsAreBounded(t *testing.T) {
	text := strings.Repeat("When will the API be ready? The schema is 60% done, and I'll send the plan by Friday. ", 2000)
	r := portal().Read(text, context(t, ""))
	if len(r.Acts) == 0 || len(r.Acts) > maxActs {
		t.Errorf("got %d acts", len(r.Acts))
	}
}

func FuzzRead(f *testing.F) {
	raw, err := os.ReadFile("testdata/readings.txt")
	if err != nil {
		f.Fatal(err)
	}
	for line := range strings.SplitSeq(string(raw), "\n") {
		if text, ok := strings.CutPrefix(line, "> "); ok {
			f.Add(strings.ReplaceAll(text, `\n`, "\n"))
		}
	}
	for _, s := range []string{"", "\x00\xff", "İ 99.0.9 %", "€", "by 99:99 on 2026-99-99", "at 25", "in 999 weeks", "31.02. 30 feb", "," + strings.Repeat(" and i ", 50)} {
		f.Add(s)
	}
	l := portal()
	f.Fuzz(func(t *testing.T, text string) {
		c := context(t, "told-two")
		r := l.Read(text, c)
		if len(r.Acts) > maxActs {
			t.Errorf("%q has %d acts", text, len(r.Acts))
		}
		if len(r.Unclear) > 80 {
			t.Errorf("%q: unclear is %d bytes", text, len(r.Unclear))
		}
	})
}

func BenchmarkRead(b *testing.B) {
	l, c := portal(), context(b, "told-change")
	text := "Hi Tomas,\n\nThe go-live moved to 1 April. Can you still finish the API by 25 March? Please also update the rollout.\n\nBest,\nRobin"
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		l.Read(text, c)
	}
}

func BenchmarkReadLongest(b *testing.B) {
	l, c := portal(), context(b, "")
	text := strings.Repeat("The weather report of the day says nothing much about anything here. ", 200)
	b.SetBytes(int64(min(len(text), maxText)))
	for b.Loop() {
		l.Read(text, c)
	}
}

func TestTone(t *testing.T) {
	l := portal()
	for text, want := range map[string][5]bool{ // rude, urgent, polite, question, broadcast
		"Could you please send me the plan?":      {false, false, true, true, false},
		"send the plan asap":                      {false, true, false, false, false},
		"Hi all, go-live is now 1 April.":         {false, false, false, false, true},
		"This is ridiculous, do your job":         {true, false, false, false, false},
		"Thanks, Lena":                            {false, false, true, false, false},
		"When will the API be done":               {false, false, false, true, false},
		"WHERE IS THE SCHEMA I ASKED FOR":         {true, false, false, true, false},
		"The SLA is 99.5 %, see the SLA section.": {},
	} {
		r := l.Read(text, context(t, ""))
		if got := [5]bool{r.Rude, r.Urgent, r.Polite, r.Question, r.Broadcast}; got != want {
			t.Errorf("%q: got %v, want %v", text, got, want)
		}
	}
}

func TestDaysAndTimes(t *testing.T) {
	c := context(t, "") // Monday 9 March 2026, 10:00
	for text, want := range map[string]string{
		"by 2026-03-20": "2026-03-20 17:00", "on 20 march": "2026-03-20 17:00", "march 20th": "2026-03-20 17:00", "until 20.03.": "2026-03-20 17:00",
		"by 3/20": "2026-03-20 17:00", "tomorrow": "2026-03-10 17:00", "by friday": "2026-03-13 17:00", "next tuesday": "2026-03-17 17:00", "by eod": "2026-03-09 17:00",
		"end of week": "2026-03-13 17:00", "in two days": "2026-03-11 17:00", "at 14:00": "2026-03-09 14:00", "by noon": "2026-03-09 12:00", "by 9am": "2026-03-10 09:00",
		"friday 20 march, 14:30": "2026-03-20 14:30", "end of month": "2026-03-31 17:00", "in 3 hours": "2026-03-09 13:00", "by monday": "2026-03-16 17:00",
		"this monday": "2026-03-09 17:00", "1st of april": "2026-04-01 17:00", "5 january": "2026-01-05 17:00", "2 jan 2027": "2027-01-02 17:00",
		"tomorrow morning": "2026-03-10 10:00", "wednesday at 3pm": "2026-03-11 15:00", "from 27 march to 1 april": "2026-04-01 17:00", "since monday": "", "99.5 %": "",
		"in 3 working days": "2026-03-12 17:00", "day after tomorrow": "2026-03-11 17:00", "29 march 02:30": "2026-03-29 03:00", "31 feb": "",
	} {
		got := ""
		if at := due(whens(text, c), c); at != 0 {
			got = at.In(c.zone()).Format("2006-01-02 15:04")
		}
		if got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

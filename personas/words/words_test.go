package words

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim/speech"
)

func never(string) bool { return false }

// draws is a chance that differs by name, number and seed.
func draws(seed uint64) Draw {
	return func(what string, n uint64) uint64 {
		h := 14695981039346656037 ^ seed*0x9e3779b97f4a7c15 ^ n<<32
		for i := range len(what) {
			h = (h ^ uint64(what[i])) * 1099511628211
		}
		h ^= h >> 29
		return h * 0xbf58476d1ce4e5b9
	}
}

func voice(t testing.TB, style string) Voice {
	zone, err := clock.Zone("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	return Voice{Name: "Lena", Style: style, Zone: zone}
}

// full is an act of the verb with all that such an act has.
func full(v speech.Verb) Details {
	d := Details{Act: speech.Act{Verb: v}, Title: "Order API", Reason: "the schema is not final"}
	const due = "Fri 20 Mar, 17:00"
	switch v {
	case speech.Inform:
		d.Title, d.Text, d.Reason = "price of the search vendor", "The search vendor asks for 18,400 EUR a year", ""
	case speech.Change:
		d.Title, d.Value = "Go-live date", "2026-04-01"
	case speech.Progress:
		d.Act.Percent, d.Due, d.Reason = 60, due, ""
	case speech.Commit, speech.Request, speech.Delay, speech.Propose:
		d.Due = due
	case speech.Ask, speech.Remind:
		d.Due, d.Reason = due, ""
	case speech.Escalate, speech.Block:
		d.Who = "Omar"
	case speech.Refer, speech.HandOver:
		d.Who, d.Reason = "Omar", ""
	case speech.Clarify:
		d.Reason = "the other thing"
	case speech.Approve, speech.Reject:
		d.Title = "Security sign-off"
	case speech.Acknowledge:
		d.Title, d.Value, d.Reason = "Go-live date", "2026-04-01", ""
	case speech.Thank, speech.Done:
		d.Reason = ""
	case speech.SmallTalk:
		d.Title, d.Reason = "", ""
	case speech.Farewell:
		d.Title, d.Due, d.Who, d.Reason = "", due, "Omar", "annual leave"
	}
	return d
}

func given(d Details) []string {
	out := []string{d.Value, d.Due, d.Who, d.Text, d.Reason}
	if d.Act.Percent > 0 {
		out = append(out, fmt.Sprintf("%d%%", d.Act.Percent))
	}
	if !optionalIt(d.Act.Verb) && d.Text == "" {
		out = append(out, strings.ToLower(d.Title[:1])+d.Title[1:])
	}
	return out
}

var flaws = regexp.MustCompile(`  | [.,!?;:](?:\s|$)|[{}\[\]|]|%!\(|\.\.|,,|[!?]\.|,\.|\(\)| $|^ |\b(\w+) (?:the the|a the|the a)\b|\bi\b`)

func checkGrammar(t *testing.T, where, text string) {
	t.Helper()
	plain := strings.TrimSpace(strings.Map(func(r rune) rune {
		if r > 0x2000 {
			return -1
		}
		return r
	}, text))
	if f := flaws.FindString(plain); f != "" {
		t.Errorf("%s: %q in %q", where, f, text)
	}
	if first := []rune(plain)[0]; !unicode.IsUpper(first) && !unicode.IsDigit(first) && first != '"' {
		t.Errorf("%s: begins small: %q", where, text)
	}
}

func ends(text string) bool { return strings.ContainsAny(text[len(text)-1:], ".!?") }

func TestEveryVerbInEveryStyleHasFiveVariants(t *testing.T) {
	for _, v := range speech.Verbs {
		for _, style := range Styles {
			seen := map[string]bool{}
			for seed := range uint64(25) {
				for _, app := range []App{Chat, Mail, Ticket, Meeting} {
					d := full(v)
					s := Scene{Listener: "Robin", App: app, Now: monday(), Acts: []Details{d}}
					text, name := Render(voice(t, style), s, draws(seed), never)
					checkGrammar(t, name, text)
					if app != Mail && !ends(text) {
						t.Errorf("%s: does not end: %q", name, text)
					}
					for _, g := range given(d) {
						if g != "" && !strings.Contains(strings.ToLower(text), strings.ToLower(g)) {
							t.Errorf("%s: %q is not in %q", name, g, text)
						}
					}
					if app == Ticket {
						seen[text] = true
					}
				}
			}
			if len(seen) < 5 {
				t.Errorf("%s/%s has %d variants", v, style, len(seen))
			}
		}
	}
}

func TestActsWithNothingButAVerbCanBeSaid(t *testing.T) {
	for _, v := range speech.Verbs {
		for _, style := range Styles {
			for seed := range uint64(10) {
				d := Details{Act: speech.Act{Verb: v}}
				text, name := Render(voice(t, style), Scene{App: Chat, Acts: []Details{d}}, draws(seed), never)
				checkGrammar(t, name, text)
				for _, invented := range []string{"Mar", "%", "Omar", "EUR"} {
					if strings.Contains(text, invented) {
						t.Errorf("%s: %q says %q, which is not given", name, text, invented)
					}
				}
			}
		}
	}
}

var letters = regexp.MustCompile(`[^a-z{}|]+`)

func TestNoTwoStylesShareACore(t *testing.T) {
	for _, v := range append([]speech.Verb{askValue}, speech.Verbs...) {
		seen := map[string]string{}
		for _, style := range Styles {
			for _, core := range source(v, style) {
				k := letters.ReplaceAllString(strings.ToLower(core), " ")
				if other, ok := seen[k]; ok {
					t.Errorf("%s: %s and %s share %q", v, other, style, core)
				}
				seen[k] = style
			}
		}
	}
}

// source lists the lines of a verb and style as they stand in the tables, with what is optional left out.
func source(v speech.Verb, style string) []string {
	var out []string
	in := false
	for _, table := range []map[speech.Verb]string{asking, valued, news, trouble, promises, social, {speech.SmallTalk: chatter}} {
		for line := range strings.SplitSeq(table[v], "\n") {
			if _, ok := manners[line]; ok {
				in = line == style
			} else if in && line != "" {
				out = append(out, regexp.MustCompile(`\[[^]]*\]`).ReplaceAllString(line, ""))
			}
		}
	}
	return out
}

func TestNothingRepeatsWithinAWeek(t *testing.T) {
	for _, style := range Styles {
		for _, v := range []speech.Verb{speech.Ask, speech.Acknowledge, speech.Progress, speech.Thank} {
			worn, texts := map[string]bool{}, map[string]bool{}
			for seed := range uint64(12) {
				text, name := Render(voice(t, style), Scene{Listener: "Robin", App: Chat, Acts: []Details{full(v)}}, draws(seed), func(n string) bool { return worn[n] })
				for _, p := range Parts(name) {
					worn[p] = true
				}
				if texts[text] {
					t.Errorf("%s/%s repeats %q after %d messages", v, style, text, len(texts))
				}
				texts[text] = true
			}
		}
	}
}

func TestTheSameDrawsMakeTheSameWords(t *testing.T) {
	s := Scene{Listener: "Robin", App: Mail, Acts: []Details{full(speech.Thank), full(speech.Delay), full(speech.Ask)}}
	want, _ := Render(voice(t, "warm"), s, draws(7), never)
	for range 20 {
		if got, _ := Render(voice(t, "warm"), s, draws(7), never); got != want {
			t.Fatalf("got %q, want %q", got, want)
		}
	}
}

func TestSeveralActsAreAllSaid(t *testing.T) {
	for _, style := range Styles {
		for _, app := range []App{Chat, Mail, Ticket, Meeting} {
			for seed := range uint64(30) {
				acts := []Details{full(speech.Acknowledge), full(speech.Delay), full(speech.Refer), full(speech.Progress)}
				text, name := Render(voice(t, style), Scene{Listener: "Robin", App: app, Acts: acts}, draws(seed), never)
				checkGrammar(t, name, text)
				for _, d := range acts {
					for _, g := range given(d) {
						if g != "" && !strings.Contains(strings.ToLower(text), strings.ToLower(g)) {
							t.Errorf("%s: %q is not in %q", name, g, text)
						}
					}
				}
			}
		}
	}
}

func TestTitlesFitIntoSentences(t *testing.T) {
	for title, want := range map[string]string{"Release plan": "the release plan", "API for orders": "the API for orders", "the price": "the price",
		"Migrate the database": `"Migrate the database"`, "Load tests": "the load tests", "DNS cutover": "the DNS cutover", "": ""} {
		if got := Phrase(title); got != want {
			t.Errorf("Phrase(%q) = %q, want %q", title, got, want)
		}
	}
	for it, want := range map[string]bool{"the load tests": true, "the price of the vendors": false, "the tests of the API": true, "the status": false,
		"the analysis": false, "the DNS": false, "the release notes": true, "the access": false} {
		if got := plural(it); got != want {
			t.Errorf("plural(%q) = %v, want %v", it, got, want)
		}
	}
}

func TestSubjectsAndMeetingLinesRead(t *testing.T) {
	for _, v := range speech.Verbs {
		for seed := range uint64(8) {
			for _, d := range []Details{full(v), {Act: speech.Act{Verb: v}}} {
				checkGrammar(t, string(v), Subject(Scene{Acts: []Details{d}}, draws(seed)))
			}
		}
	}
	for line := range lines {
		for _, style := range Styles {
			for seed := range uint64(8) {
				text, name := Line(voice(t, style), Scene{Listener: "Tomas", App: Meeting}, line, draws(seed), never)
				checkGrammar(t, name, text)
				if text2, _ := Line(voice(t, style), Scene{Listener: "Tomas"}, line, draws(seed), func(n string) bool { return n == name }); text2 == text {
					t.Errorf("%s: %q again", name, text)
				}
			}
		}
	}
}

func BenchmarkRender(b *testing.B) {
	v := voice(b, "warm")
	s := Scene{Listener: "Robin", App: Mail, Acts: []Details{full(speech.Thank), full(speech.Delay), full(speech.Ask)}}
	d := draws(1)
	for b.Loop() {
		Render(v, s, d, never)
	}
}

func TestReasonsRunOn(t *testing.T) {
	for label, want := range map[string]string{" It's because: ": " It's because ", " The reason: ": " The reason is that ", " Thing is: ": " Thing is, ",
		" The reason is: ": " The reason is that ", " Cause: ": " Cause: "} {
		if got := because(label); got != want {
			t.Errorf("because(%q) = %q, want %q", label, got, want)
		}
	}
	for reason, want := range map[string]bool{"the schema is not final": true, "no capacity": false, "I'm ill today": true, "annual leave": false} {
		if got := isClause(reason); got != want {
			t.Errorf("isClause(%q) = %v, want %v", reason, got, want)
		}
	}
}

func TestAFigureIsNotSaidTwice(t *testing.T) {
	d := Details{Act: speech.Act{Verb: speech.Inform}, Title: "vendor price", Text: "The vendor asks for 18,400 EUR.", Value: "18400 EUR"}
	for seed := range uint64(30) {
		text, name := Render(voice(t, "terse"), Scene{App: Chat, Acts: []Details{d}}, draws(seed), never)
		if strings.Contains(text, "18400") {
			t.Errorf("%s: %q", name, text)
		}
	}
}

// monday is a Monday in March, half past ten in the morning.
func monday() clock.Time {
	return clock.At(2026, 3, 2, 9, 30, time.UTC)
}

func TestAChangeSaysItsValueOnce(t *testing.T) {
	d := Details{Act: speech.Act{Verb: speech.Change}, Title: "Go-live date", Value: "24 March",
		Text: "The portal goes live on Tuesday, 24 March 2026, the first day of the trade fair."}
	for _, style := range Styles {
		seen := map[string]bool{}
		for seed := range uint64(30) {
			text, name := Render(voice(t, style), Scene{App: Ticket, Acts: []Details{d}}, draws(seed), never)
			checkGrammar(t, name, text)
			if n := strings.Count(text, "24 March"); n != 1 {
				t.Errorf("%s: the value stands %d times in %q", name, n, text)
			}
			seen[text] = true
		}
		if len(seen) < 5 {
			t.Errorf("%s has %d variants", style, len(seen))
		}
	}
}

func TestQuestionsAboutValuesAskWhatTheyAre(t *testing.T) {
	for _, title := range []string{"Supported browsers", "Go-live date"} {
		for _, style := range Styles {
			for seed := range uint64(15) {
				d := Details{Act: speech.Act{Verb: speech.Ask, Req: "r"}, Title: title, Due: "Fri 20 Mar, 17:00"}
				text, name := Render(voice(t, style), Scene{App: Ticket, Acts: []Details{d}}, draws(seed), never)
				checkGrammar(t, name, text)
				if !strings.Contains(strings.ToLower(text), strings.ToLower(title)) || !strings.Contains(text, d.Due) {
					t.Errorf("%s: %q", name, text)
				}
			}
		}
	}
}

func TestSmallTalkFitsTheHour(t *testing.T) {
	for seed := range uint64(60) {
		s := Scene{Listener: "Robin", App: Ticket, Now: monday(), Acts: []Details{{Act: speech.Act{Verb: speech.SmallTalk}}}}
		if text, _ := Render(voice(t, "blunt"), s, draws(seed), never); strings.Contains(text, "tonight") {
			t.Errorf("at half past ten: %q", text)
		}
		s.Now = s.Now.Add(31 * time.Hour)
		if text, _ := Render(voice(t, "blunt"), s, draws(seed), never); strings.Contains(text, "Weekend") || strings.Contains(text, "going to eat") {
			t.Errorf("on Tuesday at half past five: %q", text)
		}
	}
}

func TestEndingsAreNotSaidAgainAndAgain(t *testing.T) {
	worn, seen := map[string]bool{}, map[string]int{}
	for seed := range uint64(8) {
		d := Details{Act: speech.Act{Verb: speech.Progress, Percent: int(40 + seed)}, Title: "Portal screens"}
		_, name := Render(voice(t, "enthusiastic"), Scene{App: Chat, Acts: []Details{d}}, draws(seed), func(n string) bool { return worn[n] })
		for _, p := range Parts(name) {
			worn[p] = true
			seen[p]++
		}
	}
	for p, n := range seen {
		if strings.HasPrefix(p, "close/") && n > 1 {
			t.Errorf("%s ends %d of 8 messages", p, n)
		}
	}
}

func TestAListIsSaidOnceAndPluralsCanBeSaid(t *testing.T) {
	d := Details{Act: speech.Act{Verb: speech.Change}, Title: "Supported browsers", Value: "Chrome, Safari",
		Text: "The portal supports Chrome and Safari; it works there already."}
	for _, style := range Styles {
		for seed := range uint64(15) {
			text, name := Render(voice(t, style), Scene{App: Ticket, Acts: []Details{d}}, draws(seed), never)
			checkGrammar(t, name, text)
			if strings.Count(text, "Safari") != 1 || strings.Contains(text, "browsers moves") || !strings.Contains(text, "It works") {
				t.Errorf("%s: %q", name, text)
			}
		}
	}
	for _, c := range book[styleVerb{"enthusiastic", speech.Change}] {
		if slots := d.slots(""); !c.says(slots) {
			t.Errorf("%s cannot be said of a plural", c.name)
		}
	}
}

func TestWhatIsOverdueWasDue(t *testing.T) {
	d := Details{Act: speech.Act{Verb: speech.Inform, Due: monday().Add(-time.Hour)}, Title: "Release plan", Due: "Mon 2 Mar, 08:30"}
	text, _ := Render(voice(t, "terse"), Scene{App: Ticket, Now: monday(), Acts: []Details{d}}, draws(1), never)
	if !strings.Contains(text, "release plan was due Mon 2 Mar") {
		t.Errorf("got %q", text)
	}
}

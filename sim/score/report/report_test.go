package report

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/tenure-sim/tenure/personas"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/score"
	"github.com/tenure-sim/tenure/sim/speech"
	"github.com/tenure-sim/tenure/sim/transcript"
)

// unpacked is the page's JSON as its script reads it.
func unpacked(t *testing.T, page string) bundle {
	t.Helper()
	_, rest, ok := strings.Cut(page, `<script type="application/json" id="log">`)
	if !ok {
		t.Fatal("the page has no log")
	}
	raw, _, _ := strings.Cut(rest, "</script>")
	var b bundle
	if err := json.Unmarshal([]byte(raw), &b); err != nil {
		t.Fatalf("the page's log is no JSON: %v", err)
	}
	return b
}

func TestPageHasEverySectionWithItsHeading(t *testing.T) {
	page := written(t, sample())
	for _, id := range []string{"criteria", "social", "timeline", "traffic", "replies", "trust", "transcript"} {
		for _, want := range []string{`<section id="` + id + `"`, `<h2 id="h-` + id + `">`, `<a href="#` + id + `">`} {
			if strings.Count(page, want) < 1 {
				t.Errorf("the page lacks %s", want)
			}
		}
	}
	for _, want := range []string{"<main", "<nav", "<header", "<footer", "<noscript>", "<caption>", `lang="en"`, "prefers-color-scheme:dark", "The plan is there",
		"judged as of Fri 6 Mar 2026 15:30", "2 of 4 values", "Due to: grader.", "Keep the release on track.", "Nothing to measure in this episode."} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
}

func TestPageClosesWhatItOpens(t *testing.T) {
	page := written(t, sample())
	page = regexp.MustCompile(`(?s)<script.*?</script>|<style>.*?</style>`).ReplaceAllString(page, "")
	void := map[string]bool{"meta": true, "input": true, "rect": true, "line": true, "path": true}
	var open []string
	for _, m := range regexp.MustCompile(`<(/?)([a-z][a-z0-9]*)((?:"[^"]*"|[^>"])*?)(/?)>`).FindAllStringSubmatch(page, -1) {
		closes, name, whole := m[1] == "/", m[2], m[4] == "/"
		switch {
		case whole || void[name] && !closes && name != "rect" && name != "path":
		case !closes:
			open = append(open, name)
		case len(open) == 0 || open[len(open)-1] != name:
			t.Fatalf("</%s> closes nothing; open are %v", name, open)
		default:
			open = open[:len(open)-1]
		}
	}
	if len(open) > 0 {
		t.Errorf("left open: %v", open)
	}
}

func TestPageNeedsNoNetwork(t *testing.T) {
	page := written(t, sample())
	for _, bad := range []string{"http://", "https://", "src=", "@import", "url(", "fetch(", "XMLHttpRequest", "innerHTML", "<link"} {
		if strings.Contains(page, bad) {
			t.Errorf("the page has %q", bad)
		}
	}
}

func TestNothingThatPeopleWriteBecomesMarkup(t *testing.T) {
	const evil = `</script><script>alert(1)</script><!-- <img src=x onerror=alert(2)> "' & ]]>` + "\u2028"
	d := sample()
	l := diary{log: d.Log[:len(d.Log)-1], now: d.Log[len(d.Log)-2].At}
	l.say("lena", "robin", evil, 0, evil, speech.Ask)
	d.Log = l.log
	d.Title, d.Episode, d.Scenario, d.Agent, d.Task, d.Hash, d.Ended = evil, evil, evil, evil, evil, evil, evil
	d.People = []Person{{ID: "lena", Name: evil, Role: evil, Kind: sim.Persona}, {ID: "robin", Name: evil, Kind: sim.Agent}}
	d.Score.Findings[0].Title, d.Score.Findings[0].Why, d.Score.Findings[0].Criterion = evil, evil, evil
	d.Score.Measures[0].Name, d.Score.Measures[0].Why = evil, evil
	page := written(t, d)
	if n := strings.Count(page, "</script"); n != 2 {
		t.Errorf("the page closes %d scripts, want its own 2", n)
	}
	for _, bad := range []string{"<img", "<!-- ", "<script>alert"} {
		if strings.Contains(page, bad) {
			t.Errorf("the page has %q", bad)
		}
	}
	rows := unpacked(t, page).Rows
	if got := fmt.Sprint(rows[len(rows)-1][6]); !strings.HasSuffix(got, evil) {
		t.Errorf("the transcript says %q, want it to end in %q", got, evil)
	}
}

func TestSameDataSameBytes(t *testing.T) {
	first := written(t, sample())
	for range 5 {
		if written(t, sample()) != first {
			t.Fatal("two reports of the same data differ")
		}
	}
}

func TestReportOfNothing(t *testing.T) {
	page := written(t, Data{})
	for _, want := range []string{"No criterion was judged.", "No measure was taken.", "nothing was judged", "There is nothing to show"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if strings.Contains(page, "NaN") || len(unpacked(t, page).Rows) != 0 {
		t.Error("a report of nothing shows something")
	}
}

func TestEvidenceLeadsToARow(t *testing.T) {
	page := written(t, sample())
	has := map[string]bool{}
	for _, r := range unpacked(t, page).Rows {
		has[fmt.Sprint(r[0])] = true
	}
	links := regexp.MustCompile(`href="#e(\d+)"`).FindAllStringSubmatch(page, -1)
	if len(links) < 8 {
		t.Errorf("%d links to events, want those of criteria, measures, timeline and trust", len(links))
	}
	for _, m := range links {
		if !has[m[1]] {
			t.Errorf("event %s is cited and not in the transcript", m[1])
		}
	}
}

func TestTotalsLeaveOutWhatWasNotJudged(t *testing.T) {
	got := totals(sample().Score)
	want := []total{
		{"Total", "60.0", 60, "3 of 5 points"},
		{"Deliverable", "50.0", 50, "2 of 4 points"},
		{"Social", "100.0", 100, "1 of 1 points"},
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("got %+v, want %+v", got[i], want[i])
		}
	}
	if none := totals(score.Score{})[0]; none.Number != "–" {
		t.Errorf("the total of nothing is %q", none.Number)
	}
}

func TestTranscriptHasEveryEventAndMarksTheHiddenOnes(t *testing.T) {
	d := sample()
	b := unpacked(t, written(t, d))
	if len(b.Rows) != len(d.Log) {
		t.Fatalf("%d rows of %d events", len(b.Rows), len(d.Log))
	}
	if b.Opened != 4 {
		t.Errorf("the history ends at %d, want 4", b.Opened)
	}
	for i, r := range b.Rows {
		hidden := int(r[8].(float64))&flagHidden != 0
		if want := len(d.Log[i].Audience) == 0; hidden != want {
			t.Errorf("event %d (%s): hidden is %v, want %v", i+1, d.Log[i].Body.Kind(), hidden, want)
		}
	}
}

func TestWhatHasNoLineIsShownByItsFields(t *testing.T) {
	s := newStory(sample())
	got := s.fieldsOf(personas.Trusted{Who: "lena", Of: "robin", Delta: -8, Why: personas.BrokenPromise, Now: 42})
	if want := "delta -8, now 42, of robin, who lena, why broken-promise"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	got = s.fieldsOf(personas.Noticed{Who: "lena", Message: 12, Due: s.start})
	if want := "due Mon 2 Mar 2026 09:00, message 12, who lena"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestLongTextIsCut(t *testing.T) {
	d := found()
	d.say("lena", "robin", "", 0, strings.Repeat("ä", textMost+100))
	s := newStory(Data{Log: d.log})
	text, _ := s.wordsOf(d.log[len(d.log)-1], transcript.Of(d.log[len(d.log)-1], time.UTC))
	if !strings.HasSuffix(text, "more characters in the log)") || len([]rune(text)) > textMost+60 {
		t.Errorf("%d runes: %q", len([]rune(text)), text[len(text)-60:])
	}
}

func TestLogOfTwentyThousandEvents(t *testing.T) {
	d := found()
	for i := range 20_000 {
		d.at(2+i/2000, 9+i/300%8, i%60)
		d.add("lena", uint64(i), note{sim.Speech{App: "chat", Thread: "general", To: []sim.ActorID{"robin"}, Text: fmt.Sprintf("Message %d about the release plan and what it says.", i)}}, "lena", "robin", "tomas")
	}
	page := written(t, Data{Log: d.log, Score: sample().Score})
	if got := len(unpacked(t, page).Rows); got != len(d.log) {
		t.Errorf("%d rows of %d events", got, len(d.log))
	}
	if len(page) > 4<<20 {
		t.Errorf("the page has %d bytes", len(page))
	}
	if n := strings.Count(page, "<li"); n > 200 {
		t.Errorf("%d list items: events must not be in the page as markup", n)
	}
}

type full struct{ room int }

var errFull = errors.New("the disk is full")

func (f *full) Write(p []byte) (int, error) {
	if f.room -= len(p); f.room < 0 {
		return 0, errFull
	}
	return len(p), nil
}

func TestAWriterThatFailsIsReported(t *testing.T) {
	if err := Write(&full{room: 2000}, sample()); !errors.Is(err, errFull) {
		t.Errorf("got %v, want %v", err, errFull)
	}
}

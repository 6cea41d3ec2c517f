package scenarios

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/tenure-sim/tenure/sim"
)

func TestTheLibraryLoadsWithoutProblems(t *testing.T) {
	if len(Library()) == 0 {
		t.Fatal("the library is empty")
	}
	for _, name := range Library() {
		problems, warnings, err := Check(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range problems {
			t.Error(p)
		}
		for _, w := range warnings {
			t.Log("warning:", w)
		}
	}
}

func TestTheLibraryPlaysToItsHorizonWhenTheAgentWaits(t *testing.T) {
	for _, name := range Library() {
		sc, err := Open(name)
		if err != nil {
			t.Fatal(err)
		}
		w := sim.NewWorld(sc.Parts()...)
		if err := sc.Lay(5)(w, func(sim.Outcome) error { return nil }); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for range 500_000 {
			if w.Ended() != nil {
				break
			}
			if _, ready := w.Waits(); ready {
				w.Begin(sc.Agent.ID, sim.Began{Tool: "wait_for", Args: `{"span":"744h"}`})
				continue
			}
			out := w.Fire()
			for _, e := range out.Events {
				if r, bad := e.Body.(sim.Rejected); bad && w.Part("script").(*Script).causes[e.Cause] != "" {
					t.Errorf("%s: a beat's call is refused on %s: %s: %s", name, e.At.Format(sc.TimeZone()), r.Tool, r.Reason)
				}
			}
		}
		if w.Ended() == nil || w.Now() != sc.End() {
			t.Errorf("%s: at %s it has not ended", name, w.Now())
		}
		for _, b := range sc.Beats {
			m, _ := w.Part("script").(*Script).Exhibit(w, b.ID)
			t.Logf("%s: beat %s fired %v times", name, b.ID, m["fired"])
		}
	}
}

func TestOpenTakesAFolderOrAName(t *testing.T) {
	if _, err := Open(filepath.Join("testdata", "base")); err != nil {
		t.Error(err)
	}
	if _, err := Open("portl"); err == nil || !strings.Contains(err.Error(), `did you mean "portal"?`) {
		t.Errorf("got %v, want the nearest name", err)
	}
	if _, err := Open("./no/such/folder"); err == nil || !strings.Contains(err.Error(), "there is no folder") {
		t.Errorf("got %v", err)
	}
	if _, err := Load(fstest.MapFS{}, "none"); err == nil || !strings.Contains(err.Error(), "there is no such scenario") {
		t.Errorf("got %v", err)
	}
}

func TestProblemsAreErrorsInTheOrderOfTheirPlaces(t *testing.T) {
	files := base(t)
	for _, c := range []change{{"rubric.yaml", "metric: D1,", "metric: D0,"}, {"scenario.yaml", "severity: 2", "severity: 9"},
		{"scenario.yaml", "to: Doing}", "to: Dong}"}} {
		files = c.in(t, files)
	}
	_, err := loadTree(files)
	var ps Problems
	if !errors.As(err, &ps) || len(ps) != 3 {
		t.Fatalf("got %v, want three problems", err)
	}
	if ps[0].File != "base/rubric.yaml" || ps[1].Line != 29 || ps[2].Line != 52 {
		t.Errorf("got %v, want them by file and line", ps)
	}
}

func TestOneReportHasAtMostTwentyProblems(t *testing.T) {
	files := change{"scenario.yaml", "cast: [ann, bob]", "cast: [ann]"}.in(t, base(t))
	_, err := loadTree(files)
	var ps Problems
	if !errors.As(err, &ps) || len(ps) != problemsMost+1 || !strings.Contains(ps[problemsMost].Message, "may be more") {
		t.Errorf("got %d problems, want %d and a count", len(ps), problemsMost)
	}
}

func TestHarmfulFilesAreRefusedQuickly(t *testing.T) {
	good := base(t)
	for name, c := range map[string]change{
		"aliases":  {"rubric.yaml", "", "a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n"},
		"brackets": {"rubric.yaml", "", strings.Repeat("[", 100_000)},
		"dashes":   {"rubric.yaml", "", strings.Repeat("- ", 100_000) + "x"},
		"braces":   {"rubric.yaml", "", strings.Repeat("{a: ", 100_000)},
		"indented": {"rubric.yaml", "", deep(600)},
		"large":    {"rubric.yaml", "", "criteria: " + strings.Repeat("x", yamlMost)},
		"binary":   {"rubric.yaml", "", "\x00\xff\xfe"},
		"question": {"rubric.yaml", "", strings.Repeat("? ", 100_000) + "x"},
	} {
		done := make(chan error, 1)
		go func() {
			_, err := loadTree(c.in(t, good))
			done <- err
		}()
		select {
		case err := <-done:
			var ps Problems
			if !errors.As(err, &ps) {
				t.Errorf("%s: got %v, want problems", name, err)
			}
		case <-time.After(5 * time.Second):
			t.Fatalf("%s: still loading after 5 s", name)
		}
	}
}

func deep(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%s- a:\n", strings.Repeat(" ", i))
	}
	return b.String()
}

func TestABundleIsTheScenarioAgain(t *testing.T) {
	sc := load1(t)
	raw, err := sc.Bundle()
	if err != nil {
		t.Fatal(err)
	}
	again, err := FromBundle(raw)
	if err != nil {
		t.Fatal(err)
	}
	twice, err := again.Bundle()
	if err != nil || !bytes.Equal(raw, twice) || sc.Digest() != again.Digest() || len(sc.Digest()) != 64 {
		t.Errorf("bundles of %d and %d bytes, digests %s and %s, %v", len(raw), len(twice), sc.Digest(), again.Digest(), err)
	}
	other := load1(t, change{"world/files/shared/keys.txt", "desk", "door"})
	if other.Digest() == sc.Digest() {
		t.Error("another file and the same digest")
	}
	a, b := open(t, sc, 9), open(t, again, 9)
	if fmt.Sprint(a.log) != fmt.Sprint(b.log) {
		t.Error("the scenario from the bundle lays another history")
	}
}

func TestBadBundlesAreRefused(t *testing.T) {
	raw, err := load1(t).Bundle()
	if err != nil {
		t.Fatal(err)
	}
	for name, bad := range map[string][]byte{
		"empty": nil, "cut": raw[:len(raw)/2], "longer": append(bytes.Clone(raw), 1),
		"upwards": bytes.Replace(raw, []byte("rubric.yaml"), []byte("../ric.yaml"), 1),
		"format":  bytes.Replace(raw, []byte{0xa3, 1, 1}, []byte{0xa3, 1, 9}, 1),
	} {
		if _, err := FromBundle(bad); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

func TestSummaryCounts(t *testing.T) {
	s := load1(t).Summary()
	if s.Hours != 40 || len(s.Cast) != 2 || s.Requirements != 2 || s.Beats != 6 || s.Criteria != 5 || !s.Oracle {
		t.Errorf("got %+v", s)
	}
	if s.Items[0] != (Count{"mails", 2}) || s.Items[1] != (Count{"messages", 3}) {
		t.Errorf("got %v", s.Items)
	}
}

func TestSummaryOfTheWorldHidesNothingThatIsInIt(t *testing.T) {
	sc := load1(t)
	if sc.Task() == "" || sc.Oracle.Steps[1].After != 30*time.Minute || sc.Oracle.Steps[3].On.From != "ann" || sc.Oracle.Reactions[0].On.Act != "change" {
		t.Errorf("oracle %+v", sc.Oracle)
	}
	if args := sc.Oracle.Steps[1].Args; fmt.Sprint(args["to"]) != "[bob]" {
		t.Errorf("args %v", args)
	}
	if sc.Rubric.Criteria[0].Verify.Kind != "document_states" {
		t.Errorf("rubric %+v", sc.Rubric)
	}
	if sc.Personas[1].Meetings != 4*time.Hour || sc.Personas[1].Traits.Reliability != 1500 {
		t.Errorf("bob %+v, want his own meetings and the usual reliability", sc.Personas[1])
	}
}

// large is the base scenario with ten thousand things in its data room.
func large(t testing.TB) tree {
	files := maps.Clone(base(t))
	var chat, tickets strings.Builder
	chat.WriteString("time,author,thread,text\n")
	tickets.WriteString(strings.Join(ticketHeader, ",") + "\n")
	at := time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)
	for i := range 4000 {
		fmt.Fprintf(&chat, "%s,%s,,message %d about boxes and keys\n", at.Add(time.Duration(i)*time.Minute).Format("2006-01-02T15:04"), []string{"ann", "bob"}[i%2], i)
	}
	for i := range 2000 {
		fmt.Fprintf(&tickets, "MOVE-%d,%s,bob,Ticket %d,Open,normal,ann,2h,label,,Text of it\n", i+1, at.Add(time.Duration(i)*time.Minute).Format("2006-01-02T15:04"), i)
	}
	files["world/chat/general.csv"], files["world/tickets/MOVE.csv"] = []byte(chat.String()), []byte(tickets.String())
	delete(files, commentsFile)
	for i := range 2000 {
		files[fmt.Sprintf("world/mail/m%04d.eml", i)] = fmt.Appendf(nil, "From: ann@base.example\nTo: bob@base.example\nDate: %s\nSubject: Mail %d\nMessage-ID: <m%d@x>\n\nText %d\n",
			at.Add(time.Duration(i)*time.Minute).Format(time.RFC1123Z), i, i, i)
		path := fmt.Sprintf("world/docs/d%d/doc%d.md", i%50, i)
		if i%2 == 0 {
			path = fmt.Sprintf("world/files/shared/f%d/file%d.txt", i%50, i)
		}
		files[path] = fmt.Appendf(nil, "---\ntitle: Doc %d\nowner: bob\n---\nText %d\n", i, i)
	}
	return files
}

func TestTenThousandItemsLoadQuickly(t *testing.T) {
	files := large(t)
	began := time.Now()
	sc, err := loadTree(files)
	if err != nil {
		t.Fatal(err)
	}
	took := time.Since(began)
	t.Logf("%d items in %s", len(sc.items), took)
	if len(sc.items) < 10_000 || took > 6*time.Second {
		t.Errorf("%d items took %s; want 10,000 in 2 s on an idle machine", len(sc.items), took)
	}
}

func BenchmarkLoadTenThousand(b *testing.B) {
	files := large(b)
	for b.Loop() {
		if _, err := loadTree(files); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkLayTenThousand(b *testing.B) {
	sc, err := loadTree(large(b))
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		w := sim.NewWorld(sc.Parts()...)
		if err := sc.Lay(1)(w, func(sim.Outcome) error { return nil }); err != nil {
			b.Fatal(err)
		}
	}
}

func TestReadTreeBoundsFiles(t *testing.T) {
	r := &report{name: "x"}
	dir := t.TempDir()
	if err := os.Symlink("/etc/passwd", filepath.Join(dir, "scenario.yaml")); err != nil {
		t.Skip(err)
	}
	readTree(os.DirFS(dir), ".", r)
	if err := r.err(); err == nil || !strings.Contains(err.Error(), "not a plain file") {
		t.Errorf("a link out of the folder: got %v", err)
	}
}

func BenchmarkLoadBase(b *testing.B) {
	files := base(b)
	for b.Loop() {
		if _, err := loadTree(files); err != nil {
			b.Fatal(err)
		}
	}
}

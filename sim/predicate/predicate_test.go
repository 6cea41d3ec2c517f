package predicate_test

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/predicate"
	"github.com/tenure-sim/tenure/sim/work"
)

// room is a world of hand-made things.
type room struct {
	now, start clock.Time
	hours      *clock.Hours
	things     map[string]map[string]any // by part, blank, name
}

func (r room) Now() clock.Time     { return r.now }
func (r room) Start() clock.Time   { return r.start }
func (r room) Horizon() clock.Time { return r.start.Add(100 * time.Hour) }
func (r room) Hours() *clock.Hours { return r.hours }
func (r room) Exhibit(part, name string) (map[string]any, bool) {
	m, ok := r.things[part+" "+name]
	return m, ok
}

// aRoom is at 11:00 on Tuesday, 3 March 2026; work began on Monday at 9:00 and lasts from 9 to 12 and 13 to 17.
func aRoom(t testing.TB) room {
	hours, err := clock.NewHours(time.UTC, clock.Office(9*60, 17*60, 12*60, 13*60), nil)
	if err != nil {
		t.Fatal(err)
	}
	return room{
		now: clock.At(2026, 3, 3, 11, 0, time.UTC), start: clock.At(2026, 3, 2, 9, 0, time.UTC), hours: hours,
		things: map[string]map[string]any{
			"work package/api":         {"state": "active", "done": false, "percent": int64(40), "due": "2026-03-04T17:00:00Z", "needs": []string{"package/schema"}},
			"work requirement/go-live": {"value": "2026-04-01", "version": int64(2)},
			"work approval/security":   {"granted": true, "state": "granted"},
			"tickets PORT-3":           {"state": "Done", "assignee": "lena"},
			"docs docs/plan":           {"text": "Go-live is 2026-04-01."},
			"sheets budget!Summary!B4": {"value": "18400"},
			"files files/plan/x.md":    {"size": int64(3)},
			"players lena":             {"state": "available"},
			"calendar standup":         {"held": int64(1)},
			"work commitment/c1":       {"state": "open"},
			"work fact/price":          {"knows": []string{"lena", "omar"}},
			"work risk/dns":            {"severity": int64(3)},
			"work deliverable/plan":    {"stale": []string{}},
			"sheets sheets/budget":     {"version": int64(1)},
		},
	}
}

func TestQuestionsAboutTheWorld(t *testing.T) {
	w := aRoom(t)
	for _, c := range []struct {
		expr string
		want bool
	}{
		{`pkg("api").state == "active" && !(pkg("package/api").done == true)`, true},
		{`pkg("api").percent >= 50`, false},
		{`"package/schema" in pkg("api").needs`, true},
		{`timestamp(pkg("api").due) - now() < duration("31h")`, true},
		{`requirement("go-live").version == 2 && requirement("go-live").value == "2026-04-01"`, true},
		{`approval("security").granted && commitment("c1").state == "open"`, true},
		{`ticket("PORT-3").state == "Done" && ticket("tickets/PORT-3").assignee == "lena"`, true},
		{`document("plan").text.contains("2026-04-01") && document("docs/plan").text != ""`, true},
		{`cell("sheets/budget", "Summary!B4").value == "18400" && cell("budget", "Summary!B4").value != ""`, true},
		{`sheet("budget").version == 1 && file("plan/x.md").size > 2`, true},
		{`person("lena").state == "available" && meeting("standup").held == 1`, true},
		{`size(fact("price").knows) == 2 && fact("price").knows.exists(k, k == "omar")`, true},
		{`risk("dns").severity < 3 || deliverable("plan").stale.size() > 0`, false},
		{`known("ticket/PORT-3") && known("package/api") && known("docs/plan") && !known("pkg/apo")`, true},
		{`known("ticket/PORT-9") && ticket("PORT-9").state == "Done"`, false},
		{`hours() == 9 && day() == 2`, true}, // seven on Monday, two on Tuesday
		{`now() == timestamp("2026-03-03T11:00:00Z") && start() < now() && now() < horizon()`, true},
		{`["api"].all(p, pkg(p).state == "active")`, true},
		{`pkg("api").map(k, k)[0] == "done"`, true}, // fields are met in order
		{`has(pkg("api").state) && !has(pkg("api").colour)`, true},
		{"true", true},
	} {
		p, err := predicate.Compile(c.expr)
		if err != nil {
			t.Errorf("%s: %v", c.expr, err)
			continue
		}
		if got, err := p.Holds(w); got != c.want || err != nil {
			t.Errorf("%s: got %v, %v; want %v", c.expr, got, err, c.want)
		}
	}
}

func TestMistakesAreLocated(t *testing.T) {
	for _, c := range []struct {
		expr, want string
	}{
		{`pkg("api").state ==`, "1:20: "},
		{`true &&` + "\n  pgk(\"api\").done", "2:6: undeclared reference to 'pgk'"},
		{`hours() == "nine"`, "1:9: found no matching overload"},
		{`hours()`, "1:6: the expression is of type int and must be true or false"},
		{`pkg("api").done`, "with == true"},
		{`package("api").done == true`, "1:1: reserved identifier: package"},
		{`pkg(3).done == true`, "1:4: found no matching overload"},
		{`event.kind == "chat.posted"`, "1:1: undeclared reference to 'event'"},
		{`{"a": 1}.exists(k, k == "a")`, "1:1: a macro cannot go over a map"},
		{`(true ? {"a": 1} : {"b": 1}).exists(k, k == "a")`, "a macro cannot go over a map"},
		{`dyn({"a": 1}).exists(k, k == "a")`, "undeclared reference to 'dyn'"},
		{``, "1:1: "},
		{strings.Repeat("(", 200) + "true" + strings.Repeat(")", 200), "1:1: "},
		{strings.Repeat("true && ", 1000) + "true", "1:1: "},
	} {
		_, err := predicate.Compile(c.expr)
		var located *predicate.Error
		if !errors.As(err, &located) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.60s: got %v, want %q", c.expr, err, c.want)
		}
	}
}

func TestEvaluationFails(t *testing.T) {
	w := aRoom(t)
	deep := `[1,2,3,4,5,6,7,8,9].all(a, [1,2,3,4,5,6,7,8,9].all(b, [1,2,3,4,5,6,7,8,9].all(c, [1,2,3,4,5,6,7,8,9].all(d, ` +
		`[1,2,3,4,5,6,7,8,9].all(e, [1,2,3,4,5,6,7,8,9].all(f, a + b + c + d + e + f > 0))))))`
	for _, c := range []struct{ expr, want string }{
		{`ticket("PORT-9").state == "Done"`, `there is no ticket("PORT-9")`},
		{`pkg("requirement/go-live").version == 2`, `there is no pkg("requirement/go-live")`},
		{`cell("budget", "Summary!Z9").value == "1"`, `there is no cell("budget!Summary!Z9")`},
		{`pkg("api").colour == "red"`, "no such key: colour"},
		{`known("colour/red")`, `"colour" is nothing that can be known`},
		{deep, "cost limit exceeded"},
	} {
		p, err := predicate.Compile(c.expr)
		if err != nil {
			t.Errorf("%s: %v", c.expr, err)
			continue
		}
		if got, err := p.Holds(w); got || err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.60s: got %v, %v; want the error %q", c.expr, got, err, c.want)
		}
	}
	p, _ := predicate.Compile(`ticket("PORT-9").state == "Done"`)
	_, err := p.Holds(w)
	var missing *predicate.Missing
	if !errors.As(err, &missing) || missing.Func != "ticket" || missing.ID != "PORT-9" {
		t.Errorf("got %v, want it to be a Missing", err)
	}
}

func TestNamesAreListed(t *testing.T) {
	names, err := predicate.Names(`pkg("api").done == true &&` + "\n" + ` (known("ticket/P-1") || known("colour/red")) && ["x"].all(i, pkg(i).done) && cell("sheets/b", "S!B4").value == event.text`)
	if err != nil {
		t.Fatal(err)
	}
	want := []predicate.Name{
		{Func: "pkg", ID: "api", Part: "work", Fields: []string{"done"}, Line: 1, Column: 4},
		{Func: "ticket", ID: "P-1", Part: "tickets", Asked: true, Line: 2, Column: 8},
		{Func: "colour", ID: "red", Asked: true, Line: 2, Column: 31},
		{Func: "cell", ID: "sheets/b!S!B4", Part: "sheets", Fields: []string{"value"}, Line: 2, Column: 83},
	}
	if !reflect.DeepEqual(names, want) {
		t.Errorf("got %+v", names)
	}
	more, err := predicate.Names(`person("lena")["knows_go-live"] == 2 && has(pkg("api").due) && [1][0] == 1`)
	if err != nil || len(more) != 2 || !reflect.DeepEqual(more[0].Fields, []string{"knows_go-live"}) || more[1].Fields != nil {
		t.Errorf("got %+v, %v", more, err)
	}
	if _, err := predicate.Names("1 +"); err == nil {
		t.Error("names of nonsense are listed")
	}
	if _, ok := names[0].Look(aRoom(t)); !ok {
		t.Error("pkg(api) is not found")
	}
	if _, ok := names[2].Look(aRoom(t)); ok {
		t.Error("a colour is found")
	}
}

type posted struct{ Text string }

func (posted) Kind() string { return "chat.posted" }
func (p posted) Speech() sim.Speech {
	return sim.Speech{App: "chat", Thread: "#release", To: []sim.ActorID{"lena"}, Mentions: []sim.ActorID{"omar"}, Text: p.Text}
}

type edited struct{}

func (edited) Kind() string { return "docs.edited" }
func (edited) Touched() sim.Touched {
	return sim.Touched{Ref: "docs/plan", Version: 2, Verb: "edited", Text: "now"}
}

type assigned struct{}

func (assigned) Kind() string { return "tickets.assigned" }
func (assigned) Assignment() sim.Assignment {
	return sim.Assignment{App: "tickets", Ref: "tickets/PORT-3", Title: "Logs", To: "lena"}
}

func TestQuestionsAboutAnEvent(t *testing.T) {
	w := aRoom(t)
	said := sim.Event{Actor: "robin", Audience: []sim.ActorID{"lena", "omar"}, Body: posted{"is it done?"}}
	touched := sim.Event{Actor: "robin", Body: edited{}}
	for _, c := range []struct {
		expr string
		e    sim.Event
		want bool
	}{
		{`event.kind == "chat.posted" && event.actor == "robin" && event.app == "chat" && event.thread == "#release"`, said, true},
		{`event.text.matches("(?i)DONE") && "omar" in event.to && "lena" in event.audience`, said, true},
		{`event.ref == "docs/plan" && event.text == "now" && event.to.size() == 0`, touched, true},
		{`event.kind == "chat.posted" && pkg("api").done == true`, said, false},
		{`event.app == "tickets" && event.ref == "tickets/PORT-3" && event.text == ""`, sim.Event{Body: assigned{}}, true},
	} {
		p, err := predicate.CompileEvent(c.expr)
		if err != nil {
			t.Errorf("%s: %v", c.expr, err)
			continue
		}
		if got, err := p.Holds(w, c.e); got != c.want || err != nil {
			t.Errorf("%s: got %v, %v; want %v", c.expr, got, err, c.want)
		}
	}
	for _, bad := range []string{`event.knd == "x"`, `event.audience == "x"`, `event == "x"`} {
		if _, err := predicate.CompileEvent(bad); err == nil {
			t.Errorf("%s compiles", bad)
		}
	}
}

func TestARealWorldIsShown(t *testing.T) {
	w := sim.NewWorld(work.New())
	start := clock.At(2026, 3, 2, 9, 0, time.UTC)
	week := clock.Office(9*60, 17*60, 12*60, 13*60)
	founded := sim.Founded{Scenario: "t", Start: start, Horizon: start.Add(100 * time.Hour), Actors: []sim.Actor{
		{ID: "lena", Kind: sim.Persona, Name: "Lena", Zone: "UTC", Week: clock.Office(0, 600, 300, 330)},
		{ID: "robin", Kind: sim.Agent, Name: "Robin", Zone: "UTC", Week: week},
	}}
	if _, err := w.Found(founded); err != nil {
		t.Fatal(err)
	}
	w.Open()
	out := w.Do(sim.Call{By: sim.Script, Tool: "work_plan", Args: sim.Args{"id": "api", "title": "API", "owner": "lena", "estimate": "4h", "true": "6h"}})
	if out.Rejected != nil {
		t.Fatal(out.Rejected)
	}
	p, err := predicate.Compile(`pkg("api").effort == 360 && pkg("api").ready == true && !known("docs/x") && day() == 1 && hours() == 0`)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := p.Holds(predicate.Over(w, w.Part)); !got || err != nil {
		t.Errorf("got %v, %v", got, err)
	}
	if p.String() == "" || len(p.Names()) != 3 {
		t.Errorf("names %v", p.Names())
	}
}

// Days off do not count, and where nobody works neither hours nor days pass.
func TestWorkingTime(t *testing.T) {
	w := aRoom(t)
	for _, c := range []struct {
		now  clock.Time
		want string
	}{
		{w.start.Add(-time.Hour), `hours() == 0 && day() == 1`},
		{clock.At(2026, 3, 8, 12, 0, time.UTC), `hours() == 35 && day() == 5`}, // Sunday
		{clock.At(2026, 3, 9, 9, 59, time.UTC), `hours() == 35 && day() == 6`},
	} {
		w.now = c.now
		p, err := predicate.Compile(c.want)
		if err != nil {
			t.Fatal(err)
		}
		if ok, err := p.Holds(w); !ok || err != nil {
			t.Errorf("at %s: %s is %v, %v", c.now, c.want, ok, err)
		}
	}
	w.hours = nil
	p, _ := predicate.Compile(`hours() == 0 && day() == 0`)
	if ok, err := p.Holds(w); !ok || err != nil {
		t.Errorf("without hours: %v, %v", ok, err)
	}
}

func TestAnswersRepeat(t *testing.T) {
	p, err := predicate.Compile(`pkg("api").map(k, k).size() == 5 && pkg("api").exists(k, k == "done" || pkg(k).done == true)`)
	if err != nil {
		t.Fatal(err)
	}
	first := ""
	for i := range 50 {
		got, err := p.Holds(aRoom(t))
		line := fmt.Sprint(got, err)
		if i == 0 {
			first = line
		}
		if line != first {
			t.Fatalf("got %q after %q", line, first)
		}
	}
}

func FuzzCompile(f *testing.F) {
	for _, s := range []string{`pkg("api").state == "active"`, `event.text.contains("x")`, `now() > start()`, "[1].all(x, x > 0)",
		`known("a/b") || cell("a", "b").value == '1'`, "\x00", "1 + ", `"\u{1F600}" == ""`, `{}.x`} {
		f.Add(s)
	}
	w := aRoom(f)
	f.Fuzz(func(t *testing.T, expr string) {
		p, err := predicate.Compile(expr)
		if err != nil {
			var located *predicate.Error
			if !errors.As(err, &located) || located.Line < 1 || located.Column < 1 {
				t.Fatalf("%q: %v has no place", expr, err)
			}
			return
		}
		a, errA := p.Holds(w)
		b, errB := p.Holds(w)
		if a != b || fmt.Sprint(errA) != fmt.Sprint(errB) {
			t.Fatalf("%q: %v, %v and then %v, %v", expr, a, errA, b, errB)
		}
	})
}

func BenchmarkHolds(b *testing.B) {
	p, err := predicate.Compile(`pkg("api").state == "active" && hours() > 3`)
	if err != nil {
		b.Fatal(err)
	}
	w := aRoom(b)
	for b.Loop() {
		if _, err := p.Holds(w); err != nil {
			b.Fatal(err)
		}
	}
}

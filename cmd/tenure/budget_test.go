package main

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tenure-sim/tenure/personas/openai/fake"
	"github.com/tenure-sim/tenure/personas/standin"
)

// counting is an endpoint that counts what reaches it. Fails says which of the requests, from 1, break off.
func counting(t *testing.T, fails func(n int64) bool, took time.Duration) (url string, requests *atomic.Int64) {
	t.Helper()
	requests = new(atomic.Int64)
	inner := fake.New(fake.Options{Seed: 5, Median: took, Answer: func(q fake.Question) fake.Answer {
		schema := ""
		if q.Format != nil {
			schema = string(q.Format.Schema.Schema)
		}
		return fake.Answer{Text: standin.Answer(q.Messages[len(q.Messages)-1].Content, schema)}
	}})
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if n := requests.Add(1); fails(n) {
			w.Header().Set("Retry-After", "0")
			http.Error(w, "no", http.StatusServiceUnavailable)
			return
		}
		inner.ServeHTTP(w, r)
	}))
	t.Cleanup(s.Close)
	return s.URL + "/v1", requests
}

func never(int64) bool  { return false }
func always(int64) bool { return true }

// A bound of calls is one of requests, over all stops and goings on, with a tape and without, and with templates.
func TestABoundOfCallsHoldsWhateverHappens(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		fails func(int64) bool
		more  []string
	}{
		"plain":               {never, nil},
		"failing":             {always, nil},
		"now and then":        {func(n int64) bool { return n%2 == 0 }, nil},
		"tape":                {never, []string{"--cassette", "tape"}},
		"failing, tape":       {always, []string{"--cassette", "tape"}},
		"templates":           {func(n int64) bool { return n%2 == 0 }, []string{"--on-budget", "templates"}},
		"templates, and tape": {func(n int64) bool { return n%2 == 0 }, []string{"--on-budget", "templates", "--cassette", "tape"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			url, requests := counting(t, c.fails, 0)
			cli := newCLI(t)
			file := cli.modelsAt(url, "", "")
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, append(text, "budget: {calls: 3}\n"...), 0o600); err != nil {
				t.Fatal(err)
			}
			run := append([]string{"run", "desk", "--personas", file}, c.more...)
			for n := range 4 {
				if _, errs, code := cli.modelRun(run...); code != 0 {
					t.Fatalf("run %d: exit %d\n%s", n+1, code, errs)
				}
			}
			got, _, _ := cli.modelRun(run...)
			if n := requests.Load(); n != 3 || got.Models.paidCalls() != n {
				t.Errorf("%d requests under a bound of 3, and %d are told as paid: %+v", n, got.Models.paidCalls(), got.Models.Paid)
			}
			if len(c.more) == 0 || c.more[len(c.more)-1] != "tape" {
				return
			}
			// The same tape in another store: what is played counts when it is played, and several ask at the same time.
			again, errs, code := cli.modelRun(append(run, "--store", "other.db")...)
			if n := requests.Load() - 3; code != 0 || n > 3 || again.Models.paidCalls() != n {
				t.Errorf("with the tape anew: exit %d, %d more requests, %d told\n%s", code, n, again.Models.paidCalls(), errs)
			}
		})
	}
}

// An agent's failed questions are in no log. Its bound holds all the same.
func TestABoundHoldsForAnAgentWhoseQuestionsFail(t *testing.T) {
	t.Parallel()
	for _, more := range [][]string{nil, {"--cassette", "tape"}} {
		url, requests := counting(t, always, 0)
		c := newCLI(t)
		file := c.modelsAt(url, "agent", "    budget: {calls: 3}\n")
		run := append([]string{"run", "desk", "--agent", "model:one", "--models", file, "--report", "none"}, more...)
		for range 4 {
			c.run(run...)
		}
		out, _, _ := c.run(run...)
		if n := requests.Load(); n != 3 || !strings.Contains(out, "3 of 3 calls are spent") || !strings.Contains(out, "paid agent, one (fake): 3 requests, 3 of them without an answer") {
			t.Errorf("%v: %d requests under a bound of 3\n%s", more, n, out)
		}
	}
}

// What is on the tape is paid: it is played when nothing is left.
func TestWhatIsOnATapeIsPlayedWhenTheBudgetIsSpent(t *testing.T) {
	t.Parallel()
	url, requests := counting(t, never, 0)
	c := newCLI(t)
	file := c.modelsAt(url, "", "")
	whole, errs, code := c.modelRun("run", "desk", "--personas", file, "--cassette", "tape")
	if code != 0 {
		t.Fatalf("exit %d\n%s", code, errs)
	}
	asked := requests.Load()
	c.modelsAt(url, "persona.small", "    budget: {calls: 1}\n")
	again, errs, code := c.modelRun("run", "desk", "--personas", file, "--cassette", "tape", "--on-budget", "templates", "--name", "again")
	if code != 0 || again.Hash != whole.Hash || requests.Load() != asked || again.Models.paidCalls() != 0 || again.Models.Marked != "" {
		t.Errorf("exit %d, hash %s, want %s; %d requests after %d; %+v\n%s", code, again.Hash, whole.Hash, requests.Load(), asked, again.Models, errs)
	}
}

// Of all that was asked the lines tell what became of it, and of all that was paid that it was.
func TestWhatIsToldAfterAStopAddsUp(t *testing.T) {
	t.Parallel()
	url, requests := counting(t, func(n int64) bool { return n == 2 }, 20*time.Millisecond)
	c := newCLI(t)
	file := c.modelsAt(url, "persona.small", "    budget: {calls: 4}\n")
	got, errs, code := c.modelRun("run", "desk", "--personas", file)
	if code != 0 || got.Ended != "stopped" {
		t.Fatalf("exit %d, %+v\n%s", code, got, errs)
	}
	v, pending := got.Models, 0
	for what, n := range v.Asked {
		pending += v.Pending[what]
		if sum := v.Good[what] + v.Repaired[what] + v.Degraded[what] + v.Pending[what]; sum != n {
			t.Errorf("%d of %s were asked, and %d good, %d repaired, %d degraded, %d pending are told", n, what, v.Good[what], v.Repaired[what], v.Degraded[what], v.Pending[what])
		}
	}
	if pending == 0 || v.paidCalls() != requests.Load() {
		t.Errorf("%d are pending; %d requests were put and %d are told", pending, requests.Load(), v.paidCalls())
	}
	if out := c.ok("show", "desk-steady-1"); !strings.Contains(out, "pending") || !strings.Contains(out, "paid persona.small, one (fake): 4 requests, ") {
		t.Errorf("show says nothing of it:\n%s", out)
	}
}

// Who goes on with other models, at other prices or none, sees what was paid at those of before.
func TestMoneyStaysPaidWhenOtherModelsTakeOver(t *testing.T) {
	t.Parallel()
	url, _ := counting(t, never, 0)
	c := newCLI(t)
	file := c.modelsAt(url, "", "")
	first := c.ok("run", "desk", "--personas", file, "--until", "2h", "--report", "none")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(c.dir, "other.yaml")
	plain := strings.NewReplacer("    price: {in: 1, out: 4}\n", "", "name: one", "name: two", "model: one", "model: two", "id: fake", "id: second").Replace(string(text))
	if err := os.WriteFile(other, []byte(plain), 0o600); err != nil {
		t.Fatal(err)
	}
	line := func(out, begin string) string {
		for l := range strings.Lines(out) {
			if strings.HasPrefix(l, "models: paid "+begin) {
				return l
			}
		}
		t.Fatalf("no line of what was paid begins with %q:\n%s", begin, out)
		return ""
	}
	paid := line(first, "persona.small, one (fake)")
	second := c.ok("resume", "desk-steady-1", "--personas", other, "--report", "none")
	if got := line(second, "persona.small, one (fake)"); got != paid || !strings.Contains(got, "$") {
		t.Errorf("got %s\nwant %s", got, paid)
	}
	if got := line(second, "persona.small, two (second)"); !strings.Contains(got, "no price is known for") {
		t.Errorf("got %s", got)
	}
	if got := c.ok("score", "desk-steady-1", "--models", file); !strings.Contains(got, "calls is not known") {
		t.Errorf("a sum leaves out what others answered, and does not say so:\n%s", got)
	}
}

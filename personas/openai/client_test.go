package openai

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tenure-sim/tenure/personas/models"
	"github.com/tenure-sim/tenure/personas/openai/fake"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/engine"
	"github.com/tenure-sim/tenure/sim/prompt"
)

const canary = "sk-canary-7f3a9b2c1d"

var quick = models.Timeouts{Connect: time.Second, First: 300 * time.Millisecond, Silence: 100 * time.Millisecond, Whole: 2 * time.Second}

func config(url string) models.Config {
	return models.Config{Models: []models.Model{{Name: "m", URL: url, ID: "fake", KeyEnv: "KEY", Timeouts: quick, Limits: models.Limits{Calls: 16}}},
		Roles: map[string]models.Role{"persona.small": {Model: "m", Most: 100}, "agent": {Model: "m"}}}
}

func getenv(string) string { return canary }

func start(t testing.TB, o fake.Options) *fake.Server {
	t.Helper()
	s, err := fake.Start(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func client(t testing.TB, c models.Config, o Options) *Client {
	t.Helper()
	o.Getenv = getenv
	if o.Backoff == 0 {
		o.Backoff = 4 * time.Millisecond
	}
	got, err := New(c, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(got.Close)
	return got
}

func question(texts ...string) engine.Request {
	p := prompt.Prompt{Messages: []prompt.Message{{Role: prompt.System, Content: "You are Lena."}}}
	for _, s := range texts {
		p.Messages = append(p.Messages, prompt.Message{Role: prompt.User, Content: s})
	}
	return request(p)
}

func request(p prompt.Prompt) engine.Request {
	return engine.Request{Question: sim.Question{Asked: sim.Asked{ID: 7, Owner: "players", For: "lena", Tier: "persona.small"}}, PromptText: p.Encode()}
}

var mustSay = "Write it.\nYou must say:\n- 12 March\n- 1,200\n\nBe short."

func TestAnAnswerComesStreamedAndAtOnce(t *testing.T) {
	for _, o := range []fake.Options{{}, {NoStream: true}, {NoUsage: true}, {NoTemperature: true}, {NewLimit: true}} {
		c := client(t, config(start(t, o).URL()), Options{})
		for range 2 { // the second time nothing has to be learnt
			got, err := c.Complete(context.Background(), question(mustSay))
			if err != nil {
				t.Fatalf("%+v: %v", o, err)
			}
			if !strings.Contains(got.Text, "12 March, 1,200") || got.Finish != Stop || got.Tries != 1 || got.Model != "fake" || got.In == 0 || got.Out == 0 {
				t.Errorf("%+v: got %+v", o, got)
			}
			if !o.NoUsage && got.Cached == 0 {
				t.Errorf("%+v: cached tokens are lost", o)
			}
		}
	}
}

func TestWhatIsRefusedIsLearntOnce(t *testing.T) {
	s := start(t, fake.Options{NoUsage: true, NoTemperature: true, NewLimit: true})
	var mu sync.Mutex
	failed := 0
	c := client(t, config(s.URL()), Options{Attempt: func(Attempt) { mu.Lock(); failed++; mu.Unlock() }})
	for range 3 {
		if _, err := c.Complete(context.Background(), question("hi")); err != nil {
			t.Fatal(err)
		}
	}
	if failed != 3 || s.Counts().Calls != 3 {
		t.Errorf("got %d refusals and %d answers, want 3 and 3", failed, s.Counts().Calls)
	}
}

func TestTheRequestSaysWhatTheLibraryDrops(t *testing.T) {
	s := start(t, fake.Options{})
	for _, id := range []string{"fake", "o1-mini", "o3", "gpt-5-nano", "gpt-4.1"} {
		cfg := config(s.URL())
		cfg.Models[0].ID = id
		cfg.Models[0].Params = map[string]json.RawMessage{"top_k": []byte("40")}
		p := prompt.Prompt{Messages: []prompt.Message{{Role: prompt.System}, {Role: prompt.User, Content: "hi"}}, Tools: []prompt.Tool{{Name: "wait", Doc: "Waits.", Schema: nil}}}
		if _, err := client(t, cfg, Options{}).Complete(context.Background(), request(p)); err != nil {
			t.Fatalf("%s: %v", id, err)
		}
		body := string(s.Last())
		for _, want := range []string{`"temperature":0.000`, `"top_k":40`, `"max_tokens":100`, `"include_usage":true`, `"content":" "`, `"properties":{}`} {
			if !strings.Contains(body, want) {
				t.Errorf("%s: %s is not in %s", id, want, body)
			}
		}
	}
}

func TestAnAnswerFollowsItsSchema(t *testing.T) {
	schema := `{"type":"object","properties":{"act":{"enum":["promise","decline"]}},"required":["act"],"additionalProperties":false}`
	for name, c := range map[string]struct {
		o    fake.Options
		mode string
		want string
	}{"native": {fake.Options{}, "", `"json_schema"`}, "refused": {fake.Options{NoSchema: true}, "", "follows this JSON schema"}, "text": {fake.Options{}, "text", "follows this JSON schema"}} {
		s := start(t, c.o)
		cfg := config(s.URL())
		cfg.Models[0].Schema = c.mode
		r := question("decide")
		r.SchemaText = []byte(schema)
		got, err := client(t, cfg, Options{}).Complete(context.Background(), r)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if !strings.Contains(string(s.Last()), c.want) {
			t.Errorf("%s: sent %s, want %s in it", name, s.Last(), c.want)
		}
		if name == "native" && (got.Text != `{"act":"promise"}` || !strings.Contains(string(s.Last()), `"strict":true`)) {
			t.Errorf("%s: got %q", name, got.Text)
		}
	}
}

func toolPrompt() prompt.Prompt {
	return prompt.Prompt{Messages: []prompt.Message{{Role: prompt.System, Content: "You work."}, {Role: prompt.User, Content: "go"},
		{Role: prompt.Assistant, Calls: []prompt.Call{{ID: "a", Tool: "wait", Args: "{}"}}}, {Role: prompt.Result, Answers: "a", Content: "waited"}, {Role: prompt.User, Content: "go on"}},
		Tools: []prompt.Tool{{Name: "wait", Doc: "Waits.", Schema: []byte(`{"type":"object"}`)}, {Name: "post", Doc: "Posts.", Schema: []byte(`{"type":"object"}`)}}}
}

func TestToolsAreCalledNativelyAndInText(t *testing.T) {
	script := func(q fake.Question) fake.Answer {
		if len(q.Tools) > 0 {
			return fake.Answer{Calls: []fake.Call{{Tool: "post", Args: `{"text":"hi"}`}, {Tool: "wait", Args: `{}`}}}
		}
		return fake.Answer{Text: "```json\n{\"calls\":[{\"tool\":\"post\",\"args\":{\"text\":\"hi\"}},{\"tool\":\"wait\"}]}\n```"}
	}
	for name, o := range map[string]fake.Options{"native": {Answer: script}, "no stream": {Answer: script, NoStream: true}, "text": {Answer: script, NoTools: true}} {
		r := request(toolPrompt())
		r.Tier = "agent"
		got, err := client(t, config(start(t, o).URL()), Options{}).Complete(context.Background(), r)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if len(got.Calls) != 2 || got.Finish != ToolCalls || got.Calls[0].Tool != "post" || got.Calls[0].Args != `{"text":"hi"}` || got.Calls[1].Args != "{}" || got.Calls[0].ID == got.Calls[1].ID {
			t.Errorf("%s: got %+v", name, got)
		}
	}
}

func TestTextThatIsNoCallIsWords(t *testing.T) {
	for _, s := range []string{"", "hello", `{"calls":[]}`, `{"calls":[{"tool":"rm","args":{}}]}`, `I will {"tool":"wait"}`, `{"tool":"wait"} {"tool":"wait"}`, `{"tool":"wait","why":"x"}`, "```", "``````", `[1]`} {
		if got, ok := parseCalls(s, toolPrompt().Tools, 1); ok {
			t.Errorf("%q became %v", s, got)
		}
	}
}

func TestAnAnswerSaysHowItEnded(t *testing.T) {
	for f, want := range map[fake.Fault]string{fake.EmptyAnswer: Empty, fake.Refuses: Refusal, fake.TooLong: Length, fake.KeepAlive: Stop} {
		for _, noStream := range []bool{false, true} {
			got, err := client(t, config(start(t, fake.Options{Faults: fake.Among(1000, f), NoStream: noStream}).URL()), Options{}).Complete(context.Background(), question(mustSay))
			if err != nil || got.Finish != want || got.Tries != 1 {
				t.Errorf("%s, no stream %v: got %+v, %v; want %s in one try", f, noStream, got, err, want)
			}
			if f == fake.Refuses && !strings.Contains(got.Text, "sorry") {
				t.Errorf("%s: the refusal's words are lost: %+v", f, got)
			}
		}
	}
}

func TestEveryFaultHasItsKind(t *testing.T) {
	for f, want := range map[fake.Fault]Kind{fake.TooMany: Rate, fake.Broken: Server, fake.Down: Server, fake.Hang: Timeout, fake.SlowHead: Timeout,
		fake.Silence: Timeout, fake.Cut: Cut, fake.NoEnd: Cut, fake.NoDone: Cut, fake.WrongJSON: Garbled, fake.Reset: Connect, fake.HTML: Garbled} {
		t.Run(string(f), func(t *testing.T) {
			t.Parallel()
			s := start(t, fake.Options{Faults: fake.Among(1000, f)})
			var got []Attempt
			_, err := client(t, config(s.URL()), Options{Tries: 2, Attempt: func(a Attempt) { got = append(got, a) }}).Complete(context.Background(), question(mustSay))
			var fault *Fault
			if !errors.As(err, &fault) || fault.Kind != want {
				t.Fatalf("got %v, want the kind %s", err, want)
			}
			// Not the bound of the whole, which would end it too.
			if said := map[fake.Fault]string{fake.Hang: errFirst.Error(), fake.SlowHead: errFirst.Error(), fake.Silence: errSilence.Error()}[f]; !strings.Contains(fault.Text, said) {
				t.Errorf("got %q, want %q in it", fault.Text, said)
			}
			if len(got) != 2 || got[1].Try != 2 || got[1].Kind != want || got[0].ID != 7 || got[0].For != "lena" || !bytes.Contains(got[0].Request, []byte("Lena")) {
				t.Errorf("got the attempts %+v", got)
			}
			if len(err.Error()) > 300 || s.Counts().Calls != 2 {
				t.Errorf("got %d calls and the error %q", s.Counts().Calls, err)
			}
		})
	}
}

func TestAThirdOfTheCallsFailAndAllAreAnswered(t *testing.T) {
	s := start(t, fake.Options{Seed: 5, Median: 2 * time.Millisecond, Sigma: 1, Faults: fake.Even(300), Hang: time.Second})
	c := client(t, config(s.URL()), Options{Tries: 10, FailMost: 1000, Backoff: time.Millisecond})
	var wg sync.WaitGroup
	var mu sync.Mutex
	ends := map[string]int{}
	for i := range 120 {
		wg.Go(func() {
			got, err := c.Complete(context.Background(), question(fmt.Sprintf("%d %s", i, mustSay)))
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				t.Errorf("question %d: %v", i, err)
			}
			ends[got.Finish]++
		})
	}
	wg.Wait()
	if ends[Stop] < 90 || ends[Stop] == 120 {
		t.Errorf("got the ends %v", ends)
	}
	if most := s.Counts().Most; most > 16 {
		t.Errorf("got %d calls at once, want at most 16", most)
	}
}

func TestCancellingReturnsAtOnce(t *testing.T) {
	for _, f := range []fake.Fault{fake.Hang, fake.Silence, fake.TooMany} {
		cfg := config(start(t, fake.Options{Faults: fake.Among(1000, f), After: "50"}).URL())
		cfg.Models[0].Timeouts = models.Timeouts{}
		ctx, cancel := context.WithTimeout(context.Background(), 30*time.Millisecond)
		start := time.Now()
		_, err := client(t, cfg, Options{}).Complete(ctx, question("hi"))
		cancel()
		if !errors.Is(err, context.DeadlineExceeded) || time.Since(start) > time.Second {
			t.Errorf("%s: got %v after %v", f, err, time.Since(start))
		}
	}
}

func TestTheKeyIsNowhere(t *testing.T) {
	echo := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		key := r.Header.Get("Authorization")
		w.WriteHeader(400)
		fmt.Fprintf(w, `{"error":{"message":"bad: %s%s"}}`, strings.Repeat("x", 180), key) // where the error is cut
	})
	s := httptest.NewServer(echo)
	defer s.Close()
	speaks := start(t, fake.Options{Answer: func(fake.Question) fake.Answer { return fake.Answer{Text: "your key is " + canary} }})
	turns := start(t, fake.Options{Key: "another"})
	for _, url := range []string{s.URL, speaks.URL(), turns.URL(), "http://127.0.0.1:1/v1"} {
		var seen strings.Builder
		c := client(t, config(url), Options{Tries: 1, Attempt: func(a Attempt) { fmt.Fprintf(&seen, "%+v %s", a, a.Request) }})
		got, err := c.Complete(context.Background(), question("hi"))
		for _, e := range c.at {
			fmt.Fprintf(&seen, "%v %+v %#v %s", e.key, e.key, e.key, e.key)
		}
		fmt.Fprintf(&seen, "%v %+v %v %s", got, got, err, c)
		if strings.Contains(seen.String(), canary) || strings.Contains(seen.String(), canary[:8]) {
			t.Errorf("%s: the key is in %s", url, seen.String())
		}
	}
}

func TestWhatIsConfiguredWrongIsSaid(t *testing.T) {
	for url, want := range map[string]string{"": "no URL", "localhost:8080": "http://", "http://": "no host", "http://me:pw@host/v1": "environment",
		"http://host/v1/chat/completions": "base before", "http://host/v1?key=1": "query", "ftp://x": "http://", "http://a b/": "no URL"} {
		_, err := New(config(url), Options{Getenv: getenv})
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "pw") {
			t.Errorf("%q: got %v, want %q in it", url, err, want)
		}
	}
	for value, want := range map[string]string{"": "is not set or empty", "two words": "spaces", "sk-a\nb": "spaces"} {
		if _, err := New(config("http://x/v1"), Options{Getenv: func(string) string { return value }}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %q in it", value, err, want)
		}
	}
	cfg := config("http://x/v1")
	cfg.Roles["reader"] = models.Role{Model: "gone"}
	if _, err := New(cfg, Options{Getenv: getenv}); err == nil || !strings.Contains(err.Error(), `"gone"`) {
		t.Errorf("got %v", err)
	}
	c := client(t, config("http://127.0.0.1:1/v1"), Options{})
	for name, r := range map[string]engine.Request{"role": {Question: sim.Question{Asked: sim.Asked{Tier: "judge"}}}, "EOF": {Question: question().Question},
		"schema": {Question: question().Question, PromptText: question("x").PromptText, SchemaText: []byte("{")}} {
		if _, err := c.Complete(context.Background(), r); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

func TestWhatCannotPassIsAskedOnce(t *testing.T) {
	for status, want := range map[int]Kind{400: Request, 401: Auth, 402: Quota, 403: Auth, 404: Missing, 422: Request, 307: Request} {
		calls := 0
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			calls++
			w.Header().Set("Location", "http://elsewhere.invalid/")
			w.WriteHeader(status)
		}))
		_, err := client(t, config(s.URL), Options{}).Complete(context.Background(), question("hi"))
		s.Close()
		most := 1
		if status == 400 || status == 422 {
			most += plainAsked // whether it takes any question at all
		}
		var f *Fault
		if !errors.As(err, &f) || f.Kind != want || calls != most {
			t.Errorf("%d: got %v after %d calls, want %s after %d", status, err, calls, want, most)
		}
	}
}

func TestAnswersAreBounded(t *testing.T) {
	for name, serve := range map[string]func(w http.ResponseWriter){
		"stream": func(w http.ResponseWriter) {
			w.Header().Set("Content-Type", "text/event-stream")
			for range 4000 {
				fmt.Fprintf(w, "data: {\"choices\":[{\"delta\":{\"content\":%q}}]}\n\n", strings.Repeat("x", 10000))
			}
		},
		"whole": func(w http.ResponseWriter) {
			fmt.Fprintf(w, `{"choices":[{"message":{"content":%q}}]}`, strings.Repeat("x", 9<<20))
		},
	} {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { serve(w) }))
		cfg := config(s.URL)
		cfg.Models[0].Timeouts = models.Timeouts{}
		cfg.Roles["persona.small"] = models.Role{Model: "m"} // with a bound of tokens a stream is cut off long before
		_, err := client(t, cfg, Options{Tries: 1}).Complete(context.Background(), question("hi"))
		s.Close()
		var f *Fault
		if !errors.As(err, &f) || f.Kind != Large {
			t.Errorf("%s: got %v, want the kind large", name, err)
		}
	}
}

func BenchmarkComplete(b *testing.B) {
	s := start(b, fake.Options{})
	c := client(b, config(s.URL()), Options{})
	r := question(strings.Repeat("A long thread of words that somebody wrote. ", 250), mustSay)
	for b.Loop() {
		if _, err := c.Complete(context.Background(), r); err != nil {
			b.Fatal(err)
		}
	}
}

// Where tools go as text to an endpoint that keeps to schemas, the answer is held to the form of calls.
func TestCallsAsTextHaveASchemaWhereOneIsKept(t *testing.T) {
	tools := []prompt.Tool{{Name: "wait_any", Schema: json.RawMessage(`{"type":"object","properties":{"span":{"type":"string"}}}`)}, {Name: "done"}}
	q := ask{prompt: prompt.Prompt{Messages: []prompt.Message{{Role: prompt.User, Content: "go on"}}, Tools: tools}}
	for _, c := range []struct {
		tools, schema string
		want          bool
	}{{"text", "native", true}, {"text", "text", false}, {"text", "auto", false}, {"native", "native", false}} {
		m := models.Model{ID: "m", Tools: c.tools, Schema: c.schema}
		raw, err := q.body(m, dialectOf(m))
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(string(raw), `"const":"wait_any"`); got != c.want {
			t.Errorf("tools %s, schema %s: got a schema of calls: %t, want %t", c.tools, c.schema, got, c.want)
		}
	}
}

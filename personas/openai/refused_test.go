package openai

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tenure-sim/tenure/personas/models"
	"github.com/tenure-sim/tenure/personas/openai/fake"
	"github.com/tenure-sim/tenure/sim/engine"
)

// answering gives a status and a body from its from-th call on, and answers well before.
func answering(t *testing.T, from int64, status int, body string) string {
	t.Helper()
	var n atomic.Int64
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if n.Add(1) < from {
			fmt.Fprint(w, fine)
			return
		}
		w.Header().Set("Location", "http://elsewhere.invalid/")
		w.WriteHeader(status)
		fmt.Fprint(w, body)
	}))
	t.Cleanup(s.Close)
	return s.URL
}

func TestWhatTheUserMustMendStopsTheRun(t *testing.T) {
	for name, c := range map[string]struct {
		status int
		body   string
		advice string
	}{
		"key":         {401, `{"error":{"message":"Incorrect API key"}}`, "does not take the key in KEY"},
		"forbidden":   {403, `{"error":{"message":"not your model"}}`, "does not take the key in KEY"},
		"url or id":   {404, `{"error":{"message":"no such path"}}`, "look whether url ends where the API begins"},
		"id by 400":   {400, `{"error":{"message":"The model gtp-4 does not exist","code":"model_not_found"}}`, "whether id is a model that the endpoint has"},
		"account":     {402, `{"error":{"message":"pay"}}`, "top it up"},
		"quota":       {429, `{"error":{"message":"pay","code":"insufficient_quota"}}`, "top it up"},
		"other place": {307, ``, "put its base into models.yaml as url"},
	} {
		for _, from := range []int64{1, 3} { // at once, and after answers
			m := client(t, config(answering(t, from, c.status, c.body)), Options{})
			var err error
			for range from {
				_, err = m.Complete(context.Background(), question("hi"))
			}
			var r *Refused
			var f *Fault
			if !errors.Is(err, engine.ErrStop) || errors.Is(err, engine.ErrBudget) || !errors.As(err, &r) || !errors.As(err, &f) || f.Status != c.status {
				t.Errorf("%s, from call %d: got %v, want a stop", name, from, err)
				continue
			}
			if !strings.Contains(r.Advice, c.advice) || !strings.Contains(err.Error(), r.Advice) || strings.Contains(err.Error(), canary) {
				t.Errorf("%s: got %q, want %q in it", name, err, c.advice)
			}
		}
	}
}

func TestWhatPassesOrLiesInOneQuestionStopsNothing(t *testing.T) {
	for name, c := range map[string]struct {
		status int
		body   string
	}{
		"rate": {429, `{"error":{"message":"slow down"}}`}, "server": {500, ``}, "down": {503, ``}, "busy": {409, ``}, "slow": {408, ``},
		"too long":     {400, `{"error":{"message":"This model's maximum context length is 4096 tokens"}}`},
		"a bad schema": {422, `{"error":{"message":"schema too deep"}}`},
		"the filter":   {403, `{"error":{"message":"Your chosen model requires moderation and your input was flagged"}}`},
	} {
		m := client(t, config(answering(t, 2, c.status, c.body)), Options{Tries: 2})
		if _, err := m.Complete(context.Background(), question("hi")); err != nil {
			t.Fatal(err)
		}
		_, err := m.Complete(context.Background(), question("hi"))
		var f *Fault
		if errors.Is(err, engine.ErrStop) || !errors.As(err, &f) {
			t.Errorf("%s: got %v, want a fault that stops nothing", name, err)
		}
	}
	for _, f := range []fake.Fault{fake.Hang, fake.SlowHead, fake.Silence, fake.Cut, fake.NoEnd, fake.WrongJSON, fake.HTML} {
		_, err := client(t, config(start(t, fake.Options{Faults: fake.Among(1000, f)}).URL()), Options{Tries: 2}).Complete(context.Background(), question("hi"))
		if err == nil || errors.Is(err, engine.ErrStop) {
			t.Errorf("%s: got %v, want a fault that stops nothing", f, err)
		}
	}
}

// A port at which nothing listens is a mistake as long as nothing ever did; afterwards it is a server that is restarted.
func TestAnEndpointThatWasNeverThereStopsTheRun(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := l.Addr().String()
	l.Close()
	began := time.Now()
	m := client(t, config("http://"+address+"/v1"), Options{Backoff: 20 * time.Millisecond})
	_, err = m.Complete(context.Background(), question("hi"))
	if !errors.Is(err, engine.ErrStop) || !strings.Contains(err.Error(), "is the server up, and on that port?") {
		t.Errorf("got %v, want a stop with advice", err)
	}
	if took := time.Since(began); took > 5*time.Second {
		t.Errorf("it took %s", took)
	}
	for name, url := range map[string]string{"host": "http://model.invalid/v1", "tls": "https" + strings.TrimPrefix(answering(t, 1, 200, fine), "http")} {
		if _, err := client(t, config(url), Options{}).Complete(context.Background(), question("hi")); !errors.Is(err, engine.ErrStop) {
			t.Errorf("%s: got %v, want a stop", name, err)
		}
	}
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, fine) }))
	s.Start()
	m = client(t, config(s.URL), Options{Tries: 2, Backoff: time.Millisecond, Cool: time.Millisecond, Away: 100 * time.Millisecond})
	if _, err := m.Complete(context.Background(), question("hi")); err != nil {
		t.Fatal(err)
	}
	s.Close()
	began = time.Now()
	_, err = m.Complete(context.Background(), question("hi"))
	if !errors.Is(err, engine.ErrStop) || !strings.Contains(err.Error(), "refused; it was there in this run and has been away for") || time.Since(began) < 100*time.Millisecond {
		t.Errorf("an endpoint that stays away: got %v after %s", err, time.Since(began))
	}
}

// Many questions at once open the breaker before one of them has had its tries.
func TestABreakerBeforeAnAbsentEndpointStopsTheRun(t *testing.T) {
	m := client(t, config("http://127.0.0.1:1/v1"), Options{FailMost: 1, Tries: 2, Cool: 10 * time.Millisecond})
	var stops, n atomic.Int64
	done := make(chan struct{})
	for range 6 {
		go func() {
			if _, err := m.Complete(context.Background(), question("hi")); errors.Is(err, engine.ErrStop) {
				stops.Add(1)
			}
			if n.Add(1) == 6 {
				close(done)
			}
		}()
	}
	<-done
	if stops.Load() != 6 {
		t.Errorf("%d of 6 questions stop the run", stops.Load())
	}
}

// A question may be refused for what is in it. An endpoint that refuses all of them is asked wrongly: the run stops and does
// not go on to its end with templates. An answer in between shows that it is not so.
func TestAnEndpointThatRefusesEveryQuestionStopsTheRun(t *testing.T) {
	const body = `{"error":{"message":"thou shalt not"}}`
	for _, from := range []int{2, 4} {
		m := client(t, config(answering(t, int64(from), 400, body)), Options{})
		for n := 1; n < from+refusedMost; n++ {
			_, err := m.Complete(context.Background(), question("hi"))
			if got, want := errors.Is(err, engine.ErrStop), n == from+refusedMost-1; got != want || (err != nil) != (n >= from) {
				t.Fatalf("refusing from question %d on, at question %d: got %v, want a stop: %t", from, n, err, want)
			}
			if errors.Is(err, engine.ErrStop) && (!strings.Contains(err.Error(), "answered the 9 before this one, which stays so") || !strings.Contains(err.Error(), "thou shalt not")) {
				t.Errorf("got %q", err)
			}
		}
	}
}

// As long as it has answered nothing no question is given up for it.
func TestAnEndpointThatRefusesFromTheStartGivesNoQuestionUp(t *testing.T) {
	m := client(t, config(answering(t, 1, 400, `{"error":{"message":"thou shalt not"}}`)), Options{})
	_, err := m.Complete(context.Background(), question("hi"))
	if !errors.Is(err, engine.ErrStop) || !strings.Contains(err.Error(), "refuses the shortest question as well") || !strings.Contains(err.Error(), "thou shalt not") {
		t.Errorf("got %v, want a stop at the first question", err)
	}
}

func TestAnAnswerBetweenRefusalsStopsNothing(t *testing.T) {
	var n atomic.Int64
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if n.Add(1)%5 == 1 {
			fmt.Fprint(w, fine)
			return
		}
		w.WriteHeader(400)
		fmt.Fprint(w, `{"error":{"message":"too long"}}`)
	}))
	t.Cleanup(s.Close)
	m := client(t, config(s.URL), Options{})
	for range 3 * refusedMost {
		if _, err := m.Complete(context.Background(), question("hi")); errors.Is(err, engine.ErrStop) {
			t.Fatalf("got %v after %d calls", err, n.Load())
		}
	}
}

func TestARedirectionIsToldOnce(t *testing.T) {
	for name, c := range map[string]struct{ location, want string }{
		"elsewhere": {"http://me:hunter2secret@elsewhere.invalid/hunter2secret?q=hunter2secret", "it redirects to http://elsewhere.invalid; the question and the key were not sent on; if that is the one you mean, put its base into models.yaml as url ("},
		"a path":    {"/v2/hunter2secret", "it redirects to another path of http://127.0.0.1:"},
		"nowhere":   {"", "it redirects without saying where to; the question and the key were not sent on; if"},
		"the key":   {"http://" + strings.ToUpper(canary) + ".invalid/", "it redirects to http://[key].invalid; the question"},
	} {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			if c.location != "" {
				w.Header().Set("Location", c.location)
			}
			w.WriteHeader(307)
		}))
		conf := config(s.URL)
		_, err := client(t, conf, Options{}).Complete(context.Background(), question("hi"))
		report := CheckWith(context.Background(), conf.Models[0], Options{Getenv: getenv})
		s.Close()
		if !errors.Is(err, engine.ErrStop) || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "refuses") || strings.Contains(err.Error(), "hunter2") || strings.Count(err.Error(), "redirects") != 1 {
			t.Errorf("%s: got %v, want %s", name, err, c.want)
		}
		if got := fmt.Sprint(report.Problems); report.Usable || len(report.Problems) != 1 || !strings.Contains(got, "put its base into models.yaml as url") || strings.Contains(got, "hunter2") {
			t.Errorf("%s: a check tells %s", name, got)
		}
	}
}

func TestWhichVariableWasReadIsSaid(t *testing.T) {
	for name, c := range map[string]struct {
		env  map[string]string
		want string
	}{
		"none":           {nil, "no key was sent, for OPENAI_API_KEY is not set or empty: export OPENAI_API_KEY=... with the key (TENURE_MODEL_KEY_ENV or --key-env names another variable)"},
		"the usual":      {map[string]string{models.KeyEnv: canary}, "does not take the key in OPENAI_API_KEY, which is set"},
		"another":        {map[string]string{models.EnvKey: "OTHER", "OTHER": canary}, "does not take the key in OTHER, which is set"},
		"another, empty": {map[string]string{models.EnvKey: "OTHER"}, "the environment variable OTHER, which is to hold its key (TENURE_MODEL_KEY_ENV or --key-env names it), is not set or empty"},
	} {
		for _, status := range []int{401, 403} {
			all := map[string]string{models.EnvURL: answering(t, 1, status, `{"error":{"message":"no"}}`), models.EnvID: "x"}
			for k, v := range c.env {
				all[k] = v
			}
			env := func(k string) string { return all[k] }
			conf, ok, err := models.FromEnv(env)
			if err != nil || !ok {
				t.Fatal(ok, err)
			}
			m, err := New(conf, Options{Getenv: env})
			if err == nil {
				_, err = m.Complete(context.Background(), question("hi"))
			}
			if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), canary) {
				t.Errorf("%s, %d: got %v, want %s", name, status, err, c.want)
			}
		}
	}
}

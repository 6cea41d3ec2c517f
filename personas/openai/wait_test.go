package openai

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/tenure-sim/tenure/personas/models"
)

// speaker is an endpoint in memory, for tests in which time does not pass by itself.
type speaker func(n int, r *http.Request) (status int, header http.Header, body string)

type transport struct {
	mu    sync.Mutex
	n     int
	times []time.Time
	say   speaker
}

func (t *transport) RoundTrip(r *http.Request) (*http.Response, error) {
	t.mu.Lock()
	t.n++
	n := t.n
	t.times = append(t.times, time.Now())
	t.mu.Unlock()
	status, header, body := t.say(n, r)
	if status == 0 {
		return nil, errors.New("connection refused")
	}
	if header == nil {
		header = http.Header{}
	}
	return &http.Response{StatusCode: status, Header: header, Body: io.NopCloser(strings.NewReader(body)), Request: r}, nil
}

const fine = `{"choices":[{"message":{"content":"ok"},"finish_reason":"stop"}]}`

func inMemory(t *testing.T, o Options, l models.Limits, say speaker) (*Client, *transport) {
	t.Helper()
	tr := &transport{say: say}
	cfg := config("http://model.invalid/v1")
	cfg.Models[0].Limits, cfg.Models[0].Timeouts = l, models.Timeouts{}
	o.Transport = func(models.Model) http.RoundTripper { return tr }
	return client(t, cfg, o), tr
}

func TestRetryAfterIsKept(t *testing.T) {
	for after, want := range map[string]time.Duration{"20": 20 * time.Second, "0": 0, "": 0, "soon": 0, "-5": 0} {
		synctest.Test(t, func(t *testing.T) {
			c, tr := inMemory(t, Options{}, models.Limits{}, func(n int, _ *http.Request) (int, http.Header, string) {
				if n == 1 {
					return 429, http.Header{"Retry-After": {after}}, `{"error":{"message":"slow down"}}`
				}
				return 200, nil, fine
			})
			got, err := c.Complete(context.Background(), question("hi"))
			if err != nil || got.Tries != 2 {
				t.Fatalf("%q: got %+v, %v", after, got, err)
			}
			if d := tr.times[1].Sub(tr.times[0]); d < want || d > want+time.Second {
				t.Errorf("%q: asked again after %v, want %v", after, d, want)
			}
		})
	}
}

func TestRetryAfterIsReadAsSecondsDatesAndMilliseconds(t *testing.T) {
	now := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		h    http.Header
		want time.Duration
		told bool
	}{
		{http.Header{"Retry-After": {"Mon, 02 Mar 2026 09:00:30 GMT"}}, 30 * time.Second, true},
		{http.Header{"Retry-After": {"Mon, 02 Mar 2026 08:00:00 GMT"}}, 0, true},
		{http.Header{"Retry-After-Ms": {"1500"}, "Retry-After": {"9"}}, 1500 * time.Millisecond, true},
		{http.Header{"Retry-After": {"99999999999999999999"}}, afterMost, true},
		{http.Header{"Retry-After": {strings.Repeat("9", 400)}}, afterMost, true},
		{http.Header{"Retry-After": {"Thu, 01 Jan 2099 00:00:00 GMT"}}, afterMost, true},
		{http.Header{"Retry-After": {"Fri, 31 Dec 9999 23:59:59 GMT"}}, afterMost, true},
		{http.Header{"Retry-After-Ms": {"99999999999999999999"}, "Retry-After": {"9"}}, afterMost, true},
		{http.Header{"Retry-After": {" 1.5 "}}, 1500 * time.Millisecond, true},
		{http.Header{"Retry-After": {"1.2.3"}}, 0, false},
		{http.Header{"Retry-After": {"Infinity"}}, 0, false},
		{http.Header{"Retry-After": {"-99999999999999999999"}}, 0, false},
		{http.Header{}, 0, false},
	} {
		if got, told := retryAfter(c.h, now); got != c.want || told != c.told {
			t.Errorf("%v: got %v, %v, want %v, %v", c.h, got, told, c.want, c.told)
		}
	}
}

func TestAnEndpointThatWantsTooLongAWaitIsGivenUp(t *testing.T) {
	for _, after := range []string{"3600", "99999999999999999999", "Thu, 01 Jan 2099 00:00:00 GMT"} {
		synctest.Test(t, func(t *testing.T) {
			c, tr := inMemory(t, Options{}, models.Limits{}, func(int, *http.Request) (int, http.Header, string) {
				return 503, http.Header{"Retry-After": {after}}, ""
			})
			start := time.Now()
			_, err := c.Complete(context.Background(), question("hi"))
			if err == nil || tr.n != 1 || time.Since(start) > 0 || !strings.Contains(err.Error(), "longer than anybody waits") {
				t.Errorf("%s: got %v after %d calls and %v", after, err, tr.n, time.Since(start))
			}
		})
	}
}

// One call that was told to wait keeps the others away as well.
func TestQuietHoldsForAllCalls(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, tr := inMemory(t, Options{}, models.Limits{Calls: 1}, func(n int, _ *http.Request) (int, http.Header, string) {
			if n == 1 {
				return 429, http.Header{"Retry-After": {"30"}}, ""
			}
			return 200, nil, fine
		})
		var wg sync.WaitGroup
		for range 3 {
			wg.Go(func() {
				if _, err := c.Complete(context.Background(), question("hi")); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		early := 0
		for _, at := range tr.times[1:] {
			if at.Sub(tr.times[0]) < 29*time.Second {
				early++
			}
		}
		if early > 1 { // one may have been let in before the refusal came
			t.Errorf("%d calls went before the quiet was over: %v", early, tr.times)
		}
	})
}

func TestRequestsAndTokensAMinuteAreKept(t *testing.T) {
	for name, l := range map[string]models.Limits{"requests": {Requests: 60}, "tokens": {Tokens: 60 * 118}} {
		synctest.Test(t, func(t *testing.T) {
			l.Calls = 100
			c, tr := inMemory(t, Options{}, l, func(int, *http.Request) (int, http.Header, string) { return 200, nil, fine })
			var wg sync.WaitGroup
			for range 120 {
				wg.Go(func() {
					if _, err := c.Complete(context.Background(), question("hi")); err != nil {
						t.Error(err)
					}
				})
			}
			wg.Wait()
			for i := range tr.times {
				n := 0
				for _, at := range tr.times[i:] {
					if at.Sub(tr.times[i]) < time.Minute {
						n++
					}
				}
				if n > 67 {
					t.Fatalf("%s: got %d calls in a minute, want at most 66", name, n)
				}
			}
			if took := tr.times[len(tr.times)-1].Sub(tr.times[0]); took < 100*time.Second || took > 125*time.Second {
				t.Errorf("%s: 120 calls took %v", name, took)
			}
		})
	}
}

func TestAnEndpointThatIsDownIsLeftAloneAndTriedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		var kinds []Kind
		c, tr := inMemory(t, Options{Tries: 12, FailMost: 3, Cool: 10 * time.Second, Attempt: func(a Attempt) { kinds = append(kinds, a.Kind) }}, models.Limits{},
			func(int, *http.Request) (int, http.Header, string) {
				if time.Since(start) < 25*time.Second {
					return 0, nil, ""
				}
				return 200, nil, fine
			})
		got, err := c.Complete(context.Background(), question("hi"))
		if err != nil {
			t.Fatalf("got %+v, %v", kinds, err)
		}
		// Three failures open it for 10 s, a probe fails and makes it 20, the next is answered.
		if tr.n != 5 || got.Tries != 7 {
			t.Errorf("got %d calls in %d tries, %v at %v", tr.n, got.Tries, kinds, tr.times)
		}
		if _, err := c.Complete(context.Background(), question("hi")); err != nil || tr.n != 6 {
			t.Errorf("it stays open: %v after %d calls", err, tr.n)
		}
	})
}

// One server behind several models is down for all of them, and another is not.
func TestModelsOfOneAddressShareABreaker(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		cfg := config("http://model.invalid/v1")
		cfg.Models[0].Timeouts = models.Timeouts{}
		for role, url := range map[string]string{"reader": "http://model.invalid/v1/", "judge": "http://other.invalid/v1"} {
			m := cfg.Models[0]
			m.Name, m.URL = role, url
			cfg.Models, cfg.Roles[role] = append(cfg.Models, m), models.Role{Model: role}
		}
		tr := &transport{say: func(int, *http.Request) (int, http.Header, string) { return 0, nil, "" }}
		c := client(t, cfg, Options{Tries: 1, FailMost: 3, Cool: 10 * time.Second, Transport: func(models.Model) http.RoundTripper { return tr }})
		ask := func(role string) Kind {
			q := question("hi")
			q.Tier = role
			var f *Fault
			if _, err := c.Complete(t.Context(), q); !errors.As(err, &f) {
				t.Fatalf("%s: got %v, want a fault", role, err)
			}
			return f.Kind
		}
		for range 3 {
			if k := ask("agent"); k != Connect {
				t.Fatalf("got %s, want connect", k)
			}
		}
		if k := ask("reader"); k != Open || tr.n != 3 {
			t.Errorf("the other model of the address: got %s after %d calls, want open after 3", k, tr.n)
		}
		if k := ask("judge"); k != Connect || tr.n != 4 {
			t.Errorf("a model elsewhere: got %s after %d calls, want connect after 4", k, tr.n)
		}
	})
}

func TestOneProbeAtATime(t *testing.T) {
	b, now := &breaker{after: 1, cool: time.Second}, time.Unix(0, 0)
	b.enter(now)
	b.leave(now, false, true)
	if _, ok := b.enter(now); ok {
		t.Error("it is not open")
	}
	now = now.Add(2 * time.Second)
	_, first := b.enter(now)
	_, second := b.enter(now)
	if !first || second {
		t.Errorf("got %v, %v, want one probe", first, second)
	}
	b.leave(now, false, false) // given up: says nothing
	if _, ok := b.enter(now); !ok {
		t.Error("no probe follows one that was given up")
	}
	b.leave(now, true, false)
	if _, ok := b.enter(now); !ok {
		t.Error("it does not close")
	}
}

func TestWaitsGrowAndAreBounded(t *testing.T) {
	for try := 1; try < 40; try++ {
		full := min(backoffUsual<<min(try-1, 10), backoffMost)
		if d := backoff(backoffUsual, try); d < full/2 || d > full {
			t.Errorf("try %d: got %v, want %v to %v", try, d, full/2, full)
		}
	}
}

func TestARefusalTeachesOnlyWhatItNames(t *testing.T) {
	q := ask{schema: []byte(`{}`), most: 5, prompt: toolPrompt()}
	for said, want := range map[string]func(dialect) bool{
		"Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.": func(d dialect) bool { return d.newLimit },
		"[{'type':'extra_forbidden','loc':['body','stream_options']}]":                                               func(d dialect) bool { return d.noUsage && !d.noStream },
		"tools param requires --jinja flag":                                                                          func(d dialect) bool { return d.textTools },
		"Unsupported value: 'temperature' does not support 0.0 with this model.":                                     func(d dialect) bool { return d.noTemperature },
		"This response_format type is unavailable: json_schema is not supported":                                     func(d dialect) bool { return d.schema == schemaObject },
		"streaming is not supported":                                                                                 func(d dialect) bool { return d.noStream },
	} {
		for _, status := range []int{400, 500} {
			d, ok := dialect{}.poorer(&Fault{Status: status, Text: said}, q)
			if strings.Contains(said, "forbidden") && status == 500 {
				continue
			}
			if !ok || !want(d) {
				t.Errorf("%d %s: got %+v, %v", status, said, d, ok)
			}
		}
	}
	for _, said := range []string{"upstream connect error", "invalid request", "the stream was closed", "unable to reach upstream"} {
		if d, ok := (dialect{}).poorer(&Fault{Status: 502, Text: said}, q); ok {
			t.Errorf("%s: taught %+v", said, d)
		}
	}
}

// What the adapter itself costs: no network, no server.
func BenchmarkAdapter(b *testing.B) {
	tr := &transport{say: func(int, *http.Request) (int, http.Header, string) {
		return 200, http.Header{"Content-Type": {"text/event-stream"}}, streamed
	}}
	cfg := config("http://model.invalid/v1")
	c := client(b, cfg, Options{Transport: func(models.Model) http.RoundTripper { return tr }})
	r := question(strings.Repeat("A long thread of words that somebody wrote. ", 250), mustSay)
	for b.Loop() {
		tr.times = tr.times[:0]
		if _, err := c.Complete(context.Background(), r); err != nil {
			b.Fatal(err)
		}
	}
}

var streamed = strings.Repeat("data: "+piece+"\n\n", 40) + "data: " + last + "\n\ndata: [DONE]\n\n"

package openai

import (
	"context"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tenure-sim/tenure/personas/models"
	"github.com/tenure-sim/tenure/personas/openai/fake"
)

func able(q fake.Question) fake.Answer {
	if len(q.Tools) > 0 {
		return fake.Answer{Calls: []fake.Call{{Tool: q.Tools[0].Function.Name, Args: `{"city":"Oslo"}`}}}
	}
	return fake.Usual(q)
}

// ample are for checks that are to be answered, on a machine that has much else to do.
var ample = models.Timeouts{Connect: time.Minute, First: time.Minute, Silence: time.Minute, Whole: 2 * time.Minute}

func checkOf(url string) Report {
	m := config(url).Models[0]
	m.Timeouts = ample
	return CheckWith(context.Background(), m, Options{Getenv: getenv})
}

func TestACheckTellsWhatAnEndpointCanDo(t *testing.T) {
	r := checkOf(start(t, fake.Options{Answer: able, Context: 4096, Median: 2 * time.Millisecond}).URL())
	if !r.Usable || !r.Known || r.Context != 4096 || r.Streaming != Yes || r.StreamUsage != Yes || r.Tools != Yes || r.Schema != Yes || r.Logprobs != Yes || len(r.Problems) > 0 {
		t.Errorf("got %+v", r)
	}
	if r.First <= 0 || r.Whole < r.First {
		t.Errorf("got %v to the first piece and %v in all", r.First, r.Whole)
	}
	r = checkOf(start(t, fake.Options{NoStream: true, NoTools: true, NoSchema: true, NoUsage: true, NewLimit: true, NoTemperature: true}).URL())
	if !r.Usable || r.Streaming != No || r.Tools != No || r.Schema != No {
		t.Errorf("got %+v", r)
	}
	r = checkOf(start(t, fake.Options{Faults: fake.Among(1000, fake.OffSchema)}).URL())
	if !r.Usable || r.Tools != Ignored || r.Schema != Ignored {
		t.Errorf("got %+v", r)
	}
}

func TestACheckSaysHowToMendWhatIsWrong(t *testing.T) {
	good := start(t, fake.Options{Models: []string{"llama-3-8b", "fake-2", "mistral"}})
	wants := start(t, fake.Options{Key: "other"})
	hangs := start(t, fake.Options{Faults: fake.Among(1000, fake.Hang)})
	page := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "<html>hi</html>") }))
	defer page.Close()
	secure := httptest.NewUnstartedServer(http.NotFoundHandler())
	secure.Config.ErrorLog = log.New(io.Discard, "", 0) // that clients turn away is what is tested
	secure.StartTLS()
	defer secure.Close()
	for name, c := range map[string]struct {
		url    string
		change func(*models.Model)
		what   string
		advice string
	}{
		"no v1":     {url: strings.TrimSuffix(good.URL(), "/v1"), what: "there is one at", advice: good.URL()},
		"v1 twice":  {url: good.URL() + "/v1", what: "there is one at", advice: "set url to " + good.URL()},
		"other id":  {url: good.URL(), what: `"fake"`, advice: `"fake-2"`},
		"no key":    {url: good.URL(), change: func(m *models.Model) { m.KeyEnv = "NONE" }, what: "NONE is not set", advice: "export NONE"},
		"wrong key": {url: wants.URL(), what: "auth", advice: "KEY"},
		"wants key": {url: wants.URL(), change: func(m *models.Model) { m.KeyEnv = "" }, what: "auth", advice: "key_env"},
		"down":      {url: "http://127.0.0.1:1/v1", what: "connect", advice: "is the server up"},
		"no host":   {url: "http://model.invalid/v1", what: "connect", advice: "no such host"},
		"no tls":    {url: "https" + strings.TrimPrefix(good.URL(), "http"), what: "security", advice: "http://"},
		"tls":       {url: "http" + strings.TrimPrefix(secure.URL, "https"), what: "request", advice: "https://"},
		"untrusted": {url: secure.URL, what: "security", advice: "not trusted"},
		"page":      {url: page.URL, what: "garbled", advice: "another protocol"},
		"hangs":     {url: hangs.URL(), what: "timeout", advice: "time-outs"},
		"no scheme": {url: "localhost", what: "http://", advice: "/v1"},
	} {
		t.Run(name, func(t *testing.T) {
			m := config(c.url).Models[0]
			if name != "hangs" {
				m.Timeouts = ample
			}
			if c.change != nil {
				c.change(&m)
			}
			r := CheckWith(context.Background(), m, Options{Getenv: func(env string) string {
				if env == "NONE" {
					return ""
				}
				return canary
			}})
			if !slices.ContainsFunc(r.Problems, func(p Problem) bool { return strings.Contains(p.What, c.what) && strings.Contains(p.Advice, c.advice) }) {
				t.Errorf("got %+v, want %q and %q", r.Problems, c.what, c.advice)
			}
			if strings.Contains(fmt.Sprintf("%+v", r), canary) {
				t.Errorf("the key is in %+v", r)
			}
		})
	}
}

func TestTheNearestIsThatWithTheFewestChanges(t *testing.T) {
	ids := []string{"gpt-4o", "gpt-4o-mini", "llama-3.1-8b-instruct", "Qwen2.5-7B"}
	for want, best := range map[string]string{"gpt-4o-mni": "gpt-4o-mini", "llama-3.1-8b": "llama-3.1-8b-instruct", "qwen2.5-7b": "Qwen2.5-7B", "gpt4o": "gpt-4o"} {
		if got := nearest(want, ids); got != best {
			t.Errorf("%s: got %s, want %s", want, got, best)
		}
	}
}

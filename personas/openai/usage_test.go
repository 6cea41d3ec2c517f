package openai

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/tenure-sim/tenure/personas/models"
)

func TestUsageThatCannotBeTrueIsEstimated(t *testing.T) {
	q := question("Do you come to the meeting on Thursday at ten, or shall we ask the others to find another day for it?")
	estimate := func() int { a, _ := newAsk(q, models.Role{}); return a.sent() }()
	for _, c := range []struct {
		usage           string
		in, cached, out int
	}{
		{`{"prompt_tokens":50,"completion_tokens":9,"prompt_tokens_details":{"cached_tokens":7}}`, 50, 7, 9},
		{`{"prompt_tokens":50,"completion_tokens":9,"prompt_tokens_details":{"cached_tokens":700}}`, 50, 50, 9},
		{`{"prompt_tokens":50,"completion_tokens":9,"prompt_tokens_details":{"cached_tokens":-7}}`, 50, 0, 9},
		{`{"prompt_tokens":50,"completion_tokens":-1000000000000}`, 50, 0, 5},
		{`{"prompt_tokens":-1000000000000,"completion_tokens":9}`, estimate, 0, 9},
		{`{"prompt_tokens":4611686018427387904,"completion_tokens":4611686018427387904}`, estimate, 0, 5},
		{`{"prompt_tokens":1,"completion_tokens":0}`, estimate, 0, 5},
		{`null`, estimate, 0, 5},
		{`{"prompt_tokens":50.0,"completion_tokens":"9","prompt_tokens_details":{"cached_tokens":7e0}}`, 50, 7, 9},
		{`{"prompt_tokens":5e1,"completion_tokens":" 9.0 ","total_tokens":"many"}`, 50, 0, 9},
		{`{"prompt_tokens":50.5,"completion_tokens":1e999999999}`, estimate, 0, 5},
		{`{"prompt_tokens":"0x32","completion_tokens":"NaN","prompt_tokens_details":"none"}`, estimate, 0, 5},
		{`{"prompt_tokens":{"n":50},"completion_tokens":[9]}`, estimate, 0, 5},
		{`{"prompt_tokens":50,"completion_tokens":9,"prompt_tokens_details":[]}`, 50, 0, 9},
		{`99999999999999999999999999999`, estimate, 0, 5},
		{`"12"`, estimate, 0, 5},
		{`[12]`, estimate, 0, 5},
	} {
		body := `{"id":7,"created":1.7e9,"system_fingerprint":{},"model":"other","choices":[{"index":0.0,"message":{"content":"Yes, I will come."},"finish_reason":"stop"}],"usage":` + c.usage + `}`
		streamed := "data: " + strings.Replace(body, "message", "delta", 1) + "\n\ndata: [DONE]\n\n"
		for _, url := range []string{says(t, "application/json", body), says(t, "text/event-stream", streamed)} {
			cfg := config(url)
			cfg.Models = append(cfg.Models, models.Model{Name: "n", URL: url, ID: "other"})
			cfg.Roles["reader"] = models.Role{Model: "n"}
			got, err := client(t, cfg, Options{}).Complete(context.Background(), q)
			if err != nil || got.In != c.in || got.Cached != c.cached || got.Out < c.out || got.Out > 9 {
				t.Errorf("%s: got %+v, %v; want %d, %d, %d", c.usage, got, err, c.in, c.cached, c.out)
			}
			if got.Model != "fake" {
				t.Errorf("an answer took the name of another model: %s", got.Model)
			}
		}
	}
}

func TestATryThatBrokeOffCosts(t *testing.T) {
	var n atomic.Int64
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		if fmt.Fprint(w, "data: "+piece+"\n\n"); n.Add(1) > 2 {
			fmt.Fprint(w, "data: "+last+"\n\ndata: [DONE]\n\n")
		}
	}))
	defer s.Close()
	got, err := client(t, config(s.URL), Options{}).Complete(context.Background(), question("hi"))
	once, _ := newAsk(question("hi"), models.Role{})
	if err != nil || got.Tries != 3 || got.In != 3*once.sent() || got.Out != 3 {
		t.Errorf("got %+v, %v; want three times %d tokens and three of answer", got, err, once.sent())
	}
}

package openai

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestAnErrorToldWithSuccessIsJudgedByWhatItSays(t *testing.T) {
	for body, want := range map[string]Kind{
		`{"error":{"message":"no auth credentials found","code":401}}`:    Auth,
		`{"error":{"message":"pay","code":"402"}}`:                        Quota,
		`{"error":{"message":"slow","code":429}}`:                         Rate,
		`{"error":{"message":"slow","type":"rate_limit_error"}}`:          Rate,
		`{"error":{"message":"The model x does not exist","code":400}}`:   Missing,
		`{"error":"it broke"}`:                                            Server,
		`{"object":"error","message":"it broke","code":500}`:              Server,
		`{"detail":"it broke"}`:                                           Server,
		`{"message":"it broke"}`:                                          Server,
		`{"object":"chat.completion","choices":[]}`:                       Garbled,
		`{"error":{"message":"it broke","code":99999999999999999999999}}`: Server,
	} {
		for _, kind := range []string{"application/json", "text/event-stream"} {
			sent := body
			if kind != "application/json" {
				sent = "data: " + body + "\n\ndata: [DONE]\n\n"
			}
			_, err := client(t, config(says(t, kind, sent)), Options{Tries: 1}).Complete(context.Background(), question("hi"))
			var f *Fault
			if !errors.As(err, &f) || f.Kind != want && !(want == Garbled && f.Kind == Cut) {
				t.Errorf("%s as %s: got %v, want %s", body, kind, err, want)
			}
		}
	}
	ok := `{"error":null,"message":"fine","choices":[{"message":{"content":"yes"},"finish_reason":"stop"}]}`
	for _, e := range []string{"null", "false", `""`, "{}"} {
		if got, err := client(t, config(says(t, "application/json", strings.Replace(ok, "null", e, 1))), Options{Tries: 1}).Complete(context.Background(), question("hi")); err != nil || got.Text != "yes" {
			t.Errorf("an error of %s: got %+v, %v", e, got, err)
		}
	}
}

func TestAPackedAnswerIsBoundedByWhatItHolds(t *testing.T) {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	fmt.Fprint(z, `{"choices":[{"message":{"content":"`)
	for range 64 {
		z.Write(bytes.Repeat([]byte("a"), 1<<20))
	}
	fmt.Fprint(z, `"}}]}`)
	z.Close()
	for kind, want := range map[string]Kind{"application/json": Large, "text/event-stream": Large} {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", kind)
			w.Header().Set("Content-Encoding", "gzip")
			w.Write(packed.Bytes())
		}))
		conf := config(s.URL)
		conf.Models[0].Timeouts = ample
		_, err := client(t, conf, Options{Tries: 1}).Complete(context.Background(), question("hi"))
		s.Close()
		var f *Fault
		if !errors.As(err, &f) || f.Kind != want {
			t.Errorf("%s: got %v, want %s", kind, err, want)
		}
	}
}

func TestNothingThatIsSaidOfAFailureActsOnATerminal(t *testing.T) {
	const marks = `\u001b[2J\u0000\u202e\u0007`
	for _, status := range []int{200, 400} {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodGet {
				fmt.Fprintf(w, `{"data":[{"id":"a%s"}]}`, marks)
				return
			}
			w.WriteHeader(status)
			fmt.Fprintf(w, `{"error":{"message":"no%s"}}`, marks)
		}))
		_, err := client(t, config(s.URL), Options{Tries: 1}).Complete(context.Background(), question("hi"))
		seen := fmt.Sprintf("%v %+v", err, CheckWith(context.Background(), config(s.URL).Models[0], Options{Getenv: getenv}))
		s.Close()
		if strings.ContainsAny(seen, "\x1b\x00\u202e\x07") || err == nil {
			t.Errorf("status %d: got %q", status, seen)
		}
	}
}

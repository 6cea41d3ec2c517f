package openai

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
)

// callsOf is an answer that came at once and makes those calls.
func callsOf(calls ...string) string {
	return `{"choices":[{"message":{"tool_calls":[` + strings.Join(calls, ",") + `]},"finish_reason":"tool_calls"}]}`
}

func callOf(id, tool, args string) string {
	return fmt.Sprintf(`{"id":%q,"function":{"name":%q,"arguments":%q}}`, id, tool, args)
}

func TestCallsOfOneIDAreTwoWhereTheyCameAtOnce(t *testing.T) {
	a, err := readWhole(strings.NewReader(callsOf(callOf("a", "wait", "{}"), callOf("a", "post", `{"x":1}`), callOf("", "f", ""), callOf("", "g", ""))))
	if err != nil || fmt.Sprint(a.calls) != "[{a wait {}} {a post {\"x\":1}} {call_3 f } {call_4 g }]" {
		t.Errorf("got %+v, %v", a, err)
	}
}

func TestCallsThatNothingCanBeDoneWithAreAFaultAndAskedAgain(t *testing.T) {
	many := make([]string, callsMost+1)
	for i := range many {
		many[i] = callOf("d", "wait", "{}")
	}
	for name, c := range map[string]struct {
		body string
		want Kind
	}{
		"many":      {callsOf(many...), Large},
		"long name": {callsOf(callOf("a", strings.Repeat("n", 201), "{}")), Large},
		"long id":   {callsOf(callOf(strings.Repeat("n", 201), "wait", "{}")), Large},
		"long args": {callsOf(callOf("a", "wait", strings.Repeat("x", callSizeMost))), Large},
		"no name":   {callsOf(callOf("a", "wait", "{}"), callOf("b", "", "{}")), Garbled},
	} {
		for _, streamed := range []bool{false, true} {
			body, kind := c.body, "application/json"
			if streamed {
				kind, body = "text/event-stream", "data: "+strings.Replace(body, `"message"`, `"delta"`, 1)+"\n\ndata: [DONE]\n\n"
				if name == "many" {
					body = strings.ReplaceAll(body, `"id":"d"`, `"id":""`)
					for i := range many {
						body = strings.Replace(body, `"id":""`, fmt.Sprintf(`"index":%d`, i), 1)
					}
				}
			}
			var asked atomic.Int64
			s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				asked.Add(1)
				w.Header().Set("Content-Type", kind)
				fmt.Fprint(w, body)
			}))
			conf := config(s.URL)
			conf.Models[0].Timeouts = ample
			got, err := client(t, conf, Options{Tries: 2}).Complete(context.Background(), question("hi"))
			s.Close()
			var f *Fault
			if !errors.As(err, &f) || f.Kind != c.want || asked.Load() != 2 {
				t.Errorf("%s, streamed %t: got %.200v, %v after %d calls; want %s after 2", name, streamed, got, err, asked.Load(), c.want)
			}
		}
	}
}

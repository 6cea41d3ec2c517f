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

// How many of the calls are made is for whoever makes them to say; the rest has its answer there.
func TestMoreCallsThanAreMadeAreAnAnswer(t *testing.T) {
	many, inText := make([]string, 100), make([]string, 100)
	for i := range many {
		many[i], inText[i] = callOf(fmt.Sprint("d", i), "wait", "{}"), `{"tool":"wait"}`
	}
	pieces := "data: " + strings.Replace(callsOf(many...), `"message"`, `"delta"`, 1) + "\n\ndata: [DONE]\n\n"
	text := fmt.Sprintf(`{"choices":[{"message":{"content":%q},"finish_reason":"stop"}]}`, `{"calls":[`+strings.Join(inText, ",")+`]}`)
	for _, url := range []string{says(t, "application/json", callsOf(many...)), says(t, "text/event-stream", pieces), says(t, "application/json", text)} {
		conf := config(url)
		conf.Models[0].Timeouts, conf.Models[0].Tools = ample, "text"
		got, err := client(t, conf, Options{Tries: 1}).Complete(context.Background(), request(toolPrompt()))
		if err != nil || len(got.Calls) != len(many) || got.Finish != ToolCalls {
			t.Errorf("got %d calls, %s, %v; want %d", len(got.Calls), got.Finish, err, len(many))
		}
	}
}

func TestCallsThatNothingCanBeDoneWithAreAFaultAndAskedAgain(t *testing.T) {
	many := make([]string, callSizeMost/callSize+1)
	for i := range many {
		many[i] = callOf(fmt.Sprint("d", i), "wait", "{}")
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

package openai

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/tenure-sim/tenure/personas/models"
)

// endless streams pieces for as long as somebody reads.
func endless(t *testing.T, delta string) (url string) {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		piece := "data: {\"choices\":[{\"delta\":" + delta + "}]}\n\n"
		for {
			if _, err := io.WriteString(w, piece); err != nil {
				return
			}
		}
	}))
	t.Cleanup(s.Close)
	return s.URL
}

// A model that goes on for ever costs a few times what was asked for and no more, and what came is an answer that is cut off.
func TestAnEndlessStreamIsCutOff(t *testing.T) {
	for name, c := range map[string]struct{ delta, finish string }{
		"text":    {`{"content":"and so on "}`, Length},
		"refusal": {`{"refusal":"I will not "}`, Refusal},
		"a call":  {`{"tool_calls":[{"index":0,"id":"a","function":{"name":"","arguments":"and so on "}}]}`, ""},
		"blanks":  {`{"content":"                                                                "}`, Length},
	} {
		p := &purseOf{left: 1}
		conf := config(endless(t, c.delta))
		conf.Models[0].Timeouts = ample
		got, err := client(t, conf, Options{Tries: 1}).Complete(models.WithMeter(context.Background(), p), question("hi"))
		if c.finish == "" {
			if err == nil { // a call of no tool
				t.Errorf("%s: taken for whole", name)
			}
		} else if err != nil || got.Finish != c.finish || got.Tries != 1 || got.Out != int(p.used.Out) {
			t.Errorf("%s: got %.60q, %s, %d out of %+v, %v", name, got.Text, got.Finish, got.Out, p.used, err)
		}
		bound := int64(overrunTimes*100 + overrunMore)
		if p.used.Out < bound || p.used.Out > 2*bound {
			t.Errorf("%s: %d tokens are paid where 100 were asked for, want a little over %d", name, p.used.Out, bound)
		}
	}
}

// Whoever says in many pieces what was asked for is heard to the end.
func TestAnAnswerWithinItsBoundIsNotCutOff(t *testing.T) {
	for _, most := range []int{0, 1, 100, 4000} {
		word := strings.Repeat("a", 3)
		var s strings.Builder
		n := 2*most + 500
		if most == 0 {
			n = 50_000
		}
		for range n {
			fmt.Fprintf(&s, "data: {\"choices\":[{\"delta\":{\"content\":\"%s \"}}]}\n\n", word)
		}
		a, err := readStream(strings.NewReader(s.String()+"data: "+last+"\n\ndata: [DONE]\n\n"), most, func() {})
		if err != nil || a.finish != Stop || a.text.Len() != 4*n {
			t.Errorf("%d: got %d bytes, %s, %v; want %d", most, a.text.Len(), a.finish, err, 4*n)
		}
	}
}

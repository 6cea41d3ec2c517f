package openai

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/tenure-sim/tenure/personas/models"
)

// chatter sends comments without end, after so much.
func chatter(t *testing.T, before string) models.Model {
	t.Helper()
	gone := make(chan struct{})
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet {
			w.Write([]byte(`{"data":[{"id":"fake"}]}`))
			return
		}
		w.Header().Set("Content-Type", "text/event-stream")
		w.Write([]byte(before))
		for {
			select {
			case <-r.Context().Done():
				return
			case <-gone:
				return
			default:
			}
			if _, err := w.Write([]byte(strings.Repeat(": keep-alive\n", 1000))); err != nil {
				return
			}
		}
	}))
	t.Cleanup(func() { close(gone); s.Close() })
	m := config(s.URL).Models[0]
	m.Timeouts = models.Timeouts{Connect: time.Second, First: 200 * time.Millisecond, Silence: 100 * time.Millisecond, Whole: 400 * time.Millisecond}
	return m
}

func TestCommentsWithoutEndHoldNothingUp(t *testing.T) {
	for _, before := range []string{"", "data: " + piece + "\n\n"} {
		m := chatter(t, before)
		c := config(m.URL)
		c.Models[0].Timeouts = m.Timeouts
		start := time.Now()
		_, err := client(t, c, Options{Tries: 1}).Complete(context.Background(), question("hi"))
		if took := time.Since(start); err == nil || !strings.Contains(err.Error(), "timeout") || took > 2*time.Second {
			t.Errorf("after %q: got %v in %v", before, err, took)
		}
		start = time.Now()
		r := CheckWith(context.Background(), m, Options{Getenv: getenv})
		if took := time.Since(start); r.Usable || took > 5*time.Second {
			t.Errorf("a check after %q: got %+v in %v", before, r, took)
		}
	}
}

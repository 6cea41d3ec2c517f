package openai

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/tenure-sim/tenure/personas/models"
	"github.com/tenure-sim/tenure/sim/engine"
)

// A server that is started again within minutes costs no answer.
func TestAnEndpointThatIsStartedAgainIsWaitedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start, last := time.Now(), Attempt{}
		c, _ := inMemory(t, Options{Attempt: func(a Attempt) { last = a }}, models.Limits{}, func(n int, _ *http.Request) (int, http.Header, string) {
			if n > 1 && time.Since(start) < 6*time.Minute {
				return 0, nil, ""
			}
			return 200, nil, fine
		})
		for n := range 2 {
			if _, err := c.Complete(t.Context(), question("hi")); err != nil {
				t.Fatalf("question %d after %s: got %v, want an answer", n+1, time.Since(start), err)
			}
		}
		if d := time.Since(start); d > 8*time.Minute {
			t.Errorf("it was found back after %s, want within 8 minutes", d)
		}
		if last.Away < time.Minute || last.Most != awayUsual || last.Try <= last.Tries {
			t.Errorf("the last attempt tells %+v, want for how long it is away", last)
		}
	})
}

// One that stays away stops the run with the question open; where another role is asked instead nobody waits.
func TestAnEndpointThatStaysAwayStopsTheRun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, _ := inMemory(t, Options{}, models.Limits{}, func(n int, _ *http.Request) (int, http.Header, string) {
			if n > 1 {
				return 0, nil, ""
			}
			return 200, nil, fine
		})
		if _, err := c.Complete(t.Context(), question("hi")); err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		_, err := c.Complete(t.Context(), question("hi"))
		if d := time.Since(start); !errors.Is(err, engine.ErrStop) || d < awayUsual || d > awayUsual+2*time.Minute || !strings.Contains(err.Error(), "start it again") {
			t.Errorf("got %v after %s, want a stop after %s", err, d, awayUsual)
		}
		for name, r := range c.roles {
			r.Fallback = "reader"
			c.roles[name] = r
		}
		start = time.Now()
		if _, err := c.Complete(t.Context(), question("hi")); err == nil || errors.Is(err, engine.ErrStop) || time.Since(start) > awayUsual {
			t.Errorf("with a fallback: got %v after %s, want a fault that stops nothing", err, time.Since(start))
		}
	})
}

// A question that breaks each of its connections, while others are answered, is given up: nobody waits for ever.
func TestAQuestionThatBreaksItsConnectionIsGivenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		calls := 0
		c, _ := inMemory(t, Options{}, models.Limits{}, func(_ int, r *http.Request) (int, http.Header, string) {
			calls++
			if strings.Contains(bodyOf(t, r), "poison") {
				return 0, nil, ""
			}
			return 200, nil, fine
		})
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		go func() {
			for ctx.Err() == nil {
				_, _ = c.Complete(ctx, question("hi"))
				_ = sleep(ctx, 10*time.Millisecond)
			}
		}()
		synctest.Wait()
		_, err := c.Complete(t.Context(), question("poison"))
		if err == nil || errors.Is(err, engine.ErrStop) {
			t.Errorf("got %v after %d calls, want a fault that stops nothing", err, calls)
		}
	})
}

func bodyOf(t *testing.T, r *http.Request) string {
	t.Helper()
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		t.Error(err)
	}
	return string(raw)
}

// That a temperature is left out is said once, by a run and by a check.
func TestATemperatureThatIsRefusedIsToldOnce(t *testing.T) {
	hot := func(_ int, r *http.Request) (int, http.Header, string) {
		switch {
		case r.Method == http.MethodGet:
			return 200, nil, `{"data":[{"id":"x"}]}`
		case strings.Contains(bodyOf(t, r), `"temperature"`):
			return 400, nil, `{"error":{"message":"'temperature' is not supported with this model"}}`
		}
		return 200, nil, fine
	}
	var told []string
	c, tr := inMemory(t, Options{Note: func(model, text string) { told = append(told, model+": "+text) }}, models.Limits{}, hot)
	for range 3 {
		if _, err := c.Complete(t.Context(), question("hi")); err != nil {
			t.Fatal(err)
		}
	}
	if len(told) != 1 || !strings.Contains(told[0], "refuses a temperature") {
		t.Errorf("got %q, want it once", told)
	}
	cfg := config("http://model.invalid/v1")
	report := CheckWith(t.Context(), cfg.Models[0], Options{Getenv: getenv, Transport: func(models.Model) http.RoundTripper { return tr }})
	if n := strings.Count(fmt.Sprint(report.Problems), heatless); n != 1 {
		t.Errorf("a check tells it %d times, want once: %+v", n, report.Problems)
	}
}

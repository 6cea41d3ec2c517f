package openai

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const (
	backoffUsual = 500 * time.Millisecond
	backoffMost  = 30 * time.Second
)

// backoff doubles from try to try and draws the second half of the wait, so that callers who failed together do not come
// back together. Real chance is in order here: no result depends on it.
func backoff(first time.Duration, try int) time.Duration {
	d := min(first<<min(try-1, 10), backoffMost)
	return d/2 + rand.N(d/2+1)
}

// afterMost is the longest wait that is told apart from longer ones. Nobody waits so long.
const afterMost = 24 * time.Hour

// retryAfter reads how long an endpoint wants to be left alone: seconds, a date, or milliseconds as some write it.
func retryAfter(h http.Header, now time.Time) (time.Duration, bool) {
	if d, ok := amount(h.Get("Retry-After-Ms"), time.Millisecond); ok {
		return d, true
	}
	s := h.Get("Retry-After")
	if d, ok := amount(s, time.Second); ok {
		return d, true
	}
	if at, err := http.ParseTime(s); err == nil {
		return min(max(0, at.Sub(now)), afterMost), true
	}
	return 0, false
}

// amount reads a number of some unit. One that is too large for any wait is a long one, not none.
func amount(s string, unit time.Duration) (time.Duration, bool) {
	s = strings.TrimSpace(s)
	if s == "" || strings.Trim(s, "0123456789.") != "" {
		return 0, false
	}
	n, err := strconv.ParseFloat(s, 64)
	switch {
	case err != nil && !errors.Is(err, strconv.ErrRange):
		return 0, false
	case n >= float64(afterMost/unit): // infinite, too
		return afterMost, true
	}
	return time.Duration(n * float64(unit)), true
}

func sleep(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}

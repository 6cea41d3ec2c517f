package openai

import (
	"context"
	"math/rand/v2"
	"net/http"
	"strconv"
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

// retryAfter reads how long an endpoint wants to be left alone: seconds, a date, or milliseconds as some write it.
func retryAfter(h http.Header, now time.Time) (time.Duration, bool) {
	if ms, err := strconv.ParseInt(h.Get("Retry-After-Ms"), 10, 32); err == nil && ms >= 0 {
		return time.Duration(ms) * time.Millisecond, true
	}
	s := h.Get("Retry-After")
	if n, err := strconv.ParseInt(s, 10, 32); err == nil && n >= 0 {
		return time.Duration(n) * time.Second, true
	}
	if at, err := http.ParseTime(s); err == nil {
		return max(0, at.Sub(now)), true
	}
	return 0, false
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

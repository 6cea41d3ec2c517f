package openai

import (
	"context"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/tenure-sim/tenure/personas/models"
)

// gate keeps a model's limits: calls at once, requests and tokens a minute, and the quiet that the endpoint asked for.
// Within any minute it lets through a tenth more than the limit at most, as the buckets that endpoints use do.
type gate struct {
	slots    chan struct{}
	requests *rate.Limiter // nil: no limit
	tokens   *rate.Limiter

	mu    sync.Mutex // guards quiet
	quiet time.Time  // nobody calls before that
}

const callsUsual = 4

func newGate(l models.Limits) *gate {
	if l.Calls <= 0 {
		l.Calls = callsUsual
	}
	return &gate{slots: make(chan struct{}, l.Calls), requests: perMinute(l.Requests), tokens: perMinute(l.Tokens)}
}

func perMinute(n int) *rate.Limiter {
	if n <= 0 {
		return nil
	}
	return rate.NewLimiter(rate.Every(time.Minute/time.Duration(n)), max(1, n/10))
}

// enter waits until a call of so many tokens may go. The caller leaves when it returned nil.
func (g *gate) enter(ctx context.Context, tokens int) error {
	select {
	case g.slots <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	if err := g.pace(ctx, tokens); err != nil {
		g.leave()
		return err
	}
	return nil
}

func (g *gate) pace(ctx context.Context, tokens int) error {
	if err := take(ctx, g.requests, 1); err != nil {
		return err
	}
	if err := take(ctx, g.tokens, tokens); err != nil {
		return err
	}
	for { // the quiet may be prolonged while one waits for its end
		d := time.Until(g.quietUntil())
		if d <= 0 {
			return ctx.Err()
		}
		if err := sleep(ctx, d); err != nil {
			return err
		}
	}
}

// take goes in pieces of the bucket's size: a call may cost more than the bucket holds.
func take(ctx context.Context, l *rate.Limiter, n int) error {
	for l != nil && n > 0 {
		piece := min(n, l.Burst())
		r := l.ReserveN(time.Now(), piece)
		if err := sleep(ctx, r.Delay()); err != nil {
			r.Cancel()
			return err
		}
		n -= piece
	}
	return nil
}

func (g *gate) leave() { <-g.slots }

func (g *gate) quietUntil() time.Time {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.quiet
}

// hush keeps everybody away for a while.
func (g *gate) hush(d time.Duration) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if until := time.Now().Add(d); until.After(g.quiet) {
		g.quiet = until
	}
}

package openai

import (
	"sync"
	"time"
)

// breaker leaves an endpoint alone that failed several times on end. After a while one call may try; if that fails too
// the while doubles.
type breaker struct {
	after int           // failures on end that open it
	cool  time.Duration // how long it stays open at first

	mu      sync.Mutex // guards what follows
	failed  int
	until   time.Time // open before that
	cooling time.Duration
	probing bool
	reached bool      // a connection held, at least once
	gone    time.Time // since when it is away: the first connection that failed after it was there; zero when it is there
	back    int       // how often it came back
}

const coolMost = 60 * time.Second

// enter says whether a call may go; if not, how long to wait.
func (b *breaker) enter(now time.Time) (wait time.Duration, ok bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.failed < b.after {
		return 0, true
	}
	if now.Before(b.until) {
		return b.until.Sub(now), false
	}
	if b.probing {
		return b.cool, false
	}
	b.probing = true
	return 0, true
}

// reach notes that the endpoint is there: a connection held for as long as something was heard, or waited for.
func (b *breaker) reach() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.gone.IsZero() {
		b.back++
	}
	b.reached, b.gone = true, time.Time{}
}

// miss notes that a connection failed. Of an endpoint that never was there nobody can say that it went away.
func (b *breaker) miss(began time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.reached && b.gone.IsZero() {
		b.gone = began
	}
}

// away is for how long the endpoint has been away, 0 when it is there or never was; and how often it came back before.
func (b *breaker) away(now time.Time) (long time.Duration, back int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.gone.IsZero() {
		return 0, b.back
	}
	return max(now.Sub(b.gone), 1), b.back
}

// absent says whether none ever did: then it is not the network that fails now and then.
func (b *breaker) absent() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return !b.reached
}

// leave tells how the call went that enter let go. A call that was given up, or whose failure says nothing about the
// endpoint, is neither well nor sick.
func (b *breaker) leave(now time.Time, well, sick bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	probe := b.probing
	b.probing = false
	switch {
	case well:
		b.failed, b.cooling = 0, 0
	case sick:
		b.failed++
		if b.failed == b.after || probe && b.failed > b.after {
			b.cooling = min(max(b.cool, 2*b.cooling), coolMost)
			b.until = now.Add(b.cooling)
		}
	}
}

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
	reached bool // a connection came about, at least once
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

// reach notes that a connection came about.
func (b *breaker) reach() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.reached = true
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

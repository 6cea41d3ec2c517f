package personas

import (
	"iter"
	"maps"
)

// window keeps the newest things by event number and forgets the oldest, so that memory does not grow with the log.
type window[T any] struct {
	held  map[uint64]T
	order []uint64 // a ring
	next  int
}

func newWindow[T any](size int) window[T] {
	return window[T]{held: make(map[uint64]T, size), order: make([]uint64, size)}
}

func (w *window[T]) put(seq uint64, x T) {
	if _, ok := w.held[seq]; !ok {
		delete(w.held, w.order[w.next])
		w.order[w.next] = seq
		w.next = (w.next + 1) % len(w.order)
	}
	w.held[seq] = x
}

func (w *window[T]) get(seq uint64) (T, bool) { x, ok := w.held[seq]; return x, ok }

func (w *window[T]) clone() window[T] {
	return window[T]{held: maps.Clone(w.held), order: append([]uint64(nil), w.order...), next: w.next}
}

// newest goes through what is held, the newest first.
func (w *window[T]) newest() iter.Seq[T] {
	return func(yield func(T) bool) {
		n := len(w.order)
		for i := 1; i <= n; i++ {
			seq := w.order[(w.next-i+n)%n]
			if x, ok := w.held[seq]; ok && !yield(x) || !ok {
				return
			}
		}
	}
}

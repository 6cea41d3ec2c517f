package clock

import (
	"fmt"
	"testing"
)

// bare is a binary heap with nothing but push and pop, to measure Queue against.
type bare []Item[int]

func (h *bare) push(it Item[int]) {
	*h = append(*h, it)
	s := *h
	i := len(s) - 1
	for i > 0 && less(&it, &s[(i-1)/2]) {
		s[i] = s[(i-1)/2]
		i = (i - 1) / 2
	}
	s[i] = it
}

func (h *bare) pop() Item[int] {
	s := *h
	top, it := s[0], s[len(s)-1]
	s = s[:len(s)-1]
	*h = s
	i := 0
	for 2*i+1 < len(s) {
		child := 2*i + 1
		if child+1 < len(s) && less(&s[child+1], &s[child]) {
			child++
		}
		if !less(&s[child], &it) {
			break
		}
		s[i] = s[child]
		i = child
	}
	if len(s) > 0 {
		s[i] = it
	}
	return top
}

// chance is a xorshift step: the delay until an item is due again.
func chance(x *uint64) Time {
	*x ^= *x << 13
	*x ^= *x >> 7
	*x ^= *x << 17
	return Time(*x % 1_000_000)
}

// BenchmarkHold is the hold model: pop the next item, push it again for later.
func BenchmarkHold(b *testing.B) {
	for _, n := range []int{1e3, 1e5, 1e6} {
		b.Run(fmt.Sprintf("bare/%d", n), func(b *testing.B) {
			var h bare
			seed := uint64(88172645463325252)
			for i := range n {
				h.push(Item[int]{Due: chance(&seed), ID: uint64(i)})
			}
			for b.Loop() {
				it := h.pop()
				it.Due += chance(&seed)
				h.push(it)
			}
		})
		b.Run(fmt.Sprintf("queue/%d", n), func(b *testing.B) {
			var q Queue[int]
			seed := uint64(88172645463325252)
			for i := range n {
				q.Push(Item[int]{Due: chance(&seed), ID: uint64(i)})
			}
			for b.Loop() {
				it, _ := q.Pop()
				it.Due += chance(&seed)
				q.Push(it)
			}
		})
	}
}

// BenchmarkCancel cancels one of n items and pushes it again.
func BenchmarkCancel(b *testing.B) {
	for _, n := range []int{1e3, 1e5} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			var q Queue[int]
			seed := uint64(88172645463325252)
			for i := range n {
				q.Push(Item[int]{Due: chance(&seed), ID: uint64(i)})
			}
			for b.Loop() {
				id := uint64(chance(&seed)) % uint64(n)
				q.Cancel(id)
				q.Push(Item[int]{Due: chance(&seed), ID: id})
			}
		})
	}
}

package tickets

import (
	"math/bits"
	"slices"
)

// set is a set of tickets by their place in the order of creation, one bit each: ten thousand tickets are 1,250
// bytes, so that a clone copies all sets in well under a millisecond and a query is a few ANDs.
type set []uint64

func (s set) with(i int) set {
	for len(s) <= i/64 {
		s = append(s, 0)
	}
	s[i/64] |= 1 << (i % 64)
	return s
}

func (s set) drop(i int) {
	if i/64 < len(s) {
		s[i/64] &^= 1 << (i % 64)
	}
}

func (s set) has(i int) bool { return i/64 < len(s) && s[i/64]&(1<<(i%64)) != 0 }

// and is a new set of what is in both.
func (s set) and(o set) set {
	out := slices.Clone(s[:min(len(s), len(o))])
	for i := range out {
		out[i] &= o[i]
	}
	return out
}

// or is a new set of what is in either.
func (s set) or(o set) set {
	if len(s) < len(o) {
		s, o = o, s
	}
	out := slices.Clone(s)
	for i := range o {
		out[i] |= o[i]
	}
	return out
}

func (s set) count() int {
	n := 0
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}

// newest is up to most members, the last created first.
func (s set) newest(most int) []int {
	var out []int
	for i := len(s) - 1; i >= 0 && len(out) < most; i-- {
		for w := s[i]; w != 0 && len(out) < most; {
			top := 63 - bits.LeadingZeros64(w)
			out = append(out, i*64+top)
			w &^= 1 << top
		}
	}
	return out
}

// chain is a list that grows at its new end and shares its older part with every copy.
type chain[T any] struct {
	last   T
	before *chain[T]
	n      int
}

func (c *chain[T]) with(x T) *chain[T] { return &chain[T]{x, c, c.len() + 1} }

func (c *chain[T]) len() int {
	if c == nil {
		return 0
	}
	return c.n
}

// newest is all members, the last first.
func (c *chain[T]) newest() []T {
	out := make([]T, 0, c.len())
	for ; c != nil; c = c.before {
		out = append(out, c.last)
	}
	return out
}

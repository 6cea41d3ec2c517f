package simcheck

import (
	"hash/fnv"
	"math/rand/v2"
)

// draw is a number that depends on the seed, the name and n and on nothing else: what is drawn for one thing stays when
// another is left out.
func draw(seed uint64, what string, n uint64) uint64 {
	h := fnv.New64a()
	h.Write([]byte(what))
	return rand.NewPCG(seed^h.Sum64(), n).Uint64()
}

// within draws from 0 to n-1.
func within(n, seed uint64, what string, i uint64) uint64 { return draw(seed, what, i) % max(n, 1) }

// hits says whether something that happens in so many cases of a thousand happens in the n-th.
func hits(perMille, seed uint64, what string, n uint64) bool {
	return within(1000, seed, what, n) < perMille
}

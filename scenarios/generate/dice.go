package generate

import "strconv"

// dice draws numbers by name: what is drawn for one thing does not depend on what else there is, so a longer project
// begins like a shorter one.
type dice struct{ seed uint64 }

// roll draws from 0 to n-1 for the i-th thing of a kind.
func (d dice) roll(kind string, i, n int) int {
	h := d.seed ^ 0x9e3779b97f4a7c15
	for _, c := range []byte(kind) {
		h = (h ^ uint64(c)) * 1099511628211
	}
	h = mix(mix(h) ^ uint64(i))
	return int(h >> 11 % uint64(n))
}

// mix is a round of splitmix64.
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// of picks one of a list.
func of[T any](d dice, kind string, i int, list []T) T { return list[d.roll(kind, i, len(list))] }

func number(n int) string { return strconv.Itoa(n) }

package sim

// draw hashes (seed, who, what, n) with FNV-1a over the names and three splitmix64 rounds. It is a counter-based
// generator in the sense of Salmon et al., "Parallel random numbers: as easy as 1, 2, 3" (SC 2011): nothing to
// save, and nobody's draws shift when somebody else draws.
func draw(seed uint64, who ActorID, what string, n uint64) uint64 {
	h := fnv(fnv(14695981039346656037, string(who)), what)
	return mix(mix(mix(seed^0x9e3779b97f4a7c15)^h) ^ n)
}

// fnv ends each name with a byte that no name contains, so ("ab","c") and ("a","bc") differ.
func fnv(h uint64, s string) uint64 {
	for i := range len(s) {
		h = (h ^ uint64(s[i])) * 1099511628211
	}
	return (h ^ 0xff) * 1099511628211
}

func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// PerMille turns a draw into 0..999.
func PerMille(draw uint64) int { return int(draw >> 11 % 1000) }

// Pick turns a draw into 0..n-1; n must be positive.
func Pick(draw uint64, n int) int { return int(draw >> 11 % uint64(n)) }

package work

import (
	"math"
	"testing"
	"time"
)

// exact is the same draw with floats.
func exact(draw uint64, median float64, sigma float64) float64 {
	tail := math.Ldexp(float64(draw<<1), -65)
	z := math.Sqrt2 * math.Erfcinv(2*tail)
	if draw>>63 == 0 {
		z = -z
	}
	return median * math.Exp(sigma*z)
}

func TestLogNormalMeetsTheExactQuantiles(t *testing.T) {
	draw := uint64(12345)
	for range 200_000 {
		draw = draw*6364136223846793005 + 1442695040888963407
		for _, sigma := range []int{0, 400, 1000, 2000} {
			got := float64(LogNormal(draw, time.Hour, sigma))
			want := exact(draw, float64(time.Hour), float64(sigma)/1000)
			if math.Abs(got/want-1) > 0.001 {
				t.Fatalf("draw %d, sigma %d: got %g, want %g", draw, sigma, got, want)
			}
		}
	}
}

// The shares of draws below known quantiles: 1.5 e^(0.4 z) for z of the standard normal distribution.
func TestLogNormalHasItsShares(t *testing.T) {
	below := map[time.Duration]int{89 * time.Minute: 0, 91 * time.Minute: 0, 54 * time.Minute: 0, 174 * time.Minute: 0}
	const n = 100_000
	draw := uint64(1)
	for range n {
		draw = draw*6364136223846793005 + 1442695040888963407
		d := LogNormal(draw, 90*time.Minute, 400)
		for limit := range below {
			if d < limit {
				below[limit]++
			}
		}
	}
	for limit := range below {
		z := math.Log(limit.Minutes()/90) / 0.4
		want := 0.5 * math.Erfc(-z/math.Sqrt2)
		if got := float64(below[limit]) / n; math.Abs(got-want) > 0.006 {
			t.Errorf("%g of the draws are below %s, want %g", got, limit, want)
		}
	}
}

func TestTheTableIsTheNormalDistribution(t *testing.T) {
	for i, got := range quantiles {
		tail := math.Ldexp(1-float64(i%cells)/(2*cells), -1-i/cells)
		want := math.Sqrt2 * math.Erfcinv(2*tail) * (1 << quantileBits)
		if math.Abs(float64(got)-want) > 2 {
			t.Errorf("entry %d is %d, want %.0f", i, got, want)
		}
	}
}

func TestLogNormalIsOrderedAndBounded(t *testing.T) {
	last := time.Duration(0)
	for i := range 4096 {
		half := uint64(i) << 51 // the lower half runs from the lowest value to the median
		d := LogNormal(half, time.Hour, 1500)
		if d < last {
			t.Fatalf("draw %d gives %s after %s", half, d, last)
		}
		last = d
	}
	for _, c := range []struct {
		draw   uint64
		median time.Duration
		sigma  int
		want   time.Duration
	}{
		{math.MaxUint64, time.Hour, 400, time.Hour},         // the smallest step above the median
		{1<<63 - 1, time.Hour, 400, time.Hour},              // and below it
		{1 << 63, math.MaxInt64, 2000, math.MaxInt64},       // too much for a duration
		{1 << 63, time.Hour, 1_000_000, math.MaxInt64},      // far too much
		{0, time.Hour, 1_000_000, 0},                        // too little
		{0, 0, 400, 0},                                      // of nothing
		{1 << 62, -time.Hour, 400, 0},                       // of less
		{1<<63 | 1<<62, time.Hour, 0, time.Hour},            // without spread
		{1<<63 | 1<<62, 1_000_000_000, 1000, 1_963_031_084}, // upper quartile: e^0.67449
	} {
		if got := LogNormal(c.draw, c.median, c.sigma); got-c.want > 2000 || c.want-got > 2000 {
			t.Errorf("draw %d of %d, %d: got %d, want %d", c.draw, c.median, c.sigma, got, c.want)
		}
	}
}

func BenchmarkLogNormal(b *testing.B) {
	for i := range b.N {
		LogNormal(uint64(i)*0x9e3779b97f4a7c15, time.Hour, 400)
	}
}

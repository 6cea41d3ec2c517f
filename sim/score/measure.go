package score

import (
	"fmt"
	"slices"
	"strconv"
	"time"
)

// Measure is one social metric computed from the log, named as in the table of metrics: D1, D2 ...
type Measure struct {
	ID       string        `json:"id"`
	Name     string        `json:"name"`
	Value    int           `json:"value"` // in Unit
	Unit     string        `json:"unit"`  // "%", "min", "points", "count"
	N        int           `json:"n"`     // how many cases it rests on; 0: there was nothing to measure
	P50      time.Duration `json:"p50_ns,omitempty"`
	P90      time.Duration `json:"p90_ns,omitempty"`
	Censored int           `json:"censored,omitempty"` // cases still open at the end
	Why      string        `json:"why"`
	Evidence []uint64      `json:"evidence,omitempty"`
}

// evidenceMost bounds the events that one measure cites: the report shows them as links.
const evidenceMost = 40

// percentile is the nearest-rank percentile of sorted times.
func percentile(sorted []time.Duration, p int) time.Duration {
	if len(sorted) == 0 {
		return 0
	}
	return sorted[max(0, (len(sorted)*p+99)/100-1)]
}

func sortTimes(ts []time.Duration) []time.Duration {
	out := slices.Clone(ts)
	slices.Sort(out)
	return out
}

// percent is a of n in whole per cent, rounded half up.
func percent(a, n int) int {
	if n == 0 {
		return 0
	}
	return (200*a + n) / (2 * n)
}

// cite adds numbers of events to the evidence, each once, as long as there is room; 0 is no event.
func cite(list []uint64, seqs ...uint64) []uint64 {
	for _, seq := range seqs {
		if len(list) < evidenceMost && seq != 0 && !slices.Contains(list, seq) {
			list = append(list, seq)
		}
	}
	return list
}

// judge maps a measure from the criterion's zero (nothing) to its goal (everything), linearly.
func (c *Criterion) judge(m Measure) Finding {
	f := c.finding()
	f.Evidence = m.Evidence
	f.Why = fmt.Sprintf("%s; %s is %s (all points at %d, none at %d)", m.Why, m.ID, m.amount(), c.Goal, c.Zero)
	if m.N == 0 {
		f.State, f.Why = Unscored, m.ID+": there was nothing to measure"
		f.Evidence = nil
		return f
	}
	if c.Goal == c.Zero {
		f.State, f.Blame, f.Why = Broken, ByGrader, "goal and zero are the same"
		return f
	}
	f.mark((m.Value - c.Zero) * 1000 / (c.Goal - c.Zero))
	return f
}

// amount is the value with its unit as people write it.
func (m Measure) amount() string {
	if m.Unit == "count" {
		return strconv.Itoa(m.Value)
	}
	return fmt.Sprintf("%d %s", m.Value, m.Unit)
}

// span is a time in whole minutes as people write it: 2 h 5 min.
func span(d time.Duration) string {
	h, m := d.Round(time.Minute)/time.Hour, d.Round(time.Minute)%time.Hour/time.Minute
	switch {
	case h == 0:
		return fmt.Sprintf("%d min", m)
	case m == 0:
		return fmt.Sprintf("%d h", h)
	}
	return fmt.Sprintf("%d h %d min", h, m)
}

func (c *Criterion) finding() Finding {
	return Finding{Criterion: c.ID, Title: c.Title, Axis: c.Axis, Of: 100 * c.Weight, By: c.By}
}

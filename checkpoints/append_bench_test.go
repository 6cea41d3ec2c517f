package checkpoints_test

import (
	"fmt"
	"path/filepath"
	"sync"
	"testing"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/sim"
)

// A step of an episode is about this much: the portal project's median one has 458 bytes.
const (
	stepEvents = 3
	stepBytes  = 150
)

func stepBatch(after uint64) sim.Batch {
	b := sim.Batch{After: after}
	for i := range stepEvents {
		e := make([]byte, stepBytes)
		copy(e, fmt.Sprintf("event %d ", after+uint64(i)+1))
		b.Events = append(b.Events, e)
	}
	return b
}

func BenchmarkAppend1(b *testing.B)  { benchmarkAppend(b, 1) }
func BenchmarkAppend64(b *testing.B) { benchmarkAppend(b, 64) }

// benchmarkAppend measures durable appends of n episodes that go on at the same time.
func benchmarkAppend(b *testing.B, n int) {
	s, err := checkpoints.Open(filepath.Join(b.TempDir(), "s.db"), checkpoints.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	logs := make([]checkpoints.Log, n)
	for i := range logs {
		name := fmt.Sprintf("e%d", i)
		if _, err := s.Create(checkpoints.Branch{Name: name}, nil); err != nil {
			b.Fatal(err)
		}
		if logs[i], err = s.Take(name, checkpoints.Holder{Rollout: name, Attempt: 1}); err != nil {
			b.Fatal(err)
		}
	}
	before, err := s.Transactions()
	if err != nil {
		b.Fatal(err)
	}
	b.ResetTimer()
	var all sync.WaitGroup
	for i, log := range logs {
		all.Go(func() {
			var after uint64
			for range b.N/n + min(1, max(0, b.N%n-i)) {
				if err := log.Append(stepBatch(after)); err != nil {
					b.Error(err)
					return
				}
				after += stepEvents
			}
		})
	}
	all.Wait()
	after, err := s.Transactions()
	if err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "appends/s")
	b.ReportMetric(float64(b.N)/float64(after-before), "appends/commit")
}

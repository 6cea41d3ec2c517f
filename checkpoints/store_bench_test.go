package checkpoints_test

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/sim"
)

// forkNames are n names that no other call returns.
func forkNames(prefix string, n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = fmt.Sprintf("%s-%d", prefix, i)
	}
	return out
}

// openWith makes a store with one episode of a few steps and n-1 forks of it.
func openWith(b *testing.B, n int) *checkpoints.Store {
	b.Helper()
	s, err := checkpoints.Open(filepath.Join(b.TempDir(), "s.db"), checkpoints.Options{})
	if err == nil {
		_, err = s.Create(checkpoints.Branch{Name: "root", Scenario: "portal", Agent: "steady", Seed: 1}, []byte("bundle"))
	}
	for i := range uint64(20) {
		if err == nil {
			err = s.Append("root", stepBatch(i*stepEvents))
		}
	}
	if err == nil && n > 1 {
		_, err = s.Fork(checkpoints.Fork{Parent: "root", At: 30, Chain: sim.Chain{1}, Names: forkNames("fork", n-1)})
	}
	if err != nil {
		b.Fatal(err)
	}
	return s
}

func BenchmarkOpenAndList1000(b *testing.B) {
	s := openWith(b, 1000)
	for b.Loop() {
		if err := s.Close(); err != nil {
			b.Fatal(err)
		}
		var err error
		if s, err = checkpoints.Open(s.Path(), checkpoints.Options{}); err != nil {
			b.Fatal(err)
		}
		if tips, err := s.Heads(); err != nil || len(tips) != 1000 {
			b.Fatalf("%d episodes, %v", len(tips), err)
		}
	}
	s.Close()
}

func BenchmarkFork1(b *testing.B)  { benchmarkFork(b, 1) }
func BenchmarkFork16(b *testing.B) { benchmarkFork(b, 16) }

func benchmarkFork(b *testing.B, n int) {
	s := openWith(b, 1)
	defer s.Close()
	for i := 0; b.Loop(); i++ {
		if _, err := s.Fork(checkpoints.Fork{Parent: "root", At: 30, Chain: sim.Chain{1}, Names: forkNames(fmt.Sprint(i), n)}); err != nil {
			b.Fatal(err)
		}
	}
}

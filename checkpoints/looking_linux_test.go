package checkpoints_test

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/sim"
)

// Beside a writer that never pauses no copy of a large store was ever whole: verify and du failed.
func TestAStoreThatIsWrittenFastCanBeLookedAt(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.db")
	s := open(t, path)
	create(t, s, checkpoints.Branch{Name: "a"})
	noise := make([]byte, 24<<20)
	rand.NewChaCha8([32]byte{1}).Read(noise)
	if err := s.Append("a", sim.Batch{Contents: [][]byte{noise[:8<<20], noise[8<<20 : 16<<20], noise[16<<20:]}}); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	written := make(chan error, 1)
	commits := uint64(0)
	go func() {
		var err error
		for err == nil && ctx.Err() == nil {
			if err = s.Append("a", sim.Batch{After: commits, Events: [][]byte{frame(t, commits+1, said{Text: "on and on"})}}); err == nil {
				commits++
			}
		}
		written <- err
	}()
	for range 5 {
		res, err := checkpoints.Verify(t.Context(), path, checkpoints.VerifyOptions{})
		if err != nil || res.Contents != 4 {
			t.Errorf("verify: %v, %d contents, want 4", err, res.Contents)
		}
		for _, f := range res.Findings { // the made-up log has no chain
			if f.Kind != checkpoints.KindHash {
				t.Errorf("verify: %s", f)
			}
		}
		c, err := checkpoints.Peek(path)
		if err != nil {
			t.Fatalf("peek: %v", err)
		}
		if _, err := c.Usage(t.Context(), nil); err != nil {
			t.Errorf("du: %v", err)
		}
		c.Close()
	}
	stop()
	if err := <-written; err != nil || commits < 10 {
		t.Errorf("%d commits, %v", commits, err)
	}
}

// One who copies and never ends, for he is stopped, keeps a writer waiting once.
func TestAStoppedReaderStopsNoWriter(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.db")
	s := open(t, path)
	create(t, s, checkpoints.Branch{Name: "a"})
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := checkpoints.Announce(f); err != nil {
		t.Fatal(err)
	}
	begin := time.Now()
	for i := range uint64(20) {
		if err := s.Append("a", sim.Batch{After: i, Events: events(i+1, 1)}); err != nil {
			t.Fatal(err)
		}
	}
	if took := time.Since(begin); took < 2*time.Second || took > 20*time.Second {
		t.Errorf("twenty commits took %s, want one of them to wait and no more", took)
	}
}

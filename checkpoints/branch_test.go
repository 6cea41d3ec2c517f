package checkpoints_test

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	bolt "go.etcd.io/bbolt"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/sim"
)

// The count of episodes is bbolt's own. One that was set back would give a new episode the number of another, and mix
// their logs.
func TestACountOfEpisodesThatWasSetBackMixesNoLogs(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.db")
	s := open(t, path)
	create(t, s, checkpoints.Branch{Name: "a"})
	create(t, s, checkpoints.Branch{Name: "b"})
	if err := s.Append("a", sim.Batch{Events: events(1, 3)}); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	change(t, path, "branches", func(b *bolt.Bucket) error { return b.SetSequence(0) })
	s = open(t, path)
	if _, err := s.Create(checkpoints.Branch{Name: "c"}, nil); !errors.Is(err, checkpoints.ErrDamaged) || !strings.Contains(err.Error(), "number 1") {
		t.Errorf("create: got %v, want damage and the number", err)
	}
	if _, err := s.Stage(checkpoints.Branch{Name: "c"}, nil); !errors.Is(err, checkpoints.ErrDamaged) {
		t.Errorf("stage: got %v, want damage", err)
	}
	chain, at, err := s.Link("a", 3)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Fork(checkpoints.Fork{Parent: "a", At: 3, Chain: chain, Time: at, Names: []string{"c"}}); !errors.Is(err, checkpoints.ErrDamaged) {
		t.Errorf("fork: got %v, want damage", err)
	}
	if bs, err := s.Branches(); err != nil || len(bs) != 2 {
		t.Errorf("got %v, %v; want the two that were there", bs, err)
	}
	if h, err := s.Head("a"); err != nil || h.Seq != 3 {
		t.Errorf("got %+v, %v; want a as it was", h, err)
	}
}

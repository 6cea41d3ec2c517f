package checkpoints_test

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
	"time"

	"github.com/tenure-sim/tenure/checkpoints"
)

// Who waits for a lock for an hour hears at once that nobody wants it any more.
func TestWaitingForAStoreEndsWithTheContext(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	s, err := checkpoints.Open(path, checkpoints.Options{})
	if err != nil {
		t.Fatal(err)
	}
	create(t, s, checkpoints.Branch{Name: "a"})
	into := filepath.Join(t.TempDir(), "b.db")
	jobs := map[string]func(ctx context.Context, wait time.Duration) error{
		"compact": func(ctx context.Context, wait time.Duration) error {
			_, err := checkpoints.Compact(ctx, path, checkpoints.CompactOptions{Wait: wait})
			return err
		},
		"salvage": func(ctx context.Context, wait time.Duration) error {
			_, err := checkpoints.Salvage(ctx, path, into, checkpoints.SalvageOptions{Wait: wait})
			return err
		},
	}
	over, end := context.WithCancel(context.Background())
	end()
	for name, job := range jobs {
		for _, try := range []struct {
			ctx  context.Context
			wait time.Duration
		}{{over, time.Hour}, {context.Background(), time.Millisecond}} {
			if err := job(try.ctx, try.wait); !errors.Is(err, checkpoints.ErrLocked) {
				t.Errorf("%s: got %v, want that it is locked", name, err)
			}
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for name, job := range jobs {
		if err := job(context.Background(), time.Hour); err != nil {
			t.Errorf("%s of a free store: %v", name, err)
		}
	}
}

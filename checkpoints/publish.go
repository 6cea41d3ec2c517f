package checkpoints

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// lockLook is how often a lock is looked at while it is waited for.
const lockLook = 20 * time.Millisecond

// holdFor waits for the file's lock, which is let go when the file is closed. The error is an ErrLocked when the time is
// over, and also when ctx ends the waiting.
func holdFor(ctx context.Context, f *os.File, exclusive bool, wait time.Duration) error {
	var held bool
	var err error
	waitFor(ctx, wait, func() bool {
		held, err = tryLock(f, exclusive)
		return held || err != nil
	})
	if err == nil && !held {
		err = lockedBy(f.Name())
	}
	return err
}

// openFor opens a store that is there as holdFor takes a lock. bbolt would not hear of ctx while it waits.
func openFor(ctx context.Context, path string, wait time.Duration) (s *Store, err error) {
	waitFor(ctx, wait, func() bool {
		s, err = openStore(path, Options{Timeout: time.Millisecond}, true)
		return !errors.Is(err, ErrLocked)
	})
	return s, err
}

// waitFor tries until something is done, the time is over or ctx ends the waiting. It tries once at least.
func waitFor(ctx context.Context, wait time.Duration, done func() bool) {
	ctx, stop := context.WithTimeout(ctx, wait)
	defer stop()
	tick := time.NewTicker(lockLook)
	defer tick.Stop()
	for !done() {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// syncFolder makes a rename in the folder durable.
func syncFolder(path string) error {
	d, err := os.Open(filepath.Dir(path))
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// publish gives a finished file its name. It does not replace one that is there.
func publish(temp, path string) error {
	if err := os.Link(temp, path); err == nil {
		return errors.Join(syncFolder(path), os.Remove(temp))
	} else if errors.Is(err, os.ErrExist) {
		return err
	}
	if _, err := os.Lstat(path); err == nil { // a file system without hard links
		return fmt.Errorf("%s: %w", path, os.ErrExist)
	}
	return errors.Join(os.Rename(temp, path), syncFolder(path))
}

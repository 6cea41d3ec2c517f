package checkpoints

import (
	"errors"
	"fmt"
	"io"
	"os"
)

// peekTries is how often a copy is begun again because a commit came in between.
const peekTries = 20

// Peek opens a private copy of a store that another process is writing to, as it was at one commit. The copy
// is gone when it is closed.
//
// bbolt writes a transaction's pages before the meta page that names them, and never over pages that the current
// meta page reaches. So a copy during which no commit took place holds that meta page's whole tree.
func Peek(path string) (*Store, error) {
	for range peekTries {
		copied, same, err := copyStore(path)
		if err != nil {
			return nil, fmt.Errorf("peek at store %s: %w", path, err)
		}
		if !same {
			os.Remove(copied)
			continue
		}
		s, err := Open(copied, Options{ReadOnly: true})
		os.Remove(copied) // the open file stays readable
		if err != nil {
			return nil, fmt.Errorf("peek at store %s: %w", path, err)
		}
		s.path = path
		if by := lockedBy(path); !by.Reads { // another may read it by now
			s.busy = by
		}
		return s, nil
	}
	return nil, fmt.Errorf("peek at store %s: it is written to faster than it can be copied: %w", path, ErrLocked)
}

func copyStore(path string) (name string, same bool, err error) {
	from, err := os.Open(path)
	if err != nil {
		return "", false, err
	}
	defer from.Close()
	before, err := newest(from)
	if err != nil {
		return "", false, err
	}
	to, err := os.CreateTemp("", "tenure-*.db")
	if err != nil {
		return "", false, err
	}
	_, err = io.Copy(to, from)
	err = errors.Join(err, to.Close())
	if err != nil {
		os.Remove(to.Name())
		return "", false, err
	}
	after, err := newest(from)
	return to.Name(), err == nil && after == before, err
}

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
	copied, err := copyStore(path)
	if err != nil {
		return nil, fmt.Errorf("peek at store %s: %w", path, err)
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

// copyStore copies a store as it was at one commit, into a file that the caller removes.
func copyStore(path string) (name string, err error) {
	from, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer from.Close()
	told := announce(from) // without it the copy may be lucky
	for range peekTries {
		name, same, err := copyOnce(from)
		if err != nil || same {
			return name, err
		}
		if err := os.Remove(name); err != nil {
			return "", err
		}
	}
	return "", errors.Join(fmt.Errorf("%w: %s writes to it faster than it can be copied; look again when that has ended, or end it first: what was answered is saved", ErrLocked, lockedBy(path).Who()), told)
}

func copyOnce(from *os.File) (name string, same bool, err error) {
	before, err := newest(from)
	if err != nil {
		return "", false, err
	}
	to, err := os.CreateTemp("", "tenure-*.db")
	if err != nil {
		return "", false, err
	}
	_, err = from.Seek(0, io.SeekStart)
	if err == nil {
		_, err = io.Copy(to, from)
	}
	err = errors.Join(err, to.Close())
	if err != nil {
		os.Remove(to.Name())
		return "", false, err
	}
	after, err := newest(from)
	if err != nil {
		os.Remove(to.Name())
	}
	return to.Name(), err == nil && after == before, err
}

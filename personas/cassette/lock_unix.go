//go:build unix

package cassette

import (
	"errors"
	"os"
	"syscall"
)

// lock keeps other writers away until the file is closed.
func lock(f *os.File) error {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return ErrInUse
	}
	return err
}

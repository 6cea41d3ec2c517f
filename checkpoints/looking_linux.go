package checkpoints

import (
	"io"
	"os"
	"syscall"
)

// The commands of fcntl for locks that belong to an open file and not to a process (fcntl(2)); they go with the file when
// it is closed, by a process that is killed too. They and flock's do not know of one another.
const (
	ofdGetLock = 36
	ofdSetLock = 37
)

// lookPlace is the byte whose lock says that somebody copies the store: far behind the end of any file.
const lookPlace = 1 << 62

func lookLock(kind int16) *syscall.Flock_t {
	return &syscall.Flock_t{Type: kind, Whence: io.SeekStart, Start: lookPlace, Len: 1}
}

// announce tells writers that the file is being copied, until it is closed. Where it cannot be told the copy is tried all
// the same.
func announce(f *os.File) error {
	return syscall.FcntlFlock(f.Fd(), ofdSetLock, lookLock(syscall.F_RDLCK))
}

// announced says whether somebody copies the file.
func announced(f *os.File) bool {
	lock := lookLock(syscall.F_WRLCK)
	return syscall.FcntlFlock(f.Fd(), ofdGetLock, lock) == nil && lock.Type != syscall.F_UNLCK
}

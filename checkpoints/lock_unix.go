//go:build linux || darwin || freebsd

package checkpoints

import (
	"errors"
	"os"
	"syscall"
)

// locksFiles says whether a lock tells that a file is in use.
const locksFiles = true

// tryLock takes the lock that bbolt takes, if it is free.
func tryLock(f *os.File, exclusive bool) (bool, error) {
	how := syscall.LOCK_SH
	if exclusive {
		how = syscall.LOCK_EX
	}
	err := syscall.Flock(int(f.Fd()), how|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return false, nil
	}
	return err == nil, err
}

// unlock lets the file's lock go, which a mapping of the file would keep when it is closed.
func unlock(f *os.File) { _ = syscall.Flock(int(f.Fd()), syscall.LOCK_UN) } // it may be closed: then there is none

// roomFor is how many bytes can be written to the folder's disk.
func roomFor(dir string) (int64, bool) {
	var st syscall.Statfs_t
	if err := syscall.Statfs(dir, &st); err != nil {
		return 0, false
	}
	return int64(st.Bavail) * int64(st.Bsize), true
}

// keepOwner gives a file the owner of the one it replaces.
func keepOwner(path string, like os.FileInfo) error {
	was, ok := like.Sys().(*syscall.Stat_t)
	if !ok || int(was.Uid) == os.Geteuid() {
		return nil
	}
	return os.Chown(path, int(was.Uid), int(was.Gid))
}

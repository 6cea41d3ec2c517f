package checkpoints

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// A panic inside bbolt leaves its mapping of the file, and with that the lock, which closing the file does not let go.
func TestAMappedFileIsLetGo(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f")
	if err := os.WriteFile(path, make([]byte, 4096), 0o644); err != nil {
		t.Fatal(err)
	}
	for i := range 2 {
		f, err := os.OpenFile(path, os.O_RDWR, 0)
		if err != nil {
			t.Fatal(err)
		}
		if free, err := tryLock(f, true); !free || err != nil {
			t.Fatalf("open %d: the lock is free: got %v, %v", i+1, free, err)
		}
		m, err := syscall.Mmap(int(f.Fd()), 0, 4096, syscall.PROT_READ, syscall.MAP_SHARED)
		if err != nil {
			t.Fatal(err)
		}
		defer func() {
			if err := syscall.Munmap(m); err != nil {
				t.Error(err)
			}
		}()
		letGo(f)
	}
}

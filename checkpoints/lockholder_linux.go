package checkpoints

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// lockProcess is the process that has the file locked, and whether it only reads; 0 when it is none that this one can see.
func lockProcess(info os.FileInfo) (pid int, reads bool) {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, false
	}
	list, err := os.ReadFile("/proc/locks")
	if err != nil {
		return 0, false
	}
	for line := range strings.Lines(string(list)) {
		if pid, reads := lockLine(line, stat.Ino); pid != 0 && hasOpen(pid, info) {
			return pid, reads
		}
	}
	return 0, false
}

// hasOpen says whether a process has the file open. A message that tells people to end a process must name the right one,
// and numbers of inodes are those of one disk: another disk's file may have the same.
func hasOpen(pid int, info os.FileInfo) bool {
	files, err := filepath.Glob(fmt.Sprintf("/proc/%d/fd/*", pid))
	if err != nil {
		return false
	}
	return slices.ContainsFunc(files, func(name string) bool {
		open, err := os.Stat(name)
		return err == nil && os.SameFile(open, info)
	})
}

// commandOf is what a process was started as.
func commandOf(pid int) string {
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
	if err != nil {
		return ""
	}
	return strings.TrimSpace(strings.ReplaceAll(string(raw), "\x00", " "))
}

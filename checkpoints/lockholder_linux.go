package checkpoints

import (
	"fmt"
	"os"
	"strings"
	"syscall"
)

// lockProcess is the process that has the file locked; 0 when it is none that this one can see.
func lockProcess(info os.FileInfo) int {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0
	}
	list, err := os.ReadFile("/proc/locks")
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(list)) {
		if pid := lockLine(line, stat.Ino); pid != 0 {
			return pid
		}
	}
	return 0
}

// commandOf is what a process was started as.
func commandOf(pid int) string {
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
	if err != nil {
		return ""
	}
	return strings.TrimSpace(strings.ReplaceAll(string(raw), "\x00", " "))
}

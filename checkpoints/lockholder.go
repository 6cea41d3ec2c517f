package checkpoints

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

// LockedError is an ErrLocked that knows who holds the store's file, where the system tells.
type LockedError struct {
	Path    string
	Process int    // 0: not known
	Command string // what that process was started as; empty: not known
	Reads   bool   // it only reads, which keeps writers out as well
}

func (e *LockedError) Unwrap() error { return ErrLocked }

func (e *LockedError) Error() string {
	if e.Process == 0 {
		return fmt.Sprintf("%v %s; wait for it or name another file with --store (where there is lsof, 'lsof %s' lists who has it)", ErrLocked, e.Path, e.Path)
	}
	if e.Process == os.Getpid() {
		return fmt.Sprintf("this process has the store %s open already", e.Path)
	}
	return fmt.Sprintf("%v %s: %s. Wait for it or name another file with --store; if it hangs end it by 'kill -9 %d', which loses no step that was answered, and type the same line again",
		ErrLocked, e.Path, e.Who(), e.Process)
}

// Who is the process with its command, in words.
func (e *LockedError) Who() string {
	switch {
	case e.Process == 0:
		return "another process"
	case e.Command == "":
		return fmt.Sprintf("process %d", e.Process) + e.how()
	}
	return fmt.Sprintf("process %d (%s)", e.Process, Tidy(e.Command, commandMost)) + e.how()
}

func (e *LockedError) how() string {
	if e.Reads {
		return ", which only reads it,"
	}
	return ""
}

// commandMost is how much of a command line a message shows, in bytes.
const commandMost = 120

// lockedBy says who has the file open, if that can be found out: a writer, or else one of those who read.
func lockedBy(path string) *LockedError {
	e := &LockedError{Path: path}
	info, err := os.Stat(path)
	if err != nil {
		return e
	}
	e.Process, e.Reads = lockProcess(info)
	if e.Process != 0 {
		e.Command = commandOf(e.Process)
	}
	return e
}

// lockLine reads a line of Linux's list of locks: the process that has the file, by its inode, and whether it only reads;
// 0 for another line. The device is not compared: what the list gives differs from what the file says on some file systems.
// So who asks must see for himself that the process has the file.
func lockLine(line string, inode uint64) (pid int, reads bool) {
	f := strings.Fields(line)
	if len(f) < 8 || f[1] != "FLOCK" || f[3] != "WRITE" && f[3] != "READ" { // those that wait have an arrow there
		return 0, false
	}
	place := strings.Split(f[5], ":") // major, minor and inode
	if len(place) != 3 || place[2] != strconv.FormatUint(inode, 10) {
		return 0, false
	}
	pid, err := strconv.Atoi(f[4])
	if err != nil || pid < 0 { // -1 is a process of another container
		return 0, false
	}
	return pid, f[3] == "READ"
}

package main

import (
	"syscall"
	"unsafe"
)

// isTerminal asks for the settings that only a terminal has. A character device need be none: /dev/null, /dev/full.
func isTerminal(f descriptor) bool {
	var t syscall.Termios
	_, _, no := syscall.Syscall(syscall.SYS_IOCTL, f.Fd(), syscall.TCGETS, uintptr(unsafe.Pointer(&t)))
	return no == 0
}

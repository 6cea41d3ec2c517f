//go:build unix

package main

import (
	"syscall"
	"time"
)

// processorTime is what this process has used of the processors, which other work on the machine does not lengthen.
func processorTime() time.Duration {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		panic("getrusage: " + err.Error()) // it fails on wrong arguments only
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}

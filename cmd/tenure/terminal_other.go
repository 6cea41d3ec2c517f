//go:build !linux

package main

import "os"

// isTerminal takes a character device for a terminal, unless it is the one that only swallows.
func isTerminal(f descriptor) bool {
	info, err := f.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return false
	}
	null, err := os.Stat(os.DevNull)
	return err != nil || !os.SameFile(info, null)
}

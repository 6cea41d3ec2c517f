package main

import (
	"fmt"
	"os"
)

// output is standard output that remembers what went wrong with it. Most of what is printed is printed without a look at
// the error, by us and by libraries; a full disk must not pass for success all the same.
type output struct {
	file *os.File
	err  error // the first
}

func (o *output) Write(p []byte) (int, error) {
	n, err := o.file.Write(p)
	if err != nil && o.err == nil {
		o.err = fmt.Errorf("print: %w", err)
	}
	return n, err
}

// Stat is that of the file: whether it is a terminal matters to some.
func (o *output) Stat() (os.FileInfo, error) { return o.file.Stat() }

// stater is what can be asked whether it is a terminal.
type stater interface{ Stat() (os.FileInfo, error) }

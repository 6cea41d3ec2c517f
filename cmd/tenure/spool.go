package main

import (
	"io"
	"os"
	"sync"
	"time"
)

// A pager that waits takes nothing from its pipe, and a command that is stuck there would hold the store, and keep every
// writer out, for as long as somebody reads the first page.
const (
	spoolMost = 64 << 20               // bytes that wait in memory; more waits with the command
	spoolWait = 100 * time.Millisecond // how long a write waits for the reader before it goes on without him
)

// spool is a pipe that a command can write to though nobody reads. While somebody does, a write returns when all is handed
// on, so that what goes to standard error meanwhile comes in its place.
type spool struct {
	to io.Writer

	mu     sync.Mutex // guards what follows
	change *sync.Cond
	buf    []byte
	err    error // the first
	busy   bool  // something is being handed on
	slow   bool  // the reader has kept a write waiting, and has not caught up since
}

func newSpool(to io.Writer) *spool {
	s := &spool{to: to}
	s.change = sync.NewCond(&s.mu)
	go s.run()
	return s
}

// isPipe says whether somebody else reads what is written, and may be slow.
func isPipe(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&(os.ModeNamedPipe|os.ModeSocket) != 0
}

// run hands on for as long as the program lives: a write to a pipe that nobody reads cannot be ended.
func (s *spool) run() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for {
		for len(s.buf) == 0 {
			s.change.Wait()
		}
		part := s.buf
		s.buf, s.busy = nil, true
		s.mu.Unlock()
		_, err := s.to.Write(part)
		s.mu.Lock()
		if s.busy = false; s.err == nil {
			s.err = err
		}
		s.slow = s.slow && len(s.buf) > 0
		s.change.Broadcast()
	}
}

// Write keeps a copy. The error may be that of an earlier write.
func (s *spool) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.err == nil && len(s.buf) > 0 && len(s.buf)+len(p) > spoolMost {
		s.change.Wait()
	}
	if s.err != nil {
		return 0, s.err
	}
	s.buf = append(s.buf, p...)
	s.change.Broadcast()
	if !s.slow {
		tired := time.AfterFunc(spoolWait, func() {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.slow = s.left()
			s.change.Broadcast()
		})
		defer tired.Stop()
	}
	for s.left() && !s.slow {
		s.change.Wait()
	}
	return len(p), s.err
}

func (s *spool) left() bool { return s.err == nil && (len(s.buf) > 0 || s.busy) }

// drain waits until all is handed on.
func (s *spool) drain() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.left() {
		s.change.Wait()
	}
	return s.err
}

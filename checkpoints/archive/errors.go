package archive

import (
	"errors"
	"fmt"
	"strings"

	"github.com/tenure-sim/tenure/checkpoints"
)

// What can be wrong with a file, or with the place it is to be read into. Errors of Read and Check wrap these.
var (
	ErrForeign = errors.New("not an exported episode")
	ErrNewer   = errors.New("exported by a newer version of tenure")
	ErrCut     = errors.New("the file is cut short")
	ErrAltered = errors.New("the file is damaged or was altered")
	ErrHere    = errors.New("this very log is in the store already")
)

// ErrPoint is returned by Write for a point at which nobody can go on.
var ErrPoint = errors.New("no point to export")

// Break is where a file broke. Nothing of the file is imported.
type Break struct {
	Byte   uint64 // in the file: where the block or frame begins in which it broke
	Record uint64 // how many whole records came before
	Event  uint64 // the last whole event
	Err    error  // wraps ErrForeign, ErrNewer, ErrCut or ErrAltered
}

func (b *Break) Error() string {
	return fmt.Sprintf("at byte %d, after record %d and event %d: %v", b.Byte, b.Record, b.Event, b.Err)
}

func (b *Break) Unwrap() error { return b.Err }

// Taken says that the store has another episode of the name. It is a checkpoints.ErrExists.
type Taken struct{ Name string }

func (t *Taken) Error() string { return fmt.Sprintf("episode %s: %v", t.Name, checkpoints.ErrExists) }

func (t *Taken) Unwrap() error { return checkpoints.ErrExists }

// called is an error that names the episode as people know it, and not by the name under which it is staged.
type called struct {
	error
	staging, name string
}

func (c *called) Error() string { return strings.ReplaceAll(c.error.Error(), c.staging, c.name) }

func (c *called) Unwrap() error { return c.error }

// Held says that the store's episode could be carried on by the file, and that somebody holds it. It is a
// checkpoints.ErrFenced.
type Held struct {
	Name   string
	Holder checkpoints.Holder
}

func (h *Held) Error() string {
	return fmt.Sprintf("episode %s: %v: %s has it", h.Name, checkpoints.ErrFenced, h.Holder)
}

func (h *Held) Unwrap() error { return checkpoints.ErrFenced }

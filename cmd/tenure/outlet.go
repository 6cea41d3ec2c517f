package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/checkpoints/archive"
	"github.com/tenure-sim/tenure/personas/cassette"
	"github.com/tenure-sim/tenure/sim/score/report"
)

// outlet is what a user has named for a command to write to.
type outlet struct {
	name string      // as it was typed; - for standard output
	path string      // where it lies: links are followed, and stay
	info os.FileInfo // nil when there is nothing yet
}

// outletOf looks at what is there.
func outletOf(name string) (outlet, error) {
	t := outlet{name: name, path: name}
	if name == "-" {
		return t, nil
	}
	if name == "" {
		return t, usagef("a file needs a name; - is standard output")
	}
	info, err := os.Stat(name)
	if err == nil && !info.Mode().IsRegular() { // /dev/stdout is a link to what only looks like a name
		t.info = info
		return t, nil
	}
	if t.path, err = follow(name); err != nil {
		return t, err
	}
	t.info, err = os.Stat(t.path)
	if errors.Is(err, os.ErrNotExist) {
		return t, nil
	}
	return t, err
}

// linksMost is how many links may lead to a file one after another, as on Linux.
const linksMost = 40

// follow goes along links to the place that a name means, also when nothing lies there yet. It takes no name apart by
// itself: what .. means behind a link only the system knows.
func follow(name string) (string, error) {
	path := name
	for range linksMost {
		dir, base := filepath.Split(path)
		if dir == "" {
			dir = "."
		}
		real, err := filepath.EvalSymlinks(dir)
		if errors.Is(err, os.ErrNotExist) {
			return "", usagef("there is no folder %s for %s", dir, name)
		}
		if err != nil {
			return "", err
		}
		path = real + string(filepath.Separator) + base
		to, err := os.Readlink(path)
		if err != nil { // no link, or nothing yet
			return filepath.Clean(path), nil
		}
		if !filepath.IsAbs(to) {
			to = real + string(filepath.Separator) + to
		}
		path = to
	}
	return "", usagef("%s is a link that leads round in a circle; name a file", name)
}

// kept refuses what no command writes over, whatever it is told: what is no file or stream, and what cannot be had again.
func (t outlet) kept(store string) error {
	if t.info == nil {
		return nil
	}
	switch mode := t.info.Mode(); {
	case mode.IsDir():
		return usagef("%s is a folder; name a file in it", t.name)
	case mode&os.ModeSocket != 0:
		return usagef("%s is a socket; name a file", t.name)
	case mode&os.ModeDevice != 0 && mode&os.ModeCharDevice == 0:
		return usagef("%s is a disk; name a file", t.name)
	case !mode.IsRegular():
		return nil
	}
	if err := spare(t.name, t.info, store); err != nil {
		return err
	}
	what, err := t.what()
	if err != nil {
		return fmt.Errorf("look at what would be replaced: %w", err)
	}
	if what == aStore || what == aTape {
		return usagef("%s is %s, and none is replaced; name another file, or remove it first if nobody needs what is in it", t.name, what)
	}
	return nil
}

// spare refuses a file that is the store itself.
func spare(name string, file os.FileInfo, store string) error {
	if own, err := os.Stat(store); err == nil && os.SameFile(file, own) {
		return usagef("%s is the store itself; name another file", name)
	}
	return nil
}

// What a file is, by how it begins.
const (
	aBlank    = "an empty file"
	aStore    = "a store, or another bbolt file"
	aTape     = "a cassette"
	anArchive = "an exported episode"
	aReport   = "a report"
	aFile     = "a file"
)

func (t outlet) what() (string, error) {
	f, err := os.Open(t.path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	head, err := io.ReadAll(io.LimitReader(f, report.HeadMost))
	switch {
	case err != nil:
		return "", err
	case len(head) == 0:
		return aBlank, nil
	case checkpoints.IsStore(f):
		return aStore, nil
	case cassette.Is(head):
		return aTape, nil
	case archive.Is(head):
		return anArchive, nil
	case report.Is(head):
		return aReport, nil
	}
	return aFile, nil
}

// file says whether a plain file is there.
func (t outlet) file() bool { return t.info != nil && t.info.Mode().IsRegular() }

// isOut says whether it is standard output, by whatever name.
func (t outlet) isOut(cmd *cobra.Command) bool {
	if t.name == "-" {
		return true
	}
	f, ok := cmd.OutOrStdout().(descriptor)
	if !ok || t.info == nil || t.file() { // a file is another one once it is replaced
		return false
	}
	out, err := f.Stat()
	return err == nil && os.SameFile(t.info, out)
}

// write lets fill write: a file beside its place at first, so that under its name there is never half of one. It ends with
// the command's context, whatever it waits for.
func (t outlet) write(cmd *cobra.Command, fill func(io.Writer) error) error {
	switch {
	case t.name == "-":
		if f, ok := cmd.OutOrStdout().(descriptor); ok && isTerminal(f) {
			return usagef("- would write the file to the terminal; name a file, or send it through a pipe")
		}
		return fill(heeding{cmd.Context(), rawly(cmd.OutOrStdout())})
	case t.info == nil || t.file():
		return t.replace(fill)
	}
	f, err := openStream(cmd, t.path) // a pipe or a device has no place beside it
	if err != nil {
		return err
	}
	if isTerminal(f) {
		return errors.Join(usagef("%s is a terminal; name a file", t.name), f.Close())
	}
	return errors.Join(fill(heeding{cmd.Context(), f}), f.Close())
}

func (t outlet) replace(fill func(io.Writer) error) error {
	d, err := checkpoints.NewDraft(t.path)
	if errors.Is(err, os.ErrNotExist) {
		return usagef("there is no folder %s for %s", filepath.Dir(t.path), t.name)
	}
	if err != nil {
		return err
	}
	if err := fill(d); err != nil {
		return errors.Join(err, d.Discard())
	}
	return d.Publish()
}

// openPatience is how long a pipe may take to open before the command says what it waits for.
const openPatience = time.Second

// openStream opens a pipe or a device to write. The system lets a pipe wait until somebody reads it, and nothing but its
// end would end that; so it is opened aside, and given up with the command. What waits then goes with the process.
func openStream(cmd *cobra.Command, path string) (*os.File, error) {
	type opened struct {
		f   *os.File
		err error
	}
	done := make(chan opened, 1)
	go func() {
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		done <- opened{f, err}
	}()
	patience := time.After(openPatience)
	for {
		select {
		case o := <-done:
			return o.f, o.err
		case <-cmd.Context().Done():
			return nil, fmt.Errorf("nobody reads %s: %w", path, cmd.Context().Err())
		case <-patience:
			fmt.Fprintf(cmd.ErrOrStderr(), "tenure: waiting for somebody to read %s\n", plainly(path))
		}
	}
}

// heeding gives up when the context is over, also in the middle of a write: whoever should read a pipe may never do so.
type heeding struct {
	ctx context.Context
	w   io.Writer
}

func (h heeding) Write(p []byte) (int, error) {
	type wrote struct {
		n   int
		err error
	}
	done, own := make(chan wrote, 1), append([]byte(nil), p...) // p is the caller's again once this is over
	go func() {
		n, err := h.w.Write(own)
		done <- wrote{n, err}
	}()
	select {
	case r := <-done:
		return r.n, r.err
	case <-h.ctx.Done():
		return 0, h.ctx.Err()
	}
}

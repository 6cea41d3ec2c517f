package checkpoints

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
)

// Draft is a file in the making. It lies beside the one that it is to become, which appears whole or not at all. While it
// is written it is locked, so that one that a killed process left can be told from one that somebody is writing.
type Draft struct {
	*os.File
	path string
}

// draftName is what the names of drafts end in.
var draftName = regexp.MustCompile(`\.part-[0-9]+$`)

// draftTries is how often a draft is begun again because somebody who clears took it for one that was left.
const draftTries = 10

// NewDraft begins a file, and removes what killed processes left of the same one. Whoever makes a draft publishes it or
// discards it.
func NewDraft(path string) (*Draft, error) {
	own := func(name string, _ []byte) bool { return draftName.ReplaceAllString(name, "") == filepath.Base(path) }
	if _, err := ClearDrafts(filepath.Dir(path), own); err != nil && !errors.Is(err, os.ErrPermission) { // may not list it
		return nil, err
	}
	for range draftTries {
		f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".part-*")
		if err != nil {
			return nil, err
		}
		ok, err := tryLock(f, true)
		if err == nil && ok && !replaced(f, f.Name()) {
			if _, err = os.Lstat(f.Name()); err == nil {
				return &Draft{f, path}, nil
			}
		}
		if err := errors.Join(f.Close(), dropTemp(f.Name())); err != nil {
			return nil, err
		}
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return nil, err
		}
	}
	return nil, fmt.Errorf("begin %s: drafts of it are cleared faster than they are made", path)
}

// Publish gives the file its name, in place of one that has it, once it is on the disk. The draft is over, whatever
// happens.
func (d *Draft) Publish(mode os.FileMode) error {
	err := d.Chmod(mode)
	if err == nil {
		err = d.Sync()
	}
	if err == nil {
		err = os.Rename(d.Name(), d.path)
	}
	if err != nil {
		return errors.Join(err, d.Discard())
	}
	return errors.Join(syncFolder(d.path), d.Close())
}

// Discard removes the draft.
func (d *Draft) Discard() error { return errors.Join(dropTemp(d.Name()), d.Close()) }

// draftHead is how much of a draft is shown to whoever clears.
const draftHead = 64

// ClearDrafts removes those drafts in a folder that nobody is writing and that is says are his, by the name and the first
// bytes. It returns their names.
func ClearDrafts(folder string, is func(name string, head []byte) bool) ([]string, error) {
	entries, err := os.ReadDir(folder)
	if err != nil || !locksFiles {
		return nil, err
	}
	var out []string
	for _, e := range entries {
		if !draftName.MatchString(e.Name()) || !e.Type().IsRegular() {
			continue
		}
		gone, err := clearDraft(filepath.Join(folder, e.Name()), is)
		if err != nil {
			return out, fmt.Errorf("clear what is left of a file: %w", err)
		}
		if gone {
			out = append(out, e.Name())
		}
	}
	return out, nil
}

func clearDraft(path string, is func(string, []byte) bool) (bool, error) {
	f, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) || errors.Is(err, os.ErrPermission) { // gone meanwhile, or not ours
		return false, nil
	}
	if err != nil {
		return false, err
	}
	defer f.Close()
	var head [draftHead]byte
	n, err := io.ReadFull(f, head[:])
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return false, err
	}
	if !is(filepath.Base(path), head[:n]) {
		return false, nil
	}
	ok, err := tryLock(f, true)
	if err != nil || !ok || replaced(f, path) {
		return false, err
	}
	if err = dropTemp(path); errors.Is(err, os.ErrPermission) { // another user's, in a folder for all
		return false, nil
	}
	return err == nil, err
}

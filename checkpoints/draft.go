package checkpoints

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
)

// Draft is a file in the making. It lies beside the one that it is to become, which appears whole or not at all. While it
// is written it is locked, so that one that a killed process left can be told from one that somebody is writing.
type Draft struct {
	*os.File
	path string
	like os.FileInfo // of the file that it is to replace; nil when there is none
}

// draftName is what the names of drafts end in. Sixteen digits, so that the parts of a file that somebody has cut up and
// numbered are not taken for drafts.
var draftName = regexp.MustCompile(`\.part-[0-9]{16}$`)

// draftNumbers is how many such names there are.
const draftNumbers = 1e16

// draftTries is how often a draft is begun again because somebody who clears took it for one that was left.
const draftTries = 10

// NewDraft begins a file, and removes what killed processes left of the same one. It has the mode and the owner of the
// file that it is to replace, and those of any new file when there is none. Whoever makes a draft publishes it or discards
// it.
func NewDraft(path string) (*Draft, error) {
	if err := clearOwn(path); err != nil {
		return nil, err
	}
	like, err := os.Lstat(path)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	if err == nil && !like.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is no plain file, and only one can be replaced", path)
	}
	for range draftTries {
		f, err := createDraft(path, like)
		if errors.Is(err, os.ErrExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		ok, err := tryLock(f, true)
		if err == nil && ok && !replaced(f, f.Name()) {
			if _, err = os.Lstat(f.Name()); err == nil {
				return &Draft{f, path, like}, nil
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

// clearOwn removes what killed processes left of a file.
func clearOwn(path string) error {
	_, err := ownDrafts(path, true)
	return err
}

// ownDrafts are the names of what killed processes left of a file. They are removed when they are to be dropped.
func ownDrafts(path string, drop bool) ([]string, error) {
	own := func(name string, _ []byte) bool { return draftName.ReplaceAllString(name, "") == filepath.Base(path) }
	names, err := eachDraft(filepath.Dir(path), own, drop)
	if errors.Is(err, os.ErrPermission) { // may not list it
		return names, nil
	}
	return names, err
}

// draftStore makes an empty store that is to become the file of that name, and removes what killed processes left of such.
// It is locked until it is closed, as a Draft is. Its name is drawn: a fixed one may be that of somebody else's store.
func draftStore(path string) (*Store, error) {
	if err := clearOwn(path); err != nil {
		return nil, err
	}
	f, err := createDraft(path, nil)
	if err != nil {
		return nil, err
	}
	temp := f.Name()
	if err := f.Close(); err != nil {
		return nil, errors.Join(err, dropTemp(temp))
	}
	s, err := Open(temp, Options{}) // whoever cleared it meanwhile has only removed an empty file
	if err != nil {
		return nil, errors.Join(err, dropTemp(temp))
	}
	return s, nil
}

// createDraft makes a file that nobody has. What replaces a file that is not for everybody is not for everybody either,
// from its first byte on.
func createDraft(path string, like os.FileInfo) (*os.File, error) {
	mode := os.FileMode(0o666)
	if like != nil {
		mode = like.Mode().Perm() | 0o200 // taken away again when it is published
	}
	return os.OpenFile(fmt.Sprintf("%s.part-%016d", path, rand.Int64N(draftNumbers)), os.O_RDWR|os.O_CREATE|os.O_EXCL, mode)
}

// Publish gives the file its name, in place of one that has it, once it is on the disk. The draft is over, whatever
// happens.
func (d *Draft) Publish() error {
	err := d.resemble()
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

// resemble gives the draft the owner and the mode of the file that it replaces. Who may write to the folder may replace
// another's file, and the new one is then his.
func (d *Draft) resemble() error {
	if d.like == nil {
		return nil
	}
	if err := keepOwner(d.Name(), d.like); err != nil && !errors.Is(err, os.ErrPermission) {
		return err
	}
	return d.Chmod(d.like.Mode().Perm())
}

// Discard removes the draft.
func (d *Draft) Discard() error { return errors.Join(dropTemp(d.Name()), d.Close()) }

// draftHead is how much of a draft is shown to whoever clears.
const draftHead = 64

// Drafts are the names of those drafts in a folder that nobody is writing and that is says are his, by the name and the
// first bytes.
func Drafts(folder string, is func(name string, head []byte) bool) ([]string, error) {
	return eachDraft(folder, is, false)
}

// ClearDrafts removes what Drafts names.
func ClearDrafts(folder string, is func(name string, head []byte) bool) ([]string, error) {
	return eachDraft(folder, is, true)
}

func eachDraft(folder string, is func(name string, head []byte) bool, drop bool) ([]string, error) {
	entries, err := os.ReadDir(folder)
	if err != nil || !locksFiles {
		return nil, err
	}
	var out []string
	for _, e := range entries {
		if !draftName.MatchString(e.Name()) || !e.Type().IsRegular() {
			continue
		}
		left, err := leftDraft(filepath.Join(folder, e.Name()), is, drop)
		if err != nil {
			return out, fmt.Errorf("look for what is left of a file: %w", err)
		}
		if left {
			out = append(out, e.Name())
		}
	}
	return out, nil
}

// leftDraft says whether a draft is one that a killed process left, and removes it then if it is to be dropped.
func leftDraft(path string, is func(string, []byte) bool, drop bool) (bool, error) {
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
	if !drop {
		return true, nil
	}
	if err = dropTemp(path); errors.Is(err, os.ErrPermission) { // another user's, in a folder for all
		return false, nil
	}
	return err == nil, err
}

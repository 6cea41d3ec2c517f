package cassette

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
)

// file is a tape on the disk.
type file struct {
	path string
	f    *os.File

	mu   sync.Mutex // guards size and bad, and orders the appends
	size int64
	bad  error // once something could not be undone or synced, nothing more is written

	syncing sync.Mutex // held by the one that syncs for all that wait
	synced  int64      // guarded by syncing
}

// ErrInUse says that another process or another part of this one writes to the tape.
var ErrInUse = errors.New("somebody else is writing to it; wait until that run is over, or record to another file")

func openFile(path string, writes bool, payer string) (_ *file, x *index, cut int64, err error) {
	how := os.O_RDONLY
	if writes {
		how = os.O_RDWR | os.O_CREATE
	}
	f, err := os.OpenFile(path, how, 0o644)
	if err != nil {
		return nil, nil, 0, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, f.Close())
		}
	}()
	if st, err := f.Stat(); err != nil {
		return nil, nil, 0, err
	} else if !st.Mode().IsRegular() {
		return nil, nil, 0, errors.New("it is no file")
	}
	if writes {
		if err := lock(f); err != nil {
			return nil, nil, 0, err
		}
	}
	x, whole, err := scan(f, payer)
	if err != nil {
		return nil, nil, 0, err
	}
	end, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		return nil, nil, 0, err
	}
	if err := ours(f, whole, end); err != nil {
		return nil, nil, 0, err
	}
	out := &file{path: path, f: f, size: whole, synced: whole}
	if !writes {
		return out, x, end - whole, nil
	}
	return out, x, max(0, end-whole), out.begin(whole, end)
}

// ours refuses a file whose last line, the one without an end, no crash of ours can have left: it belongs to somebody else,
// and would be cut away. A first line can only be the header.
func ours(f io.ReaderAt, whole, end int64) error {
	begin := header
	if whole > 0 {
		begin = []byte(sumHead)
	} else if end > int64(len(header)) {
		return errForeign
	}
	got := make([]byte, min(end-whole, int64(len(begin))))
	if _, err := f.ReadAt(got, whole); err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("read its last line: %w", err)
	}
	switch {
	case bytes.HasPrefix(begin, got):
		return nil
	case whole == 0:
		return errForeign
	}
	return fmt.Errorf("its last line, at byte %d, has no end and is no record: it is not cut away unasked; cut it before that byte, or take the tape from a copy", whole)
}

// errForeign says that a file was never a tape.
var errForeign = errors.New("it is no tape and is left as it is; name another file, or none that exists yet")

// begin makes the end of the file one that can be written on.
func (f *file) begin(whole, end int64) error {
	if end > whole {
		if err := f.f.Truncate(whole); err != nil {
			return fmt.Errorf("take away a line that was cut: %w", err)
		}
	}
	if whole > 0 {
		return nil
	}
	if _, err := f.append(header); err != nil {
		return err
	}
	dir, err := os.Open(filepath.Dir(f.path))
	if err != nil {
		return err
	}
	return errors.Join(dir.Sync(), dir.Close()) // the name of a new file is to last as well
}

// append puts a line at the end and returns when it is on the disk, and where it lies. Those who wait at the same time
// wait for one sync.
func (f *file) append(line []byte) (offset int64, err error) {
	if offset, err = f.write(line); err != nil {
		return 0, err
	}
	f.syncing.Lock()
	defer f.syncing.Unlock()
	if f.synced >= offset+int64(len(line)) {
		return offset, nil
	}
	f.mu.Lock()
	upTo, bad := f.size, f.bad
	f.mu.Unlock()
	if bad != nil {
		return 0, bad
	}
	if err := f.f.Sync(); err != nil {
		// What a failed sync has left on the disk nobody knows, and a second one would not tell.
		err = fmt.Errorf("sync the tape: %w", err)
		f.mu.Lock()
		f.bad = err
		f.mu.Unlock()
		return 0, err
	}
	f.synced = upTo
	return offset, nil
}

func (f *file) write(line []byte) (offset int64, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.bad != nil {
		return 0, f.bad
	}
	offset = f.size
	if _, err := f.f.WriteAt(line, offset); err != nil {
		if undo := f.f.Truncate(offset); undo != nil {
			f.bad = fmt.Errorf("a line is on the tape in part and cannot be taken away: %w", undo)
		}
		return 0, fmt.Errorf("write to the tape: %w", err)
	}
	f.size += int64(len(line))
	return offset, nil
}

// record reads the line at a place.
func (f *file) record(at int64) (record, error) {
	line, err := readLine(bufio.NewReaderSize(io.NewSectionReader(f.f, at, lineMost+1), 32<<10))
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		return record{}, fmt.Errorf("read the record at byte %d: %w", at, err)
	}
	r, err := readRecord(bytes.TrimSuffix(line, []byte("\n")))
	if err != nil {
		return record{}, &damage{f.lineAt(at), at, err}
	}
	return r, nil
}

// lineAt is the number of the line that begins at a place, 0 when the file cannot be read so far.
func (f *file) lineAt(at int64) int {
	n, buf := 1, make([]byte, 64<<10)
	for r := io.NewSectionReader(f.f, 0, at); ; {
		got, err := r.Read(buf)
		n += bytes.Count(buf[:got], []byte("\n"))
		switch {
		case errors.Is(err, io.EOF):
			return n
		case err != nil:
			return 0
		}
	}
}

func (f *file) close() error { return f.f.Close() }

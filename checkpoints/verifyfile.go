package checkpoints

import (
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	bolt "go.etcd.io/bbolt"
)

// lookWait is how long a check waits for a writer before it reads a copy.
const lookWait = 100 * time.Millisecond

// over runs f over the file, or over a copy of it while somebody writes to it.
func (v *verifier) over(path string, f func() error) error {
	file, err := openPlain(path)
	if err != nil {
		return err
	}
	defer file.Close()
	err = holdFor(v.ctx, file, false, lookWait)
	if err == nil {
		return v.overFile(file, path, f)
	}
	if err := v.ctx.Err(); err != nil {
		return err
	}
	if !errors.Is(err, ErrLocked) {
		return err
	}
	copied, err := copyStore(path)
	if err != nil {
		return err
	}
	defer os.Remove(copied)
	if file, err = os.Open(copied); err != nil {
		return err
	}
	defer file.Close()
	return v.overFile(file, copied, f)
}

// openPlain opens a plain file that has something in it for reading.
func openPlain(path string) (*os.File, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%w: it is no plain file", ErrForeign)
	}
	if info.Size() == 0 {
		return nil, fmt.Errorf("%w: it is empty", ErrForeign)
	}
	return os.Open(path)
}

// overFile looks at the file's structure first. Where that is damaged bbolt would fault, and the rest is read by our
// own hand.
func (v *verifier) overFile(file *os.File, path string, f func() error) error {
	info, err := file.Stat()
	if err != nil {
		return err
	}
	metas := readMetas(file)
	if _, err := newest(file); errors.Is(err, ErrDamaged) {
		return fmt.Errorf("%w; %s", err, doSalvage)
	} else if err != nil {
		return err
	}
	sound := v.pages(file, metas, info.Size())
	if v.ctx.Err() != nil {
		return nil
	}
	if sound {
		if v.s, err = openStore(path, Options{ReadOnly: true, anyRecords: true}, true); err != nil {
			return err
		}
		v.src = boltSource{v.s}
		return errors.Join(v.format(), v.secondOpinion(), f(), v.s.Close())
	}
	if v.s, err = bareStore(); err != nil {
		return err
	}
	defer v.s.open.Close()
	v.src = readLoose(file, info.Size(), v.s.shape, false)
	if err := v.format(); err != nil {
		return err
	}
	return f()
}

// pages checks what the newest first page reaches, and says whether bbolt can read it.
func (v *verifier) pages(r io.ReaderAt, metas []fileMeta, size int64) bool {
	if doubt := doubtOf(metas); doubt != "" {
		v.found(Finding{Kind: KindFirst, What: doubt})
	}
	sound := true
	if need := int64(metas[0].pages) * int64(metas[0].pageSize); size < need {
		sound = false
		v.found(Finding{Kind: KindPage, What: fmt.Sprintf("it is cut short, %d bytes of %d", size, need)})
	}
	m := metas[0]
	m.pages = min(m.pages, uint64(size)/uint64(m.pageSize))
	v.seqs = checkPages(r, m, v.stopped, func(_ uint64, err error) {
		if errors.Is(err, errOdd) {
			v.found(Finding{Kind: KindRecord, What: err.Error()})
			return
		}
		sound = false
		v.found(Finding{Kind: KindPage, What: err.Error()})
	})
	return sound
}

// format refuses other programs' files and newer ones.
func (v *verifier) format() error {
	raw, err := v.src.get(bucketMeta, keyFormat)
	switch written := readFormat(raw); {
	case err != nil:
		return err
	case len(raw) != 8 && v.s.db == nil:
		v.found(Finding{Kind: KindRecord, What: "its format number cannot be read"})
	case len(raw) != 8:
		return fmt.Errorf("%w: it has no format number", ErrForeign)
	case written == 0:
		v.found(Finding{Kind: KindRecord, What: errNoFormat.Error()})
	case written > format:
		return fmt.Errorf("%w: format %d, and this one reads up to %d", ErrNewer, written, format)
	}
	return nil
}

// secondOpinion is bbolt's own check. It runs in a goroutine where a fault of the mapped file would end the program,
// so it is asked only when every page has been read without one.
func (v *verifier) secondOpinion() error {
	return v.s.view(func(tx *bolt.Tx) error {
		for err := range tx.Check() {
			v.found(Finding{Kind: KindPage, What: err.Error()})
		}
		return nil
	})
}

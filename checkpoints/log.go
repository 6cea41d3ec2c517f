package checkpoints

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"

	bolt "go.etcd.io/bbolt"
)

func split(chunk []byte, each func([]byte) error) error {
	for len(chunk) > 0 {
		n, w := binary.Uvarint(chunk)
		if w <= 0 || n > uint64(len(chunk)-w) {
			return fmt.Errorf("%w: a chunk of the log is cut short", ErrDamaged)
		}
		if err := each(chunk[w : w+int(n) : w+int(n)]); err != nil {
			return err
		}
		chunk = chunk[w+int(n):]
	}
	return nil
}

// Read hands every event of the branch after the given number to each, in order, those of its parents first. It
// reads in pages and holds no transaction while each runs, so each may write to the store.
func (s *Store) Read(name string, after uint64, each func(seq uint64, event []byte) error) error {
	return s.ReadTo(name, after, ^uint64(0), each)
}

// ReadTo is Read up to the event last.
func (s *Store) ReadTo(name string, after, last uint64, each func(seq uint64, event []byte) error) error {
	var line []forebear
	var h Head
	err := s.view(func(tx *bolt.Tx) (err error) {
		if line, err = lineage(tx, name); err != nil {
			return err
		}
		return getHead(tx, line[0].ID, &h)
	})
	if err != nil {
		return fmt.Errorf("read episode %s: %w", name, err)
	}
	for _, f := range slices.Backward(line) {
		upto := min(last, f.upto)
		after = max(after, min(f.At, upto))
		reached, err := s.readOwn(f.Branch, after, upto, each)
		if err != nil {
			return err
		}
		if must := min(upto, h.Seq); reached < must {
			return fmt.Errorf("read episode %s: %w: the events %d to %d are missing", f.Name, ErrDamaged, reached+1, must)
		}
		after = max(after, reached)
	}
	return nil
}

// readOwn reads a branch's own chunks and returns the number of the last event handed out.
func (s *Store) readOwn(b Branch, after, last uint64, each func(uint64, []byte) error) (uint64, error) {
	next := after + 1
	for next <= last {
		chunks, err := s.page(b.ID, next, last)
		if err != nil {
			return 0, fmt.Errorf("read episode %s: %w", b.Name, err)
		}
		if len(chunks) == 0 {
			break
		}
		for _, c := range chunks {
			if c.first < next && next > after+1 {
				return 0, fmt.Errorf("read episode %s: %w: the events from %d on are there twice", b.Name, ErrDamaged, c.first)
			}
			if c.first > next {
				return 0, fmt.Errorf("read episode %s: %w: the events %d to %d are missing", b.Name, ErrDamaged, next, c.first-1)
			}
			if next, err = s.handChunk(c, next, last, each); err != nil {
				return 0, err
			}
			if next > last {
				break
			}
		}
	}
	return min(next-1, last), nil
}

type chunk struct {
	first uint64
	raw   []byte
}

func (s *Store) handChunk(c chunk, next, last uint64, each func(uint64, []byte) error) (uint64, error) {
	plain, err := s.unseal(c.raw)
	if err != nil {
		return 0, err
	}
	seq := c.first
	err = split(plain, func(e []byte) error {
		at := seq
		seq++
		if at < next || at > last {
			return nil
		}
		return each(at, e)
	})
	return seq, err
}

// pageBytes is how much of a log is read in one transaction.
const pageBytes = 1 << 20

// page reads chunks from the one that holds event next, up to event last.
func (s *Store) page(branch, next, last uint64) ([]chunk, error) {
	var out []chunk
	err := s.view(func(tx *bolt.Tx) error {
		size := 0
		return chunksFrom(tx, branch, next, func(c chunk) bool {
			if c.first > last && len(out) > 0 {
				return false
			}
			out = append(out, chunk{c.first, bytes.Clone(c.raw)})
			size += len(c.raw)
			return size < pageBytes
		})
	})
	if err == nil && len(out) > 0 && !s.reaches(out, next) {
		return nil, nil
	}
	return out, err
}

// chunksFrom hands out a branch's own chunks in order, from the last that begins at or before an event, or from the first
// when none does. They are valid inside the transaction.
func chunksFrom(tx *bolt.Tx, branch, seq uint64, each func(chunk) bool) error {
	waiting, err := journalOf(tx, branch)
	if err != nil {
		return err
	}
	l := logCursor{c: tx.Bucket(bucketLog).Cursor(), prefix: number(branch)}
	if err := l.seek(seq); err != nil {
		return err
	}
	for len(waiting) > 1 && waiting[1].first <= seq {
		waiting = waiting[1:]
	}
	if l.ok && len(waiting) > 0 && max(l.first, waiting[0].first) <= seq { // the later of the two holds the event
		if l.first < waiting[0].first {
			err = l.next()
		} else if waiting[0].first < l.first {
			waiting = waiting[1:]
		}
	}
	for err == nil && (l.ok || len(waiting) > 0) {
		if len(waiting) > 0 && (!l.ok || waiting[0].first < l.first) {
			if !each(waiting[0]) {
				return nil
			}
			waiting = waiting[1:]
			continue
		}
		if !each(l.chunk) {
			return nil
		}
		err = l.next()
	}
	return err
}

// logCursor goes through what the bucket log has of a branch.
type logCursor struct {
	c      *bolt.Cursor
	prefix []byte
	chunk       // where it stands
	ok     bool // there is one
}

// seek goes to the last chunk that begins at or before an event, or to the first.
func (l *logCursor) seek(seq uint64) error {
	want := append(bytes.Clone(l.prefix), number(seq)...)
	k, v := l.c.Seek(want)
	if !bytes.Equal(k, want) {
		if k == nil {
			k, v = l.c.Last()
		} else {
			k, v = l.c.Prev()
		}
		if !bytes.HasPrefix(k, l.prefix) {
			k, v = l.c.Seek(want)
		}
	}
	return l.stand(k, v)
}

func (l *logCursor) next() error { return l.stand(l.c.Next()) }

func (l *logCursor) stand(k, v []byte) error {
	if l.ok = bytes.HasPrefix(k, l.prefix); !l.ok {
		return nil
	}
	if err := checkKey(string(bucketLog), k); err != nil {
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	l.chunk = chunk{binary.BigEndian.Uint64(k[8:]), v}
	return nil
}

// reaches says whether the page holds event next or a later one: the chunk before the end of a log does not.
func (s *Store) reaches(page []chunk, next uint64) bool {
	last := page[len(page)-1]
	if last.first >= next {
		return true
	}
	plain, err := s.unseal(last.raw)
	if err != nil {
		return true // handChunk says what is wrong
	}
	seq := last.first
	if split(plain, func([]byte) error { seq++; return nil }) != nil {
		return true
	}
	return seq > next
}

package checkpoints

import (
	"bytes"
	"encoding/binary"
	"fmt"

	bolt "go.etcd.io/bbolt"

	"github.com/tenure-sim/tenure/sim"
)

// Log is one branch of a store: what sim/engine writes an episode to.
type Log struct {
	store *Store
	name  string
}

// Log returns the branch's log. The branch must exist when it is used.
func (s *Store) Log(name string) Log { return Log{s, name} }

// Append saves a batch, as Store.Append does.
func (l Log) Append(b sim.Batch) error { return l.store.Append(l.name, b) }

// Read hands out the events after a number, as Store.Read does.
func (l Log) Read(after uint64, each func(seq uint64, event []byte) error) error {
	return l.store.Read(l.name, after, each)
}

// Content returns what a hash names.
func (l Log) Content(h sim.Hash) ([]byte, error) { return l.store.Content(h) }

// fill is how full bbolt packs the log's pages. Logs only grow at their end, so half-empty pages would stay so.
const fill = 0.95

// Append saves the batch, all or nothing. When the log does not end at After it returns ErrConflict.
func (s *Store) Append(name string, b sim.Batch) error {
	err := s.update(func(tx *bolt.Tx) error {
		var br Branch
		var h Head
		if err := getBranch(tx, name, &br); err != nil {
			return err
		}
		if err := getHead(tx, br, &h); err != nil {
			return err
		}
		if h.Seq != b.After {
			return fmt.Errorf("%w: it ends at event %d, not %d", ErrConflict, h.Seq, b.After)
		}
		for _, c := range b.Contents {
			if _, err := s.putContent(tx, c); err != nil {
				return err
			}
		}
		return s.putChunk(tx, br, b)
	})
	if err != nil {
		return fmt.Errorf("append %d events to %s: %w", len(b.Events), name, err)
	}
	return nil
}

func (s *Store) putChunk(tx *bolt.Tx, br Branch, b sim.Batch) error {
	if len(b.Events) == 0 {
		return nil
	}
	log := tx.Bucket(bucketLog)
	log.FillPercent = fill
	if err := log.Put(logKey(br.ID, b.After+1), s.seal(join(b.Events), packChunk)); err != nil {
		return err
	}
	h := Head{Seq: b.After + uint64(len(b.Events)), Chain: b.Chain, At: b.At}
	return put(tx.Bucket(bucketHeads), number(br.ID), h)
}

func join(events [][]byte) []byte {
	n := 0
	for _, e := range events {
		n += len(e) + binary.MaxVarintLen32
	}
	out := make([]byte, 0, n)
	for _, e := range events {
		out = binary.AppendUvarint(out, uint64(len(e)))
		out = append(out, e...)
	}
	return out
}

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
	b, err := s.Branch(name)
	if err != nil {
		return err
	}
	return s.read(b, after, ^uint64(0), each)
}

func (s *Store) read(b Branch, after, last uint64, each func(uint64, []byte) error) error {
	if b.Parent != "" && after < b.At {
		p, err := s.Branch(b.Parent)
		if err != nil {
			return err
		}
		if err := s.read(p, after, min(last, b.At), each); err != nil {
			return err
		}
		after = b.At
	}
	for next := after + 1; next <= last; {
		chunks, err := s.page(b.ID, next)
		if err != nil {
			return fmt.Errorf("read episode %s: %w", b.Name, err)
		}
		if len(chunks) == 0 {
			return nil
		}
		for _, c := range chunks {
			if c.first > next {
				return fmt.Errorf("read episode %s: %w: the events %d to %d are missing", b.Name, ErrDamaged, next, c.first-1)
			}
			if next, err = s.handChunk(c, next, last, each); err != nil {
				return err
			}
		}
	}
	return nil
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

// page reads chunks from the one that holds event next.
func (s *Store) page(branch, next uint64) ([]chunk, error) {
	var out []chunk
	err := s.view(func(tx *bolt.Tx) error {
		c := tx.Bucket(bucketLog).Cursor()
		prefix := number(branch)
		k, v := c.Seek(logKey(branch, next))
		if k == nil || !bytes.HasPrefix(k, prefix) || !bytes.Equal(k, logKey(branch, next)) {
			if pk, pv := c.Prev(); pk != nil && bytes.HasPrefix(pk, prefix) {
				k, v = pk, pv
			} else {
				k, v = c.Seek(logKey(branch, next))
			}
		}
		size := 0
		for ; k != nil && bytes.HasPrefix(k, prefix) && size < pageBytes; k, v = c.Next() {
			out = append(out, chunk{binary.BigEndian.Uint64(k[8:]), bytes.Clone(v)})
			size += len(v)
		}
		return nil
	})
	if err == nil && len(out) > 0 && !s.reaches(out, next) {
		return nil, nil
	}
	return out, err
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

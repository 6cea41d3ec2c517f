package checkpoints

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"

	bolt "go.etcd.io/bbolt"
)

// The ends of many logs lie far apart in the bucket log, and a commit that lengthens many of them writes a page for each.
// So what many append together goes into the journal, one chunk behind the other, and moves to the log when pages of it
// have come together. A chunk lies in one of the two and is the same in both. Whoever reads a log reads both, in one
// transaction, by chunksFrom or eachChunk; a journal that a killed process left behind is read like any other.
const (
	journalLeast = 8       // appends that share a commit, from which on they go to the journal
	journalChunk = 4 << 10 // bytes of the largest chunk that does: a larger one fills its pages in the log by itself
	journalMost  = 1 << 20 // bytes from which on it is moved to the log
)

// journalSince is the format in which a store has a journal.
const journalSince = 4

// A key of the journal has the group's number, the branch's and the first event's. A group is what one commit put there.
// Its number is how many bytes the groups before it take, so that the last one tells how long the journal is.
const journalKeyLen = 24

func journalKey(group, branch, seq uint64) []byte {
	return binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(number(group), branch), seq)
}

// shelf is where a commit puts its chunks: into the log, or into a group of the journal.
type shelf struct {
	journal *bolt.Bucket // nil: into the log
	group   uint64
	length  uint64 // bytes of the journal so far
	ahead   map[uint64]uint64
}

// shelf chooses for a commit of n appends. A journal that is full and could not be moved to the log takes no more: then
// whoever is hit by what is wrong there hears of it.
func (s *Store) shelf(tx *bolt.Tx, n int) *shelf {
	if n < journalLeast || s.unsettled.Load() != nil {
		return &shelf{ahead: s.ahead}
	}
	j := tx.Bucket(bucketJournal)
	first, next, ok := spanOf(j)
	sh := &shelf{group: next, length: next - first, ahead: s.ahead}
	if !ok {
		err := fmt.Errorf("%w: the journal has keys that no store writes; %s", ErrDamaged, doSalvage)
		s.unsettled.Store(&err)
	}
	if ok && sh.length < s.journalMost {
		sh.journal = j
		j.FillPercent = 1 // it grows at its end and nowhere else
	}
	return sh
}

// spanOf is the number of the journal's first group and that of the next; not ok when it has keys that nobody wrote.
func spanOf(j *bolt.Bucket) (first, next uint64, ok bool) {
	c := j.Cursor()
	k, _ := c.First()
	last, _ := c.Last()
	if last == nil {
		return 0, 0, true
	}
	if len(k) != journalKeyLen || len(last) != journalKeyLen {
		return 0, 0, false
	}
	group := last[:8]
	first, next = binary.BigEndian.Uint64(k), binary.BigEndian.Uint64(group)
	for k, v := c.Seek(group); k != nil; k, v = c.Next() {
		next += uint64(len(k) + len(v))
	}
	return first, next, next > first
}

func (sh *shelf) put(tx *bolt.Tx, branch, first uint64, sealed []byte) error {
	if err := sh.ends(tx, branch, first-1); err != nil {
		return err
	}
	if sh.journal == nil || len(sealed) > journalChunk {
		log := tx.Bucket(bucketLog)
		log.FillPercent = fill
		return log.Put(logKey(branch, first), sealed)
	}
	sh.length += journalKeyLen + uint64(len(sealed))
	return sh.journal.Put(journalKey(sh.group, branch, first), sealed)
}

// ends says whether a log has nothing behind an event with which it should end. Where the record of its end is older than
// the log, as a lost write leaves it, a new chunk would be written over one that was answered.
func (sh *shelf) ends(tx *bolt.Tx, branch, last uint64) error {
	k, _ := tx.Bucket(bucketLog).Cursor().Seek(logKey(branch, last+1))
	on := bytes.HasPrefix(k, number(branch))
	if seq, ahead := sh.ahead[branch]; !on && (!ahead || seq <= last) {
		return nil
	}
	return fmt.Errorf("%w: its log goes on behind event %d, with which it should end; %s", ErrDamaged, last, doSalvage)
}

// journalAhead finds the chunks in the journal that lie behind the end of their log, by branch.
func journalAhead(tx *bolt.Tx) (map[uint64]uint64, error) {
	out := map[uint64]uint64{}
	heads := map[uint64]Head{}
	err := within(tx, bucketJournal, nil, func(k, _ []byte) error {
		if len(k) != journalKeyLen { // whoever moves the journal tells of it
			return nil
		}
		id, first := binary.BigEndian.Uint64(k[8:]), binary.BigEndian.Uint64(k[16:])
		h, ok := heads[id]
		if !ok && getHead(tx, id, &h) != nil {
			h.Seq = ^uint64(0) // nobody can append to it
		}
		heads[id] = h
		if first > h.Seq {
			out[id] = max(out[id], first)
		}
		return nil
	})
	return out, err
}

// settle moves the journal to the log when it is full. What keeps it from that is nobody's append's fault, and nothing is
// lost by it: it is kept for Close, and the store goes on without a journal.
func (s *Store) settle() {
	if s.journaled.Load() < s.journalMost || s.unsettled.Load() != nil {
		return
	}
	if err := s.drain(); err != nil && !noRoom(err) {
		s.unsettled.Store(&err)
	}
}

// settleLast moves the journal to the log before the file is let go, if this Store has put something there: then one
// damaged page touches one episode again. On a full disk it stays where it is, and is as safe there.
func (s *Store) settleLast() error {
	if err := s.unsettled.Load(); err != nil {
		return *err
	}
	if s.journaled.Load() == 0 || s.failed.Load() != nil {
		return nil
	}
	err := s.drain()
	if err != nil && noRoom(err) {
		return nil
	}
	return err
}

// drain moves all of the journal to the log, in one transaction.
func (s *Store) drain() error {
	if err := s.update(moveJournal); err != nil {
		return fmt.Errorf("move the journal to the log: %w", err)
	}
	s.journaled.Store(0)
	return nil
}

// journaled is a chunk of the journal.
type journaled struct {
	branch uint64
	chunk
}

func moveJournal(tx *bolt.Tx) error {
	all, err := allJournaled(tx)
	if err != nil {
		return err
	}
	slices.SortStableFunc(all, func(a, b journaled) int {
		return cmp.Or(cmp.Compare(a.branch, b.branch), cmp.Compare(a.first, b.first))
	})
	log := tx.Bucket(bucketLog)
	log.FillPercent = fill
	for _, e := range all {
		key := logKey(e.branch, e.first)
		if log.Get(key) != nil {
			return fmt.Errorf("%w: the events from %d on of episode number %d are there twice", ErrDamaged, e.first, e.branch)
		}
		if err := log.Put(key, e.raw); err != nil {
			return err
		}
	}
	if err := tx.DeleteBucket(bucketJournal); err != nil { // quicker than key by key
		return err
	}
	_, err = tx.CreateBucket(bucketJournal)
	return err
}

func allJournaled(tx *bolt.Tx) ([]journaled, error) {
	var out []journaled
	err := within(tx, bucketJournal, nil, func(k, v []byte) error {
		if len(k) != journalKeyLen {
			return oddJournalKey(k)
		}
		out = append(out, journaled{binary.BigEndian.Uint64(k[8:]), chunk{binary.BigEndian.Uint64(k[16:]), bytes.Clone(v)}})
		return nil
	})
	return out, err
}

func oddJournalKey(k []byte) error {
	return fmt.Errorf("%w: a chunk of the journal has the odd key %x", ErrDamaged, k)
}

// journalOf is what the journal has of a branch, in the order of its log. It is valid inside the transaction.
func journalOf(tx *bolt.Tx, branch uint64) ([]chunk, error) {
	j := tx.Bucket(bucketJournal)
	if j == nil {
		return nil, nil
	}
	var out []chunk
	c := j.Cursor()
	for k, v := c.First(); k != nil; {
		if len(k) != journalKeyLen {
			return nil, oddJournalKey(k)
		}
		group := binary.BigEndian.Uint64(k)
		own := journalKey(group, branch, 0)[:16]
		for k, v = c.Seek(own); bytes.HasPrefix(k, own); k, v = c.Next() {
			if len(k) != journalKeyLen {
				return nil, oddJournalKey(k)
			}
			out = append(out, chunk{binary.BigEndian.Uint64(k[16:]), v})
		}
		if group == ^uint64(0) {
			break
		}
		k, v = c.Seek(number(group + 1))
	}
	slices.SortStableFunc(out, byFirst)
	return out, nil
}

func byFirst(a, b chunk) int { return cmp.Compare(a.first, b.first) }

// journalBranches are the branches of which the journal has something.
func journalBranches(tx *bolt.Tx) []uint64 {
	var out []uint64
	c := tx.Bucket(bucketJournal).Cursor()
	for k, _ := c.First(); k != nil; k, _ = c.Next() {
		if len(k) == journalKeyLen { // verify tells of others
			out = append(out, binary.BigEndian.Uint64(k[8:]))
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// wipeJournal deletes what the journal has of a branch.
func wipeJournal(tx *bolt.Tx, branch uint64) error {
	var keys [][]byte
	err := within(tx, bucketJournal, nil, func(k, _ []byte) error {
		if len(k) == journalKeyLen && binary.BigEndian.Uint64(k[8:]) == branch {
			keys = append(keys, bytes.Clone(k))
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, k := range keys {
		if err := tx.Bucket(bucketJournal).Delete(k); err != nil {
			return err
		}
	}
	return nil
}

// readJournal hands out what the journal has, by branch and in the order of its logs. What is wrong with its keys and
// with the order in which it was written is a finding.
func readJournal(src source, found func(Finding)) (map[uint64][]chunk, error) {
	out := map[uint64][]chunk{}
	err := src.each(bucketJournal, nil, func(k, v []byte) bool {
		if len(k) != journalKeyLen {
			found(Finding{Kind: KindLog, What: oddJournalKey(k).Error()})
			return true
		}
		id, first := binary.BigEndian.Uint64(k[8:]), binary.BigEndian.Uint64(k[16:])
		if own := out[id]; len(own) > 0 && own[len(own)-1].first >= first {
			found(Finding{Kind: KindLog, Seq: first, What: fmt.Sprintf("the journal has the events from %d on of episode number %d after those from %d on", first, id, own[len(own)-1].first)})
		}
		out[id] = append(out[id], chunk{first, v})
		return true
	})
	for _, own := range out {
		slices.SortStableFunc(own, byFirst)
	}
	return out, err
}

package checkpoints

import (
	"encoding/hex"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"

	bolt "go.etcd.io/bbolt"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/many"
)

// fill is how full bbolt packs the log's pages. Logs only grow at their end, so half-empty pages would stay so.
const fill = 0.95

// What one commit takes at most: more would make those who wait for it wait long.
const (
	groupMost  = 1024
	groupBytes = 32 << 20
)

// line is where appends wait while another commit is under way. Whoever comes to an empty line leads: it commits at
// once, and whoever has come meanwhile goes into the next commit together, led by the first of them.
type line struct {
	mu      sync.Mutex // guards what follows
	waiting []*appending
	led     bool
	last    int // how many went into the commit before: so many may be about to come back
}

// appending is one batch on its way, prepared as far as it can be outside the transaction.
type appending struct {
	log      Log
	batch    sim.Batch
	chunk    []byte // sealed
	contents []stored
	back     int // contents that were damaged in the store and are written anew
	err      error
	turn     chan bool // true: lead the next commit; false: it is done
}

// stored is a content with its key, sealed unless it was in the store already.
type stored struct {
	key    []byte
	plain  []byte
	sealed []byte
	anew   bool // what is there is damaged
}

// Append saves the batch, all or nothing, and returns when it is on the disk. When the log does not end at After it
// returns ErrConflict, and ErrFenced when the branch is held: the holder's own Log appends to it.
// Appends that come at the same time share a commit; none of them fails because of another.
func (s *Store) Append(name string, b sim.Batch) error { return s.append(s.Log(name), b) }

// AppendWhole is Append for what comes from elsewhere: a content that the store has already is compared with the one that
// came, and written anew where the store's is damaged. It returns how many were.
func (s *Store) AppendWhole(name string, b sim.Batch) (back int, err error) {
	return s.appendSome(s.Log(name), b, s.holds)
}

func (s *Store) append(l Log, b sim.Batch) error {
	_, err := s.appendSome(l, b, isThere)
	return err
}

// appendSome saves of the contents those of which has says no.
func (s *Store) appendSome(l Log, b sim.Batch, has func(raw, content []byte) bool) (back int, err error) {
	a, err := s.prepareAppend(l, b, has)
	if err == nil {
		s.queue(a)
		err = a.err
	}
	if err != nil {
		return 0, fmt.Errorf("append %s to %s: %w", many.Of(len(b.Events), "event"), l.name, err)
	}
	return a.back, nil
}

// prepareAppend seals what the store does not have.
func (s *Store) prepareAppend(l Log, b sim.Batch, has func(raw, content []byte) bool) (*appending, error) {
	if err := checkBatch(b); err != nil {
		return nil, err
	}
	a := &appending{log: l, batch: b, turn: make(chan bool, 1)}
	if len(b.Events) > 0 {
		a.chunk = s.seal(join(b.Events), packChunk)
	}
	var err error
	if len(b.Contents) > 0 {
		a.contents, err = s.prepareContents(b.Contents, has)
	}
	for _, c := range a.contents {
		if c.anew {
			a.back++
		}
	}
	return a, err
}

// prepareContents seals those of the contents of which has says no.
func (s *Store) prepareContents(contents [][]byte, has func(raw, content []byte) bool) ([]stored, error) {
	out := make([]stored, 0, len(contents))
	for _, c := range contents {
		key, err := hex.DecodeString(string(sim.HashOf(c)))
		if err != nil {
			return nil, err
		}
		out = append(out, stored{key: key, plain: c})
	}
	known := make([]bool, len(out))
	err := s.view(func(tx *bolt.Tx) error {
		for i, c := range out {
			raw := value(tx, bucketContents, c.key)
			known[i] = has(raw, c.plain)
			out[i].anew = raw != nil && !known[i]
		}
		return nil
	})
	for i := range out {
		if !known[i] {
			out[i].sealed = s.seal(out[i].plain, packContent)
		}
	}
	return out, err
}

// queue returns when the append is committed or refused.
func (s *Store) queue(a *appending) {
	l := &s.line
	l.mu.Lock()
	l.waiting = append(l.waiting, a)
	lead := !l.led
	l.led = true
	l.mu.Unlock()
	if !lead {
		lead = <-a.turn
	}
	if !lead {
		return
	}
	l.gather()
	group := l.take()
	s.commit(group)
	for _, done := range group[1:] { // the first leads
		done.turn <- false
	}
	s.settle()
	l.next()
}

// patience is how often in a row yielding may bring nobody: others may be at work on another processor.
const patience = 32

// gather lets those come along who have just been answered and are about to come back. It yields for as long as that
// brings more, and never waits: an append that is alone yields once, to nobody.
func (l *line) gather() {
	for seen, idle := 0, 0; idle < patience; idle++ {
		runtime.Gosched()
		l.mu.Lock()
		now, last := len(l.waiting), l.last
		l.mu.Unlock()
		if max(now, last) <= 1 || now >= groupMost {
			return
		}
		if now > seen {
			seen, idle = now, 0
		}
	}
}

// take removes those who go into the next commit from the line.
func (l *line) take() []*appending {
	l.mu.Lock()
	defer l.mu.Unlock()
	n, size := 0, 0
	for n < min(len(l.waiting), groupMost) && (n == 0 || size < groupBytes) {
		size += l.waiting[n].size()
		n++
	}
	group := slices.Clone(l.waiting[:n])
	l.waiting = slices.Delete(l.waiting, 0, n)
	l.last = n
	return group
}

func (a *appending) size() int {
	n := len(a.chunk)
	for _, c := range a.contents {
		n += len(c.sealed)
	}
	return n
}

// next hands the lead to the first who waits.
func (l *line) next() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.led = len(l.waiting) > 0
	if l.led {
		l.waiting[0].turn <- true
	}
}

// errNothing rolls back a transaction in which every append was refused.
var errNothing = errors.New("nothing to commit")

// commit saves the group in one transaction and gives every append its error. One that is refused has changed
// nothing. One that breaks in the middle of writing spoils the transaction, which is begun again without it.
func (s *Store) commit(group []*appending) {
	for left := slices.Clone(group); len(left) > 0; {
		broken := -1
		var sh *shelf
		err := s.update(func(tx *bolt.Tx) error {
			good := 0
			sh = s.shelf(tx, len(left))
			for i, a := range left {
				wrote, err := s.write(tx, a, sh)
				if a.err = err; err == nil {
					good++
				} else if wrote {
					broken = i
					return err
				}
			}
			if good == 0 {
				return errNothing
			}
			return nil
		})
		if broken >= 0 {
			left = slices.Delete(left, broken, broken+1)
			continue
		}
		for _, a := range left {
			if err != nil && a.err == nil {
				a.err = err
			}
		}
		if err == nil && len(left) >= journalLeast {
			s.journaled.Store(sh.length)
		}
		return
	}
}

// write puts one append into the transaction. It says whether it had begun to when it failed.
func (s *Store) write(tx *bolt.Tx, a *appending, sh *shelf) (began bool, err error) {
	err = guard(func() error {
		id, h, err := a.log.find(tx)
		if err != nil {
			return err
		}
		if h.Seq != a.batch.After {
			return fmt.Errorf("%w: it ends at event %d, not %d", ErrConflict, h.Seq, a.batch.After)
		}
		began = true
		for _, c := range a.contents {
			if err := s.putSealed(tx, c); err != nil {
				return err
			}
		}
		return putChunk(tx, sh, id, h, a)
	})
	return began, err
}

func (s *Store) putSealed(tx *bolt.Tx, c stored) error {
	bucket := tx.Bucket(bucketContents)
	if !c.anew && bucket.Get(c.key) != nil {
		return nil
	}
	if c.sealed == nil { // it was there a moment ago
		c.sealed = s.seal(c.plain, packContent)
	}
	return bucket.Put(c.key, c.sealed)
}

func putChunk(tx *bolt.Tx, sh *shelf, id uint64, h Head, a *appending) error {
	if len(a.batch.Events) == 0 {
		return nil
	}
	if err := sh.put(tx, id, a.batch.After+1, a.chunk); err != nil {
		return err
	}
	h.Seq, h.Chain, h.At, h.Note = a.batch.After+uint64(len(a.batch.Events)), a.batch.Chain, a.batch.At, ""
	return put(tx, bucketHeads, number(id), h)
}

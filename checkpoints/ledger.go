package checkpoints

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"

	"github.com/tenure-sim/tenure/sim"
)

// ledger is what a store's small records say, and which of them cannot be read.
type ledger struct {
	branches  []Branch // parents before their forks
	byName    map[string]int
	byID      map[uint64]int
	heads     map[uint64]Head
	former    map[uint64][]pair       // the records of the rollouts that had a branch, as they lie there
	marks     map[uint64][]Checkpoint // by the branch they were made on
	snapshots map[uint64][]keptSnapshot
	altered   map[uint64]bool // the branches of which a record is not as it was written, and can be read all the same
	bare      bool            // the store is of a format whose records have no checksum
	faults    []Finding
}

// keptSnapshot is a snapshot that unpacks, without its state.
type keptSnapshot struct {
	sim.Snapshot
	bytes int // sealed
}

// readLedger reads every record. What cannot be read is a fault and not an error.
func (s *Store) readLedger(src source) (*ledger, error) {
	l := &ledger{byName: map[string]int{}, byID: map[uint64]int{}, heads: map[uint64]Head{}, former: map[uint64][]pair{}, marks: map[uint64][]Checkpoint{}, snapshots: map[uint64][]keptSnapshot{}, altered: map[uint64]bool{}}
	raw, err := src.get(bucketMeta, keyFormat)
	if err != nil {
		return nil, err
	}
	l.bare = readFormat(raw) < summedSince
	for _, read := range []func(*Store, source) error{l.readBranches, l.readHeads, l.readMarks, l.readSnapshots} {
		if err := read(s, src); err != nil {
			return nil, err
		}
	}
	return l, nil
}

func (l *ledger) fault(f Finding) { l.faults = append(l.faults, f) }

// read decodes a record. What was altered and can be read is a fault, and is read.
func (l *ledger) read(r record, into any) error {
	return r.decode(into, func() bool { return l.bare })
}

func (l *ledger) readBranches(_ *Store, src source) error {
	var all []Branch
	ids := map[uint64]string{}
	err := src.each(bucketBranches, nil, func(k, v []byte) bool {
		var b Branch
		err := l.read(record{bucketBranches, k, v}, &b)
		switch {
		case err != nil && !errors.Is(err, errAltered):
			l.fault(Finding{Kind: KindRecord, Episode: string(k), What: fmt.Sprintf("its record cannot be read: %v", err)})
		case b.Name != string(k):
			l.fault(Finding{Kind: KindRecord, Episode: string(k), What: fmt.Sprintf("its record is that of %q", b.Name)})
		case ids[b.ID] != "":
			l.fault(Finding{Kind: KindRecord, Episode: b.Name, What: "it has the number of " + ids[b.ID]})
		default:
			ids[b.ID] = b.Name
			all = append(all, b)
			if err != nil {
				l.altered[b.ID] = true
				l.fault(Finding{Kind: KindRecord, Episode: b.Name, What: fmt.Sprintf("its record was altered: %v", err)})
			}
		}
		return true
	})
	l.sortBranches(all)
	return err
}

// sortBranches puts parents before their forks. A branch whose parents are missing or go round in a circle is a fault.
func (l *ledger) sortBranches(all []Branch) {
	done := map[string]bool{}
	for grown := true; grown; {
		grown = false
		var left []Branch
		for _, b := range all {
			if b.Parent != "" && !done[b.Parent] {
				left = append(left, b)
				continue
			}
			done[b.Name], grown = true, true
			l.byName[b.Name], l.byID[b.ID] = len(l.branches), len(l.branches)
			l.branches = append(l.branches, b)
		}
		all = left
	}
	for _, b := range all {
		l.fault(Finding{Kind: KindRecord, Episode: b.Name, What: fmt.Sprintf("it is a fork of %s, which is not in the store", b.Parent)})
	}
}

func (l *ledger) readHeads(_ *Store, src source) error {
	return src.each(bucketHeads, nil, func(k, v []byte) bool {
		if len(k) > numberLength {
			l.readFormer(k, v)
			return true
		}
		var h Head
		err := l.read(record{bucketHeads, k, v}, &h)
		if err != nil && !errors.Is(err, errAltered) || len(k) != 8 {
			l.fault(Finding{Kind: KindRecord, What: fmt.Sprintf("a record of where a log ends cannot be read (episode number %x)", k)})
			return true
		}
		id := binary.BigEndian.Uint64(k)
		l.heads[id] = h
		if err != nil {
			l.altered[id] = true
			l.fault(Finding{Kind: KindRecord, Episode: l.nameOf(id), What: fmt.Sprintf("the record of where its log ends was altered: %v", err)})
		}
		return true
	})
}

func (l *ledger) readMarks(_ *Store, src source) error {
	return src.each(bucketMarks, nil, func(k, v []byte) bool {
		var c Checkpoint
		if err := l.read(record{bucketMarks, k, v}, &c); err != nil || len(k) < 17 || c.Name != string(k[16:]) || c.Seq != binary.BigEndian.Uint64(k[8:]) {
			l.fault(Finding{Kind: KindRecord, What: fmt.Sprintf("the record of a checkpoint cannot be read (%q)", k[min(16, len(k)):])})
			return true
		}
		id := binary.BigEndian.Uint64(k)
		l.marks[id] = append(l.marks[id], c)
		return true
	})
}

func (l *ledger) readSnapshots(s *Store, src source) error {
	return src.each(bucketSnaps, nil, func(k, v []byte) bool {
		if len(k) != 16 {
			l.fault(Finding{Kind: KindSnapshot, What: fmt.Sprintf("a snapshot has the odd key %x", k)})
			return true
		}
		id, seq := binary.BigEndian.Uint64(k), binary.BigEndian.Uint64(k[8:])
		var snap sim.Snapshot
		body, err := record{bucketSnaps, k, v}.body()
		if err == nil {
			snap, err = s.openSnapshot(body)
		}
		if err == nil && snap.Seq != seq {
			err = fmt.Errorf("it is that of event %d", snap.Seq)
		}
		if err != nil {
			l.fault(Finding{Kind: KindSnapshot, Episode: l.nameOf(id), Seq: seq, What: fmt.Sprintf("its snapshot cannot be read: %v", err)})
			return true
		}
		snap.State = nil
		l.snapshots[id] = append(l.snapshots[id], keptSnapshot{snap, len(v)})
		return true
	})
}

func (l *ledger) nameOf(id uint64) string {
	if i, ok := l.byID[id]; ok {
		return l.branches[i].Name
	}
	return fmt.Sprintf("number %d", id)
}

func (l *ledger) named(name string) (Branch, bool) {
	i, ok := l.byName[name]
	if !ok {
		return Branch{}, false
	}
	return l.branches[i], true
}

// owner is the branch in whose own log an event of the branch lies.
func (l *ledger) owner(b Branch, seq uint64) Branch {
	for b.Parent != "" && seq <= b.At {
		p, ok := l.named(b.Parent)
		if !ok {
			return b
		}
		b = p
	}
	return b
}

// points are the events at which a hash is asked for: forks, checkpoints, snapshots and ends.
func (l *ledger) points(branches []Branch) map[point]bool {
	out := map[point]bool{}
	ask := func(b Branch, seq uint64) { out[point{l.owner(b, seq).ID, seq}] = true }
	for _, b := range branches {
		if b.Parent != "" {
			ask(b, b.At)
		}
		ask(b, l.heads[b.ID].Seq)
		for _, m := range l.marks[b.ID] {
			ask(b, m.Seq)
		}
		for _, sn := range l.snapshots[b.ID] {
			ask(b, sn.Seq)
		}
	}
	return out
}

// point is an event of a branch's own log.
type point struct {
	branch uint64
	seq    uint64
}

// compare orders what two points name: by branch, event and hash.
func (p point) compare(q point, a, b [32]byte) int {
	return cmp.Or(cmp.Compare(p.branch, q.branch), cmp.Compare(p.seq, q.seq), bytes.Compare(a[:], b[:]))
}

// hashKey is the key that a hash has among the contents.
func hashKey(h sim.Hash) ([32]byte, bool) {
	var key [32]byte
	n, err := hex.Decode(key[:], []byte(h))
	return key, err == nil && n == len(key)
}

// unhashed says whether the end of a fork without events of its own has no hash: format 1 kept none.
func (h Head) unhashed(b Branch) bool { return h.Seq == b.At && h.Chain == sim.Chain{} }

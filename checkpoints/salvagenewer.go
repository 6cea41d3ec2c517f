package checkpoints

import (
	"encoding/binary"
	"fmt"
)

// A store of which one of the two first pages is damaged is read at the commit that the other one tells. When that is the
// one before the last, what the last one wrote lies where the list of free pages says that nothing does. The ends of logs
// that are found there are believed when the events up to them are there too and have their hash. Whether the last commit
// wrote them, or a killed process that never committed, nobody can tell; so nothing that comes of such a store is sure.

// lookForNewer finds the ends of logs behind those in the tree.
func (sv *salvage) lookForNewer() error {
	sv.newer = map[uint64]Head{}
	if !sv.src.doubt {
		return nil
	}
	return sv.src.each([]byte(newerHeads), nil, func(k, v []byte) bool {
		var h Head
		id := binary.BigEndian.Uint64(k)
		i, known := sv.led.byID[id]
		if known && strict(record{bucketHeads, k, v}, &h) && h.Seq > sv.led.heads[id].Seq {
			sv.newer[id] = h
			sv.wanted[point{sv.led.owner(sv.led.branches[i], h.Seq).ID, h.Seq}] = true
		}
		return true
	})
}

// follow takes a newer end of a branch that was read up to it, or goes back to the one in the tree.
func (sv *salvage) follow(f *saving) {
	newer, ok := sv.newer[f.b.ID]
	if !ok {
		return
	}
	if c, read := f.chains[newer.Seq]; read && c == newer.Chain && f.last().seq == newer.Seq {
		sv.led.heads[f.b.ID], f.why = newer, ""
		return
	}
	end := sv.led.heads[f.b.ID].Seq
	for n := len(f.ends); n > 1 && f.last().seq > end && sv.src.isStray(bucketLog, logKey(f.b.ID, f.ends[n-2].seq+1)); n-- {
		f.ends, f.why = f.ends[:n-1], ""
	}
}

// disown drops what was found in free pages when the hash at the log's end disagrees: a killed process may have written it,
// under a number that another took.
func (sv *salvage) disown(f *saving) {
	h, headed := sv.led.heads[f.b.ID]
	if c, read := f.chains[h.Seq]; f.spent == 0 || !headed || !read || c == h.Chain {
		return
	}
	f.ends = f.ends[:f.spent]
	f.why = fmt.Sprintf("the events from %d on are missing", f.last().seq+1)
}

// limit is the last event to look for outside the tree. Behind a log's end may lie what a killed process wrote and never
// committed. What hangs in the tree was committed, whatever the record of the log's end says: that may be an old one.
func (sv *salvage) limit(b Branch) uint64 {
	h, ok := sv.led.heads[b.ID]
	if ok && sv.src.doubt && !sv.src.isStray(bucketHeads, number(b.ID)) {
		return max(h.Seq, sv.newer[b.ID].Seq)
	}
	if !ok || sv.src.trusted || sv.src.isStray(bucketHeads, number(b.ID)) {
		return ^uint64(0)
	}
	return h.Seq
}

// adrift says whether a branch's record, or that of its end, may be of another tree than the last one that was committed.
func (sv *salvage) adrift(b Branch) bool {
	return !sv.src.trusted && (sv.src.isStray(bucketBranches, []byte(b.Name)) || sv.src.isStray(bucketHeads, number(b.ID)))
}

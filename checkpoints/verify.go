package checkpoints

import (
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"maps"
	"slices"

	"github.com/tenure-sim/tenure/sim"
)

// findingMost bounds a list of findings: a file with its middle cut out has no end of them.
const findingMost = 1000

// VerifyOptions say what to look at. The zero value looks at everything that needs no world.
type VerifyOptions struct {
	Episodes []string                 // only these and their parents; all when empty
	Progress func(done, total uint64) // of events and contents
	// Naming knows what the events of the episodes' apps name; of a kind that it does not know each text that looks like a
	// content's name is asked for. The kernel's kinds when nil.
	Naming *sim.Naming
	// Replayed compares a snapshot with what folding the log of the store gives. It is called for every snapshot that
	// lies on its branch, unless the file's pages are damaged, and returns what differs.
	Replayed func(s *Store, branch string, snap sim.Snapshot) error
}

// VerifyResult is what was looked at and what was found wrong.
type VerifyResult struct {
	Episodes    int       `json:"episodes"`
	Events      uint64    `json:"events"`
	Contents    uint64    `json:"contents"`
	Checkpoints int       `json:"checkpoints"`
	Snapshots   int       `json:"snapshots"`
	Lost        int       `json:"lost_contents,omitempty"` // named by events and lost before the store was salvaged: no findings
	Findings    []Finding `json:"findings"`
	More        int       `json:"more,omitempty"` // findings beyond those listed
	// Advice is what to do about each kind of finding that was found.
	Advice map[Kind]string `json:"advice,omitempty"`
}

// Verify reads a whole store file and says everything that is wrong with it. It changes nothing. Each branch's log
// is read once, however many forks it has. A store in use is read as it was at one commit. The error is for what kept
// it from looking: findings are no error.
func Verify(ctx context.Context, path string, o VerifyOptions) (VerifyResult, error) {
	v := &verifier{ctx: ctx, o: o, chains: map[point]sim.Chain{}, refs: map[[32]byte]point{}}
	v.res.Findings = []Finding{}
	v.o.Naming = cmp.Or(o.Naming, sim.NewNaming())
	err := v.over(path, v.run)
	for _, t := range Troubles(v.res.Findings) { // of a kind beside others there may be another
		v.res.Advice[t.Kind] = t.Advice
	}
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return v.res, fmt.Errorf("verify store %s: %w", path, err)
	}
	return v.res, nil
}

type verifier struct {
	ctx         context.Context
	s           *Store // without a file of its own when the pages are damaged
	o           VerifyOptions
	src         source
	led         *ledger
	journal     map[uint64][]chunk // by branch: of a file that bbolt can read
	seqs        map[string]uint64  // of the buckets that are there
	res         VerifyResult
	wanted      map[point]bool      // where a chain's hash is asked for
	chains      map[point]sim.Chain // those that are known
	refs        map[[32]byte]point  // the contents that events name, and where first
	done, total uint64
}

func (v *verifier) found(f Finding) {
	if v.res.Advice == nil {
		v.res.Advice = map[Kind]string{}
	}
	v.res.Advice[f.Kind] = f.Kind.Advice()
	if len(v.res.Findings) >= findingMost {
		v.res.More++
		return
	}
	v.res.Findings = append(v.res.Findings, f)
}

func (v *verifier) run() error {
	var err error
	if v.led, err = v.s.readLedger(v.src); err != nil {
		return err
	}
	for _, f := range v.led.faults {
		v.found(f)
	}
	if v.journal, err = readJournal(v.src, v.found); err != nil {
		return err
	}
	v.count()
	branches, err := v.chosen()
	if err != nil {
		return err
	}
	v.wanted = v.led.points(branches)
	for _, b := range branches {
		h := v.led.heads[b.ID]
		v.total += h.Seq - min(b.At, h.Seq)
	}
	for _, step := range []func([]Branch) error{v.logs, v.ends, v.orphans, v.contents} {
		if err := step(branches); err != nil || v.ctx.Err() != nil {
			return err
		}
	}
	return nil
}

// count compares the episodes' numbers with that of the last one made: a new one must not have the number of another.
func (v *verifier) count() {
	last, ok := v.seqs[string(bucketBranches)]
	for _, b := range v.led.branches {
		if ok && b.ID > last {
			v.found(Finding{Kind: KindRecord, Episode: b.Name, What: fmt.Sprintf("it is number %d, and the last one made should be number %d", b.ID, last)})
		}
	}
}

func (v *verifier) stopped() bool { return v.ctx.Err() != nil }

// chosen are the branches to read: those asked for, with their parents.
func (v *verifier) chosen() ([]Branch, error) {
	if len(v.o.Episodes) == 0 {
		return v.led.branches, nil
	}
	take := map[string]bool{}
	for _, name := range v.o.Episodes {
		b, ok := v.led.named(name)
		if !ok {
			return nil, fmt.Errorf("episode %s: %w", name, ErrMissing)
		}
		for ; !take[b.Name]; b, _ = v.led.named(b.Parent) {
			take[b.Name] = true
			if b.Parent == "" {
				break
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(v.led.branches), func(b Branch) bool { return !take[b.Name] }), nil
}

// chainAt is the hash at an event of the branch's past or own log.
func (v *verifier) chainAt(b Branch, seq uint64) (sim.Chain, bool) {
	if seq == 0 {
		return sim.Chain{}, true
	}
	c, ok := v.chains[point{v.led.owner(b, seq).ID, seq}]
	return c, ok
}

// fold is a branch's log while it is read.
type fold struct {
	b     Branch
	next  uint64    // the event that should come
	chain sim.Chain // of the event before it
	sound bool      // everything up to here could be read
}

func (v *verifier) logs(branches []Branch) error {
	for _, b := range branches {
		v.res.Episodes++
		f := fold{b: b, next: b.At + 1, sound: true}
		if b.Parent != "" {
			f.chain, f.sound = v.chainAt(b, b.At)
			if !f.sound {
				v.found(Finding{Kind: KindPast, Episode: b.Name, Seq: b.At, What: fmt.Sprintf("its past in %s cannot be read up to the fork", b.Parent)})
			}
		}
		if key, ok := hashKey(b.Bundle); ok {
			v.refs[key] = point{b.ID, 0}
		}
		err := eachChunk(v.src, v.journal[b.ID], b.ID, func(first uint64, raw []byte) bool {
			v.chunk(&f, first, raw)
			return !v.stopped()
		})
		if err != nil {
			return err
		}
		v.end(f)
	}
	return nil
}

func (v *verifier) chunk(f *fold, first uint64, raw []byte) {
	if first != f.next {
		what := fmt.Sprintf("the events %d to %d are missing", f.next, first-1)
		if first < f.next {
			what = fmt.Sprintf("the events from %d on are there twice", first)
		}
		if f.sound || first < f.next {
			v.found(Finding{Kind: KindLog, Episode: f.b.Name, Seq: f.next, What: what})
		}
		f.sound = false
	}
	f.next = first
	events, err := v.s.frames(first, raw)
	if err != nil {
		v.found(Finding{Kind: KindLog, Episode: f.b.Name, Seq: first, What: err.Error()})
		f.sound = false
	}
	for _, e := range events {
		f.chain = f.chain.Next(e)
		if at := (point{f.b.ID, f.next}); f.sound && v.wanted[at] {
			v.chains[at] = f.chain
		}
		names(v.o.Naming, e, func(h sim.Hash) {
			if key, ok := hashKey(h); ok {
				if _, known := v.refs[key]; !known {
					v.refs[key] = point{f.b.ID, f.next}
				}
			}
		})
		f.next++
		v.res.Events++
	}
	v.step(uint64(len(events)))
}

func (v *verifier) step(n uint64) {
	v.done += n
	if v.o.Progress != nil {
		v.o.Progress(v.done, max(v.total, v.done))
	}
}

// end compares a branch's log with the record of its end.
func (v *verifier) end(f fold) {
	h, ok := v.led.heads[f.b.ID]
	last := f.next - 1
	switch {
	case v.stopped():
	case !ok:
		v.found(Finding{Kind: KindRecord, Episode: f.b.Name, What: "nothing says where its log ends"})
	case last < h.Seq && f.sound:
		v.found(Finding{Kind: KindLog, Episode: f.b.Name, Seq: last, What: fmt.Sprintf("its log ends at event %d, and should at %d", last, h.Seq)})
	case last > h.Seq:
		v.found(Finding{Kind: KindLog, Episode: f.b.Name, Seq: h.Seq, What: fmt.Sprintf("its log goes on to event %d, and should end at %d", last, h.Seq)})
	}
}

// ends compares the hashes that were computed with those that were kept.
func (v *verifier) ends(branches []Branch) error {
	for _, b := range branches {
		if h, ok := v.led.heads[b.ID]; ok && !h.unhashed(b) {
			v.compare(b, h.Seq, h.Chain, "its end")
		}
		for _, m := range v.led.marks[b.ID] {
			v.res.Checkpoints++
			v.compare(b, m.Seq, m.Chain, "the checkpoint "+m.Name)
		}
		for _, sn := range v.led.snapshots[b.ID] {
			v.res.Snapshots++
			if v.compare(b, sn.Seq, sn.Chain, "the snapshot") {
				v.replayed(b, sn)
			}
		}
	}
	return nil
}

// compare says whether the log has the wanted hash at an event.
func (v *verifier) compare(b Branch, seq uint64, want sim.Chain, what string) bool {
	got, ok := v.chainAt(b, seq)
	if ok && got == want {
		return true
	}
	if h := v.led.heads[b.ID]; !ok && seq > h.Seq {
		v.found(Finding{Kind: KindHash, Episode: b.Name, Seq: seq, What: what + " lies beyond the end of its log"})
	}
	if ok { // when the hash is not known, what keeps it so has been told
		v.found(Finding{Kind: KindHash, Episode: b.Name, Seq: seq, What: fmt.Sprintf("the hash at %s is %.12s, and should be %.12s: an event up to there was altered", what, got, want)})
	}
	return false
}

func (v *verifier) replayed(b Branch, kept keptSnapshot) {
	if v.o.Replayed == nil || v.s.db == nil || v.stopped() {
		return
	}
	key := logKey(b.ID, kept.Seq)
	raw, err := v.src.get(bucketSnaps, key)
	var snap sim.Snapshot
	if err == nil {
		raw, err = record{bucketSnaps, key, raw}.body()
	}
	if err == nil {
		snap, err = v.s.openSnapshot(raw)
	}
	if err == nil {
		err = v.o.Replayed(v.s, b.Name, snap)
	}
	if err != nil {
		v.found(Finding{Kind: KindSnapshot, Episode: b.Name, Seq: kept.Seq, What: fmt.Sprintf("its snapshot is not what the log gives: %v", err)})
	}
}

// orphans are logs and ends of no episode.
func (v *verifier) orphans([]Branch) error {
	if len(v.o.Episodes) > 0 {
		return nil
	}
	for _, id := range slices.Sorted(maps.Keys(v.journal)) {
		v.orphan(bucketJournal, id)
	}
	for _, bucket := range [][]byte{bucketHeads, bucketLog, bucketMarks, bucketSnaps} {
		for from := []byte{}; from != nil; {
			var at []byte
			from, at = nil, from
			err := v.src.each(bucket, at, func(k, _ []byte) bool {
				if len(k) < 8 {
					return true
				}
				id := binary.BigEndian.Uint64(k)
				v.orphan(bucket, id)
				if id != ^uint64(0) {
					from = number(id + 1)
				}
				return false
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

func (v *verifier) orphan(bucket []byte, id uint64) {
	if _, ok := v.led.byID[id]; !ok {
		v.found(Finding{Kind: KindOrphan, What: fmt.Sprintf("there are %s of an episode number %d that is not in the store", bucket, id)})
	}
}

// contents checks every content's hash, and that those which events name are there.
func (v *verifier) contents([]Branch) error {
	there := make(map[[32]byte]bool, len(v.refs))
	err := v.src.each(bucketContents, nil, func(k, raw []byte) bool {
		key := [32]byte{}
		copy(key[:], k)
		at, named := v.refs[key]
		if len(v.o.Episodes) > 0 && !named {
			return true
		}
		there[key] = true
		v.res.Contents++
		v.step(1)
		if _, err := v.s.checkContent(k, raw); err != nil {
			f := Finding{Kind: KindContent, What: err.Error()}
			if named {
				f.Episode, f.Seq = v.led.nameOf(at.branch), at.seq
			}
			v.found(f)
		}
		return !v.stopped()
	})
	if err != nil || v.stopped() {
		return err
	}
	known, err := v.knownLost()
	if err != nil {
		return err
	}
	lost := slices.DeleteFunc(slices.Collect(maps.Keys(v.refs)), func(key [32]byte) bool {
		if !there[key] && known[key] {
			v.res.Lost++
		}
		return there[key] || known[key]
	})
	slices.SortFunc(lost, func(a, b [32]byte) int { return v.refs[a].compare(v.refs[b], a, b) })
	for _, key := range lost {
		v.missing(key, v.refs[key])
	}
	return nil
}

func (v *verifier) missing(key [32]byte, at point) {
	what := fmt.Sprintf("the content %x, which it names, is not in the store", key)
	if at.seq == 0 {
		what = fmt.Sprintf("its scenario, the content %x, is not in the store", key)
	}
	v.found(Finding{Kind: KindContent, Episode: v.led.nameOf(at.branch), Seq: at.seq, What: what})
}

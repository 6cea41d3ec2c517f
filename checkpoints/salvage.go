package checkpoints

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/fxamacker/cbor/v2"
	"github.com/klauspost/compress/zstd"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
)

// SalvageOptions say how.
type SalvageOptions struct {
	Progress func(done, total uint64) // of events and contents
	// Doubtful also keeps events of which the hashes say that one was altered, but not which.
	Doubtful bool
	Naming   *sim.Naming   // as in VerifyOptions
	Wait     time.Duration // how long to wait for the lock; two seconds when 0
}

// State says how much of an episode was saved.
type State string

// The states.
const (
	Whole   State = "whole"   // all of it, and hashes vouch for it
	Doubted State = "doubted" // all its events, and no hash vouches for the last of them, or for its record
	Lacking State = "lacking" // all its events, but not all of the contents that they name, or of its checkpoints
	Cut     State = "cut"     // its first events
	Lost    State = "lost"    // nothing: it is not in the new store
)

// Salvaged is what became of one episode.
type Salvaged struct {
	Episode     string   `json:"episode"`
	State       State    `json:"state"`
	Saved       bool     `json:"saved"`
	Last        uint64   `json:"last"`            // its last event now
	Ended       uint64   `json:"ended"`           // its last event in the old store; 0 when nothing says
	Sure        bool     `json:"sure"`            // a hash vouches for every event kept, and every content they name is kept
	Why         string   `json:"why,omitempty"`   // why it was cut or left, in a few words; Faults say more
	Lacks       []string `json:"lacks,omitempty"` // what is missing of it, in words
	Checkpoints []string `json:"lost,omitempty"`  // those that are lost
	Missing     int      `json:"missing_contents,omitempty"`
	Unplayable  bool     `json:"unplayable,omitempty"` // its scenario is lost: its events can be read, and nobody can go on from them
}

// SalvageResult is what was saved of a store and what was not.
type SalvageResult struct {
	Episodes []Salvaged `json:"episodes"`
	Contents uint64     `json:"contents"` // saved
	Broken   uint64     `json:"broken"`   // contents whose bytes have another hash
	Faults   []Finding  `json:"faults"`   // what is damaged in the old file
}

// Whole says whether everything was saved.
func (r SalvageResult) Whole() bool {
	return r.Broken == 0 && !slices.ContainsFunc(r.Episodes, func(e Salvaged) bool { return e.State != Whole })
}

// Salvage saves what is whole of a damaged store into a new one, which appears all at once: every branch up to its
// last good chunk, every content whose bytes have its hash, and the checkpoints and forks whose events survive. A
// fork whose parent is cut before the fork is lost with it: a log without its beginning cannot be folded. Snapshots
// are left behind; they are made again. An episode of which contents are lost, be it its scenario, is saved all the same,
// for they come back when it is imported again; the new store knows that they are lost, and Verify does not ask for them.
//
// A chunk that cannot be read ends its branch there. When all can be read and yet the hash at the end is wrong, some
// event was altered and nothing says which; then the branch ends at the last hash that is right.
//
// The old file is only read, never by bbolt, so no damage makes this fault. A killed process leaves a draft, which the next
// Salvage removes; beside names it.
func Salvage(ctx context.Context, path, into string, o SalvageOptions) (SalvageResult, error) {
	o.Naming = cmp.Or(o.Naming, sim.NewNaming())
	sv := &salvage{ctx: ctx, o: o, into: into, unnamed: map[uint64]bool{}}
	err := sv.run(path)
	if err != nil {
		return sv.res, fmt.Errorf("salvage %s into %s: %w", path, into, err)
	}
	return sv.res, nil
}

type salvage struct {
	ctx         context.Context
	o           SalvageOptions
	into        string
	draft       string // see beside
	src         *loose
	codec       *Store // packs and unpacks; it has no file
	led         *ledger
	wanted      map[point]bool // where a hash is asked for
	folds       map[uint64]*saving
	good        map[[32]byte]bool
	newer       map[uint64]Head   // ends of logs that lie outside the tree, behind those in it
	unnamed     map[uint64]bool   // the branches whose record is lost
	gone        map[[32]byte]bool // contents that saved events name and the new store has not
	res         SalvageResult
	done, total uint64
}

// saving is one branch while it is read: the ends of its good chunks, and the hashes at the points that matter.
type saving struct {
	b      Branch
	ends   []chunkEnd
	chains map[uint64]sim.Chain
	sure   uint64 // the last event that a kept hash vouches for
	wrong  uint64 // the last event with whose hash a kept one disagrees
	spent  int    // the first of its chunks, counted from 1, that was found in a free page
	lost   bool
	why    string
	known  uint64              // an event that there was, behind what can be read
	names  map[[32]byte]uint64 // the contents it names, and where first
}

type chunkEnd struct {
	seq   uint64
	chain sim.Chain
	at    clock.Time
}

// last is where the branch ends now.
func (f *saving) last() chunkEnd { return f.ends[len(f.ends)-1] }

// cut drops the chunks that end after an event.
func (f *saving) cut(seq uint64) {
	for len(f.ends) > 1 && f.last().seq > seq {
		f.ends = f.ends[:len(f.ends)-1]
	}
}

func (sv *salvage) run(path string) error {
	if _, err := os.Lstat(sv.into); err == nil {
		return fmt.Errorf("%s is there already; name a file that is not", sv.into)
	}
	f, err := openPlain(path)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := holdFor(sv.ctx, f, false, cmp.Or(sv.o.Wait, lockWait)); err != nil {
		return err
	}
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if sv.codec, err = bareStore(); err != nil {
		return err
	}
	defer sv.codec.open.Close()
	if sv.draft, err = sv.beside(path); err != nil {
		return err
	}
	sv.src = readLoose(f, info.Size(), sv.codec.shape, true)
	if err := sv.read(); err != nil {
		return err
	}
	return sv.write()
}

// bareStore is a store without a file, to pack and unpack with.
func bareStore() (*Store, error) {
	d, err := zstd.NewReader(nil, zstd.WithDecoderMaxMemory(unpackMost), zstd.WithDecoderConcurrency(1))
	if err != nil {
		return nil, fmt.Errorf("decompressor: %w", err)
	}
	return &Store{open: d}, nil
}

// read finds out what is whole.
func (sv *salvage) read() error {
	var err error
	if sv.led, err = sv.codec.readLedger(sv.src); err != nil {
		return err
	}
	for _, f := range sv.src.faults {
		sv.res.Faults = append(sv.res.Faults, Finding{Kind: KindGone, What: f.Err.Error()})
	}
	sv.res.Faults = append(sv.res.Faults, sv.led.faults...)
	if err := sv.nameless(); err != nil {
		return err
	}
	if len(sv.led.branches) == 0 && len(sv.src.index) == 0 {
		return fmt.Errorf("%w: nothing of a store can be found in it", ErrForeign)
	}
	for _, b := range sv.led.branches {
		h := sv.led.heads[b.ID]
		sv.total += h.Seq - min(h.Seq, b.At)
	}
	if err := sv.contents(); err != nil {
		return err
	}
	if len(sv.led.branches) == 0 && len(sv.good) == 0 && len(sv.res.Episodes) == 0 {
		return fmt.Errorf("%w: no episode, no event and no content can be found in it", ErrForeign)
	}
	sv.wanted = sv.led.points(sv.led.branches)
	if err := sv.lookForNewer(); err != nil {
		return err
	}
	sv.folds = map[uint64]*saving{}
	for _, b := range sv.led.branches {
		if err := sv.fold(b); err != nil {
			return err
		}
	}
	sv.vouch()
	sv.settle()
	return sv.ctx.Err()
}

func (sv *salvage) step(n uint64) {
	sv.done += n
	if sv.o.Progress != nil {
		sv.o.Progress(sv.done, max(sv.done, sv.total))
	}
}

func (sv *salvage) contents() error {
	sv.good = map[[32]byte]bool{}
	return sv.src.each(bucketContents, nil, func(k, raw []byte) bool {
		sv.step(1)
		if _, err := sv.codec.checkContent(k, raw); err != nil {
			sv.res.Broken++
			return sv.ctx.Err() == nil
		}
		sv.good[[32]byte(k)] = true
		return sv.ctx.Err() == nil
	})
}

// nameless finds logs whose branch record is lost and gives them a record again: their founding event says what they
// were made from. A fork's log does not begin at the beginning and cannot be placed.
func (sv *salvage) nameless() error {
	from := number(0)
	for from != nil {
		var id uint64
		var head []byte
		at := from
		from = nil
		err := sv.src.each(bucketLog, at, func(k, v []byte) bool {
			if len(k) != 16 {
				return true
			}
			id, head = keyPair(k)
			if id != ^uint64(0) {
				from = number(id + 1)
			}
			if _, known := sv.led.byID[id]; !known && !(sv.src.isSpent(bucketLog, k) || sv.src.doubt && sv.src.isStray(bucketLog, k)) { // it may have been removed
				sv.name(id, head, v)
			}
			return false
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// numberMost is more episodes than any store was ever given, and numberSlack how far the count of them may be behind, which
// is what a lost write leaves.
const (
	numberMost  = 1 << 40
	numberSlack = 1 << 16
)

func appendFinding(fs []Finding, f Finding) []Finding {
	if slices.Contains(fs, f) {
		return fs
	}
	return append(fs, f)
}

func (sv *salvage) name(id uint64, seq, raw []byte) {
	if last, ok := sv.src.seqs[string(bucketBranches)]; ok && id > last+numberSlack || id > numberMost {
		sv.res.Faults = appendFinding(sv.res.Faults, Finding{Kind: KindGone, What: "there are events under the number of an episode that there never was: a key was altered"})
		return
	}
	name := fmt.Sprintf("recovered-%d", id)
	b := Branch{ID: id, Name: name}
	events, err := sv.codec.frames(1, raw)
	if string(seq) != string(number(1)) || err != nil {
		sv.res.Episodes = append(sv.res.Episodes, Salvaged{Episode: name, State: Lost, Why: "its record is lost; it is a fork, and nothing says of which episode", Lacks: []string{"all its events"}})
		return
	}
	var f eventFrame
	var founded sim.Founded
	if cbor.Unmarshal(events[0], &f) == nil && cbor.Unmarshal(f.Body, &founded) == nil {
		b.Scenario, b.Seed, b.Bundle = founded.Scenario, founded.Seed, sim.Hash(founded.Digest)
	}
	sv.led.byID[id], sv.led.byName[name] = len(sv.led.branches), len(sv.led.branches)
	sv.led.branches = append(sv.led.branches, b)
	sv.unnamed[id] = true
}

// fold reads a branch up to its first bad chunk.
func (sv *salvage) fold(b Branch) error {
	f := &saving{b: b, chains: map[uint64]sim.Chain{}, names: map[[32]byte]uint64{}, ends: []chunkEnd{{}}}
	sv.folds[b.ID] = f
	if b.Parent != "" && !sv.graft(f) {
		return nil
	}
	if key, ok := hashKey(b.Bundle); ok {
		f.names[key] = 0
	}
	limit, next := sv.limit(b), b.At+1
	h, headed := sv.led.heads[b.ID]
	err := eachChunk(sv.src, nil, b.ID, func(first uint64, raw []byte) bool {
		if first > limit && sv.src.isStray(bucketLog, logKey(b.ID, first)) {
			return true
		}
		spent := sv.src.isSpent(bucketLog, logKey(b.ID, first))
		if spent && headed && first > h.Seq { // never committed, or removed
			return true
		}
		if first < next { // a later chunk whose key was altered: it is missing where it belongs
			return true
		}
		if first > next {
			f.why, f.known = fmt.Sprintf("the events %d to %d are missing", next, first-1), first
			return false
		}
		if err := sv.chunk(f, first, raw); err != nil {
			f.why = fmt.Sprintf("the events from %d on cannot be read", first)
			sv.res.Faults = append(sv.res.Faults, Finding{Kind: KindGone, Episode: b.Name, Seq: first, What: err.Error()})
			return false
		}
		if spent && f.spent == 0 {
			f.spent = len(f.ends) - 1
		}
		next = f.last().seq + 1
		return sv.ctx.Err() == nil
	})
	sv.disown(f)
	sv.follow(f)
	if h, ok := sv.led.heads[b.ID]; ok && f.why == "" && f.last().seq < h.Seq {
		f.why = fmt.Sprintf("the events from %d on are missing", f.last().seq+1)
	}
	return err
}

// graft starts a fork from its parent's past.
func (sv *salvage) graft(f *saving) bool {
	p, ok := sv.led.named(f.b.Parent)
	if !ok {
		f.lost, f.why = true, fmt.Sprintf("its parent %s is lost", f.b.Parent)
		return false
	}
	from := sv.folds[p.ID]
	c, ok := sv.chainAt(f.b, f.b.At)
	if from.lost || !ok {
		f.lost, f.why = true, fmt.Sprintf("its parent %s is cut before the fork at event %d", p.Name, f.b.At)
		return false
	}
	f.ends = []chunkEnd{{seq: f.b.At, chain: c}}
	return true
}

// chainAt is the hash at an event of the branch's past or own log, when it was read.
func (sv *salvage) chainAt(b Branch, seq uint64) (sim.Chain, bool) {
	if seq == 0 {
		return sim.Chain{}, true
	}
	own := sv.led.owner(b, seq)
	if f := sv.folds[own.ID]; f != nil {
		c, ok := f.chains[seq]
		return c, ok && seq <= f.last().seq
	}
	return sim.Chain{}, false
}

// chunk adds a chunk to a branch, if all its events can be read.
func (sv *salvage) chunk(f *saving, first uint64, raw []byte) error {
	events, err := sv.codec.frames(first, raw)
	if err != nil {
		return err
	}
	end := f.last()
	for i, e := range events {
		end.chain = end.chain.Next(e)
		if at := first + uint64(i); sv.wanted[point{f.b.ID, at}] {
			f.chains[at] = end.chain
		}
		names(sv.o.Naming, e, func(h sim.Hash) {
			if key, ok := hashKey(h); ok {
				if _, known := f.names[key]; !known {
					f.names[key] = first + uint64(i)
				}
			}
		})
	}
	last, err := sim.OutlineOf(events[len(events)-1])
	if err != nil {
		return err
	}
	end.seq, end.at = first+uint64(len(events))-1, last.At
	f.ends = append(f.ends, end)
	sv.step(uint64(len(events)))
	return nil
}

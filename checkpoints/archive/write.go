package archive

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"io"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
)

// Options say what to write or how to read.
type Options struct {
	Episode  string                     // Write: which one
	Upto     uint64                     // Write: the last event; 0 is all. It must be the last of a step
	Name     string                     // Read: what to call it; the name in the file when empty
	Progress func(events, whole uint64) // how many events are through; may be nil. It is called from one goroutine

	// Admit says whether an episode may come in, before anything of it is saved; nil admits all. The bundle is the
	// scenario's files, nil when there are none. Read and Check: an error refuses the whole file. It is not asked about an
	// episode whose name the store has.
	Admit func(e Episode, bundle []byte) error
}

// Write writes one episode as a file, with its parents' past and all that its events name.
func Write(ctx context.Context, w io.Writer, s *checkpoints.Store, o Options) (Manifest, error) {
	m, err := write(ctx, w, s, o)
	if err != nil {
		return Manifest{}, fmt.Errorf("export episode %s: %w", o.Episode, err)
	}
	return m, nil
}

func write(ctx context.Context, w io.Writer, s *checkpoints.Store, o Options) (Manifest, error) {
	x := &writer{store: s, options: o, named: map[sim.Hash]bool{}, contents: sha256.New(), marks: sha256.New()}
	if err := x.look(); err != nil {
		return Manifest{}, err
	}
	var err error
	if x.modes, err = newModes(); err != nil {
		return Manifest{}, err
	}
	if x.out, err = newPacker(ctx, w); err != nil {
		return Manifest{}, err
	}
	defer x.out.close()
	if err := x.records(); err != nil {
		return Manifest{}, err
	}
	if err := x.out.finish(); err != nil {
		return Manifest{}, err
	}
	return x.manifest, x.seal()
}

// writer turns a branch into records.
type writer struct {
	store    *checkpoints.Store
	options  Options
	head     checkpoints.Head
	checks   []checkpoints.Checkpoint // still to be written
	modes    modes
	out      *packer
	manifest Manifest
	named    map[sim.Hash]bool // contents that are written or absent
	contents hash.Hash
	marks    hash.Hash
	events   []byte // the record that is being filled
	chain    sim.Chain
	seq      uint64
	stepEnd  uint64 // the last event before the step in hand; 0 in the history
	marked   uint64 // the last event that a checkpoint written so far stands on
	at       clock.Time
}

// look finds out what is to be written.
func (x *writer) look() error {
	name, upto := x.options.Episode, x.options.Upto
	b, err := x.store.Branch(name)
	if err != nil {
		return err
	}
	if x.head, err = x.store.Head(name); err != nil {
		return err
	}
	if upto > x.head.Seq {
		return fmt.Errorf("%w: there is no event %d; its log ends at event %d", ErrPoint, upto, x.head.Seq)
	}
	e := Episode{Name: b.Name, Scenario: b.Scenario, Agent: b.Agent, Seed: b.Seed, Bundle: b.Bundle, Events: upto}
	if upto == 0 || upto == x.head.Seq {
		e.Events, e.Note = x.head.Seq, x.head.Note
	}
	if err := checkEpisode(e); err != nil {
		return fmt.Errorf("it could not be imported again: %w", err)
	}
	x.manifest.Episode = e
	x.checks, err = x.store.Checkpoints(name)
	return err
}

func (x *writer) records() error {
	if err := x.small(recordEpisode, x.manifest.Episode); err != nil {
		return err
	}
	if b := x.manifest.Episode.Bundle; b != "" {
		if err := x.content(b); err != nil {
			return err
		}
	}
	last := x.manifest.Episode.Events
	err := errStop
	if last > 0 {
		err = x.store.ReadTo(x.options.Episode, 0, last+1, func(seq uint64, event []byte) error {
			if seq > last {
				return x.stop(event)
			}
			return x.event(seq, event)
		})
	}
	if err != nil && !errors.Is(err, errStop) {
		return err
	}
	if err := x.flush(); err != nil {
		return err
	}
	return x.agree()
}

// stop looks at the event after the last one that was asked for: a step must begin there, or whoever goes on with the
// episode would go on from the middle of one.
func (x *writer) stop(next []byte) error {
	o, err := sim.OutlineOf(next)
	if err != nil {
		return fmt.Errorf("%w: event %d: %w", checkpoints.ErrDamaged, x.seq+1, err)
	}
	if !o.Begins() {
		return fmt.Errorf("%w: event %d is within a step; the step before it ends with event %d", ErrPoint, x.seq, x.stepEnd)
	}
	return errStop
}

// agree compares what was written with what the store says of it.
func (x *writer) agree() error {
	if last := x.manifest.Episode.Events; x.seq != last {
		return fmt.Errorf("%w: its log ends at event %d and should at %d", checkpoints.ErrDamaged, x.seq, last)
	}
	if x.seq == x.head.Seq && x.chain != x.head.Chain {
		return fmt.Errorf("%w: its events have the hash %s and should have %s; tenure verify says more", checkpoints.ErrDamaged, x.chain, x.head.Chain)
	}
	return nil
}

// event adds an event to the record, after the contents that it is the first to name.
func (x *writer) event(seq uint64, event []byte) error {
	o, err := sim.OutlineOf(event)
	if err == nil && (o.Seq != seq || seq != x.seq+1) {
		err = fmt.Errorf("it says that it is event %d", o.Seq)
	}
	if err == nil && len(event) > checkpoints.EventMost {
		err = fmt.Errorf("it has %d bytes, more than %d", len(event), checkpoints.EventMost)
	}
	if err != nil {
		return fmt.Errorf("%w: event %d: %w", checkpoints.ErrDamaged, seq, err)
	}
	if o.Begins() {
		x.stepEnd = x.seq
	} else if x.marked > 0 && x.marked == x.seq {
		return fmt.Errorf("%w: a checkpoint stands on event %d, within a step; take it away with 'tenure checkpoint rm'", ErrPoint, x.seq)
	}
	if err := x.name(event); err != nil {
		return err
	}
	x.events = binary.AppendUvarint(x.events, uint64(len(event)))
	x.events = append(x.events, event...)
	x.chain, x.seq, x.at = x.chain.Next(event), seq, o.At
	x.manifest.Events.Count++
	x.manifest.Events.Bytes += uint64(len(event))
	if len(x.events) >= eventsTarget {
		if err := x.flush(); err != nil {
			return err
		}
	}
	return x.check()
}

// name writes the contents that the event names and no event before it has.
func (x *writer) name(event []byte) error {
	var failed error
	checkpoints.References(event, func(h sim.Hash) {
		if failed != nil || x.named[h] {
			return
		}
		held, err := x.store.Holds(h)
		if err != nil || !held {
			x.named[h] = true
			x.manifest.Absent++
			failed = err
			return
		}
		if failed = x.flush(); failed == nil {
			failed = x.content(h)
		}
	})
	return failed
}

func (x *writer) content(h sim.Hash) error {
	c, err := x.store.Content(h)
	if err != nil {
		return err
	}
	x.named[h] = true
	tally(&x.manifest.Contents, c)
	sum := sha256.Sum256(c)
	x.contents.Write(sum[:])
	return x.record(recordContent, c)
}

func tally(s *Section, payload []byte) {
	s.Count++
	s.Bytes += uint64(len(payload))
}

// check writes the checkpoints that lie on the event just added.
func (x *writer) check() error {
	for len(x.checks) > 0 && x.checks[0].Seq <= x.seq {
		c := x.checks[0]
		x.checks = x.checks[1:]
		if c.Seq != x.seq || c.Chain != x.chain {
			return fmt.Errorf("%w: checkpoint %q is at event %d with the hash %s; event %d has %s", checkpoints.ErrDamaged, c.Name, c.Seq, c.Chain, x.seq, x.chain)
		}
		if err := x.flush(); err != nil {
			return err
		}
		raw, err := x.modes.enc.Marshal(c)
		if err = errors.Join(err, c.Check()); err != nil {
			return fmt.Errorf("checkpoint %.200q could not be imported again: %w; take it away with 'tenure checkpoint rm'", c.Name, err)
		}
		tally(&x.manifest.Checkpoints, raw)
		x.marks.Write(raw)
		x.marked = c.Seq
		if err := x.record(recordCheckpoint, raw); err != nil {
			return err
		}
	}
	return nil
}

// flush ends the record of events.
func (x *writer) flush() error {
	if x.options.Progress != nil {
		x.options.Progress(x.seq, x.manifest.Episode.Events)
	}
	if len(x.events) == 0 {
		return nil
	}
	err := x.record(recordEvents, x.events)
	x.events = x.events[:0]
	return err
}

func (x *writer) small(kind byte, v any) error {
	raw, err := x.modes.enc.Marshal(v)
	if err != nil {
		return fmt.Errorf("encode %T: %w", v, err)
	}
	return x.record(kind, raw)
}

func (x *writer) record(kind byte, payload []byte) error {
	if most := recordMost[kind]; uint64(len(payload)) > most {
		return fmt.Errorf("a record of the kind %d has %d bytes, more than %d", kind, len(payload), most)
	}
	head := binary.AppendUvarint([]byte{kind}, uint64(len(payload)))
	if _, err := x.out.Write(head); err != nil {
		return err
	}
	_, err := x.out.Write(payload)
	return err
}

// seal writes the manifest.
func (x *writer) seal() error {
	m := &x.manifest
	m.At, m.Events.Digest, m.Blocks = x.at, Digest(x.chain), x.out.blocks
	x.contents.Sum(m.Contents.Digest[:0])
	x.marks.Sum(m.Checkpoints.Digest[:0])
	m.File = Section{Count: 1, Bytes: x.out.file.n, Digest: x.out.file.sum()}
	raw, err := x.modes.enc.Marshal(m)
	if err != nil {
		return fmt.Errorf("encode the manifest: %w", err)
	}
	out := append(appendFrame(nil, frameManifest, len(raw)+digestSize), raw...)
	sum := sha256.Sum256(out)
	_, err = x.out.file.Write(append(out, sum[:]...))
	return err
}

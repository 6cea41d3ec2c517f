package archive

import (
	"bytes"
	"cmp"
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

// taker is where what was read goes. The order is open, then batches and marks, as they come.
type taker interface {
	open(e Episode, bundle []byte) error
	take(b sim.Batch) error // whole steps, or contents alone; the taker owns the slices
	mark(c checkpoints.Checkpoint) error
	reseed(event, seed uint64) // chance goes on differently from the event on
}

// Sizes at which a batch is handed on. Chunks of the store are unpacked whole, so they should not be much larger.
const (
	batchEvents   = 1 << 20
	batchContents = 4 << 20
)

// parser reads records, holds them against each other and against the manifest, and hands them to a taker.
type parser struct {
	in       *unpacker
	modes    modes
	to       taker
	progress func(events, whole uint64)

	got      Manifest // as it comes together
	records  uint64
	opened   bool
	chain    sim.Chain
	named    map[sim.Hash]bool
	fresh    map[sim.Hash]bool // contents that the next event must name
	contents hash.Hash
	marks    hash.Hash
	last     checkpoints.Checkpoint
	marked   uint64 // the last event that a checkpoint stands on

	batch sim.Batch
	size  struct{ events, contents int }
	steps struct { // of the batch, but for the step that has not ended
		events, bytes int
		at            clock.Time
		chain         sim.Chain
	}
}

// parse reads a file to its end. Without an error everything in it agrees.
func parse(ctx context.Context, r io.Reader, to taker, progress func(events, whole uint64)) (Manifest, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	m, err := newModes()
	if err != nil {
		return Manifest{}, err
	}
	in, err := newUnpacker(ctx, r)
	if err != nil {
		return Manifest{}, err
	}
	p := &parser{in: in, modes: m, to: to, progress: progress, named: map[sim.Hash]bool{}, fresh: map[sim.Hash]bool{}, contents: sha256.New(), marks: sha256.New()}
	if err := p.run(); err != nil {
		return Manifest{}, p.locate(err)
	}
	return p.got, nil
}

// locate says where it broke, when it is the file that did.
func (p *parser) locate(err error) error {
	for _, kind := range []error{ErrForeign, ErrNewer, ErrCut, ErrAltered} {
		if errors.Is(err, kind) {
			return &Break{Byte: p.in.cur.at, Record: p.records, Event: p.got.Events.Count, Err: err}
		}
	}
	return err
}

func altered(format string, args ...any) error {
	return fmt.Errorf("%w: %w", ErrAltered, fmt.Errorf(format, args...))
}

func (p *parser) run() error {
	for {
		kind, err := p.in.ReadByte()
		if errors.Is(err, io.EOF) {
			return p.end()
		}
		if err != nil {
			return err
		}
		payload, err := p.payload(kind)
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			err = altered("the manifest comes within a record")
		}
		if err == nil {
			err = p.record(kind, payload)
		}
		if err != nil {
			return err
		}
		p.records++
	}
}

func (p *parser) payload(kind byte) ([]byte, error) {
	most, known := recordMost[kind]
	if !known {
		return nil, altered("a record of the kind %d, which format %d does not have", kind, Version)
	}
	n, err := binary.ReadUvarint(p.in)
	if err != nil {
		if p.in.cur.err == nil && !p.in.ended {
			return nil, altered("the length of a record is no number")
		}
		return nil, err
	}
	if n > most {
		return nil, altered("a record of the kind %d with %d bytes; it has at most %d", kind, n, most)
	}
	if n <= blockMost {
		out := make([]byte, n)
		_, err := io.ReadFull(p.in, out)
		return out, err
	}
	var out bytes.Buffer // grows as the bytes come, whatever length is claimed
	_, err = io.CopyN(&out, p.in, int64(n))
	return out.Bytes(), err
}

func (p *parser) record(kind byte, payload []byte) error {
	if first := p.records == 0; first != (kind == recordEpisode) {
		return altered("the episode is said in record %d; it is said once, in record 1", p.records+1)
	}
	switch kind {
	case recordEpisode:
		return p.episode(payload)
	case recordContent:
		return p.content(payload)
	}
	if err := p.open(nil); err != nil {
		return err
	}
	if kind == recordCheckpoint {
		return p.checkpoint(payload)
	}
	return p.events(payload)
}

func (p *parser) episode(payload []byte) error {
	e := &p.got.Episode
	if err := p.modes.dec.Unmarshal(payload, e); err != nil {
		return altered("the episode: %w", err)
	}
	if err := checkEpisode(*e); err != nil {
		return altered("the episode: %w", err)
	}
	if e.Bundle == "" {
		return p.open(nil)
	}
	return nil
}

// checkEpisode refuses what no store would have written. What it lets through can be printed.
func checkEpisode(e Episode) error {
	return cmp.Or(checkpoints.CheckName(e.Name), checkpoints.CheckText("its scenario", e.Scenario, checkpoints.TextMost),
		checkpoints.CheckText("its agent", e.Agent, checkpoints.TextMost), checkpoints.CheckText("its note", e.Note, checkpoints.NoteMost))
}

// open tells the taker of the episode, once, with the bundle if there is one.
func (p *parser) open(bundle []byte) error {
	if p.opened {
		return nil
	}
	if b := p.got.Episode.Bundle; b != "" && sim.HashOf(bundle) != b {
		return altered("the first content is not the scenario's files, %.80q", b)
	}
	p.opened = true
	return p.to.open(p.got.Episode, bundle)
}

func (p *parser) content(payload []byte) error {
	sum := sha256.Sum256(payload)
	h := sim.Hash(Digest(sum).String())
	if p.named[h] {
		return altered("the content %s comes twice or too late", h)
	}
	p.named[h] = true
	tally(&p.got.Contents, payload)
	p.contents.Write(sum[:])
	if !p.opened {
		return p.open(payload)
	}
	if p.fresh[h] = true; len(p.fresh) > freshMost {
		return altered("more than %d contents before event %d: it cannot name them all", freshMost, p.got.Events.Count+1)
	}
	p.batch.Contents = append(p.batch.Contents, payload)
	p.size.contents += len(payload)
	if p.size.contents < batchContents {
		return nil
	}
	alone := sim.Batch{Contents: p.batch.Contents} // they may come before their events, and events not before them
	p.batch.Contents, p.size.contents = nil, 0
	return p.to.take(alone)
}

func (p *parser) events(payload []byte) error {
	if len(payload) == 0 {
		return altered("a record without events")
	}
	for len(payload) > 0 {
		n, w := binary.Uvarint(payload)
		if w <= 0 || n > uint64(len(payload)-w) {
			return altered("a record of events is cut short")
		}
		if err := p.event(payload[w : w+int(n) : w+int(n)]); err != nil {
			return err
		}
		payload = payload[w+int(n):]
	}
	if p.progress != nil {
		p.progress(p.got.Events.Count, p.got.Episode.Events)
	}
	return nil
}

func (p *parser) event(event []byte) error {
	seq := p.got.Events.Count + 1
	o, err := sim.OutlineOf(event)
	if err != nil {
		return altered("event %d: %w", seq, err)
	}
	if o.Seq != seq || seq > p.got.Episode.Events {
		return altered("event %d where event %d of %d was expected", o.Seq, seq, p.got.Episode.Events)
	}
	if err := p.names(event); err != nil {
		return err
	}
	if err := p.step(o.Begins(), len(event)); err != nil {
		return err
	}
	if o.Kind() == (sim.Reseeded{}).Kind() {
		if err := p.reseeded(event); err != nil {
			return err
		}
	}
	p.batch.Events = append(p.batch.Events, event)
	p.size.events += checkpoints.Framed(len(event))
	p.chain = p.chain.Next(event)
	p.got.At = o.At
	tally(&p.got.Events, event)
	return nil
}

func (p *parser) reseeded(event []byte) error {
	e, err := sim.NewCodec().Decode(event)
	if err != nil {
		return altered("event %d: %w", p.got.Events.Count+1, err)
	}
	if body, ok := e.Body.(sim.Reseeded); ok {
		p.to.reseed(p.got.Events.Count+1, body.Seed)
	}
	return nil
}

// step hands on what has come together when it is enough, or when it and the event that comes are more than can be saved
// at once: whole steps alone.
func (p *parser) step(begins bool, size int) error {
	if begins {
		p.steps.events, p.steps.bytes, p.steps.at, p.steps.chain = len(p.batch.Events), p.size.events, p.got.At, p.chain
		if p.size.events < batchEvents {
			return nil
		}
		return p.hand()
	}
	if p.marked > 0 && p.marked == p.got.Events.Count {
		return altered("a checkpoint stands on event %d, within a step; the step before it ends with event %d", p.marked, p.batch.After+uint64(p.steps.events))
	}
	if p.size.events+checkpoints.Framed(size) <= checkpoints.ChunkMost {
		return nil
	}
	if p.steps.events == 0 {
		return altered("no step ends between the events %d and %d, which have more than %d bytes", p.batch.After+1, p.got.Events.Count+1, checkpoints.ChunkMost)
	}
	return p.hand()
}

// names makes sure that the contents since the last event are named by this one.
func (p *parser) names(event []byte) error {
	checkpoints.References(event, func(h sim.Hash) {
		delete(p.fresh, h)
		if !p.named[h] {
			p.named[h] = true
			p.got.Absent++
		}
	})
	for h := range p.fresh {
		return altered("the content %s is not named by the event after it, %d", h, p.got.Events.Count+1)
	}
	return nil
}

// hand gives the whole steps that have come together to the taker, and keeps the one that has not ended.
func (p *parser) hand() error {
	n := p.steps.events
	b := sim.Batch{After: p.batch.After, Events: p.batch.Events[:n:n], Contents: p.batch.Contents, Chain: p.steps.chain, At: p.steps.at}
	if n == 0 && len(b.Contents) == 0 {
		return nil
	}
	rest := append(make([][]byte, 0, n+n/8), p.batch.Events[n:]...)
	p.batch = sim.Batch{After: b.After + uint64(n), Events: rest}
	p.size.events, p.size.contents = p.size.events-p.steps.bytes, 0
	p.steps.events, p.steps.bytes = 0, 0
	return p.to.take(b)
}

func (p *parser) checkpoint(payload []byte) error {
	var c checkpoints.Checkpoint
	if err := p.modes.dec.Unmarshal(payload, &c); err != nil {
		return altered("a checkpoint: %w", err)
	}
	if err := c.Check(); err != nil {
		return altered("a checkpoint of event %d: %w", p.got.Events.Count, err)
	}
	if c.Seq != p.got.Events.Count || c.Chain != p.chain {
		return altered("the checkpoint %q is of event %d with the hash %s; it stands after event %d with %s", c.Name, c.Seq, c.Chain, p.got.Events.Count, p.chain)
	}
	tally(&p.got.Checkpoints, payload)
	if p.got.Checkpoints.Count > checkpoints.MarksMost || p.got.Checkpoints.Bytes > checkpoints.MarkBytesMost {
		return altered("more than %d checkpoints, or than %d bytes of them", checkpoints.MarksMost, checkpoints.MarkBytesMost)
	}
	if p.last.Seq == c.Seq && p.last.Name >= c.Name {
		return altered("the checkpoint %q comes after %q", c.Name, p.last.Name)
	}
	p.last, p.marked = c, c.Seq
	p.marks.Write(payload)
	return p.to.mark(c)
}

// end holds what came against the manifest.
func (p *parser) end() error {
	if p.records == 0 || !p.opened {
		return altered("the manifest comes before the episode is whole")
	}
	for h := range p.fresh {
		return altered("the content %s is named by no event", h)
	}
	if n := p.got.Events.Count; n != p.got.Episode.Events {
		return altered("the number of events is %d, and the episode has %d", n, p.got.Episode.Events)
	}
	var want Manifest
	if err := p.modes.dec.Unmarshal(p.in.cur.manifest, &want); err != nil {
		return altered("the manifest: %w", err)
	}
	p.got.Events.Digest = Digest(p.chain)
	p.contents.Sum(p.got.Contents.Digest[:0])
	p.marks.Sum(p.got.Checkpoints.Digest[:0])
	p.got.File, p.got.Blocks = p.in.cur.file, p.in.cur.blocks
	for _, x := range []struct {
		what      string
		got, want any
	}{
		{"bytes before it", p.got.File, want.File}, {"blocks", p.got.Blocks, want.Blocks}, {"episode", p.got.Episode, want.Episode},
		{"events", p.got.Events, want.Events}, {"contents", p.got.Contents, want.Contents},
		{"checkpoints", p.got.Checkpoints, want.Checkpoints}, {"absent contents", p.got.Absent, want.Absent}, {"last moment", p.got.At, want.At},
	} {
		if x.got != x.want {
			return altered("the manifest says of the %s %.500q and there is %.500q", x.what, fmt.Sprint(x.want), fmt.Sprint(x.got))
		}
	}
	p.steps.events, p.steps.bytes, p.steps.at, p.steps.chain = len(p.batch.Events), p.size.events, p.got.At, p.chain
	return p.hand()
}

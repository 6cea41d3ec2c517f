package archive

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/sim"
)

// Check reads a file to its end and says what is in it. It needs no store, and of the options Progress and Admit alone.
func Check(ctx context.Context, r io.Reader, o Options) (Manifest, error) {
	m, err := parse(ctx, r, nowhere{o}, o.Progress)
	if err != nil {
		return Manifest{}, fmt.Errorf("check: %w", err)
	}
	return m, nil
}

type nowhere struct{ Options }

func (n nowhere) open(e Episode, bundle []byte) error { return n.admit(e, bundle) }
func (nowhere) take(sim.Batch) error                  { return nil }
func (nowhere) mark(checkpoints.Checkpoint) error     { return nil }
func (nowhere) reseed(uint64, uint64)                 {}

func (o Options) admit(e Episode, bundle []byte) error {
	if o.Admit == nil {
		return nil
	}
	return o.Admit(e, bundle)
}

// Did is what an import did.
type Did string

// What an import does.
const (
	DidImport Did = "imported" // it was not here
	DidNone   Did = "here"     // this very log was here already
	DidLess   Did = "further"  // the log here is that of the file, and goes on
	DidCarry  Did = "carried"  // the log here was a beginning of the file's, and goes on as that does now
)

// Imported says what came of a file. Whatever was done, contents of the episode that were missing in the store or damaged
// are there again.
type Imported struct {
	Manifest
	Did   Did
	Name  string // of the episode in the store
	Since uint64 // carried: the last event that was here before
	Back  int    // contents that were brought back
}

// Read brings a file's episode into a store, whole or not at all. When the store has an episode of that name it
// returns checkpoints.ErrExists, or ErrHere with the manifest if that is the same log, or one that goes further.
//
// A Read of r that does not return is not waited for when the context is done or the file is broken: whoever owns r
// closes it.
func Read(ctx context.Context, r io.Reader, s *checkpoints.Store, o Options) (Manifest, error) {
	got, err := Import(ctx, r, s, o)
	if err == nil && (got.Did == DidNone || got.Did == DidLess) {
		err = ErrHere
	}
	return got.Manifest, err
}

// Import is Read for those who want to know what was done. That the log is here already is no error. An episode in the
// store that is a beginning of the file's is carried on, and keeps its place in the tree, unless somebody holds it: then
// the error is a Held.
func Import(ctx context.Context, r io.Reader, s *checkpoints.Store, o Options) (Imported, error) {
	i := &importer{ctx: ctx, store: s, name: o.Name, admit: o.admit}
	m, err := parse(ctx, r, i, o.Progress)
	out := Imported{Manifest: m}
	if err == nil {
		out.Did, err = i.finish(m)
	}
	if err != nil {
		staging := i.staging
		err = errors.Join(err, i.abort())
		if staging != "" {
			err = &called{err, staging, i.name}
		}
		return Imported{}, fmt.Errorf("import: %w", err)
	}
	out.Name, out.Back = i.name, i.back
	if i.here != nil {
		out.Since = i.here.head.Seq
	}
	return out, nil
}

// importer saves what is read to a staging branch. The saving is done in a goroutine of its own while the next batch
// is read.
type importer struct {
	ctx     context.Context
	store   *checkpoints.Store
	name    string
	admit   func(Episode, []byte) error
	here    *present // the episode of that name, when the store has one
	staging string   // empty when there is none: the file is only compared with what is here
	events  uint64   // handed to the goroutine
	marks   []checkpoints.Checkpoint
	futures checkpoints.Futures
	back    int // contents that were brought back

	batches chan sim.Batch
	done    chan struct{} // closed when the goroutine has ended
	failed  chan struct{} // closed once err is set
	err     error
}

// queued is how many batches may wait to be saved.
const queued = 2

func (i *importer) open(e Episode, bundle []byte) error {
	if i.name == "" {
		i.name = e.Name
	}
	b, err := i.store.Branch(i.name)
	if err == nil {
		return i.openHere(b, e, bundle)
	}
	if !errors.Is(err, checkpoints.ErrMissing) {
		return err
	}
	if err := i.admit(e, bundle); err != nil {
		return err
	}
	return i.stage(checkpoints.Branch{Scenario: e.Scenario, Agent: e.Agent, Seed: e.Seed}, bundle)
}

// stage begins to save.
func (i *importer) stage(b checkpoints.Branch, bundle []byte) error {
	b.Name = "import"
	b, err := i.store.Stage(b, bundle)
	if err != nil {
		return err
	}
	i.staging, i.events = b.Name, b.At
	i.batches, i.done, i.failed = make(chan sim.Batch, queued), make(chan struct{}), make(chan struct{})
	go i.save(i.batches)
	return nil
}

func (i *importer) save(batches <-chan sim.Batch) {
	defer close(i.done)
	for b := range batches {
		if i.err != nil {
			continue
		}
		var back int
		back, i.err = i.store.AppendWhole(i.staging, b)
		if i.back += back; i.err != nil {
			close(i.failed)
		}
	}
}

func (i *importer) take(b sim.Batch) error {
	if i.staging == "" {
		return i.takeHere(b)
	}
	if len(b.Events) == 0 {
		b.After = i.events // contents alone go to the end of what was handed on
	}
	i.events += uint64(len(b.Events))
	select {
	case i.batches <- b:
		return nil
	case <-i.failed:
		return i.err
	case <-i.ctx.Done():
		return i.ctx.Err()
	}
}

func (i *importer) mark(c checkpoints.Checkpoint) error {
	i.marks = append(i.marks, c)
	return nil
}

func (i *importer) reseed(event, seed uint64) { i.futures = i.futures.With(event, seed) }

// wait lets the goroutine save what it has.
func (i *importer) wait() error {
	if i.batches == nil {
		return nil
	}
	close(i.batches)
	i.batches = nil
	<-i.done
	return i.err
}

// finish makes the staging branch an episode, or the rest of one.
func (i *importer) finish(m Manifest) (Did, error) {
	if i.staging == "" {
		return i.compare(m)
	}
	if err := i.wait(); err != nil {
		return "", err
	}
	h, err := i.store.Head(i.staging)
	if err != nil {
		return "", err
	}
	if h.Seq != m.Episode.Events || h.Chain != m.Chain() {
		panic(fmt.Sprintf("archive: read %d events with the hash %s and saved %d with %s", m.Episode.Events, m.Chain(), h.Seq, h.Chain))
	}
	if err := i.ctx.Err(); err != nil {
		return "", err
	}
	did := DidImport
	if i.here != nil {
		did = DidCarry
		err = i.carry(m)
	} else {
		err = i.publish(m)
	}
	if err == nil {
		i.staging = ""
	}
	return did, err
}

// publish makes the staging branch an episode.
func (i *importer) publish(m Manifest) error {
	if len(i.marks) > 0 {
		err := i.store.Mark(i.staging, i.marks...)
		if errors.Is(err, checkpoints.ErrExists) {
			return altered("%w", err)
		}
		if err != nil {
			return err
		}
	}
	if m.Episode.Note != "" {
		if err := i.store.Log(i.staging).Annotate(m.Episode.Note); err != nil {
			return err
		}
	}
	if err := i.ctx.Err(); err != nil {
		return err
	}
	err := i.store.Admit(i.staging, i.name, i.futures)
	if errors.Is(err, checkpoints.ErrExists) { // it was not there when the file began
		return &Taken{i.name}
	}
	return err
}

// abort removes the staging branch.
func (i *importer) abort() error {
	if i.staging == "" {
		return nil
	}
	_ = i.wait() // why it failed is known
	return i.store.Remove(i.staging)
}

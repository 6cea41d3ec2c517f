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

func (o Options) admit(e Episode, bundle []byte) error {
	if o.Admit == nil {
		return nil
	}
	return o.Admit(e, bundle)
}

// Read brings a file's episode into a store, whole or not at all. When the store has an episode of that name it
// returns checkpoints.ErrExists, or ErrHere with the manifest if that is the same log.
//
// A Read of r that does not return is not waited for when the context is done or the file is broken: whoever owns r
// closes it.
func Read(ctx context.Context, r io.Reader, s *checkpoints.Store, o Options) (Manifest, error) {
	i := &importer{ctx: ctx, store: s, name: o.Name, admit: o.admit}
	m, err := parse(ctx, r, i, o.Progress)
	if err == nil {
		err = i.finish(m)
	}
	if errors.Is(err, ErrHere) {
		return m, err
	}
	if err != nil {
		return Manifest{}, fmt.Errorf("import: %w", errors.Join(err, i.abort()))
	}
	return m, nil
}

// importer saves what is read to a staging branch. The saving is done in a goroutine of its own while the next batch
// is read.
type importer struct {
	ctx     context.Context
	store   *checkpoints.Store
	name    string
	admit   func(Episode, []byte) error
	staging string // empty when there is none: an episode of that name is here, and the file is only read
	events  uint64 // handed to the goroutine
	marks   []checkpoints.Checkpoint

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
	_, err := i.store.Branch(i.name)
	if err == nil {
		return nil
	}
	if !errors.Is(err, checkpoints.ErrMissing) {
		return err
	}
	if err := i.admit(e, bundle); err != nil {
		return err
	}
	b, err := i.store.Stage(checkpoints.Branch{Name: "import", Scenario: e.Scenario, Agent: e.Agent, Seed: e.Seed}, bundle)
	if err != nil {
		return err
	}
	i.staging = b.Name
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
		if i.err = i.store.Append(i.staging, b); i.err != nil {
			close(i.failed)
		}
	}
}

func (i *importer) take(b sim.Batch) error {
	if i.staging == "" {
		return i.ctx.Err()
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
	if i.staging != "" {
		i.marks = append(i.marks, c)
	}
	return nil
}

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

// finish makes the staging branch an episode.
func (i *importer) finish(m Manifest) error {
	if i.staging == "" {
		return i.compare(m)
	}
	if err := i.wait(); err != nil {
		return err
	}
	h, err := i.store.Head(i.staging)
	if err != nil {
		return err
	}
	if h.Seq != m.Episode.Events || h.Chain != m.Chain() {
		panic(fmt.Sprintf("archive: read %d events with the hash %s and saved %d with %s", m.Episode.Events, m.Chain(), h.Seq, h.Chain))
	}
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
	err = i.store.Rename(i.staging, i.name)
	if errors.Is(err, checkpoints.ErrExists) { // it was not there when the file began
		return &Taken{i.name}
	}
	if err == nil {
		i.staging = ""
	}
	return err
}

// compare says whether the episode that is here is the one in the file.
func (i *importer) compare(m Manifest) error {
	h, err := i.store.Head(i.name)
	if err != nil {
		return err
	}
	if h.Seq == m.Episode.Events && h.Chain == m.Chain() {
		return ErrHere
	}
	return &Taken{i.name}
}

// abort removes the staging branch.
func (i *importer) abort() error {
	if i.staging == "" {
		return nil
	}
	_ = i.wait() // why it failed is known
	return i.store.Remove(i.staging)
}

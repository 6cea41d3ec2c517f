package archive

import (
	"bytes"
	"errors"
	"strings"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/sim"
)

// present is the episode that the store has under the name, while the file is held against it. The file may be the same
// log, a beginning of it or a longer one; or another, and then nothing of it is saved.
type present struct {
	branch checkpoints.Branch
	head   checkpoints.Head
	agent  bool      // the file has the same one
	chain  sim.Chain // of the file, so far
	other  bool      // the file is another log
}

func (i *importer) openHere(b checkpoints.Branch, e Episode, bundle []byte) error {
	h, err := i.store.Head(b.Name)
	if err != nil {
		return err
	}
	i.here = &present{branch: b, head: h, agent: b.Agent == e.Agent, other: b.Bundle != e.Bundle}
	if i.here.other || len(bundle) == 0 {
		return nil
	}
	i.back, err = i.store.KeepContents(bundle)
	return err
}

// takeHere compares a batch with what is here, brings back contents that the store has lost, and begins to save where
// the file goes on.
func (i *importer) takeHere(b sim.Batch) error {
	p := i.here
	if err := i.ctx.Err(); err != nil || p.other {
		return err
	}
	old := min(uint64(len(b.Events)), p.head.Seq-min(p.head.Seq, b.After)) // so many can be here
	if err := i.compareEvents(b, old); err != nil || p.other {
		return err
	}
	for _, e := range b.Events[:old] {
		p.chain = p.chain.Next(e)
	}
	if b.After+old == p.head.Seq {
		p.other = p.chain != p.head.Chain
	}
	if p.other || old == uint64(len(b.Events)) {
		return i.bringBack(b.Contents)
	}
	if p.other = !p.agent; p.other {
		return nil
	}
	if err := i.carryOn(); err != nil {
		return err
	}
	b.After, b.Events = p.head.Seq, b.Events[old:]
	return i.take(b)
}

// compareEvents looks whether the first events of a batch are those that the store has. Where the store cannot read its
// own, the hash at their end decides.
func (i *importer) compareEvents(b sim.Batch, n uint64) error {
	if n == 0 {
		return nil
	}
	errOther := errors.New("another event")
	err := i.store.ReadTo(i.name, b.After, b.After+n, func(seq uint64, event []byte) error {
		if !bytes.Equal(event, b.Events[seq-b.After-1]) {
			return errOther
		}
		return nil
	})
	if i.here.other = errors.Is(err, errOther); i.here.other || errors.Is(err, checkpoints.ErrDamaged) {
		return nil
	}
	return err
}

func (i *importer) bringBack(contents [][]byte) error {
	if len(contents) == 0 || i.here.other {
		return nil
	}
	n, err := i.store.KeepContents(contents...)
	i.back += n
	return err
}

// carryOn begins to save what comes after the end of the episode.
func (i *importer) carryOn() error {
	p := i.here
	if who := p.head.Holder(); who.Rollout != "" {
		return &Held{i.name, who}
	}
	b := p.branch
	b.Parent, b.At, b.Futures, b.Policy = i.name, p.head.Seq, "", ""
	return i.stage(b, nil)
}

// carry makes what was saved the rest of the episode.
func (i *importer) carry(m Manifest) error {
	err := i.store.CarryOn(i.staging, checkpoints.Carried{Note: m.Episode.Note, Checkpoints: i.marks, Futures: i.futures})
	if errors.Is(err, checkpoints.ErrConflict) { // it has gone on while the file was read
		return &Taken{i.name}
	}
	return err
}

// salvagedNote begins the note of an episode that a salvage found damaged.
const salvagedNote = "salvaged "

// compare says how the episode that is here and the one in the file go together, when nothing was to be saved.
func (i *importer) compare(m Manifest) (Did, error) {
	p := i.here
	if p.other || m.Episode.Events > p.head.Seq {
		return "", &Taken{i.name}
	}
	chain, _, err := i.store.Link(i.name, m.Episode.Events)
	if err != nil {
		return "", err
	}
	switch {
	case chain != m.Chain():
		return "", &Taken{i.name}
	case m.Episode.Events < p.head.Seq:
		return DidLess, nil
	}
	if i.back > 0 && strings.HasPrefix(p.head.Note, salvagedNote) && p.head.Holder().Rollout == "" { // it is whole again
		err = i.store.Log(i.name).Annotate(m.Episode.Note)
	}
	return DidNone, err
}

package simtest

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/engine"
)

// Conform is what every part must pass. It folds a log and, at the end of every step that wanted picks, makes the world
// again in two ways, by loading what was saved and by a clone. Each must be equal to the world, and its next step must
// be, byte for byte, the next one of the log. It returns how many moments it looked at.
func Conform(parts func() []sim.Part, log engine.Log, wanted func(event uint64) bool) (looked int, err error) {
	c := &conformance{parts: parts, log: log, world: sim.NewWorld(parts()...), codec: sim.NewCodec(parts()...)}
	c.world.Provide(log.Content)
	err = log.Read(0, func(seq uint64, raw []byte) error {
		o, err := sim.OutlineOf(raw)
		if err != nil {
			return err
		}
		if o.Begins() {
			if err := c.close(); err != nil {
				return err
			}
		}
		if o.Begins() && wanted(seq-1) {
			if c.heirs, err = c.copies(); err != nil {
				return fmt.Errorf("after event %d: %w", seq-1, err)
			}
			looked++
		}
		c.step = append(c.step, bytes.Clone(raw))
		e, err := c.codec.Decode(raw)
		if err != nil {
			return err
		}
		c.world.Apply(e)
		return nil
	})
	return looked, errors.Join(err, c.close())
}

type conformance struct {
	parts func() []sim.Part
	log   engine.Log
	world *sim.World
	codec *sim.Codec
	step  [][]byte              // the events of the step that is being read
	heirs map[string]*sim.World // copies of the world before it
}

// copies makes the world again in each way there is, and compares.
func (c *conformance) copies() (map[string]*sim.World, error) {
	state, err := c.world.Save()
	if err != nil {
		return nil, err
	}
	loaded := sim.NewWorld(c.parts()...)
	loaded.Provide(c.log.Content)
	if err := loaded.Load(state); err != nil {
		return nil, err
	}
	heirs := map[string]*sim.World{"loaded": loaded, "clone": c.world.Clone()}
	for _, how := range slices.Sorted(maps.Keys(heirs)) {
		if again, err := heirs[how].Save(); err != nil || !bytes.Equal(again, state) {
			return nil, fmt.Errorf("the %s world is not as it was: %w", how, errors.Join(err, c.unlike(heirs[how])))
		}
	}
	return heirs, nil
}

// unlike names the parts of a copy that are not as they were.
func (c *conformance) unlike(heir *sim.World) error {
	want, err := c.world.Digests()
	if err != nil {
		return err
	}
	got, err := heir.Digests()
	if err != nil {
		return err
	}
	for _, part := range slices.Sorted(maps.Keys(want)) {
		if got[part] != want[part] {
			err = errors.Join(err, fmt.Errorf("part %s differs", part))
		}
	}
	return err
}

// close lets the copies take the step that was read, now that it is whole.
func (c *conformance) close() error {
	step, heirs := c.step, c.heirs
	c.step, c.heirs = nil, nil
	for _, how := range slices.Sorted(maps.Keys(heirs)) {
		if err := c.follow(heirs[how], step); err != nil {
			return fmt.Errorf("the %s world: %w", how, err)
		}
	}
	return nil
}

func (c *conformance) follow(w *sim.World, step [][]byte) error {
	first, err := c.codec.Decode(step[0])
	if err != nil {
		return err
	}
	events := redo(w, first).Events
	for i, want := range step {
		if i == len(events) {
			return fmt.Errorf("its step at event %d has %d events and the log's %d", first.Seq, len(events), len(step))
		}
		if got := c.codec.Encode(events[i]); !bytes.Equal(got, want) {
			return fmt.Errorf("its event %d is %s by %s and not the log's", events[i].Seq, events[i].Body.Kind(), events[i].Actor)
		}
	}
	if len(events) > len(step) {
		return fmt.Errorf("its step at event %d has %d events and the log's %d", first.Seq, len(events), len(step))
	}
	return nil
}

// redo gives the world the input that a step began with.
func redo(w *sim.World, first sim.Event) sim.Outcome {
	switch b := first.Body.(type) {
	case sim.Began:
		return w.Begin(first.Actor, b)
	case sim.Replied:
		return w.Reply(b)
	case sim.Reseeded:
		return w.Reseed(b.Seed)
	case sim.Ended:
		return w.End(b.How, b.Why)
	}
	return w.Fire()
}

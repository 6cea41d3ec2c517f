package engine

import (
	"fmt"

	"github.com/tenure-sim/tenure/sim"
)

// Fork makes n episodes that go on from here, each for itself, with logs in memory. The past is shared, and so is the
// world until one of them, or this episode, steps. Questions that models are busy with are asked anew by each.
func (e *Episode) Fork(n int) ([]*Episode, error) {
	if n < 1 {
		return nil, fmt.Errorf("fork an episode %d times: expected one or more", n)
	}
	if err := e.settle(); err != nil {
		return nil, err
	}
	logs := make([]Log, n)
	for i := range logs {
		logs[i] = NewMemory(e.log, e.world.Seq())
	}
	return e.ForkTo(logs...)
}

// ForkTo is Fork with a log for each fork, which must hold this episode's events up to here.
func (e *Episode) ForkTo(logs ...Log) ([]*Episode, error) {
	if err := e.settle(); err != nil {
		return nil, err
	}
	e.shared, e.lent = true, true
	out := make([]*Episode, len(logs))
	for i, log := range logs {
		out[i] = &Episode{world: e.world, shared: true, codec: e.codec, log: log, model: e.model, chain: e.chain,
			asking: newAsking(), kept: e.kept, steps: e.steps, lent: true}
	}
	return out, nil
}

// settle saves what is pending, of an episode whose world is what its log says.
func (e *Episode) settle() error {
	if err := e.flush(); err != nil {
		return err
	}
	return e.over()
}

// own gives the episode a world of its own.
func (e *Episode) own() {
	if !e.shared {
		return
	}
	e.world = e.world.Clone()
	e.world.Provide(e.log.Content)
	e.codec = sim.NewCodec(e.world.Parts()...)
	e.codec.Learn(e.world.Founding())
	e.shared = false
}

// Reseed lets all chance go on from another seed, from here on.
func (e *Episode) Reseed(seed uint64) error {
	if over := e.world.Ended(); over != nil {
		return fmt.Errorf("the episode has ended, %s: no chance is left to change", over.How)
	}
	if err := e.over(); err != nil {
		return err
	}
	e.own()
	if err := e.step(func() sim.Outcome { return e.world.Reseed(seed) }); err != nil {
		return err
	}
	return e.flush()
}

// Reseeded is the batch by which a log that ends where the world is goes on with another seed: what Reseed would write.
// The world is left as it is.
func Reseeded(w *sim.World, chain sim.Chain, seed uint64) sim.Batch {
	codec := sim.NewCodec()
	codec.Learn(w.Founding())
	b := sim.Batch{After: w.Seq(), Chain: chain, At: w.Now()}
	for _, e := range w.Clone().Reseed(seed).Events {
		raw := codec.Encode(e)
		b.Events, b.Chain = append(b.Events, raw), b.Chain.Next(raw)
	}
	return b
}

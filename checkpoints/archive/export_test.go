package archive

import (
	"context"
	"io"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/sim"
)

// Taker is what Parse hands a file's parts to, for tests of how they are handed on.
type Taker interface {
	Open(Episode, []byte) error
	Take(sim.Batch) error
	Mark(checkpoints.Checkpoint) error
}

type adapted struct{ Taker }

func (a adapted) open(e Episode, bundle []byte) error { return a.Open(e, bundle) }
func (a adapted) take(b sim.Batch) error              { return a.Take(b) }
func (a adapted) mark(c checkpoints.Checkpoint) error { return a.Mark(c) }

func Parse(ctx context.Context, r io.Reader, t Taker) (Manifest, error) {
	return parse(ctx, r, adapted{t}, nil)
}

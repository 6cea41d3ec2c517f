package simcheck

import (
	"context"
	"errors"
	"io"

	"github.com/tenure-sim/tenure/checkpoints"
)

// exportTo writes the plain run up to an event as a file.
func exportTo(ctx context.Context, w io.Writer, s *checkpoints.Store, upto uint64) error {
	return errors.New("not here yet")
}

// importFrom reads such a file into another store.
func importFrom(ctx context.Context, r io.Reader, s *checkpoints.Store) error {
	return errors.New("not here yet")
}

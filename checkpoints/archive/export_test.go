package archive

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"io"
	"testing"

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
func (adapted) reseed(uint64, uint64)                 {}

func Parse(ctx context.Context, r io.Reader, t Taker) (Manifest, error) {
	return parse(ctx, r, adapted{t}, nil)
}

// Pack makes a file of any stream of records, with the manifest given; what it must say of the file it does.
func Pack(t testing.TB, plain []byte, m Manifest) []byte {
	t.Helper()
	var out bytes.Buffer
	p, err := newPacker(context.Background(), &out)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Write(plain); err != nil {
		t.Fatal(err)
	}
	x := &writer{out: p, manifest: m, contents: sha256.New(), marks: sha256.New()}
	if err := p.finish(); err != nil {
		t.Fatal(err)
	}
	if x.modes, err = newModes(); err != nil {
		t.Fatal(err)
	}
	if err := x.seal(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// Record is one record of a stream.
func Record(kind byte, payload []byte) []byte {
	return append(binary.AppendUvarint([]byte{kind}, uint64(len(payload))), payload...)
}

// Encode is how a record's values are written.
func Encode(t testing.TB, v any) []byte {
	t.Helper()
	m, err := newModes()
	if err != nil {
		t.Fatal(err)
	}
	raw, err := m.enc.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

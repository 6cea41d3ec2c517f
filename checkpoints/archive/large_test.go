package archive_test

import (
	"bytes"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/checkpoints/archive"
	"github.com/tenure-sim/tenure/sim"
)

// What a store takes can be exported and imported again, up to the largest event.
func TestTheLargestEventIsExportedAndImported(t *testing.T) {
	if testing.Short() {
		t.Skip("64 MiB")
	}
	defer debug.FreeOSMemory()
	s, to := fresh(t), fresh(t)
	text := strings.Repeat("x", checkpoints.EventMost-200)
	encode := func(text string) sim.Batch {
		codec := sim.NewCodec()
		var b sim.Batch
		for i, body := range []sim.Body{sim.Founded{Scenario: "x"}, sim.Asked{ID: 1, Owner: text}} {
			e := codec.Encode(sim.Event{Seq: uint64(i + 1), Actor: sim.Nature, Body: body})
			b.Events, b.Chain = append(b.Events, e), b.Chain.Next(e)
		}
		return b
	}
	b := encode(text)
	b = encode(text + strings.Repeat("x", checkpoints.EventMost-len(b.Events[1])))
	if len(b.Events[1]) != checkpoints.EventMost {
		t.Fatalf("the event has %d bytes, want %d", len(b.Events[1]), checkpoints.EventMost)
	}
	if _, err := s.Create(checkpoints.Branch{Name: "a"}, nil); err != nil {
		t.Fatal(err)
	}
	if err := s.Append("a", b); err != nil {
		t.Fatal(err)
	}
	file, _ := export(t, s, archive.Options{Episode: "a"})
	m, err := archive.Read(ctx, bytes.NewReader(file), to, archive.Options{})
	if err != nil || m.Chain() != b.Chain {
		t.Fatalf("got the hash %s, %v; want %s", m.Chain(), err, b.Chain)
	}
}

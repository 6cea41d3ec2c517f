package archive_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/checkpoints/archive"
	"github.com/tenure-sim/tenure/sim"
)

// marked is a file's records with n checkpoints on its last event.
func marked(t testing.TB, n int, note string) []byte {
	t.Helper()
	events, content, chain := story()
	out := archive.Record(1, archive.Encode(t, archive.Episode{Name: "a", Events: 3}))
	for i, e := range events {
		if i == 1 {
			out = append(out, archive.Record(2, content)...)
		}
		out = append(out, archive.Record(3, append(binary.AppendUvarint(nil, uint64(len(e))), e...))...)
	}
	for i := range n {
		c := checkpoints.Checkpoint{Name: fmt.Sprintf("m%06d", i), Seq: 3, Chain: chain, Note: note}
		out = append(out, archive.Record(4, archive.Encode(t, c))...)
	}
	return out
}

// A small file of checkpoints that pack well took 1.2 GB when it was read.
func TestAFileOfManyLongNotesIsRefusedBeforeItFillsTheMemory(t *testing.T) {
	const n = 20_000
	file := archive.Pack(t, marked(t, n, strings.Repeat("x", checkpoints.NoteMost)), archive.Manifest{})
	to := fresh(t)
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := archive.Read(ctx, bytes.NewReader(file), to, archive.Options{})
	runtime.ReadMemStats(&after)
	if err == nil || !strings.Contains(err.Error(), "bytes of them") {
		t.Errorf("got %v, want the checkpoints refused", err)
	}
	if took, most := after.TotalAlloc-before.TotalAlloc, uint64(150<<20); took > most {
		t.Errorf("a file of %d bytes took %d bytes, want at most %d", len(file), took, most)
	}
	empty(t, to, "too many checkpoints")
}

func TestCheckpointsOfAFileAreSavedInOneTransaction(t *testing.T) {
	const n = 3000
	s := fresh(t)
	events, content, chain := story()
	_, err := s.Create(checkpoints.Branch{Name: "a"}, []byte("bundle"))
	if err == nil {
		err = s.Append("a", sim.Batch{Events: events, Contents: [][]byte{content}, Chain: chain, At: 5})
	}
	var cs []checkpoints.Checkpoint
	for i := range n {
		cs = append(cs, checkpoints.Checkpoint{Name: fmt.Sprintf("m%06d", i), Seq: 3, Chain: chain})
	}
	if err == nil {
		err = s.Mark("a", cs...)
	}
	if err != nil {
		t.Fatal(err)
	}
	file, _ := export(t, s, archive.Options{Episode: "a"})
	to := fresh(t)
	before := commits(t, to)
	if _, err := archive.Read(ctx, bytes.NewReader(file), to, archive.Options{}); err != nil {
		t.Fatal(err)
	}
	if took := commits(t, to) - before; took > 10 {
		t.Errorf("%d checkpoints took %d commits, want a few", n, took)
	}
	same(t, s, "a", to, "a")
}

func commits(t testing.TB, s *checkpoints.Store) int {
	t.Helper()
	raw, err := os.ReadFile(s.Path())
	if err != nil {
		t.Fatal(err)
	}
	const txid = 16 + 48 // in each of the two first pages
	return int(max(binary.NativeEndian.Uint64(raw[txid:]), binary.NativeEndian.Uint64(raw[os.Getpagesize()+txid:])))
}

// An event may name many contents. Looking each up among all that wait took minutes for what takes a second.
func TestAnEventThatNamesManyContentsIsReadInTime(t *testing.T) {
	const n = 400_000
	plain := archive.Record(1, archive.Encode(t, archive.Episode{Name: "a", Events: 1}))
	var names strings.Builder
	for i := range n {
		c := fmt.Appendf(nil, "content %d", i)
		plain = append(plain, archive.Record(2, c)...)
		names.WriteString("\x78\x40" + string(sim.HashOf(c)))
	}
	e := sim.NewCodec().Encode(sim.Event{Seq: 1, At: 5, Actor: sim.Nature, Body: sim.Founded{Scenario: names.String()}})
	plain = append(plain, archive.Record(3, append(binary.AppendUvarint(nil, uint64(len(e))), e...))...)
	file := archive.Pack(t, plain, archive.Manifest{})
	ctx, stop := context.WithTimeout(ctx, 30*time.Second)
	defer stop()
	_, err := archive.Check(ctx, bytes.NewReader(file), archive.Options{})
	if err == nil || !strings.Contains(err.Error(), "the manifest says") {
		t.Errorf("got %v, want all of it read up to the manifest, which is empty", err)
	}
}

// A checkpoint that an earlier version put within a step is no use to whoever imports it.
func TestAnExportRefusesACheckpointWithinAStep(t *testing.T) {
	s := fresh(t)
	events, content, chain := story()
	codec := sim.NewCodec()
	for i, body := range []sim.Body{sim.Fired{}, sim.Asked{Owner: "o"}} {
		events = append(events, codec.Encode(sim.Event{Seq: uint64(4 + i), At: 5, Actor: sim.Nature, Body: body}))
	}
	_, err := s.Create(checkpoints.Branch{Name: "a"}, []byte("bundle"))
	chain = chain.Next(events[3]) // a log that ends within a step, as no engine leaves it
	if err == nil {
		err = s.Append("a", sim.Batch{Events: events[:4], Contents: [][]byte{content}, Chain: chain, At: 5})
	}
	if err == nil {
		err = s.Mark("a", checkpoints.Checkpoint{Name: "c", Seq: 4, Chain: chain})
	}
	if err == nil {
		err = s.Append("a", sim.Batch{After: 4, Events: events[4:], Chain: chain.Next(events[4]), At: 5})
	}
	if err != nil {
		t.Fatal(err)
	}
	_, err = archive.Write(ctx, &bytes.Buffer{}, s, archive.Options{Episode: "a"})
	refused(t, err, archive.ErrPoint)
	if !strings.Contains(err.Error(), "event 4, within a step") {
		t.Errorf("got %v, want it to name the event", err)
	}
}

package archive_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/checkpoints/archive"
	"github.com/tenure-sim/tenure/sim"
)

var ctx = context.Background()

// mark names the event at which the last whole step before the given event ends.
func mark(t testing.TB, s *checkpoints.Store, episode, name string, before uint64) uint64 {
	t.Helper()
	at := stepEnd(t, s, episode, before)
	if err := s.Mark(episode, checkpoints.Checkpoint{Name: name, Seq: at, Why: "hand", Note: "seen " + name}); err != nil {
		t.Fatal(err)
	}
	return at
}

func stepEnd(t testing.TB, s *checkpoints.Store, episode string, before uint64) (at uint64) {
	t.Helper()
	err := s.ReadTo(episode, 0, before, func(seq uint64, e []byte) error {
		o, err := sim.OutlineOf(e)
		if err == nil && o.Begins() {
			at = seq - 1
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return at
}

// logOf is all that an export must keep of an episode.
func logOf(t testing.TB, s *checkpoints.Store, name string) (events []string, contents map[sim.Hash]string, marks []checkpoints.Checkpoint) {
	t.Helper()
	contents = map[sim.Hash]string{}
	var named []sim.Hash
	err := s.Read(name, 0, func(_ uint64, e []byte) error {
		events = append(events, string(e))
		checkpoints.References(e, func(h sim.Hash) { named = append(named, h) })
		return nil
	})
	if err == nil {
		marks, err = s.Checkpoints(name)
	}
	for _, h := range named {
		c, problem := s.Content(h)
		err = errors.Join(err, problem)
		contents[h] = string(c)
	}
	if err != nil {
		t.Fatal(err)
	}
	return events, contents, marks
}

func same(t testing.TB, a *checkpoints.Store, nameA string, b *checkpoints.Store, nameB string) {
	t.Helper()
	ea, ca, ma := logOf(t, a, nameA)
	eb, cb, mb := logOf(t, b, nameB)
	if !slices.Equal(ea, eb) || fmt.Sprint(ca) != fmt.Sprint(cb) || !slices.Equal(ma, mb) {
		t.Fatalf("%s has %d events, %d contents, checkpoints %v; %s has %d, %d, %v", nameB, len(eb), len(cb), mb, nameA, len(ea), len(ca), ma)
	}
	ha, hb := head(t, a, nameA), head(t, b, nameB)
	ha.Rollout, ha.Attempt = "", 0
	if ha != hb {
		t.Fatalf("got the head %+v, want %+v", hb, ha)
	}
	ba, errA := a.Branch(nameA)
	bb, errB := b.Branch(nameB)
	bundleA, errC := a.Content(ba.Bundle)
	bundleB, errD := b.Content(bb.Bundle)
	if err := errors.Join(errA, errB, errC, errD); err != nil || !bytes.Equal(bundleA, bundleB) {
		t.Fatalf("the bundles differ, or %v", err)
	}
	if ba.Scenario != bb.Scenario || ba.Agent != bb.Agent || ba.Seed != bb.Seed || bb.Parent != "" || bb.At != 0 {
		t.Fatalf("got the branch %+v, want a flat %+v", bb, ba)
	}
}

func TestAnEpisodeComesBackAsItWas(t *testing.T) {
	s := fresh(t)
	play(t, s, "a", 100, 40)
	end := head(t, s, "a").Seq
	mark(t, s, "a", "early", end/3)
	mark(t, s, "a", "also-early", end/3)
	if err := s.Mark("a", checkpoints.Checkpoint{Name: "end", Seq: end}); err != nil {
		t.Fatal(err)
	}
	if err := s.Log("a").Annotate("stopped"); err != nil {
		t.Fatal(err)
	}
	file, wrote := export(t, s, archive.Options{Episode: "a"})
	to := fresh(t)
	var seen []uint64
	read, err := archive.Read(ctx, iotest.OneByteReader(bytes.NewReader(file)), to, archive.Options{
		Progress: func(events, whole uint64) {
			if whole != end {
				t.Errorf("progress says %d events in all, want %d", whole, end)
			}
			seen = append(seen, events)
		}})
	if err != nil {
		t.Fatal(err)
	}
	if read != wrote || wrote.Checkpoints.Count != 3 || wrote.Contents.Count < 5 || wrote.Events.Count != end {
		t.Errorf("read %+v, wrote %+v", read, wrote)
	}
	if !slices.IsSorted(seen) || len(seen) == 0 || seen[len(seen)-1] != end {
		t.Errorf("progress went %v, want to %d", seen, end)
	}
	same(t, s, "a", to, "a")
	again, _ := export(t, to, archive.Options{Episode: "a"})
	if !bytes.Equal(again, file) {
		t.Error("the imported episode exports to other bytes")
	}
	if bs, err := to.AllBranches(); err != nil || len(bs) != 1 {
		t.Errorf("got the branches %v, %v, want one", bs, err)
	}
}

// rechunk copies a log into another store, so many events in a chunk.
func rechunk(t testing.TB, from, to *checkpoints.Store, name string, n int) {
	t.Helper()
	b, err := from.Branch(name)
	if err != nil {
		t.Fatal(err)
	}
	bundle, err := from.Content(b.Bundle)
	if err == nil {
		_, err = to.Create(checkpoints.Branch{Name: name, Scenario: b.Scenario, Agent: b.Agent, Seed: b.Seed}, bundle)
	}
	events, contents, marks := logOf(t, from, name)
	batch, chain := sim.Batch{}, sim.Chain{}
	for _, c := range contents {
		batch.Contents = append(batch.Contents, []byte(c))
	}
	for i, e := range events {
		batch.Events, chain = append(batch.Events, []byte(e)), chain.Next([]byte(e))
		if len(batch.Events) == n || i == len(events)-1 {
			o, bad := sim.OutlineOf([]byte(e))
			batch.Chain, batch.At = chain, o.At
			err = errors.Join(err, bad, to.Append(name, batch))
			batch = sim.Batch{After: uint64(i + 1)}
		}
	}
	for _, m := range marks {
		err = errors.Join(err, to.Mark(name, m))
	}
	if err != nil {
		t.Fatal(err)
	}
}

func TestTheSameEpisodeGivesTheSameBytes(t *testing.T) {
	s := fresh(t)
	play(t, s, "a", 200, 200) // several blocks
	mark(t, s, "a", "middle", 5000)
	want, m := export(t, s, archive.Options{Episode: "a"})
	if m.Blocks < 3 {
		t.Fatalf("%d blocks are too few to show anything", m.Blocks)
	}
	for _, n := range []int{37, 100_000} {
		other := fresh(t)
		rechunk(t, s, other, "a", n)
		if got, _ := export(t, other, archive.Options{Episode: "a"}); !bytes.Equal(got, want) {
			t.Errorf("chunks of %d events: other bytes", n)
		}
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	for _, n := range []int{1, 2, 8} {
		runtime.GOMAXPROCS(n)
		if got, _ := export(t, s, archive.Options{Episode: "a"}); !bytes.Equal(got, want) {
			t.Errorf("%d processors: other bytes", n)
		}
	}
}

func TestAForkIsExportedWithItsPast(t *testing.T) {
	s := fresh(t)
	play(t, s, "a", 100, 20)
	first := mark(t, s, "a", "before", head(t, s, "a").Seq/3)
	at := stepEnd(t, s, "a", head(t, s, "a").Seq/2)
	mark(t, s, "a", "after", head(t, s, "a").Seq)
	if _, err := s.Create(checkpoints.Branch{Name: "b", Parent: "a", At: at, Scenario: "x", Agent: "other", Seed: 9}, nil); err != nil {
		t.Fatal(err)
	}
	if err := s.Append("b", tail(t, s, "a", at, 40)); err != nil {
		t.Fatal(err)
	}
	to := fresh(t)
	for _, x := range []struct {
		name  string
		upto  uint64
		marks int
	}{{"b", 0, 1}, {"b", at, 1}, {"b", first, 1}, {"a", at, 1}, {"a", 0, 2}} {
		file, m := export(t, s, archive.Options{Episode: x.name, Upto: x.upto})
		name := fmt.Sprintf("%s-%d", x.name, x.upto)
		if _, err := archive.Read(ctx, bytes.NewReader(file), to, archive.Options{Name: name}); err != nil {
			t.Fatal(err)
		}
		want := x.upto
		if want == 0 {
			want = head(t, s, x.name).Seq
		}
		link, _, err := s.Link(x.name, want)
		b, errB := to.Branch(name)
		if err = errors.Join(err, errB); err != nil {
			t.Fatal(err)
		}
		if h := head(t, to, name); h.Seq != want || h.Chain != link || m.Chain() != link || b.Parent != "" {
			t.Errorf("%s up to %d: got %d events with %s, parent %q, want %d with %s", x.name, x.upto, h.Seq, h.Chain, b.Parent, want, link)
		}
		if cs, err := to.Checkpoints(name); err != nil || len(cs) != x.marks {
			t.Errorf("%s up to %d: got the checkpoints %v, %v, want %d", x.name, x.upto, cs, err, x.marks)
		}
	}
}

// tail is a batch of the events after one, up to the end of a step.
func tail(t testing.TB, s *checkpoints.Store, name string, after, n uint64) sim.Batch {
	t.Helper()
	end := stepEnd(t, s, name, after+n)
	b := sim.Batch{After: after}
	err := s.ReadTo(name, after, end, func(_ uint64, e []byte) error {
		b.Events = append(b.Events, bytes.Clone(e))
		return nil
	})
	if err == nil {
		b.Chain, b.At, err = s.Link(name, end)
	}
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestOnlyTheEndOfAStepIsAPoint(t *testing.T) {
	s := fresh(t)
	play(t, s, "a", 100, 2)
	end := head(t, s, "a").Seq
	points := 0
	for n := uint64(1); n <= end; n++ {
		_, err := archive.Write(ctx, io.Discard, s, archive.Options{Episode: "a", Upto: n})
		whole := n == end || stepEnd(t, s, "a", n+1) == n
		if whole != (err == nil) || !whole && !errors.Is(err, archive.ErrPoint) {
			t.Fatalf("up to event %d: got %v, want a point: %v", n, err, whole)
		}
		if whole {
			points++
		}
	}
	if points < 5 || points > int(end)/2 {
		t.Errorf("%d of %d events are points: too few or too many to show anything", points, end)
	}
	_, err := archive.Write(ctx, io.Discard, s, archive.Options{Episode: "a", Upto: end + 1})
	refused(t, err, archive.ErrPoint)
	_, err = archive.Write(ctx, io.Discard, s, archive.Options{Episode: "nobody"})
	refused(t, err, checkpoints.ErrMissing)
}

// Chunks of a store hold whole steps, so that a log that is cut between chunks can be gone on with.
func TestImportedChunksHoldWholeSteps(t *testing.T) {
	s := fresh(t)
	play(t, s, "a", 400, 400)
	file, _ := export(t, s, archive.Options{Episode: "a"})
	var log recorder
	if _, err := archive.Parse(ctx, bytes.NewReader(file), &log); err != nil {
		t.Fatal(err)
	}
	if len(log.batches) < 3 {
		t.Fatalf("%d batches are too few to show anything", len(log.batches))
	}
	for i, b := range log.batches {
		o, err := sim.OutlineOf(b.Events[0])
		if err != nil || i > 0 && !o.Begins() || o.Seq != b.After+1 {
			t.Errorf("batch %d begins with event %d, %s, after %d: within a step, %v", i, o.Seq, o.Kind(), b.After, err)
		}
	}
}

type recorder struct{ batches []sim.Batch }

func (r *recorder) Open(archive.Episode, []byte) error { return nil }
func (r *recorder) Mark(checkpoints.Checkpoint) error  { return nil }
func (r *recorder) Take(b sim.Batch) error {
	if len(b.Events) > 0 {
		r.batches = append(r.batches, b)
	}
	return nil
}

func TestANameThatIsTaken(t *testing.T) {
	s := fresh(t)
	play(t, s, "a", 100, 3)
	file, _ := export(t, s, archive.Options{Episode: "a"})
	m, err := archive.Read(ctx, bytes.NewReader(file), s, archive.Options{})
	refused(t, err, archive.ErrHere)
	if m.Episode.Name != "a" {
		t.Errorf("got the manifest %+v, want that of the file", m)
	}
	if _, err := s.Create(checkpoints.Branch{Name: "b"}, nil); err != nil {
		t.Fatal(err)
	}
	_, err = archive.Read(ctx, bytes.NewReader(file), s, archive.Options{Name: "b"})
	refused(t, err, checkpoints.ErrExists)
	_, err = archive.Read(ctx, bytes.NewReader(file), s, archive.Options{Name: "no name"})
	refused(t, err, checkpoints.ErrName)
	_, err = archive.Read(ctx, bytes.NewReader(file[:len(file)-1]), s, archive.Options{})
	refused(t, err, archive.ErrCut) // also where nothing would be imported
	if bs, err := s.AllBranches(); err != nil || len(bs) != 2 {
		t.Errorf("got the branches %v, %v, want a and b", bs, err)
	}
}

func TestAnEpisodeWithoutEventsOrBundle(t *testing.T) {
	s := fresh(t)
	if _, err := s.Create(checkpoints.Branch{Name: "a", Agent: "steady", Seed: 3}, nil); err != nil {
		t.Fatal(err)
	}
	file, _ := export(t, s, archive.Options{Episode: "a"})
	to := fresh(t)
	if _, err := archive.Read(ctx, bytes.NewReader(file), to, archive.Options{}); err != nil {
		t.Fatal(err)
	}
	if b, err := to.Branch("a"); err != nil || b.Seed != 3 || b.Agent != "steady" || head(t, to, "a").Seq != 0 {
		t.Errorf("got %+v, %v", b, err)
	}
}

func TestTextThatOnlyLooksLikeAName(t *testing.T) {
	s := fresh(t)
	if _, err := s.Create(checkpoints.Branch{Name: "a"}, nil); err != nil {
		t.Fatal(err)
	}
	codec := sim.NewCodec()
	e := codec.Encode(sim.Event{Seq: 1, Actor: sim.Nature, Body: sim.Fired{Owner: "o", Key: strings.Repeat("ab", 32)}})
	if err := s.Append("a", sim.Batch{Events: [][]byte{e}, Chain: sim.Chain{}.Next(e)}); err != nil {
		t.Fatal(err)
	}
	file, m := export(t, s, archive.Options{Episode: "a"})
	if m.Absent != 1 || m.Contents.Count != 0 {
		t.Errorf("got %d absent and %d contents, want 1 and 0", m.Absent, m.Contents.Count)
	}
	if _, err := archive.Read(ctx, bytes.NewReader(file), fresh(t), archive.Options{}); err != nil {
		t.Error(err)
	}
}

// failing is a writer that takes so many bytes.
type failing struct{ left int }

var errFull = errors.New("no space left")

func (f *failing) Write(p []byte) (int, error) {
	if f.left -= len(p); f.left < 0 {
		return 0, errFull
	}
	return len(p), nil
}

func TestADiskThatIsFullEndsTheExport(t *testing.T) {
	s := fresh(t)
	play(t, s, "a", 200, 200)
	file, _ := export(t, s, archive.Options{Episode: "a"})
	for _, left := range []int{0, 10, 30, 1000, len(file) / 2, len(file) - 1} {
		_, err := archive.Write(ctx, &failing{left}, s, archive.Options{Episode: "a"})
		refused(t, err, errFull)
	}
}

func TestCtrlCEndsExportAndImport(t *testing.T) {
	s := fresh(t)
	play(t, s, "a", 200, 200)
	file, m := export(t, s, archive.Options{Episode: "a"})
	interrupted := func(when uint64, do func(ctx context.Context, progress func(events, whole uint64)) error) {
		t.Helper()
		done, cancel := context.WithCancel(ctx)
		defer cancel()
		refused(t, do(done, func(events, _ uint64) {
			if events >= when {
				cancel()
			}
		}), context.Canceled)
	}
	for _, when := range []uint64{0, m.Events.Count / 2} {
		interrupted(when, func(ctx context.Context, progress func(events, whole uint64)) error {
			_, err := archive.Write(ctx, io.Discard, s, archive.Options{Episode: "a", Progress: progress})
			return err
		})
		to := fresh(t)
		interrupted(when, func(ctx context.Context, progress func(events, whole uint64)) error {
			_, err := archive.Read(ctx, bytes.NewReader(file), to, archive.Options{Progress: progress})
			return err
		})
		empty(t, to, "interrupted")
	}
	// A pipe that says nothing more is not waited for.
	done, cancel := context.WithCancel(ctx)
	defer cancel()
	r, w := io.Pipe()
	defer w.Close()
	go func() {
		w.Write(file[:100])
		cancel()
	}()
	_, err := archive.Read(done, r, fresh(t), archive.Options{})
	refused(t, err, context.Canceled)
}

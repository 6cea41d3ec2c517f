package archive_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/checkpoints/archive"
	"github.com/tenure-sim/tenure/scenarios"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/engine"
)

// story is three events, the second of which names a content.
func story() (events [][]byte, content []byte, chain sim.Chain) {
	codec := sim.NewCodec()
	content = []byte("a content of some length, so that there is something to flip")
	for i, b := range []sim.Body{sim.Founded{Scenario: "x"}, sim.Asked{ID: 1, Owner: "o", Prompt: sim.HashOf(content)}, sim.Opened{}} {
		e := codec.Encode(sim.Event{Seq: uint64(i + 1), At: 5, Actor: sim.Nature, Body: b})
		events, chain = append(events, e), chain.Next(e)
	}
	return events, content, chain
}

// small is a file with one of everything.
func small(t testing.TB) []byte {
	t.Helper()
	s := fresh(t)
	events, content, chain := story()
	_, err := s.Create(checkpoints.Branch{Name: "a", Scenario: "x", Agent: "y", Seed: 1}, []byte("bundle"))
	if err == nil {
		err = s.Append("a", sim.Batch{Events: events, Contents: [][]byte{content}, Chain: chain, At: 5})
	}
	if err == nil {
		err = s.Mark("a", checkpoints.Checkpoint{Name: "c", Seq: 3})
	}
	if err != nil {
		t.Fatal(err)
	}
	file, _ := export(t, s, archive.Options{Episode: "a"})
	return file
}

func broken(t testing.TB, err error, why string) *archive.Break {
	t.Helper()
	var b *archive.Break
	if !errors.As(err, &b) {
		t.Fatalf("%s: got %v, want where the file broke", why, err)
	}
	return b
}

func TestAFileThatIsCutImportsNothing(t *testing.T) {
	file, to := small(t), fresh(t)
	for n := range file {
		_, err := archive.Read(ctx, bytes.NewReader(file[:n]), to, archive.Options{})
		refused(t, err, archive.ErrCut)
		if b := broken(t, err, fmt.Sprint(n)); b.Byte > uint64(n) {
			t.Fatalf("cut at byte %d: it says byte %d", n, b.Byte)
		}
		empty(t, to, fmt.Sprintf("cut at byte %d", n))
	}
	s := fresh(t)
	play(t, s, "a", 100, 100)
	file, _ = export(t, s, archive.Options{Episode: "a"})
	for n := 0; n < len(file); n += 1 << 10 {
		_, err := archive.Read(ctx, bytes.NewReader(file[:n]), to, archive.Options{})
		refused(t, err, archive.ErrCut)
		empty(t, to, fmt.Sprintf("cut at byte %d of %d", n, len(file)))
	}
}

func TestEveryFlippedBitIsNoticed(t *testing.T) {
	file, to := small(t), fresh(t)
	for n := range file {
		for bit := range 8 {
			file[n] ^= 1 << bit
			_, err := archive.Check(ctx, bytes.NewReader(file), archive.Options{})
			broken(t, err, fmt.Sprintf("bit %d of byte %d", bit, n))
			file[n] ^= 1 << bit
		}
		file[n] ^= 0xff
		_, err := archive.Read(ctx, bytes.NewReader(file), to, archive.Options{})
		broken(t, err, fmt.Sprintf("byte %d", n))
		empty(t, to, fmt.Sprintf("byte %d", n))
		file[n] ^= 0xff
	}
	if _, err := archive.Read(ctx, bytes.NewReader(file), to, archive.Options{}); err != nil {
		t.Errorf("the file as it was: %v", err)
	}
}

func TestWhatFollowsOrForegoesAFile(t *testing.T) {
	file := small(t)
	check := func(b []byte) error {
		_, err := archive.Check(ctx, bytes.NewReader(b), archive.Options{})
		return err
	}
	refused(t, check(append(bytes.Clone(file), 0)), archive.ErrAltered)
	refused(t, check(append(bytes.Clone(file), file...)), archive.ErrAltered)
	refused(t, check([]byte("PK\x03\x04 some other kind of file")), archive.ErrForeign)
	refused(t, check([]byte("{}")), archive.ErrForeign)
	refused(t, check(nil), archive.ErrCut)
	newer := bytes.Clone(file)
	binary.LittleEndian.PutUint16(newer[22:], archive.Version+1)
	err := check(newer)
	refused(t, err, archive.ErrNewer)
	if !strings.Contains(err.Error(), "format 2, and this one reads up to 1") {
		t.Errorf("got %v, want both formats", err)
	}
}

// TestRecordsThatDoNotAgree has files whose every digest is right and whose records are not: made by a program.
func TestRecordsThatDoNotAgree(t *testing.T) {
	events, content, chain := story()
	e := archive.Episode{Name: "a", Events: 3}
	lines := func(es ...[]byte) (out []byte) {
		for _, e := range es {
			out = append(binary.AppendUvarint(out, uint64(len(e))), e...)
		}
		return out
	}
	record := func(kind byte, payload []byte) []byte { return archive.Record(kind, payload) }
	episode := record(1, archive.Encode(t, e))
	blob, all := record(2, content), record(3, lines(events...))
	one, two := record(3, lines(events[0])), record(3, lines(events[1], events[2]))
	mark := func(seq uint64) []byte {
		return record(4, archive.Encode(t, checkpoints.Checkpoint{Name: "c", Seq: seq, Chain: chain}))
	}
	markAt := func(seq uint64, c sim.Chain) []byte {
		return record(4, archive.Encode(t, checkpoints.Checkpoint{Name: "c", Seq: seq, Chain: c}))
	}
	noted := func(note string) []byte {
		return record(4, archive.Encode(t, checkpoints.Checkpoint{Name: "c", Seq: 3, Chain: chain, Note: note}))
	}
	for what, x := range map[string]struct {
		plain [][]byte
		want  string
	}{
		"nothing":                     {nil, "before the episode is whole"},
		"no episode":                  {[][]byte{all}, "it is said once, in record 1"},
		"two episodes":                {[][]byte{episode, episode}, "it is said once, in record 1"},
		"an unknown record":           {[][]byte{episode, record(9, nil)}, "kind 9, which format 1 does not have"},
		"an unknown key":              {[][]byte{record(1, archive.Encode(t, map[int]any{1: "a", 99: 1}))}, "the episode"},
		"no name":                     {[][]byte{record(1, archive.Encode(t, archive.Episode{}))}, "not a name"},
		"a record too long":           {[][]byte{binary.AppendUvarint([]byte{1}, 1<<40)}, "at most 65536"},
		"a length that is none":       {[][]byte{{1}, bytes.Repeat([]byte{0xff}, 11)}, "no number"},
		"a record without end":        {[][]byte{episode, binary.AppendUvarint([]byte{2}, 200<<20)}, "within a record"},
		"a bundle that is not there":  {[][]byte{record(1, archive.Encode(t, archive.Episode{Name: "a", Bundle: "x"})), blob}, "not the scenario's files"},
		"a content that nobody names": {[][]byte{episode, blob, one}, "not named by the event after it"},
		"a content at the end":        {[][]byte{episode, one, blob}, "named by no event"},
		"a content twice":             {[][]byte{episode, one, blob, blob}, "comes twice"},
		"a content too late":          {[][]byte{episode, all, blob}, "too late"},
		"an event left out":           {[][]byte{episode, two}, "event 2 where event 1"},
		"more events than said":       {[][]byte{episode, one, blob, two, two}, "event 2 where event 4"},
		"fewer events than said":      {[][]byte{episode, one}, "the number of events is 1"},
		"no event":                    {[][]byte{episode, record(3, lines([]byte("hello")))}, "event 1: event:"},
		"events cut short":            {[][]byte{episode, record(3, []byte{200, 1, 0})}, "cut short"},
		"an empty record of events":   {[][]byte{episode, record(3, nil)}, "without events"},
		"a checkpoint elsewhere":      {[][]byte{episode, one, blob, two, mark(2)}, "it stands after event 3"},
		"a checkpoint twice":          {[][]byte{episode, one, blob, two, mark(3), mark(3)}, "comes after"},
		"a checkpoint in the history": {[][]byte{episode, one, markAt(1, chain.Next(nil)), blob, two}, "it stands after event 1"},
		"a checkpoint within a step":  {[][]byte{episode, one, markAt(1, sim.Chain{}.Next(events[0])), blob, two}, "on event 1, within a step; the step before it ends with event 0"},
		"a name that is a point":      {[][]byte{episode, one, blob, two, record(4, archive.Encode(t, checkpoints.Checkpoint{Name: "hour:8", Seq: 3, Chain: chain}))}, "how a point of an episode is written"},
		"a name that is none":         {[][]byte{episode, one, blob, two, record(4, archive.Encode(t, checkpoints.Checkpoint{Name: "x\x1b[2J", Seq: 3, Chain: chain}))}, "not a name"},
		"a note that is too long":     {[][]byte{episode, one, blob, two, noted(strings.Repeat("x", checkpoints.NoteMost+1))}, "its note has 4097 bytes"},
		"a note with a bell":          {[][]byte{episode, one, blob, two, noted("x\a")}, "control character"},
		"a scenario with an escape":   {[][]byte{record(1, archive.Encode(t, archive.Episode{Name: "a", Scenario: "\x1b[2J"}))}, "its scenario has bytes"},
		"an agent with a line break":  {[][]byte{record(1, archive.Encode(t, archive.Episode{Name: "a", Agent: "x\ny"}))}, "its agent has bytes"},
		"an ending with no UTF-8":     {[][]byte{record(1, archive.Encode(t, archive.Episode{Name: "a", Note: "x\u202e"}))}, "its note has bytes"},
		"a name of an episode":        {[][]byte{record(1, archive.Encode(t, archive.Episode{Name: "a\x1b[2J"}))}, "not a name"},
		"another manifest":            {[][]byte{episode, one, blob, two, mark(3)}, "the manifest says of the episode"},
	} {
		to := fresh(t)
		_, err := archive.Read(ctx, bytes.NewReader(archive.Pack(t, bytes.Join(x.plain, nil), archive.Manifest{})), to, archive.Options{})
		if !errors.Is(err, archive.ErrAltered) || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%s: got %v, want %q", what, err, x.want)
		}
		if strings.ContainsAny(fmt.Sprint(err), "\x1b\n\a\u202e") {
			t.Errorf("%s: %q cannot be printed", what, err)
		}
		empty(t, to, what)
	}
}

// A file that version 1 wrote is imported for ever, and its episode can be replayed.
func TestAFileOfVersion1(t *testing.T) {
	file, err := os.Open("testdata/version1.tenure")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	s := fresh(t)
	m, err := archive.Read(ctx, file, s, archive.Options{})
	if err != nil {
		t.Fatal(err)
	}
	const want = "2eda180e1d5edd6ec41ca518b5652bb1b8f7f7cc1712975f17dcfea1accd955a"
	if got := m.Chain().String(); got != want {
		t.Errorf("got the hash %s, want %s", got, want)
	}
	b, err := s.Branch("desk-steady-1")
	if err != nil {
		t.Fatal(err)
	}
	bundle, err := s.Content(b.Bundle)
	if err != nil {
		t.Fatal(err)
	}
	sc, err := scenarios.FromBundle(bundle)
	if err != nil {
		t.Fatal(err)
	}
	chain, err := engine.Replay(sim.NewWorld(sc.Parts()...), s.Log("desk-steady-1"), engine.Visitor{})
	if err != nil || chain.String() != want {
		t.Errorf("the replay has %s, %v, want %s", chain, err, want)
	}
}

func FuzzCheck(f *testing.F) {
	file := small(f)
	f.Add(file)
	f.Add(file[:len(file)/2])
	f.Add(append(bytes.Clone(file), file...))
	f.Fuzz(func(t *testing.T, b []byte) {
		m, err := archive.Check(ctx, bytes.NewReader(b), archive.Options{})
		if err == nil && m.File.Bytes >= uint64(len(b)) {
			t.Errorf("%d bytes before the manifest, in a file of %d", m.File.Bytes, len(b))
		}
	})
}

// FuzzRecords reads any records, whose blocks and digests are right.
func FuzzRecords(f *testing.F) {
	events, content, _ := story()
	episode := archive.Record(1, archive.Encode(f, archive.Episode{Name: "a", Events: 3}))
	f.Add(episode)
	f.Add(append(append(bytes.Clone(episode), archive.Record(3, append([]byte{byte(len(events[0]))}, events[0]...))...), archive.Record(2, content)...))
	f.Fuzz(func(t *testing.T, plain []byte) {
		_, err := archive.Check(ctx, bytes.NewReader(archive.Pack(t, plain, archive.Manifest{})), archive.Options{})
		if !errors.Is(err, archive.ErrAltered) {
			t.Errorf("got %v, want altered: the manifest is empty", err)
		}
	})
}

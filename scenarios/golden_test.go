package scenarios_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tenure-sim/tenure/personas"
	"github.com/tenure-sim/tenure/scenarios"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/agents"
	"github.com/tenure-sim/tenure/sim/engine"
	"github.com/tenure-sim/tenure/sim/simtest"
)

// Golden logs are episodes as they were written once. They must be read for ever: a kind keeps its name, a field its
// number. When this test fails after a change, the change breaks every old episode; mend the change, not the file.
//
// A new kind needs a log that has it. Extend the calls in goldendeeds_test.go and write new files beside the old ones:
//
//	go test ./scenarios -run TestGolden -update NAME
//
// writes testdata/golden/desk-NAME.log.gz and portal-NAME.log.gz and refuses to overwrite any.
var update = flag.String("update", "", "write new golden logs under this name")

const goldenFolder = "testdata/golden"

// golden is a log with all it takes to read it: the scenario's archive, the events, the contents they name, the hash.
type golden struct {
	bundle   []byte
	events   [][]byte
	contents [][]byte
	chain    sim.Chain
}

// write packs the pieces one after the other, each with its length before it.
func (g golden) write(to io.Writer) error {
	z, err := gzip.NewWriterLevel(to, gzip.BestCompression)
	if err != nil {
		return err
	}
	put := func(b []byte) error {
		_, err := z.Write(append(binary.AppendUvarint(nil, uint64(len(b))), b...))
		return err
	}
	list := func(of [][]byte) error {
		err := put(binary.AppendUvarint(nil, uint64(len(of))))
		for _, b := range of {
			err = errors.Join(err, put(b))
		}
		return err
	}
	return errors.Join(put(g.bundle), list(g.events), list(g.contents), put(g.chain[:]), z.Close())
}

func readGolden(path string) (g golden, err error) {
	f, err := os.Open(path)
	if err != nil {
		return g, err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return g, err
	}
	raw, err := io.ReadAll(z)
	r := bytes.NewReader(raw)
	get := func() []byte {
		n, bad := binary.ReadUvarint(r)
		b := make([]byte, min(n, uint64(r.Len())))
		_, cut := io.ReadFull(r, b)
		err = errors.Join(err, bad, cut)
		return b
	}
	list := func() (out [][]byte) {
		n, _ := binary.Uvarint(get())
		for range n {
			out = append(out, get())
		}
		return out
	}
	g.bundle, g.events, g.contents = get(), list(), list()
	if copy(g.chain[:], get()) != len(g.chain) {
		err = errors.Join(err, fmt.Errorf("the hash is cut short"))
	}
	return g, err
}

func (g golden) log() *simtest.MemLog {
	m := &simtest.MemLog{Events: g.events, Contents: map[sim.Hash][]byte{}}
	for _, c := range g.contents {
		m.Contents[sim.HashOf(c)] = c
	}
	return m
}

func TestGoldenLogsAreReadAndFoldedAsEver(t *testing.T) {
	if *update != "" {
		writeGolden(t, *update)
	}
	files, err := filepath.Glob(goldenFolder + "/*.log.gz")
	if err != nil || len(files) == 0 {
		t.Fatalf("no golden logs: %v", err)
	}
	seen := map[string]int{}
	for _, f := range files {
		t.Run(filepath.Base(f), func(t *testing.T) { replayGolden(t, f, seen) })
	}
	for _, kind := range allKinds(t) {
		if seen[kind] == 0 && !strings.HasPrefix(kind, "test.") {
			t.Errorf("no golden log has an event of kind %s", kind)
		}
	}
}

// replayGolden reads a log as a program does that was made after it.
func replayGolden(t *testing.T, path string, seen map[string]int) {
	g, err := readGolden(path)
	if err != nil {
		t.Fatal(err)
	}
	sc, err := scenarios.FromBundle(g.bundle)
	if err != nil {
		t.Fatal(err)
	}
	w, dec, enc := sim.NewWorld(sc.Parts()...), sim.NewCodec(sc.Parts()...), sim.NewCodec(sc.Parts()...)
	w.Provide(g.log().Content)
	var chain sim.Chain
	for i, raw := range g.events {
		e, err := dec.Decode(raw)
		if err != nil {
			t.Fatalf("event %d: %v", i+1, err)
		}
		if again := enc.Encode(e); !bytes.Equal(again, raw) {
			t.Fatalf("event %d (%s) is written as %x and was %x", i+1, e.Body.Kind(), again, raw)
		}
		seen[e.Body.Kind()]++
		chain = chain.Next(raw)
		if _, end := e.Body.(sim.Ended); end || i == len(g.events)-1 && w.Ended() == nil {
			look(t, w.Clone(), sc.Agent.ID)
		}
		w.Apply(e)
	}
	if chain != g.chain {
		t.Errorf("the hash is %s, want %s", chain, g.chain)
	}
	if replayed, err := engine.Replay(sim.NewWorld(sc.Parts()...), g.log(), engine.Visitor{}); err != nil || replayed != g.chain {
		t.Errorf("the engine replays it to %s: %v", replayed, err)
	}
}

// look uses what the log was folded into, contents included.
func look(t *testing.T, w *sim.World, who sim.ActorID) {
	for tool, args := range map[string]sim.Args{"mail_list": {"limit": int64(100)}, "docs_list": {"query": "the"}, "files_search": {"query": "a"},
		"sheets_search": {"query": "a"}, "tickets_board": {}, "chat_search": {"query": "a"}, "calendar_list": {}, "directory_list": {}, "notes_list": {}} {
		if out := w.Do(sim.Call{By: who, Tool: tool, Args: args}); out.Rejected != nil {
			t.Errorf("%s: %s", tool, out.Rejected)
		}
	}
}

// allKinds are the kinds of the kernel and of all parts.
func allKinds(t testing.TB) []string {
	bodies := []sim.Body{sim.Founded{}, sim.Opened{}, sim.Fired{}, sim.Rejected{}, sim.Ended{}, sim.Asked{}, sim.Replied{},
		sim.Began{}, sim.Called{}, sim.Waiting{}, sim.Ready{}, sim.Done{}}
	for _, p := range opened(t, "desk").Parts() {
		bodies = append(bodies, p.Kinds()...)
	}
	kinds := map[string]bool{}
	for _, b := range bodies {
		kinds[b.Kind()] = true
	}
	return slices.Sorted(maps.Keys(kinds))
}

func writeGolden(t *testing.T, name string) {
	for scenario, make := range map[string]func(testing.TB) golden{"desk": goldenDesk, "portal": goldenPortal} {
		var b bytes.Buffer
		g := make(t)
		if t.Failed() {
			t.FailNow()
		}
		if err := g.write(&b); err != nil {
			t.Fatal(err)
		}
		if b.Len() > 250_000 {
			t.Errorf("%s has %d bytes, more than 250,000", scenario, b.Len())
		}
		path := filepath.Join(goldenFolder, scenario+"-"+name+".log.gz")
		f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		if err != nil {
			t.Fatal(err)
		}
		_, err = f.Write(b.Bytes())
		if err := errors.Join(err, f.Close()); err != nil {
			t.Fatal(err)
		}
	}
}

// goldenPortal is the start of the portal with an agent at work.
func goldenPortal(t testing.TB) golden {
	sc := opened(t, "portal")
	w := sim.NewWorld(sc.Parts()...)
	steady, err := agents.New("steady", briefing(sc, w))
	if err != nil {
		t.Fatal(err)
	}
	log := &simtest.MemLog{}
	backing := personas.Back(personas.Backing{Small: true, Strong: true, Reader: true, Latitude: personas.LatitudeActs})
	ep, err := engine.Create(w, engine.Config{Log: log, Model: &simtest.Speaker{Odd: 5}}, sc.Lay(4, backing))
	if err != nil {
		t.Fatal(err)
	}
	defer ep.Close()
	asks := &simtest.Walker{}
	for _, who := range sc.Cast {
		asks.Do = append(asks.Do, simtest.Call("chat_direct", "to", who, "text", "Could you please review the "+sc.Work.Deliverables[0].Title+"?"))
	}
	for _, play := range []struct {
		agent engine.Agent
		until time.Duration
	}{{asks, 8 * time.Hour}, {steady, 16 * time.Hour}} {
		limits := engine.Limits{Until: sc.At(play.until)}
		if _, err = ep.Run(context.Background(), map[sim.ActorID]engine.Agent{sc.Agent.ID: play.agent}, limits); err != nil {
			t.Fatal(err)
		}
	}
	return pack(t, sc, log.Events, log.Contents, ep.Chain())
}

func pack(t testing.TB, sc *scenarios.Scenario, events [][]byte, contents map[sim.Hash][]byte, chain sim.Chain) golden {
	bundle, err := sc.Bundle()
	if err != nil {
		t.Fatal(err)
	}
	g := golden{bundle: bundle, events: events, chain: chain}
	for _, h := range slices.Sorted(maps.Keys(contents)) {
		g.contents = append(g.contents, contents[h])
	}
	return g
}

// clerk writes down what a world does.
type clerk struct {
	t        testing.TB
	w        *sim.World
	codec    *sim.Codec
	events   [][]byte
	contents map[sim.Hash][]byte
	chain    sim.Chain
}

func (c *clerk) take(o sim.Outcome) error {
	for _, e := range o.Events {
		raw := c.codec.Encode(e)
		c.events, c.chain = append(c.events, raw), c.chain.Next(raw)
	}
	for _, b := range o.Contents {
		c.contents[sim.HashOf(b)] = b
	}
	return nil
}

// tick lets happen what is due first; questions are answered with a fixed word.
func (c *clerk) tick() {
	if q, asking := c.w.Asking(); asking {
		c.take(c.w.Reply(sim.Replied{ID: q.ID, Owner: q.Owner, Text: "yes", Model: "fixed", In: 3, Out: 1}))
		return
	}
	c.take(c.w.Fire())
}

// act is an action of the agent with all that follows until it is ready again.
func (c *clerk) act(agent sim.ActorID, tool, args string) {
	c.t.Helper()
	c.take(c.w.Begin(agent, sim.Began{Tool: tool, Args: args}))
	for c.w.Ended() == nil {
		if o, ready := c.w.Waits(); ready {
			if o.Rejected != "" {
				c.t.Errorf("%s %s: %s", tool, args, o.Rejected)
			}
			return
		}
		c.tick()
	}
}

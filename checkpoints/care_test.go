package checkpoints_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fxamacker/cbor/v2"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
)

// said is the body of a made-up event: it names a content.
type said struct {
	Text    string   `cbor:"1,keyasint"`
	Content sim.Hash `cbor:"2,keyasint,omitempty"`
}

// frame encodes an event as sim does: an array of seven. Each begins a step, so that checkpoints and forks may stand anywhere.
func frame(t *testing.T, seq uint64, body any) []byte {
	t.Helper()
	raw, err := cbor.Marshal([]any{seq, int64(seq) * 1000, uint64(1), seq / 2, nil, "sim.fired", body})
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// writer appends made-up steps to branches and remembers what every event was.
type writer struct {
	t      *testing.T
	s      *checkpoints.Store
	events map[string][][]byte // a branch's whole past
	chains map[string][]sim.Chain
}

func newWriter(t *testing.T, s *checkpoints.Store) *writer {
	return &writer{t: t, s: s, events: map[string][][]byte{}, chains: map[string][]sim.Chain{}}
}

func (w *writer) create(name string) {
	w.t.Helper()
	if _, err := w.s.Create(checkpoints.Branch{Name: name, Scenario: "pond", Agent: "steady"}, []byte("the bundle")); err != nil {
		w.t.Fatal(err)
	}
}

// step appends n events, the last of which names a content.
func (w *writer) step(name string, n int, content []byte) {
	w.t.Helper()
	if err := w.s.Append(name, w.next(name, n, content)); err != nil {
		w.t.Fatal(err)
	}
}

// next is the batch with which a branch goes on: n events, the last of which names a content, if there is one.
func (w *writer) next(name string, n int, content []byte) sim.Batch {
	w.t.Helper()
	past := w.events[name]
	b := sim.Batch{After: uint64(len(past))}
	if len(past) > 0 {
		b.Chain = w.chains[name][len(past)-1]
	}
	for i := range n {
		seq := b.After + uint64(i) + 1
		body := said{Text: fmt.Sprintf("%s says %d %s", name, seq, strings.Repeat("la ", int(seq%40)))}
		if content != nil && i == n-1 {
			body.Content, b.Contents = sim.HashOf(content), [][]byte{content}
		}
		e := frame(w.t, seq, body)
		b.Chain, b.At = b.Chain.Next(e), clock.Time(seq*1000)
		b.Events = append(b.Events, e)
		w.events[name], w.chains[name] = append(w.events[name], e), append(w.chains[name], b.Chain)
	}
	return b
}

func (w *writer) fork(parent, name string, at uint64) {
	w.t.Helper()
	if _, err := w.s.Fork(checkpoints.Fork{Parent: parent, At: at, Names: []string{name}}); err != nil {
		w.t.Fatal(err)
	}
	w.events[name] = append([][]byte(nil), w.events[parent][:at]...)
	w.chains[name] = append([]sim.Chain(nil), w.chains[parent][:at]...)
}

func (w *writer) mark(branch, name string, seq uint64) {
	w.t.Helper()
	if err := w.s.Mark(branch, checkpoints.Checkpoint{Name: name, Seq: seq, Chain: w.chains[branch][seq-1], Why: "hand"}); err != nil {
		w.t.Fatal(err)
	}
}

func (w *writer) snapshot(branch string, seq uint64) {
	w.t.Helper()
	snap := sim.Snapshot{Seq: seq, Chain: w.chains[branch][seq-1], Layout: sim.HashOf([]byte("layout")), State: []byte(strings.Repeat("state ", 40))}
	if err := w.s.Keep(branch, snap); err != nil {
		w.t.Fatal(err)
	}
}

func text(i int) []byte {
	return fmt.Appendf(nil, "content %d %s", i, strings.Repeat("words and ", i%30))
}

// rich fills a store with everything there is: two logs of many pages, forks, a fork of a fork, checkpoints, snapshots,
// a content of several pages and one that two episodes name.
func rich(t *testing.T, path string) *writer {
	t.Helper()
	s, err := checkpoints.Open(path, checkpoints.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	w := newWriter(t, s)
	w.create("alpha")
	for i := range 60 {
		w.step("alpha", i%4+1, text(i))
	}
	noise := make([]byte, 20_000)
	for i := range noise {
		noise[i] = byte(i * i >> 3)
	}
	w.step("alpha", 2, noise)
	w.create("beta")
	for i := range 20 {
		w.step("beta", 3, text(i+7))
	}
	w.fork("alpha", "gamma", 56)
	w.step("gamma", 5, text(1000))
	w.fork("gamma", "delta", 61)
	w.step("delta", 2, nil)
	w.fork("alpha", "empty", 26)
	w.mark("alpha", "early", 10)
	w.mark("alpha", "late", 150)
	w.mark("gamma", "mine", 61)
	w.snapshot("alpha", 100)
	w.snapshot("gamma", 61)
	return w
}

var richNames = []string{"alpha", "beta", "gamma", "delta", "empty"}

// richFile is a copy of one rich store and what was written to it. bbolt lays the pages of equal stores out in another
// way each time; a damage is drawn by page and must be the same in every run. With TENURE_FRESH=1 the file is made anew.
func richFile(t *testing.T) (*writer, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "rich.db")
	w := rich(t, path)
	if os.Getenv("TENURE_FRESH") == "" {
		writeFile(t, path, readFile(t, filepath.Join("testdata", "rich.db")))
	}
	return w, path
}

func verify(t *testing.T, path string) checkpoints.VerifyResult {
	t.Helper()
	res, err := checkpoints.Verify(context.Background(), path, checkpoints.VerifyOptions{Naming: &sim.Naming{}})
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// same says whether a store's branch is the writer's, up to an event.
func (w *writer) same(s *checkpoints.Store, name string, last uint64) error {
	n := uint64(0)
	err := s.Read(name, 0, func(seq uint64, e []byte) error {
		n++
		if seq != n || seq > uint64(len(w.events[name])) || string(e) != string(w.events[name][seq-1]) {
			return fmt.Errorf("event %d is not what was written", seq)
		}
		return nil
	})
	if err == nil && n != last {
		err = fmt.Errorf("it has %d events, want %d", n, last)
	}
	return err
}

func mustOpen(t *testing.T, path string) *checkpoints.Store {
	t.Helper()
	s, err := checkpoints.Open(path, checkpoints.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func readFile(t *testing.T, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func writeFile(t *testing.T, path string, b []byte) {
	t.Helper()
	if err := os.WriteFile(path, b, 0o644); err != nil {
		t.Fatal(err)
	}
}

package checkpoints_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/sim"
)

// What could not be read or exported again is refused, and nothing of the batch is written.
func TestWhatIsTooLargeIsRefusedAndNothingIsWritten(t *testing.T) {
	s := fresh(t)
	create(t, s, checkpoints.Branch{Name: "a"})
	most := make([]byte, checkpoints.EventMost)
	for what, b := range map[string]sim.Batch{
		"an event":             {Events: [][]byte{[]byte("small"), make([]byte, checkpoints.EventMost+1)}, Contents: [][]byte{[]byte("c")}},
		"events together":      {Events: [][]byte{most, most, most}},
		"a content":            {Events: [][]byte{[]byte("small")}, Contents: [][]byte{make([]byte, checkpoints.ContentMost+1)}},
		"a content by itself":  {Contents: [][]byte{[]byte("c"), make([]byte, checkpoints.ContentMost+1)}},
		"an event in a branch": {After: 0, Events: [][]byte{make([]byte, checkpoints.EventMost+1)}},
	} {
		if err := s.Append("a", b); !errors.Is(err, checkpoints.ErrLarge) {
			t.Errorf("%s: got %v, want too large", what, err)
		}
	}
	first := sim.Batch{Events: [][]byte{make([]byte, checkpoints.EventMost+1)}}
	if _, err := s.Fork(checkpoints.Fork{Parent: "a", Names: []string{"b"}, First: []sim.Batch{first}}); !errors.Is(err, checkpoints.ErrLarge) {
		t.Errorf("a fork's first event: got %v, want too large", err)
	}
	if _, err := s.Create(checkpoints.Branch{Name: "c"}, make([]byte, checkpoints.ContentMost+1)); !errors.Is(err, checkpoints.ErrLarge) {
		t.Errorf("a scenario: got %v, want too large", err)
	}
	if err := s.Keep("a", sim.Snapshot{State: make([]byte, checkpoints.ContentMost)}); !errors.Is(err, checkpoints.ErrLarge) {
		t.Errorf("a snapshot: got %v, want too large", err)
	}
	if err := s.Log("a").Keep(sim.Snapshot{State: make([]byte, checkpoints.ContentMost)}); err != nil {
		t.Errorf("a run does without a snapshot that is too large; got %v", err)
	}
	if err := s.Append("a", sim.Batch{Events: [][]byte{[]byte("event 1 ")}}); err != nil {
		t.Fatal(err)
	}
	if n, err := s.Count("contents"); n != 1 || err != nil || len(read(t, s, "a", 0)) != 1 { // create's bundle
		t.Errorf("got %d contents, %v; want nothing of what was refused", n, err)
	}
	if bs, err := s.Branches(); len(bs) != 1 || err != nil {
		t.Errorf("got %v, %v; want a alone", bs, err)
	}
}

func TestTheLargestEventIsReadAgain(t *testing.T) {
	if testing.Short() {
		t.Skip("64 MiB")
	}
	s := fresh(t)
	create(t, s, checkpoints.Branch{Name: "a"})
	want := bytes.Repeat([]byte{'x'}, checkpoints.EventMost)
	if err := s.Append("a", sim.Batch{Events: [][]byte{want}}); err != nil {
		t.Fatal(err)
	}
	err := s.Read("a", 0, func(_ uint64, e []byte) error {
		if !bytes.Equal(e, want) {
			return errors.New("it is not what was written")
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// What is printed may come from a file of somebody else's: none of it may move a terminal's cursor.
func TestTextsThatATerminalWouldObeyAreRefused(t *testing.T) {
	s := fresh(t)
	create(t, s, checkpoints.Branch{Name: "a"})
	grow(t, s, "a", 3)
	for what, bad := range map[string]string{
		"escape": "x\x1b[2J", "a line break": "x\ny", "a bell": "x\a", "another direction": "x\u202ey", "no UTF-8": "x\xff", "a separator of lines": "x\u2028y",
		"much": strings.Repeat("x", checkpoints.NoteMost+1),
	} {
		for where, err := range map[string]error{
			"a scenario": second(s.Create(checkpoints.Branch{Name: "b", Scenario: bad}, nil)),
			"an agent":   second(s.Create(checkpoints.Branch{Name: "b", Agent: bad}, nil)),
			"a stage":    second(s.Stage(checkpoints.Branch{Name: "b", Agent: bad}, nil)),
			"a fork":     second(s.Fork(checkpoints.Fork{Parent: "a", At: 1, Names: []string{"b"}, Agent: bad})),
			"a note":     s.Mark("a", checkpoints.Checkpoint{Name: "m", Seq: 1, Note: bad}),
			"a reason":   s.Mark("a", checkpoints.Checkpoint{Name: "m", Seq: 1, Why: bad}),
			"an ending":  s.Log("a").Annotate(bad),
		} {
			if !errors.Is(err, checkpoints.ErrText) || strings.ContainsAny(err.Error(), "\x1b\n\a\u202e\xff\u2028") {
				t.Errorf("%s in %s: got %q, want a refusal that can be printed", what, where, err)
			}
		}
		for where, err := range map[string]error{
			"an episode":   second(s.Create(checkpoints.Branch{Name: bad}, nil)),
			"a rename":     s.Rename("a", bad),
			"a checkpoint": s.Mark("a", checkpoints.Checkpoint{Name: bad, Seq: 1}),
			"a rollout":    second(s.Take("a", checkpoints.Holder{Rollout: bad})),
		} {
			if !errors.Is(err, checkpoints.ErrName) || strings.ContainsAny(err.Error(), "\x1b\n\a\u202e\xff\u2028") {
				t.Errorf("%s as the name of %s: got %q, want a refusal that can be printed", what, where, err)
			}
		}
	}
	if bs, err := s.AllBranches(); len(bs) != 1 || err != nil {
		t.Errorf("got %v, %v; want a alone", bs, err)
	}
}

func second[T any](_ T, err error) error { return err }

func TestTidyMakesATextThatIsTaken(t *testing.T) {
	for text, want := range map[string]string{
		"a note": "a note", "two\nlines": "two lines", "\x1b[2Jx": "[2Jx", "x\xffy": "x y", "äöüäöü": "äöü…", "": "",
	} {
		got := checkpoints.Tidy(text, 9)
		if got != want || checkpoints.CheckText("it", got, 9) != nil {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

func TestNoCheckpointHasANameThatReadsAsAPoint(t *testing.T) {
	s := fresh(t)
	create(t, s, checkpoints.Branch{Name: "a"})
	grow(t, s, "a", 3)
	for _, name := range []string{"last", "17", "hour:8", "day:2", "2026-03-09", "after:chat.posted"} {
		if err := s.Mark("a", checkpoints.Checkpoint{Name: name, Seq: 1}); !errors.Is(err, checkpoints.ErrName) {
			t.Errorf("%s: got %v, want it refused", name, err)
		}
	}
	mark(t, s, "a", "hour-8", 1)
}

func TestCheckpointsAreMarkedAllOrNone(t *testing.T) {
	s := fresh(t)
	create(t, s, checkpoints.Branch{Name: "a"})
	grow(t, s, "a", 9)
	err := s.Mark("a", checkpoints.Checkpoint{Name: "x", Seq: 1}, checkpoints.Checkpoint{Name: "y", Seq: 2}, checkpoints.Checkpoint{Name: "x", Seq: 3})
	if !errors.Is(err, checkpoints.ErrExists) || marks(t, s, "a") != "" {
		t.Errorf("got %v and %q, want none of them", err, marks(t, s, "a"))
	}
	if err := s.Mark("a", checkpoints.Checkpoint{Name: "x", Seq: 3}, checkpoints.Checkpoint{Name: "y", Seq: 2}); err != nil || marks(t, s, "a") != "y x" {
		t.Errorf("got %v and %q, want both", err, marks(t, s, "a"))
	}
	if err := s.Mark("a"); err != nil {
		t.Errorf("no checkpoints at all: %v", err)
	}
}

func TestAnEpisodesCheckpointsAreBounded(t *testing.T) {
	s := fresh(t)
	create(t, s, checkpoints.Branch{Name: "a"})
	grow(t, s, "a", 9)
	note := strings.Repeat("n", checkpoints.NoteMost)
	var cs []checkpoints.Checkpoint
	for i := range checkpoints.MarkBytesMost / checkpoints.NoteMost {
		cs = append(cs, checkpoints.Checkpoint{Name: fmt.Sprint("m", i), Seq: 5, Chain: chainOf(t, s, "a", 5), Note: note})
	}
	if err := s.Mark("a", cs...); !errors.Is(err, checkpoints.ErrLarge) || marks(t, s, "a") != "" {
		t.Errorf("got %v, want them refused: they have more bytes than %d", err, checkpoints.MarkBytesMost)
	}
	if err := s.Mark("a", cs[:len(cs)*9/10]...); err != nil {
		t.Error(err)
	}
	if err := s.Mark("a", cs[len(cs)*9/10:]...); !errors.Is(err, checkpoints.ErrLarge) {
		t.Errorf("got %v, want the rest refused", err)
	}
}

package checkpoints_test

import (
	"errors"
	"testing"

	"github.com/tenure-sim/tenure/checkpoints"
)

// What was spent outlives the process, appends and notes; a fork begins with nothing, and whoever lost the branch notes nothing.
func TestWhatWasSpentIsKeptBesideTheLog(t *testing.T) {
	path := t.TempDir() + "/s.db"
	s, err := checkpoints.Open(path, checkpoints.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Create(checkpoints.Branch{Name: "a"}, nil); err != nil {
		t.Fatal(err)
	}
	old, err := s.Take("a", checkpoints.Holder{Rollout: "r", Attempt: 1})
	if err != nil {
		t.Fatal(err)
	}
	if err := old.NoteSpent([]byte("three")); err != nil {
		t.Fatal(err)
	}
	late, err := s.Take("a", checkpoints.Holder{Rollout: "r", Attempt: 2})
	if err != nil {
		t.Fatal(err)
	}
	if err := late.Annotate("stopped"); err != nil {
		t.Fatal(err)
	}
	if err := old.NoteSpent([]byte("none")); !errors.Is(err, checkpoints.ErrFenced) {
		t.Errorf("who lost the branch got %v", err)
	}
	if err := late.NoteSpent(make([]byte, checkpoints.SpentMost+1)); !errors.Is(err, checkpoints.ErrLarge) {
		t.Errorf("too much got %v", err)
	}
	if err := late.NoteSpent([]byte("\xff")); err == nil {
		t.Error("what no record can hold was taken")
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if s, err = checkpoints.Open(path, checkpoints.Options{ReadOnly: true}); err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if h, err := s.Head("a"); err != nil || h.Spent != "three" || h.Note != "stopped" {
		t.Errorf("got %q, %q, %v", h.Spent, h.Note, err)
	}
}

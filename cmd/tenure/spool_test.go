package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A pager that waited on the first page of a long log once kept every writer out.
func TestAReaderThatWaitsKeepsNoWriterOut(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	c.ok("run", "desk", "--report", "none")
	want := c.ok("log", "desk-steady-1", "--all", "--json")
	if len(want) < 100_000 {
		t.Fatalf("%d bytes fit into a pipe", len(want))
	}
	from, to, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer from.Close()
	cmd := exec.Command(binary, "log", "desk-steady-1", "--all", "--json")
	cmd.Dir, cmd.Stdout = c.dir, to
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	to.Close()
	if _, err := from.Read(make([]byte, 1)); err != nil { // it has begun to print
		t.Fatal(err)
	}
	c.ok("checkpoint", "create", "desk-steady-1@hour:2", "meanwhile", "--wait", "20s")
	rest, err := io.ReadAll(from)
	if err := errors.Join(err, cmd.Wait()); err != nil || string(rest) != want[1:] {
		t.Errorf("got %d bytes of %d, %v", len(rest)+1, len(want), err)
	}
}

func TestASpoolHandsOnInOrder(t *testing.T) {
	from, to := io.Pipe()
	s := newSpool(to)
	var want strings.Builder
	for i := range 500 {
		line := strings.Repeat("x", i) + "\n"
		want.WriteString(line)
		if n, err := s.Write([]byte(line)); n != len(line) || err != nil {
			t.Fatalf("line %d: %d, %v", i, n, err)
		}
	}
	go func() {
		s.drain()
		to.Close()
	}()
	got, err := io.ReadAll(from)
	if err != nil || !bytes.Equal(got, []byte(want.String())) {
		t.Errorf("got %d bytes of %d, %v", len(got), want.Len(), err)
	}
}

func TestASpoolTellsWhatWentWrong(t *testing.T) {
	from, to := io.Pipe()
	s := newSpool(to)
	gone := errors.New("gone")
	from.CloseWithError(gone)
	s.Write([]byte("a line"))
	if err := s.drain(); !errors.Is(err, gone) {
		t.Errorf("got %v, want what the pipe says", err)
	}
	if _, err := s.Write([]byte("another")); !errors.Is(err, gone) {
		t.Errorf("got %v, want what the pipe says", err)
	}
	file, err := os.Create(filepath.Join(t.TempDir(), "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if newOutput(file).spool != nil {
		t.Error("a file is spooled: nobody keeps it waiting")
	}
}

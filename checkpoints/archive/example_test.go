package archive_test

import (
	"bytes"
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/checkpoints/archive"
	"github.com/tenure-sim/tenure/sim"
)

// An episode leaves one store and comes into another.
func Example() {
	dir, err := os.MkdirTemp("", "archive-")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	from, err := checkpoints.Open(filepath.Join(dir, "from.db"), checkpoints.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer from.Close()
	if _, err := from.Create(checkpoints.Branch{Name: "first", Scenario: "toy"}, nil); err != nil {
		log.Fatal(err)
	}
	event := sim.NewCodec().Encode(sim.Event{Seq: 1, Actor: sim.Nature, Body: sim.Founded{Scenario: "toy"}})
	if err := from.Append("first", sim.Batch{Events: [][]byte{event}, Chain: sim.Chain{}.Next(event)}); err != nil {
		log.Fatal(err)
	}

	var file bytes.Buffer
	if _, err := archive.Write(context.Background(), &file, from, archive.Options{Episode: "first"}); err != nil {
		log.Fatal(err)
	}
	to, err := checkpoints.Open(filepath.Join(dir, "to.db"), checkpoints.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer to.Close()
	m, err := archive.Read(context.Background(), &file, to, archive.Options{Name: "second"})
	if err != nil {
		log.Fatal(err)
	}
	h, err := to.Head("second")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(m.Episode.Name, m.Episode.Scenario, m.Episode.Events, h.Chain == m.Chain())
	// Output: first toy 1 true
}

// A file is checked without a store. Where it broke is in the error.
func ExampleCheck() {
	file, err := os.ReadFile("testdata/version1.tenure")
	if err != nil {
		log.Fatal(err)
	}
	m, err := archive.Check(context.Background(), bytes.NewReader(file), archive.Options{})
	fmt.Println(m.Episode.Name, m.Episode.Events, err)
	_, err = archive.Check(context.Background(), bytes.NewReader(file[:20_000]), archive.Options{})
	fmt.Println(err)
	// Output:
	// desk-steady-1 488 <nil>
	// check: at byte 24, after record 0 and event 0: the file is cut short: block 1 has 19960 of its 29652 bytes
}

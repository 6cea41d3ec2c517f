package checkpoints_test

import (
	"errors"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/sim"
)

// exampleStore makes a store with the episode "base" of four events. Real ones come from sim/engine.
func exampleStore() (*checkpoints.Store, func()) {
	dir, err := os.MkdirTemp("", "tenure-example-")
	if err != nil {
		log.Fatal(err)
	}
	s, err := checkpoints.Open(filepath.Join(dir, "runs.db"), checkpoints.Options{})
	if err == nil {
		_, err = s.Create(checkpoints.Branch{Name: "base", Agent: "steady", Seed: 1}, nil)
	}
	if err == nil {
		err = s.Append("base", exampleBatch(0, sim.Chain{}, "one", "two", "three", "four"))
	}
	if err != nil {
		log.Fatal(err)
	}
	return s, func() {
		if err := errors.Join(s.Close(), os.RemoveAll(dir)); err != nil {
			log.Fatal(err)
		}
	}
}

func exampleBatch(after uint64, chain sim.Chain, events ...string) sim.Batch {
	b := sim.Batch{After: after, Chain: chain}
	for _, e := range events {
		b.Events = append(b.Events, []byte(e))
		b.Chain = b.Chain.Next([]byte(e))
	}
	return b
}

func ExampleStore_Fork() {
	s, done := exampleStore()
	defer done()
	forks, err := s.Fork(checkpoints.Fork{Parent: "base", At: 2, Names: []string{"bold", "careful"}})
	if err != nil {
		log.Fatal(err)
	}
	h, err := s.Head("bold")
	if err != nil {
		log.Fatal(err)
	}
	if err := s.Append("bold", exampleBatch(2, h.Chain, "a third of its own")); err != nil {
		log.Fatal(err)
	}
	for _, b := range forks {
		fmt.Printf("%s, from event %d of %s:\n", b.Name, b.At, b.Parent)
		err := s.Read(b.Name, 0, func(seq uint64, event []byte) error {
			fmt.Printf("  %d %s\n", seq, event)
			return nil
		})
		if err != nil {
			log.Fatal(err)
		}
	}
	// Output:
	// bold, from event 2 of base:
	//   1 one
	//   2 two
	//   3 a third of its own
	// careful, from event 2 of base:
	//   1 one
	//   2 two
}

func ExampleStore_Mark() {
	s, done := exampleStore()
	defer done()
	for _, c := range []checkpoints.Checkpoint{
		{Name: "before-the-review", Seq: 3, Why: checkpoints.ByHand},
		{Name: "kick-off", Seq: 1, Why: checkpoints.ByHand, Note: "all present"},
	} {
		if err := s.Mark("base", c); err != nil {
			log.Fatal(err)
		}
	}
	if _, err := s.Fork(checkpoints.Fork{Parent: "base", At: 2, Names: []string{"fork"}}); err != nil {
		log.Fatal(err)
	}
	for _, branch := range []string{"base", "fork"} {
		cs, err := s.Checkpoints(branch)
		if err != nil {
			log.Fatal(err)
		}
		for _, c := range cs {
			fmt.Println(branch, "has", c.Name, "at event", c.Seq)
		}
	}
	// Output:
	// base has kick-off at event 1
	// base has before-the-review at event 3
	// fork has kick-off at event 1
}

func ExampleStore_Take() {
	s, done := exampleStore()
	defer done()
	first, err := s.Take("base", checkpoints.Holder{Rollout: "r7", Attempt: 1})
	if err != nil {
		log.Fatal(err)
	}
	// The machine seems to be gone, so the rollout is tried again elsewhere.
	second, err := s.Take("base", checkpoints.Holder{Rollout: "r7", Attempt: 2})
	if err != nil {
		log.Fatal(err)
	}
	h, err := s.Head("base")
	if err != nil {
		log.Fatal(err)
	}
	next := exampleBatch(h.Seq, h.Chain, "five")
	err = first.Append(next) // it was only slow
	fmt.Println("attempt 1:", err)
	fmt.Println("attempt 1 is shut out:", errors.Is(err, checkpoints.ErrFenced))
	fmt.Println("attempt 2:", second.Append(next))
	// Output:
	// attempt 1: append 1 event to base: the episode is held by another attempt: attempt 2 of rollout r7 has it, and this is attempt 1 of rollout r7
	// attempt 1 is shut out: true
	// attempt 2: <nil>
}

package engine_test

import (
	"context"
	"testing"
	"time"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/engine"
	"github.com/tenure-sim/tenure/sim/simtest"
)

// long is a foundation with a history of a thousand croaks.
func long(w *sim.World, emit func(sim.Outcome) error) error {
	return lay("bob")(w, func(o sim.Outcome) error {
		if err := emit(o); err != nil || w.Seq() > 1 {
			return err
		}
		for i := range 1000 {
			at := w.Founding().Start.Add(time.Duration(i-1000) * time.Minute)
			past, err := w.Recall(at, sim.Call{By: "amy", Tool: "pond_croak"})
			if err != nil {
				return err
			}
			if err := emit(past); err != nil {
				return err
			}
		}
		return nil
	})
}

func TestAFoundationIsSavedWholeOrNotAtAll(t *testing.T) {
	whole := &simtest.MemLog{}
	if _, err := engine.Create(newWorld(), engine.Config{Log: whole}, long); err != nil {
		t.Fatal(err)
	}
	n := len(whole.Events)
	if n < 1000 {
		t.Fatalf("the foundation has %d events, too few to tell", n)
	}
	failing := &simtest.MemLog{FailAt: uint64(n)}
	if _, err := engine.Create(newWorld(), engine.Config{Log: failing}, long); err == nil {
		t.Error("an append that failed was not reported")
	}
	if len(failing.Events) != 0 {
		t.Errorf("%d of %d events of a foundation are left in the log, want none or all", len(failing.Events), n)
	}
	e, err := engine.Open(context.Background(), newWorld(), engine.Config{Log: whole}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	if o, ok := e.World().Waits(); !ok || o.Agent != "bob" {
		t.Errorf("after the foundation %q waits, want bob", o.Agent)
	}
}

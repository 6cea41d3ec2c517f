package simcheck

import (
	"strings"
	"testing"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/work"
)

// hush is a part that lets somebody promise something and then sees to it that nobody finds the promise past due.
type hush struct{}

type hushed struct {
	Key string `cbor:"1,keyasint"`
}

func (hushed) Kind() string { return "hush.hushed" }
func (h hushed) Timers() []sim.Timer {
	return []sim.Timer{{Owner: "work", Key: h.Key, Due: clock.Never}}
}

func (hush) Name() string      { return "hush" }
func (hush) Kinds() []sim.Body { return []sim.Body{hushed{}} }
func (hush) Clone() sim.Part   { return hush{} }
func (hush) Apply(sim.Event)   {}
func (hush) Tools() []sim.Tool {
	return []sim.Tool{{Name: "hush_hush", Internal: true, Params: []sim.Param{{Name: "id", Type: sim.String}},
		Decide: func(_ sim.View, _ sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
			return sim.Result{}, []sim.Fact{{Body: hushed{a.String("id")}}}, nil
		}}}
}

func (hush) React(v sim.View, e sim.Event) []sim.Call {
	switch b := e.Body.(type) {
	case sim.Opened:
		return []sim.Call{{By: sim.Script, Tool: "work_promise", Args: sim.Args{"id": "cake", "by": "robin", "to": "ann", "what": "a cake",
			"due": v.Horizon().Add(-time.Hour)}}}
	case work.CommitmentPromised:
		return []sim.Call{{By: sim.Script, Tool: "hush_hush", Args: sim.Args{"id": b.ID}}}
	}
	return nil
}

func TestAPromiseThatNobodyFindsPastDueIsAFinding(t *testing.T) {
	s, err := OfScenario("../../scenarios/testdata/base", "null")
	if err != nil {
		t.Fatal(err)
	}
	if r := checked(t, s, 1, Config{Legs: []Leg{}}); !r.OK {
		t.Fatalf("the scenario as it is: %+v", r.Legs[0].Finding)
	}
	parts := s.Parts
	s.Parts = func() []sim.Part { return append(parts(), hush{}) }
	r := checked(t, s, 1, Config{Legs: []Leg{}, Storm: true, Faults: []Fault{Tools}})
	if got := wrong(r); got != "plain faults" {
		t.Fatalf("legs %q differ, want plain and faults", got)
	}
	told := strings.Join(r.Legs[0].Finding.Lines(), "\n")
	for _, want := range []string{"counted as missed: 1", "cake of robin to ann", "nobody found it lapsed", "work.commitment_promised", "sim.opened"} {
		if !strings.Contains(told, want) {
			t.Errorf("%q is not in\n%s", want, told)
		}
	}
}

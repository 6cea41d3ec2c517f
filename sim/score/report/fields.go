package report

import (
	"encoding/json"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
)

// Kinds of events of personas that the report reads.
const (
	kindTrusted = "players.trusted"
	kindMoved   = "players.moved"
)

// trusted is a coworker's trust in somebody moving.
type trusted struct {
	Who, Of sim.ActorID
	Delta   int
	Why     string
	Now     int
}

// moved is a coworker changing its availability.
type moved struct {
	Who   sim.ActorID
	State string
	Until clock.Time
}

// read fills in the fields of a body by their names. It is for bodies whose package lies on this level.
func read[T any](b sim.Body) (T, bool) {
	var out T
	raw, err := json.Marshal(b)
	if err != nil {
		return out, false
	}
	return out, json.Unmarshal(raw, &out) == nil
}

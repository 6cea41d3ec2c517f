package sim

import "github.com/tenure-sim/tenure/clock"

// Snapshot is a world's state at one event, as bytes: a cache of what folding the log up to there gives.
type Snapshot struct {
	Seq    uint64     `cbor:"1,keyasint"`
	Chain  Chain      `cbor:"2,keyasint"`
	At     clock.Time `cbor:"3,keyasint"`
	Layout Hash       `cbor:"4,keyasint"` // of the types that State was written from; another layout cannot be read
	State  []byte     `cbor:"5,keyasint"`
}

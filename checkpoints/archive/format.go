package archive

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"

	"github.com/fxamacker/cbor/v2"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
)

// Version is that of the format written. A reader refuses a higher one.
const Version = 1

// The three kinds of zstd's skippable frames that stand between the packed ones, by their magic numbers.
const (
	framePrelude  = 0x184D2A50
	frameBlock    = 0x184D2A51
	frameManifest = 0x184D2A52
)

const (
	title       = "tenure episode"
	headLength  = 8                           // a skippable frame's magic number and length
	preludeSize = headLength + len(title) + 2 // and the version
	blockHead   = headLength + 8              // and the lengths of the block, plain and packed
	digestSize  = sha256.Size
)

// The kinds of records.
const (
	recordEpisode    = 1
	recordContent    = 2
	recordEvents     = 3
	recordCheckpoint = 4
)

// Limits on what a file may claim, besides the store's own. Memory follows what is there, not what is claimed.
const (
	blockMost    = 1 << 20   // plain bytes of a block; every block but the last has as many
	packedMost   = 2 << 20   // of a packed block: what does not shrink grows a little
	eventsTarget = 256 << 10 // a record of events ends with the event that reaches it
	smallMost    = 64 << 10  // an episode, a checkpoint, a manifest: more than the store's limits on texts allow
)

// freshMost is how many contents may wait for the event that names them: no event has room for the names of more.
const freshMost = checkpoints.EventMost / (2 * digestSize)

// recordMost is the longest payload of each kind of record.
var recordMost = map[byte]uint64{
	recordEpisode: smallMost, recordContent: checkpoints.ContentMost, recordEvents: eventsTarget + checkpoints.EventMost + binary.MaxVarintLen32, recordCheckpoint: smallMost,
}

// Digest is a SHA-256.
type Digest [digestSize]byte

func (d Digest) String() string { return hex.EncodeToString(d[:]) }

// Episode is what a file holds, said at its beginning and in its manifest.
type Episode struct {
	Name     string   `cbor:"1,keyasint"`
	Scenario string   `cbor:"2,keyasint,omitempty"`
	Agent    string   `cbor:"3,keyasint,omitempty"`
	Seed     uint64   `cbor:"4,keyasint,omitempty"`
	Bundle   sim.Hash `cbor:"5,keyasint,omitempty"` // the first content; empty when there is none
	Events   uint64   `cbor:"6,keyasint,omitempty"`
	Note     string   `cbor:"7,keyasint,omitempty"` // how its last run ended; only when the file goes to the log's end
}

// Section sums up the records of a kind.
type Section struct {
	Count  uint64 `cbor:"1,keyasint"`
	Bytes  uint64 `cbor:"2,keyasint"`
	Digest Digest `cbor:"3,keyasint"`
}

// Manifest ends a file and says what must have come before it.
type Manifest struct {
	Episode     Episode    `cbor:"1,keyasint"`
	At          clock.Time `cbor:"2,keyasint"` // virtual, of the last event
	Events      Section    `cbor:"3,keyasint"` // its digest is the chain's hash
	Contents    Section    `cbor:"4,keyasint"` // its digest is that of their hashes, in order
	Checkpoints Section    `cbor:"5,keyasint"` // its digest is that of their records, in order
	Absent      uint64     `cbor:"6,keyasint"` // names that look like a content's, and the store had none
	Blocks      uint64     `cbor:"7,keyasint"`
	File        Section    `cbor:"8,keyasint"` // all before the manifest; its count is 1
}

// Chain is the hash of the events, as in the store.
func (m Manifest) Chain() sim.Chain { return sim.Chain(m.Events.Digest) }

// modes are how records are written and read: one way only, and nothing unknown in them.
type modes struct {
	enc cbor.EncMode
	dec cbor.DecMode
}

func newModes() (modes, error) {
	enc, err := cbor.CoreDetEncOptions().EncMode()
	if err != nil {
		return modes{}, fmt.Errorf("encoder options: %w", err)
	}
	dec, err := cbor.DecOptions{
		DupMapKey: cbor.DupMapKeyEnforcedAPF, ExtraReturnErrors: cbor.ExtraDecErrorUnknownField,
		MaxNestedLevels: 8, MaxArrayElements: 1 << 10, MaxMapPairs: 1 << 10, IndefLength: cbor.IndefLengthForbidden,
	}.DecMode()
	if err != nil {
		return modes{}, fmt.Errorf("decoder options: %w", err)
	}
	return modes{enc, dec}, nil
}

// prelude is what every file of a version begins with.
func prelude(version uint16) []byte {
	out := appendFrame(nil, framePrelude, len(title)+2)
	out = append(out, title...)
	return binary.LittleEndian.AppendUint16(out, version)
}

// appendFrame begins a skippable frame (RFC 8878, 3.1.2).
func appendFrame(out []byte, magic uint32, length int) []byte {
	return binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(out, magic), uint32(length))
}

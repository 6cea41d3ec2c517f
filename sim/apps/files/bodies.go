package files

import (
	"fmt"

	"github.com/tenure-sim/tenure/sim"
)

// Put is a file written: new, or a new version.
type Put struct {
	Path    string      `cbor:"1,keyasint"`
	From    sim.ActorID `cbor:"2,keyasint"`
	Version int         `cbor:"3,keyasint"`
	Content sim.Hash    `cbor:"4,keyasint"`
	Size    int         `cbor:"5,keyasint,omitempty"` // bytes
	Words   int         `cbor:"6,keyasint,omitempty"` // of a plain text
}

// Moved is a file that has another path; its versions go along.
type Moved struct {
	Path    string      `cbor:"1,keyasint"` // where it was
	To      string      `cbor:"2,keyasint"`
	From    sim.ActorID `cbor:"3,keyasint"` // who moved it
	Version int         `cbor:"4,keyasint"`
}

// Removed is a file taken away with its versions.
type Removed struct {
	Path    string      `cbor:"1,keyasint"`
	From    sim.ActorID `cbor:"2,keyasint"`
	Version int         `cbor:"3,keyasint"` // the last one
}

// Kind implements sim.Body.
func (Put) Kind() string     { return "files.put" }
func (Moved) Kind() string   { return "files.moved" }
func (Removed) Kind() string { return "files.removed" }

func (b Put) String() string {
	return fmt.Sprintf("file %s %s: saved version %d (%d bytes)", b.Path, b.From, b.Version, b.Size)
}
func (b Moved) String() string   { return fmt.Sprintf("file %s %s: moved to %s", b.Path, b.From, b.To) }
func (b Removed) String() string { return fmt.Sprintf("file %s %s: removed", b.Path, b.From) }

// Touched implements sim.Toucher. The text is a content, so that the log holds it once; the part's Exhibit serves it.
func (b Put) Touched() sim.Touched {
	verb := "edited"
	if b.Version == 1 {
		verb = "created"
	}
	return sim.Touched{Ref: "files/" + b.Path, Version: b.Version, Verb: verb}
}

// Touched implements sim.Toucher: the file is at its new path.
func (b Moved) Touched() sim.Touched {
	return sim.Touched{Ref: "files/" + b.To, Version: b.Version, Verb: "moved"}
}

// Touched implements sim.Toucher.
func (b Removed) Touched() sim.Touched {
	return sim.Touched{Ref: "files/" + b.Path, Version: b.Version, Verb: "removed"}
}

package sheets

import (
	"fmt"
	"strings"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/company"
)

// Cell is one cell as entered; an empty value clears it.
type Cell struct {
	Tab   string `cbor:"1,keyasint"`
	Cell  string `cbor:"2,keyasint"` // "B4"
	Value string `cbor:"3,keyasint,omitempty"`
}

func (c Cell) String() string { return c.Tab + "!" + c.Cell + "=" + c.Value }

// Created is a new workbook; its base is version 1.
type Created struct {
	Sheet   string        `cbor:"1,keyasint"`
	Title   string        `cbor:"2,keyasint"`
	From    sim.ActorID   `cbor:"3,keyasint"` // the owner
	Editors []sim.ActorID `cbor:"4,keyasint,omitempty"`
	Readers []sim.ActorID `cbor:"5,keyasint,omitempty"`
	Base    sim.Hash      `cbor:"6,keyasint"`
	Cells   int           `cbor:"7,keyasint,omitempty"` // how many are filled
	Source  string        `cbor:"8,keyasint,omitempty"` // the file it was imported from
}

// Written is a new version: some cells changed.
type Written struct {
	Sheet   string      `cbor:"1,keyasint"`
	Title   string      `cbor:"2,keyasint"`
	From    sim.ActorID `cbor:"3,keyasint"`
	Version int         `cbor:"4,keyasint"`
	NewTab  string      `cbor:"5,keyasint,omitempty"` // a tab added at the end
	Cells   []Cell      `cbor:"6,keyasint,omitempty"`
}

// Imported is a new version that replaces everything.
type Imported struct {
	Sheet   string      `cbor:"1,keyasint"`
	Title   string      `cbor:"2,keyasint"`
	From    sim.ActorID `cbor:"3,keyasint"`
	Version int         `cbor:"4,keyasint"`
	Base    sim.Hash    `cbor:"5,keyasint"`
	Cells   int         `cbor:"6,keyasint,omitempty"`
	Source  string      `cbor:"7,keyasint,omitempty"`
}

// Shared is a right given or taken.
type Shared struct {
	Sheet string        `cbor:"1,keyasint"`
	Title string        `cbor:"2,keyasint"`
	From  sim.ActorID   `cbor:"3,keyasint"`
	Who   []sim.ActorID `cbor:"4,keyasint"`
	Right company.Right `cbor:"5,keyasint"`
}

// Kind implements sim.Body.
func (Created) Kind() string  { return "sheets.created" }
func (Written) Kind() string  { return "sheets.written" }
func (Imported) Kind() string { return "sheets.imported" }
func (Shared) Kind() string   { return "sheets.shared" }

func (b Created) String() string {
	return fmt.Sprintf("sheet %s %s: created %q (%d cells)", b.Sheet, b.From, b.Title, b.Cells)
}

// toldMost is how many changed cells people remember of one write.
const toldMost = 5

func (b Written) String() string {
	var told []string
	for _, c := range b.Cells[:min(len(b.Cells), toldMost)] {
		told = append(told, c.String())
	}
	if more := len(b.Cells) - len(told); more > 0 {
		told = append(told, fmt.Sprintf("and %d more", more))
	}
	if b.NewTab != "" {
		told = append([]string{"new tab " + b.NewTab}, told...)
	}
	return fmt.Sprintf("sheet %s %s: version %d: %s", b.Sheet, b.From, b.Version, strings.Join(told, ", "))
}

func (b Imported) String() string {
	return fmt.Sprintf("sheet %s %s: version %d imported (%d cells)", b.Sheet, b.From, b.Version, b.Cells)
}

func (b Shared) String() string {
	switch b.Right {
	case company.None:
		return fmt.Sprintf("sheet %s %s: no longer shared with %s", b.Sheet, b.From, company.Join(b.Who))
	case company.Edit:
		return fmt.Sprintf("sheet %s %s: shared %q with %s to edit", b.Sheet, b.From, b.Title, company.Join(b.Who))
	}
	return fmt.Sprintf("sheet %s %s: shared %q with %s to read", b.Sheet, b.From, b.Title, company.Join(b.Who))
}

// touchedMost bounds the text that Touched makes, in bytes.
const touchedMost = 20_000

// Touched implements sim.Toucher. The cells are in the base; the part's Exhibit serves them.
func (b Created) Touched() sim.Touched {
	return sim.Touched{Ref: "sheets/" + b.Sheet, Version: 1, Verb: "created"}
}

// Touched implements sim.Toucher: the text lists the changed cells, a line each.
func (b Written) Touched() sim.Touched {
	var text strings.Builder
	for _, c := range b.Cells {
		if line := c.String() + "\n"; text.Len()+len(line) <= touchedMost {
			text.WriteString(line)
		}
	}
	return sim.Touched{Ref: "sheets/" + b.Sheet, Version: b.Version, Verb: "edited", Text: text.String()}
}

// Touched implements sim.Toucher.
func (b Imported) Touched() sim.Touched {
	return sim.Touched{Ref: "sheets/" + b.Sheet, Version: b.Version, Verb: "edited"}
}

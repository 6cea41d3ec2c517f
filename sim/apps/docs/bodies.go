package docs

import (
	"fmt"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/company"
)

// Created is a new document; its text is version 1.
type Created struct {
	Doc     string        `cbor:"1,keyasint"`
	Title   string        `cbor:"2,keyasint"`
	From    sim.ActorID   `cbor:"3,keyasint"` // the owner
	Editors []sim.ActorID `cbor:"4,keyasint,omitempty"`
	Readers []sim.ActorID `cbor:"5,keyasint,omitempty"`
	Text    sim.Hash      `cbor:"6,keyasint"`
	Words   int           `cbor:"7,keyasint,omitempty"`
}

// Edited is a new version of a text.
type Edited struct {
	Doc     string      `cbor:"1,keyasint"`
	Title   string      `cbor:"2,keyasint"`
	From    sim.ActorID `cbor:"3,keyasint"`
	Version int         `cbor:"4,keyasint"`
	Text    sim.Hash    `cbor:"5,keyasint"`
	Words   int         `cbor:"6,keyasint,omitempty"`
	Was     int         `cbor:"7,keyasint,omitempty"` // words of the version before
	// Suggestion is the one that led to this version, "" when none did.
	Suggestion string `cbor:"8,keyasint,omitempty"`
}

// Commented is a remark on a document.
type Commented struct {
	Doc      string        `cbor:"1,keyasint"`
	Title    string        `cbor:"2,keyasint"`
	From     sim.ActorID   `cbor:"3,keyasint"`
	Number   int           `cbor:"4,keyasint"` // the document's own count, from 1
	Text     string        `cbor:"5,keyasint"`
	To       []sim.ActorID `cbor:"6,keyasint,omitempty"` // the owner and whoever is answered
	Mentions []sim.ActorID `cbor:"7,keyasint,omitempty"`
	Cc       []sim.ActorID `cbor:"8,keyasint,omitempty"` // other followers
	ReplyTo  uint64        `cbor:"9,keyasint,omitempty"` // Seq of the comment answered
	Answers  int           `cbor:"10,keyasint,omitempty"`
}

// Suggested is a proposal to replace a passage.
type Suggested struct {
	Doc     string      `cbor:"1,keyasint"`
	Title   string      `cbor:"2,keyasint"`
	From    sim.ActorID `cbor:"3,keyasint"`
	ID      string      `cbor:"4,keyasint"` // "release-plan#2"
	Find    string      `cbor:"5,keyasint"`
	Replace string      `cbor:"6,keyasint,omitempty"`
	Note    string      `cbor:"7,keyasint,omitempty"`
}

// Decided is a suggestion accepted or turned down.
type Decided struct {
	Doc      string      `cbor:"1,keyasint"`
	Title    string      `cbor:"2,keyasint"`
	From     sim.ActorID `cbor:"3,keyasint"`
	ID       string      `cbor:"4,keyasint"`
	Accepted bool        `cbor:"5,keyasint,omitempty"`
}

// Shared is a right given or taken.
type Shared struct {
	Doc   string        `cbor:"1,keyasint"`
	Title string        `cbor:"2,keyasint"`
	From  sim.ActorID   `cbor:"3,keyasint"`
	Who   []sim.ActorID `cbor:"4,keyasint"`
	Right company.Right `cbor:"5,keyasint"`
}

// Kind implements sim.Body.
func (Created) Kind() string   { return "docs.created" }
func (Edited) Kind() string    { return "docs.edited" }
func (Commented) Kind() string { return "docs.commented" }
func (Suggested) Kind() string { return "docs.suggested" }
func (Decided) Kind() string   { return "docs.decided" }
func (Shared) Kind() string    { return "docs.shared" }

func (b Created) String() string {
	return fmt.Sprintf("doc %s %s: created %q (%d words)", b.Doc, b.From, b.Title, b.Words)
}

func (b Edited) String() string {
	return fmt.Sprintf("doc %s %s: wrote version %d of %q (%d words, was %d)", b.Doc, b.From, b.Version, b.Title, b.Words, b.Was)
}

func (b Commented) String() string {
	return fmt.Sprintf("doc %s %s commented: %s", b.Doc, b.From, b.Text)
}

func (b Suggested) String() string {
	line := fmt.Sprintf("doc %s %s suggests (%s): replace %q by %q", b.Doc, b.From, b.ID, b.Find, b.Replace)
	if b.Note != "" {
		line += ": " + b.Note
	}
	return line
}

func (b Decided) String() string {
	verb := "rejected"
	if b.Accepted {
		verb = "accepted"
	}
	return fmt.Sprintf("doc %s %s %s suggestion %s", b.Doc, b.From, verb, b.ID)
}

func (b Shared) String() string {
	switch b.Right {
	case company.None:
		return fmt.Sprintf("doc %s %s: no longer shared with %s", b.Doc, b.From, company.Join(b.Who))
	case company.Edit:
		return fmt.Sprintf("doc %s %s: shared %q with %s to edit", b.Doc, b.From, b.Title, company.Join(b.Who))
	}
	return fmt.Sprintf("doc %s %s: shared %q with %s to read", b.Doc, b.From, b.Title, company.Join(b.Who))
}

// Touched implements sim.Toucher. The text is a content, so that the log holds it once; the part's Exhibit serves it.
func (b Created) Touched() sim.Touched {
	return sim.Touched{Ref: "docs/" + b.Doc, Version: 1, Verb: "created"}
}

// Touched implements sim.Toucher.
func (b Edited) Touched() sim.Touched {
	return sim.Touched{Ref: "docs/" + b.Doc, Version: b.Version, Verb: "edited"}
}

// Speech implements sim.Speaker: a comment speaks to the owner, to whom it answers and to those it names.
func (b Commented) Speech() sim.Speech {
	return sim.Speech{App: "docs", Thread: b.Doc, ReplyTo: b.ReplyTo, To: b.To, Mentions: b.Mentions, Cc: b.Cc,
		Subject: b.Title, Text: b.Text}
}

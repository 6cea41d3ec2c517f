package mail

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
)

// Sent is a mail as its sender and open recipients see it.
type Sent struct {
	Number      uint64        `cbor:"1,keyasint"`           // of mails in this world
	Thread      uint64        `cbor:"2,keyasint"`           // number of the thread's first mail
	Answers     uint64        `cbor:"3,keyasint,omitempty"` // number of the mail answered
	ReplyTo     uint64        `cbor:"4,keyasint,omitempty"` // Seq of that mail's event
	From        sim.ActorID   `cbor:"5,keyasint"`
	To          []sim.ActorID `cbor:"6,keyasint,omitempty"`
	Cc          []sim.ActorID `cbor:"7,keyasint,omitempty"`
	Subject     string        `cbor:"8,keyasint,omitempty"`
	Text        string        `cbor:"9,keyasint,omitempty"`
	Attachments []string      `cbor:"10,keyasint,omitempty"`
	Urgent      bool          `cbor:"11,keyasint,omitempty"`
}

// Copied is a blind copy of a mail. Its audience is that one person.
type Copied struct {
	Mail Sent        `cbor:"1,keyasint"`
	Who  sim.ActorID `cbor:"2,keyasint"`
}

// Undeliverable are addresses of a mail that nobody has. Only the sender may know, for some may be blind copies.
type Undeliverable struct {
	Number    uint64      `cbor:"1,keyasint"`
	From      sim.ActorID `cbor:"2,keyasint"`
	Addresses []string    `cbor:"3,keyasint"`
}

// Bounced is the postmaster's notice of them.
type Bounced struct {
	Number  uint64      `cbor:"1,keyasint"`
	Thread  uint64      `cbor:"2,keyasint"`
	Answers uint64      `cbor:"3,keyasint"`
	To      sim.ActorID `cbor:"4,keyasint"`
	Subject string      `cbor:"5,keyasint"`
	Text    string      `cbor:"6,keyasint"`
}

// AutoReplied is an out-of-office reply.
type AutoReplied struct {
	Number  uint64      `cbor:"1,keyasint"`
	Thread  uint64      `cbor:"2,keyasint"`
	Answers uint64      `cbor:"3,keyasint"`
	From    sim.ActorID `cbor:"4,keyasint"`
	To      sim.ActorID `cbor:"5,keyasint"`
	Subject string      `cbor:"6,keyasint"`
	Text    string      `cbor:"7,keyasint"`
	Absence int         `cbor:"8,keyasint"` // which of the person's absences: it replies once in each
}

// AwaySet is an absence that mails are answered with; Until 0 ends it.
type AwaySet struct {
	Who     sim.ActorID `cbor:"1,keyasint"`
	From    clock.Time  `cbor:"2,keyasint,omitempty"`
	Until   clock.Time  `cbor:"3,keyasint,omitempty"`
	Text    string      `cbor:"4,keyasint,omitempty"`
	Absence int         `cbor:"5,keyasint"`
}

// Read is somebody having opened mails.
type Read struct {
	Who   sim.ActorID `cbor:"1,keyasint"`
	Mails []uint64    `cbor:"2,keyasint"`
}

// Marked is somebody marking a mail as unread or read.
type Marked struct {
	Who    sim.ActorID `cbor:"1,keyasint"`
	Mail   uint64      `cbor:"2,keyasint"`
	Unread bool        `cbor:"3,keyasint,omitempty"`
}

// Moved is somebody putting a mail in another folder.
type Moved struct {
	Who    sim.ActorID `cbor:"1,keyasint"`
	Mail   uint64      `cbor:"2,keyasint"`
	Folder string      `cbor:"3,keyasint"`
}

// Kind implements sim.Body.
func (Sent) Kind() string          { return "mail.sent" }
func (Copied) Kind() string        { return "mail.copied" }
func (Undeliverable) Kind() string { return "mail.undeliverable" }
func (Bounced) Kind() string       { return "mail.bounced" }
func (AutoReplied) Kind() string   { return "mail.autoreplied" }
func (AwaySet) Kind() string       { return "mail.away" }
func (Read) Kind() string          { return "mail.read" }
func (Marked) Kind() string        { return "mail.marked" }
func (Moved) Kind() string         { return "mail.moved" }

func (b Sent) String() string { return b.line("") }

func (b Copied) String() string { return b.Mail.line("; blind copy to you") }

func (b Sent) line(more string) string {
	var s strings.Builder
	s.WriteString("mail " + mailID(b.Number) + " " + string(b.From) + " to " + joinIDs(b.To))
	if len(b.Cc) > 0 {
		s.WriteString(" (cc " + joinIDs(b.Cc) + more + ")")
	} else if more != "" {
		s.WriteString(" (" + strings.TrimPrefix(more, "; ") + ")")
	}
	s.WriteString(" " + strconv.Quote(b.Subject) + ": " + b.Text)
	if len(b.Attachments) > 0 {
		s.WriteString(" [" + strings.Join(b.Attachments, ", ") + "]")
	}
	return s.String()
}

func (b Bounced) String() string {
	return "mail " + mailID(b.Number) + " " + postmaster + " to " + string(b.To) + " " + strconv.Quote(b.Subject) + ": " + b.Text
}

func (b AutoReplied) String() string {
	return "mail " + mailID(b.Number) + " " + string(b.From) + " to " + string(b.To) + " " + strconv.Quote(b.Subject) + ": " + b.Text
}

func joinIDs(ids []sim.ActorID) string {
	if len(ids) == 0 {
		return "undisclosed recipients"
	}
	out := make([]string, len(ids))
	for i, id := range ids {
		out[i] = string(id)
	}
	return strings.Join(out, ", ")
}

// Speech implements sim.Speaker.
func (b Sent) Speech() sim.Speech {
	return sim.Speech{
		App: "mail", Thread: mailID(b.Number), ReplyTo: b.ReplyTo,
		To: b.To, Cc: b.Cc, Subject: b.Subject, Text: b.Text, Urgent: b.Urgent,
	}
}

// Speech implements sim.Speaker: to whom a blind copy reaches, it is a copy.
func (b Copied) Speech() sim.Speech {
	s := b.Mail.Speech()
	s.Cc = append(slices.Clip(s.Cc), b.Who)
	return s
}

package chat

import (
	"strconv"
	"strings"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
)

// Posted is a message in a channel or a direct conversation.
type Posted struct {
	Number   uint64        `cbor:"1,keyasint"`           // of messages in this world
	Channel  string        `cbor:"2,keyasint"`           // the conversation, without the thread
	Thread   uint64        `cbor:"3,keyasint,omitempty"` // number of the thread's first message
	ReplyTo  uint64        `cbor:"4,keyasint,omitempty"` // Seq of that message's event
	From     sim.ActorID   `cbor:"5,keyasint"`
	To       []sim.ActorID `cbor:"6,keyasint,omitempty"` // the others of a direct conversation; whose thread it is
	Mentions []sim.ActorID `cbor:"7,keyasint,omitempty"`
	Cc       []sim.ActorID `cbor:"8,keyasint,omitempty"` // the channel's other members
	Text     string        `cbor:"9,keyasint"`
	Urgent   bool          `cbor:"10,keyasint,omitempty"`
}

// Edited is a message put in other words by its author.
type Edited struct {
	Number   uint64        `cbor:"1,keyasint"`
	Channel  string        `cbor:"2,keyasint"`
	Thread   uint64        `cbor:"3,keyasint,omitempty"`
	Original uint64        `cbor:"4,keyasint"` // Seq of the message's event
	From     sim.ActorID   `cbor:"5,keyasint"`
	Mentions []sim.ActorID `cbor:"6,keyasint,omitempty"` // who was not mentioned before
	Cc       []sim.ActorID `cbor:"7,keyasint,omitempty"`
	Text     string        `cbor:"8,keyasint"`
}

// Reacted is a sign put on a message or taken off. Only the message's author is told.
type Reacted struct {
	Number  uint64      `cbor:"1,keyasint"`
	Channel string      `cbor:"2,keyasint"`
	Who     sim.ActorID `cbor:"3,keyasint"`
	Emoji   string      `cbor:"4,keyasint"`
	Removed bool        `cbor:"5,keyasint,omitempty"`
	Words   string      `cbor:"6,keyasint,omitempty"` // how the message begins
}

// Read is somebody having read a conversation, or one thread of it, up to a message.
type Read struct {
	Who     sim.ActorID `cbor:"1,keyasint"`
	Channel string      `cbor:"2,keyasint"`
	Thread  uint64      `cbor:"3,keyasint,omitempty"`
	Upto    uint64      `cbor:"4,keyasint,omitempty"`
	Marked  bool        `cbor:"5,keyasint,omitempty"` // set by hand: it holds from before the start as well
}

// Created is a new channel.
type Created struct {
	Channel string        `cbor:"1,keyasint"`
	Topic   string        `cbor:"2,keyasint,omitempty"`
	Private bool          `cbor:"3,keyasint,omitempty"`
	By      sim.ActorID   `cbor:"4,keyasint"`
	Members []sim.ActorID `cbor:"5,keyasint,omitempty"` // sorted, By among them
}

// Invited is people made members of a channel.
type Invited struct {
	Channel string        `cbor:"1,keyasint"`
	By      sim.ActorID   `cbor:"2,keyasint"`
	Who     []sim.ActorID `cbor:"3,keyasint"`
}

// Joined is somebody becoming a member of a public channel by writing in it.
type Joined struct {
	Channel string      `cbor:"1,keyasint"`
	Who     sim.ActorID `cbor:"2,keyasint"`
}

// StatusSet is what somebody lets the others see next to the name.
type StatusSet struct {
	Who   sim.ActorID `cbor:"1,keyasint"`
	State string      `cbor:"2,keyasint"` // available, dnd, away
	Until clock.Time  `cbor:"3,keyasint,omitempty"`
	Text  string      `cbor:"4,keyasint,omitempty"`
}

// Kind implements sim.Body.
func (Posted) Kind() string    { return "chat.posted" }
func (Edited) Kind() string    { return "chat.edited" }
func (Reacted) Kind() string   { return "chat.reacted" }
func (Read) Kind() string      { return "chat.read" }
func (Created) Kind() string   { return "chat.created" }
func (Invited) Kind() string   { return "chat.invited" }
func (Joined) Kind() string    { return "chat.joined" }
func (StatusSet) Kind() string { return "chat.status" }

func (b Posted) String() string {
	return "chat " + shown(b.Channel, b.Thread) + " " + string(b.From) + ": " + b.Text
}

func (b Edited) String() string {
	return "chat " + shown(b.Channel, b.Thread) + " " + string(b.From) + " corrects " + messageID(b.Number) + ": " + b.Text
}

func (b Reacted) String() string {
	did := " reacts :"
	if b.Removed {
		did = " takes back :"
	}
	return "chat " + shown(b.Channel, 0) + " " + string(b.Who) + did + b.Emoji + ": to " + messageID(b.Number) + " " + strconv.Quote(b.Words)
}

func (b Created) String() string {
	return "chat " + string(b.By) + " opened " + shown(b.Channel, 0) + topic(b.Topic)
}

func (b Invited) String() string {
	return "chat " + string(b.By) + " brought " + joinIDs(b.Who) + " into " + shown(b.Channel, 0)
}

func topic(s string) string {
	if s == "" {
		return ""
	}
	return " (" + s + ")"
}

func joinIDs(ids []sim.ActorID) string {
	out := make([]string, len(ids))
	for i, id := range ids {
		out[i] = string(id)
	}
	return strings.Join(out, ", ")
}

// Speech implements sim.Speaker.
func (b Posted) Speech() sim.Speech {
	return sim.Speech{
		App: "chat", Thread: place{b.Channel, b.Thread}.String(), ReplyTo: b.ReplyTo,
		To: b.To, Mentions: b.Mentions, Cc: b.Cc, Text: b.Text, Urgent: b.Urgent,
	}
}

// Speech implements sim.Speaker: a correction is said to the same people, and asks nobody who was asked before.
func (b Edited) Speech() sim.Speech {
	return sim.Speech{
		App: "chat", Thread: place{b.Channel, b.Thread}.String(), ReplyTo: b.Original,
		Mentions: b.Mentions, Cc: b.Cc, Text: b.Text,
	}
}

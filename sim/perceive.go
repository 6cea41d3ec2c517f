package sim

import "github.com/tenure-sim/tenure/clock"

// The small interfaces here are how a persona, a seat or a metric understands what an app did without
// importing the app: a body says by itself what it means for people.

// Speaker is a body that carries words from one person to others: a chat message, a mail, a comment.
type Speaker interface{ Speech() Speech }

// Speech is the part of a message that matters to its hearers.
type Speech struct {
	App      string    // "chat", "mail", "tickets", "docs", "calendar"
	Thread   string    // where a reply goes: the app's own id of channel, thread, ticket or document
	ReplyTo  uint64    // Seq of the event answered, 0 when none
	To       []ActorID // directly addressed: direct message, mail To, assignee
	Mentions []ActorID // named in the text
	Cc       []ActorID // addressed as copy, or members of the channel
	Subject  string
	Text     string
	Urgent   bool
}

// Gatherer is a body by which a meeting begins or ends for its attendees.
type Gatherer interface{ Gathering() Gathering }

// Gathering is a meeting at one of its two ends.
type Gathering struct {
	ID        string
	Title     string
	Begins    bool // true when it begins, false when it ends
	End       clock.Time
	Attendees []ActorID
}

// Inviter is a body that invites people to a meeting, or moves or cancels one.
type Inviter interface{ Invitation() Invitation }

// Invitation asks its guests to come.
type Invitation struct {
	ID        string
	Title     string
	Organizer ActorID
	Guests    []ActorID
	From, To  clock.Time
	Cancelled bool
	Moved     bool
}

// Assigner is a body that hands a piece of work to someone: a ticket assigned, a review requested.
type Assigner interface{ Assignment() Assignment }

// Assignment says what was handed to whom.
type Assignment struct {
	App   string
	Ref   string // "tickets/PORT-12"
	Title string
	To    ActorID
}

// Toucher is a body that changes an artifact: a document, a sheet, a file, a ticket. Metrics follow work by it.
type Toucher interface{ Touched() Touched }

// Touched names the artifact and its version after the change.
type Touched struct {
	Ref     string // "docs/release-plan", "sheets/budget.xlsx", "files/plan/rollout.md", "tickets/PORT-12"
	Version int
	Verb    string // created, edited, moved, closed, commented ...
	Text    string // the words now in the artifact, where short enough to carry; metrics look for values here
}

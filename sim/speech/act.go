package speech

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
)

// Verb is what an act does.
type Verb string

// The acts people know. Each says which fields of Act it needs.
const (
	Inform      Verb = "inform"      // Fact, or Req with its current version, or a Value
	Ask         Verb = "ask"         // Fact, Req, Package, Approval ... what one wants to know
	Request     Verb = "request"     // Deliverable, Package, Approval: wants something done; Due
	Commit      Verb = "commit"      // Deliverable, Package, Fact or Approval, with Due
	Decline     Verb = "decline"     // the same, with Note: the reason
	Progress    Verb = "progress"    // Package, Percent
	Delay       Verb = "delay"       // Package or Commitment, new Due
	Change      Verb = "change"      // Req with its new version, Value
	Approve     Verb = "approve"     // Approval
	Reject      Verb = "reject"      // Approval, Note
	Withdraw    Verb = "withdraw"    // Approval or Commitment, Note
	Escalate    Verb = "escalate"    // Package, Commitment, Risk or Approval
	Acknowledge Verb = "acknowledge" // Req, Package, Commitment, or a message in general
	Thank       Verb = "thank"
	Apologise   Verb = "apologise" // Commitment or Package
	SmallTalk   Verb = "smalltalk"
	Remind      Verb = "remind"    // Commitment, Package, Fact, Approval: asks again for what is owed
	Refer       Verb = "refer"     // Who: the person who knows; Fact or Req
	Refuse      Verb = "refuse"    // Fact: may not tell; Note
	Clarify     Verb = "clarify"   // asks back; Note: what was unclear
	Block       Verb = "block"     // Package, Who or Note: what it waits for
	Propose     Verb = "propose"   // a time for a meeting, a renegotiated Due
	HandOver    Verb = "hand-over" // Package, Who
	Done        Verb = "done"      // Package, Deliverable: claims it is finished
	Farewell    Verb = "farewell"  // leaves: on leave, ill, out of the company; Due: back
)

// Verbs lists them all.
var Verbs = []Verb{Inform, Ask, Request, Commit, Decline, Progress, Delay, Change, Approve, Reject, Withdraw, Escalate,
	Acknowledge, Thank, Apologise, SmallTalk, Remind, Refer, Refuse, Clarify, Block, Propose, HandOver, Done, Farewell}

// Act is one thing meant. Fields that do not apply are empty; ids are those of the work ledger.
type Act struct {
	Verb        Verb        `cbor:"1,keyasint"`
	Req         string      `cbor:"2,keyasint,omitempty"`
	Version     int         `cbor:"3,keyasint,omitempty"` // of Req
	Package     string      `cbor:"4,keyasint,omitempty"`
	Deliverable string      `cbor:"5,keyasint,omitempty"`
	Commitment  string      `cbor:"6,keyasint,omitempty"`
	Approval    string      `cbor:"7,keyasint,omitempty"`
	Fact        string      `cbor:"8,keyasint,omitempty"`
	Risk        string      `cbor:"9,keyasint,omitempty"`
	Who         sim.ActorID `cbor:"10,keyasint,omitempty"`
	Due         clock.Time  `cbor:"11,keyasint,omitempty"`
	Percent     int         `cbor:"12,keyasint,omitempty"`
	Value       string      `cbor:"13,keyasint,omitempty"` // the value stated, as written
	Note        string      `cbor:"14,keyasint,omitempty"` // reason, topic or what was unclear, in a few words
}

// About is the id of what the act is about: the first that it names, but for people. Empty: nothing in particular.
func (a Act) About() string {
	return cmp.Or(a.Req, a.Package, a.Deliverable, a.Commitment, a.Approval, a.Fact, a.Risk)
}

// String is a short line for transcripts of what was meant: "inform req:sla@2".
func (a Act) String() string {
	var b strings.Builder
	b.WriteString(string(a.Verb))
	put := func(name, v string) {
		if v != "" {
			fmt.Fprintf(&b, " %s:%s", name, v)
		}
	}
	put("req", a.Req)
	if a.Version > 0 {
		fmt.Fprintf(&b, "@%d", a.Version)
	}
	put("pkg", a.Package)
	put("deliverable", a.Deliverable)
	put("commitment", a.Commitment)
	put("approval", a.Approval)
	put("fact", a.Fact)
	put("risk", a.Risk)
	put("who", string(a.Who))
	if a.Due != 0 {
		put("due", a.Due.String())
	}
	if a.Percent > 0 {
		fmt.Fprintf(&b, " %d%%", a.Percent)
	}
	put("value", a.Value)
	put("note", a.Note)
	return b.String()
}

// Said is what a coworker means by the message it is about to send. The message's event has this one as cause.
type Said struct {
	Acts []Act         `cbor:"1,keyasint"`
	To   []sim.ActorID `cbor:"2,keyasint,omitempty"`
	// Answers is the Seq of the message answered, 0 when the coworker speaks up unasked.
	Answers uint64 `cbor:"3,keyasint,omitempty"`
	// Template names the words chosen, so that nobody repeats them too soon.
	Template string `cbor:"4,keyasint,omitempty"`
}

// Understood is how a coworker read a message of an agent under test.
type Understood struct {
	Message uint64      `cbor:"1,keyasint"` // Seq of the message read
	From    sim.ActorID `cbor:"2,keyasint"`
	Acts    []Act       `cbor:"3,keyasint,omitempty"`
	Unclear string      `cbor:"4,keyasint,omitempty"` // what could not be read, when something could not
	Asked   uint64      `cbor:"5,keyasint,omitempty"` // the question to a model whose answer this is
	Other   []Act       `cbor:"6,keyasint,omitempty"` // how it was read by the one that does not count, the rules or the model, when they differ
	Differs string      `cbor:"7,keyasint,omitempty"` // and wherein
	// By is whose reading counts where a model was asked: ByModel or ByRules. Empty in logs from before both could.
	By string `cbor:"8,keyasint,omitempty"`
	// Dropped are the acts of a model's reading that the text does not bear out, each with why.
	Dropped []string `cbor:"9,keyasint,omitempty"`
}

// Whose reading counts: Understood.By.
const (
	ByModel = "model"
	ByRules = "rules"
)

// Kind implements sim.Body.
func (Said) Kind() string       { return "speech.said" }
func (Understood) Kind() string { return "speech.understood" }

func (s Said) String() string { return "means: " + list(s.Acts) }

func (u Understood) String() string {
	line := "understands: " + list(u.Acts)
	if u.By != "" {
		line += " [by the " + u.By + "]"
	}
	if u.Differs != "" {
		line += " [differs: " + u.Differs + "]"
	}
	if len(u.Dropped) > 0 {
		line += " [dropped: " + strings.Join(u.Dropped, "; ") + "]"
	}
	return line
}

func list(acts []Act) string {
	lines := make([]string, len(acts))
	for i, a := range acts {
		lines[i] = a.String()
	}
	return strings.Join(lines, "; ")
}

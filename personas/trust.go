package personas

import (
	"github.com/tenure-sim/tenure/sim"
)

// Why is a reason for which a coworker's trust in somebody moves.
type Why string

// The reasons. Each is an event in the log.
const (
	PromptReply   Why = "prompt-reply"
	LateReply     Why = "late-reply"
	ToldInTime    Why = "told-in-time"
	WarnedEarly   Why = "warned-early"
	PrematurePing Why = "premature-ping"
	RedundantAsk  Why = "redundant-ask"
	RudeWords     Why = "rude"
	AfterHours    Why = "after-hours"
	KeptPromise   Why = "kept-promise"
	LatePromise   Why = "late-promise"
	BrokenPromise Why = "broken-promise"
	Leak          Why = "leak"
	FalseDone     Why = "false-done"
	Thanked       Why = "thanked"
	EscalatedSoon Why = "escalated-too-soon"
)

// TrustMove is one row of the table.
type TrustMove struct {
	Why   Why
	Delta int
	When  string // what has to happen
	Daily int    // how often a day it may count, 0: always
}

// TrustTable is the fixed table by which trust moves (metric D31). Trust is a number from 0 to 100 of a coworker in
// an agent under test; it starts at TrustStart unless the scenario says otherwise. The figures are assumptions; their
// order follows what is known of trust at work: a broken promise weighs more than a kept one, a leak most.
var TrustTable = []TrustMove{
	{PromptReply, +1, "answers what was asked within the reply time of the policy", 2},
	{LateReply, -1, "answers after it", 2},
	{ToldInTime, +2, "tells of a change before the coworker hears of it elsewhere", 2},
	{WarnedEarly, +2, "warns of its own delay before the promise is due", 2},
	{PrematurePing, -3, "asks again within the agreed reply time, more often than the coworker's patience", 3},
	{RedundantAsk, -2, "asks for what this coworker has told it", 3},
	{RudeWords, -5, "is rude", 3},
	{AfterHours, -1, "writes in chat outside the coworker's hours without urgency, addressed to it", 1},
	{KeptPromise, +3, "keeps a promise", 0},
	{LatePromise, -2, "keeps a promise late", 0},
	{BrokenPromise, -8, "lets a promise lapse: a working day past due and not a word", 0},
	{Leak, -15, "tells a fact to somebody not cleared for it", 1},
	{FalseDone, -5, "claims something finished that is not", 0},
	{Thanked, +1, "thanks or apologises", 1},
	{EscalatedSoon, -2, "escalates before the waiting time of the policy is over", 0},
}

// Limits of trust, and where a coworker becomes curt and where helpful.
const (
	TrustStart = 50
	TrustLow   = 30
	TrustHigh  = 65
)

func trustMove(why Why) TrustMove {
	for _, m := range TrustTable {
		if m.Why == why {
			return m
		}
	}
	panic("personas: trust does not move by " + string(why))
}

// clampTrust keeps trust on its scale.
func clampTrust(n int) int { return max(0, min(100, n)) }

// Trusted is a coworker's trust in somebody moving. Now is what it is afterwards.
type Trusted struct {
	Who     sim.ActorID `cbor:"1,keyasint"`
	Of      sim.ActorID `cbor:"2,keyasint"`
	Delta   int         `cbor:"3,keyasint"`
	Why     Why         `cbor:"4,keyasint"`
	Because uint64      `cbor:"5,keyasint,omitempty"` // Seq of the event that moved it
	Now     int         `cbor:"6,keyasint"`
}

// Kind implements sim.Body.
func (Trusted) Kind() string { return "players.trusted" }

// Trust tells metrics, which may not import this package, who trusts whom by how much more.
func (t Trusted) Trust() (who, of sim.ActorID, delta int) { return t.Who, t.Of, t.Delta }

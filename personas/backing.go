package personas

import (
	"cmp"
	"fmt"

	"github.com/tenure-sim/tenure/personas/models"
	"github.com/tenure-sim/tenure/personas/words"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/speech"
)

// The roles of models, as questions name them.
const (
	RoleSmall  = models.Small
	RoleStrong = models.Strong
	RoleReader = models.Reader
)

// Whose reading of a message counts.
const (
	TrustModel = models.TrustModel
	TrustRules = models.TrustRules
)

// How much a model may decide.
const (
	LatitudeWords = "words" // it finds the words
	LatitudeActs  = "acts"  // a strong one also chooses among what the policy permits
)

// Limits of Backing.
const (
	DailyUsual    = 15  // questions to models for one coworker on one day
	DegradedUsual = 200 // per mille
	strongDaily   = 4   // of those, by the strong model
	readDaily     = 6   // of those, for reading
	cardDaily     = 2   // of those, for cards
)

// Backing says what models do for the coworkers. It is a fact, laid before the project opens: an episode goes on as it
// was begun, whoever opens it.
type Backing struct {
	Small    bool   `cbor:"1,keyasint,omitempty"` // there is a model for everyday words
	Strong   bool   `cbor:"2,keyasint,omitempty"` // and one for what is hard to say, and for choosing
	Reader   bool   `cbor:"3,keyasint,omitempty"` // and one that reads what agents write
	Latitude string `cbor:"4,keyasint,omitempty"` // words | acts; words when empty
	Daily    int    `cbor:"5,keyasint,omitempty"` // questions for one coworker on one day; DailyUsual when 0
	Degraded int    `cbor:"6,keyasint,omitempty"` // per mille of texts that may be degraded before the run is invalid; DegradedUsual when 0
	// Trust is whose reading counts: model | rules. A call without it means the model; a fact without it is from the time when
	// the rules always came first.
	Trust string `cbor:"7,keyasint,omitempty"`
}

// Backed is that fact.
type Backed struct {
	Backing Backing `cbor:"1,keyasint"`
}

// Kind implements sim.Body.
func (Backed) Kind() string { return "players.backed" }

func (b Backed) String() string {
	line := fmt.Sprintf("models speak for coworkers: small %t, strong %t, reader %t, latitude %s", b.Backing.Small, b.Backing.Strong, b.Backing.Reader, b.Backing.Latitude)
	if b.Backing.Reader && b.Backing.Trust != "" {
		line += ", readings of the " + b.Backing.Trust + " count"
	}
	return line
}

const toolBack = "players_back"

// Back is the call that lays a backing.
func Back(b Backing) sim.Call {
	return sim.Call{By: sim.Nature, Tool: toolBack, Args: sim.Args{"small": b.Small, "strong": b.Strong, "reader": b.Reader,
		"latitude": b.Latitude, "daily": int64(b.Daily), "degraded": int64(b.Degraded), "trust": b.Trust}}
}

func (p *Players) backTool() sim.Tool {
	flag := func(name, doc string) sim.Param { return sim.Param{Name: name, Type: sim.Bool, Doc: doc} }
	return sim.Tool{Name: toolBack, Internal: true, Doc: "Models take a part in the coworkers from here on.",
		Params: []sim.Param{flag("small", "a model finds everyday words"), flag("strong", "a strong model finds those that are hard to find"),
			flag("reader", "a model reads what agents write"),
			{Name: "latitude", Type: sim.String, Doc: "words or acts"}, {Name: "daily", Type: sim.Int, Doc: "questions for one coworker on one day"},
			{Name: "degraded", Type: sim.Int, Doc: "per mille of texts that may be degraded"},
			{Name: "trust", Type: sim.String, Optional: true, Doc: "whose reading counts: model or rules"}},
		Decide: func(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
			b := Backing{Small: a.Bool("small"), Strong: a.Bool("strong"), Reader: a.Bool("reader"), Latitude: a.String("latitude"),
				Daily: a.Int("daily", 0), Degraded: a.Int("degraded", 0), Trust: cmp.Or(a.String("trust"), TrustModel)}
			switch {
			case by != sim.Nature:
				return sim.Result{}, nil, sim.Reject("coworkers are backed by whoever begins the episode")
			case b.Latitude == "":
				b.Latitude = LatitudeWords
			case b.Latitude != LatitudeWords && b.Latitude != LatitudeActs:
				return sim.Result{}, nil, sim.Reject("latitude is %q, expected words or acts", b.Latitude)
			}
			if b.Trust != TrustModel && b.Trust != TrustRules {
				return sim.Result{}, nil, sim.Reject("trust is %q, expected model or rules", b.Trust)
			}
			if b.Daily <= 0 {
				b.Daily = DailyUsual
			}
			if b.Degraded <= 0 {
				b.Degraded = DegradedUsual
			}
			return sim.Result{}, one(Backed{b}), nil
		}}
}

// countAsked counts, by day, the questions to models for one coworker; with a role after it those of the role.
const countAsked = "asked"

// within says whether a coworker may put one more question of a kind today.
func (p *Players) within(m *player, kind string, most int) bool {
	return m.counts[countAsked] < p.backing.Daily && m.counts[countAsked+"/"+kind] < most
}

// tier is the role of the model that finds the words for acts, or "" for a template. It depends on who may read
// them, on what is said and on how much was asked today: never on how busy a model is.
func (p *Players) tier(m *player, acts []speech.Act, s Spoke) string {
	b := p.backing
	if !b.Small && !b.Strong || !p.agentReads(s) || closes(acts) && !hard(acts) {
		return ""
	}
	if b.Strong && (hard(acts) || !b.Small) && p.within(m, RoleStrong, strongDaily) {
		return RoleStrong
	}
	if b.Small && p.within(m, RoleSmall, p.backing.Daily) {
		return RoleSmall
	}
	return ""
}

// agentReads says whether an agent under test may come to read the words. What coworkers say among themselves nobody
// reads but the log, and a template says it as well.
func (p *Players) agentReads(s Spoke) bool {
	if s.Via == "channel" || s.Via == viaReply && place(s) != words.Mail {
		return true
	}
	for _, to := range s.To {
		for _, a := range p.agents {
			if to == a {
				return true
			}
		}
	}
	return false
}

// hard acts take tact, or an argument.
func hard(acts []speech.Act) bool {
	for i := range acts {
		switch acts[i].Verb {
		case speech.Reject, speech.Refuse, speech.Decline, speech.Escalate, speech.Change, speech.Withdraw, speech.HandOver:
			return true
		}
	}
	return false
}

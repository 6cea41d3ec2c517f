package personas

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/prompt"
	"github.com/tenure-sim/tenure/sim/work"
)

// What a question to a model is for: Asking.What.
const (
	ForWords   = "words"
	ForReading = "reading"
	ForChoice  = "choice"
	ForCard    = "card"
)

// Asking is what a coworker has a model asked for, and all that it needs when the answer comes: the world may have
// moved on by then. The question itself is the event after it.
type Asking struct {
	ID   uint64      `cbor:"1,keyasint"`
	Who  sim.ActorID `cbor:"2,keyasint"`
	What string      `cbor:"3,keyasint"` // words | reading | choice | card
	Role string      `cbor:"4,keyasint"` // of the model
	// Words: what is to be said is in the event Said, the event before this one when 0.
	Said    uint64        `cbor:"5,keyasint,omitempty"`
	Via     string        `cbor:"6,keyasint,omitempty"`
	Where   string        `cbor:"7,keyasint,omitempty"`
	To      []sim.ActorID `cbor:"8,keyasint,omitempty"`
	Answers uint64        `cbor:"9,keyasint,omitempty"`
	Retry   bool          `cbor:"10,keyasint,omitempty"`
	Subject string        `cbor:"11,keyasint,omitempty"`
	App     string        `cbor:"12,keyasint,omitempty"`
	Needs   sim.Hash      `cbor:"13,keyasint,omitempty"` // what the answer is held to, a content
	// Reading and choice: the message it is about. A card: whom it is about.
	Message uint64      `cbor:"14,keyasint,omitempty"`
	About   sim.ActorID `cbor:"15,keyasint,omitempty"`
	Tries   int         `cbor:"16,keyasint,omitempty"` // 1 for a repair
	Mends   uint64      `cbor:"17,keyasint,omitempty"` // the question whose answer it is to mend
}

// Degraded is a model's answer that could not be used: a rule took its place.
type Degraded struct {
	Asked  uint64      `cbor:"1,keyasint"`
	Who    sim.ActorID `cbor:"2,keyasint"`
	What   string      `cbor:"3,keyasint"`
	Role   string      `cbor:"4,keyasint"`
	Reason string      `cbor:"5,keyasint"`           // one word of a closed list, to count by
	Detail string      `cbor:"6,keyasint,omitempty"` // the same for people
}

// Kind implements sim.Body.
func (Asking) Kind() string   { return "players.asking" }
func (Degraded) Kind() string { return "players.degraded" }

func (a Asking) String() string {
	if a.Tries > 0 {
		return "asks the model " + a.Role + " again for " + a.What
	}
	return "asks the model " + a.Role + " for " + a.What
}

func (d Degraded) String() string {
	line := "degraded: the " + d.What + " of " + d.Role + " (" + d.Reason + ")"
	if d.Detail != "" {
		line += ": " + d.Detail
	}
	return line
}

// Answers of a model may be this long; a longer one is cut, and then fails its checks.
const answerMost = 32 << 10

// Most tokens of an answer, by what it is for.
var answerTokens = map[string]int{ForWords: 400, ForReading: 700, ForChoice: 500, ForCard: 200} // a choice brings its words along

const toolAnswer = "players_answer"

// question is the facts by which a coworker asks: what it needs later, then the question. Before is the facts of the
// same call that come first.
func (p *Players) question(a Asking, due clock.Time, q prompt.Prompt, schema []byte, needs []byte) []sim.Fact {
	a.ID = p.questions + 1
	var kept [][]byte
	if needs != nil {
		a.Needs = sim.HashOf(needs)
		kept = append(kept, needs)
	}
	text := q.Encode()
	asked := sim.Asked{ID: a.ID, Owner: owner, For: a.Who, Due: due, Tier: a.Role, Prompt: sim.HashOf(text), Limit: answerTokens[a.What]}
	contents := [][]byte{text}
	if schema != nil {
		asked.Schema = sim.HashOf(schema)
		contents = append(contents, schema)
	}
	return []sim.Fact{{Body: a, Contents: kept}, {Body: asked, Contents: contents}}
}

// applyAsking keeps what is asked until the answer comes.
func (p *Players) applyAsking(e sim.Event, a Asking) {
	if a.What == ForWords && a.Said == 0 {
		a.Said = e.Seq - 1
	}
	p.questions = a.ID
	p.asked[a.ID] = a
	delete(p.asked, a.Mends)
	if m := p.all[a.Who]; m != nil {
		m.counts[countAsked]++
		m.counts[countAsked+"/"+a.kind()]++
	}
}

// kind is what a question is counted as: words by the role of the model.
func (a Asking) kind() string {
	if a.What == ForWords || a.What == ForChoice {
		return a.Role
	}
	return a.What
}

// Answer implements sim.Answerer. What the answer is good for is decided behind the one door.
func (p *Players) Answer(_ sim.View, q sim.Question, r sim.Replied) []sim.Call {
	a, ok := p.asked[q.ID]
	if !ok {
		return nil
	}
	args := sim.Args{"question": int64(q.ID), "prompt": string(q.Prompt), "text": clip(r.Text)}
	if q.Schema != "" {
		args["schema"] = string(q.Schema)
	}
	if r.Fault != "" {
		args["fault"] = clip(r.Fault)
	}
	if r.Finish != "" {
		args["finish"] = r.Finish
	}
	return []sim.Call{{By: a.Who, Tool: toolAnswer, Args: args}}
}

func clip(s string) string {
	return strings.ToValidUTF8(s[:min(len(s), answerMost)], "\ufffd")
}

// answer is what a model said, or why it said nothing.
type answer struct {
	Asking
	prompt        sim.Hash
	schema        sim.Hash
	text          string
	fault, finish string
}

func (p *Players) answerTool() sim.Tool {
	text := func(name, doc string) sim.Param {
		return sim.Param{Name: name, Type: sim.String, Doc: doc, Optional: true}
	}
	return sim.Tool{Name: toolAnswer, Internal: true, Doc: "A model's answer is put to use, or a rule takes its place.",
		Params: []sim.Param{{Name: "question", Type: sim.Int, Doc: "its number"}, text("prompt", "the content asked"), text("schema", "the content that its form was"),
			text("text", "the answer"),
			text("fault", "why there is none"), text("finish", "how it ended")},
		Decide: func(v sim.View, by sim.ActorID, args sim.Args) (sim.Result, []sim.Fact, error) {
			id := uint64(args.Int("question", 0))
			asked, ok := p.asked[id]
			if !ok || asked.Who != by {
				return sim.Result{}, nil, sim.Reject("question %d is not one that %s waits for", id, by)
			}
			a := answer{Asking: asked, prompt: sim.Hash(args.String("prompt")),
				schema: sim.Hash(args.String("schema")), text: args.String("text"), fault: args.String("fault"), finish: args.String("finish")}
			return sim.Result{}, p.use(v, a), nil
		}}
}

// use is what follows from an answer.
func (p *Players) use(v sim.View, a answer) []sim.Fact {
	switch m := p.all[a.Who]; a.What {
	case ForWords:
		return p.utter(v, m, a)
	case ForReading:
		return p.comprehend(v, m, a)
	case ForChoice:
		return p.decide(v, m, a)
	case ForCard:
		return p.writeCard(v, m, a)
	}
	panic(fmt.Sprintf("personas: question %d is for %q", a.ID, a.What))
}

// degrade is the fact that a rule takes the place of an answer.
func (a *answer) degrade(reason, detail string) sim.Fact {
	return sim.Fact{Body: Degraded{Asked: a.ID, Who: a.Who, What: a.What, Role: a.Role, Reason: reason, Detail: prompt.Clip(detail, 60)}}
}

// faulty says why there is no answer to look at: the machinery's fault, in one word and at length.
func (a *answer) faulty() (reason, detail string, faulty bool) {
	if a.fault == "" {
		return "", "", false
	}
	kind, _, ok := strings.Cut(a.fault, ":")
	if !ok || len(kind) > 20 || strings.ContainsAny(kind, " \t\n") {
		kind = "fault"
	}
	return kind, a.fault, true
}

// composing is the moment by which a coworker has written so many words: at its writing speed, more or less.
func (m *player) composing(v sim.View, words int) clock.Time {
	d := clock.Duration(max(4, min(words, 200))) * writePerWord
	return v.Now().Add(work.LogNormal(v.Draw(m.id, "composing", m.spoken), d, 400).Round(time.Second) + time.Second)
}

// asJSON writes what a question needs later, fromJSON reads it again: both are ours, so nothing can be wrong with it.
func asJSON(x any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(x); err != nil {
		panic(fmt.Sprintf("personas: %T is no JSON: %v", x, err))
	}
	return b.Bytes()
}

func fromJSON(raw []byte, x any) {
	if err := json.Unmarshal(raw, x); err != nil {
		panic(fmt.Sprintf("personas: %T: %v", x, err))
	}
}

package personas

import (
	"github.com/tenure-sim/tenure/personas/voice"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/prompt"
	"github.com/tenure-sim/tenure/sim/speech"
)

// compose lets a model find the words: the coworker has decided what it says, and says it when it has written it. The
// template's words go along, for the case that the model finds none that are true.
func (p *Players) compose(v sim.View, m *player, said speech.Said, s Spoke, role string) []sim.Fact {
	b := p.brief(v, m, said, s)
	needs := b.Needs(p.secrets(v, said.Acts, p.readers(v, s)))
	needs.Fallback, needs.Template = s.words, said.Template
	a := Asking{Who: m.id, What: ForWords, Role: role, Via: s.Via, Where: s.Where, To: s.To, Answers: s.Answers, Retry: s.Retry,
		Subject: s.subject, App: s.app}
	due := m.composing(v, sim.Words(s.words))
	if s.app == "calendar" {
		due = v.Now() // words in a meeting are found while the others wait
	}
	return append([]sim.Fact{{Body: said}}, p.question(a, due, b.Prompt(), nil, needs.Encode())...)
}

// utter says what a model wrote, when it is true; asks once more, when it is not; and then says it as the template has it.
func (p *Players) utter(v sim.View, m *player, a answer) []sim.Fact {
	s := Spoke{Who: a.Who, Via: a.Via, Where: a.Where, To: a.To, Answers: a.Answers, Retry: a.Retry, Said: a.Said, Asked: a.ID,
		subject: a.Subject, app: a.App}
	needs := needsOf(v, a)
	s.words = needs.Fallback
	if m.state == Gone {
		return []sim.Fact{a.degrade("gone", "the coworker left before it had written this")}
	}
	if reason, detail, faulty := a.faulty(); faulty {
		return []sim.Fact{a.degrade(reason, detail), {Body: s}}
	}
	text := needs.CleanFor(a.text)
	problems := append(needs.Check(text), needs.Unfounded(text, p.ground(v, p.prompt(v, a), p.decided(a), s))...)
	if a.finish == finishLength {
		problems = append(problems, voice.Problem{Code: voice.Cut, Words: "the text was cut off by its length"})
	}
	switch {
	case len(problems) == 0:
		s.words = text
		return one(s)
	case p.mendable(m, a):
		return p.repair(v, m, a, voice.Repair(p.prompt(v, a), a.text, problems))
	}
	return []sim.Fact{a.degrade(problems[0].Code, problems[0].Words), {Body: s}}
}

// How an answer ended, as endpoints say it.
const finishLength = "length"

// mendable says whether an answer that is no good is asked for once more.
func (p *Players) mendable(m *player, a answer) bool {
	return a.Tries == 0 && m.counts[countAsked] < p.backing.Daily
}

// repair asks the same once more, with what was wrong. The slot of the answer is a minute on: the coworker reads what
// it has written over again.
func (p *Players) repair(v sim.View, m *player, a answer, q prompt.Prompt) []sim.Fact {
	again := a.Asking
	again.Tries, again.Mends = again.Tries+1, a.ID
	due := m.composing(v, 8)
	if again.App == "calendar" {
		due = v.Now()
	}
	var schema []byte
	if a.schema != "" {
		schema = v.Content(a.schema)
	}
	return p.question(again, due, q, schema, nil)
}

func (p *Players) prompt(v sim.View, a answer) prompt.Prompt {
	q, err := prompt.Decode(v.Content(a.prompt))
	if err != nil {
		panic("personas: the prompt of a question: " + err.Error()) // written by ourselves
	}
	return q
}

func needsOf(v sim.View, a answer) voice.Needs {
	n, err := voice.DecodeNeeds(v.Content(a.Needs))
	if err != nil {
		panic("personas: what a text needs: " + err.Error()) // written by ourselves
	}
	return n
}

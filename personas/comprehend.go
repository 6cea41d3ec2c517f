package personas

import (
	"time"

	"github.com/tenure-sim/tenure/personas/reader"
	"github.com/tenure-sim/tenure/personas/voice"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/speech"
)

// soonestRead is the least that reading a message takes.
const soonestRead = 15 * time.Second

// askReader lets a model read what an agent wrote. It takes the time in which a person reads it.
func (p *Players) askReader(v sim.View, m *player, x *message) []sim.Fact {
	text := withSubject(x)
	q, schema, ids := p.lexicon.Question(text, p.context(v, m.id, x))
	due := v.Now().Add(max(soonestRead, time.Duration(min(sim.Words(text), 2000))*readPerWord).Round(time.Second))
	return p.question(Asking{Who: m.id, What: ForReading, Role: RoleReader, Message: x.seq}, due, q, schema, asJSON(ids))
}

// comprehend takes a model's reading, when it is one. The rules read beside it: they stand in for an answer that is of no
// use, and what binds somebody counts only when the text bears it out.
func (p *Players) comprehend(v sim.View, m *player, a answer) []sim.Fact {
	x, ok := p.mail.get(a.Message)
	if !ok {
		return []sim.Fact{a.degrade("late", "the message is forgotten")}
	}
	rules := p.understand(v, m.id, x)
	how := speech.Understood{Asked: a.ID}
	if reason, detail, faulty := a.faulty(); faulty {
		return append([]sim.Fact{a.degrade(reason, detail)}, p.grasp(v, x, rules, speech.Understood{})...)
	}
	var ids reader.IDs
	fromJSON(v.Content(a.Needs), &ids)
	read, err := reader.ParseReading(a.text, ids)
	switch {
	case err != nil && p.mendable(m, a):
		q := voice.Repair(p.prompt(v, a), a.text, []voice.Problem{{Code: "schema", Words: err.Error()}})
		return p.repair(v, m, a, q)
	case err != nil:
		return append([]sim.Fact{a.degrade("schema", err.Error())}, p.grasp(v, x, rules, speech.Understood{})...)
	}
	read.Rude, read.Urgent = read.Rude || rules.Rude, read.Urgent || rules.Urgent
	if same, differs := reader.Agree(rules, read); !same {
		how.Rules, how.Differs = rules.Acts, differs
	}
	return p.grasp(v, x, read, how)
}

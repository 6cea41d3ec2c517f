package personas

import (
	"time"

	"github.com/tenure-sim/tenure/personas/reader"
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

// comprehend takes a model's reading, when it is one, and holds it to the text. The rules read beside it. Whose reading counts
// is the backing's to say, and that the two differ is noted either way. What the model cannot be used for, the rules read.
func (p *Players) comprehend(v sim.View, m *player, a answer) []sim.Fact {
	x, ok := p.mail.get(a.Message)
	if !ok {
		return []sim.Fact{a.degrade("late", "the message is forgotten")}
	}
	rules := p.understand(v, m.id, x)
	fall := func(reason, detail string, dropped ...string) []sim.Fact {
		how := speech.Understood{By: speech.ByRules, Dropped: dropped}
		return append([]sim.Fact{a.degrade(reason, detail)}, p.grasp(v, x, rules, how)...)
	}
	if reason, detail, faulty := a.faulty(); faulty {
		return fall(reason, detail)
	}
	var ids reader.IDs
	fromJSON(v.Content(a.Needs), &ids)
	said, err := reader.ParseClaims(a.text, ids)
	switch {
	case err != nil && p.mendable(m, a):
		return p.repair(v, m, a, reader.Mend(p.prompt(v, a), a.text, err))
	case err != nil:
		return fall("schema", err.Error())
	}
	read, dropped := p.lexicon.Hold(said, withSubject(x))
	if len(dropped) > 0 && len(read.Acts) == 0 {
		return fall("unquoted", dropped[0], dropped...)
	}
	read.Rude, read.Urgent = read.Rude || rules.Rude, read.Urgent || rules.Urgent
	how := speech.Understood{Asked: a.ID, By: speech.ByModel, Dropped: dropped}
	counts, other := read, rules
	if p.backing.Trust != TrustModel && len(rules.Acts) > 0 && rules.Unclear == "" {
		how.By, counts, other = speech.ByRules, rules, read
	}
	if same, differs := reader.Agree(rules, read); !same {
		how.Other, how.Differs = other.Acts, differs
	}
	return p.grasp(v, x, counts, how)
}

package personas

import (
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/speech"
	"github.com/tenure-sim/tenure/sim/work"
)

// word finds the words for acts.
func (p *Players) word(v sim.View, m *player, acts []speech.Act, s Spoke) (text, template string) {
	return speech.Said{Acts: acts}.String(), ""
}

// subject is what a mail about the acts is called.
func subject(l *work.Ledger, acts []speech.Act) string {
	a := &acts[0]
	if r := req(l, a.Req); r != nil {
		return r.Title
	}
	return string(a.Verb)
}

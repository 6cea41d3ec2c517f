package voice

import (
	"strings"
	"testing"

	"github.com/tenure-sim/tenure/personas/words"
	"github.com/tenure-sim/tenure/sim/speech"
)

// What a usual message costs, for the record: cards as full as they get, a thread of twelve.
func TestWhatAUsualPromptCosts(t *testing.T) {
	b := brief("warm", words.Chat, full(speech.Delay))
	b.Draft = "The order API slips to Fri 20 Mar, 17:00. The schema is not final."
	b.Project = clipLines(strings.Repeat("The release plan is due on 12 March and the budget sheet a week later. ", 40), projectMost)
	for i := range b.Peers {
		b.Peers[i].Card = clip(strings.Repeat("You get on well and owe them the notes. ", 30), peerMost)
	}
	for range 12 {
		b.Thread = append(b.Thread, Line{From: "Robin Adler", Day: "Mon", Text: "Could you tell me where we are with the order API?"})
	}
	p := b.Prompt()
	t.Logf("%d tokens, %d %% of them stable", p.Tokens(), 100*p.StableTokens()/p.Tokens())
	if p.StableTokens()*100 < 80*p.Tokens() {
		t.Errorf("got %d of %d tokens stable, want at least 80 %%", p.StableTokens(), p.Tokens())
	}
}

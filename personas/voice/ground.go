package voice

import (
	"slices"
	"strings"

	"github.com/tenure-sim/tenure/sim/prompt"
	"github.com/tenure-sim/tenure/sim/speech"
)

// Ground is what a text may rest on: what the question told its writer. Everything else in it is invented.
type Ground struct {
	Near  string     // what is said now, its thread and its facts: names that stand here may be named
	Far   string     // cards, work and the world besides: words that stand here may be used
	Names []Called   // what has a name in the world, whether the writer was told of it or not
	Acts  []ActIn    // what the policy decided to do with this message
	Read  ReadByRule // nil: acts are not looked for
}

// ActIn is an act that a text makes.
type ActIn = speech.Act

// ReadByRule reads a text as its listener would.
type ReadByRule func(text string) []ActIn

// Called is a name of the world.
type Called struct {
	Text   string
	Person bool
}

// The parts of a question, as sections.put titles them.
var (
	near = []string{"The conversation so far", "What you know about it", "Now", "Say now", "In plain words"}
	far  = []string{"The world", "The project", "You", "What you work on", "People you deal with"}
	// A title of these ends the part before it.
	beside = []string{"How you write, from messages about other things", "Form", "Options", "Form of the text"}
)

// GroundOf is what the first question of a prompt holds. A repair's answer and reasons are not part of it: what a model
// said before is no ground for saying it again. The rules and the samples of a style are none either.
func GroundOf(p prompt.Prompt) Ground {
	var g Ground
	for _, m := range p.Messages[:min(len(p.Messages), 2)] {
		into := new(string)
		for part := range strings.SplitSeq(m.Content, "\n\n") {
			title, text, titled := strings.Cut(part, ":\n")
			switch {
			case titled && slices.Contains(near, title):
				into = &g.Near
			case titled && slices.Contains(far, title):
				into = &g.Far
			case titled && slices.Contains(beside, title):
				into = new(string)
			default: // the draft of a mail has several parts
				text = part
			}
			*into += text + "\n"
		}
	}
	return g
}

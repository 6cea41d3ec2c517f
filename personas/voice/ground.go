package voice

import (
	"slices"
	"strings"

	"github.com/tenure-sim/tenure/sim/prompt"
	"github.com/tenure-sim/tenure/sim/speech"
)

// Ground is what a text may rest on: what the question told its writer. Everything else in it is invented.
type Ground struct {
	Near  string     // what is said now, what the writer said before, and its facts: names that stand here may be named
	Heard string     // what others wrote in the thread: names and common words that stand here may be used, and no claim rests on it
	Far   string     // work and the world besides: words that stand here may be used
	Cards string     // what the writer thinks of people, which comes of what they wrote: common words may be used
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

// The titles of a question's parts. By them a text's ground is found again in the question that asked for it.
const (
	titleWorld    = "The world"
	titleProject  = "The project"
	titleSpeaker  = "You"
	titleSamples  = "How you write, from messages about other things"
	titleWork     = "What you work on"
	titlePeers    = "People you deal with"
	titleThread   = "The conversation so far"
	titleFacts    = "What you know about it"
	titleNow      = "Now"
	titleActs     = "Say now"
	titleDraft    = "In plain words"
	titleForm     = "Form"
	titleOptions  = "Options"
	titleTextForm = "Form of the text"
)

var (
	near = []string{titleThread, titleFacts, titleNow, titleActs, titleDraft}
	far  = []string{titleWorld, titleProject, titleSpeaker, titleWork}
	// A title of these ends the part before it.
	beside = []string{titleSamples, titleForm, titleOptions, titleTextForm}
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
			case titled && title == titlePeers:
				into = &g.Cards
			case titled && slices.Contains(beside, title):
				into = new(string)
			default: // the draft of a mail has several parts
				text = part
			}
			if title == titleThread && into == &g.Near {
				var others string
				text, others = heard(text)
				g.Heard += others
			}
			*into += text + "\n"
		}
	}
	return g
}

// heard parts a thread into what its writer wrote and what others did: whoever may write to somebody could else lend them any
// word.
func heard(thread string) (own, others string) {
	for line := range strings.Lines(thread) {
		if strings.HasPrefix(line, "> ") && !strings.HasPrefix(line, "> "+speakerCalled+":") {
			others += line
			continue
		}
		own += line
	}
	return own, others + "\n"
}

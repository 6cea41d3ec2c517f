package words

import (
	"fmt"
	"strings"

	"github.com/tenure-sim/tenure/sim/speech"
)

// book holds all cores by style and verb.
var book = compile(asking, valued, news, trouble, promises, social, map[speech.Verb]string{speech.SmallTalk: chatter})

type styleVerb struct {
	style string
	verb  speech.Verb
}

// compile reads the tables: a line that is the name of a style begins its variants.
func compile(tables ...map[speech.Verb]string) map[styleVerb][]template {
	out := map[styleVerb][]template{}
	for _, t := range tables {
		for verb, lines := range t {
			style := ""
			for line := range strings.SplitSeq(strings.TrimSpace(lines), "\n") {
				if _, ok := manners[line]; ok {
					style = line
					continue
				}
				k := styleVerb{style, verb}
				out[k] = append(out[k], parse(fmt.Sprintf("%s/%s/%d", verb, style, len(out[k])), line))
			}
		}
	}
	return out
}

// mood is what a verb does to the listener; it decides how a message ends.
type mood uint8

const (
	sociable mood = iota
	telling
	troubling
	refusing
	wanting
)

func moodOf(v speech.Verb) mood {
	switch v {
	case speech.Ask, speech.Request, speech.Remind, speech.Clarify, speech.Propose, speech.Escalate:
		return wanting
	case speech.Delay, speech.Block:
		return troubling
	case speech.Decline, speech.Reject, speech.Withdraw, speech.Refuse:
		return refusing
	case speech.Acknowledge, speech.Thank, speech.SmallTalk, speech.Apologise, speech.Farewell:
		return sociable
	}
	return telling
}

// closers are the endings that fit what is said.
func (m manner) closers(acts []Details) []string {
	worst := sociable
	for _, d := range acts {
		worst = max(worst, moodOf(d.Act.Verb))
	}
	if worst == sociable && len(acts) == 1 && acts[0].Act.Verb != speech.Thank && acts[0].Act.Verb != speech.Acknowledge {
		return []string{""}
	}
	return [...][]string{m.social, m.telling, m.trouble, m.refusal, m.asking}[worst]
}

// optionalIt are the verbs whose act may leave its object unsaid: "Noted." is enough.
func optionalIt(v speech.Verb) bool {
	switch v {
	case speech.Acknowledge, speech.Thank, speech.Apologise, speech.SmallTalk, speech.Farewell:
		return true
	}
	return false
}

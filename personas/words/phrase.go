package words

import (
	"strconv"
	"strings"

	"github.com/tenure-sim/tenure/sim/speech"
)

// Details is an act with the words for the things it names. What does not apply is empty.
type Details struct {
	Act    speech.Act
	Title  string // of the requirement, package, deliverable, approval, risk or promise, or the topic of the fact
	Value  string // a requirement's value, a fact's figure
	Text   string // the fact or the requirement in a sentence
	Who    string // the person the act names
	Due    string // the act's due moment in the listener's local form: "Fri 20 Mar, 17:00"
	Reason string // why, or the words that were unclear; for small talk the topic, one of Topics
}

// slots is what a template can say of an act.
func (d Details) slots(listener string) *slots {
	it := Phrase(d.Title)
	m := &slots{itSlot: it, titleSlot: strings.TrimPrefix(it, "the "), valueSlot: d.Value, textSlot: sentence(d.Text), whoSlot: d.Who, dueSlot: d.Due,
		reasonSlot: reason(d), listenerSlot: listener, isSlot: "is", hasSlot: "has", sSlot: "s", itselfSlot: "itself", themSlot: "it"}
	if plural(it) {
		m[isSlot], m[hasSlot], m[sSlot], m[itselfSlot], m[themSlot] = "are", "have", "", "themselves", "them"
	}
	if d.Act.Percent > 0 {
		m[percentSlot] = strconv.Itoa(d.Act.Percent) + "%"
	}
	if d.Act.Verb != speech.Clarify && isClause(m[reasonSlot]) {
		m[clauseSlot] = "yes"
	}
	if it == "" {
		m[titleSlot] = "plan"
	}
	return m
}

func reason(d Details) string {
	if d.Act.Verb == speech.SmallTalk {
		return ""
	}
	return lowerReason(strings.TrimRight(strings.TrimSpace(d.Reason), ".!"))
}

func sentence(s string) string {
	s = strings.TrimSpace(s)
	if s == "" || strings.ContainsAny(s[len(s)-1:], ".!?") {
		return s
	}
	return s + "."
}

var articles = []string{"the ", "a ", "an ", "our ", "your ", "my ", "their ", "his ", "her ", "this ", "that ", "these ", "those ", `"`}

// orders are verbs that begin a title which is an order ("Migrate the database"): no article goes before it.
var orders = map[string]bool{"migrate": true, "write": true, "build": true, "set": true, "update": true, "prepare": true, "fix": true, "implement": true,
	"create": true, "add": true, "remove": true, "deploy": true, "configure": true, "define": true, "agree": true, "send": true, "deliver": true,
	"check": true, "collect": true, "clean": true, "move": true, "make": true, "get": true, "finish": true, "complete": true, "provide": true, "publish": true}

// Phrase makes a title fit into a sentence: "Release plan" becomes "the release plan". Only risks have sentences for
// titles.
func Phrase(title string) string {
	title = strings.TrimRight(strings.TrimSpace(title), ".!?")
	if title == "" {
		return ""
	}
	low := lower(title)
	for _, a := range articles {
		if strings.HasPrefix(strings.ToLower(low), a) {
			if isClause(title) && a != `"` {
				return "the risk that " + low
			}
			return low
		}
	}
	if isClause(title) {
		return "the risk that the " + low
	}
	first, rest, _ := strings.Cut(low, " ")
	if orders[first] && rest != "" {
		return `"` + title + `"`
	}
	return "the " + low
}

// plural guesses the number of a phrase from its main noun: the word before "of", "for" or the like, else the last.
func plural(it string) bool {
	if strings.HasPrefix(it, `"`) {
		return false
	}
	head := it
	for _, p := range []string{" of ", " for ", " in ", " at ", " to ", " on ", " with ", " from ", " after ", " before ", " during ", " about ",
		" between ", " under ", " against ", " (", ", "} {
		if i := strings.Index(head, p); i > 0 {
			head = head[:i]
		}
	}
	head = strings.ToLower(head)
	if strings.Contains(it, " and ") && !strings.Contains(head, " and ") {
		head = it
	}
	for _, s := range []string{"ss", "us", "is", "sis", "analytics", "news", "ms", "ops", "dns", "aws", "https"} {
		if strings.HasSuffix(head, s) {
			return false
		}
	}
	return strings.HasSuffix(head, "s") && len(head) > 4
}

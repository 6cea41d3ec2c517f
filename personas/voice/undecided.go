package voice

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tenure-sim/tenure/sim/speech"
)

// covers says by which decided acts a text may be read as making a weighty one: who says when something will be done instead
// of by when promises as much. Acts that are not here bind nobody.
var covers = map[speech.Verb][]speech.Verb{
	speech.Commit:   {speech.Delay, speech.Propose, speech.Progress, speech.Remind, speech.Escalate, speech.Apologise, speech.Farewell},
	speech.Approve:  {},
	speech.Reject:   {speech.Decline, speech.Refuse, speech.Withdraw, speech.Block},
	speech.Decline:  {speech.Reject, speech.Refuse, speech.Delay, speech.Block, speech.Withdraw, speech.Refer, speech.Farewell},
	speech.Refuse:   {speech.Decline, speech.Reject},
	speech.Withdraw: {speech.Reject, speech.Decline},
	speech.Done:     {speech.Progress, speech.Approve},
	speech.Change:   {speech.Delay, speech.Inform, speech.Acknowledge, speech.Propose},
	speech.Delay:    {speech.Change, speech.Block, speech.Propose, speech.Progress, speech.Decline, speech.Apologise, speech.Escalate, speech.Remind, speech.Withdraw},
	speech.HandOver: {speech.Refer, speech.Farewell},
	speech.Farewell: {speech.HandOver},
	speech.Escalate: {speech.Block, speech.Refer, speech.Remind},
	speech.Request:  speech.Verbs, // about the same: "please take note of it" asks for nothing
}

// bare acts weigh though they name nothing: "Approved!" approves what was asked for.
var bare = map[speech.Verb]bool{speech.Approve: true, speech.Reject: true, speech.Withdraw: true, speech.Farewell: true, speech.HandOver: true, speech.Refuse: true}

// undecided says which act a text makes that the policy did not decide, or nothing. The draft is read by the same rules: what
// they take it for, they may take the text for.
func (b *bearing) undecided(text string, g Ground) string {
	if g.Read == nil {
		return ""
	}
	decided := slices.Concat(g.Acts, g.Read(b.Fallback))
	no := slices.ContainsFunc(decided, func(d speech.Act) bool {
		return d.Verb == speech.Decline || d.Verb == speech.Reject || d.Verb == speech.Refuse
	})
	for _, a := range g.Read(b.weighty(text)) {
		by, weighs := covers[a.Verb]
		if !weighs || a.About() == "" && (a.Due == 0 || a.Verb == speech.Request) && !bare[a.Verb] || a.Verb == speech.Commit && no && !promises(text) {
			continue
		}
		if !slices.ContainsFunc(decided, func(d speech.Act) bool { return (d.Verb == a.Verb || slices.Contains(by, d.Verb)) && matches(a, d) }) {
			return fmt.Sprintf("nobody decided to %s here; %s, and say no more than what is asked", plainVerb(a), without(text, a, g))
		}
	}
	return ""
}

// without names the sentence by which a text makes an act, in its own words. Where only the whole makes it there is none.
func without(text string, a ActIn, g Ground) string {
	for _, s := range parted(text) {
		if slices.ContainsFunc(g.Read(s), func(r ActIn) bool { return r.Verb == a.Verb && r.About() == a.About() }) {
			return "leave out " + quoted(s)
		}
	}
	return "leave it out"
}

// promises says that somebody who says no also says what they will do: "that won't work for me" promises nothing.
func promises(text string) bool {
	low := fold(text)
	return slices.ContainsFunc([]string{"i'll", "we'll", "i will", "we will", "you'll have", "you will have", "i promise"}, func(p string) bool { return hasWord(low, p) })
}

// weighty is a text without the sentences that promise only to bear something in mind.
func (b *bearing) weighty(text string) string {
	var out []string
	for _, s := range parted(text) {
		low := fold(s)
		will := strings.Contains(low, "'ll ") || hasWord(low, "will")
		if !will || !slices.ContainsFunc(minding, func(p string) bool { return hasWord(low, p) }) {
			out = append(out, s)
		}
	}
	return strings.Join(out, "\n")
}

var minding = []string{"plan with", "plan for", "plan on", "work with", "in mind", "keep an eye", "you posted", "you updated", "in the loop", "let you know", "note of", "update my", "adjust my", "go with", "go by", "remember",
	"count on", "reckon with", "calculate with", "note it", "note that", "be in touch", "get back to you", "come back to you"}

// matches says that two acts may be about the same.
func matches(a, d speech.Act) bool {
	return a.About() == "" || d.About() == "" || a.About() == d.About() || a.Verb != d.Verb && a.Verb != speech.Request
}

func plainVerb(a speech.Act) string {
	if id := a.About(); id != "" {
		return fmt.Sprintf("%s (%s)", a.Verb, id)
	}
	return string(a.Verb)
}

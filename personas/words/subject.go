package words

import (
	"strings"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/speech"
)

// subjects are lines above a mail, by what its weightiest act does. Each set ends in one that needs no title.
var subjects = map[speech.Verb][]string{
	speech.Inform:      {"{Title}", "Information on {it}", "{Title}: for your information", "For your information"},
	speech.Ask:         {"Question about {it}", "{Title}: question", "{Title}?", "A question"},
	speech.Request:     {"Request: {title}", "{Title}", "{Title} needed[ by {due}]", "A request"},
	speech.Commit:      {"Re: {title}", "{Title}[ by {due}]", "{Title}", "Re: your request"},
	speech.Decline:     {"Re: {title}", "{Title}: not possible", "{Title}", "Re: your request"},
	speech.Progress:    {"Status: {title}", "{Title}: status", "Progress on {it}", "Status"},
	speech.Delay:       {"Delay: {title}", "{Title}: new date", "{Title} will be late", "A delay"},
	speech.Change:      {"Change: {title}", "{Title} has changed", "{Title}: change", "A change"},
	speech.Approve:     {"Approved: {title}", "{Title}: approved", "{Title}", "Approved"},
	speech.Reject:      {"Not approved: {title}", "{Title}: not approved", "{Title}", "Not approved"},
	speech.Withdraw:    {"Withdrawn: {title}", "{Title}: withdrawn", "{Title}", "Withdrawn"},
	speech.Escalate:    {"Decision needed: {title}", "Escalation: {title}", "{Title}: decision needed", "Decision needed"},
	speech.Acknowledge: {"Re: {title}", "{Title}: noted", "{Title}", "Noted"},
	speech.Thank:       {"Thanks", "Thank you", "Re: {title}", "Many thanks"},
	speech.Apologise:   {"Sorry", "Apologies: {title}", "Re: {title}", "My apologies"},
	speech.SmallTalk:   {"Hello", "Hi", "Quick hello", "Hello there"},
	speech.Remind:      {"Reminder: {title}", "Following up: {title}", "{Title}: still open", "Reminder"},
	speech.Refer:       {"Re: {title}", "{Title}: whom to ask", "{Title}", "Whom to ask"},
	speech.Refuse:      {"Re: {title}", "{Title}", "Your question about {it}", "Your question"},
	speech.Clarify:     {"Re: {title}", "{Title}: question back", "Question about your message", "A question back"},
	speech.Block:       {"Blocked: {title}", "{Title} on hold", "{Title}: blocked", "Blocked"},
	speech.Propose:     {"Proposal: {title}", "{Title}: proposal", "{Title}", "A proposal"},
	speech.HandOver:    {"Handover: {title}", "{Title}: new contact", "{Title}", "Handover"},
	speech.Done:        {"Done: {title}", "{Title} finished", "{Title}: done", "Done"},
	speech.Farewell:    {"Absence", "Out of office", "Away[ until {due}]", "I am away"},
}

// weight orders verbs by what a reader wants to see in the subject.
var weight = []speech.Verb{speech.Escalate, speech.Change, speech.Delay, speech.Block, speech.Reject, speech.Withdraw, speech.Approve, speech.Decline,
	speech.Refuse, speech.Request, speech.Remind, speech.Ask, speech.Done, speech.Progress, speech.HandOver, speech.Farewell, speech.Propose, speech.Clarify,
	speech.Commit, speech.Inform, speech.Refer, speech.Acknowledge, speech.Apologise, speech.Thank, speech.SmallTalk}

// Subject is the subject line of a mail with these acts.
func Subject(s Scene, draw Draw) string {
	for _, v := range weight {
		for _, d := range s.Acts {
			if d.Act.Verb == v {
				return subject(d, draw)
			}
		}
	}
	return "Hello"
}

func subject(d Details, draw Draw) string {
	slots := d.slots("")
	if d.Title == "" {
		slots[titleSlot] = ""
	}
	var fit []template
	for _, s := range subjects[d.Act.Verb] {
		if t := parse("", s); t.says(slots) {
			fit = append(fit, t)
		}
	}
	if d.Title != "" && len(fit) > 3 {
		fit = fit[:3]
	}
	out := fit[sim.Pick(draw("words/subject", 0), len(fit))].fill(slots)
	return strings.TrimRight(out, ".")
}

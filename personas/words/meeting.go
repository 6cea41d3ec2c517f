package words

import (
	"strconv"
	"strings"

	"github.com/tenure-sim/tenure/sim"
)

// MeetingLine is what holds a meeting together, besides the acts that people bring to it.
type MeetingLine string

// The lines of a status round.
const (
	OpenMeeting MeetingLine = "open"    // the host begins
	GiveFloor   MeetingLine = "floor"   // the host calls on Listener
	NothingNew  MeetingLine = "nothing" // somebody has nothing to report
	TakeNote    MeetingLine = "note"    // the host hears a report and goes on
	TakeOffline MeetingLine = "offline" // the host stops a discussion
	AnyQuestion MeetingLine = "any"     // the host asks for further points
	CloseRound  MeetingLine = "close"   // the host ends
	SayHello    MeetingLine = "hello"   // somebody joins
	SayBye      MeetingLine = "bye"     // somebody leaves
)

// register says which set of lines a style uses.
var register = map[string]int{"formal": 0, "precise": 0, "diplomatic": 0, "dry": 0, "warm": 1, "breezy": 1, "anxious": 1, "enthusiastic": 1, "terse": 2, "blunt": 2}

var lines = map[MeetingLine][3][]string{
	OpenMeeting: {
		{"Good {daypart}, everyone. Shall we begin?", "Thank you all for joining. Let us start with the status round.", "I think we are complete, so let us begin.", "Good {daypart}. I suggest that we go round the table first.", "Welcome. As usual, a short status from each of you, please."},
		{"Hi everyone, good to see you all. Shall we get going?", "Okay, hello together! Let's do a quick round.", "Hi all, let's start, I'd like to give you some time back.", "Good {daypart}! Let's hear where everybody is.", "Hello, I think everyone's here, so let's dive in."},
		{"Let's start.", "All here? Good. Status round.", "Morning round, keep it short.", "Okay, status. Two minutes each.", "Right, let's go."},
	},
	GiveFloor: {
		{"{listener}, would you like to go on?", "May I ask {listener} for a short status?", "{listener}, what is there from your side?", "The next is {listener}, I believe.", "{listener}, please."},
		{"{listener}, how are things with you?", "Over to you, {listener}.", "{listener}, what have you got for us?", "How about you, {listener}?", "{listener}, do you want to go next?"},
		{"{listener}?", "Next, {listener}.", "{listener}, your turn.", "{listener}, go.", "And {listener}?"},
	},
	NothingNew: {
		{"Nothing new to report from my side.", "There is no change since the last meeting.", "I have no additional points today.", "From my side everything is as reported.", "I have nothing to add at this point."},
		{"Nothing new from me, all quiet.", "All as before on my end.", "I'm just carrying on, no news.", "Nothing from me today, thanks.", "Same as last time for me, really."},
		{"Nothing from me.", "No news.", "No change.", "Pass.", "As before."},
	},
	TakeNote: {
		{"Thank you, that is noted.", "Thank you for the update.", "Good, I will put that in the minutes.", "Understood, thank you.", "I have noted that."},
		{"Great, thanks for that.", "Okay, that's good to know.", "Thanks, I've got it down.", "Lovely, thank you.", "Right, thanks for sharing that."},
		{"Okay.", "Noted, next.", "Fine, thanks.", "Good.", "Clear."},
	},
	TakeOffline: {
		{"I suggest that the two of you discuss this after the meeting.", "May I propose that we take this up separately?", "This deserves more time than we have here.", "Let us not go into the details now.", "I would rather settle this in a smaller group."},
		{"Shall we take that one offline?", "Let's pick that up afterwards, okay?", "Can you two have a chat about it later?", "I'd park that for now, if you don't mind.", "That sounds like a topic for after the meeting."},
		{"Offline, please.", "Not here. Talk later.", "Take that outside.", "Too long for now.", "After the meeting."},
	},
	AnyQuestion: {
		{"Are there any further points?", "Does anybody wish to add anything?", "Is there any other business?", "Are there questions before we close?", "Have we forgotten anything?"},
		{"Anything else from anyone?", "Did we miss something?", "Any questions before we wrap up?", "Anything else on your minds?", "Is there anything you'd still like to bring up?"},
		{"Anything else?", "Questions?", "More? No?", "Other points?", "Is that all?"},
	},
	CloseRound: {
		{"Thank you, that concludes the meeting.", "In that case, thank you all for your time.", "Then we can end here. Thank you.", "That brings us to the end. I wish you a good {daypart}.", "We are done, on time even. Thank you."},
		{"Okay, that's it, thanks everyone!", "Great, thanks all, have a good {daypart}.", "Then let's get back to it. Thanks!", "That's a wrap, thank you all.", "Super, thanks for joining. See you next time."},
		{"Done. Thanks.", "That's it.", "Okay, back to work.", "We're through. Bye.", "Thanks, bye."},
	},
	SayHello: {
		{"Good {daypart}.", "Hello everyone.", "Good {daypart}, everybody.", "Hello, can you hear me?", "Good {daypart} to you all."},
		{"Hi all!", "Hello hello.", "Hi everyone, how are you?", "Hey, good {daypart}.", "Hi there!"},
		{"Hi.", "Hello.", "{Daypart}.", "I'm here.", "Present."},
	},
	SayBye: {
		{"Thank you, goodbye.", "Goodbye, everyone.", "Thank you all, until next time.", "Have a pleasant {daypart}.", "Goodbye and thank you."},
		{"Bye all!", "Thanks, see you!", "Bye, have a good one.", "See you later, everyone.", "Thanks all, bye bye."},
		{"Bye.", "See you.", "Thanks.", "Ciao.", "Later."},
	},
}

// Line says a line of a meeting; the scene's Listener is whom it calls on, if anybody.
func Line(v Voice, s Scene, line MeetingLine, draw Draw, used func(string) bool) (text, name string) {
	reg := register[v.Style]
	list := lines[line][reg]
	start := sim.Pick(draw("words/meeting", 0), len(list))
	r := &renderer{voice: v, scene: s, draw: draw, manner: mannerOf(v.Style)}
	for i := range list {
		at := (start + i) % len(list)
		name = "meeting/" + string(line) + "/" + strconv.Itoa(reg) + "/" + strconv.Itoa(at)
		text = r.frame(list[at])
		if text == "" {
			text = capital(strings.ReplaceAll(list[at], "{listener}", "all"))
		}
		if !used(name) {
			break
		}
	}
	return text, name
}

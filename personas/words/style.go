package words

// manner is what a style sounds like around the cores. In all lists an empty entry means silence and is there as often
// as the style is silent.
type manner struct {
	hello   []string // before a chat message
	dear    []string // first line of a mail
	bye     []string // last line of a mail, before the name
	also    []string // between two things said in one message; one that ends in a comma goes on in small letters
	asking  []string // closes a message that wants an answer
	telling []string // closes news
	trouble []string // closes bad news
	refusal []string // closes a no
	social  []string // closes thanks and the like
	tails   map[string]string
	emoji   []string
}

// Styles lists the ways people write.
var Styles = []string{"terse", "warm", "formal", "breezy", "dry", "precise", "anxious", "blunt", "enthusiastic", "diplomatic"}

var manners = map[string]manner{
	"terse": {
		hello: []string{"", "", "", "", "{listener},", "Hi,"}, dear: []string{"{listener},", "Hi {listener},", "Hi,"}, bye: []string{"{speaker}", "Regards,\n{speaker}", "Thanks,\n{speaker}"},
		also:    []string{"", "Also:", "And:", "Next:"},
		asking:  []string{"", "", "", "Thx.", "Short answer is fine.", "One line will do."},
		telling: []string{"", "", "", "That's it.", "FYI only.", "Questions to me."},
		trouble: []string{"", "", "", "More when I know it.", "Will update.", "Call if needed."},
		refusal: []string{"", "", "Sorry.", "Nothing personal.", "No way round it."},
		social:  []string{"", "", "", ""},
		tails:   map[string]string{"due": "By {due}.", "value": "Value: {value}.", "percent": "{percent} so far.", "who": "See {who}.", "reason": "{Reason}.", "it": "Re: {it}."},
	},
	"warm": {
		hello: []string{"", "", "Hi {listener},", "Hello {listener},", "Good {daypart} {listener},"}, dear: []string{"Hi {listener},", "Dear {listener},", "Good {daypart} {listener},", "Hello {listener},"},
		bye:     []string{"Warm regards,\n{speaker}", "All the best,\n{speaker}", "Many thanks and best wishes,\n{speaker}", "Best wishes,\n{speaker}", "Take care,\n{speaker}"},
		also:    []string{"", "And one more thing:", "While I'm writing,", "Oh, and", "By the way,"},
		asking:  []string{"", "", "Thank you so much!", "I'd be grateful.", "Thanks for your help.", "And if I can make it easier for you, just say so."},
		telling: []string{"", "", "Just ask if anything is unclear.", "I'm here if you have questions.", "Give me a call any time if you'd like to talk it through."},
		trouble: []string{"", "", "I hope you understand.", "I'll keep you in the picture.", "Let's talk if this makes things difficult for you."},
		refusal: []string{"", "", "I hope you understand.", "I know it's not what you hoped for.", "I'm sorry I can't tell you anything nicer."},
		social:  []string{"", "", "Have a good {daypart}!", "Take care!"},
		tails:   map[string]string{"due": "The date to keep in mind is {due}.", "value": "It's {value}, by the way.", "percent": "We're at about {percent}.", "who": "It's {who} you'd want to speak to.", "reason": "A word on the background: {reason}.", "it": "I mean {it}."},
		emoji:   []string{"🙂", "😊", "🙏"},
	},
	"formal": {
		hello: []string{"", "", "Hello {listener},", "Good {daypart}, {listener}."}, dear: []string{"Dear {listener},", "Good {daypart} {listener},", "Hello {listener},"},
		bye:     []string{"Kind regards,\n{speaker}", "Best regards,\n{speaker}", "Yours sincerely,\n{speaker}", "With kind regards,\n{speaker}"},
		also:    []string{"", "Furthermore,", "In addition,", "On a further point,", "Moreover,"},
		asking:  []string{"", "", "Thank you in advance.", "I look forward to your reply.", "Thank you for your support.", "Your reply would be appreciated."},
		telling: []string{"", "", "Please do not hesitate to contact me with any questions.", "I remain at your disposal for questions.", "Please let me know if you require further details."},
		trouble: []string{"", "", "I ask for your understanding.", "I will inform you of any change.", "I am available to discuss the consequences."},
		refusal: []string{"", "", "I ask for your understanding.", "I regret any inconvenience.", "Thank you for your understanding."},
		social:  []string{"", "", "I wish you a pleasant {daypart}."},
		tails:   map[string]string{"due": "The relevant date is {due}.", "value": "The value is {value}.", "percent": "The degree of completion is {percent}.", "who": "The person concerned is {who}.", "reason": "For completeness: {reason}.", "it": "This concerns {it}."},
	},
	"breezy": {
		hello: []string{"", "", "Hey {listener},", "Hey,", "Hiya,", "{Daypart}!"}, dear: []string{"Hey {listener},", "Hi {listener},", "Hiya {listener},"},
		bye:     []string{"Cheers,\n{speaker}", "Later,\n{speaker}", "Ta,\n{speaker}", "Cheers!\n{speaker}"},
		also:    []string{"", "Oh and", "Plus,", "Other thing:", "Also,"},
		asking:  []string{"", "", "Cheers!", "Ta!", "You'd be doing me a favour.", "Just drop me a line."},
		telling: []string{"", "", "Shout if that's weird.", "Yell if you need more.", "That's all, folks."},
		trouble: []string{"", "", "I'll shout when there's more.", "Bear with me.", "We'll figure it out."},
		refusal: []string{"", "", "Hope that's okay!", "Don't hate me.", "Hope you get it."},
		social:  []string{"", "", "Later!", "See ya."},
		tails:   map[string]string{"due": "{due} is the date, by the way.", "value": "So, {value}.", "percent": "Call it {percent}.", "who": "{who} is the one.", "reason": "Bit of context: {reason}.", "it": "Talking about {it} here."},
		emoji:   []string{"😅", "👍", "😄"},
	},
	"dry": {
		hello: []string{"", "", "", "{listener},", "Good {daypart}."}, dear: []string{"{listener},", "Hello {listener},", "Good {daypart} {listener},"},
		bye:     []string{"Regards,\n{speaker}", "Best,\n{speaker}", "As ever,\n{speaker}", "{speaker}"},
		also:    []string{"", "In other news,", "Not that it ends there:", "Separately,", "While we are at it,"},
		asking:  []string{"", "", "I can take the truth.", "Any answer beats none.", "In your own time, within reason."},
		telling: []string{"", "", "Do with it what you like.", "No applause needed.", "Now you know as much as I do."},
		trouble: []string{"", "", "It could be worse, though I don't see how.", "I will report if it improves.", "I am as pleased as you are."},
		refusal: []string{"", "", "I am as pleased as you are.", "No hard feelings.", "I did look for a loophole."},
		social:  []string{"", "", "Carry on."},
		tails:   map[string]string{"due": "The date, for what it's worth: {due}.", "value": "In figures: {value}.", "percent": "Say {percent}.", "who": "The name is {who}.", "reason": "The reason, for what it's worth: {reason}.", "it": "I refer to {it}."},
	},
	"precise": {
		hello: []string{"", "", "", "Hello {listener},", "Hi {listener},"}, dear: []string{"Hello {listener},", "Hi {listener},", "Dear {listener},"},
		bye:     []string{"Regards,\n{speaker}", "Best regards,\n{speaker}", "Kind regards,\n{speaker}"},
		also:    []string{"", "Second point:", "In addition,", "Separate point:", "Next item:"},
		asking:  []string{"", "", "Please reply in this thread.", "A short factual answer is enough.", "Please answer in one message."},
		telling: []string{"", "", "Please correct me if your records differ.", "Please update your notes.", "Details on request."},
		trouble: []string{"", "", "I will report the next change at once.", "Next update as soon as there are facts.", "Please check the effect on your part."},
		refusal: []string{"", "", "This is my final answer for now.", "Please take it into account.", "Please plan accordingly."},
		social:  []string{"", "", "No further action needed."},
		tails:   map[string]string{"due": "Date: {due}.", "value": "Figure: {value}.", "percent": "Completion: {percent}.", "who": "Person: {who}.", "reason": "Explanation: {reason}.", "it": "Subject: {it}."},
	},
	"anxious": {
		hello: []string{"", "", "Hi {listener},", "Hi {listener}, sorry to disturb.", "Hello {listener},"}, dear: []string{"Hi {listener},", "Dear {listener},", "Hello {listener},"},
		bye:     []string{"Thanks, and sorry for the trouble,\n{speaker}", "Best,\n{speaker}", "Thank you,\n{speaker}", "Many thanks,\n{speaker}"},
		also:    []string{"", "And, sorry, one more thing:", "There's something else:", "Also,", "And before I forget,"},
		asking:  []string{"", "", "Sorry for the bother!", "I hope that's okay.", "Even a quick word would calm me down.", "Only if you have a moment."},
		telling: []string{"", "", "I hope that's clear.", "Please tell me if I got something wrong.", "I just wanted you to have it."},
		trouble: []string{"", "", "I hope that's not a disaster.", "I'll tell you the moment I know more.", "I'm really trying."},
		refusal: []string{"", "", "I hope you're not angry.", "Please understand.", "I really thought about it."},
		social:  []string{"", "", "I hope that's all right."},
		tails:   map[string]string{"due": "It's about {due}, I think.", "value": "It says {value}.", "percent": "About {percent}, I'd guess.", "who": "It's {who} I'm thinking of.", "reason": "What's behind it: {reason}.", "it": "I'm talking about {it}."},
		emoji:   []string{"😬", "🙈", "😟"},
	},
	"blunt": {
		hello: []string{"", "", "", "", "{listener}.", "{listener},"}, dear: []string{"{listener},", "Hello {listener},", "{listener}:"},
		bye:     []string{"{speaker}", "Regards,\n{speaker}", "Rgds,\n{speaker}"},
		also:    []string{"", "And another thing:", "Next.", "Also,", "Second:"},
		asking:  []string{"", "", "Keep it short.", "No essays.", "I'm waiting."},
		telling: []string{"", "", "Deal with it.", "Just so we're clear.", "End of message."},
		trouble: []string{"", "", "That's how it is.", "I'm not happy either.", "Better now than later."},
		refusal: []string{"", "", "That's how it is.", "I'm not happy either.", "Asking again won't help."},
		social:  []string{"", "", "That's all."},
		tails:   map[string]string{"due": "{due}. Write it down.", "value": "It's {value}.", "percent": "{percent}, to be clear.", "who": "I mean {who}.", "reason": "The fact is: {reason}.", "it": "This is about {it}."},
	},
	"enthusiastic": {
		hello: []string{"", "Hi {listener}!", "Hey {listener}!", "Hello {listener}!", "Good {daypart}, {listener}!"}, dear: []string{"Hi {listener}!", "Hello {listener}!", "Good {daypart}, {listener}!"},
		bye:     []string{"Cheers,\n{speaker}", "Best,\n{speaker}", "Have a great {daypart}!\n{speaker}", "All the best!\n{speaker}"},
		also:    []string{"", "And there's more!", "Oh, and", "One more thing!", "Plus,"},
		asking:  []string{"", "", "Thanks a million!", "You rock!", "Thanks so much!", "Looking forward to it!"},
		telling: []string{"", "", "Isn't that good to know?", "Onwards!", "Ask me anything!"},
		trouble: []string{"", "", "We'll get there!", "Don't give up on me!", "Nothing we can't handle!"},
		refusal: []string{"", "", "I hope you understand!", "Better luck next time!", "Still friends, I hope!"},
		social:  []string{"", "", "Have a great {daypart}!", "Talk soon!"},
		tails:   map[string]string{"due": "Mark your calendar: {due}!", "value": "It's {value}!", "percent": "{percent} already!", "who": "{who} is part of this!", "reason": "The background: {reason}.", "it": "I'm talking about {it}!"},
		emoji:   []string{"🎉", "🚀", "😃"},
	},
	"diplomatic": {
		hello: []string{"", "", "Hello {listener},", "Hi {listener},", "Good {daypart} {listener},"}, dear: []string{"Dear {listener},", "Hello {listener},", "Hi {listener},"},
		bye:     []string{"Kind regards,\n{speaker}", "With best wishes,\n{speaker}", "Best regards,\n{speaker}", "Many thanks,\n{speaker}"},
		also:    []string{"", "If I may add a point:", "On another note,", "There is also this:", "May I add,"},
		asking:  []string{"", "", "I appreciate your time.", "I'd be glad of a short reply.", "Thank you for considering it.", "I'm open to suggestions."},
		telling: []string{"", "", "I'm happy to discuss it.", "Do let me know how you see it.", "I hope that's useful."},
		trouble: []string{"", "", "I hope we can find a good way forward.", "Thank you for your understanding.", "I'd be glad to look for alternatives with you."},
		refusal: []string{"", "", "I hope we can find a good way forward.", "Thank you for your understanding.", "I'm happy to talk about alternatives."},
		social:  []string{"", "", "It's good to work with you."},
		tails:   map[string]string{"due": "The date in question would be {due}.", "value": "We're speaking of {value}.", "percent": "I'd put it at {percent}.", "who": "I'm thinking of {who} here.", "reason": "If I may explain: {reason}.", "it": "I'm referring to {it}."},
	},
}

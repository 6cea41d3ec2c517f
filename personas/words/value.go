package words

import "github.com/tenure-sim/tenure/sim/speech"

// askValue stands for Ask about what has a value, a requirement or a fact: one asks what it is, not how far it has got.
const askValue speech.Verb = "ask-value"

// valued are the words for questions about values.
var valued = map[speech.Verb]string{
	askValue: `
terse
What {is} {it}?[ Need it by {due}.]
{It}: what applies?[ By {due} please.]
Need {it} from you.[ Deadline on my side: {due}.]
Quick one: what do we have for {it}?[ I need it by {due}.]
Which one is right for {it}?[ Needed by {due}.]
warm
Could you tell me what {it} {is} when you have a minute?[ By {due} would be lovely.]
I was wondering what we have for {it}.[ It would help me to know by {due}.]
Would you mind telling me {it}?[ If you can, by {due}.]
When you get a chance, could you remind me what {it} {is}?[ I'd need it by {due}.]
Do you happen to know {it}?[ Knowing by {due} would help.]
formal
Could you please inform me of {it}?[ I would need your answer by {due}.]
I would be grateful if you could state {it}.[ A reply by {due} would be appreciated.]
May I ask what currently applies to {it}?[ I require this by {due}.]
Please advise me of {it}[ by {due}].
I would like to request information on {it}[, if possible by {due}].
breezy
What {is} {it} again?[ Would be good to know by {due}.]
Any idea what {it} {is}?[ Kind of need it by {due}.]
What's the latest on {it}?[ {due} would be perfect.]
What are we going with for {it}?[ I'm after it by {due}, if that's doable.]
Can you give me {it} real quick?[ By {due}, ideally.]
dry
I have lost sight of {it}. What did we settle on?[ I am supposed to know by {due}.]
Someone will ask me about {it} sooner or later. What should I say?[ My guess is they ask by {due}.]
What is the truth about {it}?[ I can live without it until {due}.]
Could you enlighten me on {it}?[ Before {due}, for preference.]
Is {it} a secret, or may I know?[ I have to write something down by {due}.]
precise
What {is} {it}, as of today?[ I need the answer by {due}.]
Please give me {it}, with the source.[ Latest: {due}.]
One question: what applies to {it}?[ Required by {due}.]
Can you state {it} exactly?[ I need this by {due}.]
For my records I need {it}[ by {due}].
anxious
Sorry to ask, but do you know {it}?[ I really need it by {due}.]
I'm a bit unsure about {it}. Can you tell me what applies?[ I have to know by {due}.]
I just want to be sure I have {it} right. What did you note?[ I'd feel better knowing by {due}.]
Could you let me know {it}?[ I'm getting nervous about {due}.] I'd rather ask once too often.
I can't find {it} anywhere. Do you have {them}?[ I'm asking because of {due}.]
blunt
What's the answer on {it}?[ I need it by {due}.]
Tell me {it}.[ By {due}.]
I need a straight answer on {it}[ by {due}].
Nobody has told me {it}. Fix that, please[, by {due} at the latest].
So, what about {it}?[ I want to know by {due}.]
enthusiastic
I'd love to know {it}![ By {due} would be great!]
Quick one! What {is} {it}?[ I could really use it by {due}.]
Tell me all about {it}![ If you can do it by {due}, even better!]
So keen to find out {it}![ {due} would be ideal for me.]
Help me out, what did we decide on {it}?[ I'm hoping to know by {due}.]
diplomatic
If it's not too much trouble, could you share {it} with me?[ By {due} would help us a lot.]
I know you have a lot on your plate; could you still tell me {it}?[ {due} would suit us best.]
It would help the planning if you could tell me {it}[, perhaps by {due}].
Would it be possible to learn {it} from you?[ I'd be glad to have it by {due}.]
Perhaps you could tell me what has been agreed on {it}[ before {due}]?
`,
}

// entry is the verb under which the book has the words for an act.
func entry(a speech.Act) speech.Verb {
	if a.Verb == speech.Ask && (a.Req != "" || a.Fact != "") {
		return askValue
	}
	return a.Verb
}

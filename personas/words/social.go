package words

import "github.com/tenure-sim/tenure/sim/speech"

// social: what keeps people on good terms.
var social = map[speech.Verb]string{
	speech.Acknowledge: `
terse
Noted.[ {It}: {value}.]
OK.[ {It} {is} {value} then.]
Got it.[ {value} for {it}.]
Understood.[ So {it} {is} {value}.]
Fine.[ {value} it is.]
warm
Thanks for letting me know[ about {it}].[ I've written down {value}.]
Got it, thank you.[ So we have {value} for {it}.]
That's good to know, thanks.[ I'll go with {value}.]
I've taken note[ of {it}], thanks for thinking of me.[ That's {value}.]
All clear on my side[ as for {it}].[ {value}, right.]
formal
Thank you, I have taken note[ of {it}].[ The value is {value}.]
Your message has been received and noted.[ I will work with {value} for {it}.]
I acknowledge receipt of your message[ concerning {it}].[ I have recorded {value}.]
Duly noted.[ For {it} I now assume {value}.]
Thank you for your message[ regarding {it}], which I have read with care.[ I take it as {value}.]
breezy
Cool, got that.[ {value} for {it}.]
Okey-doke.[ {It} at {value}.]
Gotcha, cheers.[ Going with {value}.]
Right, on my radar now[, {it}].[ Makes it {value}.]
Yep, saw it.[ So it's {value}.]
dry
I have read it and adjusted my expectations.[ {It}: {value}.]
Very well.[ {value} for {it}, then.]
Noted, with interest.[ {value} it says here.]
So be it.[ I shall think of {it} as {value}.]
That is now part of what I know.[ In a word, {value}.]
precise
Received and noted.[ {It} = {value}.]
Acknowledged.[ Working with {value} for {it}.]
Confirmed, I have it[: {value}].
Message read, no questions.[ {It}: {value}.]
Recorded.[ Value used from now on: {value}.]
anxious
Okay, thanks, I've got it now.[ {It} {is} {value}, right?]
Thanks, good that you told me.[ I've put down {value}.]
Phew, okay, noted.[ So I'm using {value} for {it}.]
I've seen it, and I'll make sure not to forget.[ It's {value}.]
Alright, I think I understood.[ That means {value}.]
blunt
Seen.[ {value}.]
Fine by me.[ {It} {is} {value}, end of story.]
I know now.[ {value}, then.]
OK, message received.[ I'm using {value}.]
Right. Clear.[ {value} for {it}.]
enthusiastic
Awesome, thanks for the update![ {value} for {it}!]
Got it, perfect![ {It} {is} {value} now!]
Super, that helps a lot![ So {value} it is!]
Great to know, thank you![ I've got {value}!]
Wonderful, I'm on board![ {value}, yes!]
diplomatic
Thank you for keeping me informed[ about {it}].[ I'll plan with {value}.]
I appreciate the information.[ My understanding is {value} for {it}.]
That's helpful, and I'll take it into account.[ We're then speaking of {value}.]
I see, thank you for explaining.[ I'd read that as {value}.]
Understood, and thanks for being open about it.[ On that basis, {value}.]
`,
	speech.Thank: `
terse
Thanks[ for {it}].
Thx[ for {it}].
Thanks, all I needed.
Cheers[ for {it}].
That helps, thanks.
warm
Thank you so much[ for {it}].
That's really kind of you, thank you[ for {it}].
Thanks a lot[ for {it}], that made my day easier.
I really appreciate your help[ with {it}].
Many thanks, it's a pleasure working with you[ on {it}].
formal
Thank you very much[ for {it}].
I would like to thank you for your support[ with {it}].
Please accept my thanks[ for {it}].
Your assistance[ with {it}] is greatly appreciated.
I am grateful for your prompt help[ with {it}].
breezy
You're a star, thanks[ for {it}]!
Cheers, that's great[, {it} I mean].
Ta very much[ for {it}]!
Sweet, thanks a bunch[ for {it}].
Legend, thank you[ for {it}].
dry
I owe you one[ for {it}].
Much obliged[ for {it}].
That was almost suspiciously quick, thanks[ for {it}].
My compliments[ on {it}], and thanks.
I shall remember this in your favour[, {it} I mean].
precise
Thank you, received[: {it}].
Thanks, {it|that} {is} exactly what I needed.
Thank you for the complete answer[ on {it}].
Received with thanks[, {it}], nothing missing.
Thanks, that closes the point[ on {it}] for me.
anxious
Thank you, that's a weight off my mind[, {it} I mean].
Oh good, thanks[ for {it}], I was starting to worry.
Thanks for helping me out[ with {it}], really.
I'm so relieved, thank you[ for {it}].
Thanks for your patience with me[ over {it}].
blunt
Good. Thanks[ for {it}].
Thanks, took a load off me[, {it}].
That's what I wanted, thanks[ for {it}].
Appreciated[, {it}].
Solid work[ on {it}], thanks.
enthusiastic
Thank you, thank you, thank you[ for {it}]!
You're amazing, thanks[ for {it}]!
This is brilliant, thanks so much[ for {it}]!
Wow, thank you[ for {it}], that was fast!
Best news today, thanks[ for {it}]!
diplomatic
Thank you for making time[ for {it}].
I know this took some effort, so thank you[ for {it}].
Your help[ with {it}] is much appreciated by all of us.
I'd like to say thank you[ for {it}]; it made a difference.
That was very considerate of you, thanks[ for {it}].
`,
	speech.Apologise: `
terse
Sorry[ about {it}].[ {Reason}.]
My fault[ on {it}].[ Reason: {reason}.]
Apologies[ for {it}].[ Cause: {reason}.]
Sorry, that one's on me[, {it}].[ Why: {reason}.]
Should have been better[, {it}]. Sorry.[ It was this: {reason}.]
warm
I'm really sorry[ about {it}].[ What happened: {reason}.]
Please forgive me[ for {it}], I should have told you sooner.[ The reason: {reason}.]
I feel I let you down[ with {it}], sorry.[ I'd like to explain: {reason}.]
Sorry for the trouble[ with {it}].[ It came from this: {reason}.]
That was my mistake[ on {it}], and I'm sorry.[ Here's the reason: {reason}.]
formal
Please accept my apologies[ for {it}].[ The reason is: {reason}.]
I apologise for the inconvenience[ caused with {it}].[ Explanation: {reason}.]
I must apologise[ with regard to {it}].[ The cause was: {reason}.]
My sincere apologies[ concerning {it}].[ Background: {reason}.]
I regret what happened[ with {it}] and ask for your understanding.[ For clarity: {reason}.]
breezy
Oops, sorry[ about {it}]![ Thing is: {reason}.]
My bad[ on {it}].[ It's because: {reason}.]
Dropped the ball there[, {it} I mean], sorry.[ Reason being: {reason}.]
Yikes, sorry[ for {it}].[ What went on: {reason}.]
So sorry, that slipped[, {it}].[ Long story short: {reason}.]
dry
That was not my finest hour[, {it} I mean]. Sorry.[ For the record: {reason}.]
I would blame somebody else[ for {it}], but it was me. Apologies.[ My excuse: {reason}.]
I stand corrected and ashamed[ over {it}].[ In my defence: {reason}.]
Regrets, I have a few[, {it} among them].[ The facts: {reason}.]
I owe you an apology[ for {it}]. Here it is.[ And the explanation: {reason}.]
precise
I apologise[ for {it}].[ Cause: {reason}.] I will see that it does not happen again.
The error was mine[, in {it}]. Sorry.[ Details: {reason}.]
Apology and correction[ on {it}]: this was my oversight.[ Root cause: {reason}.]
I did not do what I said I would[ on {it}], and I am sorry.[ What failed: {reason}.]
I take responsibility[ for {it}] and apologise.[ Reason for it: {reason}.]
anxious
I'm so, so sorry[ about {it}].[ It's because: {reason}.]
I feel awful[ about {it}], please forgive me.[ I can only say: {reason}.]
I hope you're not too upset[ about {it}]. Sorry![ The thing is: {reason}.]
This has been on my mind all day, I'm sorry[ about {it}].[ The problem was: {reason}.]
I should have spoken up earlier[ about {it}], sorry.[ What held me back: {reason}.]
blunt
I messed up[ {it}]. Sorry.[ {Reason}.]
That's my mistake[, {it}], no excuses.[ If you want to know why: {reason}.]
I got it wrong[ with {it}].[ Here's why: {reason}.]
Sorry. Won't happen again[, {it} I mean].[ It was down to this: {reason}.]
You're right to be annoyed[ about {it}]. I'm sorry.[ The reason: {reason}.]
enthusiastic
Oh no, I'm sorry[ about {it}], I'll make it up to you![ Here's the story: {reason}.]
Argh, sorry[ for {it}]![ What happened there: {reason}.]
A thousand apologies[ for {it}]![ It was all because of this: {reason}.]
Sorry, sorry, sorry[ about {it}]! Back on track from here![ The reason was: {reason}.]
I can't believe I did that[ with {it}], sorry![ Here's what happened: {reason}.]
diplomatic
I'm sorry that this caused you trouble[, {it} in particular].[ As I see it: {reason}.]
I regret how this went[ with {it}], and I'd like to make up for it.[ The circumstances: {reason}.]
I understand your disappointment[ about {it}], and I apologise.[ What led to it: {reason}.]
I should have handled {it|this} more carefully, my apologies.[ To put it in context: {reason}.]
Please take this as a sincere apology[ for {it}].[ I'd add by way of background: {reason}.]
`,
	speech.Farewell: `
terse
Out[ until {due}].[ {who} covers.][ {Reason}.]
I'm off[, back {due}].[ Ask {who} meanwhile.][ Reason: {reason}.]
Away[ till {due}].[ Contact: {who}.][ {Reason}.]
Not available[ before {due}].[ {who} steps in.][ Why: {reason}.]
Gone[ until {due}].[ {who} has my things.][ Cause: {reason}.]
warm
I'll be away for a while[ and back on {due}].[ {who} will look after you in the meantime.][ It's this: {reason}.]
Just to let you know I won't be around[ until {due}].[ Please turn to {who} if you need anything.][ The reason: {reason}.]
I'm saying goodbye for now[, see you on {due}].[ You're in good hands with {who}.][ So you know: {reason}.]
Take care, all, I'm away now[ until {due}].[ {who} is happy to help.][ Here's why: {reason}.]
I'll be out of the office[ until {due}]. Have a good time.[ {who} knows where everything is.][ What's up: {reason}.]
formal
I will be absent from the office[ until {due}].[ I am represented by {who}.][ Reason: {reason}.]
Please note that I am not available[ until {due}].[ In urgent matters please contact {who}.][ For your information: {reason}.]
I hereby announce my absence[ until {due}].[ {who} acts as my deputy.][ Occasion: {reason}.]
As of now I am away[ and will return on {due}].[ Kindly address your requests to {who}.][ The reason is: {reason}.]
I am taking my leave[ and expect to be back on {due}].[ My deputy is {who}.][ Explanation: {reason}.]
breezy
I'm outta here[, back {due}]![ Bug {who} instead.][ It's: {reason}.]
Signing off[ till {due}].[ {who}'s holding the fort.][ Reason being: {reason}.]
Catch you later[, on {due} that is].[ {who} has your back.][ The why: {reason}.]
That's me gone[ until {due}].[ Shout at {who} if it burns.][ Thing is: {reason}.]
Off I go[, see you {due}].[ Go to {who} with stuff.][ What's going on: {reason}.]
dry
You will have to do without me[ until {due}].[ {who} is an adequate replacement.][ Officially: {reason}.]
I shall be unreachable[ until {due}], by intent.[ {who} has drawn the short straw.][ The reason given: {reason}.]
My chair will be empty[ until {due}].[ {who} sits nearby.][ The cause: {reason}.]
I am leaving the field[ until {due}].[ {who} stays behind.][ Grounds: {reason}.]
Absence makes the heart grow fonder[, so until {due}].[ Meanwhile there is {who}.][ In short: {reason}.]
precise
Absence notice[: back on {due}].[ Deputy: {who}.][ Reason: {reason}.]
I am out of office from now[ to {due}].[ Substitute: {who}.][ Explanatory note: {reason}.]
Not reachable from now on[; return {due}].[ Requests go to {who}.][ Cause: {reason}.]
My absence starts now[ and ends {due}].[ Covered by {who}.][ Basis: {reason}.]
Unavailable[ until {due}].[ {who} has all open items.][ Background: {reason}.]
anxious
I'm sorry to leave you now, I'll be away[ until {due}].[ {who} should be able to help.][ It's because: {reason}.]
I won't be there[ until {due}], I hope that's all right.[ Please ask {who} if something comes up.][ The thing is: {reason}.]
I have to go now[ and I'll be back {due}, I think].[ {who} knows everything, I hope.][ What's happened: {reason}.]
Please don't worry, I'm only away[ until {due}].[ {who} will keep an eye on things.][ Just so you know why: {reason}.]
I hope nothing goes wrong while I'm out[, back on {due}].[ If it does, {who} is there.][ The reason: {reason}.]
blunt
I'm gone[ until {due}]. Don't call me.[ Call {who}.][ {Reason}.]
I'm not working[ until {due}].[ {who} is your contact.][ Reason: {reason}.]
No answers from me[ before {due}].[ Use {who}.][ Why: {reason}.]
I'm away, it can wait[ until {due}].[ If it can't, {who}.][ Fact: {reason}.]
Leaving now[, back {due}].[ Bother {who}.][ Simple reason: {reason}.]
enthusiastic
Off on my way, see you[ on {due}]![ {who} will take great care of you!][ The reason: {reason}!]
Bye for now, everybody[, back on {due}]![ Lean on {who}!][ And why? {Reason}!]
I'm out, keep up the great work[ until {due}]![ {who} is there for you!][ Here's the thing: {reason}!]
So long, team[, till {due}]![ {who} is my stand-in!][ In short: {reason}!]
Time for me to go[, see you all {due}]![ Ask {who} anything!][ The occasion: {reason}!]
diplomatic
I'll be away[ until {due}] and apologise for any inconvenience.[ {who} has kindly agreed to help.][ The background: {reason}.]
May I let you know that I won't be available[ until {due}]?[ I'd suggest turning to {who}.][ The reason: {reason}.]
I'm afraid I have to step out[ until {due}].[ {who} would be the best person meanwhile.][ To explain: {reason}.]
I will be unable to reply[ until {due}], and thank you for your patience.[ Perhaps {who} can assist.][ It's due to this: {reason}.]
While I'm away[ until {due}] I leave matters in your hands.[ {who} will support you where possible.][ For your understanding: {reason}.]
`,
}

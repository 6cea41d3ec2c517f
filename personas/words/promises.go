package words

import "github.com/tenure-sim/tenure/sim/speech"

// promises: who does what, from now on.
var promises = map[speech.Verb]string{
	speech.Commit: `
terse
Will do {it}[ by {due}].
{It}: on it[, {due}].
You'll get {it}[ by {due}].
OK, {it} from me[ by {due}].
I'll take {it}[, {due}].
warm
Of course, I'll take care of {it}[ by {due}].
Leave {it} with me, I'll see to {them}[ by {due}].
You can count on me for {it}[, {due} at the latest].
Happy to do {it}.[ You'll have it by {due}.]
I'll gladly look after {it}[ and get back to you by {due}].
formal
I will provide {it}[ by {due}].
I confirm that I will take care of {it}[ by {due}].
You will receive {it}[ no later than {due}].
I hereby commit to {it}[ with a completion date of {due}].
Please expect {it} from me[ by {due}].
breezy
Sure thing, I'll get {it} over to you[ by {due}].
Yep, can do {it}[ by {due}].
I'm on {it}.[ Should be with you by {due}.]
No worries, {it} {is} coming your way[ by {due}].
I'll knock out {it}[ by {due}].
dry
Consider {it} my problem[ until {due}].
I suppose I can manage {it}[ by {due}].
{It} will arrive[ by {due}], barring miracles.
Fine, {it} {is} on my list.[ You may check on {due}.]
I have written down {it} in ink.[ The date says {due}.]
precise
I commit to {it}[, due {due}].
Confirmed: {it} from me[ by {due}].
I will deliver {it}[ on or before {due}].
{It}: accepted.[ Delivery date {due}.]
My commitment: {it}[, finished by {due}].
anxious
I'll do my best to get you {it}[ by {due}].
Yes, I'll make sure {it} {is} done[ by {due}]. Remind me if I forget.
I think I can manage {it}[ by {due}], I'll tell you at once if not.
All right, I'm taking {it} on[ and I'll try hard for {due}].
I've noted down {it}[ for {due}], so nothing gets lost.
blunt
You'll have {it}[ by {due}]. Done deal.
I'll do {it}[ by {due}]. No need to ask again.
{It} {is} mine.[ Expect it {due}.]
Yes. {It}[, {due}].
I said I'd do {it}, so I will[, by {due}].
enthusiastic
Absolutely, I'll get you {it}[ by {due}]!
Count me in, {it} {is} as good as done[ by {due}]!
On it! You'll have {it}[ by {due}]!
I'd love to do {it}![ Expect it by {due}!]
Consider {it} done[ by {due}]!
diplomatic
I'd be glad to contribute {it}[ by {due}].
I think I can offer {it}[ by {due}].
That sounds reasonable, I'll arrange {it}[ for {due}].
I understand the need, so I'll make room for {it}[ before {due}].
You may plan with {it} from my side[ by {due}].
`,
	speech.Approve: `
terse
{It}: approved.[ Condition: {reason}.]
OK from me on {it}.[ {Reason}.]
Approving {it}.[ Note: {reason}.]
{It} {is} fine, go ahead.[ Mind this: {reason}.]
You have {it}.[ One point: {reason}.]
warm
I'm happy to give you {it}.[ One thing to keep in mind: {reason}.]
Everything looks good to me, so here's {it}.[ Just note: {reason}.]
I had a look, and you have my yes for {it}.[ A small remark: {reason}.]
{It} {is} granted, well prepared.[ What I'd still like: {reason}.]
Please go ahead, I'm giving {it}.[ My only wish: {reason}.]
formal
I hereby grant {it}.[ The following condition applies: {reason}.]
{It} {is} approved with effect from today.[ Remark: {reason}.]
I confirm my approval concerning {it}.[ Please observe: {reason}.]
Following my review, {it} {is} granted.[ Subject to: {reason}.]
You may proceed; {it} {has} been given.[ Note for the file: {reason}.]
breezy
Green light on {it}![ Just one thing: {reason}.]
All good, {it} {is} yours.[ Only this: {reason}.]
Thumbs up for {it}.[ FYI: {reason}.]
Yep, signing {it} off.[ Tiny footnote: {reason}.]
Go for it, {it} {is} through.[ Careful with: {reason}.]
dry
I have found nothing to object to, so {it} {is} approved.[ Almost nothing: {reason}.]
{It} {has} my blessing, such as it is.[ With a footnote: {reason}.]
You may frame it: {it} {is} granted.[ The small print: {reason}.]
I was asked for {it}, and I see no reason to refuse.[ A condition, though: {reason}.]
{It}: yes. I can be brief.[ The one remark: {reason}.]
precise
Decision: {it} {is} approved.[ Condition: {reason}.]
{It} {is} granted as of now.[ Scope: {reason}.]
I approve {it}.[ Basis: {reason}.]
Review finished, result positive: {it} {is} given.[ Comment: {reason}.]
All criteria for {it} are met. Approved.[ Limitation: {reason}.]
anxious
I think I can approve {it} now.[ Please keep an eye on this: {reason}.]
{It} {is} approved, I hope I haven't missed anything.[ The one thing I'm unsure of: {reason}.]
I've gone through it again, and yes, {it} {is} granted.[ Please be careful: {reason}.]
All right, {it} from me.[ I'd just feel better with this: {reason}.]
You can go ahead, I'm giving {it}. Tell me straight away if anything comes up.[ Watch this: {reason}.]
blunt
Approved. {It}.[ But: {reason}.]
You get {it}. Don't make me regret it.[ Condition, and I mean it: {reason}.]
{It}: yes. Get going.[ Keep to this: {reason}.]
Fine, I'm signing {it}.[ One demand: {reason}.]
I've seen enough, {it} {is} granted.[ Rule: {reason}.]
enthusiastic
Approved! {It} {is} all yours![ Just remember: {reason}.]
A big yes to {it}![ One small note: {reason}.]
Great work, I'm delighted to give {it}![ Keep in mind: {reason}.]
{It} granted, off you go![ Only one wish: {reason}.]
Yes, yes, yes: {it} {is} approved![ A little footnote: {reason}.]
diplomatic
Having considered it, I'm comfortable giving {it}.[ I'd ask you to respect this: {reason}.]
I'm glad we got there: {it} {is} approved.[ One consideration: {reason}.]
From my side there is nothing in the way of {it}.[ I'd only mention this: {reason}.]
I'm pleased to support this with {it}.[ I trust you'll bear in mind: {reason}.]
You have done what was needed, so I grant {it}.[ My one request: {reason}.]
`,
	speech.Refer: `
terse
Ask {who} about {it}.
{who} knows {it}.
{It}: that's {who}.
Not me. Try {who} for {it}.
{who} has {it}.
warm
I think {who} can help you better with {it} than I can.
You'd best talk to {who} about {it}, they'll know.
That's not my area, but {who} will surely be able to tell you about {it}.
Have you tried {who}? They look after {it}.
I don't want to tell you anything wrong on {it}, so please check with {who}.
formal
Please direct your question concerning {it} to {who}.
The person responsible for {it} is {who}.
I would refer you to {who} with regard to {it}.
{who} will be able to assist you with {it}.
As {it} {is} not within my remit, kindly contact {who}.
breezy
{who}'s your person for {it}.
Give {who} a shout about {it}.
No clue on {it}, but {who} will know.
You want {who} for {it}, not me.
Ping {who}, they've got {it}.
dry
{It} {is} a question for {who}, and I am glad it is.
I know who knows about {it}: {who}.
I could speculate on {it}, or you could ask {who}.
{who} is paid to know {it}.
On {it} I am merely decoration. Ask {who}.
precise
Contact for {it}: {who}.
{It} {is} owned by {who}. Please ask there.
I do not have {it}; {who} does.
Your question on {it} belongs to {who}.
Correct addressee for {it}: {who}.
anxious
I'm not sure about {it}, it'd be safer to ask {who}.
I'd rather not say anything wrong on {it}. Could you ask {who}?
I think it's {who} who knows about {it}, but I'm not entirely certain.
Sorry, I don't know about {it}. Maybe {who} does?
Please check {it} with {who}, just to be safe.
blunt
Wrong person. {It} {is} {who}'s.
I don't know {it}. {who} does.
Talk to {who} about {it}, not to me.
{who}. They deal with {it}.
Why ask me? {who} has {it}.
enthusiastic
Oh, {who} is the expert on {it}!
{who} will have everything on {it}, just ask!
You should totally talk to {who} about {it}!
For {it} there's no one better than {who}!
Great question, and {who} has the answer on {it}!
diplomatic
I wouldn't want to speak for {who}, who is closer to {it}.
It might be worth asking {who} about {it}.
I believe {who} is in a better position to answer on {it}.
May I suggest {who} as the contact for {it}?
To get it first-hand, I'd turn to {who} on {it}.
`,
	speech.HandOver: `
terse
{It} move{s} over to {who}[ from {due}].
Handing {it} to {who}[, {due}].
{who} takes {it}[ as of {due}].
{It}: now with {who}[ (from {due})].
New owner of {it}: {who}[, starting {due}].
warm
I'm handing over {it} to {who}[ from {due}], who'll take good care of {them}.
From {due|now} on {who} will look after {it}.
Just so you know whom to ask: {who} takes over {it}[ on {due}].
{It} {is} moving from me to {who}[ on {due}]. Please make them welcome.
{who} has kindly agreed to take {it}[ from {due}].
formal
I hereby transfer {it} to {who}[ with effect from {due}].
Please note that {who} assumes responsibility for {it}[ as of {due}].
Responsibility for {it} passes to {who}[ on {due}].
{who} will be your contact for {it}[ from {due}].
With regard to {it}, I have handed over to {who}[, effective {due}].
breezy
{It} {is} going over to {who}[ on {due}].
Passing the baton on {it} to {who}[, {due}].
{who}'s taking {it} off my hands[ from {due}].
You'll be dealing with {who} for {it}[ after {due}].
I'm out, {who}'s in for {it}[ as of {due}].
dry
{It} {has} found a new home with {who}[ from {due}].
I leave {it} in the hands of {who}[ on {due}].
{who} now has the pleasure of {it}[, starting {due}].
My time with {it} ends here. {who} continues[ from {due}].
Complaints about {it} go to {who}[ from {due}].
precise
Handover: {it} to {who}[, effective {due}].
{who} owns {it}[ from {due}]. Please update your lists.
Owner change for {it}: {who}[, date {due}].
I have handed {it} to {who}[, valid from {due}].
{It}, new responsible person: {who}[, as from {due}].
anxious
I'm giving {it} to {who}[ from {due}], I hope nothing gets lost.
{who} is going to take over {it}[ on {due}]. Please help if something's unclear.
Please write to {who} about {it} from {due|now on}, not to me.
I've told {who} everything I know about {it}, so they can take it[ from {due}].
Just to be sure you know: {it} {is} with {who} now[ (since {due})].
blunt
{It} {is} {who}'s job now[, from {due}].
I'm off {it}. {who} has it[ from {due}].
Go to {who} for {it}[ after {due}].
{who} does {it} from {due|now on}. Not me.
I've given {it} to {who}[, {due}]. Settled.
enthusiastic
{It} {is} in great hands with {who}[ from {due}]!
Please welcome {who} to {it}[, starting {due}]!
{who} is taking {it} forward[ from {due}], which is brilliant!
New face on {it}: {who}[, from {due}]!
Over to {who} for {it}[ on {due}]!
diplomatic
We've agreed that {who} will take {it} further[ from {due}].
To keep things moving, {who} takes care of {it}[ from {due}].
I think {it} will be well placed with {who}[ as of {due}].
I've asked {who} to carry on with {it}[ from {due}], and I remain available for questions.
It makes sense for {who} to pick up {it}[ from {due}].
`,
}

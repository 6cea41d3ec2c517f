package words

import "github.com/tenure-sim/tenure/sim/speech"

// asking: what wants an answer.
var asking = map[speech.Verb]string{
	speech.Ask: `
terse
Where are we with {it}?[ Need it by {due}.]
Status on {it}?[ By {due} please.]
Need to know about {it}.[ Deadline on my side: {due}.]
Quick one: {it}, where does that stand?[ I need it by {due}.]
Any word on {it}?[ Needed by {due}.]
warm
Could you tell me where we are with {it} when you have a minute?[ By {due} would be lovely.]
I was wondering how things look with {it}.[ It would help me to know by {due}.]
Would you mind filling me in on {it}?[ If you can, by {due}.]
When you get a chance, could you give me a quick picture of {it}?[ I'd need it by {due}.]
How are things going with {it}?[ Anything you can tell me by {due} helps.]
formal
Could you please inform me of the current position on {it}?[ I would need your answer by {due}.]
I would be grateful for information on {it}.[ A reply by {due} would be appreciated.]
May I ask how matters stand with {it}?[ I require this by {due}.]
Please advise on the status of {it}[ by {due}].
I would like to request the latest information regarding {it}[, if possible by {due}].
breezy
What's the story with {it}?[ Would be good to know by {due}.]
Any idea where {it} {is} at?[ Kind of need it by {due}.]
Got anything for me on {it}?[ {due} would be perfect.]
What's new with {it}?[ I'm after it by {due}, if that's doable.]
Can you catch me up on {it} real quick?[ By {due}, ideally.]
dry
I have lost sight of {it}. Where do we stand?[ I am supposed to know by {due}.]
Someone will ask me about {it} sooner or later. What should I say?[ My guess is they ask by {due}.]
What is the truth about {it}?[ I can live without it until {due}.]
Could you enlighten me on {it}?[ Before {due}, for preference.]
Is there anything to report on {it}?[ I have to write something down by {due}.]
precise
What is the current status of {it}, as of today?[ I need the answer by {due}.]
Please give me the exact state of {it}.[ Latest: {due}.]
One question: what is the confirmed state of {it}?[ Required by {due}.]
Can you state what is settled about {it} and what is still open?[ I need this by {due}.]
For my records I need the present state of {it}[ by {due}].
anxious
Sorry to ask, but do you know how it looks with {it}?[ I really need it by {due}.]
I'm a bit worried about {it}. Can you tell me where we are?[ I have to know by {due}.]
I just want to be sure I haven't missed anything on {it}. What's the state?[ I'd feel better knowing by {due}.]
Could you let me know about {it}?[ I'm getting nervous about {due}.] I'd rather ask once too often.
Is everything all right with {it}?[ I'm asking because of {due}.]
blunt
What's going on with {it}?[ I need an answer by {due}.]
Tell me where {it} {is} at.[ By {due}.]
I need a straight answer on {it}[ by {due}].
I have no information on {it}. Fix that, please[, by {due} at the latest].
So, {it}: what is the actual state?[ I want to know by {due}.]
enthusiastic
I'd love to hear how {it} {is} coming along![ By {due} would be great!]
What's the latest on {it}? Can't wait to hear![ I could really use it by {due}.]
Tell me everything about {it}![ If you can do it by {due}, even better!]
So keen to know where we are with {it}![ {due} would be ideal for me.]
How {is} {it} looking? Hopefully great![ I'm hoping to know by {due}.]
diplomatic
If it's not too much trouble, could you share where {it} {is} at?[ By {due} would help us a lot.]
I know you have a lot on your plate; could you still give me a short update on {it}?[ {due} would suit us best.]
It would help the planning if you could say a word on {it}[, perhaps by {due}].
Would it be possible to get your view on {it}?[ I'd be glad to have it by {due}.]
Perhaps you could give me a sense of where we stand on {it}[ before {due}]?
`,
	speech.Request: `
terse
Please get {it} done[ by {due}].[ Reason: {reason}.]
I need {it}[ by {due}].[ {Reason}.]
Can you take care of {it}[ by {due}]?[ Background: {reason}.]
{It}, please[, by {due}].[ Why: {reason}.]
Need {it} from you[ by {due}].[ Context: {reason}.]
warm
Could you please look after {it}[ by {due}]?[ The background: {reason}.] It would really help me.
Would you be so kind as to take care of {it}[ by {due}]?[ It's about this: {reason}.]
I could use your help with {it}[; {due} would be perfect].[ Just so you know why: {reason}.]
Do you think you could get {it} done[ by {due}]?[ I'm asking because of this: {reason}.]
May I ask you for {it}[, by {due} if you can]?[ A bit of context: {reason}.]
formal
I would like to request {it}[ by {due}].[ The reason is as follows: {reason}.]
Please arrange for {it}[ by {due}].[ For your information: {reason}.]
Could you please provide {it}[ no later than {due}]?[ Background to this request: {reason}.]
I hereby ask you for {it}[, to be completed by {due}].[ Grounds: {reason}.]
We require {it}[ by {due}]. Please confirm that this is possible.[ Rationale: {reason}.]
breezy
Any chance you could knock out {it}[ by {due}]?[ It's because: {reason}.]
Can I bug you for {it}[ by {due}]?[ Long story short: {reason}.]
Mind grabbing {it}[ by {due}]?[ Reason being: {reason}.]
Could you sort out {it} for me[, say by {due}]?[ The why: {reason}.]
Need a favour: {it}[, by {due}]. Doable?[ Here's the deal: {reason}.]
dry
It appears that I need {it} from you[ by {due}].[ The official reason: {reason}.]
I would do {it} myself, but you are better at it.[ {due} is the date in question.][ For the curious: {reason}.]
{It} will not happen by {itself}. Could you?[ The date they gave me is {due}.][ Explanation: {reason}.]
You probably saw this coming: I need {it}[ by {due}].[ The cause: {reason}.]
If you run out of things to do, there is {it}[, due {due}].[ It matters because: {reason}.]
precise
I need the following from you: {it}[, by {due}].[ Reason: {reason}.] Please confirm.
Request: {it}.[ Due: {due}.][ Basis: {reason}.]
Please complete {it}[ by {due}] and tell me when it is finished.[ This is needed because of the following: {reason}.]
Action for you: {it}[, deadline {due}].[ Cause: {reason}.]
Can you deliver {it}[ by {due}]? A yes or a no is enough.[ Motivation: {reason}.]
anxious
I'm sorry to pile this on, but I'd need {it}[ by {due}].[ It's this: {reason}.]
Would there be any way to get {it}[ by {due}]? I'm slightly worried about {them}.[ The thing is: {reason}.]
I hate to ask, but could you do {it}[ by {due}]?[ What bothers me: {reason}.]
Please don't forget {it}, I depend on {them}.[ This has to be there by {due}.][ You know why: {reason}.]
Could you possibly take {it} on[ by {due}]? I wouldn't ask if it weren't needed.[ My concern: {reason}.]
blunt
I need {it} from you[ by {due}], no later.[ {Reason}, that's why.]
Get {it} done[ by {due}], please.[ Here's why: {reason}.]
{It} {is} yours. I expect it[ by {due}].[ Simple reason: {reason}.]
You owe the project {it}.[ The date is {due}.][ It's needed: {reason}.]
Bring me {it}[ by {due}]. If you can't, say so now.[ The point: {reason}.]
enthusiastic
It would be fantastic if you could do {it}[ by {due}]![ The story behind it: {reason}.]
You're the perfect person for {it}! Could you take it on[ by {due}]?[ What it's for: {reason}.]
Let's get {it} done[ by {due}]! Are you in?[ What's driving this: {reason}.]
I'd be thrilled to have {it}[ by {due}]![ The idea: {reason}.]
Could you make {it} happen[ by {due}]? That would be brilliant![ Short version: {reason}.]
diplomatic
Would you be able to find some room for {it}[ by {due}]?[ The thinking is: {reason}.]
I realise the timing may not be ideal, but could we count on you for {it}[ by {due}]?[ The context is this: {reason}.]
If your schedule allows, I'd appreciate {it}[ by {due}].[ What lies behind it: {reason}.]
It would take some pressure off everyone if you could handle {it}[ by {due}].[ The main consideration: {reason}.]
Might I ask you to look into {it}[, ideally by {due}]?[ The reasoning: {reason}.]
`,
	speech.Remind: `
terse
Still missing {it}.[ Was set for {due}.]
Reminder: {it}[, {due}].
Following up on {it}.[ Agreed date: {due}.]
Again: {it}, please.[ Date was {due}.]
{It}: still open on your side.[ Due {due}.]
warm
Just a friendly nudge about {it}[, which we had down for {due}].
I know how busy it gets, so here's a gentle reminder about {it}[ (we said {due})].
Have you had a chance to look at {it} yet?[ I have {due} in my notes.]
Coming back to you about {it}, in case it slipped through.[ We had agreed on {due}.]
Could you spare a moment for {it}? I haven't heard back yet.[ It was meant for {due}.]
formal
I would like to remind you of {it}[, which is due on {due}].
May I kindly draw your attention once more to {it}?[ The agreed date is {due}.]
With reference to my earlier message, I am still awaiting {it}[, scheduled for {due}].
Please note that {it} {is} still outstanding[ (agreed date: {due})].
I am writing to follow up on {it}.[ According to our agreement it was to be provided by {due}.]
breezy
Me again! Any luck with {it}?[ Pretty sure we said {due}.]
Quick poke about {it}[, remember, {due}].
Did {it} get buried?[ We were aiming for {due}.] No drama, just asking.
Bumping {it} back to the top of your pile.[ {due} was the plan.]
How's {it} doing? Still on my list.[ It says {due} here.]
dry
{It} {has} not found its way to me yet.[ It was expected on {due}.]
I keep looking at my inbox for {it}. Nothing so far.[ The calendar says {due}.]
My question about {it} has aged well, but an answer would be better.[ We did say {due}.]
You may recall {it}. I certainly do.[ The date was {due}.]
In the matter of {it}: I am still here.[ So is the date, {due}.]
precise
Open item: {it}.[ Agreed date: {due}.] Status?
I have not yet received {it}[, due {due}]. When will it arrive?
Second request for {it}.[ Original date: {due}.]
Tracking {it} as outstanding.[ Target: {due}.] Please give me a date.
My list still shows {it} as pending[, date {due}]. Is that correct?
anxious
I'm getting a little nervous about {it}.[ Wasn't it supposed to be {due}?]
Sorry for asking again, but is there anything on {it}?[ I had {due} in mind.]
I don't want to be a pest, only I still don't have {it}[, and {due} worries me].
Did you see my message about {it}? I'm afraid it may have got lost.[ It's for {due}.]
Please tell me {it} {is} still on your radar.[ The date is {due}, I think.]
blunt
I'm still waiting for {it}.[ You said {due}.]
Where {is} {it}?[ It was meant for {due}.]
This is the second time I ask about {it}.[ {due} was the deal.]
{It}. When?[ We agreed on {due}.]
You haven't delivered {it}.[ Deadline: {due}.] I need to know why.
enthusiastic
Just checking in on {it}, really looking forward to it![ We said {due}, right?]
Can't wait to see {it}! How close are we?[ {due} was our target!]
Hi again! {It} {is} next on my list, any news?[ I've got {due} marked!]
Nearly there with {it}, I hope![ We're aiming for {due}!]
A little cheer from the sidelines for {it}![ Still {due}?]
diplomatic
I don't mean to press, but could you let me know how {it} {is} coming on?[ We had spoken of {due}.]
Perhaps my note about {it} arrived at a bad moment, so I'm raising it again.[ The date we discussed was {due}.]
May I gently bring {it} back to your attention?[ As I understood it, the aim was {due}.]
I'm sure {it} {is} in good hands; a short sign of life would help.[ Our understanding was {due}.]
Would now be a better time to come back to {it}?[ I believe {due} was the idea.]
`,
	speech.Clarify: `
terse
What do you mean[ by "{reason}"]?[ On {it}.]
Not clear to me[: "{reason}"].[ Is it about {it}?]
Don't follow.[ "{reason}"?][ You mean {it}?]
Which one[, {it}]?[ You wrote "{reason}".]
Can you be more specific[ about {it}]?[ "{reason}" doesn't tell me enough.]
warm
I'm not quite sure I understood you[ when you wrote "{reason}"].[ Is it about {it}?] Could you help me out?
Sorry, could you explain that a little more?[ I got stuck at "{reason}".][ Do you mean {it}?]
I want to get this right for you: what exactly do you need[ with {it}]?[ You wrote "{reason}".]
Could you say a bit more[ about {it}]?[ I wasn't sure what to make of "{reason}".]
Just so we don't talk past each other, what did you have in mind[ regarding {it}]?[ I mean "{reason}".]
formal
I am afraid I did not fully understand your message[ ("{reason}")].[ Does it concern {it}?] Could you please elaborate?
Could you please clarify[ what is meant by "{reason}"]?[ I assume that it concerns {it}.]
To avoid a misunderstanding, please specify your request[ concerning {it}].[ I refer to "{reason}".]
I would ask you to state more precisely what is required[ with regard to {it}].[ Your wording was "{reason}".]
It is not evident to me what is being asked[ about {it}].[ The passage in question is "{reason}".]
breezy
Hm, you lost me there.[ "{reason}"?][ Is this about {it}?]
Say that again?[ Not sure what "{reason}" is about.][ Do you mean {it}?]
Wait, which thing are we talking about[, {it}]?[ "{reason}" could be anything.]
Can you spell it out for me?[ I read "{reason}" twice.][ It's about {it}, right?]
Not sure I get it, what are you after[ with {it}]?[ You said "{reason}".]
dry
I have read that several times and I am none the wiser.[ "{reason}", to be exact.][ Would that be {it}?]
That could mean at least two things[, "{reason}" in particular].[ I suspect {it}.] Which one?
I could guess, but neither of us would enjoy the result.[ What is "{reason}"?][ Do you mean {it}?]
A few more words would not hurt[: "{reason}" leaves room for imagination].[ Is this {it}?]
My mind reading is out of order today. What do you need[ on {it}]?[ Your words were "{reason}".]
precise
Please specify[ "{reason}"]: what exactly do you need, from whom, and by when?[ Subject: {it}?]
I need one more detail before I can act.[ Unclear: "{reason}".][ Are we talking about {it}?]
Question back: which item do you refer to[, {it}]?[ Your text says "{reason}".]
Ambiguous for me[: "{reason}"].[ Please confirm that it concerns {it}.] Please rephrase.
I can't map this to anything on my list[: "{reason}"].[ Is it {it}?] Which item is meant?
anxious
I'm not sure I understood, and I don't want to do the wrong thing.[ What is meant by "{reason}"?][ Is it {it}?]
Sorry if I'm being slow, but what did you mean[ by "{reason}"]?[ Was it about {it}?]
I'd rather ask before I get it wrong: what do you need[ on {it}]?[ I couldn't place "{reason}".]
Could you explain that once more, please?[ "{reason}" confuses me.][ I hope it isn't about {it}.]
Did I miss something?[ I can't make sense of "{reason}".][ Has it to do with {it}?]
blunt
I don't understand what you want.[ "{reason}"?][ Is it {it}?]
That makes no sense to me[: "{reason}"].[ Do you mean {it}?] Try again.
Be specific, please.[ What about {it}?][ "{reason}" is too vague.]
What exactly are you asking for?[ I can't work with "{reason}".][ {It}?]
Say what you need[ with {it}].[ "{reason}" is not it.]
enthusiastic
Happy to help, I just need to understand it first![ What's "{reason}"?][ Is it about {it}?]
Ooh, tell me more, I didn't quite catch that![ "{reason}"?][ Are we talking about {it}?]
Let me make sure I've got you right! What do you need[ on {it}]?[ I read "{reason}".]
I'm all for it, but for what exactly?[ You wrote "{reason}"!][ Is it {it}?]
Great, and now once more in slow motion please![ "{reason}" went over my head.][ Do you mean {it}?]
diplomatic
I may have misread you; could you tell me a little more[ about {it}]?[ I'm thinking of "{reason}".]
So that I can give you a proper answer, would you mind rephrasing that?[ "{reason}" could be read in two ways.][ I take it that it concerns {it}.]
I think we may be using the words differently here.[ What would "{reason}" cover?][ Does it touch {it}?]
Could I ask you to expand on that slightly?[ "{reason}" left me unsure.][ Perhaps you are thinking of {it}.]
Before I answer too quickly: what would be most useful to you[ on {it}]?[ You mentioned "{reason}".]
`,
	speech.Propose: `
terse
How about {due|later this week}?[ For {it}.][ Topic: {reason}.]
{due|Some time this week} works for me.[ It's about {it}.][ {Reason}.]
Suggest {due|another time}[ for {it}].[ About: {reason}.]
Can do {due|a time that suits you}[, {it}].[ Subject: {reason}.]
My proposal: {due|a short call}[ for {it}].[ Purpose: {reason}.]
warm
Would {due|some time this week} suit you[ for {it}]?[ We could talk about this: {reason}.]
Shall we say {due|a quiet moment this week}[ for {it}]?[ I'd like to go over this with you: {reason}.]
I'd be happy with {due|whatever suits you} if it works for you[; it's about {it}].[ The topic would be: {reason}.]
Do you have time on {due|a day of your choice}[ for {it}]?[ What I have in mind: {reason}.]
What would you think of {due|a short chat}[ for {it}]?[ It would be about: {reason}.]
formal
I would like to propose {due|a meeting at your convenience}[ for {it}].[ Subject: {reason}.]
May I suggest {due|a date of your choice}[ with regard to {it}]?[ The matter at hand: {reason}.]
My suggestion would be {due|a brief meeting}[ concerning {it}]. Please let me know whether this is acceptable.[ Agenda: {reason}.]
Would {due|a meeting this week} be convenient for you[ to settle {it}]?[ Item to discuss: {reason}.]
I propose that we agree on {due|a suitable date}[ for {it}].[ The purpose would be as follows: {reason}.]
breezy
How does {due|some time this week} sound[ for {it}]?[ It's about: {reason}.]
Let's say {due|sometime soon}[ for {it}], yeah?[ On the menu: {reason}.]
Up for {due|a quick call}[, about {it}]?[ Just this: {reason}.]
Could do {due|whenever you like}[ for {it}]. You?[ The plan: {reason}.]
Want to pencil in {due|a slot}[ for {it}]?[ Topic's this: {reason}.]
dry
I could be persuaded to do {due|a short meeting}[ for {it}].[ The attraction: {reason}.]
{due|One of the coming days} is as good as any[ for {it}].[ The occasion: {reason}.]
My calendar has a hole on {due|most afternoons}. Shall we fill it[ with {it}]?[ Entertainment: {reason}.]
Allow me to suggest {due|a meeting}, in the absence of better ideas[, for {it}].[ On the agenda: {reason}.]
Unless you object, {due|some time this week}[ for {it}].[ What it's about: {reason}.]
precise
Proposal: {due|a meeting of 30 minutes}[, {it}].[ Agenda item: {reason}.] Please accept or name another time.
I propose {due|a fixed slot this week}[ for {it}].[ Content: {reason}.] Confirm?
Option: {due|a slot you name}[, regarding {it}].[ Scope: {reason}.] If it does not fit, please send two alternatives.
Can we fix {due|a time}[ for {it}]?[ Objective: {reason}.]
Suggested date: {due|one that you choose}[, for {it}].[ Point to settle: {reason}.]
anxious
Would {due|some time soon} be all right[ for {it}]? I'd rather not leave it open.[ I'd like to talk about this: {reason}.]
Maybe {due|a short call} would work[ for {it}]? If not, just tell me.[ What's on my mind: {reason}.]
I was thinking {due|sooner rather than later}[ for {it}], if that's not a bad time.[ Because of this: {reason}.]
Could we perhaps do {due|a quick check together}[ on {it}]? I'd feel better.[ My question: {reason}.]
I hope {due|some time this week} isn't a problem[ for {it}]?[ The issue: {reason}.]
blunt
{due|This week}[, {it}]. Yes or no?[ It's this: {reason}.]
I want to do {due|this soon}[ for {it}].[ Topic, plainly: {reason}.]
Let's do {due|it now}[: {it}]. If you can't, give me another time.[ Only one point: {reason}.]
I suggest {due|we talk}[ about {it}], and I'd like to stick to it.[ The point is: {reason}.]
Take {due|any slot}[ for {it}] or name a better one.[ To settle: {reason}.]
enthusiastic
How about {due|a get-together this week}[ for {it}]? I'd love that![ We can finally talk about this: {reason}!]
Let's do {due|it soon}[ for {it}]! Does that work?[ So much to cover: {reason}!]
I've got a great slot on {due|nearly every day}[ for {it}]! Join me?[ On the list: {reason}.]
{due|Any time this week} would be perfect for me[, for {it}]! And you?[ The big topic: {reason}!]
What do you say to {due|a quick session}[ on {it}]? I think it'd help loads![ Let's tackle this: {reason}!]
diplomatic
Would {due|a time of your choosing} be agreeable to you[ for {it}]?[ It would let us go through this together: {reason}.]
If it fits your plans, we might take {due|a moment this week}[ for {it}].[ The subject would be: {reason}.]
I could offer {due|some flexibility}[ on {it}], though I'm open to other ideas.[ The open question, as I see it: {reason}.]
Perhaps {due|a short conversation} would be a good compromise[ on {it}]?[ What we could look at: {reason}.]
Could we find common ground on {due|a date}[ for {it}]?[ The point to resolve: {reason}.]
`,
	speech.Escalate: `
terse
Escalating {it}.[ Waiting on {who}.][ {Reason}.][ Need a call by {due}.]
{It} {is} stuck. Need a decision[ by {due}].[ Held up by {who}.][ Issue: {reason}.]
Need you on {it}.[ {who} is involved.][ Problem: {reason}.][ By {due}.]
Can't solve {it} at my level.[ It hangs on {who}.][ Status: {reason}.][ Decision by {due}, please.]
Raising {it} with you.[ With {who} at the moment.][ Facts: {reason}.][ Latest {due}.]
warm
I need your help with {it}, I'm not getting further on my own.[ It's currently with {who}.][ Here's the situation: {reason}.][ We'd need an answer by {due}.]
Could you have a look at {it} with me?[ It has to do with {who}.][ This is where we are: {reason}.][ {due} is the date to keep in mind.]
I'd like to bring {it} to you before it turns into a bigger problem.[ It concerns {who}.][ What happened: {reason}.][ Could we settle it by {due}?]
I've tried, but {it} {is} not moving.[ I think {who} could use some support.][ The situation: {reason}.][ It matters by {due}.]
Would you step in on {it}?[ It's about the part with {who}.][ For context: {reason}.][ By {due} would be a relief.]
formal
I am hereby escalating {it}.[ The matter currently lies with {who}.][ The situation is as follows: {reason}.][ A decision is required by {due}.]
I must ask for your decision on {it}.[ {who} is concerned.][ Circumstances: {reason}.][ The decision is needed by {due}.]
I regret that I have to raise {it} with you.[ The pending part rests with {who}.][ Explanation: {reason}.][ Please decide by {due}.]
Your intervention is requested in the matter of {it}.[ Responsible at present: {who}.][ Facts of the matter: {reason}.][ Relevant date: {due}.]
As {it} cannot be resolved at working level, I refer the matter to you.[ Party involved: {who}.][ Grounds: {reason}.][ Time limit: {due}.]
breezy
Need you to jump in on {it}.[ It's sitting with {who}.][ What's up: {reason}.][ {due} is when it starts to hurt.]
{It} {is} going nowhere, can you give it a push?[ {who} has it right now.][ The snag: {reason}.][ By {due}, ideally.]
Kicking {it} up to you, sorry![ {who} is the one to talk to.][ Short story: {reason}.][ Clock says {due}.]
I'm out of moves on {it}.[ Ball's with {who}.][ Here's what happened: {reason}.][ Any chance of a call by {due}?]
Can you work your magic on {it}?[ It's on the desk of {who}.][ Situation: {reason}.][ Would be good before {due}.]
dry
{It} {has} reached the point where your title is needed.[ At present it rests with {who}.][ To summarise: {reason}.][ The date is {due}.]
I have run out of polite ways to move {it}.[ The next move is with {who}.][ The short version: {reason}.][ {due} is approaching.]
I would like to make {it} your problem too.[ So far this belongs to {who}.][ Situation report: {reason}.][ By {due}, if possible.]
Nothing is happening with {it}, and I can no longer call it patience.[ See {who}.][ For the record: {reason}.][ It is wanted by {due}.]
{It} need{s} somebody with more influence than me.[ The other party is {who}.][ What we know: {reason}.][ Before {due}.]
precise
Escalation: {it}.[ Pending with: {who}.][ Cause: {reason}.][ Decision needed by: {due}.]
I escalate {it} because it cannot be resolved between us.[ Counterpart: {who}.][ Detail: {reason}.][ Deadline: {due}.]
Decision required on {it}[ by {due}].[ Waiting for: {who}.][ Known facts: {reason}.]
{It}: open, not solvable by me.[ Owner of the next step: {who}.][ Finding: {reason}.][ Impact date: {due}.]
Please decide how to proceed with {it}.[ Currently assigned to {who}.][ Input for the decision: {reason}.][ Required by {due}.]
anxious
I'm really worried about {it}, and I think you should know.[ It depends on {who}.][ This is what's happening: {reason}.][ I'm scared we miss {due}.]
I didn't want to bother you, but {it} {is} getting critical.[ {who} would have to act.][ It's like this: {reason}.][ There isn't much time until {due}.]
Please help me with {it}, I don't know what else to do.[ I'm waiting for {who}.][ What I know: {reason}.][ It has to be clear by {due}.]
I have a bad feeling about {it}.[ I can't get any further with {who}.][ The reason: {reason}.][ Could you decide by {due}?]
I'd sleep better if you looked at {it}.[ It's with {who} now.][ My worry: {reason}.][ The date is {due}.]
blunt
{It} {is} blocked and somebody has to decide.[ It's {who}'s turn.][ {Reason}.][ I need it by {due}.]
I'm escalating {it} because asking nicely didn't work.[ {who} has to move.][ Here's the issue: {reason}.][ {due}, not later.]
Decide on {it}, please.[ {who} won't do it without you.][ The problem: {reason}.][ We have until {due}.]
This can't go on with {it}.[ Talk to {who}.][ What's wrong: {reason}.][ It has to be solved by {due}.]
You need to step in on {it}.[ Stuck with {who}.][ Plain facts: {reason}.][ Before {due}.]
enthusiastic
I need your superpowers on {it}![ It's with {who} right now.][ Here's the picture: {reason}.][ We can still make {due}!]
Together we can get {it} unstuck![ {who} is on the other end.][ The hurdle: {reason}.][ Let's aim for {due}!]
I'm bringing {it} to you because I know you'll get it moving![ It involves {who}.][ Where we are: {reason}.][ Target: {due}!]
One push from you and {it} will fly![ The next step is with {who}.][ What's holding us: {reason}.][ By {due} would be amazing!]
Help! {It} could really use you![ {who} knows the details.][ In short: {reason}.][ {due} is the date!]
diplomatic
I'd value your guidance on {it}, as we haven't found a way forward.[ {who} and I see it differently, perhaps.][ The background is: {reason}.][ Ideally we'd know by {due}.]
Without wanting to blame anyone, {it} need{s} a decision above us.[ It touches the work of {who}.][ As things stand: {reason}.][ {due} would be a good moment.]
May I bring {it} to your attention? I think we've exhausted the usual route.[ It would involve {who}.][ Where it stands: {reason}.][ The date that matters is {due}.]
It might help if {it} were looked at from your side.[ I'd suggest including {who}.][ To be fair to everyone: {reason}.][ Before {due}, if you can.]
I believe {it} would benefit from your view.[ At the moment it lies with {who}.][ The sticking point: {reason}.][ We have time until {due}.]
`,
}

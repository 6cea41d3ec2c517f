package words

import "github.com/tenure-sim/tenure/sim/speech"

// trouble: what the listener would rather not hear.
var trouble = map[speech.Verb]string{
	speech.Delay: `
terse
{It} will be late.[ New date: {due}.][ {Reason}.]
{It} slip{s}[ to {due}].[ Reason: {reason}.]
Need more time for {it}[, until {due}].[ Cause: {reason}.]
Won't make it with {it}.[ {due} instead.][ Why: {reason}.]
{It}: delayed[ to {due}].[ Issue: {reason}.]
warm
I'm afraid {it} will take a little longer[, until {due}].[ The reason: {reason}.]
I'd rather tell you early: {it} will be late.[ I expect it by {due}.][ Here's what happened: {reason}.]
Bad news on {it}, I need some more time.[ {due} is what I can promise.][ It's down to this: {reason}.]
I won't manage {it} as planned.[ Can you live with {due}?][ What got in the way: {reason}.]
Please plan with a later date for {it}[, {due}].[ I'd explain it like this: {reason}.]
formal
I regret to inform you that {it} will be delayed[ until {due}].[ The reason is: {reason}.]
Unfortunately, {it} cannot be completed on time.[ The revised date is {due}.][ Cause of the delay: {reason}.]
I must ask for an extension for {it}[ until {due}].[ Grounds: {reason}.]
Please note that the date for {it} can no longer be kept.[ The new target is {due}.][ Background: {reason}.]
A delay has arisen in {it}.[ Completion is now foreseen for {due}.][ Explanation: {reason}.]
breezy
So, {it} {is} running late.[ Think {due}.][ What happened: {reason}.]
Not gonna make it with {it}, sorry.[ More like {due}.][ Blame this: {reason}.]
{It} {is} taking longer than I thought.[ Let's say {due}.][ Reason being: {reason}.]
Bit of a slip on {it}.[ {due} is my new guess.][ The why: {reason}.]
Gonna need more time for {it}[, till {due}].[ It's because: {reason}.]
dry
{It} {has} decided to take its time.[ Now expected {due}.][ Officially: {reason}.]
The date for {it} was optimistic.[ {due} is less so.][ Contributing factor: {reason}.]
To nobody's surprise, {it} will be late.[ I now say {due}.][ The explanation: {reason}.]
You may move {it} to the right on your chart[, to {due}].[ The cause: {reason}.]
I had hoped not to write this about {it}, but it will not be ready in time.[ {due} looks more honest.][ What came between: {reason}.]
precise
Delay on {it}.[ New forecast: {due}.][ Cause: {reason}.]
{It} will not meet the planned date.[ Revised date: {due}.][ Reason for the deviation: {reason}.]
Forecast for {it} changed[ to {due}].[ Driver: {reason}.]
I have to correct the date of {it}[: {due}].[ Root cause: {reason}.]
{It}: planned date not achievable.[ Earliest finish is {due}.][ Basis: {reason}.]
anxious
I'm so sorry, I won't have {it} ready in time.[ I really hope {due} is still all right.][ It's because of this: {reason}.]
I'm afraid {it} {is} slipping[, maybe to {due}].[ The trouble: {reason}.]
I've been dreading this message: {it} will be late.[ I'll do all I can for {due}.][ What happened: {reason}.]
I don't think I can keep the date for {it}.[ Could it be {due}?][ The reason is this: {reason}.]
Please don't be angry, {it} need{s} more time[, until {due}].[ What went wrong: {reason}.]
blunt
{It} won't be ready.[ You'll have it {due}.][ {Reason}. That's the reason.]
The date for {it} is dead.[ New one: {due}.][ Why? {Reason}.]
I'm late with {it}.[ {due}, and I mean it.][ Fact: {reason}.]
Don't count on {it} before {due|I tell you}.[ Here's why: {reason}.]
{It} {is} going to be late.[ Plan for {due}.][ Simple: {reason}.]
enthusiastic
Small hiccup: {it} need{s} a bit longer![ {due} is the new target!][ What's going on: {reason}.]
Not quite there with {it} yet![ {due} will do it!][ The hold-up: {reason}.]
{It} will be a little late, but worth the wait![ New date: {due}!][ Here's the thing: {reason}.]
We need a few more metres for {it}![ I'm going for {due}!][ What slowed us: {reason}.]
I had really hoped to be done, but {it} need{s} more work![ Let's say {due}!][ The snag was this: {reason}.]
diplomatic
I'd like to be open with you about {it}: the original date looks difficult.[ {due} would be realistic.][ The circumstances: {reason}.]
It seems we should allow more time for {it}[, perhaps until {due}].[ Contributing to this: {reason}.]
To give you a reliable picture, {it} will come later than we had hoped.[ I would suggest {due}.][ What led to it: {reason}.]
Could we agree on a later date for {it}[, such as {due}]?[ The background is: {reason}.]
I'm sorry to disturb your planning, but {it} may need longer.[ {due} is what I can responsibly say.][ I'd put it down to this: {reason}.]
`,
	speech.Block: `
terse
Blocked on {it}.[ Waiting for {who}.][ {Reason}.]
{It} on hold.[ Need {who}.][ Missing: {reason}.]
Can't continue {it}.[ {who} first.][ Cause: {reason}.]
{It} {is} stuck.[ With {who}.][ Issue: {reason}.]
No progress on {it} possible.[ Depends on {who}.][ Because: {reason}.]
warm
I'd love to go on with {it}, but I can't right now.[ I'm waiting for {who}.][ What I'm missing: {reason}.]
Sadly {it} {is} stuck for the moment.[ I need something from {who} first.][ It's about this: {reason}.]
I can't get on with {it} just now.[ It hangs on {who}.][ The hurdle: {reason}.]
{It} will have to wait a little.[ The next step would be for {who}.][ What's in the way: {reason}.]
Just to let you know that {it} {is} waiting.[ The next step is with {who}.][ The reason: {reason}.]
formal
I have to report that {it} {is} currently blocked.[ The matter depends on {who}.][ Cause: {reason}.]
Work on {it} cannot proceed at present.[ Input from {who} is required.][ Reason: {reason}.]
{It} {is} on hold.[ We are awaiting a response from {who}.][ The obstacle is: {reason}.]
At this point {it} cannot be continued.[ The prerequisite is owed by {who}.][ Explanation: {reason}.]
Please note an impediment to {it}.[ It lies with {who}.][ Description: {reason}.]
breezy
Kinda stuck on {it}.[ Waiting on {who}.][ The snag: {reason}.]
{It}? Going nowhere right now.[ {who} has the ball.][ Problem: {reason}.]
I've hit a wall with {it}.[ Need {who} to get past it.][ It's this: {reason}.]
{It} {is} parked for now.[ It's up to {who}.][ Thing is: {reason}.]
Can't move on {it} yet.[ {who} needs to do their bit.][ What's missing: {reason}.]
dry
{It} and I are both waiting.[ For {who}, to be specific.][ The obstacle: {reason}.]
Work on {it} has come to a natural stop.[ It resumes with {who}.][ In the way: {reason}.]
I would continue with {it}, were it possible.[ Ask {who}.][ The formal reason: {reason}.]
There is a queue in front of {it}, and I am in it.[ {who} is at the counter.][ What we are queueing for: {reason}.]
{It} {is} resting.[ {who} can wake it up.][ Diagnosis: {reason}.]
precise
Blocker on {it}.[ Waiting for: {who}.][ Details: {reason}.]
{It}: status blocked.[ Dependency: {who}.][ Missing input: {reason}.]
I cannot continue {it} until this is resolved.[ Responsible: {who}.][ Open point: {reason}.]
Impediment for {it}.[ Required from: {who}.][ Cause: {reason}.]
Work stopped on {it}.[ Next action: {who}.][ Condition to resume: {reason}.]
anxious
I can't get any further with {it} and it's starting to worry me.[ I'm still waiting for {who}.][ The problem: {reason}.]
{It} {is} stuck and I don't know for how long.[ It all depends on {who}.][ What's wrong: {reason}.]
I'm losing time on {it}.[ Does anyone know when {who} can help?][ I'm missing this: {reason}.]
Help, I'm blocked on {it}.[ Without {who} I can't do anything.][ What happened: {reason}.]
I hope you won't mind, but I had to stop work on {it}.[ I need {who}.][ It's because of this: {reason}.]
blunt
I can't work on {it}.[ {who} is holding me up.][ {Reason}.]
{It} {is} blocked, and not by me.[ Talk to {who}.][ The issue: {reason}.]
Nothing happens on {it} until this is fixed.[ That's {who}'s job.][ Here's what's wrong: {reason}.]
I'm sitting here waiting with {it}.[ For {who}.][ Why: {reason}.]
{It} {is} dead in the water.[ {who} has to act.][ Reason: {reason}.]
enthusiastic
Eager to get on with {it}, but I'm blocked![ As soon as {who} is done, I'm off!][ What I need: {reason}.]
{It} {is} waiting at the lights![ Green comes from {who}!][ The red one: {reason}.]
One thing is keeping me from {it}![ {who} can fix it!][ Here it is: {reason}.]
All revved up for {it} and nowhere to go![ Waiting for {who}!][ The roadblock: {reason}.]
So close, but {it} {is} stuck![ {who} is the key!][ And this: {reason}.]
diplomatic
Through nobody's fault, {it} {is} on hold at the moment.[ I'm relying on input from {who}.][ What's outstanding: {reason}.]
I'd like to flag that {it} can't move on just yet.[ It would help if {who} had some time.][ The open point is: {reason}.]
We seem to have reached a dependency on {it}.[ I believe it's with {who}.][ As I understand it: {reason}.]
There is something in the way of {it} that I can't remove myself.[ {who} may be able to.][ Specifically: {reason}.]
I would be glad to continue with {it} once the way is clear.[ I'm sure {who} is doing their best.][ What we still need: {reason}.]
`,
	speech.Decline: `
terse
Can't do {it}.[ {Reason}.]
No capacity for {it}.[ Reason: {reason}.]
Sorry, no on {it}.[ Why: {reason}.]
{It}: not possible.[ Cause: {reason}.]
Have to pass on {it}.[ Because: {reason}.]
warm
I wish I could help with {it}, but I can't at the moment.[ The reason: {reason}.]
I'm really sorry, I have to say no to {it}.[ It's like this: {reason}.]
Much as I'd like to, I can't take on {it}.[ Here's why: {reason}.]
I have to let you down on {it}, I'm afraid.[ What stops me: {reason}.]
It pains me, but I can't fit in {it}.[ To explain: {reason}.]
formal
I regret that I am unable to take on {it}.[ The reason is: {reason}.]
Unfortunately, I have to decline your request regarding {it}.[ Grounds: {reason}.]
I am not in a position to provide {it}.[ Explanation: {reason}.]
I must ask for your understanding that I cannot commit to {it}.[ Background: {reason}.]
Your request concerning {it} cannot be met.[ My reason: {reason}.]
breezy
No can do on {it}, sorry.[ Thing is: {reason}.]
Gonna have to pass on {it}.[ Reason being: {reason}.]
I'd love to, but {it} won't work for me.[ It's this: {reason}.]
Can't squeeze in {it}.[ The why: {reason}.]
{It}? Not me, not now.[ Long story short: {reason}.]
dry
I must disappoint you on {it}.[ My excuse: {reason}.]
There are not enough hours in my day for {it}.[ The details: {reason}.]
I could say yes to {it}, but we would both regret it.[ The reason in short: {reason}.]
{It} will have to find somebody else.[ In my defence: {reason}.]
My answer on {it} is a polite no.[ Grounds, if needed: {reason}.]
precise
I decline {it}.[ Reason: {reason}.]
No: I cannot deliver {it}.[ Constraint: {reason}.]
I am not able to commit to {it}.[ Limiting factor: {reason}.]
{It} {is} not feasible for me.[ Basis: {reason}.]
Answer regarding {it}: negative.[ Cause: {reason}.]
anxious
I feel bad about it, but I can't do {it}.[ It's because: {reason}.]
I don't think I can manage {it} on top of everything.[ The problem: {reason}.]
Please don't take it the wrong way, but {it} {is} too much for me right now.[ What worries me: {reason}.]
I've thought about it a lot, and I have to say no to {it}.[ I hope you see why: {reason}.]
I'm afraid I'd only let you down with {it}, so I'd better say no.[ The reason is this: {reason}.]
blunt
No. I'm not doing {it}.[ {Reason}.]
{It} {is} not happening on my side.[ Here's why: {reason}.]
I won't take {it}.[ Plain reason: {reason}.]
Find someone else for {it}.[ I can't: {reason}.]
I'm saying no to {it}.[ Simple: {reason}.]
enthusiastic
I'd jump at {it} any other time, but I can't right now![ What's keeping me: {reason}.]
Love the idea, but I can't do {it} at the moment![ The catch: {reason}.]
So sorry, {it} will have to go on without me![ Here's the thing: {reason}.]
Another time, gladly, but not {it} this time![ The reason is: {reason}.]
Oh, I'd have liked that, but no to {it} for now![ My problem: {reason}.]
diplomatic
I appreciate that you thought of me for {it}, but I'm not able to do it justice at present.[ The circumstances: {reason}.]
I'd prefer to be honest: I can't promise {it}.[ What holds me back: {reason}.]
Perhaps somebody else would be better placed for {it}.[ On my side: {reason}.]
I understand that {it} matter{s}, and still I have to ask for your understanding that I can't.[ The background: {reason}.]
As things are, I would have to say no to {it}.[ I'd explain it this way: {reason}.]
`,
	speech.Reject: `
terse
{It}: not approved.[ {Reason}.]
No approval for {it}.[ Reason: {reason}.]
Rejecting {it}.[ Missing: {reason}.]
Can't approve {it}.[ Why: {reason}.]
{It} {is} a no from me.[ Issue: {reason}.]
warm
I'm sorry, I can't approve {it} as it stands.[ What I'd need to see changed: {reason}.]
I know you were hoping for it, but I have to say no on {it}.[ The reason: {reason}.]
I looked at {it} carefully, and I can't sign it off yet.[ It's about this: {reason}.]
Not yet on {it}, I'm afraid.[ What's in the way: {reason}.] Happy to look again.
I'd like to say yes to {it}, but I can't so far.[ Here's why: {reason}.]
formal
I regret that I cannot grant {it}.[ Grounds: {reason}.]
After review, {it} {is} rejected.[ The reason is: {reason}.]
My approval regarding {it} cannot be given at this stage.[ Outstanding: {reason}.]
I am not able to give my consent to {it}.[ Explanation: {reason}.]
The request for {it} is declined.[ Please note the following: {reason}.]
breezy
Can't wave {it} through, sorry.[ What's missing: {reason}.]
No green light for {it} yet.[ The snag: {reason}.]
Gotta say no to {it} for now.[ Reason being: {reason}.]
{It}? Nope, not like this.[ It's this: {reason}.]
Not putting my name on {it} yet.[ The why: {reason}.]
dry
I find myself unable to approve {it}.[ The obstacle: {reason}.]
{It} {has} not convinced me.[ In particular: {reason}.]
My signature will have to wait for a better version of {it}.[ For guidance: {reason}.]
On {it} the answer is no, with regret.[ The finding: {reason}.]
I read everything on {it} and I am still at no.[ What did it: {reason}.]
precise
Decision on {it}: rejected.[ Reason: {reason}.]
{It} not granted.[ Unmet condition: {reason}.]
I reject {it} in its present form.[ Finding: {reason}.] Please resubmit when this is resolved.
Result of my review of {it}: no approval.[ Deficiency: {reason}.]
Criteria for {it} not met.[ Specifically: {reason}.]
anxious
I'm not comfortable approving {it}.[ My concern: {reason}.]
I'm sorry, but I'd worry too much if I approved {it} now.[ What bothers me: {reason}.]
I can't say yes to {it} with a good conscience.[ The thing is: {reason}.]
Approving {it} feels too risky to me.[ I'm thinking of this: {reason}.]
I know this is bad timing, but I have to hold back {it}.[ It's because: {reason}.]
blunt
No. {It} {is} rejected.[ {Reason}.]
I'm not signing {it}.[ Here's why: {reason}.]
{It} won't get my approval like this.[ Fix this first: {reason}.]
You're not getting {it}.[ The reason: {reason}.]
Not good enough for {it}.[ What's wrong: {reason}.]
enthusiastic
Almost, but I can't approve {it} yet![ What's left: {reason}.]
You're nearly there with {it}, but it's a no for today![ The missing piece: {reason}.]
I'm rooting for {it}, but I can't sign off like this![ Just fix this: {reason}.]
One more round for {it}, please![ What I'd look at: {reason}.]
I really wanted to say yes to {it}, but not yet![ Here's what I found: {reason}.]
diplomatic
I can see the work that went into it, yet I'm not able to approve {it} at this point.[ The remaining concern: {reason}.]
I'd suggest that we hold {it} back for now.[ My hesitation: {reason}.]
I would feel better giving {it} a second look later.[ Before that: {reason}.]
While I support the aim, I can't give {it} just yet.[ What I would need: {reason}.]
Let's not close the door, but for the moment {it} cannot be granted.[ The point at issue: {reason}.]
`,
	speech.Withdraw: `
terse
Withdrawing {it}.[ {Reason}.]
{It} no longer stand{s}.[ Reason: {reason}.]
Taking back {it}.[ Why: {reason}.]
{It}: withdrawn.[ Cause: {reason}.]
Please disregard {it}.[ Because: {reason}.]
warm
I'm sorry, but I have to take back {it}.[ The reason: {reason}.]
I know this is awkward, but I can't stand by {it} any longer.[ Here's why: {reason}.]
Please don't count on {it} any more.[ What changed: {reason}.]
I have to go back on {it}, I'm afraid.[ To explain: {reason}.]
With regret, I'm pulling back {it}.[ It came about like this: {reason}.]
formal
I hereby withdraw {it}.[ Grounds: {reason}.]
Please note that {it} {is} withdrawn with immediate effect.[ The reason is: {reason}.]
I must revoke {it}.[ Explanation: {reason}.]
{It} can no longer be upheld.[ Background: {reason}.]
Kindly regard {it} as void.[ My reason: {reason}.]
breezy
Scrap {it}, sorry.[ Reason being: {reason}.]
Gotta pull {it} back.[ Thing is: {reason}.]
{It} {is} off the table.[ The why: {reason}.]
Changed my mind on {it}.[ It's because: {reason}.]
Let's pretend I never gave you {it}.[ What happened: {reason}.]
dry
I said yes to {it}. I now say no.[ What came between: {reason}.]
{It} did not age well, so I withdraw {them}.[ The cause: {reason}.]
You may file {it} under history.[ The explanation: {reason}.]
I would like {it} back, please.[ My grounds: {reason}.]
On reflection, {it} {is} off.[ For the record: {reason}.]
precise
Withdrawal of {it}, effective now.[ Reason: {reason}.]
{It} {is} revoked as of today.[ Trigger: {reason}.]
Status change: {it} withdrawn.[ Basis: {reason}.]
My earlier statement on {it} is no longer valid.[ Cause: {reason}.]
Please mark {it} as withdrawn.[ Details: {reason}.]
anxious
I feel terrible, but I have to withdraw {it}.[ It's because: {reason}.]
I can't keep {it} up, it would worry me too much.[ The problem: {reason}.]
Please stop relying on {it}, something's come up.[ It's this: {reason}.]
I'm so sorry for the back and forth, but {it} no longer hold{s}.[ What happened: {reason}.]
Before it does any harm: I take back {it}.[ My concern: {reason}.]
blunt
{It} {is} off.[ {Reason}.]
I'm pulling {it}.[ Here's why: {reason}.]
Forget {it}.[ The reason: {reason}.]
You can't use {it} any more.[ Fact: {reason}.]
I take {it} back, period.[ Simple reason: {reason}.]
enthusiastic
Sorry, everyone, I have to take {it} back for now![ What's new: {reason}.]
Stop the presses: {it} {is} withdrawn![ The story: {reason}.]
Small step back: {it} no longer hold{s}![ Here's the thing: {reason}.]
I know, I know, but {it} {has} to go![ Reason: {reason}.]
Pause on {it}, please, I'm pulling it back![ In short: {reason}.]
diplomatic
In light of what we know now, I think it's better to withdraw {it}.[ The consideration: {reason}.]
I'd ask for your understanding that I can't uphold {it}.[ The circumstances: {reason}.]
It would not be fair to leave {it} in place.[ What has changed: {reason}.]
Perhaps we should set {it} aside for the time being.[ My thinking: {reason}.]
I would like to step back from {it}, without closing the discussion.[ Background: {reason}.]
`,
	speech.Refuse: `
terse
Can't share {it}.[ {Reason}.]
{It}: confidential.[ Reason: {reason}.]
Not mine to tell, {it}.[ Why: {reason}.]
No comment on {it}.[ Because: {reason}.]
Can't give you {it}.[ Cause: {reason}.]
warm
I'm sorry, I'm not allowed to share {it}.[ The reason: {reason}.]
I'd tell you if I could, but {it} {has} to stay with me.[ It's like this: {reason}.]
Please don't be cross, {it} {is} something I can't pass on.[ Here's why: {reason}.]
I have to keep {it} to myself, I hope you understand.[ To explain: {reason}.]
That's one I can't help with, {it} {is} confidential.[ What stops me: {reason}.]
formal
I am not authorised to disclose {it}.[ Grounds: {reason}.]
Please understand that {it} {is} confidential.[ The reason is: {reason}.]
I regret that I may not provide any information on {it}.[ Explanation: {reason}.]
{It} cannot be disclosed to you.[ Background: {reason}.]
Information about {it} is restricted.[ Please note: {reason}.]
breezy
My lips are sealed on {it}.[ Thing is: {reason}.]
I'm keeping quiet on {it}, sorry.[ Reason being: {reason}.]
Can't spill {it}.[ The why: {reason}.]
{It} {is} hush-hush, I'm afraid.[ It's because: {reason}.]
Nice try, but {it} stay{s} with me.[ It's this: {reason}.]
dry
{It} {is} one of the things I know and don't say.[ The rule: {reason}.]
I could tell you {it}, but then we would both have a problem.[ Formally: {reason}.]
My answer on {it} is silence.[ For the following reason: {reason}.]
You are not the first to ask about {it}. Nobody got an answer.[ The explanation: {reason}.]
On {it} I am paid to be discreet.[ In short: {reason}.]
precise
I cannot disclose {it}.[ Reason: {reason}.]
Access to {it} is limited, and you are not on the list.[ Basis: {reason}.]
{It}: not for distribution.[ Restriction: {reason}.]
I am not permitted to answer questions on {it}.[ Rule: {reason}.]
No release of {it} on my part.[ Condition: {reason}.]
anxious
I'd get into trouble if I told you {it}.[ It's because: {reason}.]
Please don't ask me about {it}, I really can't.[ The problem: {reason}.]
I'm not sure I'm allowed to talk about {it}, so I'd better not.[ My worry: {reason}.]
I don't feel comfortable sharing {it}.[ The thing is: {reason}.]
Sorry, I'm afraid {it} {is} not something I may pass on.[ I was told this: {reason}.]
blunt
You don't get {it} from me.[ {Reason}.]
{It} {is} none of your business, sorry to say.[ Here's why: {reason}.]
No. {It} stay{s} confidential.[ The reason: {reason}.]
I'm not telling you {it}.[ Simple: {reason}.]
Don't ask me for {it}.[ Rules: {reason}.]
enthusiastic
Ah, I wish I could tell you {it}, but I can't![ The catch: {reason}.]
Top secret, I'm afraid, that's {it}![ Here's the thing: {reason}.]
I'd love to share {it}, but I'm not allowed![ What's behind it: {reason}.]
Good question, but {it} {has} to stay under wraps![ Reason: {reason}.]
No spoilers on {it} from me![ It's like so: {reason}.]
diplomatic
I understand why you ask, but {it} {is} not something I can share.[ The background: {reason}.]
I'd rather not go into {it}, if you don't mind.[ My reasons: {reason}.]
I hope you'll appreciate that I have to be discreet about {it}.[ The consideration: {reason}.]
It wouldn't be right for me to talk about {it}.[ As I see it: {reason}.]
Perhaps {it} {is} better discussed with those in charge.[ On my part: {reason}.]
`,
}

package words

import "github.com/tenure-sim/tenure/sim/speech"

// news: what is so, or has become so.
var news = map[speech.Verb]string{
	speech.Inform: `
terse
FYI: {text}
{text}
{It}: {value}.
{It} {is} {value}.
On {it}: {value}.
For info: {text}
About {it}: {text}
{text} That's all I have.
{It} as of now: {value}.
The answer on {it}: {value}.
warm
Just so you know: {text}
Here's what I can tell you about {it}: {text}
{text} I hope that helps.
Happy to tell you: {it} {is} {value}.
For {it} we have {value}. Hope that's what you needed.
You asked about {it}: {value}.
I checked for you, {it} {is} {value}.
I wanted you to have this: {text}
{text} Let me know if you need more than that.
The number you're after for {it} would be {value}.
formal
I would like to inform you of the following: {text}
With regard to {it}, please note: {text}
Please be informed that {it} {is} {value}.
The confirmed value for {it} is {value}.
For your information: {text}
Regarding {it}, I can confirm {value}.
According to my information, {it} {is} {value}.
{text} Please take note of this.
Concerning {it}, the figure in force is {value}.
I can confirm the following regarding {it}: {text}
breezy
About {it}, quickly: {text}
Heads up: {text}
{It} {is} {value}, there you go.
Here's the scoop on {it}: {text}
Got it for you: {it} {is} {value}.
{text} So there's that.
Yeah, {it} {is} at {value}.
It's {value} for {it}.
Thing to know: {text}
Looks like {value} for {it}.
dry
For what it's worth: {text}
{It} {is}, to the best of my knowledge, {value}.
You will hear it anyway, so: {text}
The official word on {it} is {value}.
Make of this what you will: {text}
Nobody has contradicted it yet: {it} {is} {value}.
{text} I did not make that up.
{value} for {it}, as far as anybody has told me.
Regarding the mystery of {it}: {text}
{It} {is} {value}. No surprises there.
precise
Information on {it}: {text}
Value of {it}: {value}.
Confirmed: {it} {is} {value}.
Current value of {it}: {value}.
Fact: {text}
For the record: {text}
Exact value for {it}: {value}.
The statement on {it} is this: {text}
{It}, state of today: {value}.
Please record the following: {text}
anxious
I thought you should know this: {text}
I hope I've got this right: {it} {is} {value}.
I double-checked {it}: {value}.
In case nobody told you yet: {text}
{text} I hope that isn't a problem.
As far as I know {it} {is} {value}, but please double-check.
To be on the safe side: {text}
I wasn't sure you had this: {it} {is} {value}.
About {it}, and please don't quote me wrongly: {text}
I looked up {it} again and it still says {value}.
blunt
Listen: {text}
Fact is: {text}
{It} {is} {value}. That's it.
You want {it}? {value}.
Here it is: {text}
{text} Work with that.
It's simple, {it} {is} {value}.
{value}. That's {it}.
Read this: {text}
No debate about {it}: {value}.
enthusiastic
Good to share: {text}
Guess what I found on {it}: {text}
{It} {is} {value}! Hope that gets you going!
I've got your answer on {it}: {value}!
Here you go: {text}
All yours: {it} {is} {value}!
{text} Exciting, right?
Ta-da: {value} for {it}!
Something useful for you: {text}
We have a number for {it}: {value}!
diplomatic
It may be useful for you to know: {text}
As I understand it, {it} {is} {value}.
To keep us all on the same page: {text}
I believe the figure we should work with for {it} is {value}.
If it helps: {text}
On {it}, the position is as follows: {text}
We should probably assume {value} for {it}.
{text} I'm glad to go into it if you wish.
For {it}, {value} is what has been agreed, as far as I'm aware.
I'd like to share this with you: {text}
`,
	speech.Change: `
terse
Change: {it}, now {value}.[ {text}]
{It} moved to {value}.[ {text}][ Reason: {reason}.]
New value for {it}: {value}.[ {text}][ {Reason}.]
{It} {is} now {value}.[ {text}]
Update on {it}: {value} from now on.[ {text}][ Why: {reason}.]
{It} {has} changed. {text}
Change to {it}. {text}
New on {it}: {text}
On {it}, valid now: {text}
Update, {it}: {text}
warm
I wanted to tell you right away: {it} {has} changed to {value}.[ {text}][ The background: {reason}.]
Please note that {it} {is} now {value}.[ {text}][ It came about like this: {reason}.] I know that means extra work.
Just a heads-up that we're now at {value} for {it}.[ {text}]
There's been a change to {it}, it's {value} now.[ {text}][ Here's why: {reason}.]
So you don't hear it from someone else first: {it} changed to {value}.[ {text}]
I wanted you to be the first to know, {it} {has} changed. {text}
A little change to {it}: {text}
Something new about {it}, I hope it doesn't upset your plans. {text}
Would you please make a note for {it}? {text}
We had to change {it}: {text}
formal
Please be advised that {it} {has} been changed to {value}.[ {text}][ The reason is: {reason}.]
I would like to inform you that {it} will be {value} with immediate effect.[ {text}]
Following a decision, {it} {has} been set to {value}.[ {text}][ Grounds: {reason}.]
{It} {has} been revised. The new value is {value}.[ {text}]
Kindly note the following change to {it}: {value}.[ {text}]
Please be advised of a change to {it}. {text}
I would like to inform you that {it} {has} been revised. {text}
With immediate effect, a new rule applies to {it}. {text}
Kindly note that the following now applies to {it}: {text}
A decision has been taken on {it}. {text}
breezy
Plot twist: {it} {is} {value} now.[ {text}][ Because: {reason}.]
Quick change of plan, {it} just went to {value}.[ {text}]
So {it} got moved, we're going with {value}.[ {text}][ Reason being: {reason}.]
Heads up, new {title}: {value}.[ {text}]
Scratch the old one, {it} {is} at {value} now.[ {text}]
Quick change on {it}: {text}
So, {it}, new plan. {text}
Heads up, something moved on {it}: {text}
Right, {it}, scratch what we had. {text}
Plot twist on {it}: {text}
dry
It has been decided that {it} {is} now {value}.[ {text}][ The reason given: {reason}.]
In today's edition: {it} become{s} {value}.[ {text}]
{It}, which we had all written down, {is} now {value}.[ {text}]
You may want to sharpen your pencil: {it} {has} become {value}.[ {text}][ Explanation offered: {reason}.]
What we knew about {it} no longer holds. It's {value}.[ {text}]
There is a new version of {it}. {text}
In today's edition of {it}: {text}
You may want to sharpen your pencil for {it}. {text}
What we knew about {it} no longer holds. {text}
It has been decided differently about {it}. {text}
precise
Change notice: {it}, new value {value}.[ {text}][ Reason: {reason}.] Please update everything that depends on it.
As of now {it} {is} set to {value}.[ {text}] Earlier values are void.
{It}: old value replaced by {value}.[ {text}][ Cause: {reason}.]
Please replace the former {title} by {value} in all documents.[ {text}]
The valid value for {it} is {value}, effective now.[ {text}]
Change notice on {it}: {text} Please update everything that depends on it.
As of now the following applies to {it}: {text}
{It} {has} changed. New wording: {text}
Please replace the former {title} in all documents. {text}
Amendment to {it}, effective now. {text}
anxious
I'm sorry, but {it} {has} been changed to {value}.[ {text}] I hope it's not too late for you.
Please don't panic, but {it} {is} now {value}.[ {text}][ The reason they gave: {reason}.]
I only just found out that {it} will be {value}.[ {text}] Can you still work with that?
Before it gets lost: {it} changed, it's {value} now.[ {text}]
I worry that not everyone knows yet: {it} {is} going to be {value}.[ {text}]
I'm sorry, but {it} {has} been changed. {text} I hope it's not too late for you.
Please don't panic, there's a change to {it}. {text}
I only just found out about {it}. {text} Can you still work with that?
Before it gets lost, {it} changed. {text}
I worry that not everyone knows yet about {it}. {text}
blunt
{It} changed. {value}. Adjust your plans.[ {text}]
Forget the old {title}, it's {value}.[ {text}][ Reason, for what it's worth: {reason}.]
We're doing {value} for {it} now.[ {text}] No discussion.
It's decided: {it} move{s} to {value}.[ {text}]
What you have for {it} is out of date, use {value}.[ {text}]
{It} changed. {text} Adjust your plans.
Forget the old {title}. {text}
New decision on {it}. {text} No discussion.
It's decided, and it's about {it}. {text}
What you have for {it} is out of date. {text}
enthusiastic
Big news: {it} {is} now {value}![ {text}]
We've changed {it}, make it {value}![ {text}][ What's behind it: {reason}.]
Hot off the press: {it} jump{s} to {value}![ {text}]
Update your notes, {it} {is} {value} from today![ {text}]
It's official, we're going for {value} on {it}![ {text}]
Big news on {it}! {text}
We've got news on {it}! {text}
Hot off the press, {it} {has} changed! {text}
Update your notes on {it}! {text}
It's official, there's a change to {it}! {text}
diplomatic
We've now settled on {value} for {it}.[ {text}][ The thinking behind it: {reason}.]
I realise this comes on short notice, but {it} will now be {value}.[ {text}]
In the interest of everyone involved, {it} {has} been adjusted to {value}.[ {text}]
I'd like to let you know that {it} {has} shifted to {value}.[ {text}] Please tell me if it causes difficulties.
It turns out that we need to work with {value} for {it}.[ {text}][ The considerations were: {reason}.]
We've now settled {it}. {text}
I realise this comes on short notice, but {it} {has} had to change. {text}
In the interest of everyone involved, {it} {has} been adjusted. {text}
I'd like to let you know of a shift in {it}. {text} Please tell me if it causes difficulties.
It turns out that we need to think again about {it}. {text}
`,
	speech.Progress: `
terse
{It}: {percent} done.[ On for {due}.]
{percent} on {it}.[ {due} holds.][ Note: {reason}.]
{It} at {percent}.[ Expect {due}.]
Working on {it}[, {percent}].[ Aiming at {due}.][ {Reason}.]
Progress on {it}: {percent|ongoing}.[ Target {due}.]
warm
{It} {is} coming along[, about {percent} done by now].[ {due} still looks good.]
A short update from me: {it} {is} at {percent}.[ I'm on course for {due}.][ One remark: {reason}.]
I'm making steady progress on {it}[, around {percent}].[ You should have it by {due}.]
You'll be glad to hear that {percent} of {it} is done.[ We're still looking at {due}.]
We're getting there with {it}[, {percent} so far].[ Still {due}.][ What's on my mind: {reason}.]
formal
I can report that {it} {is} {percent} complete.[ Completion is expected by {due}.]
The current progress of {it} amounts to {percent}.[ The planned date is {due}.][ Remark: {reason}.]
Work on {it} is proceeding[ and has reached {percent}].[ The date of {due} remains valid.]
{It} {has} reached {percent}.[ I expect to finish by {due}.]
With regard to {it}, the degree of completion is {percent}.[ It should be completed by {due}.]
breezy
{It}: roughly {percent} in the bag.[ {due} is looking fine.]
I'd say {percent} on {it}.[ Should be there by {due}.][ Only thing: {reason}.]
Chipping away at {it}[, call it {percent}].[ {due}, give or take.]
Cruising along on {it}[, {percent} or so].[ {due} should be ok.]
{percent|Good chunk} of {it} done.[ Shooting for {due}.]
dry
{It} {is} {percent} done, and the rest is the hard part.[ {due} stands, for now.]
If you believe in numbers: {percent} of {it}.[ They point to {due}.]
{It} {is} not finished, but no longer just begun[: {percent}].[ I still say {due}.]
There is movement on {it}[, {percent} to be exact].[ The plan says {due}.][ A footnote: {reason}.]
{percent} of {it}, without any miracles.[ {due} remains the idea.]
precise
Status of {it}: {percent} complete.[ Forecast: {due}.][ Comment: {reason}.]
{It}: {percent} of the estimated effort used up.[ Planned finish: {due}.]
As of today {percent} of {it} is finished.[ Estimated completion {due}.]
Measured against the estimate, {it} stand{s} at {percent}.[ Date: {due}.]
{It}, work in progress[, {percent}].[ Finish date unchanged: {due}.]
anxious
I'm at {percent} with {it}, I think.[ {due} should still work, I hope.]
{It} {is} about {percent} done, though I'd feel better if it were more.[ I'm trying to keep {due}.]
So far {percent} on {it}.[ I keep checking whether {due} is realistic.][ What worries me: {reason}.]
I'm working on {it} as fast as I can[, {percent} so far].[ Fingers crossed for {due}.]
It's going all right with {it}[, maybe {percent}].[ I just hope nothing happens before {due}.]
blunt
{It} {is} at {percent}. Not more, not less.[ Done by {due}.]
{percent}. That's where {it} {is}.[ Date: {due}.][ Problem: {reason}.]
I've done {percent} of {it}.[ You get the rest by {due}.]
{It}: {percent}, and no, it won't go faster.[ {due}.]
Still on {it}[, {percent}].[ {due} is what I can offer.]
enthusiastic
{It} {is} already at {percent}![ {due}, here we come!]
Great progress on {it}, {percent} done![ On track for {due}!]
We've hit {percent} on {it}![ I'm confident about {due}!]
{It} {is} really taking shape[, {percent} so far]![ See you at the finish on {due}!]
Loving how {it} {is} going[, {percent} and counting]![ All set for {due}!][ Worth knowing: {reason}.]
diplomatic
I'm pleased to say that {it} {is} moving forward[, at around {percent}].[ We remain hopeful for {due}.]
{It} {is} at roughly {percent}, which I think is fair given the circumstances.[ {due} seems within reach.]
We've come a good way with {it}[, {percent} by my reckoning].[ I'd still plan with {due}.]
I would put {it} at {percent}.[ Barring surprises, {due} should hold.][ I'd add this: {reason}.]
There's encouraging progress on {it}[, say {percent}].[ {due} continues to be the aim.]
`,
	speech.Done: `
terse
{It}: done.
Finished {it}.
{It} {is} complete.
Done with {it}.[ {Reason}.]
{It} {is} off my list.
warm
{It} {is} done, I hope you like the result.
Good news from my side, {it} {is} finished.
I've just wrapped up {it}. Tell me if anything is missing.
You can tick off {it} now, I've completed {them}.
{It} {is} ready for you.[ One note: {reason}.]
formal
I am pleased to report that {it} {has} been completed.
{It} {is} now complete and available for review.
Please note that {it} {has} been finalised.
The work on {it} has been concluded.
I hereby confirm the completion of {it}.[ Remark: {reason}.]
breezy
{It}? All sorted.
That's {it} done and dusted.
Knocked out {it} just now.
{It} {is} in the bag.
And {it} {is} through, phew.[ Just so you know: {reason}.]
dry
{It} {is} finished. You may act surprised.
Against expectations, {it} {is} done.
I have nothing left to do on {it}.
{It} {has} been completed, quietly.
One thing fewer to ask me about: {it} {is} done.
precise
{It}: status complete.
Completed: {it}. Please check and confirm.
I finished {it} today. There are no open points on my side.
{It} {is} closed as of now.[ Comment: {reason}.]
All steps for {it} are complete.
anxious
I think {it} {is} done, but please have a look.
{It} {is} finished, I checked twice.
I've completed {it}. I really hope nothing is missing.
Finally, {it} {is} ready. Tell me at once if something's wrong.
That was close, but {it} {is} done now.
blunt
{It} {is} done. Next.
I'm through with {it}.
You have {it}. Check it yourself.
{It}: finished. Don't ask me for it again.
That's done, I mean {it}.
enthusiastic
{It} {is} done! So happy with {them}!
We did it, {it} {is} finished!
Ready, set, go: {it} {is} complete!
Yes! {It} {is} wrapped up!
{It} {is} out of the door! Have a look!
diplomatic
I'm happy to say that {it} {is} now complete, thanks to everyone who helped.
As far as I can see {it} {is} finished; do let me know if you see it differently.
We've been able to complete {it}.
From my point of view {it} can be considered done.
{It} {is} ready, and I'm open to any comments you may have.
`,
}

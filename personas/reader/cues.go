package reader

import "strings"

// Cues are phrases of normalised words. ".." stands for words between, "^" for the start of the clause and "$" for
// its end. A clause has a cue when it contains it.
type cues []string

func (cs cues) in(norm string) bool { return cs.match(norm) != "" }

// match returns the first cue that the clause has.
func (cs cues) match(norm string) string {
	for _, c := range cs {
		if hasCue(norm, c) {
			return c
		}
	}
	return ""
}

func hasCue(norm, cue string) bool {
	for {
		part, rest, more := strings.Cut(cue, " .. ")
		i := place(norm, part)
		if i < 0 {
			return false
		}
		if !more {
			return true
		}
		norm, cue = norm[i:], rest
	}
}

// place is where the words after the part begin, or -1. It makes no strings: a clause is asked for hundreds of cues.
func place(norm, part string) int {
	start, end := strings.HasPrefix(part, "^"), strings.HasSuffix(part, "$")
	part = strings.Trim(part, "^$")
	for from := 0; from < len(norm); {
		i := strings.Index(norm[from:], part)
		if i < 0 {
			return -1
		}
		i += from
		after := i + len(part)
		whole := i > 0 && norm[i-1] == ' ' && after < len(norm) && norm[after] == ' '
		if whole && (!start || i == 1) && (!end || after+1 == len(norm)) {
			return after
		}
		if start {
			return -1
		}
		from = i + 1
	}
	return -1
}

var (
	fillers = cues{"^fyi$", "do not wait for me", "do not worry", "never mind", "no need to reply", "no reply needed", "no action needed", "no response needed", "no need to respond", "hope you are well",
		"hope this finds you", "hope you are doing well", "hope all is well", "^sorry to bother", "^sorry to chase", "^sorry to bug", "just between us$",
		"^quick question$", "^one more thing$", "^best$", "^cheers$", "^many thanks in advance$", "thanks in advance$", "thank you in advance$",
		"^a few things$", "^two things$", "^three things$", "^here is where we are$", "^quick update$", "^small update$", "^status update$",
		"^i have a question$", "^another one$", "^next$", "^hope that helps$", "^let me explain$", "^as discussed$", "^long story short$"}
	smallTalk = cues{"your weekend", "good weekend", "nice weekend", "great weekend", "lovely weekend", "how are you", "how is it going", "how are things$", "how was your", "how is your day",
		"nice weather", "weather", "happy friday", "happy monday", "enjoy your", "have a good one", "have a nice", "have a great", "good night", "coffee", "lunch$", "grab lunch",
		"for lunch", "the game last", "your holiday", "your vacation", "your trip", "the kids", "happy birthday", "congratulations", "congrats", "how is life", "welcome back",
		"nice to meet you", "see you tomorrow", "see you on monday", "see you monday", "feel better", "get well", "feeling better", "football", "bouldering"}
	thanks = cues{"thanks", "thank you", "appreciate it", "appreciated", "i appreciate", "much obliged", "^cheers", "cheers$", "grateful"}
	sorry  = cues{"sorry", "apologies", "apologise", "my bad", "my fault", "my mistake", "i messed up"}
	// polite words say sorry or thanks and mean neither.
	politeOnly = cues{"sorry to bother", "sorry to chase", "sorry to bug", "sorry to disturb", "sorry for the many", "sorry to hear", "would be appreciated",
		"much appreciated if", "would appreciate", "appreciate if", "appreciate it if", "sorry for chasing", "sorry to nag", "i am sorry but"}
	refuse = cues{"can not share", "can not tell", "can not disclose", "not allowed to", "am not permitted", "confidential", "not at liberty", "can not give you", "can not discuss",
		"may not share", "not cleared", "will not share", "should not share"}
	withdraw = cues{"i withdraw", "withdraw my", "withdraw the", "we withdraw", "withdrawing my", "i am withdrawing", "i take back", "taking back my", "i revoke", "revoking my", "ignore my request",
		"ignore my last", "disregard my", "cancel my request", "no longer need your", "no longer need", "retract", "i have to pull my"}
	escalate = cues{"escalate", "escalating", "escalation", "need you to decide", "need a decision", "need your decision", "please decide", "could you decide", "can you decide",
		"needs a decision", "needs your decision", "please step in", "could you step in", "can you step in", "need your help with .. not", "raise this with you", "raising this with you", "raising this to you",
		"flagging this to you", "need you to step in", "has not replied", "has not responded", "has not answered", "not getting an answer", "no answer from", "no reply from",
		"no response from", "is not responding", "is not answering", "still have not heard from", "have not heard back from", "heard nothing from", "i need you to intervene"}
	remind = cues{"reminder", "remind you", "reminding you", "following up", "follow up on", "any news", "still waiting", "still need your", "still need the", "have you had a chance", "had a chance to", "get a chance to",
		"^bump", "bumping", "^ping", "pinging", "chasing", "second time", "third time", "asked twice", "asked you twice", "as i asked", "did you forget", "have not heard back", "have not heard from you", "have not received",
		"have not got your", "have not seen your", "circling back", "checking in on", "just checking", "nudge", "you promised", "you said you would", "you were going to", "was due", "is overdue", "are overdue", "still outstanding", "still open on your",
		"awaiting your", "waiting for your", "waiting on you", "are you reading", "are you even reading", "did you see my", "did you get my", "did you read my", "still no", "where is my", "by when can i expect"}
	clarify = cues{"what do you mean", "not sure i understand", "not sure i follow", "do not understand", "did not understand", "do not follow", "did not get that", "clarify", "be more specific", "which one", "i am confused", "can you explain",
		"could you explain", "can you elaborate", "could you elaborate", "unclear to me", "what exactly", "not sure what you mean", "^sorry what$", "come again", "which .. do you mean"}
	propose = cues{"how about", "what about .. instead", "shall we meet", "could we meet", "can we meet", "let us meet", "let us have a call", "let us do", "let us talk", "let us discuss", "let us speak", "are you free", "are you available", "would you be free", "do you have time", "do you have 15", "do you have 30", "do you have half an hour",
		"would .. work for you", "does .. work for you", "would .. suit", "does .. suit", "can we move", "could we move", "can we push", "could we push", "can we shift", "could we shift", "can we make it", "i propose", "i suggest", "i would propose", "i would suggest", "i would recommend", "i recommend", "suggest we", "shall we",
		"can we schedule", "could we schedule", "set up a call", "set up a meeting", "quick call", "jump on a call", "hop on a call", "can we talk", "could we talk", "schedule a meeting", "schedule a call", "book a slot", "meet on", "meet at", "my proposal", "can we agree on", "could we agree on"}
	handOver = cues{"handing over", "hand over", "handed over", "handing .. to", "take over .. from me", "takes over", "will take over", "is taking over", "passing .. to", "reassigned to", "reassigning", "reassign", "assigning .. to", "handover to"}
	refer    = cues{"^ask", "you should ask", "better ask", "best ask", "talk to", "speak to", "speak with", "check with", "reach out to", "would know", "should know", "might know", "will know", "can tell you", "knows about", "is the right person", "is the best person", "is your contact", "is the contact", "please contact", "please ask", "please talk to",
		"contact .. for", "knows this", "knows that", "knows more", "knows the", "go to .. for", "is responsible for", "owns the", "owns that", "owns this"}
	farewell      = cues{"out of office", "on leave", "on vacation", "on holiday", "am off", "will be off", "will be out", "am out", "will be away", "am away", "last day", "calling in sick", "off sick", "am sick", "signing off for", "leaving the company", "i am ill", "logging off", "back on .. monday"}
	reject        = cues{"i reject", "rejecting", "is rejected", "rejected", "can not approve", "not approve", "not approved", "do not approve", "can not sign off", "not signing off", "no approval from me", "denied", "i have to say no to the"}
	approve       = cues{"i approve", "approved", "you have my approval", "approval granted", "i sign off", "signed off", "sign off granted", "my sign off", "go ahead", "green light from", "granted", "approving", "you have the green light", "fine to release", "i am ok to release"}
	approvalWords = cues{"approval", "approve", "sign off", "signed off", "green light", "go ahead from you", "your ok", "your blessing", "your signature", "a go from you", "your go"}
)

var (
	askForms = cues{"let me know", "do you know", "does anyone know", "any update", "any updates", "any progress", "an update on", "update me", "status of", "status on", "^status", "status$", "eta", "can you tell", "could you tell",
		"would you tell", "please tell", "tell me", "can you confirm", "could you confirm", "please confirm", "confirm whether", "confirm that", "confirm the", "can you share", "could you share", "please share", "can you send me the current", "what is", "what are", "i wonder", "wondering",
		"i would like to know", "would like to know", "need to know", "want to know", "curious", "where are we", "where do we stand", "how far", "how is .. going", "how is .. coming", "how long", "by when", "when will", "when can", "when do", "when is", "when are",
		"keep me posted", "is there any", "can you give me", "could you give me", "please give me", "can you provide", "could you provide", "please provide", "what do you know about", "can i ask", "how much", "how many", "are we on track", "are you on track", "on track",
		"where can i find", "where do i find", "please advise", "any idea", "looking for the", "point me to", "need the figure", "need your estimate", "your estimate", "remind me what", "remind me of", "find out", "will you make", "will you be able", "do you expect"}
	whWords = cues{"^what", "^when", "^who", "^how", "^why", "^where", "^which", "^whose", "^is", "^are", "^was", "^were", "^do", "^does", "^did", "^has", "^have you", "^have we", "^will you", "^will the", "^will it", "^can it", "^should", "^shall",
		"^and what", "^and when", "^and who", "^and how", "^and is", "^so what", "^so when", "^but when", "^any", "^also what", "^also when", "^also is", "^by when"}
	requestForms = cues{"please", "could you", "can you", "would you", "will you", "need you to", "i need", "we need", "would you mind", "can i get", "can i have", "could i get", "could i have", "may i have", "can we get", "could we get", "can we have", "requesting", "i request", "i would like you to", "i would like your",
		"i would like to request", "would like to ask you", "asking you to", "i ask you", "i expect", "make sure", "want you to", "i want you", "send me", "get me", "get this", "seeking", "i am asking for", "looking for your", "need your", "you need to", "you have to", "you must", "would be great if you", "kindly", "^send", "^review", "^check", "^fix", "^finish", "^update", "^approve", "^sign", "^prepare", "^start", "^provide", "^deliver"}
	// tells are requests for words, which are questions in another form.
	tells = cues{"tell me", "let me know", "confirm", "share", "remind me", "inform me", "give me an update", "give me a status", "give me the status", "send me an update", "send me the status", "send me a status", "send me a quick status", "keep me", "advise", "provide an update", "update me",
		"give me a heads up", "say when", "say whether", "give me the number", "give me the price", "send me the number", "send me the price", "give me a date", "give me an eta", "give me an estimate", "tell us", "estimate", "find out", "your status", "a status update", "an update"}
	decline = cues{"i can not", "we can not", "will not be able", "unable to", "am not able", "not possible", "have to decline", "must decline", "i decline", "no capacity", "do not have capacity", "do not have the capacity", "do not have time", "have no time", "not going to", "i will not", "we will not", "i would rather not", "can not commit", "can not take",
		"will have to pass", "have to pass", "^no sorry", "too busy", "not my job", "not something i can", "i do not have that", "i do not have this", "^i do not know$", "no idea$", "^i have no idea"}
	commit = cues{"i will", "^and will", "^will", "we will", "i shall", "i am going to", "will do", "you will have", "you will get", "you will receive", "on it$", "^on it", "i am on it", "i can have", "i can send", "i can deliver", "i can get", "i can do", "let me send", "let me check", "let me look", "let me find", "let me get", "i promise", "i commit", "will get back", "will send", "will share",
		"will update", "will check", "will let you know", "expect it", "expect the .. from me", "consider it done", "leave it with me", "aim to", "aiming to", "i plan to", "planning to", "will have it", "will be with you", "will take care", "i can .. by", "will come back to you", "will confirm", "will follow up", "will prepare", "will deliver", "will tell", "will inform"}
	ack = cues{"got it", "noted", "acknowledged", "^ok", "understood", "makes sense", "sounds good", "works for me", "that works", "fine by me", "fine with me", "fine for me", "roger", "^perfect", "^great", "^sure", "^yes", "all clear", "^clear", "heads up", "letting me know", "have updated", "have adjusted", "have changed the plan", "have taken .. into account",
		"will use the new", "have read", "received", "i see", "i am aware", "agreed", "i agree", "confirmed", "^confirm$", "i confirm", "good to know", "^fine", "copy that", "duly noted", "looks good", "for the update", "for the info", "for the information", "for the quick", "good point", "fair enough", "^alright", "^right$", "no problem", "no worries", "^good$", "very good", "^cool", "^nice$", "^absolutely", "happy with", "have it on my list", "is on my list", "i hear you", "^excellent", "saw your", "seen your", "see your point", "^ta$"}
	yes = cues{"^yes", "^sure", "^ok", "^absolutely", "^of course", "^agreed", "^go ahead"}
	no  = cues{"^no$", "^no thanks", "^nope", "^not really"}
)

var (
	changeForms = cues{"moved to", "moved from", "moves to", "was moved", "has been moved", "got moved", "have moved", "has moved", "changed to", "changed from", "changes to", "has changed", "have changed", "was changed", "is now", "are now", "pushed to", "was pushed", "pushed back to", "pulled forward", "brought forward", "shifted to", "shifts to", "postponed", "postpone .. to", "decided to .. to", "new date is", "new value is", "is the new", "new target is", "new limit is",
		"instead of", "no longer", "increased to", "raised to", "reduced to", "lowered to", "cut to", "dropped to", "went up", "went down", "set to", "updated to", "went from", "new go live", "rescheduled", "replaces", "rather than", "are moving .. to", "is moving .. to", "is moving to", "moving to"}
	block = cues{"is blocked", "are blocked", "am blocked", "blocked by", "blocked on", "blocking", "am stuck", "is stuck", "stuck on", "can not start", "can not continue", "can not proceed", "can not move forward", "waiting for", "waiting on", "waits for", "depends on", "held up", "on hold until", "hold up", "can not .. without", "can not .. before", "can not .. until"}
	delay = cues{"will slip", "slips", "slipping", "slipped", "has slipped", "running late", "is late", "am late", "will be late", "delayed", "delay", "delays", "behind schedule", "behind on", "running behind", "will not make it", "will not make", "can not make the", "will miss", "not be ready", "not be done", "not be finished", "needs more time", "needs .. more day", "needs .. more days", "need .. more days", "needs .. more week", "needs .. more weeks", "needs .. more hours", "need .. more hours", "need more time", "take longer", "takes longer", "taking longer", "need another", "needs another",
		"need until", "needs until", "need one more", "will only be ready", "will only be done", "not before", "push .. to", "new eta", "later than planned", "later than expected", "not going to make", "at risk", "not finish .. by", "not have it ready", "not have the .. ready", "will be done later", "be able to make", "can not finish", "moves out to", "can not keep the", "not be able to deliver", "not be able to finish", "can not deliver"}
	progressForms = cues{"halfway", "half way", "half done", "almost done", "nearly done", "almost finished", "nearly finished", "almost ready", "nearly there", "almost there", "in progress", "working on", "^i work on", "^we work on", "i still work on", "making progress", "good progress", "well under way", "underway", "started", "have begun", "is under way", "on track", "on schedule", "going well", "not done", "not finished", "not ready", "not complete", "not started", "still working", "half of", "is coming along", "not yet"}
	doneForms     = cues{"is done", "are done", "is finished", "are finished", "is complete", "are complete", "is completed", "is ready", "are ready", "is live", "is released", "is merged", "is deployed", "is closed", "is in place", "is up to date", "has been completed", "has been released", "has been finished", "has been sent", "has been updated", "has been uploaded", "was released", "was completed", "is now done", "now complete", "now finished", "now ready", "now live", "done$", "finished$", "complete$", "completed$", "i have reviewed", "i reviewed", "i have checked", "i have finished", "we have finished", "i finished", "just finished", "i have completed", "i completed",
		"i have released", "i released", "we released", "we have released", "i have uploaded", "i uploaded", "i have sent", "i sent", "i have attached", "attached is", "attached you", "is attached", "please find attached", "i have shared", "i have published", "i have written", "i have prepared", "i have closed", "i closed", "i have deployed", "have delivered", "i delivered", "ready for review", "ready for you", "here is the", "here are the", "^done", "^finished", "done with", "all done", "is sorted", "i have submitted", "i submitted", "i have merged", "wrapped up", "is final", "finalised", "finalized", "i have put the", "i have moved port", "^you have .. already", "^you already have", "^you got .. already"}
	hypothetical = cues{"^if", "^in case", "^unless", "^suppose", "^assuming", "^once", "^as soon as", "^when the", "^even if", "^provided", "would be", "might be", "^should the"}
	openEnds     = cues{"not", "never", "no longer"}
	rude         = cues{"are you even reading", "do you even", "wtf", "what the hell", "ridiculous", "useless", "incompetent", "stupid", "idiot", "idiots", "this is a joke", "unacceptable", "waste of time", "wasting my time", "do your job", "shut up", "lazy", "not my problem", "get it together", "how hard can it be", "for the last time", "are you deaf", "crap", "bullshit", "damn", "pathetic", "sick of", "fed up", "useless as always", "are you asleep", "nobody cares", "hurry up"}
	urgent       = cues{"urgent", "urgently", "asap", "immediately", "right away", "right now", "straight away", "as soon as possible", "emergency", "top priority", "time critical", "at once", "before noon today", "within the hour", "high priority"}
	polite       = cues{"please", "thanks", "thank you", "would you mind", "could you", "kindly", "appreciate", "grateful", "if you do not mind", "sorry to bother"}
	broadcast    = cues{"hi all", "hello all", "hi team", "hello team", "hi everyone", "hello everyone", "dear all", "hey all", "all hands", "everyone", "everybody", "to all", "hey team", "hi folks", "dear team", "morning all", "channel", "here all", "team update"}
)

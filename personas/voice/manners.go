package voice

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// modelTalk are words of a machine or of somebody who reads from a paper.
var modelTalk = []string{"as an ai", "an ai language", "language model", "i am an ai", "i'm an ai", "ai assistant", "ai model", "virtual assistant", "as a chatbot", "my training",
	"trained on", "openai", "system prompt", "this prompt", "my instructions", "your instructions", "the instructions", "was instructed",
	"were instructed", "am instructed", "you must say", "must be said", "i must say the following", "i was told to say", "told me to say", "asked to say", "say now",
	"in plain words", "the conversation so far", "what you know about it", "people you deal with", "role-play", "roleplay", "in character", "as the persona",
	"here is the message", "here's the message", "here is a message", "here is my response", "here's a possible", "rewritten message", "the user", "hope this helps you with your request",
	"the speaker", "the listener", "write a message", "let me know if you'd like me to adjust", "revised version"}

// stage are words that a colleague has no use for unless they are part of the work.
var stage = set("prompt prompts script scripted template templates persona personas simulation simulated simulator scenario chatbot llm gpt rubric canary")

var refusals = []string{"can't assist", "cannot assist", "unable to assist", "can't help with that", "cannot help with that", "can't fulfill", "cannot fulfill", "can't comply",
	"cannot comply", "not able to comply", "unable to comply", "against my guidelines", "content policy", "i am unable to provide", "i'm unable to provide",
	"i cannot provide", "i can't provide", "i cannot write", "i can't write", "i cannot generate", "i can't generate", "not appropriate for me"}

// denials say no. Contrary are words that a yes does not hold.
var denials = set(`no not cannot can't won't don't unable never decline declined refuse refused reject rejected rejecting denied without impossible nothing neither nor
unfortunately unfortunate sorry afraid pass against stop blocked stays remains keep confidential secret private regret withhold back elsewhere else veto unapproved
fails failed hold stay stays restricted closed confidence mouth lips wraps sealed hands`)

var contrary = []string{"not approved", "not approve", "cannot approve", "can't approve", "won't approve", "don't approve", "rejected", "i reject", "i decline", "must decline", "have to decline", "can't commit", "cannot commit",
	"won't be able", "will not be able", "not able to", "not done", "isn't done", "is not finished", "not finished", "not complete", "isn't ready", "not ready", "can't do", "cannot do",
	"won't do", "i refuse", "must refuse"}

// echo is a line of the rules that the text repeats.
func (c *check) echo() string {
	for line := range strings.SplitSeq(c.text, "\n") {
		line = strings.Trim(line, " -*>0123456789.")
		if len(strings.Fields(line)) >= 5 && strings.Contains(ruleWords, squash(line)) {
			return clip(line, 20)
		}
	}
	for i := 0; i+8 <= len(c.toks); i += 4 {
		var b strings.Builder
		for _, t := range c.toks[i : i+8] {
			b.WriteString(t.low)
		}
		if strings.Contains(ruleWords, squash(b.String())) {
			return clip(c.text[c.toks[i].from:c.toks[i+7].to], 20)
		}
	}
	return ""
}

var ruleWords = squash(rules) + squash(legend) + squash(choiceRules) + squash(cardRules)

// others looks for words put into the mouths of others: a line of dialogue, a promise in their name.
func (c *check) others() {
	for _, name := range append([]string{c.Listener}, c.Others...) {
		full := fold(name)
		first, _, _ := strings.Cut(full, " ")
		if len(first) < 2 || !strings.Contains(c.low, first) {
			continue
		}
		for i, line := range strings.Split(c.low, "\n") {
			line = strings.TrimLeft(line, "> *-")
			if head, rest, ok := strings.Cut(line, ":"); ok && (head == full || head == first) && (i > 0 || strings.Contains(rest, "\n") || head != fold(c.Listener)) {
				c.add(ForOthers, "write for yourself only, not for %s", name)
			}
		}
		for _, does := range speaking {
			for _, who := range []string{first, full} {
				p := strings.Replace(does, "%", who, 1)
				if hasWord(c.low, p) && !hasWord(c.model, p) && !c.mustName(first) {
					c.add(ForOthers, "%s answers for %s; leave out %q", name, "themselves", p)
				}
			}
		}
	}
}

// mustName says that the message speaks of the person anyway.
func (c *check) mustName(first string) bool {
	for _, v := range c.Must {
		if hasWord(fold(v.Text), first) {
			return true
		}
	}
	return false
}

var speaking = []string{"on behalf of %", "% agrees", "% agreed", "% has agreed", "% approves", "% approved", "% has approved", "% confirms", "% confirmed", "% has confirmed", "% promises",
	"% promised", "% has promised", "% accepts", "% accepted", "% says", "% said", "% replies", "% replied", "% and i agree", "% and i will", "% will take", "% will do", "% will send", "% will deliver"}

// shape looks at the outside of a text: language, brackets to fill in, marks of a markup, an end in the middle.
func (c *check) shape() {
	if c.Language == "" || c.Language == "en" {
		if w := c.foreign(); w != "" {
			c.add(Foreign, "write English (%s)", w)
		}
	}
	if w := placeholder(c.text); w != "" && !strings.Contains(c.Fallback, w) {
		c.add(Placeholder, "%q is a place to fill in; write what belongs there or leave it out", clip(w, 20))
	}
	for _, m := range []string{"**", "```", "</", "<br", "<p>", "<|", "|>", "[INST", "__", "~~", "| ---", "|---", "\n# ", "\n## ", "\n### ", "](http"} {
		if strings.Contains("\n"+c.low, strings.ToLower(m)) && !strings.Contains(c.model, strings.ToLower(m)) {
			c.add(Markup, "write plain text without %q", strings.TrimSpace(m))
		}
	}
	if strings.Contains(c.text, `":`) && strings.ContainsAny(c.text, "{[") {
		c.add(Markup, "write plain text, not JSON")
	}
	if ref := reference.FindString(c.low); ref != "" && !strings.Contains(c.model, ref) {
		c.add(Markup, "call things by their names, not %q", clip(ref, 20))
	}
	if w := c.cut(); w != "" {
		c.add(Cut, "the text ends in the middle (%q)", w)
	}
	if w := c.again(); w != "" {
		c.add(Repeats, "say %q once", clip(w, 20))
	}
}

// reference is an id of the ledger as programs write it, which no colleague does.
var reference = regexp.MustCompile(`\b(fact|package|pkg|deliverable|approval|requirement|risk|commitment|person)[/:][a-z0-9]+(-[a-z0-9]+)*`)

// Words of other languages that are no English words and no names.
var alien = set(`der und die das dem zu sind hiermit kann muss wurde ist nicht ich wir sie ein eine einen mit von auf dass bitte danke auch noch wird bis zum zur haben habe ja nein guten
le les des est pas une nous vous pour avec dans merci bonjour je il elle sont sur que et el los las por para con una gracias hola como esta pero usted
il che sono per grazie ciao della een het niet van voor wij bedankt nie jest dla dzien dobry proszę ja já tack inte och att som`)

// foreign says why the text is not English. Two words are judged by the words that no English text has.
func (c *check) foreign() string {
	letters, other, english, strange := 0, 0, 0, 0
	for _, r := range c.text {
		if unicode.IsLetter(r) {
			if letters++; !unicode.Is(unicode.Latin, r) {
				other++
			}
		}
	}
	words := 0
	for _, t := range c.toks {
		if t.digits {
			continue
		}
		words++
		if stop[t.low] {
			english++
		} else if alien[t.low] && !hasWord(c.model, t.low) {
			strange++
		}
	}
	switch {
	case other*5 > letters:
		return "most of it is in another script"
	case strange > english || strange > 2 && strange*2 > english:
		return "it reads like another language"
	case c.foreignPart() != "":
		return clip(c.foreignPart(), 12)
	case words >= 20 && english*12 < words && !c.nameless():
		return "it has hardly any English words"
	}
	return ""
}

// foreignPart is a sentence with words of another language and none of English.
func (c *check) foreignPart() string {
	for _, s := range parted(c.text) {
		english, strange := 0, 0
		for _, t := range tokens(s) {
			switch {
			case stop[t.low] && !alien[t.low]:
				english++
			case alien[t.low] && !hasWord(c.model, t.low):
				strange++
			}
		}
		if strange > english {
			return s
		}
	}
	return ""
}

// nameless says that the fallback itself has few common words, as a list of names has.
func (c *check) nameless() bool {
	english, words := 0, 0
	for _, t := range tokens(c.model) {
		if words++; stop[t.low] {
			english++
		}
	}
	return words > 0 && english*8 < words
}

// placeholder is the first thing in brackets that somebody should fill in: [name], {date}, <your name>.
func placeholder(text string) string {
	for i := range len(text) {
		j := strings.IndexByte("[{<", text[i])
		if j < 0 {
			continue
		}
		end := strings.IndexByte(text[i:], "]}>"[j])
		if end < 2 || end > 48 || strings.Contains(text[i:i+end], "\n") {
			continue
		}
		if r, _ := utf8.DecodeRuneInString(text[i+1:]); unicode.IsLetter(r) || r == '{' {
			return text[i : i+end+1]
		}
	}
	for _, w := range []string{"XX", "insert name", "TBD here", "_____"} {
		if i := strings.Index(text, w); i >= 0 {
			return w
		}
	}
	return ""
}

// cut is the last word of a text that ends in the middle.
func (c *check) cut() string {
	if strings.HasSuffix(strings.TrimSpace(c.Fallback), c.text[max(0, len(c.text)-12):]) || len(c.toks) == 0 {
		return ""
	}
	last := c.toks[len(c.toks)-1]
	tail := c.text[last.to:]
	if strings.Count(c.text, `"`)%2 == 1 || strings.Count(c.text, "(") > strings.Count(c.text, ")")+strings.Count(c.text, ":(") {
		return last.low
	}
	switch {
	case strings.ContainsAny(tail, ".!?)\"") || strings.ContainsFunc(tail, func(r rune) bool { return r > 0x2030 || r == '”' || r == '’' }):
		return ""
	case strings.ContainsAny(tail, ",;:-–…"):
		return last.low
	case dangling[last.low]:
		return last.low
	case len(c.toks) > 24 && !c.signed(last.low):
		return last.low
	}
	return ""
}

func (c *check) signed(low string) bool { return hasWord(fold(c.Speaker), low) }

var dangling = set(`a an the and or but of to for by with from in on at is are was were be been will would can could should as if that which who because so than then our your
my their his its we i also about into until between have has had not very more`)

// again is a sentence that stands three times in the text, or twice if it is long.
func (c *check) again() string {
	seen := map[string]int{}
	for s := range strings.FieldsFuncSeq(c.low, func(r rune) bool { return r == '.' || r == '!' || r == '?' || r == '\n' }) {
		k := squash(s)
		if k == "" {
			continue
		}
		if seen[k]++; seen[k] > 2 || seen[k] > 1 && len(k) > 24 {
			return strings.TrimSpace(s)
		}
	}
	return ""
}

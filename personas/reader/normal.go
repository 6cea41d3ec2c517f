package reader

import (
	"strings"
	"unicode"
)

func set(words ...string) map[string]bool {
	m := make(map[string]bool, len(words))
	for _, w := range words {
		m[w] = true
	}
	return m
}

// short forms and their long ones, by word.
var long = map[string]string{
	"i'll": "i will", "i've": "i have", "i'm": "i am", "im": "i am", "i'd": "i would", "we'll": "we will", "we've": "we have",
	"we're": "we are", "we'd": "we would", "you'll": "you will", "you've": "you have", "you're": "you are", "it's": "it is",
	"it'll": "it will", "that's": "that is", "what's": "what is", "where's": "where is", "who's": "who is", "how's": "how is",
	"when's": "when is", "there's": "there is", "here's": "here is", "let's": "let us", "he's": "he is", "she's": "she is",
	"they're": "they are", "they've": "they have", "they'll": "they will", "won't": "will not", "wont": "will not",
	"can't": "can not", "cant": "can not", "cannot": "can not", "don't": "do not", "dont": "do not", "doesn't": "does not",
	"didn't": "did not", "isn't": "is not", "aren't": "are not", "wasn't": "was not", "weren't": "were not",
	"haven't": "have not", "hasn't": "has not", "hadn't": "had not", "couldn't": "could not", "wouldn't": "would not",
	"shouldn't": "should not", "pls": "please", "plz": "please", "u": "you", "ur": "your", "thx": "thanks", "ty": "thanks",
	"tks": "thanks", "okay": "ok", "k": "ok", "kk": "ok", "tmrw": "tomorrow", "tmr": "tomorrow", "asap": "asap", "yep": "yes",
	"yup": "yes", "yeah": "yes", "nope": "no", "signoff": "sign off", "apologize": "apologise", "w/": "with", "gonna": "going to",
	"deadline's": "deadline is", "wfm": "works for me", "lgtm": "looks good to me", "ack": "noted", "cc": "cc", "ill": "i will",
	"headsup": "heads up", "aprove": "approve", "recieved": "received", "tommorow": "tomorrow", "tomorow": "tomorrow",
	"👍": "ok", "✅": "ok", "👌": "ok", "🙏": "thanks",
}

// normalise writes a text as lower-case words with one space between, short forms spelled out and hyphens opened.
func normalise(s string) string {
	var b strings.Builder
	for _, w := range strings.FieldsFunc(strings.ToLower(s), between) {
		w = strings.Trim(w, "'./")
		if full, ok := long[w]; ok {
			w = full
		} else {
			w = strings.TrimSuffix(w, "'s")
			w = strings.ReplaceAll(w, "'", "")
		}
		if w == "" {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(w)
	}
	return b.String()
}

func between(r rune) bool {
	switch r {
	case '\'', '.', '%', '/', '€', '$', '👍', '✅', '👌', '🙏':
		return false
	}
	return !unicode.IsLetter(r) && !unicode.IsDigit(r)
}

// stem cuts the endings off a word, lightly: both sides of a comparison go through it.
func stem(w string) string {
	switch {
	case len(w) > 4 && strings.HasSuffix(w, "ies"):
		w = w[:len(w)-3] + "y"
	case len(w) > 3 && strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") && !strings.HasSuffix(w, "us") && !strings.HasSuffix(w, "is"):
		w = w[:len(w)-1]
	}
	switch {
	case len(w) > 5 && strings.HasSuffix(w, "ing"):
		w = undouble(w[:len(w)-3])
	case len(w) > 4 && strings.HasSuffix(w, "ed"):
		w = undouble(w[:len(w)-2])
	}
	if len(w) > 4 {
		w = strings.TrimSuffix(w, "e")
	}
	return w
}

func undouble(w string) string {
	if n := len(w); n > 3 && w[n-1] == w[n-2] && w[n-1] != 's' && w[n-1] != 'l' {
		return w[:n-1]
	}
	return w
}

// stop words name nothing.
var stop = set("a", "an", "the", "of", "for", "to", "in", "on", "at", "by", "and", "or", "with", "from", "is", "are", "be", "it",
	"this", "that", "my", "our", "your", "we", "i", "you", "up", "off", "out", "go", "no", "not", "do", "does", "did", "will", "can", "could",
	"would", "please", "have", "has", "had", "was", "were", "what", "when", "who", "how", "why", "where", "me", "us", "as", "so",
	"if", "any", "all", "per", "into", "new", "now", "may", "by", "than", "then", "there", "here", "know", "need", "get", "sign",
	"before", "after", "about", "team", "there")

// generic words are in many titles and never name a thing by themselves.
var generic = set("date", "time", "status", "list", "number", "update", "work", "project", "task", "document", "value", "ready",
	"final", "first", "version", "done", "open", "current", "change", "target", "limit", "customer", "item", "issue",
	"sign", "approval", "question", "meeting", "day", "week", "month", "today", "tomorrow", "latest", "full", "report", "customers",
	"system", "step", "need", "information", "name", "level", "point", "deadline", "due", "requirement", "package", "signoff")

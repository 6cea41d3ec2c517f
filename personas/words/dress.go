package words

import (
	"strconv"
	"strings"
)

func itoa(n int) string { return strconv.Itoa(n) }

// frame fills the slots of greetings and endings.
func (r *renderer) frame(s string) string {
	if s == "" {
		return ""
	}
	part := r.daypart()
	s = strings.ReplaceAll(strings.ReplaceAll(s, "{daypart}", part), "{Daypart}", capital(part))
	s = strings.ReplaceAll(s, "{speaker}", r.voice.Name)
	if r.scene.Listener != "" {
		return strings.ReplaceAll(s, "{listener}", r.scene.Listener)
	}
	if r.scene.App == Mail || r.scene.App == Chat {
		return capital(strings.ReplaceAll(s, "{listener}", "all"))
	}
	if strings.Contains(s, "{listener}") {
		return ""
	}
	return s
}

func (r *renderer) daypart() string {
	if r.voice.Zone == nil {
		return "day"
	}
	switch h := r.scene.Now.In(r.voice.Zone).Hour(); {
	case h < 12:
		return "morning"
	case h < 18:
		return "afternoon"
	}
	return "evening"
}

// also is the link to the i-th thing said. Courtesies need none, and a message has one at most.
func (r *renderer) also(i int, s said) string {
	if i == 0 || s.mood == sociable || i != 1+r.pick("words/link", 0, len(r.scene.Acts)) {
		return ""
	}
	if moodOf(r.scene.Acts[i-1].Act.Verb) == sociable {
		return ""
	}
	return r.manner.also[r.pick("words/also", 0, len(r.manner.also))]
}

// join puts the link before what it leads to. After a comma or "and" that goes on in small letters.
func join(link string, s said) said {
	if strings.HasSuffix(link, ",") || strings.HasSuffix(link, "and") {
		if s.low == "" {
			return s
		}
		s.text = link + " " + s.low
		return s
	}
	s.text = link + " " + s.text
	return s
}

// line is a message in one piece, as in chat.
func (r *renderer) line(hello string, sayings []string, closer string) string {
	sep := " "
	if r.scene.App == Chat && len(sayings) > 2 {
		sep = "\n"
	}
	out := strings.Join(sayings, sep)
	if hello != "" {
		if strings.HasSuffix(hello, ",") && startsSentence(out) {
			hello = strings.TrimSuffix(hello, ",") + closing(r.style())
		}
		out = hello + " " + out
	}
	if closer != "" {
		out += " " + closer
	}
	if e := r.manner.emoji; r.voice.Emoji && r.scene.App == Chat && len(e) > 0 && r.pick("words/emoji", 0, 3) == 0 {
		out += " " + e[r.pick("words/emoji", 1, len(e))]
	}
	return out
}

// closing ends a greeting whose message begins with a capital that must stay.
func closing(style string) string {
	if style == "enthusiastic" {
		return "!"
	}
	return "."
}

// startsSentence says that the text begins with a capital other than that of "I" or of a name in capitals.
func startsSentence(s string) bool {
	word, _, _ := strings.Cut(s, " ")
	return lower(word) != word
}

// mail has a greeting, paragraphs and a signature. A mail of courtesies only goes without a closing line.
func (r *renderer) mail(hello string, sayings []string, closer string, at int) string {
	paragraphs := []string{hello}
	for i, s := range sayings {
		s = capital(s)
		// A courtesy opens the paragraph of what follows it.
		if i > 0 && moodOf(r.scene.Acts[i-1].Act.Verb) == sociable {
			paragraphs[len(paragraphs)-1] += " " + s
			continue
		}
		paragraphs = append(paragraphs, s)
	}
	if closer != "" {
		paragraphs = append(paragraphs, closer)
	}
	byes := r.manner.bye
	bye := (at + r.pick("words/bye", 0, len(byes))) % len(byes)
	return strings.Join(append(paragraphs, r.frame(byes[bye])), "\n\n")
}

// finish makes sure that a saying ends.
func finish(s string) string {
	s = tidy(s)
	if s == "" || strings.ContainsAny(s[len(s)-1:], ".!?") {
		return s
	}
	return s + "."
}

package voice

import "strings"

// Line is a message of the thread.
type Line struct {
	From, Text string
	Day        string // "Mon" or "2 Mar": told where it changes
	Answered   bool   // the speaker answers this very message
}

// What is told of a thread: its last messages, each clipped. The newest and the one that is answered are told at length,
// those just before the newest in a sentence, and the rest in their first words: it is the dearest part of what no
// endpoint keeps.
const (
	ThreadMost       = 12
	lineMost         = 60
	recentMost       = 32 // the three before the newest
	recent           = 3
	olderMost        = 14
	conversationMost = ThreadMost * (lineMost + 2*nameMost + 8)
)

// shown is what is told of the thread.
func (b Brief) shown() []Line { return b.Thread[max(0, len(b.Thread)-ThreadMost):] }

// conversation is the thread as it is told: a day where it changes, and who said what.
func (b Brief) conversation() string {
	var out []string
	day, shown := "", b.shown()
	for i, l := range shown {
		if l.Day != day && l.Day != "" {
			day = l.Day
			out = append(out, clip(day, nameMost))
		}
		out = append(out, "> "+b.called(l.From)+l.mark()+": "+clip(ungreeted(l.Text), l.most(len(shown)-1-i)))
	}
	return strings.Join(out, "\n")
}

func (l Line) mark() string {
	if l.Answered {
		return " (you answer this)"
	}
	return ""
}

// most is what a line may cost that has so many after it.
func (l Line) most(after int) int {
	switch {
	case l.Answered || after == 0:
		return lineMost
	case after <= recent:
		return recentMost
	}
	return olderMost
}

// ungreeted is a text without "Hello all," before it: what fits in a few words should be what was said.
func ungreeted(text string) string {
	text = oneLine(text)
	head, rest, ok := strings.Cut(text, ", ")
	words := strings.Fields(strings.ToLower(head))
	if !ok || len(words) == 0 || len(words) > 3 || !greetings[words[0]] {
		return text
	}
	return rest
}

var greetings = set("hi hello hey hiya dear all good")

// speakerCalled is the speaker's name in the thread.
const speakerCalled = "you"

// called is a person's first name, where nobody else in the brief is called so.
func (b Brief) called(name string) string {
	if name == b.Speaker.Name {
		return speakerCalled
	}
	first, _, _ := strings.Cut(oneLine(name), " ")
	other := func(n string) bool { return n != name && (n == first || strings.HasPrefix(n, first+" ")) }
	if other(b.Speaker.Name) {
		return clip(name, nameMost)
	}
	for _, p := range b.Peers {
		if other(p.Name) {
			return clip(name, nameMost)
		}
	}
	for _, l := range b.shown() {
		if other(l.From) {
			return clip(name, nameMost)
		}
	}
	return clip(first, nameMost)
}

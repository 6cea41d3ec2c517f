package agents

import (
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/tenure-sim/tenure/clock"
)

// fillers are words of a name that somebody who speaks of the thing may leave out.
var fillers = []string{"the", "of", "a", "an", "and", "for", "in", "to", "on", "at", "number", "kind"}

// plain is a text in small letters with single spaces and nothing but letters and digits, so that "go-live" and
// "Go live" are the same.
func plain(text string) string {
	f := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return " " + strings.Join(f, " ") + " "
}

// keywords are the words of a name that matter.
func keywords(name string) []string {
	all := strings.Fields(plain(name))
	out := slices.DeleteFunc(slices.Clone(all), func(w string) bool { return slices.Contains(fillers, w) })
	if len(out) == 0 {
		return all
	}
	return out
}

// shared counts the keywords of a name that a text has, one or many of the thing alike.
func shared(text, name string) (has, all int) {
	p, words := plain(text), keywords(name)
	for _, w := range words {
		one := strings.TrimSuffix(w, "s")
		if strings.Contains(p, " "+w+" ") || strings.Contains(p, " "+one+" ") || strings.Contains(p, " "+one+"s ") {
			has++
		}
	}
	return has, len(words)
}

// mentions says whether a text speaks of the thing of that name.
func mentions(text, name string) bool {
	has, all := shared(text, name)
	return all > 0 && has == all
}

// anyOf says whether a text has one of the phrases.
func anyOf(text string, phrases []string) bool {
	p := plain(text)
	return slices.ContainsFunc(phrases, func(s string) bool { return strings.Contains(p, " "+s) })
}

// What people say when they want something, and when they tell something.
var (
	wanting = []string{"could you", "can you", "would you", "please ", "tell me", "what should i say", "where is ", "where are ", "where we ", "where the ", "where do ", "status on", "need to know", "i need", "we need", "would like to request",
		"please advise", "we require", "filling me in", "fill me in", "catch me up", "straight answer", "still waiting", "reminder", "following up", "outstanding", "have not heard", "haven t heard",
		"enlighten", "on your radar", "waiting for", "i expect", "you owe", "bring me", "get it done", "take care of", "any word", "got anything", "what s the", "what s new", "i was wondering", "how are things",
		"grateful for", "may i ask", "second request", "open item", "haven t delivered", "second time", "when is ", "when will ", "fix that"}
	thanking = []string{"thank", "thanks", "thx", "noted", "understood", "got it", "cheers", "great to know", "good to know", "okay", "i see", "solid work", "good work", "well done", "appreciate"}
	guarded  = []string{"confidential", "embargo", "for your eyes", "do not pass", "keep it to yourself", "between us"}
	finished = []string{"done", "finished", "complete", "completed", "concluded", "finalised", "wrapped up", "sorted", "closed", "ready for you", "off my list", "completion", "in the bag", "knocked out"}
	lateness = []string{"late", "delay", "slip", "new date", "behind", "not make", "longer"}
	granting = []string{"approved", "approving", "approve", "approval concerning", "grant", "go ahead", "go for it", "ok from me", "is fine", "happy to give", "here s", "yes", "giving", "give the", "signing", "green light", "thumbs up", "is yours", "all yours", "you have", "you get", "blessing", "no reason to refuse", "nothing in the way", "support this", "been given", "is given", "proceed", "off you go"}
	refusing = []string{"not approve", "t approve", "no approval", "not grant", "cannot", "can not", "can t", "reject", "refused", "decline", "not yet", "a no ", "say no", "no green light", "nope", "not putting", "unable", "not able", "not convinced", "have to wait", "is no", "at no ", "not met", "not comfortable", "too risky", "hold back", "hold the", "not signing", "won t", "not getting", "not good enough", "not like this", "one more round", "second look", "still missing", "does not state"}
	revoking = []string{"withdraw", "no longer", "take back", "taking back", "take the", "revoke", "pull", "disregard", "stand by", "count on", "go back on", "uphold", "as void", "scrap", "off the table", "changed my mind", "never gave", "now say no", "under history", "back please", "is off", "t keep", "stop relying", "forget", "t use", "has to go", "aside", "step back", "leave the"}
	changing = []string{"now ", "change", "new ", "no longer", "instead", "moves to", "moved", "replace", "official", "settled on", "forget", "from today", "out of date", "scratch", "becomes", "revised", "set to", "going for"}
	pledging = []string{"i ll", "i will", "will do", "on it", "you ll get", "expect", "leave", "commit", "goes on my list", "my problem", "count on me"}
)

// asks says whether somebody wants an answer or a deed.
func asks(text string) bool { return strings.Contains(text, "?") || anyOf(text, wanting) }

// How values look.
var (
	dayForm    = regexp.MustCompile(`\b\d{4}-\d\d-\d\d\b`)
	longDay    = regexp.MustCompile(`\b(?:\d{4}-\d\d-\d\d|(\d{1,2}) (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*(?: (\d{4}))?)\b`)
	timeAfter  = regexp.MustCompile(`^,? +(?:at )?\d{1,2}:\d\d`)
	spanForm   = regexp.MustCompile(`\b\d{1,2}:\d\d to \d{1,2}:\d\d\b`)
	phoneForm  = regexp.MustCompile(`\+\d[\d ]{6,}\d`)
	listForm   = regexp.MustCompile(`\b[A-Z][a-z]+(?:, [A-Z][a-z]+)+\b`)
	numberForm = regexp.MustCompile(`\b\d(?:[\d.,]*\d)?\s?(?:%|[A-Za-z]+)`)
	shareForm  = regexp.MustCompile(`\b(\d{1,3})\s?%`)
	dueForm    = regexp.MustCompile(`\b(\d{1,2}) (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*(?: \d{4})?,? +(?:at )?(\d{1,2}):(\d\d)`)
	clockForm  = regexp.MustCompile(`(?i)until (\d{1,2}):(\d\d) today`)
)

// likeness finds a value in a text that looks like the old one: the first that differs from it, else the old one.
func likeness(old, text string) (string, bool) {
	same := false
	for _, v := range alike(old, text) {
		if !strings.EqualFold(v, old) {
			return v, true
		}
		same = true
	}
	return old, same
}

// alike lists the values in a text that have the form of the old one.
func alike(old, text string) []string {
	if dayForm.FindString(old) == old {
		return days(text, digits(old[:4]))
	}
	for _, form := range []*regexp.Regexp{spanForm, phoneForm} {
		if form.FindString(old) == old {
			return form.FindAllString(text, -1)
		}
	}
	if listForm.FindString(old) == old {
		return slices.DeleteFunc(listForm.FindAllString(text, -1), func(v string) bool { return !overlap(v, old) })
	}
	return slices.DeleteFunc(numberForm.FindAllString(text, -1), func(v string) bool { return unit(v) != unit(old) })
}

// days are the dates in a text, also those in words, as 2026-03-27. Those without a year are of the year given, and
// none when it is 0. A date with an hour is when something is due and no value.
func days(text string, year int) []string {
	var out []string
	for _, at := range longDay.FindAllStringSubmatchIndex(text, -1) {
		switch {
		case at[2] < 0:
			out = append(out, text[at[0]:at[1]])
			continue
		case timeAfter.MatchString(text[at[1]:]) || at[6] < 0 && year == 0:
			continue
		}
		y := year
		if at[6] >= 0 {
			y = digits(text[at[6]:at[7]])
		}
		out = append(out, clock.NewDay(y, monthOf(text[at[4]:at[5]]), digits(text[at[2]:at[3]])).String())
	}
	return out
}

func monthOf(short string) time.Month {
	return time.Month(strings.Index("JanFebMarAprMayJunJulAugSepOctNovDec", short)/3 + 1)
}

func overlap(a, b string) bool {
	have := strings.Split(b, ", ")
	return slices.ContainsFunc(strings.Split(a, ", "), func(s string) bool { return slices.Contains(have, s) })
}

func unit(v string) string {
	return strings.ToLower(strings.TrimLeft(v, "0123456789., "))
}

// firstValue finds a value in a text for something that has had none.
func firstValue(text, name string) (string, bool) {
	for _, form := range []*regexp.Regexp{spanForm, phoneForm} {
		if v := form.FindString(text); v != "" {
			return v, true
		}
	}
	if d := days(text, 0); len(d) > 0 {
		return d[0], true
	}
	at := numberForm.FindStringIndex(text)
	if at == nil {
		return "", false
	}
	end := at[1]
	rest := strings.FieldsFunc(text[end:], func(r rune) bool { return r == ' ' })
	for _, w := range rest {
		bare := strings.Trim(w, ".,:;!?")
		last := bare != w
		if !strings.HasPrefix(text[end:], " ") || !(last && w == rest[0]) && (slices.Contains(fillers, bare) || !mentions(name, bare)) {
			break
		}
		end += 1 + len(bare)
		if last {
			break
		}
	}
	return text[at[0]:end], true
}

// dueIn reads the moment in a text by which something is wanted, such as "Fri 6 Mar, 15:30"; 0 when there is none.
func dueIn(text string, now clock.Time, zone *time.Location) clock.Time {
	today := now.In(zone)
	if m := clockForm.FindStringSubmatch(text); m != nil {
		return clock.At(today.Year(), today.Month(), today.Day(), digits(m[1]), digits(m[2]), zone)
	}
	m := dueForm.FindStringSubmatch(text)
	if m == nil {
		return 0
	}
	return clock.At(today.Year(), monthOf(m[2]), digits(m[1]), digits(m[3]), digits(m[4]), zone)
}

func digits(s string) int {
	n := 0
	for _, r := range s {
		n = 10*n + int(r-'0')
	}
	return n
}

// sentence begins a text with a capital letter.
func sentence(s string) string {
	if s == "" {
		return s
	}
	r := []rune(s)
	r[0] = unicode.ToUpper(r[0])
	return string(r)
}

// is is a name as the subject of a sentence, with its verb: "go-live date is", "supported browsers are".
func is(name string) string {
	s := spoken(name)
	if strings.HasSuffix(s, "s") && !strings.HasSuffix(s, "ss") && !strings.Contains(s, " of ") {
		return s + " are"
	}
	return s + " is"
}

// spoken is a name as it stands inside a sentence: "Go-live date" becomes "go-live date", "SLA" stays.
func spoken(name string) string {
	r := []rune(name)
	if len(r) > 1 && unicode.IsUpper(r[0]) && unicode.IsLower(r[1]) {
		r[0] = unicode.ToLower(r[0])
	}
	return string(r)
}

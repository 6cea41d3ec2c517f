package reader

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	maxText    = 8000
	maxClauses = 160
)

// clean cuts a text and drops what is not the writer's own words: quoted lines, what follows "wrote:", signatures.
func clean(text string) []string {
	if len(text) > maxText {
		text = text[:maxText]
		for len(text) > 0 && !utf8.ValidString(text[max(0, len(text)-4):]) && !utf8.RuneStart(text[len(text)-1]) {
			text = text[:len(text)-1]
		}
	}
	text = marks.Replace(text)
	var out []string
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimSpace(line)
		lower := strings.ToLower(line)
		switch {
		case line == "--" || strings.HasPrefix(lower, "-----original") || strings.HasPrefix(lower, "from:") && len(out) > 0 ||
			strings.HasPrefix(lower, "on ") && strings.HasSuffix(lower, "wrote:"):
			return out
		case line == "" || strings.HasPrefix(line, ">") || strings.HasPrefix(lower, "subject:") || strings.HasPrefix(line, "```"):
			continue
		case signOff[strings.Trim(lower, " ,.!-")] && len(out) > 0:
			return out
		}
		out = append(out, line)
	}
	return out
}

// marks of one kind are written in several ways.
var marks = strings.NewReplacer("\r", "", "’", "'", "‘", "'", "“", `"`, "”", `"`, "…", ". ", "\u00a0", " ", "\t", " ")

var signOff = set("best regards", "kind regards", "regards", "best", "best wishes", "warm regards", "yours sincerely", "sincerely",
	"many greetings", "br", "all the best", "kr", "yours", "cheers and best")

var (
	bullet   = regexp.MustCompile(`^(?:[-*•–]|\(?\d{1,2}[.)]|\[[ x]?\]|#+)\s+`)
	greeting = regexp.MustCompile(`(?i)^(?:hi|hello|hey|heya|dear|good morning|good afternoon|good evening|morning|afternoon|evening|moin)\b(?: (?:all|team|everyone|everybody|both|folks|there|again|mr|ms|mrs))?[ ,!.:]*`)
	mention  = regexp.MustCompile(`@([A-Za-z][\w-]*)`)
)

// clause is one thing said.
type clause struct {
	orig  string // as written
	raw   string // in lower case
	norm  string // words only, with a space at both ends
	asks  bool   // ends in a question mark, or in the form of a question
	first bool   // first of its sentence
	item  bool   // begins an item of a list: what was spoken of before is over
}

// clauses splits a text into what is said one after the other.
func (l *Lexicon) clauses(text string) []clause {
	var out []clause
	for _, line := range clean(text) {
		item := bullet.MatchString(line)
		line = bullet.ReplaceAllString(line, "")
		line = l.greet(line)
		for _, s := range sentences(line) {
			for i, part := range split(s) {
				if len(out) == maxClauses {
					return out
				}
				n := normalise(part)
				if strings.TrimSpace(n) == "" && !strings.Contains(part, "?") {
					continue
				}
				out = append(out, clause{orig: part, raw: strings.ToLower(part), norm: " " + strings.TrimSpace(n) + " ", asks: strings.HasSuffix(part, "?"), first: i == 0, item: item})
				item = false
			}
		}
	}
	return out
}

// greet drops a greeting and the names that follow it, and names called with @ or at the start with a comma.
func (l *Lexicon) greet(line string) string {
	line = mention.ReplaceAllString(line, "$1,")
	rest := greeting.ReplaceAllString(line, "")
	greeted := rest != line
	for {
		end := strings.IndexFunc(rest, func(r rune) bool { return !unicode.IsLetter(r) && r != '-' })
		name := rest
		if end >= 0 {
			name = rest[:end]
		}
		if _, ok := l.people[strings.ToLower(name)]; !ok || name == "" {
			return rest
		}
		after := rest[len(name):]
		if !greeted && (after == "" || !strings.ContainsAny(after[:1], ",:")) {
			return rest
		}
		rest = strings.TrimLeft(after, " ,!:.")
	}
}

var abbreviations = set("e.g", "i.e", "approx", "mr", "ms", "mrs", "dr", "no", "vs", "cf", "incl", "etc")

// sentences splits a line at the marks that end a sentence, but not inside figures, dates and abbreviations.
func sentences(line string) []string {
	var out []string
	start := 0
	for i := 0; i < len(line); i++ {
		c := line[i]
		last := i+1 == len(line)
		switch {
		case c == '?' || c == '!' || c == ';':
			for i+1 < len(line) && strings.IndexByte("?!.", line[i+1]) >= 0 {
				i++
			}
		case c == '.' && (last || line[i+1] == ' ' || line[i+1] == '.') && !inside(line[start:i]):
		default:
			continue
		}
		end := i + 1
		if c == '.' || c == ';' {
			end = i
		}
		out = appendTrimmed(out, line[start:end])
		start = i + 1
	}
	return appendTrimmed(out, line[start:])
}

var dotted = regexp.MustCompile(`(?:^|[ (])(?:\d{1,2}\.\d{1,2}|[a-z])$`)

// inside says whether a dot after this text belongs to it.
func inside(before string) bool {
	before = strings.ToLower(before[max(0, len(before)-12):])
	if dotted.MatchString(before) {
		return true
	}
	word := before[strings.LastIndexAny(before, " (")+1:]
	return abbreviations[word] && word != "no"
}

func appendTrimmed(out []string, s string) []string {
	if s = strings.TrimSpace(s); s != "" {
		return append(out, s)
	}
	return out
}

// opener begins a new clause after a comma, a dash or "and".
var opener = regexp.MustCompile(`(?i)(?:, | - | – | — |: | and | but | so |, and |, but |, so )(?:(?:i|we) |i'|we'|please |pls |could |can |would |let |do |does |did |when |what |who |how |why |where |thanks |thank |sorry |will |you |it's |it is |they |also |then )`)

var linked = regexp.MustCompile(`(?i)(?:, and |, but | and | but |, while | while |, )(?:the |our |my |[a-z]+-\d)`)

var verbal = regexp.MustCompile(`(?i)\b(?:is|are|was|were|will|has|have|had|moved|slipped|slips|stays|remains|needs|changed|done)\b`)

// split cuts a sentence where a new clause with its own verb begins.
func split(s string) []string {
	var out []string
	start := 0
	cut := func(at int) {
		out = appendTrimmed(out, strings.TrimLeft(s[start:at], " ,:-–—"))
		start = at
	}
	for _, m := range opener.FindAllStringIndex(s, -1) {
		left := strings.TrimSpace(s[start:m[0]])
		if m[0] > start && left != "" && !dangling(left) {
			cut(m[0])
		}
	}
	base := start
	for _, m := range linked.FindAllStringIndex(s[base:], -1) {
		at := base + m[0]
		// A window on each side keeps the cost linear.
		left, right := s[max(start, at-160):at], s[at:min(len(s), at+80)]
		if verbal.MatchString(left) && verbal.MatchString(right) {
			cut(at)
		}
	}
	return appendTrimmed(out, strings.TrimLeft(s[start:], " ,:-–—"))
}

// dangling says that the words before a comma do not stand alone: "if the API slips, we", "let me know when you".
func dangling(left string) bool {
	l := strings.ToLower(left)
	return strings.HasPrefix(l, "if ") || strings.HasPrefix(l, "let me know") || strings.HasPrefix(l, "once ") ||
		strings.HasPrefix(l, "as soon as") || strings.HasPrefix(l, "in case") || strings.HasPrefix(l, "please let me know") ||
		strings.HasSuffix(l, " if") || strings.HasSuffix(l, " when") || strings.HasPrefix(l, "could you tell me") ||
		strings.HasPrefix(l, "do you know")
}

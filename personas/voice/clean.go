package voice

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/tenure-sim/tenure/sim/prompt"
)

// Clean takes off what models put around a message: what they thought, a fence, an introduction, a subject line, the name
// of the speaker, quotation marks, a second signature. What is left is theirs.
func Clean(text string) string {
	text = strings.ToValidUTF8(text, "")
	text = strings.Map(func(r rune) rune {
		if r == '\r' || r == 0 || unicode.Is(unicode.Cf, r) && r != '\u200d' {
			return -1
		}
		return r
	}, text)
	for range 4 { // a fence may hold a lead-in, which may hold quotation marks
		before := text
		text = strings.TrimSpace(thoughts(text))
		text = fence(text)
		text = lead(text)
		text = subject(text)
		text = quotes(text)
		if text == before {
			break
		}
	}
	return signature(text)
}

func thoughts(s string) string {
	for _, tag := range []string{"think", "thinking", "reasoning"} {
		for {
			i := strings.Index(s, "<"+tag+">")
			end := strings.Index(s, "</"+tag+">")
			switch {
			case end >= 0 && (i < 0 || i > end):
				s = s[end+len(tag)+3:] // the opening mark stood in the question
				continue
			case i >= 0 && end > i:
				s = s[:i] + s[end+len(tag)+3:]
				continue
			case i >= 0:
				s = s[:i] // never finished thinking
			}
			break
		}
	}
	return s
}

func fence(s string) string {
	if !strings.HasPrefix(s, "```") || !strings.HasSuffix(s, "```") || len(s) < 6 {
		return s
	}
	s = strings.TrimSuffix(s[3:], "```")
	if first, rest, ok := strings.Cut(s, "\n"); ok && len(first) < 12 && !strings.Contains(strings.TrimSpace(first), " ") {
		s = rest
	}
	return strings.TrimSpace(s)
}

var leadIns = []string{"sure", "certainly", "of course", "here is", "here's", "okay, here", "ok, here", "message", "response", "answer", "reply", "chat message", "mail", "email", "absolutely"}

// lead drops a first line or clause that announces the message and ends in a colon.
func lead(s string) string {
	head, rest, ok := strings.Cut(s, ":")
	if !ok || len(head) > 120 || strings.Contains(head, "\n") || strings.TrimSpace(rest) == "" {
		return s
	}
	low := strings.Trim(fold(head), " *#-")
	announces := strings.Contains(low, "message") || strings.Contains(low, "response") || strings.Contains(low, "reply") || strings.Contains(low, "mail") || strings.Contains(low, "draft")
	for _, l := range leadIns {
		if low == l || strings.HasPrefix(low, l) && announces && !strings.Contains(low, ".") || (l == "here is" || l == "here's") && low == l {
			return strings.TrimSpace(strings.TrimLeft(rest, "* "))
		}
	}
	return s
}

func subject(s string) string {
	first, rest, ok := strings.Cut(s, "\n")
	if low := strings.Trim(fold(first), " *#"); ok && (strings.HasPrefix(low, "subject:") || strings.HasPrefix(low, "re:") || strings.HasPrefix(low, "to:") || strings.HasPrefix(low, "from:")) {
		return strings.TrimSpace(rest)
	}
	return s
}

func quotes(s string) string {
	for _, q := range [][2]string{{`"`, `"`}, {"“", "”"}, {"„", "“"}, {"'", "'"}, {"«", "»"}} {
		inner, a := strings.CutPrefix(s, q[0])
		inner, b := strings.CutSuffix(inner, q[1])
		if a && b && inner != "" && !strings.Contains(inner, q[0]) {
			return strings.TrimSpace(inner)
		}
	}
	return s
}

// signature drops a last line that says the line before again.
func signature(s string) string {
	for {
		i := strings.LastIndexByte(s, '\n')
		if i < 0 {
			return s
		}
		head := strings.TrimRight(s[:i], " \n")
		before := head[strings.LastIndexByte(head, '\n')+1:]
		last := strings.TrimSpace(s[i:])
		if last == "" || len(strings.Fields(last)) > 3 || strings.TrimSpace(before) != last {
			return s
		}
		s = head
	}
}

// CleanFor is Clean, and drops the speaker's own name where it stands before the message: "Lena: Hi Robin".
func (n Needs) CleanFor(text string) string {
	text = Clean(text)
	first, _, _ := strings.Cut(n.Speaker, " ")
	for _, who := range []string{n.Speaker, first} {
		if rest, ok := cutFold(text, who); ok && who != "" {
			if rest, ok := strings.CutPrefix(strings.TrimLeft(rest, "* "), ":"); ok && strings.TrimSpace(rest) != "" {
				return Clean(strings.TrimLeft(rest, "* "))
			}
		}
	}
	return text
}

func cutFold(s, prefix string) (string, bool) {
	s = strings.TrimLeft(s, "*> ")
	if len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix) {
		return s[len(prefix):], true
	}
	return s, false
}

// What a repair adds at most.
const (
	repairAnswer   = 300
	repairProblems = 6
	repairWords    = 60
)

// RepairMost is the most tokens that Repair adds to a prompt.
const RepairMost = 800

// Repair asks once more: the question, the answer and what was wrong with it.
func Repair(p prompt.Prompt, answer string, problems []Problem) prompt.Prompt {
	var b strings.Builder
	b.WriteString("That cannot be sent:\n")
	for _, x := range problems[:min(len(problems), repairProblems)] {
		fmt.Fprintf(&b, "- %s\n", clip(x.Words, repairWords))
	}
	b.WriteString("Write the message again with that put right. Answer with the text of the message alone.")
	answer = clipLines(answer, repairAnswer)
	if strings.TrimSpace(answer) == "" {
		answer = "(nothing)"
	}
	p.Messages = append(p.Messages[:len(p.Messages):len(p.Messages)], prompt.Message{Role: prompt.Assistant, Content: answer}, prompt.Message{Role: prompt.User, Content: b.String()})
	return p
}

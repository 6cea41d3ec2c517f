package prompt

import "unicode/utf8"

// perMessage is what the marks around a message cost.
const perMessage = 6

// Tokens is an upper bound of what the prompt costs: all messages and the tools.
func (p Prompt) Tokens() int { return tokens(p.Messages) + toolTokens(p.Tools) }

// StableTokens is the same of the part that does not change from question to question. Endpoints write the tools first.
func (p Prompt) StableTokens() int { return tokens(p.Messages[:p.Stable]) + toolTokens(p.Tools) }

func tokens(ms []Message) int {
	n := 0
	for _, m := range ms {
		n += perMessage + Tokens(m.Content)
		for _, c := range m.Calls {
			n += perMessage + Tokens(c.Tool) + Tokens(c.Args)
		}
	}
	return n
}

func toolTokens(ts []Tool) int {
	n := 0
	for _, t := range ts {
		n += perMessage + Tokens(t.Name) + Tokens(t.Doc) + Tokens(string(t.Schema))
	}
	return n
}

// Tokens is an upper bound of what a text costs: a word one token for each four letters begun, a digit or a mark one
// each, a letter beyond ASCII two.
func Tokens(text string) int {
	n, letters := 0, 0
	for i := 0; i < len(text); {
		c := text[i]
		switch {
		case c >= utf8.RuneSelf:
			_, size := utf8.DecodeRuneInString(text[i:])
			n, letters, i = n+2, 0, i+size
			continue
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z':
			if letters%4 == 0 {
				n++
			}
			letters++
		case c == ' ':
			letters = 0 // it belongs to the word that follows
		default:
			n, letters = n+1, 0
		}
		i++
	}
	return n
}

// Clip cuts a text at a word so that it costs no more than most tokens.
func Clip(text string, most int) string {
	if Tokens(text) <= most {
		return text
	}
	low, high := 0, len(text) // the longest prefix within the bound: the cost never falls as a text grows
	for low < high {
		mid := (low + high + 1) / 2
		if Tokens(text[:mid]) <= most-2 {
			low = mid
		} else {
			high = mid - 1
		}
	}
	for low > 0 && !utf8.RuneStart(text[low]) {
		low--
	}
	cut := low
	for cut > 0 && text[cut-1] != ' ' && text[cut-1] != '\n' {
		cut--
	}
	if cut == 0 {
		cut = low
	}
	return text[:cut] + "…"
}

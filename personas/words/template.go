package words

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// piece is a part of a template.
type piece struct {
	text      string
	slot      string
	otherwise string  // said when the slot is empty
	optional  []piece // said only when all its slots are filled
}

// template is a sentence with slots.
type template struct {
	name     string // "ask/warm/3"
	pieces   []piece
	must     []string // slots without which it cannot be said
	mentions map[string]bool
}

func parse(name, s string) template {
	t := template{name: name, mentions: map[string]bool{}}
	t.pieces = pieces(s)
	for _, p := range t.pieces {
		if p.slot != "" {
			t.mentions[base(p.slot)] = true
			if p.otherwise == "" && p.slot != "s" { // "hold{s}" is complete without
				t.must = append(t.must, base(p.slot))
			}
		}
		for _, q := range p.optional {
			if q.slot != "" {
				t.mentions[base(q.slot)] = true
			}
		}
	}
	return t
}

// base is the slot behind one written with a capital.
func base(slot string) string { return strings.ToLower(slot) }

func pieces(s string) []piece {
	var out []piece
	for s != "" {
		i := strings.IndexAny(s, "{[")
		if i < 0 {
			return append(out, piece{text: s})
		}
		if i > 0 {
			out = append(out, piece{text: s[:i]})
		}
		end := strings.IndexByte(s, '}')
		if s[i] == '[' {
			end = strings.IndexByte(s, ']')
		}
		if end < i {
			panic("words: template without an end: " + s)
		}
		inner := s[i+1 : end]
		if s[i] == '[' {
			out = append(out, piece{optional: pieces(inner)})
		} else {
			slot, otherwise, _ := strings.Cut(inner, "|")
			out = append(out, piece{slot: slot, otherwise: otherwise})
		}
		s = s[end+1:]
	}
	return out
}

// says reports whether all slots that the template cannot do without are filled.
func (t template) says(slots map[string]string) bool {
	for _, m := range t.must {
		if slots[m] == "" {
			return false
		}
	}
	return true
}

// fill writes the template. A slot that begins with a capital, or the text, begins a sentence.
func (t template) fill(slots map[string]string) string { return capital(t.fillLow(slots)) }

// fillLow is fill without the capital at the start.
func (t template) fillLow(slots map[string]string) string {
	var b strings.Builder
	write(&b, t.pieces, slots)
	return tidy(b.String())
}

func write(b *strings.Builder, ps []piece, slots map[string]string) {
	for i, p := range ps {
		switch {
		case p.text != "" && slots["clause"] != "" && i+1 < len(ps) && ps[i+1].slot == "reason":
			b.WriteString(because(p.text))
		case p.text != "":
			b.WriteString(p.text)
		case p.slot != "":
			v := slots[base(p.slot)]
			if v == "" {
				v = p.otherwise
			}
			if p.slot != base(p.slot) {
				v = capital(v)
			}
			b.WriteString(v)
		case filled(p.optional, slots):
			write(b, p.optional, slots)
		}
	}
}

func filled(ps []piece, slots map[string]string) bool {
	for _, p := range ps {
		if p.slot != "" && slots[base(p.slot)] == "" {
			return false
		}
	}
	return true
}

// tidy closes up what empty slots and sentences within sentences leave behind.
func tidy(s string) string {
	if !untidy(s) {
		return strings.TrimSpace(s)
	}
	for strings.Contains(s, "  ") {
		s = strings.ReplaceAll(s, "  ", " ")
	}
	s = leftovers.Replace(s)
	for strings.Contains(s, "..") && !strings.Contains(s, "...") {
		s = strings.ReplaceAll(s, "..", ".")
	}
	return strings.TrimSpace(s)
}

var leftovers = strings.NewReplacer(".!", ".", "?.", "?", "!.", "!", " .", ".", " ,", ",")

// untidy says whether two signs stand together that tidy would look at. Few texts have such, and looking is cheap.
func untidy(s string) bool {
	for i := 1; i < len(s); i++ {
		before := s[i-1]
		switch s[i] {
		case ' ':
			if before == ' ' {
				return true
			}
		case ',':
			if before == ' ' {
				return true
			}
		case '!':
			if before == '.' {
				return true
			}
		case '.':
			if before == '.' || before == '?' || before == '!' || before == ' ' {
				return true
			}
		}
	}
	return false
}

func capital(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[n:]
}

// lower makes a first letter small, unless the word is "I" or has further capitals, as a name of a technique has.
func lower(s string) string {
	word, _, _ := strings.Cut(s, " ")
	if word == "I" || strings.HasPrefix(word, "I'") {
		return s
	}
	r, n := utf8.DecodeRuneInString(s)
	for _, c := range word[min(n, len(word)):] {
		if unicode.IsUpper(c) || unicode.IsDigit(c) {
			return s
		}
	}
	return string(unicode.ToLower(r)) + s[n:]
}

// continued is the template as it follows a comma, and false if its first word must keep its capital and looks odd there.
func (t template) continued() (template, bool) {
	first := t.pieces[0]
	switch {
	case first.text != "":
		c := t
		c.pieces = append([]piece{{text: lower(first.text)}}, t.pieces[1:]...)
		return c, true
	case first.slot == "It":
		c := t
		c.pieces = append([]piece{{slot: "it"}}, t.pieces[1:]...)
		return c, true
	case first.slot == "who" || first.slot == "value" || first.slot == "percent":
		return t, true
	}
	return t, false
}

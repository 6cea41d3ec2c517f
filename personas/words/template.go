package words

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// piece is a part of a template.
type piece struct {
	text      string
	slot      slot
	capital   bool    // the slot was written with a capital: it begins a sentence
	otherwise string  // said when the slot is empty
	optional  []piece // said only when all its slots are filled
}

// template is a sentence with slots.
type template struct {
	name     string // "ask/warm/3"
	pieces   []piece
	must     slotSet // slots without which it cannot be said
	mentions slotSet
}

func parse(name, s string) template {
	t := template{name: name}
	t.pieces = pieces(s)
	for _, p := range t.pieces {
		if p.slot != noSlot {
			t.mentions |= p.slot.set()
			if p.otherwise == "" && p.slot != sSlot { // "hold{s}" is complete without
				t.must |= p.slot.set()
			}
		}
		for _, q := range p.optional {
			if q.slot != noSlot {
				t.mentions |= q.slot.set()
			}
		}
	}
	return t
}

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
			name, otherwise, _ := strings.Cut(inner, "|")
			slot := slotNamed(strings.ToLower(name))
			out = append(out, piece{slot: slot, capital: name != strings.ToLower(name), otherwise: otherwise})
		}
		s = s[end+1:]
	}
	return out
}

// says reports whether all slots that the template cannot do without are filled.
func (t template) says(slots *slots) bool { return t.must&^slots.filled() == 0 }

// fill writes the template. A slot that begins with a capital, or the text, begins a sentence.
func (t template) fill(slots *slots) string { return capital(t.fillLow(slots)) }

// fillLow is fill without the capital at the start.
func (t template) fillLow(slots *slots) string {
	var b strings.Builder
	write(&b, t.pieces, slots)
	return tidy(b.String())
}

func write(b *strings.Builder, ps []piece, slots *slots) {
	for i, p := range ps {
		switch {
		case p.text != "" && slots[clauseSlot] != "" && i+1 < len(ps) && ps[i+1].slot == reasonSlot:
			b.WriteString(because(p.text))
		case p.text != "":
			b.WriteString(p.text)
		case p.slot != noSlot:
			v := slots[p.slot]
			if v == "" {
				v = p.otherwise
			}
			if p.capital {
				v = capital(v)
			}
			b.WriteString(v)
		case filled(p.optional, slots):
			write(b, p.optional, slots)
		}
	}
}

func filled(ps []piece, slots *slots) bool {
	for _, p := range ps {
		if p.slot != noSlot && slots[p.slot] == "" {
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
	case first.slot == itSlot && first.capital:
		c := t
		c.pieces = append([]piece{{slot: itSlot}}, t.pieces[1:]...)
		return c, true
	case !first.capital && (first.slot == whoSlot || first.slot == valueSlot || first.slot == percentSlot):
		return t, true
	}
	return t, false
}

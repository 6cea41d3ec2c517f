package openai

import "strconv"

// layer is a text without some of its bytes or escapes, and where each of those that are left stands in the text as it came.
type layer struct {
	text     []byte
	from, to []int32 // nil: each stands where it is
}

func (l layer) at(i int) (from, to int32) {
	if l.from == nil {
		return int32(i), int32(i + 1)
	}
	return l.from[i], l.to[i]
}

func (l *layer) add(c byte, from, to int32) {
	l.text, l.from, l.to = append(l.text, c), append(l.from, from), append(l.to, to)
}

// source is where parts of the layer stand in the text as it came.
func (l layer) source(parts []span) []span {
	for i, p := range parts {
		from, _ := l.at(p.from)
		_, to := l.at(p.to - 1)
		parts[i] = span{int(from), int(to)}
	}
	return parts
}

// unescape takes one layer of escapes away, of whatever kind. More says whether there was one.
func unescape(l layer) (out layer, more bool) {
	first := 0
	for first < len(l.text) && escaped(l.text[first:]).size == 0 {
		first++
	}
	if first == len(l.text) {
		return l, false
	}
	for i := 0; i < len(l.text); {
		e := escape{l.text[i], 1}
		if i >= first {
			if found := escaped(l.text[i:]); found.size > 0 {
				e = found
			}
		}
		from, _ := l.at(i)
		_, to := l.at(i + e.size - 1)
		out.add(e.means, from, to)
		i += e.size
	}
	return out, true
}

// escape is one letter as it was written in more than one.
type escape struct {
	means byte
	size  int // 0: none
}

// escaped reads the escape that a text begins with. Those of letters that no key has are none.
func escaped(text []byte) escape {
	switch text[0] {
	case '\\':
		return backslash(text)
	case '%':
		return number(text, 1, 2, 16)
	case '&':
		return reference(text)
	}
	return escape{}
}

// backslash reads \n, \", \u0073, \x73 and \163.
func backslash(text []byte) escape {
	if len(text) < 2 {
		return escape{}
	}
	switch c := text[1]; c {
	case 'u':
		return number(text, 2, 4, 16)
	case 'x':
		return number(text, 2, 2, 16)
	case '\\', '"', '\'', '/':
		return escape{c, 2}
	case 'n', 'r', 't':
		return escape{' ', 2}
	}
	return number(text, 1, 3, 8)
}

// reference reads &#115; and &#x73;, and &amp; before another.
func reference(text []byte) escape {
	const and, most = "&amp;", 12
	if len(text) >= len(and) && string(text[:len(and)]) == and {
		return escape{'&', len(and)}
	}
	if len(text) < 3 || text[1] != '#' {
		return escape{}
	}
	at, base := 2, 10
	if text[2] == 'x' || text[2] == 'X' {
		at, base = 3, 16
	}
	end := at
	for end < min(len(text), most) && text[end] != ';' {
		end++
	}
	if end == min(len(text), most) {
		return escape{}
	}
	e := number(text, at, end-at, base)
	if e.size > 0 {
		e.size++ // the semicolon
	}
	return e
}

// number reads so many digits at a place.
func number(text []byte, at, digits, base int) escape {
	if len(text) < at+digits {
		return escape{}
	}
	n, err := strconv.ParseUint(string(text[at:at+digits]), base, 32)
	if err != nil || n >= 0x80 {
		return escape{}
	}
	return escape{byte(n), at + digits}
}

// squeeze leaves letters and digits, in small letters.
func squeeze(l layer) (out layer) {
	for i, c := range l.text {
		if c = small(c); c >= 'a' && c <= 'z' || c >= '0' && c <= '9' {
			from, to := l.at(i)
			out.add(c, from, to)
		}
	}
	return out
}

func lower(text []byte) []byte {
	out := make([]byte, len(text))
	for i, c := range text {
		out[i] = small(c)
	}
	return out
}

func small(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

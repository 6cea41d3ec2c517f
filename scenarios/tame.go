package scenarios

import (
	"bytes"
	"fmt"
	"unicode/utf8"

	"github.com/goccy/go-yaml/token"
)

// Limits of YAML. The library's time grows with the square of the keys of one mapping and of the values that are empty.
const (
	yamlMost      = 1 << 20  // bytes of a file
	yamlAllMost   = 16 << 20 // bytes of all YAML of a scenario
	depthMost     = 40       // values inside values
	keysMost      = 1_000    // of one mapping
	valuesMost    = 100_000  // of a file
	valuesAllMost = 300_000  // of all YAML of a scenario
	emptyMost     = 1_000    // keys and items of a file that have no value
)

const (
	noAnchors = "anchors and aliases are not used in scenarios; write the value out"
	noTags    = "tags are not used in scenarios; write the plain value"
)

// tame refuses what would cost too much to parse: the library recurses for each level of nesting.
func tame(raw []byte) *trouble {
	if len(raw) > yamlMost {
		return &trouble{pos{1, 1}, fmt.Sprintf("%d bytes; a YAML file has at most %d: move long texts to files of the world", len(raw), yamlMost)}
	}
	if !utf8.Valid(raw) {
		return &trouble{pos{1, 1}, "not UTF-8"}
	}
	depth, line := 0, 0
	for len(raw) > 0 {
		l, rest := cutLine(raw)
		raw = rest
		line++
		lead := 0
		for _, c := range l {
			switch c {
			case '[', '{':
				depth++
			case ']', '}':
				depth = max(0, depth-1)
			case '-', '?', ':':
				lead++
			}
			if depth > 8*depthMost {
				return &trouble{pos{line, 1}, "too many brackets are open"}
			}
		}
		if lead > 400 && len(bytes.Trim(l, "-?: \t")) < len(l)/2 {
			return &trouble{pos{line, 1}, "too many dashes in a line"}
		}
		if len(l)-len(bytes.TrimLeft(l, " ")) > 8*depthMost {
			return &trouble{pos{line, 1}, "indented too far"}
		}
	}
	return nil
}

// cutLine parts the first line from the rest. Lines end as the library lets them end: in \n, \r\n or \r.
func cutLine(raw []byte) (line, rest []byte) {
	end := bytes.IndexAny(raw, "\r\n")
	if end < 0 {
		return raw, nil
	}
	after := end + 1
	if raw[end] == '\r' && after < len(raw) && raw[after] == '\n' {
		after++
	}
	return raw[:end], raw[after:]
}

// gauge counts what a file's tokens will be parsed into.
type gauge struct {
	values, empty int
	flows         []flow
}

// flow is what stands between a pair of brackets; the first is the file itself. Columns mean something within one only.
type flow struct {
	mapping bool
	levels  []level
}

// level is a mapping that is open: the column of its keys and how many there are.
type level struct{ column, keys int }

// measure counts the values, and refuses tokens that would take the library too long.
func measure(tokens token.Tokens) (int, *trouble) {
	g := gauge{flows: make([]flow, 1)}
	var before *token.Token
	for i, t := range tokens {
		if t.Type == token.CommentType {
			continue
		}
		if err := g.add(before, t, following(tokens[i+1:])); err != nil {
			return g.values, err
		}
		before = t
	}
	return g.values, nil
}

// following is the next token that is no comment, nil at the end.
func following(tokens token.Tokens) *token.Token {
	for _, t := range tokens {
		if t.Type != token.CommentType {
			return t
		}
	}
	return nil
}

func (g *gauge) add(before, t, next *token.Token) *trouble {
	at := pos{max(1, t.Position.Line), max(1, t.Position.Column)}
	column, now := t.Position.Column, &g.flows[len(g.flows)-1]
	switch t.Type {
	case token.AnchorType, token.AliasType, token.MergeKeyType:
		return &trouble{at, noAnchors}
	case token.TagType, token.DirectiveType:
		return &trouble{at, noTags}
	case token.MappingStartType, token.SequenceStartType:
		if t.Type == token.SequenceStartType {
			g.values++
		}
		g.flows = append(g.flows, flow{mapping: t.Type == token.MappingStartType})
	case token.MappingEndType, token.SequenceEndType:
		g.flows = g.flows[:max(1, len(g.flows)-1)]
	case token.SequenceEntryType:
		g.values++
		now.close(column)
		g.lacking(next == nil || next.Position.Line > t.Position.Line && next.Position.Column <= column || ends(next))
	case token.CollectEntryType:
		if !now.mapping { // there the colon counts
			g.values++
		}
		g.lacking(next != nil && ends(next))
	case token.MappingKeyType:
		g.lacking(true)
	case token.MappingValueType:
		g.values++
		if before != nil && before.Position.Line == t.Position.Line {
			column = before.Position.Column
		}
		g.lacking(next == nil || elsewhere(next, t.Position.Line, column) || ends(next))
		if now.key(column) > keysMost {
			return tooManyKeys(at)
		}
	default: // a word; inside braces one without a colon is a key without a value
		g.lacking(now.mapping && next != nil && ends(next) && before != nil && before.Type != token.MappingValueType)
	}
	return g.over(at)
}

// ends says whether a token ends a value inside brackets.
func ends(t *token.Token) bool {
	return t.Type == token.CollectEntryType || t.Type == token.MappingEndType || t.Type == token.SequenceEndType
}

// elsewhere says whether the token after a key that stands on a line in a column is not its value.
func elsewhere(next *token.Token, line, column int) bool {
	at := next.Position
	return at.Line > line && (at.Column < column || at.Column == column && next.Type != token.SequenceEntryType)
}

// lacking counts a value that is missing.
func (g *gauge) lacking(yes bool) {
	if yes {
		g.empty++
	}
}

// close ends the mappings whose keys stand further to the right.
func (f *flow) close(column int) {
	n := len(f.levels)
	for n > 0 && f.levels[n-1].column > column {
		n--
	}
	f.levels = f.levels[:n]
}

// key counts a key and says how many its mapping has.
func (f *flow) key(column int) int {
	f.close(column)
	if n := len(f.levels); n == 0 || f.levels[n-1].column < column {
		f.levels = append(f.levels, level{column: column})
	}
	l := &f.levels[len(f.levels)-1]
	l.keys++
	return l.keys
}

func (g *gauge) over(at pos) *trouble {
	if g.values > valuesMost {
		return &trouble{at, fmt.Sprintf("more than %d values; a YAML file has at most so many: leave some out", valuesMost)}
	}
	if g.empty > emptyMost {
		return &trouble{at, fmt.Sprintf("more than %d keys and items have no value; give them one or leave them out", emptyMost)}
	}
	return nil
}

func tooManyKeys(at pos) *trouble {
	return &trouble{at, fmt.Sprintf("more than %d keys in one mapping; it has at most so many: leave some out", keysMost)}
}

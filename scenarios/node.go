package scenarios

import (
	"errors"
	"fmt"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

// pos is a place in a file, from 1.
type pos struct{ line, column int }

// nodeKind is what stands at a place in a YAML file.
type nodeKind uint8

const (
	nothing nodeKind = iota // null
	text                    // words, quoted or not
	number                  // a whole number
	fraction
	truth
	list
	mapping
)

func (k nodeKind) String() string {
	return [...]string{"nothing", "text", "a whole number", "a fraction", "true or false", "a list", "a mapping"}[k]
}

// node is a YAML value with its place. It is simpler than the library's: no anchors, no tags, no comments.
type node struct {
	pos
	kind   nodeKind
	text   string // of a scalar, as it was written
	quoted bool
	keys   []field
	items  []*node
}

type field struct {
	pos
	name  string
	value *node
}

func (n *node) field(name string) *node {
	if n == nil {
		return nil
	}
	for i := range n.keys {
		if n.keys[i].name == name {
			return n.keys[i].value
		}
	}
	return nil
}

// trouble is a mistake in YAML's own grammar.
type trouble struct {
	pos
	what string
}

func (t *trouble) Error() string { return t.what }

// parse reads YAML of one document. It never panics, whatever the bytes are.
func parse(raw []byte) (*node, *trouble) {
	n, _, err := parseCounting(raw)
	return n, err
}

// parseCounting says as well how many values there are, also when there are too many.
func parseCounting(raw []byte) (n *node, values int, err *trouble) {
	if err := tame(raw); err != nil {
		return nil, 0, err
	}
	defer func() {
		if r := recover(); r != nil {
			n, err = nil, &trouble{pos{1, 1}, "not YAML that can be read"}
		}
	}()
	tokens := lexer.Tokenize(string(raw))
	if values, err = measure(tokens); err != nil {
		return nil, values, err
	}
	n, err = document(tokens)
	return n, values, err
}

// document makes the tree of the one document that the tokens are.
func document(tokens token.Tokens) (*node, *trouble) {
	f, err := parser.Parse(tokens, 0)
	if err != nil {
		return nil, grammar(err)
	}
	var body ast.Node
	for _, d := range f.Docs {
		if d.Body == nil {
			continue
		}
		if body != nil {
			return nil, &trouble{place(d.Body), "a second YAML document; expected one"}
		}
		body = d.Body
	}
	if body == nil {
		return &node{pos: pos{1, 1}}, nil
	}
	return convert(body, 0)
}

func grammar(err error) *trouble {
	var y yaml.Error
	if errors.As(err, &y) && y.GetToken() != nil && y.GetToken().Position != nil {
		p := y.GetToken().Position
		return &trouble{pos{p.Line, p.Column}, "not valid YAML: " + clip(y.GetMessage(), 200)}
	}
	first, _, _ := strings.Cut(err.Error(), "\n")
	return &trouble{pos{1, 1}, "not valid YAML: " + clip(first, 200)}
}

func place(n ast.Node) pos {
	t := n.GetToken()
	switch n := n.(type) {
	case *ast.MappingNode:
		if !n.IsFlowStyle && len(n.Values) > 0 {
			return place(n.Values[0].Key)
		}
	case *ast.MappingValueNode:
		return place(n.Key)
	case *ast.LiteralNode:
		t = n.Start
	}
	if t == nil || t.Position == nil {
		return pos{1, 1}
	}
	return pos{max(1, t.Position.Line), max(1, t.Position.Column)}
}

func convert(a ast.Node, depth int) (*node, *trouble) {
	n := &node{pos: place(a)}
	if depth > depthMost {
		return nil, &trouble{n.pos, "nested too deeply"}
	}
	switch a := a.(type) {
	case *ast.NullNode:
		return n, nil
	case *ast.MappingNode:
		return n, n.fill(a.Values, depth)
	case *ast.MappingValueNode:
		return n, n.fill([]*ast.MappingValueNode{a}, depth)
	case *ast.SequenceNode:
		n.kind = list
		for _, v := range a.Values {
			if whole := rejoined(v); whole != nil {
				n.items = append(n.items, whole)
				continue
			}
			item, err := convert(v, depth+1)
			if err != nil {
				return nil, err
			}
			n.items = append(n.items, item)
		}
		return n, nil
	case *ast.AnchorNode, *ast.AliasNode, *ast.MergeKeyNode:
		return nil, &trouble{n.pos, noAnchors}
	case *ast.TagNode, *ast.DirectiveNode:
		return nil, &trouble{n.pos, noTags}
	}
	return n, n.scalar(a)
}

// rejoined mends what the library parts wrongly: inside braces it takes the item 2026-03-09T09:30 of a list for a key
// and its value, although a colon without a space after it parts nothing.
func rejoined(a ast.Node) *node {
	if m, ok := a.(*ast.MappingNode); ok && !m.IsFlowStyle && len(m.Values) == 1 {
		a = m.Values[0]
	}
	pair, ok := a.(*ast.MappingValueNode)
	if !ok || pair.Start == nil || pair.Value == nil || pair.Value.GetToken() == nil {
		return nil
	}
	key, ok := pair.Key.(ast.ScalarNode)
	value, okV := pair.Value.(ast.ScalarNode)
	if !ok || !okV {
		return nil
	}
	k, v := key.GetToken(), value.GetToken()
	if k.Type == token.DoubleQuoteType || k.Type == token.SingleQuoteType || v.Position.Offset != pair.Start.Position.Offset+1 ||
		v.Value == "" || value.Type() == ast.NullType {
		return nil
	}
	return &node{pos: place(pair.Key), kind: text, text: k.Value + ":" + v.Value}
}

func (n *node) fill(values []*ast.MappingValueNode, depth int) *trouble {
	n.kind = mapping
	if len(values) > keysMost { // all on one line, where the tokens do not show it
		return tooManyKeys(place(values[keysMost].Key))
	}
	seen := make(map[string]bool, len(values))
	for _, v := range values {
		key, ok := v.Key.(ast.ScalarNode)
		if !ok {
			return &trouble{place(v.Key), "a key must be a word"}
		}
		if _, merge := v.Key.(*ast.MergeKeyNode); merge {
			return &trouble{place(v.Key), noAnchors}
		}
		name := key.GetToken().Value
		if seen[name] {
			return &trouble{place(v.Key), fmt.Sprintf("the key %q stands here a second time", short(name))}
		}
		seen[name] = true
		value, err := convert(v.Value, depth+1)
		if err != nil {
			return err
		}
		n.keys = append(n.keys, field{place(v.Key), name, value})
	}
	return nil
}

func (n *node) scalar(a ast.Node) *trouble {
	t := a.GetToken()
	if t == nil {
		return &trouble{n.pos, "not a value that scenarios use"}
	}
	n.text = t.Value
	switch a := a.(type) {
	case *ast.StringNode:
		n.kind, n.text = text, a.Value
		n.quoted = t.Type == token.SingleQuoteType || t.Type == token.DoubleQuoteType
		if !n.quoted {
			n.text = strings.TrimSpace(a.Value)
		}
	case *ast.LiteralNode:
		n.kind, n.text = text, a.Value.Value
	case *ast.IntegerNode:
		n.kind = number
	case *ast.FloatNode:
		n.kind = fraction
	case *ast.BoolNode:
		n.kind = truth
	default:
		return &trouble{n.pos, fmt.Sprintf("%q is not a value that scenarios use", t.Value)}
	}
	return nil
}

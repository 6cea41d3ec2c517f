package scenarios

import (
	"fmt"
	"slices"
	"strings"
	"text/template"
	syntax "text/template/parse"
)

// templateFunc is a function that texts of a solution may call, and what its arguments name: a kind of the ledger,
// "ref" for a reference such as package/api, "step" for an earlier step, "" for words that are not checked.
type templateFunc struct {
	name string
	args []string
}

// templateFuncs are those that the oracle of package agents knows.
var templateFuncs = []templateFunc{
	{"requirement", []string{"requirement"}}, {"req_text", []string{"requirement"}}, {"req_version", []string{"requirement"}},
	{"req_date", []string{"requirement"}}, {"percent", []string{"package"}}, {"package", []string{"package"}},
	{"approval", []string{"approval"}}, {"fact", []string{"fact"}}, {"value", []string{"fact"}}, {"cell", []string{"", ""}},
	{"version", []string{""}}, {"due", []string{"ref"}}, {"date", []string{"ref"}}, {"today", nil}, {"now", nil},
	{"result", []string{"step", ""}},
}

// templateFields are what a reaction knows of the event that set it off.
var templateFields = []string{"From", "Req", "Value", "Package", "Deliverable", "Approval", "Fact", "Ref", "Thread", "Subject", "Text"}

// template checks a text with {{...}} in it: its grammar, its functions and what they name.
func (l *loader) template(words string) error {
	known := template.FuncMap{}
	var names []string
	for _, f := range templateFuncs {
		known[f.name] = func(...any) string { return "" }
		names = append(names, f.name)
	}
	t, err := template.New("text").Funcs(known).Parse(words)
	if err != nil {
		what := strings.TrimPrefix(oneLine(err), "template: text:")
		if strings.HasSuffix(what, "not defined") {
			what += choices(between(what, `"`), names)
		}
		return fmt.Errorf("bad template: %s", what)
	}
	if t.Tree == nil || t.Root == nil {
		return nil
	}
	return l.templateNode(t.Root)
}

// between is the words inside the first pair of quotes.
func between(words, quote string) string {
	_, rest, _ := strings.Cut(words, quote)
	inner, _, _ := strings.Cut(rest, quote)
	return inner
}

func (l *loader) templateNode(n syntax.Node) error {
	switch n := n.(type) {
	case *syntax.ListNode:
		if n == nil {
			return nil
		}
		for _, inner := range n.Nodes {
			if err := l.templateNode(inner); err != nil {
				return err
			}
		}
	case *syntax.ActionNode:
		return l.templatePipe(n.Pipe)
	case *syntax.IfNode:
		return l.templateBranch(&n.BranchNode)
	case *syntax.RangeNode:
		return l.templateBranch(&n.BranchNode)
	case *syntax.WithNode:
		return l.templateBranch(&n.BranchNode)
	}
	return nil
}

func (l *loader) templateBranch(b *syntax.BranchNode) error {
	if err := l.templatePipe(b.Pipe); err != nil {
		return err
	}
	if err := l.templateNode(b.List); err != nil {
		return err
	}
	return l.templateNode(b.ElseList)
}

func (l *loader) templatePipe(p *syntax.PipeNode) error {
	for _, c := range p.Cmds {
		if err := l.templateCommand(c); err != nil {
			return err
		}
		for _, a := range c.Args {
			switch a := a.(type) {
			case *syntax.PipeNode:
				if err := l.templatePipe(a); err != nil {
					return err
				}
			case *syntax.FieldNode:
				if !slices.Contains(templateFields, a.Ident[0]) {
					return fmt.Errorf("bad template: unknown field %q%s", a.Ident[0], choices(a.Ident[0], templateFields))
				}
			}
		}
	}
	return nil
}

func (l *loader) templateCommand(c *syntax.CommandNode) error {
	name, ok := c.Args[0].(*syntax.IdentifierNode)
	if !ok {
		return nil
	}
	i := slices.IndexFunc(templateFuncs, func(f templateFunc) bool { return f.name == name.Ident })
	if i < 0 {
		return nil // one of the language's own: eq, not, printf ...
	}
	f := templateFuncs[i]
	if len(c.Args)-1 != len(f.args) {
		return fmt.Errorf("bad template: %s takes %d arguments, got %d", f.name, len(f.args), len(c.Args)-1)
	}
	for j, kind := range f.args {
		if s, ok := c.Args[j+1].(*syntax.StringNode); ok {
			if err := l.templateName(kind, s.Text); err != nil {
				return err
			}
		}
	}
	return nil
}

func (l *loader) templateName(kind, id string) error {
	valid := l.ids[kind]
	switch kind {
	case "":
		return nil
	case "ref":
		if !strings.Contains(id, "/") {
			id = "deliverable/" + id
		}
		k, rest, _ := strings.Cut(id, "/")
		if l.ids[k] == nil {
			return fmt.Errorf("bad template: %q is no reference such as package/<id> or deliverable/<id>", short(id))
		}
		kind, id, valid = k, rest, l.ids[k]
	case "step":
		valid = &l.steps
	}
	if !valid.has(id) && !l.full() {
		return fmt.Errorf("bad template: unknown %s %q%s", kind, short(id), choices(id, valid.names()))
	}
	return nil
}

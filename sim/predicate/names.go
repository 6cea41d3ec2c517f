package predicate

import (
	"slices"
	"strings"

	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"
	"cel.dev/cel-go/common/types"
)

// Name is a thing that an expression names by a literal, so that a loader can see whether it is there.
type Name struct {
	Func   string   // "pkg", "ticket" ...; known names count as the function they stand for
	ID     string   // "api", "PORT-3"; of a cell "sheets/budget!Summary!B4"
	Part   string   // the part that exhibits it; "" when nothing is called Func
	Fields []string // taken from it by name
	// Asked says that the expression only asks whether it is there.
	Asked        bool
	Line, Column int
}

// Look returns what the world shows of the named thing.
func (n Name) Look(w World) (map[string]any, bool) {
	t, ok := thingOf(n.Func)
	if !ok {
		return nil, false
	}
	return t.look(w, n.ID)
}

// Names lists the things an expression names, of the world or of events, in the order of the text. The error is an
// *Error.
func Names(expr string) ([]Name, error) {
	p, err := CompileEvent(expr)
	if err != nil {
		return nil, err
	}
	return p.Names(), nil
}

func namesIn(tree *ast.AST) []Name {
	fields := fieldsIn(tree)
	var out []Name
	ast.PreOrderVisit(tree.Expr(), ast.NewExprVisitor(func(e ast.Expr) {
		n, ok := nameOf(e)
		if !ok {
			return
		}
		at := located(tree.SourceInfo().GetStartLocation(e.ID()), "")
		n.Line, n.Column, n.Fields = at.Line, at.Column, fields[e.ID()]
		out = append(out, n)
	}))
	slices.SortStableFunc(out, func(a, b Name) int {
		if a.Line != b.Line {
			return a.Line - b.Line
		}
		return a.Column - b.Column
	})
	return out
}

// nameOf reads a call of one of the functions with literals as arguments.
func nameOf(e ast.Expr) (Name, bool) {
	if e.Kind() != ast.CallKind {
		return Name{}, false
	}
	call := e.AsCall()
	var literals []string
	for _, a := range call.Args() {
		s, ok := a.AsLiteral().(types.String)
		if a.Kind() != ast.LiteralKind || !ok {
			return Name{}, false
		}
		literals = append(literals, string(s))
	}
	kind, id, asked := call.FunctionName(), strings.Join(literals, "!"), false
	if kind == "known" {
		kind, id, _ = strings.Cut(id, "/")
		asked = true
	}
	t, ok := thingOf(kind)
	if !ok && !asked {
		return Name{}, false
	}
	if ok {
		kind = t.name
	}
	return Name{Func: kind, ID: id, Part: t.part, Asked: asked}, true
}

// fieldsIn lists the fields taken directly from each call, by the call's id: of pkg("api").state, state, and of
// person("lena")["knows_go-live"], knows_go-live. Where the expression asks with has, the field may be missing.
func fieldsIn(tree *ast.AST) map[int64][]string {
	out := map[int64][]string{}
	ast.PreOrderVisit(tree.Expr(), ast.NewExprVisitor(func(e ast.Expr) {
		if of, field, ok := fieldOf(e); ok && of.Kind() == ast.CallKind {
			out[of.ID()] = append(out[of.ID()], field)
		}
	}))
	return out
}

// fieldOf reads e as a field taken from something.
func fieldOf(e ast.Expr) (of ast.Expr, field string, ok bool) {
	switch e.Kind() {
	case ast.SelectKind:
		s := e.AsSelect()
		return s.Operand(), s.FieldName(), !s.IsTestOnly()
	case ast.CallKind:
		c := e.AsCall()
		if c.FunctionName() != operators.Index || c.Args()[1].Kind() != ast.LiteralKind {
			return nil, "", false
		}
		s, ok := c.Args()[1].AsLiteral().(types.String)
		return c.Args()[0], string(s), ok
	}
	return nil, "", false
}

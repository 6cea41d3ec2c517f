package predicate

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common"
	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/env"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
)

// Error is a mistake in an expression.
type Error struct {
	Line, Column int // from 1, inside the expression
	Message      string
}

func (e *Error) Error() string { return fmt.Sprintf("%d:%d: %s", e.Line, e.Column, e.Message) }

func compile(expr string, vars ...cel.EnvOption) (*Predicate, error) {
	language, err := newLanguage(vars)
	if err != nil {
		return nil, &Error{1, 1, err.Error()}
	}
	checked, issues := language.Compile(expr)
	if issues.Err() != nil {
		return nil, firstOf(issues)
	}
	tree := checked.NativeRep()
	if err := mapsInOrder(tree); err != nil {
		return nil, err
	}
	if t := checked.OutputType(); !t.IsExactType(cel.BoolType) {
		return nil, notBool(tree, t)
	}
	program, err := language.Program(checked, cel.CostLimit(costMost))
	if err != nil {
		return nil, &Error{1, 1, err.Error()}
	}
	return &Predicate{expr: expr, program: program, names: namesIn(tree)}, nil
}

func notBool(tree *ast.AST, t *cel.Type) *Error {
	hint := ""
	if t.Kind() == types.DynKind {
		hint = "; compare it, for example with == true"
	}
	return errorAt(tree, tree.Expr().ID(), "the expression is of type %s and must be true or false%s", t, hint)
}

// newLanguage is CEL with this package's functions. Its dyn is left out: it could hide a map from mapsInOrder.
func newLanguage(vars []cel.EnvOption) (*cel.Env, error) {
	opts := []cel.EnvOption{
		cel.StdLib(cel.StdLibSubset(&env.LibrarySubset{ExcludeFunctions: []*env.Function{{Name: "dyn"}}})),
		cel.HomogeneousAggregateLiterals(),
		cel.DefaultUTCTimeZone(true),
		cel.ParserExpressionSizeLimit(sizeMost), cel.ParserRecursionLimit(depthMost),
	}
	return cel.NewCustomEnv(append(append(opts, declarations()...), vars...)...)
}

// declarations are the functions by name and type. What they do depends on the world and is bound when it is asked.
func declarations() []cel.EnvOption {
	var opts []cel.EnvOption
	declare := func(name string, result *cel.Type, args ...*cel.Type) {
		opts = append(opts, cel.Function(name, cel.Overload(overload(name), args, result, cel.LateFunctionBinding())))
	}
	fields := cel.MapType(cel.StringType, cel.DynType)
	for _, t := range things {
		if t.name == "cell" {
			declare(t.name, fields, cel.StringType, cel.StringType)
			continue
		}
		declare(t.name, fields, cel.StringType)
	}
	declare("known", cel.BoolType, cel.StringType)
	for _, name := range []string{"now", "start", "horizon"} {
		declare(name, cel.TimestampType)
	}
	declare("hours", cel.IntType)
	declare("day", cel.IntType)
	return opts
}

func overload(name string) string { return "tenure_" + name }

// functionsOver binds the functions to one world.
func functionsOver(w World) map[string]cel.LateBoundFunction {
	at := func(t interface {
		In(*time.Location) time.Time
	}) ref.Val {
		return types.Timestamp{Time: t.In(time.UTC)}
	}
	out := map[string]cel.LateBoundFunction{
		"now":     func(string, ...ref.Val) ref.Val { return at(w.Now()) },
		"start":   func(string, ...ref.Val) ref.Val { return at(w.Start()) },
		"horizon": func(string, ...ref.Val) ref.Val { return at(w.Horizon()) },
		"hours":   func(string, ...ref.Val) ref.Val { return types.Int(workedHours(w)) },
		"day":     func(string, ...ref.Val) ref.Val { return types.Int(workingDay(w)) },
		"known":   func(_ string, args ...ref.Val) ref.Val { return known(w, text(args[0])) },
	}
	for _, t := range things {
		out[t.name] = func(_ string, args ...ref.Val) ref.Val { return t.show(w, args) }
	}
	return out
}

// firstOf is the first of several mistakes in the text.
func firstOf(issues *cel.Issues) *Error {
	all := slices.Clone(issues.Errors())
	slices.SortStableFunc(all, func(a, b *common.Error) int {
		return cmp.Or(cmp.Compare(a.Location.Line(), b.Location.Line()), cmp.Compare(a.Location.Column(), b.Location.Column()))
	})
	return located(all[0].Location, all[0].Message)
}

// located counts columns from 1; CEL counts them from 0, and knows no place for some mistakes.
func located(at common.Location, message string) *Error {
	return &Error{Line: max(1, at.Line()), Column: max(1, at.Column()+1), Message: message}
}

func errorAt(tree *ast.AST, id int64, format string, args ...any) *Error {
	return located(tree.SourceInfo().GetStartLocation(id), fmt.Sprintf(format, args...))
}

// mapsInOrder refuses macros over maps, whose fields would come in an order that changes from run to run.
func mapsInOrder(tree *ast.AST) error {
	var err error
	ast.PreOrderVisit(tree.Expr(), ast.NewExprVisitor(func(e ast.Expr) {
		if e.Kind() != ast.ComprehensionKind || err != nil {
			return
		}
		over := e.AsComprehension().IterRange()
		if tree.GetType(over.ID()).Kind() == types.MapKind && !showsThing(over) {
			err = errorAt(tree, over.ID(), "a macro cannot go over a map, which has no order: name its fields")
		}
	}))
	return err
}

// showsThing says whether an expression is a thing of the world, whose fields are sorted.
func showsThing(e ast.Expr) bool {
	if e.Kind() != ast.CallKind {
		return false
	}
	_, ok := thingOf(e.AsCall().FunctionName())
	return ok
}

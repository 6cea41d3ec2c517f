package simtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/tenure-sim/tenure/"

// level says how high a package stands. An import may only go down; between equals it is forbidden but for the
// families listed in together.
func level(pkg string) int {
	switch {
	case pkg == "clock", pkg == "sim/state", pkg == "sim/many":
		return 1
	case pkg == "sim":
		return 2
	case under(pkg, "sim/speech", "sim/index", "sim/transcript", "sim/prompt"):
		return 3
	case under(pkg, "sim/work", "sim/extract", "sim/point", "sim/company"):
		return 4
	case under(pkg, "sim/predicate", "personas/words"): // voice puts words into questions
		return 5
	case under(pkg, "checkpoints/archive"):
		return 7
	case under(pkg, "personas/cassette"): // synthetic tapes are answered by personas/standin
		return 8
	case under(pkg, "sim/apps", "personas/reader", "personas/models", "personas/voice", "sim/engine", "checkpoints"):
		return 6
	case under(pkg, "personas", "sim/score", "sim/diff"):
		return 7
	case under(pkg, "sim/simtest", "sim/serve", "sim/fleet", "sim/spend"):
		return 8
	case under(pkg, "scenarios"):
		return 9
	case under(pkg, "sim/agents"): // the oracle plays a scenario's script
		return 10
	case under(pkg, "sim/simcheck"): // it plays scenarios with the agents that ship
		return 11
	case under(pkg, "cmd"):
		return 12
	}
	return 0
}

// A package and the packages in its own folder are one room: report may import score.
func together(a, b string) bool { return under(a, b) && !under(a, "sim/apps") && b != "sim" }

func under(pkg string, roots ...string) bool {
	return slices.ContainsFunc(roots, func(r string) bool { return pkg == r || strings.HasPrefix(pkg, r+"/") })
}

// core packages are pure: what they do depends on their input alone.
func core(pkg string) bool {
	if under(pkg, "personas/openai", "personas/cassette", "personas/purse") { // they deal with the world outside
		return false
	}
	return under(pkg, "clock", "sim/speech", "sim/index", "sim/extract", "sim/transcript", "sim/prompt", "sim/point", "sim/work", "sim/company", "sim/predicate", "sim/apps",
		"sim/score", "sim/diff", "sim/spend", "personas") || pkg == "sim" || pkg == "sim/state" || pkg == "sim/many"
}

var impure = []string{"os", "net", "net/http", "math/rand", "math/rand/v2", "crypto/rand", "sync", "sync/atomic", "os/exec", "io/ioutil", "runtime"}

// home says where each third-party package may be imported.
var home = map[string][]string{
	"github.com/robfig/cron/v3":         {"clock"},
	"github.com/looplab/fsm":            {"personas", "sim/apps/tickets"},
	"github.com/sashabaranov/go-openai": {"personas/openai"},
	"golang.org/x/time":                 {"personas/openai"},
	"go.etcd.io/bbolt":                  {"checkpoints", "cmd/tenure"},
	"cel.dev/cel-go":                    {"sim/predicate"},
	"github.com/xuri/excelize/v2":       {"sim/apps/sheets", "sim/extract", "scenarios"},
	"github.com/xuri/efp":               {"sim/apps/sheets"}, // excelize's own formula parser
	"github.com/spf13/cobra":            {"cmd/tenure"},
	"github.com/vbauerster/mpb/v8":      {"cmd/tenure"},
	"github.com/goccy/go-yaml":          {"scenarios"},
	"github.com/fxamacker/cbor/v2":      {"sim", "checkpoints", "scenarios"},
	"github.com/klauspost/compress":     {"checkpoints", "scenarios"},
	"github.com/teambition/rrule-go":    {"sim/apps/calendar"},
	"github.com/sergi/go-diff":          {"sim/apps/docs"},
	"github.com/emersion/go-message":    {"scenarios"},
	"github.com/emersion/go-ical":       {"scenarios"},
}

type source struct {
	path string // from the root
	pkg  string
	test bool
	file *ast.File
	set  *token.FileSet
}

func sources(t *testing.T) []source {
	t.Helper()
	root := filepath.Join("..", "..")
	var out []source
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".go" {
			return err
		}
		rel, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		set := token.NewFileSet()
		f, err := parser.ParseFile(set, rel, text, parser.ParseComments)
		if err != nil {
			return err
		}
		out = append(out, source{rel, filepath.ToSlash(filepath.Dir(rel)), strings.HasSuffix(rel, "_test.go"), f, set})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func imports(s source) []string {
	var out []string
	for _, i := range s.file.Imports {
		out = append(out, strings.Trim(i.Path.Value, `"`))
	}
	return out
}

func TestImportsGoDown(t *testing.T) {
	for _, s := range sources(t) {
		if level(s.pkg) == 0 {
			t.Errorf("%s lies in no known room; give its package a level", s.path)
		}
		if s.test {
			continue
		}
		for _, i := range imports(s) {
			to, ours := strings.CutPrefix(i, module)
			if ours && level(to) >= level(s.pkg) && !together(s.pkg, to) && !together(to, s.pkg) {
				t.Errorf("%s imports %s, which does not lie below it", s.path, to)
			}
			if ours && under(s.pkg, "personas") && under(to, "sim/apps") {
				t.Errorf("%s imports the app %s; a persona acts by tool name", s.path, to)
			}
			if ours && strings.HasSuffix(to, "simtest") {
				t.Errorf("%s imports simtest and is no test", s.path)
			}
		}
	}
}

func TestThirdPartiesHaveOneHome(t *testing.T) {
	for _, s := range sources(t) {
		if s.test {
			continue
		}
		for _, i := range imports(s) {
			if !strings.Contains(i, ".") || strings.HasPrefix(i, module) {
				continue
			}
			if !atHome(s.pkg, i) {
				t.Errorf("%s imports %s, whose home is elsewhere", s.path, i)
			}
		}
	}
}

func atHome(pkg, imported string) bool {
	for lib, homes := range home {
		if under(imported, lib) {
			return under(pkg, homes...)
		}
	}
	return false
}

func TestTheCoreIsPure(t *testing.T) {
	for _, s := range sources(t) {
		if s.test || !core(s.pkg) {
			continue
		}
		for _, i := range imports(s) {
			if slices.Contains(impure, i) {
				t.Errorf("%s imports %s", s.path, i)
			}
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.GoStmt:
				t.Errorf("%s starts a goroutine", s.set.Position(n.Pos()))
			case *ast.SelectorExpr:
				if x, ok := n.X.(*ast.Ident); ok && x.Name == "time" && slices.Contains([]string{"Now", "Since", "Until", "Sleep", "After", "Tick"}, n.Sel.Name) {
					t.Errorf("%s reads the wall clock: time.%s", s.set.Position(n.Pos()), n.Sel.Name)
				}
			}
			return true
		})
	}
}

const (
	linesMost = 70
	fileMost  = 600
)

func TestFunctionsFitAScreen(t *testing.T) {
	for _, s := range sources(t) {
		lines := s.set.Position(s.file.End()).Line
		if lines > fileMost && !s.test {
			t.Errorf("%s has %d lines; look for the second idea", s.path, lines)
		}
		for _, d := range s.file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || s.test {
				continue
			}
			if n := s.set.Position(f.End()).Line - s.set.Position(f.Pos()).Line + 1; n > linesMost {
				t.Errorf("%s: %s has %d lines, more than %d", s.set.Position(f.Pos()), f.Name.Name, n, linesMost)
			}
		}
	}
}

func TestEveryPackageSaysWhatItIsFor(t *testing.T) {
	said, all := map[string]bool{}, map[string]bool{}
	for _, s := range sources(t) {
		if s.test {
			continue
		}
		all[s.pkg] = true
		if s.file.Doc != nil {
			said[s.pkg] = true
		}
	}
	for pkg := range all {
		if !said[pkg] {
			t.Errorf("%s has no package comment", pkg)
		}
	}
}

func TestNothingIsLeftUndone(t *testing.T) {
	for _, s := range sources(t) {
		for _, g := range s.file.Comments {
			for _, c := range g.List {
				for _, word := range []string{"TO" + "DO", "FIX" + "ME", "XX" + "X"} {
					if strings.Contains(c.Text, word) {
						t.Errorf("%s: a %s is left", s.set.Position(c.Pos()), word)
					}
				}
			}
		}
	}
}

func TestNoInitAndNoGlobalState(t *testing.T) {
	for _, s := range sources(t) {
		for _, d := range s.file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && f.Name.Name == "init" {
				t.Errorf("%s has an init function", s.path)
			}
		}
	}
}

// What a user makes by following the README lies at the top too; .gitignore names it.
func TestTopLevelIsFixed(t *testing.T) {
	root := filepath.Join("..", "..")
	entries, err := os.ReadDir(root)
	if err != nil {
		t.Fatal(err)
	}
	ignored, err := os.ReadFile(filepath.Join(root, ".gitignore"))
	if err != nil {
		t.Fatal(err)
	}
	allowed := []string{"cmd", "sim", "personas", "scenarios", "clock", "checkpoints", "go.mod", "go.sum", "Makefile", "README.md", "LICENSE"}
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), ".") && !slices.Contains(allowed, e.Name()) && !isIgnored(e.Name(), string(ignored)) {
			t.Errorf("%s does not belong at the top level", e.Name())
		}
	}
}

func isIgnored(name, rules string) bool {
	for rule := range strings.FieldsSeq(rules) {
		if ok, err := filepath.Match(strings.Trim(rule, "/"), name); err == nil && ok {
			return true
		}
	}
	return false
}

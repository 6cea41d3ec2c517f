package predicate

import (
	"slices"
	"strings"

	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"cel.dev/cel-go/common/types/traits"
)

// thing is a function that shows a thing of a part. Parts name their things with or without the prefix.
type thing struct {
	name   string // of the function
	part   string
	prefix string // before the thing's id in the part
}

// things are all of them, by name.
var things = []thing{
	{"approval", "work", "approval/"},
	{"cell", "sheets", "sheets/"},
	{"commitment", "work", "commitment/"},
	{"deliverable", "work", "deliverable/"},
	{"document", "docs", "docs/"},
	{"fact", "work", "fact/"},
	{"file", "files", "files/"},
	{"meeting", "calendar", "calendar/"},
	{"person", "players", "players/"},
	{"pkg", "work", "package/"},
	{"requirement", "work", "requirement/"},
	{"risk", "work", "risk/"},
	{"sheet", "sheets", "sheets/"},
	{"ticket", "tickets", "tickets/"},
}

// alias are further words that known takes before the slash.
var alias = map[string]string{"package": "pkg", "docs": "document", "sheets": "sheet", "files": "file", "tickets": "ticket"}

func thingOf(name string) (thing, bool) {
	if other, ok := alias[name]; ok {
		name = other
	}
	i := slices.IndexFunc(things, func(t thing) bool { return t.name == name })
	if i < 0 {
		return thing{}, false
	}
	return things[i], true
}

// look shows a thing by its bare id, or as its part writes it.
func (t thing) look(w World, id string) (map[string]any, bool) {
	bare := strings.TrimPrefix(id, t.prefix)
	if m, ok := w.Exhibit(t.part, t.prefix+bare); ok {
		return m, true
	}
	if t.part == "work" {
		return nil, false // a bare id could be a reference to another kind of thing
	}
	return w.Exhibit(t.part, bare)
}

// show is the thing as a value of CEL.
func (t thing) show(w World, args []ref.Val) ref.Val {
	id := text(args[0])
	for _, a := range args[1:] {
		id += "!" + text(a)
	}
	m, ok := t.look(w, id)
	if !ok {
		return types.WrapErr(&Missing{Func: t.name, ID: id})
	}
	return exhibit(m)
}

func text(v ref.Val) string {
	s, _ := v.(types.String)
	return string(s)
}

// known says whether a thing such as "ticket/PORT-3" is there.
func known(w World, name string) ref.Val {
	kind, id, _ := strings.Cut(name, "/")
	t, ok := thingOf(kind)
	if !ok {
		return types.NewErr("known(%q): %q is nothing that can be known", name, kind)
	}
	_, ok = t.look(w, id)
	return types.Bool(ok)
}

// shown is a map whose fields are met in sorted order: CEL meets those of a Go map in an order that changes.
type shown struct {
	traits.Mapper
	keys ref.Val
}

func exhibit(m map[string]any) ref.Val {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	a := types.DefaultTypeAdapter
	return shown{types.NewStringInterfaceMap(a, m), types.NewStringList(a, keys)}
}

// Iterator implements traits.Iterable.
func (s shown) Iterator() traits.Iterator { return s.keys.(traits.Lister).Iterator() }

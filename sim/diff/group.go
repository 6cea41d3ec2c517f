package diff

import (
	"slices"
	"strings"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/work"
)

// Lister is a part that names all it exhibits, sorted. A thing in another ("budget!Summary!B4") has an exclamation
// mark before its own name.
type Lister interface {
	sim.Exhibitor
	Names(v sim.View) []string
}

// group is one kind of thing that a world shows.
type group struct {
	title  string
	part   string
	prefix string // before a thing's name in the part
	names  func(*sim.World) []string
	keeps  func(name, field string) bool // nil keeps all
	said   string                        // app whose messages belong to these things; "" for none
}

// groups are compared and told of in this order.
var groups = []group{
	{title: "people", part: "players", names: cast, keeps: func(_, f string) bool { return !isTrust(f) }},
	{title: "trust", part: "players", names: cast, keeps: func(_, f string) bool { return isTrust(f) }},
	{title: "roles", part: "directory", names: cast},
	{title: "requirements", part: "work", prefix: "requirement/", names: ids((*work.Ledger).Requirements, func(r *work.Requirement) string { return r.ID })},
	{title: "packages", part: "work", prefix: "package/", names: ids((*work.Ledger).Packages, func(p *work.Package) string { return p.ID })},
	{title: "commitments", part: "work", prefix: "commitment/", names: ids((*work.Ledger).Commitments, func(c *work.Commitment) string { return c.ID })},
	{title: "approvals", part: "work", prefix: "approval/", names: ids((*work.Ledger).Approvals, func(a *work.Approval) string { return a.ID })},
	{title: "deliverables", part: "work", prefix: "deliverable/", names: ids((*work.Ledger).Deliverables, func(d *work.Deliverable) string { return d.ID })},
	{title: "facts", part: "work", prefix: "fact/", names: ids((*work.Ledger).Facts, func(f *work.FactItem) string { return f.ID })},
	{title: "risks", part: "work", prefix: "risk/", names: ids((*work.Ledger).Risks, func(r *work.Risk) string { return r.ID })},
	{title: "messages", part: "chat", names: listed("chat"), said: "chat"},
	{title: "mails", part: "mail", names: cast, said: "mail"},
	{title: "meetings", part: "calendar", names: listed("calendar"), said: "calendar"},
	{title: "tickets", part: "tickets", names: listed("tickets"), said: "tickets"},
	{title: "documents", part: "docs", names: listed("docs"), said: "docs"},
	{title: "sheets", part: "sheets", names: listed("sheets"), keeps: keepsOfSheet},
	{title: "files", part: "files", names: listed("files"), keeps: func(_, f string) bool { return f != "sha256" }},
	{title: "notes", part: "notes", names: listed("notes")},
	{title: "beats", part: "script", names: listed("script")},
}

func isTrust(field string) bool { return strings.HasPrefix(field, "trust_") }

// keepsOfSheet drops from a cell what its workbook says already, or its value.
func keepsOfSheet(name, field string) bool {
	return !strings.Contains(name, "!") || field != "version" && field != "number"
}

func cast(w *sim.World) []string {
	var out []string
	for _, a := range w.Actors() {
		out = append(out, string(a.ID))
	}
	return out
}

func ids[T any](all func(*work.Ledger) []T, id func(T) string) func(*sim.World) []string {
	return func(w *sim.World) []string {
		l, ok := w.Part("work").(*work.Ledger)
		if !ok {
			return nil
		}
		var out []string
		for _, t := range all(l) {
			out = append(out, id(t))
		}
		return out
	}
}

func listed(part string) func(*sim.World) []string {
	return func(w *sim.World) []string {
		l, ok := w.Part(part).(Lister)
		if !ok {
			return nil
		}
		return l.Names(w)
	}
}

// fields are what one thing shows.
type fields map[string]any

// picture is what a world shows, by group and name.
type picture []map[string]fields

func (f *fold) picture() picture {
	out := make(picture, len(groups))
	for i, g := range groups {
		out[i] = g.look(f.world)
	}
	return out
}

func (g group) look(w *sim.World) map[string]fields {
	x, ok := w.Part(g.part).(sim.Exhibitor)
	if !ok {
		return nil
	}
	out := map[string]fields{}
	for _, name := range g.names(w) {
		shown, ok := x.Exhibit(w, g.prefix+name)
		if !ok {
			continue
		}
		kept := fields{}
		for k, v := range shown {
			if g.keeps == nil || g.keeps(name, k) {
				kept[k] = v
			}
		}
		out[name] = kept
	}
	return out
}

// names are those of both sides, sorted.
func names[V any](a, b map[string]V) []string {
	var out []string
	for n := range a {
		out = append(out, n)
	}
	for n := range b {
		out = append(out, n)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

package scenarios

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
)

// checked says what a call in a file is checked against.
type checked struct {
	s         *source
	path      string // of the mapping that holds call and args
	key       string // of the tool's name in it: "call" or "say"
	args      string // of the arguments' key
	templates bool   // texts may hold {{...}}, whose values are known at play
	agent     bool   // an agent under test makes the call
}

// checkCall checks a tool and its arguments against the tools of the world, and turns the values into the types that
// their parameters have. Local times are those of the scenario's zone.
func (l *loader) checkCall(c checked, tool string, args map[string]any) sim.Args {
	t, ok := l.tools[tool]
	if !ok || c.agent && t.Internal {
		c.s.bad(c.path+"."+c.key, "unknown tool %q%s", short(tool), meant(tool, l.toolNames(c.agent)))
		return nil
	}
	out := sim.Args{}
	for _, name := range sortedKeys(args) {
		at := join(c.path+"."+c.args, name)
		i := slices.IndexFunc(t.Params, func(p sim.Param) bool { return p.Name == name })
		if i < 0 {
			c.s.bad(at, "%s has no argument %q%s", tool, name, choices(name, paramNames(t)))
			continue
		}
		v, err := l.argument(c, &t.Params[i], c.s.at[at], args[name])
		if err != nil {
			c.s.bad(at, "%s: %s", name, err)
			continue
		}
		out[name] = v
		l.argumentNames(c.s, at, tool, name, v)
		if expr, ok := v.(string); ok && tool == "work_check" && name == "expr" && expr != "" {
			l.looksAt(c.s, at, expr)
		}
	}
	for _, p := range t.Params {
		if _, given := args[p.Name]; !p.Optional && !given {
			c.s.bad(c.path+"."+c.key, "%s needs the argument %q", tool, p.Name)
		}
	}
	return out
}

func (l *loader) toolNames(agent bool) []string {
	var out []string
	for _, n := range sortedKeys(l.tools) {
		if !agent || !l.tools[n].Internal {
			out = append(out, n)
		}
	}
	return out
}

func paramNames(t *sim.Tool) []string {
	names := make([]string, len(t.Params))
	for i, p := range t.Params {
		names[i] = p.Name
	}
	return names
}

// argument reads one value in its parameter's type.
func (l *loader) argument(c checked, p *sim.Param, n *node, v any) (any, error) {
	if n == nil {
		n = &node{kind: text}
	}
	plain := n.kind == text || n.kind == number || n.kind == fraction
	if c.templates && n.kind == text && strings.Contains(n.text, "{{") {
		return n.text, l.template(n.text)
	}
	switch p.Type {
	case sim.String:
		if !plain {
			return nil, fmt.Errorf("expected text, got %s", n.kind)
		}
		return n.text, inEnum(p, n.text)
	case sim.Int, sim.Bool:
		want := map[sim.Type]nodeKind{sim.Int: number, sim.Bool: truth}[p.Type]
		if n.kind != want {
			return nil, fmt.Errorf("expected %s, got %s", want, said(n))
		}
		return v, nil
	case sim.Strings:
		return l.stringsArg(c, p, n, v)
	case sim.Moment:
		t, ok := moment(n.text, l.sc.zone)
		if !ok || n.kind != text {
			return nil, fmt.Errorf("expected %s, got %s", momentWant, said(n))
		}
		if c.agent { // an agent writes its arguments; its zone is the scenario's
			return n.text, nil
		}
		return t, nil
	case sim.Duration:
		d, err := time.ParseDuration(n.text)
		if err != nil || d < 0 || n.kind != text {
			return nil, fmt.Errorf("expected a duration such as 90m, got %s", said(n))
		}
		if c.agent {
			return n.text, nil
		}
		return clock.Duration(d), nil
	}
	return v, nil
}

func said(n *node) string {
	if n.kind == list || n.kind == mapping || n.kind == nothing {
		return n.kind.String()
	}
	return fmt.Sprintf("%q", short(n.text))
}

func inEnum(p *sim.Param, word string) error {
	if len(p.Enum) == 0 || slices.Contains(p.Enum, word) {
		return nil
	}
	return fmt.Errorf("unknown value %q%s", short(word), choices(word, p.Enum))
}

func (l *loader) stringsArg(c checked, p *sim.Param, n *node, v any) (any, error) {
	words, ok := v.([]string)
	if !ok && (n.kind == text || n.kind == number) {
		words, ok = []string{n.text}, true
	}
	if !ok {
		return nil, fmt.Errorf("expected a list of texts, got %s", said(n))
	}
	for _, w := range words {
		if c.templates && strings.Contains(w, "{{") {
			if err := l.template(w); err != nil {
				return nil, err
			}
			continue
		}
		if err := inEnum(p, w); err != nil {
			return nil, err
		}
	}
	return words, nil
}

// argumentKinds says what arguments name, by tool and argument or by argument alone. "" is nothing that is checked.
var argumentKinds = map[string]string{
	"requirement": "requirement", "package": "package", "deliverable": "deliverable", "approval": "approval",
	"commitment": "", "fact": "fact", "risk": "risk", "req": "requirement",
	"who": "person", "to": "person", "replaced_by": "person", "assignee": "person", "owner": "person", "attendees": "person",
	"channel": "channel", "ticket": "ticket", "readers": "person", "editors": "person", "owners": "person",
	"work_change_requirement.id": "requirement", "tickets_move.to": "", "tickets_link.to": "ticket", "files_move.to": "",
	"chat_create.channel": "", "mail_send.to": "mail", "mail_send.cc": "mail", "mail_send.bcc": "mail", "mail_forward.to": "mail",
	"docs_diff.to": "", "sheets_diff.to": "", "calendar_free_busy.to": "", "calendar_find_slot.to": "", "calendar_list.to": "",
	"calendar_conflicts.to": "", "work_tell.to": "person",
}

// argumentNames checks that a value names something there is.
func (l *loader) argumentNames(s *source, at, tool, name string, v any) {
	kind, ok := argumentKinds[tool+"."+name]
	if !ok {
		kind = argumentKinds[name]
	}
	var list []string
	switch v := v.(type) {
	case string:
		list = []string{v}
	case []string:
		list = v
	}
	for _, w := range list {
		if kind != "" && !strings.Contains(w, "{{") {
			l.argumentName(s, at, kind, w)
		}
	}
}

func (l *loader) argumentName(s *source, at, kind, w string) {
	switch kind {
	case "person":
		if w != "all" && w != "" && w != "me" && w != "nobody" {
			l.person(s.file, s.pos(at), "person", w)
		}
	case "mail":
		if strings.Contains(w, "@") {
			l.address(s.file, s.pos(at), "recipient", w)
			return
		}
		l.person(s.file, s.pos(at), "person", w)
	case "channel":
		base, _, _ := strings.Cut(w, "/")
		if strings.HasPrefix(w, "dm:") || l.made["channel "+base] {
			return
		}
		s.oneOf(at, "channel", base, l.channelIDs())
	case "ticket":
		if !l.made["tickets"] { // tickets made at play have numbers that nobody knows before
			l.ticketAt(s, at, w)
		}
	default:
		l.named(s, at, kind, w)
	}
}

func (l *loader) channelIDs() []string {
	out := make([]string, len(l.sc.Channels))
	for i, c := range l.sc.Channels {
		out[i] = c.ID
	}
	return out
}

// noteMade remembers what calls will make at play, so that later calls may name it.
func (l *loader) noteMade(tool string, args map[string]any) {
	switch tool {
	case "chat_create":
		name, _ := args["channel"].(string)
		l.made["channel "+name] = true
	case "tickets_create":
		l.made["tickets"] = true
	}
}

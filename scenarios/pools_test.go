package scenarios_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/tenure-sim/tenure/sim"
)

// possessions are the things that the agent made itself, by id; with them every tool can be used as it is meant.
type possessions struct {
	mail, message, doc, sheet, file, event, next, ticket, note, suggestion string
}

// pools are the values that arguments are tried with: every id that exists anywhere and some that exist nowhere.
type pools struct {
	legal   map[string][]map[string]any // by tool: calls that are not refused
	ids     map[string][]string         // by kind of thing
	people  []string
	queries []string
	times   []string
	brief   bool // most is for ids as well
	most    int  // values of an argument of a tool that writes, for reading them takes the coworkers long; 0: all
}

// idLike are the arguments that name the thing a call is about; they are tried together with every other argument.
var idLike = []string{"channel", "id", "doc", "sheet", "path", "event", "ticket", "key", "message"}

// gather collects what exists in the world by its log and its parts.
func gather(r *rig, c crew, own possessions) *pools {
	p := &pools{most: 12, ids: map[string][]string{}, queries: queriesOf(r.sc)}
	for _, a := range r.ep.World().Actors() {
		p.people = append(p.people, string(a.ID), a.Name)
	}
	p.people = append(p.people, "all", "nobody-at-all", "script", "world")
	now, zone := r.ep.World().Now(), r.sc.TimeZone()
	for _, d := range []time.Duration{-240 * time.Hour, -24 * time.Hour, 15 * time.Minute, 24 * time.Hour, 240 * time.Hour} {
		p.times = append(p.times, at(now.Add(d), zone))
	}
	for _, ch := range r.sc.Channels {
		p.add("channel", ch.ID)
	}
	for _, e := range r.events {
		p.note(e)
		if i, ok := e.Body.(sim.Inviter); ok && e.Actor != r.who && slices.Contains(i.Invitation().Guests, r.who) {
			p.ids["invitation"] = []string{i.Invitation().ID} // the newest
		}
	}
	p.numbers()
	p.legal = legalCalls(p, c, own)
	return p
}

func (p *pools) add(kind string, ids ...string) {
	for _, id := range ids {
		if id != "" && !slices.Contains(p.ids[kind], id) {
			p.ids[kind] = append(p.ids[kind], id)
		}
	}
}

// note takes the ids from an event, whoever perceives it.
func (p *pools) note(e sim.Event) {
	raw, err := json.Marshal(e.Body)
	if err != nil {
		return
	}
	var b struct{ Channel, Doc, ID, Sheet, Path, To, Ticket, Event, Key, Folder any }
	_ = json.Unmarshal(raw, &b) // bodies differ; what is there is taken
	text := func(v any) string { s, _ := v.(string); return s }
	app, _, _ := strings.Cut(e.Body.Kind(), ".")
	switch app {
	case "chat":
		p.add("channel", text(b.Channel))
	case "docs", "sheets":
		p.add(strings.TrimSuffix(app, "s"), text(b.Doc), text(b.Sheet), text(b.ID))
	case "files":
		p.add("path", text(b.Path), text(b.To))
	case "tickets":
		p.add("ticket", text(b.Ticket), text(b.ID))
	case "calendar":
		p.add("event", text(b.Event), text(b.ID))
	case "notes":
		p.add("key", text(b.Key))
	case "mail":
		p.add("mailfolder", text(b.Folder))
	}
	if t, ok := e.Body.(sim.Toucher); ok {
		kind, ref, _ := strings.Cut(t.Touched().Ref, "/")
		p.add(map[string]string{"docs": "doc", "sheets": "sheet", "files": "path", "tickets": "ticket"}[kind], ref)
	}
	if s, ok := e.Body.(sim.Speaker); ok {
		kind := map[string]string{"chat": "message", "mail": "mail"}[s.Speech().App]
		if kind != "" {
			p.ids[kind] = append(p.ids[kind], "") // only how many there are
		}
	}
}

// numbers names mails, threads and messages by their numbers, and some more than there are.
func (p *pools) numbers() {
	p.ids["thread"] = p.ids["mail"] // a thread has the number of its first mail
	for kind, prefix := range map[string]string{"mail": "e", "thread": "t", "message": "m"} {
		n := len(p.ids[kind])
		p.ids[kind] = nil
		for i := range n + 4 {
			p.ids[kind] = append(p.ids[kind], fmt.Sprint(prefix, i))
		}
	}
	p.ids["mail"] = append(p.ids["mail"], p.ids["thread"]...)
	for _, path := range slices.Clone(p.ids["path"]) {
		for i := range len(path) {
			if path[i] == '/' {
				p.add("folder", path[:i])
			}
		}
	}
	for _, doc := range p.ids["doc"] {
		p.add("suggestion", doc+"#1", doc+"#2")
	}
	for _, kind := range []string{"channel", "doc", "sheet", "path", "ticket", "event", "key", "folder", "mail"} {
		p.add(kind, "no-such-thing")
	}
}

// pool is what one argument of a tool is tried with.
func (p *pools) pool(tool string, a sim.Param) []any {
	app, verb, _ := strings.Cut(tool, "_")
	switch {
	case a.Type == sim.Bool:
		return []any{true, false}
	case a.Type == sim.Moment:
		return anys(p.times)
	case a.Type == sim.Duration:
		return []any{"30m", "2h", "0m"}
	case a.Name == "limit":
		return []any{1, 3, 100, 1000}
	case a.Type == sim.Int:
		return []any{0, 1, 2, 3, 99}
	case len(a.Enum) > 0:
		return anys(a.Enum)
	case a.Name == "cursor":
		return []any{"0", "2", "900", "x"}
	case app == "mail" && a.Name == "folder":
		return anys(append(slices.Clone(p.ids["mailfolder"]), "inbox", "sent", "archive", "drafts"))
	case app == "mail" && a.Name == "id":
		return anys(p.ids["mail"])
	case tool == "tickets_link" && a.Name == "to":
		return anys(p.ids["ticket"])
	case tool == "tickets_move" && a.Name == "to":
		return []any{"Open", "Ready", "Ordered", "Doing", "Done", "Released", "Nowhere"}
	case tool == "files_move" && a.Name == "to":
		return anys(p.ids["path"])
	case slices.Contains([]string{"thread", "before"}, a.Name):
		return anys(p.ids["message"])
	case slices.Contains([]string{"query", "topic", "team", "label"}, a.Name), verb == "list" && a.Name == "text":
		return anys(p.queries)
	case slices.Contains([]string{"file", "attachments"}, a.Name):
		return anys(p.ids["path"])
	case slices.Contains([]string{"range", "cell"}, a.Name):
		return []any{"A1:Z60", "A1", "B4", "Summary!A1:Z60", "Secret!A1:B9", "x!"}
	case slices.Contains([]string{"who", "to", "cc", "bcc", "from", "assignee", "members", "readers", "editors", "attendees", "organizer"}, a.Name):
		return anys(p.people)
	case len(p.ids[a.Name]) > 0:
		return anys(p.ids[a.Name])
	case a.Name == "values":
		return []any{"1\t2\n3\t4"}
	case a.Name == "state", a.Name == "board", a.Name == "priority":
		return []any{"Open", "Doing", "Done", "Ready", "DESK", "PORT", "none"}
	}
	return []any{"probe", ""}
}

func anys(list []string) []any {
	out := make([]any, len(list))
	for i, s := range list {
		out[i] = s
	}
	return out
}

// around is a call's arguments with each one replaced by all of its pool, and the thing the call is about together
// with a few of every other argument.
func (p *pools) around(tool *sim.Tool, base map[string]any) (out []map[string]any) {
	for _, a := range tool.Params {
		values := p.pool(tool.Name, a)
		if p.most > 0 && (p.brief || !slices.Contains(idLike, a.Name)) && slices.ContainsFunc(tool.Params, func(q sim.Param) bool { return q.Writes }) {
			values = values[:min(p.most, len(values))]
		}
		for _, v := range values {
			args := with(base, a.Name, v)
			out = append(out, args)
			if !slices.Contains(idLike, a.Name) {
				continue
			}
			for _, b := range tool.Params {
				if b.Name == a.Name || b.Writes {
					continue
				}
				few := p.pool(tool.Name, b)
				for _, x := range few[:min(4, len(few))] {
					out = append(out, with(args, b.Name, x))
				}
			}
		}
	}
	return out
}

// legalCalls is for every tool at least one call that is not refused.
func legalCalls(p *pools, c crew, own possessions) map[string][]map[string]any {
	type m = map[string]any
	a, b := string(c.a), string(c.b)
	day, next := p.times[2], p.times[3]
	one := func(args m) []m { return []m{args} }
	ev, doc, sheet, file := m{"event": own.event}, m{"doc": own.doc}, m{"sheet": own.sheet}, m{"path": own.file}
	find := m{"query": "the"}
	return map[string][]m{
		"calendar_attend": one(m{"event": own.next}), "calendar_cancel": one(m{"event": own.next}),
		"calendar_conflicts": {m{"from": p.times[0], "to": p.times[4]}, m{"who": []string{a, b}, "from": p.times[0], "to": p.times[4]}},
		"calendar_create":    one(m{"title": "probe", "start": day, "end": next, "attendees": []string{a}}),
		"calendar_find_slot": one(m{"who": []string{a}, "length": "30m", "from": day, "to": p.times[4]}),
		"calendar_free_busy": {m{"who": []string{a, b}, "from": p.times[1], "to": p.times[4]}, m{"who": a, "from": p.times[0], "to": p.times[3]}},
		"calendar_list":      {m{}, m{"from": p.times[0], "to": p.times[4]}},
		"calendar_move":      one(m{"event": own.next, "start": next, "end": p.times[4]}),
		"calendar_notes":     one(ev), "calendar_respond": one(m{"event": p.ids["invitation"][0], "answer": "accepted"}),
		"calendar_say": one(m{"event": own.event, "text": "probe"}), "calendar_show": one(ev),
		"chat_channels": one(m{}), "chat_create": one(m{"channel": "probe-channel", "members": []string{b}}),
		"chat_direct": one(m{"to": []string{a}, "text": "probe"}), "chat_edit": one(m{"message": own.message, "text": "probed"}),
		"chat_invite": one(m{"channel": "agents-own", "who": []string{b}}), "chat_post": one(m{"channel": c.channel, "text": "probe"}),
		"chat_presence": one(m{}), "chat_react": one(m{"message": own.message, "emoji": "eyes"}), "chat_read": {m{"channel": c.channel, "limit": 100}, m{"channel": c.channel, "limit": 2}},
		"chat_search": one(find), "chat_status": one(m{"state": "dnd"}), "chat_unread": one(m{}),
		"directory_chart": one(m{"who": a}), "directory_hours": one(m{"who": a}), "directory_list": one(m{}), "directory_person": one(m{"who": a}),
		"directory_who_owns": one(m{"topic": "budget"}),
		"docs_append":        one(with(doc, "text", "more")), "docs_comment": one(with(doc, "text", "probe")),
		"docs_create": one(m{"doc": "probe-two", "title": "probe", "text": "probe"}), "docs_decide": one(m{"suggestion": own.suggestion, "accept": true}),
		"docs_diff": one(m{"doc": own.doc, "from": 1, "to": 2}), "docs_edit": one(m{"doc": own.doc, "find": "alpha", "replace": "beta"}),
		"docs_history": one(doc), "docs_list": {m{}, m{"query": "the"}}, "docs_read": one(doc),
		"docs_share":   one(m{"doc": own.doc, "who": []string{a}, "right": "read"}),
		"docs_suggest": one(m{"doc": own.doc, "find": "alpha", "replace": "gamma"}), "docs_write": one(with(doc, "text", "new alpha")),
		"done": one(m{"summary": "probe"}), "files_get": one(file), "files_info": one(file), "files_list": {m{}, m{"recursive": true}},
		"files_move": one(with(file, "to", c.open+"/probe-moved.txt")), "files_put": one(with(file, "text", "probe")), "files_remove": one(file),
		"files_search": one(find), "files_versions": one(file),
		"mail_forward": one(m{"id": own.mail, "to": []string{a}}), "mail_list": {m{}, m{"folder": "sent"}}, "mail_mark": one(m{"id": own.mail, "unread": true}),
		"mail_move": one(m{"id": own.mail, "folder": "archive"}), "mail_out_of_office": one(m{"until": next, "text": "probe"}),
		"mail_read": one(m{"id": own.mail}), "mail_reply": {m{"id": own.mail, "text": "probe"}, m{"id": own.mail, "text": "probe", "all": true}},
		"mail_search": one(find), "mail_send": one(m{"to": []string{a}, "subject": "probe", "text": "probe"}), "mail_unread": one(m{}),
		"notes_append": one(m{"key": own.note, "text": "probe"}), "notes_delete": one(m{"key": own.note}), "notes_list": one(m{}),
		"notes_read": one(m{"key": own.note}), "notes_search": one(m{"query": "probe"}), "notes_write": one(m{"key": "probe-two", "text": "probe"}),
		"sheets_create": one(m{"sheet": "probe-two", "values": "1\t2"}), "sheets_diff": one(m{"sheet": own.sheet, "from": 1, "to": 2}),
		"sheets_export":  one(with(sheet, "file", c.open+"/probe.csv")),
		"sheets_history": one(sheet), "sheets_import": one(m{"sheet": "probe-three", "data": "YSxiCjEsMgo="}), "sheets_list": one(m{}),
		"sheets_read": {sheet, with(sheet, "formulas", true)}, "sheets_recalculate": one(sheet), "sheets_search": one(m{"query": "probe"}),
		"sheets_set": one(m{"sheet": own.sheet, "cell": "A2", "value": "7"}), "sheets_share": one(m{"sheet": own.sheet, "who": []string{a}, "right": "read"}),
		"sheets_write":   one(m{"sheet": own.sheet, "range": "A3", "values": "1\t=A3+1"}),
		"tickets_assign": one(m{"ticket": own.ticket, "to": a}), "tickets_board": one(m{}), "tickets_comment": one(m{"ticket": own.ticket, "text": "probe"}),
		"tickets_create": one(m{"title": "probe"}), "tickets_history": one(m{"ticket": own.ticket}), "tickets_link": one(m{"ticket": own.ticket, "kind": "relates", "to": p.ids["ticket"][0]}),
		"tickets_list": {m{}, m{"text": "the"}}, "tickets_move": {m{"ticket": own.ticket, "to": "Ready"}, m{"ticket": own.ticket, "to": "Doing"}},
		"tickets_show": one(m{"ticket": own.ticket}), "tickets_update": one(m{"ticket": own.ticket, "title": "probe two"}),
		"wait_any": one(m{"span": "5m"}), "wait_for": one(m{"span": "5m"}), "wait_until": one(m{"time": next}),
	}
}

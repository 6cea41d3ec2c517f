package scenarios

import (
	"path"
	"slices"
	"strings"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
)

const commentsFile = "world/tickets/comments.csv"

var (
	ticketHeader  = []string{"id", "created", "author", "title", "state", "priority", "assignee", "estimate", "labels", "links", "text"}
	commentHeader = []string{"ticket", "time", "author", "text"}
	linkKinds     = []string{"blocks", "relates", "duplicates"}
)

// board reads the tickets of one board. Comments wait until all tickets are known.
func (l *loader) board(name, inner string) {
	if name == commentsFile {
		return
	}
	id, ok := strings.CutSuffix(inner, ".csv")
	var ids []string
	for _, b := range l.sc.Boards {
		ids = append(ids, b.ID)
	}
	i := slices.Index(ids, id)
	if !ok || i < 0 || path.Base(inner) != inner {
		l.problem(name, pos{}, "unknown board %q%s", id, choices(id, ids))
		return
	}
	l.rows(name, ticketHeader, func(n int, row map[string]string, at func(string) pos) {
		l.ticket(ticketRow{l, name, n, row, at}, &l.sc.Boards[i])
	})
}

// ticketRow is one row of a board's file.
type ticketRow struct {
	*loader
	file string
	n    int
	row  map[string]string
	at   func(string) pos
}

func (l *loader) ticket(r ticketRow, b *Board) {
	known := len(l.problems)
	id := r.row["id"]
	switch {
	case !strings.HasPrefix(id, b.ID+"-"):
		r.bad("id", "expected an id such as %s-12, got %q", b.ID, short(id))
	case l.tickets[id]:
		r.bad("id", "the ticket %s stands here a second time", id)
	}
	l.tickets[id] = true
	l.told["ticket "+id] = 0
	at, _ := l.time(r.file, r.at("created"), r.row["created"])
	by, _ := l.person(r.file, r.at("author"), "author", r.row["author"])
	if !slices.Contains(b.States, r.row["state"]) {
		r.bad("state", "unknown state %q%s", short(r.row["state"]), choices(r.row["state"], b.States))
	}
	args := sim.Args{"id": id, "board": b.ID, "title": r.row["title"], "state": r.row["state"]}
	if who := r.row["assignee"]; who != "" {
		l.person(r.file, r.at("assignee"), "person", who)
	}
	for _, field := range []string{"priority", "assignee", "text"} {
		if r.row[field] != "" {
			args[field] = r.row[field]
		}
	}
	r.figures(args)
	if len(l.problems) > known {
		return
	}
	l.add(item{at: at, file: r.file, row: r.n, pos: r.at("id"), name: "ticket " + id, call: sim.Call{By: by, Tool: "tickets_create", Args: args}})
	l.links(r, at, by)
}

func (r ticketRow) bad(field, format string, args ...any) {
	r.problem(r.file, r.at(field), field+": "+format, args...)
}

// figures reads estimate and labels.
func (r ticketRow) figures(args sim.Args) {
	if e := r.row["estimate"]; e != "" {
		d, err := time.ParseDuration(e)
		if err != nil || d < 0 {
			r.bad("estimate", "expected a duration such as 16h, got %q", short(e))
			return
		}
		args["estimate"] = d
	}
	if labels := words(r.row["labels"]); len(labels) > 0 {
		args["labels"] = labels
	}
}

func words(cell string) []string {
	return strings.FieldsFunc(cell, func(r rune) bool { return strings.ContainsRune(" ,;", r) })
}

// links reads what a ticket is to others: "PORT-3", which it relates to, or "blocks:PORT-3". They are tied when both
// tickets are there.
func (l *loader) links(r ticketRow, at clock.Time, by sim.ActorID) {
	for _, w := range words(r.row["links"]) {
		if l.full() {
			return
		}
		if l.ties++; l.ties > linksMost {
			l.over(r.file, r.at("links"), "the tickets have more than %d links in all; expected at most so many: leave some out", linksMost)
			return
		}
		kind, to, ok := strings.Cut(w, ":")
		if !ok {
			kind, to = "relates", w
		}
		if !slices.Contains(linkKinds, kind) {
			r.bad("links", "unknown kind of link %q%s", kind, choices(kind, linkKinds))
			continue
		}
		l.add(item{at: at, file: r.file, row: 1_000_000 + r.n, pos: r.at("links"), takes: map[string]string{"to": "ticket " + to},
			call: sim.Call{By: by, Tool: "tickets_link", Args: sim.Args{"ticket": r.row["id"], "kind": kind, "to": to}}})
	}
}

// comments reads the comments on all tickets, and lets links wait for the later of their tickets.
func (l *loader) comments() {
	for i := range l.items {
		it := &l.items[i]
		if it.call.Tool != "tickets_link" {
			continue
		}
		to := it.call.Args.String("to")
		at, ok := l.told["ticket "+to]
		if !ok {
			l.problem(it.file, it.pos, "links: unknown ticket %q%s", short(to), seek(l.report, to, l.tickets))
		}
		it.at, it.takes = max(it.at, at), nil
	}
	if l.files[commentsFile] == nil {
		return
	}
	l.rows(commentsFile, commentHeader, func(n int, row map[string]string, at func(string) pos) {
		t, okT := l.time(commentsFile, at("time"), row["time"])
		by, okB := l.person(commentsFile, at("author"), "author", row["author"])
		if !l.tickets[row["ticket"]] {
			l.problem(commentsFile, at("ticket"), "unknown ticket %q%s", short(row["ticket"]), seek(l.report, row["ticket"], l.tickets))
			return
		}
		if strings.TrimSpace(row["text"]) == "" {
			l.problem(commentsFile, at("text"), "text: expected words")
			return
		}
		if !okT || !okB {
			return
		}
		if t < l.told["ticket "+row["ticket"]] {
			l.problem(commentsFile, at("time"), "the comment is older than its ticket")
			return
		}
		l.add(item{at: t, file: commentsFile, row: n, pos: at("time"),
			call: sim.Call{By: by, Tool: "tickets_comment", Args: sim.Args{"ticket": row["ticket"], "text": row["text"]}}})
	})
}

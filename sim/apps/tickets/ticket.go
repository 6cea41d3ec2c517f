package tickets

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/company"
)

// Priority is how soon a ticket matters.
type Priority string

// The priorities, most pressing first.
const (
	Urgent Priority = "urgent"
	High   Priority = "high"
	Normal Priority = "normal"
	Low    Priority = "low"
)

var priorities = []Priority{Urgent, High, Normal, Low}

// LinkKind says what a ticket is to another.
type LinkKind string

// The links that people make, and what the other ticket then says.
const (
	Blocks       LinkKind = "blocks"
	Relates      LinkKind = "relates"
	Duplicates   LinkKind = "duplicates"
	blockedBy    LinkKind = "blocked by"
	duplicatedBy LinkKind = "duplicated by"
)

func (k LinkKind) inverse() LinkKind {
	switch k {
	case Blocks:
		return blockedBy
	case Duplicates:
		return duplicatedBy
	}
	return k
}

// Link is one end of a tie between two tickets.
type Link struct {
	Kind LinkKind `json:"kind"`
	To   string   `json:"to"`
}

// The fields that tickets_update changes, as a Change names them.
const (
	fieldTitle    = "title"
	fieldText     = "text"
	fieldPriority = "priority"
	fieldEstimate = "estimate"
	fieldLabels   = "labels"
)

// ticket is one ticket at one version. It never changes; it is replaced.
type ticket struct {
	id, board        string
	place            int // in the order of creation, over all boards
	title, text      string
	state            string
	priority         Priority
	estimate         clock.Duration
	labels           []string
	author, assignee sim.ActorID
	links            []Link
	version          int
	created, changed clock.Time
	followers        []sim.ActorID // sorted; board watchers not included
	comments         *chain[comment]
	history          *chain[entry]
}

type comment struct {
	at   clock.Time
	who  sim.ActorID
	text string
}

// entry is a line of the history.
type entry struct {
	at    clock.Time
	who   sim.ActorID
	what  string
	state string // the state from here on, when the entry is about that
	other string // the other ticket, when the entry names one
}

func (t *ticket) follow(who sim.ActorID) {
	if who == "" || company.Above(who) {
		return
	}
	if i, found := slices.BinarySearch(t.followers, who); !found {
		t.followers = slices.Insert(slices.Clone(t.followers), i, who)
	}
}

// states is the states the ticket was in, in order.
func (t *ticket) states() []string {
	out := []string{}
	for _, e := range t.history.newest() {
		if e.state != "" {
			out = append(out, e.state)
		}
	}
	slices.Reverse(out)
	return out
}

// numberOf splits "PORT-12".
func numberOf(id string) (board string, n int, ok bool) {
	board, digits, found := strings.Cut(id, "-")
	n, err := strconv.Atoi(digits)
	return board, n, found && err == nil && n > 0 && strconv.Itoa(n) == digits
}

// facets are the sets a ticket is in.
func (t *ticket) facets() []string {
	out := []string{"board/" + t.board, "state/" + strings.ToLower(t.state), "assignee/" + string(t.assignee), "priority/" + string(t.priority)}
	for _, l := range t.labels {
		out = append(out, "label/"+strings.ToLower(l))
	}
	return out
}

package tickets

import (
	"fmt"
	"slices"
	"strings"

	"github.com/looplab/fsm"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/company"
)

// Config is what a scenario says about tickets.
type Config struct{ Boards []Board }

// Board is a set of tickets with one workflow. Its tickets are called ID-1, ID-2 and so on.
type Board struct {
	ID       string
	States   []string // in the order of the columns
	Start    string   // state of a new ticket
	Moves    []Move
	Watchers []sim.ActorID // hear of everything on it
	Members  []sim.ActorID // the only ones who see it; nobody named: everybody does
}

// Move is a change of state that the workflow allows.
type Move struct {
	Name string // the state moved to when empty
	From []string
	To   string
	Who  []sim.ActorID // the only ones who may; nobody named: everybody may
}

func (m Move) name() string {
	if m.Name == "" {
		return m.To
	}
	return m.Name
}

// Check says what is wrong with a configuration. New panics on one that Check refuses.
func (c Config) Check() error {
	seen := map[string]bool{}
	for _, b := range c.Boards {
		if seen[b.ID] {
			return fmt.Errorf("board %q is given twice", b.ID)
		}
		seen[b.ID] = true
		if err := b.check(); err != nil {
			return fmt.Errorf("board %q: %w", b.ID, err)
		}
	}
	return nil
}

func (b Board) check() error {
	if b.ID == "" || b.ID != strings.ToUpper(b.ID) || strings.ContainsAny(b.ID, "- \t/:") {
		return fmt.Errorf("the id must be capitals and digits such as PORT")
	}
	if !slices.Contains(b.States, b.Start) {
		return fmt.Errorf("start %q is not one of the states %s", b.Start, strings.Join(b.States, ", "))
	}
	taken := map[[2]string]bool{}
	for _, m := range b.Moves {
		for _, s := range append(slices.Clone(m.From), m.To) {
			if !slices.Contains(b.States, s) {
				return fmt.Errorf("move %q: %q is not one of the states %s", m.name(), s, strings.Join(b.States, ", "))
			}
		}
		for _, s := range m.From {
			// The table keeps one move for a name and state, and calls a move to the same state none.
			k := [2]string{m.name(), s}
			if taken[k] || s == m.To {
				return fmt.Errorf("move %q from %q is given twice or leads nowhere", m.name(), s)
			}
			taken[k] = true
		}
	}
	return nil
}

// board is a Board with its workflow as a table: the moves out of each state, by the order of the columns.
type board struct {
	Board
	moves map[string][]Move
}

// newBoard reads the table out of an fsm once. At play nothing but a look into it is needed, which clones share.
func newBoard(b Board) *board {
	events := make([]fsm.EventDesc, len(b.Moves))
	for i, m := range b.Moves {
		events[i] = fsm.EventDesc{Name: m.name(), Src: m.From, Dst: m.To}
	}
	machine := fsm.NewFSM(b.Start, events, nil)
	out := &board{Board: b, moves: map[string][]Move{}}
	for _, state := range b.States {
		machine.SetState(state)
		names := machine.AvailableTransitions()
		slices.Sort(names) // the machine gives them in no order
		for _, name := range names {
			i := slices.IndexFunc(b.Moves, func(m Move) bool { return m.name() == name && slices.Contains(m.From, state) })
			out.moves[state] = append(out.moves[state], b.Moves[i])
		}
		slices.SortStableFunc(out.moves[state], func(x, y Move) int {
			return slices.Index(b.States, x.To) - slices.Index(b.States, y.To)
		})
	}
	return out
}

// reads says whether somebody sees the board.
func (b *board) reads(who sim.ActorID) bool {
	return company.Above(who) || len(b.Members) == 0 || slices.Contains(b.Members, who)
}

// move finds the move that leads from a state to a state, or has that name, and that the actor may do.
func (b *board) move(from, to string, by sim.ActorID) (Move, bool) {
	for _, m := range b.moves[from] {
		if (strings.EqualFold(m.To, to) || strings.EqualFold(m.name(), to)) && m.allows(by) {
			return m, true
		}
	}
	return Move{}, false
}

func (m Move) allows(by sim.ActorID) bool {
	return company.Above(by) || len(m.Who) == 0 || slices.Contains(m.Who, by)
}

// offer is the moves out of a state in words.
func (b *board) offer(from string) string {
	if len(b.moves[from]) == 0 {
		return "from " + from + " it goes nowhere"
	}
	list := make([]string, len(b.moves[from]))
	for i, m := range b.moves[from] {
		list[i] = m.To + " (" + m.who() + ")"
	}
	return "from " + from + " it can go to " + strings.Join(list, ", ")
}

func (m Move) who() string {
	if len(m.Who) == 0 {
		return "by anyone"
	}
	return "by " + company.Join(m.Who) + " only"
}

package purse

import (
	"cmp"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/tenure-sim/tenure/personas/models"
)

// Book is what an episode has spent, as it is written down before a question is put and after it: so that neither a kill nor going
// on gives anything back. It belongs beside the log and not into it, for it holds prices, and failures that no log has.
type Book struct {
	Payer  string  `json:"payer"`            // drawn by chance, so that a tape can tell whose money an answer was
	Before Spent   `json:"before,omitempty"` // what the log told when the book was begun
	Lines  []*Line `json:"lines,omitempty"`

	// Wall is the real time in which at least one question was under way: by role, and of the episode under its name, which is none.
	Wall map[string]time.Duration `json:"wall_ns,omitempty"`
}

// Line is what one model took in one role.
type Line struct {
	Role     string `json:"role"`
	Model    string `json:"model"` // its name in the configuration
	ID       string `json:"id"`
	Paid     Use    `json:"paid"`               // calls are requests that reached the endpoint
	Held     Use    `json:"held"`               // requests that are under way, with their prompts
	Played   Use    `json:"played"`             // what came from a tape and another episode has paid; also what that failed to get
	Failed   int64  `json:"failed,omitempty"`   // of the requests that were paid, those that brought no answer
	Unused   int64  `json:"unused,omitempty"`   // of them, those whose answer nobody took any more: the run had stopped
	Unpriced int64  `json:"unpriced,omitempty"` // of them, those of a model without prices
	Fake     int64  `json:"fake,omitempty"`     // of them, those that a fake in this process answered: they count and cost nobody
}

// NewBook begins a book with what was spent before.
func NewBook(before Spent) *Book {
	var payer [8]byte
	rand.Read(payer[:]) // never fails
	return &Book{Payer: hex.EncodeToString(payer[:]), Before: before}
}

// ReadBook reads what Encode wrote. Nobody waits any more for what was under way then: it counts as a request that failed.
func ReadBook(raw []byte) (*Book, error) {
	var b Book
	if err := json.Unmarshal(raw, &b); err != nil {
		return nil, fmt.Errorf("read what was spent: %w", err)
	}
	for _, l := range b.Lines {
		if l == nil {
			return nil, fmt.Errorf("read what was spent: a line is missing")
		}
		l.Paid, l.Failed, l.Held = l.Paid.plus(l.Held), models.Sum(l.Failed, l.Held.Calls), Use{}
	}
	return &b, nil
}

// Encode is the book as bytes.
func (b *Book) Encode() ([]byte, error) {
	raw, err := json.Marshal(b)
	if err != nil {
		return nil, fmt.Errorf("write down what is spent: %w", err)
	}
	return raw, nil
}

// Spent is what counts against budgets, by role.
func (b *Book) Spent() Spent {
	out := Spent{}
	maps.Copy(out, b.Before)
	for _, l := range b.Lines {
		out[l.Role] = out[l.Role].plus(l.Paid).plus(l.Played)
	}
	for role, wall := range b.Wall {
		s := out[role]
		s.Wall = wall
		out[role] = s
	}
	return out
}

// line is that of a role with the model that plays it now.
func (b *Book) line(c models.Config, role string) *Line {
	m, _ := c.Playing(role)
	for _, l := range b.Lines {
		if l.Role == role && l.Model == m.Name && l.ID == m.ID {
			return l
		}
	}
	l := &Line{Role: role, Model: m.Name, ID: m.ID}
	b.Lines = append(b.Lines, l)
	slices.SortFunc(b.Lines, func(x, y *Line) int {
		return cmp.Or(cmp.Compare(x.Role, y.Role), cmp.Compare(x.Model, y.Model), cmp.Compare(x.ID, y.ID))
	})
	return l
}

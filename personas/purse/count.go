package purse

import (
	"encoding/json"
	"fmt"
	"iter"
	"time"

	"github.com/tenure-sim/tenure/personas/models"
	"github.com/tenure-sim/tenure/sim"
)

// Use is what was spent.
type Use struct {
	Calls  int64         `json:"calls"`
	In     int64         `json:"in"` // tokens
	Cached int64         `json:"cached"`
	Out    int64         `json:"out"`
	Money  int64         `json:"micro_dollars"`
	Wall   time.Duration `json:"wall_ns,omitempty"` // in which at least one question was under way
}

func (u Use) plus(o Use) Use {
	return Use{models.Sum(u.Calls, o.Calls), models.Sum(u.In, o.In), models.Sum(u.Cached, o.Cached), models.Sum(u.Out, o.Out), models.Sum(u.Money, o.Money), u.Wall + o.Wall}
}

func (u Use) tokens() int64 { return models.Sum(u.In, u.Out) }

// Spent is what was spent by role.
type Spent map[string]Use

// Total is what was spent in all. Wall times overlap, so it has only what Walled says of the episode.
func (s Spent) Total() Use {
	var out Use
	for role, u := range s {
		if role != whole {
			out = out.plus(u)
		}
	}
	out.Wall = s[whole].Wall
	return out
}

// Count reads what was spent from an episode's events, in their order.
type Count struct {
	config models.Config
	asked  map[slot]string // roles of the questions that are open
	spent  Spent
}

type slot struct {
	owner string
	id    uint64
}

// NewCount makes a count at the prices of a configuration.
func NewCount(c models.Config) *Count {
	return &Count{config: c, asked: map[slot]string{}, spent: Spent{}}
}

// SpentIn counts all events of a log.
func SpentIn(events iter.Seq[sim.Event], c models.Config) Spent {
	count := NewCount(c)
	for e := range events {
		count.Add(e)
	}
	return count.Spent()
}

// Spent is what was counted so far.
func (c *Count) Spent() Spent { return c.spent }

// Add takes an event in. Only questions and answers count.
func (c *Count) Add(e sim.Event) {
	switch b := e.Body.(type) {
	case sim.Asked:
		c.asked[slot{b.Owner, b.ID}] = b.Tier
	case sim.Replied:
		at := slot{b.Owner, b.ID}
		c.answered(c.asked[at], b.Model, int64(b.In), int64(b.Cached), int64(b.Out))
		delete(c.asked, at)
	}
}

// answered counts a question that was put to a role. One that another role answered in its place was a call of the first as well,
// which failed.
func (c *Count) answered(role, model string, in, cached, out int64) {
	by := player(c.config, role, model)
	for r := role; r != by; r = c.config.Roles[r].Fallback {
		c.add(r, 0, 0, 0)
	}
	c.add(by, in, cached, out)
}

func (c *Count) add(role string, in, cached, out int64) {
	c.spent[role] = c.spent[role].plus(use(c.config, role, in, cached, out))
}

// use is what one answer took, at the price of the model that plays the role, whatever name the endpoint gave itself.
func use(c models.Config, role string, in, cached, out int64) Use {
	u := Use{Calls: 1, In: models.Counted(in), Cached: models.Counted(cached), Out: models.Counted(out)}
	m, _ := c.Playing(role)
	u.Money = m.Price.Cost(u.In, u.Cached, u.Out)
	return u
}

// Told is what an agent's trace says of one question: agents ask outside of the log.
type Told struct {
	Model                  string
	In, Cached, Out, Tries int64
}

// ReadTrace reads what a trace says of its questions. One that tells nothing of any has none.
func ReadTrace(trace []byte) ([]Told, error) {
	var t struct {
		Usage []Told `json:"usage"`
	}
	if err := json.Unmarshal(trace, &t); err != nil {
		return nil, fmt.Errorf("count an agent's questions: %w", err)
	}
	return t.Usage, nil
}

// AddTrace takes in what an agent's trace says, and returns it.
func (c *Count) AddTrace(role string, trace []byte) ([]Told, error) {
	all, err := ReadTrace(trace)
	for _, t := range all {
		c.answered(role, t.Model, t.In, t.Cached, t.Out)
	}
	return all, err
}

// player is the role that truly answered: the one asked, or the fallback whose model it was. A Fallback sees to it that the
// name tells that; clients let no endpoint take the name of another model.
func player(c models.Config, role, model string) string {
	seen := map[string]bool{}
	for r := role; r != "" && !seen[r]; r = c.Roles[r].Fallback {
		if m, ok := c.Playing(r); ok && m.ID == model {
			return r
		}
		seen[r] = true
	}
	return role
}

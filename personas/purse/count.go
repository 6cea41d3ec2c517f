package purse

import (
	"encoding/json"
	"fmt"
	"iter"
	"strings"
	"time"

	"github.com/tenure-sim/tenure/personas/models"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/engine"
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

func (u Use) negative() Use { return Use{-u.Calls, -u.In, -u.Cached, -u.Out, -u.Money, -u.Wall} }

func (u Use) tokens() int64 { return models.Sum(u.In, u.Out) }

// Spent is what was spent by role.
type Spent map[string]Use

// Total is what was spent in all. Wall times overlap, so that of the episode stands apart, under its name.
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
	// Content finds the prompts of questions that failed, which cost all the same; nil: they cost nothing.
	Content func(sim.Hash) ([]byte, error)
	// Fake is the name under which a fake answers, which costs nothing; empty: there is none.
	Fake string

	config  models.Config
	asked   map[slot]sim.Asked // the questions that are open
	spent   Spent
	answers Spent // what was answered, once for each answer, however often it was asked for
	unknown map[string]int64
}

type slot struct {
	owner string
	id    uint64
}

// NewCount makes a count at the prices of a configuration.
func NewCount(c models.Config) *Count {
	return &Count{config: c, asked: map[slot]sim.Asked{}, spent: Spent{}, answers: Spent{}, unknown: map[string]int64{}}
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

// Unknown is how many calls of a role models have answered that the configuration does not have for it: what those cost is not
// known, and they are counted as if the role's had answered.
func (c *Count) Unknown(role string) int64 { return c.unknown[role] }

// Add takes an event in. Only questions and answers count. A question that a budget refused was never put.
func (c *Count) Add(e sim.Event) {
	switch b := e.Body.(type) {
	case sim.Asked:
		c.asked[slot{b.Owner, b.ID}] = b
	case sim.Replied:
		at := slot{b.Owner, b.ID}
		asked := c.asked[at]
		delete(c.asked, at)
		switch {
		case strings.HasPrefix(b.Fault, Fault+":"):
		case b.Fault != "":
			c.add(asked.Tier, models.Usage{Requests: 1, In: c.prompt(asked.Prompt)})
		default:
			c.answered(asked.Tier, Told{Model: b.Model, In: int64(b.In), Cached: int64(b.Cached), Out: int64(b.Out), Tries: int64(b.Tries)})
		}
	}
}

// prompt is how many tokens a question sent.
func (c *Count) prompt(h sim.Hash) int64 {
	if c.Content == nil {
		return 0
	}
	raw, err := c.Content(h)
	if err != nil {
		return 0 // a log that lacks a content says so to whoever opens it
	}
	return int64(promptTokens(engine.Request{PromptText: raw}))
}

// answered counts a question that was put to a role. One that another role answered in its place was a call of the first as well,
// which was sent the same and failed.
func (c *Count) answered(role string, t Told) {
	if c.Fake != "" && t.Model == c.Fake {
		c.spent[role] = c.spent[role].plus(Use{Calls: max(t.Tries, 1), In: models.Counted(t.In), Cached: models.Counted(t.Cached), Out: models.Counted(t.Out)})
		return
	}
	by := player(c.config, role, t.Model)
	for r := role; r != by; r = c.config.Roles[r].Fallback {
		c.add(r, models.Usage{Requests: 1, In: t.In})
	}
	c.add(by, models.Usage{Requests: max(t.Tries, 1), In: t.In, Cached: t.Cached, Out: t.Out})
	c.answers[by] = c.answers[by].plus(use(c.config, by, models.Usage{Requests: 1, In: t.In, Cached: t.Cached, Out: t.Out}))
	if by == role && t.Model != "" && !c.config.Calls(role, t.Model) {
		c.unknown[role] += max(t.Tries, 1)
	}
}

func (c *Count) add(role string, u models.Usage) {
	c.spent[role] = c.spent[role].plus(use(c.config, role, u))
}

// use is what requests took, at the price of the model that plays the role, whatever name the endpoint gave itself.
func use(c models.Config, role string, u models.Usage) Use {
	out := Use{Calls: u.Requests, In: models.Counted(u.In), Cached: models.Counted(u.Cached), Out: models.Counted(u.Out)}
	m, _ := c.Playing(role)
	out.Money = m.Price.Cost(out.In, out.Cached, out.Out)
	return out
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
		c.answered(role, t)
	}
	return all, err
}

// player is the role that truly answered: the one asked, or the fallback whose model it was. A Fallback sees to it that the
// name tells that; clients let no endpoint take the name of another model.
func player(c models.Config, role, model string) string {
	seen := map[string]bool{}
	for r := role; r != "" && !seen[r]; r = c.Roles[r].Fallback {
		if m, ok := c.Playing(r); ok && called(c, m) == model {
			return r
		}
		seen[r] = true
	}
	return role
}

// called is how the log calls a model that answers for another: by its id, and where several have that, at several hosts
// say, by its name as well, for their prices differ.
func called(c models.Config, m models.Model) string {
	for _, other := range c.Models {
		if other.ID == m.ID && other.Name != m.Name {
			return m.ID + " (" + m.Name + ")"
		}
	}
	return m.ID
}

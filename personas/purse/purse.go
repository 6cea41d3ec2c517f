package purse

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync"
	"time"

	"github.com/tenure-sim/tenure/personas/models"
	"github.com/tenure-sim/tenure/sim/engine"
	"github.com/tenure-sim/tenure/sim/prompt"
)

// Mode is what happens when a bound is reached.
type Mode string

// The modes.
const (
	Stop      Mode = "stop"      // the run stops, and can be gone on with under a larger budget
	Templates Mode = "templates" // coworkers say what is left by templates, and the run is marked
)

// ParseMode reads a mode.
func ParseMode(word string) (Mode, error) {
	if m := Mode(word); m == Stop || m == Templates {
		return m, nil
	}
	return "", fmt.Errorf("unknown mode %q for a spent budget, expected stop or templates", word)
}

// Fault is what the fault of a refused question begins with.
const Fault = "budget"

// answerUsual is set aside, in tokens, for an answer that has no bound.
const answerUsual = 1000

// Purse is an engine.Model that spends no more than it may. It may be used from several goroutines.
type Purse struct {
	inner  engine.Model
	config models.Config
	mode   Mode

	mu      sync.Mutex // guards what follows
	purses  map[string]*pocket
	changed chan struct{} // closed when something was settled
}

// pocket is the budget of a role, or of the episode.
type pocket struct {
	name  string
	may   models.Budget
	spent Use
	held  Use       // set aside for what is under way
	since time.Time // when the first of what is under way began
}

const whole = "" // the name of the episode's pocket

var _ engine.Model = (*Purse)(nil)

// New makes a purse around a model. Spent is what the episode has spent before.
func New(inner engine.Model, c models.Config, mode Mode, spent Spent) *Purse {
	p := &Purse{inner: inner, config: c, mode: mode, purses: map[string]*pocket{}, changed: make(chan struct{})}
	for role, r := range c.Roles {
		p.purses[role] = &pocket{name: "role " + role, may: r.Budget, spent: spent[role]}
	}
	p.purses[whole] = &pocket{name: "the episode", may: c.Budget, spent: spent.Total()}
	return p
}

// Spent is what was spent by role, with what was before.
func (p *Purse) Spent() Spent {
	p.mu.Lock()
	defer p.mu.Unlock()
	out := Spent{}
	for role, x := range p.purses {
		if role != whole && (x.spent != Use{} || x.held.Calls > 0) {
			out[role] = x.spent
		}
	}
	return out
}

// Complete implements engine.Model.
func (p *Purse) Complete(ctx context.Context, r engine.Request) (engine.Response, error) {
	if _, ok := p.config.Roles[r.Tier]; !ok {
		return engine.Response{}, fmt.Errorf("role: no model plays %q", r.Tier)
	}
	need := p.need(r)
	left, err := p.setAside(ctx, r.Tier, need)
	if err != nil {
		return engine.Response{}, err
	}
	used := Use{Calls: 1}
	defer func() { p.settle(r.Tier, need, used) }() // also when the model panics
	timed, cancel := within(ctx, left)
	defer cancel()
	got, err := p.inner.Complete(timed, r)
	switch {
	case errors.Is(err, engine.ErrStop):
		used.Calls = 0 // it was not asked
	case err != nil && timed.Err() != nil && ctx.Err() == nil:
		return engine.Response{}, p.refuse("the wall time is spent while question %d of %s is under way", r.ID, r.For)
	case err == nil:
		used = use(p.config, r.Tier, int64(got.In), int64(got.Cached), int64(got.Out))
	}
	return got, err
}

func within(ctx context.Context, left time.Duration) (context.Context, context.CancelFunc) {
	if left == unbounded {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, left)
}

// need is the most that a question can cost.
func (p *Purse) need(r engine.Request) Use {
	role := p.config.Roles[r.Tier]
	most := r.Limit
	if most <= 0 || role.Most > 0 && role.Most < most {
		most = role.Most
	}
	if most <= 0 {
		most = answerUsual
	}
	return use(p.config, r.Tier, int64(promptTokens(r)), 0, int64(most))
}

func promptTokens(r engine.Request) int {
	schema := prompt.Tokens(string(r.SchemaText))
	if q, err := prompt.Decode(r.PromptText); err == nil {
		return q.Tokens() + schema
	}
	return prompt.Tokens(string(r.PromptText)) + schema
}

// setAside waits until there is enough for the most that a question can cost, and takes it out. Left is the wall time for
// it. It refuses what could not be paid even if nothing else were under way.
func (p *Purse) setAside(ctx context.Context, role string, need Use) (left time.Duration, err error) {
	for {
		ok, changed, left, err := p.trySetAside(role, need)
		if ok || err != nil {
			return left, err
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return 0, ctx.Err()
		}
	}
}

const unbounded = time.Duration(math.MaxInt64)

func (p *Purse) trySetAside(role string, need Use) (ok bool, changed chan struct{}, left time.Duration, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	both, now := []*pocket{p.purses[role], p.purses[whole]}, time.Now()
	left = unbounded
	for _, x := range both {
		if why := x.short(x.spent.plus(need), need); why != "" {
			return false, nil, 0, p.refuse("%s: %s", x.name, why)
		}
		if x.may.Wall > 0 {
			left = min(left, x.may.Wall-x.wall(now))
		}
		if left <= 0 {
			return false, nil, 0, p.refuse("%s: %s of wall time are spent", x.name, x.may.Wall)
		}
	}
	for _, x := range both {
		if x.short(x.spent.plus(x.held).plus(need), need) != "" {
			return false, p.changed, 0, nil
		}
	}
	for _, x := range both {
		if x.held.Calls == 0 {
			x.since = now
		}
		x.held = x.held.plus(need)
	}
	return true, nil, left, nil
}

// short says which bound a sum passes, or nothing.
func (x *pocket) short(sum, need Use) string {
	switch b := x.may; {
	case b.Calls > 0 && sum.Calls > int64(b.Calls):
		return fmt.Sprintf("%d of %d calls are spent", x.spent.Calls, b.Calls)
	case b.Tokens > 0 && sum.tokens() > b.Tokens:
		return fmt.Sprintf("%d of %d tokens are spent, and the next question may take %d", x.spent.tokens(), b.Tokens, need.tokens())
	case b.Money > 0 && sum.Money > b.Money:
		return fmt.Sprintf("%s of %s dollars are spent, and the next question may cost %s", models.ShowDollars(x.spent.Money), models.ShowDollars(b.Money), models.ShowDollars(need.Money))
	}
	return ""
}

// wall is the time in which something was under way.
func (x *pocket) wall(now time.Time) time.Duration {
	if x.held.Calls == 0 {
		return x.spent.Wall
	}
	return x.spent.Wall + now.Sub(x.since)
}

func (p *Purse) refuse(format string, args ...any) error {
	why := fmt.Sprintf(format, args...)
	if p.mode == Templates {
		return &refusal{why}
	}
	return fmt.Errorf("%w: %s", engine.ErrBudget, why)
}

// refusal is the fault of a question for which too little is left. It is no answer that failed: nobody else is asked.
type refusal struct{ why string }

func (r *refusal) Error() string { return Fault + ": " + r.why }

// Refused says whether a purse that lets coworkers go on with templates refused the question, and what was spent.
func Refused(err error) (why string, refused bool) {
	var r *refusal
	if !errors.As(err, &r) {
		return "", false
	}
	return r.why, true
}

// settle gives back what was set aside and takes what was used.
func (p *Purse) settle(role string, need, used Use) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	for _, x := range []*pocket{p.purses[role], p.purses[whole]} {
		x.held = x.held.plus(Use{-need.Calls, -need.In, -need.Cached, -need.Out, -need.Money, 0})
		x.spent = x.spent.plus(used)
		if x.held.Calls == 0 {
			x.spent.Wall += now.Sub(x.since)
		}
	}
	close(p.changed)
	p.changed = make(chan struct{})
}

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
	keeper Keeper // nil: nothing is kept
	config models.Config
	mode   Mode
	save   func(book []byte) error // nil: it is not written down

	writing sync.Mutex // held while the book is written, so that a later state is not overwritten by an earlier one

	mu      sync.Mutex    // guards what follows
	over    bool          // nothing is asked any more
	under   int           // questions
	idle    chan struct{} // closed when no question is under way; nil while nobody waits for that
	purses  map[string]*pocket
	changed chan struct{} // closed when something was settled
	book    *Book
	known   map[string]bool // questions for which it is counted what others spent on them
}

// pocket is the budget of a role, or of the episode.
type pocket struct {
	name  string
	may   models.Budget
	spent Use
	held  Use       // set aside for what is under way
	under int       // questions under way
	since time.Time // when the first of them began
}

const whole = "" // the name of the episode's pocket

var _ engine.Model = (*Purse)(nil)

// New makes a purse around a model, whose book is written nowhere. Spent is what the episode has spent before.
func New(inner engine.Model, c models.Config, mode Mode, spent Spent) *Purse {
	return Open(inner, c, mode, NewBook(spent), nil)
}

// Open makes a purse that goes on with a book. Save writes the book down and returns when it is on the disk: what could not be
// written down is not asked.
func Open(inner engine.Model, c models.Config, mode Mode, b *Book, save func(book []byte) error) *Purse {
	p := &Purse{inner: inner, config: c, mode: mode, save: save, purses: map[string]*pocket{}, changed: make(chan struct{}), book: b, known: map[string]bool{}}
	p.keeper, _ = inner.(Keeper)
	if !models.Metered(inner) {
		p.inner = metered{inner}
	}
	spent := b.Spent()
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

// errOver is what a question gets that comes when the run is over: it was not asked, and stays open.
var errOver = fmt.Errorf("nothing is asked any more: %w", engine.ErrStop)

// enter counts a question that comes, unless the run is over.
func (p *Purse) enter() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.over {
		return errOver
	}
	p.under++
	return nil
}

func (p *Purse) leave() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.under--; p.under == 0 && p.idle != nil {
		close(p.idle)
		p.idle = nil
	}
}

// Wait lets nothing be asked any more and returns when nothing is under way. A question that was given up may only be
// about to come: nobody waits for those who asked.
func (p *Purse) Wait() {
	p.mu.Lock()
	p.over = true
	if p.under > 0 && p.idle == nil {
		p.idle = make(chan struct{})
	}
	idle := p.idle
	p.mu.Unlock()
	if idle != nil {
		<-idle
	}
}

// Drain waits and writes the book.
func (p *Purse) Drain() error {
	p.Wait()
	return p.write()
}

// Complete implements engine.Model.
func (p *Purse) Complete(ctx context.Context, r engine.Request) (engine.Response, error) {
	if _, ok := p.config.Roles[r.Tier]; !ok {
		return engine.Response{}, fmt.Errorf("role: no model plays %q", r.Tier)
	}
	if err := p.enter(); err != nil {
		return engine.Response{}, err
	}
	defer p.leave()
	if p.kept(r) {
		return p.inner.Complete(ctx, r)
	}
	need := p.need(r)
	left, err := p.admit(r.Tier, need)
	if err != nil {
		return engine.Response{}, p.refused(err)
	}
	defer p.begin(r.Tier)()
	m := &meter{purse: p, role: r.Tier, need: need}
	timed, cancel := within(models.WithMeter(ctx, m), left)
	defer cancel()
	got, err := p.inner.Complete(timed, r)
	p.failed(r.Tier, m.Used().Requests, err == nil, ctx.Err() != nil)
	switch why := m.why(); {
	case err == nil:
		return got, nil
	case why != "":
		return engine.Response{}, p.refused(&refusal{why})
	case !errors.Is(err, engine.ErrStop) && timed.Err() != nil && ctx.Err() == nil:
		return engine.Response{}, p.refused(&refusal{fmt.Sprintf("%s, while question %d of %s is under way", p.late(r.Tier), r.ID, r.For)})
	}
	return got, err
}

// kept says whether the question will be played from what is kept. What others have spent on it counts, once.
func (p *Purse) kept(r engine.Request) bool {
	if p.keeper == nil {
		return false
	}
	k, name := p.keeper.Kept(r), fmt.Sprintf("%q %q %q %d", r.Tier, r.Owner, r.For, r.ID)
	p.mu.Lock()
	defer p.mu.Unlock()
	if k.Used == (models.Usage{}) || p.known[name] {
		return k.Found
	}
	p.known[name] = true
	u := use(p.config, r.Tier, k.Used)
	l := p.book.line(p.config, r.Tier)
	l.Played = l.Played.plus(u)
	for _, x := range p.both(r.Tier) {
		x.spent = x.spent.plus(u)
	}
	return k.Found
}

func (p *Purse) both(role string) []*pocket { return []*pocket{p.purses[role], p.purses[whole]} }

// begin notes that a question is under way, and gives what notes that it is not any more.
func (p *Purse) begin(role string) (end func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, x := range p.both(role) {
		if x.under++; x.under == 1 {
			x.since = time.Now()
		}
	}
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		for _, x := range p.both(role) {
			if x.under--; x.under == 0 {
				x.spent.Wall += time.Since(x.since)
			}
		}
	}
}

// failed notes the requests that brought no answer. When the run stopped the last of them was not waited for, whether its answer
// came or not.
func (p *Purse) failed(role string, requests int64, answered, stopped bool) {
	if requests <= 0 {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	l := p.book.line(p.config, role)
	if stopped {
		l.Unused++
	}
	if answered || stopped {
		requests--
	}
	l.Failed += requests
}

// clock puts the wall time into the book. A role that nobody plays any more keeps what it has there.
func (p *Purse) clock() {
	now := time.Now()
	for role, x := range p.purses {
		wall := x.wall(now)
		if wall == 0 {
			continue
		}
		if p.book.Wall == nil {
			p.book.Wall = map[string]time.Duration{}
		}
		p.book.Wall[role] = wall
	}
}

// write saves the book as it is now.
func (p *Purse) write() error {
	if p.save == nil {
		return nil
	}
	p.writing.Lock()
	defer p.writing.Unlock()
	p.mu.Lock()
	p.clock()
	raw, err := p.book.Encode()
	p.mu.Unlock()
	if err == nil {
		err = p.save(raw)
	}
	if err != nil {
		return fmt.Errorf("write down what is spent: %w: %w", err, engine.ErrStop)
	}
	return nil
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
	return use(p.config, r.Tier, models.Usage{Requests: 1, In: int64(promptTokens(r)), Out: int64(most)})
}

func promptTokens(r engine.Request) int {
	schema := prompt.Tokens(string(r.SchemaText))
	if q, err := prompt.Decode(r.PromptText); err == nil {
		return q.Tokens() + schema
	}
	return prompt.Tokens(string(r.PromptText)) + schema
}

// setAside waits until there is enough for the most that a request can cost, takes it out and writes that down. It refuses what
// could not be paid even if nothing else were under way.
func (p *Purse) setAside(ctx context.Context, role string, need Use) error {
	for {
		ok, changed, err := p.trySetAside(role, need)
		if ok {
			if err := p.write(); err != nil {
				p.settle(role, need, models.Usage{})
				return err
			}
			return nil
		}
		if err != nil {
			return err
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

const unbounded = time.Duration(math.MaxInt64)

// admit refuses what could not be paid even if nothing were under way. Left is the wall time for it.
func (p *Purse) admit(role string, need Use) (left time.Duration, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.mayAsk(role, need)
}

func (p *Purse) mayAsk(role string, need Use) (left time.Duration, err error) {
	now := time.Now()
	left = unbounded
	for _, x := range p.both(role) {
		if why := x.short(x.spent.plus(need), need); why != "" {
			return 0, &refusal{x.name + ": " + why}
		}
		if x.may.Wall > 0 {
			left = min(left, x.may.Wall-x.wall(now))
		}
		if left <= 0 {
			return 0, &refusal{x.late(now)}
		}
	}
	return left, nil
}

func (p *Purse) trySetAside(role string, need Use) (ok bool, changed chan struct{}, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if _, err := p.mayAsk(role, need); err != nil {
		return false, nil, err
	}
	for _, x := range p.both(role) {
		if x.short(x.spent.plus(x.held).plus(need), need) != "" {
			return false, p.changed, nil
		}
	}
	for _, x := range p.both(role) {
		x.held = x.held.plus(need)
	}
	l := p.book.line(p.config, role)
	l.Held = l.Held.plus(p.sent(role, need))
	return true, nil, nil
}

// sent is what of a request has surely cost when nobody hears of it any more: its prompt.
func (p *Purse) sent(role string, need Use) Use {
	return use(p.config, role, models.Usage{Requests: need.Calls, In: need.In})
}

// short says which bound a sum passes, or nothing.
func (x *pocket) short(sum, need Use) string {
	switch b := x.may; {
	case b.Calls > 0 && sum.Calls > int64(b.Calls):
		return fmt.Sprintf("%d of %d calls are spent", x.spent.Calls, b.Calls)
	case b.Tokens > 0 && sum.tokens() > b.Tokens:
		return tooMuch(fmt.Sprint(x.spent.tokens()), fmt.Sprintf("%d tokens", b.Tokens), fmt.Sprint(need.tokens()), "take", x.spent.tokens() == 0)
	case b.Money > 0 && sum.Money > b.Money:
		return tooMuch(models.ShowDollars(x.spent.Money), models.ShowDollars(b.Money)+" dollars", models.ShowDollars(need.Money), "cost", x.spent.Money == 0)
	}
	return ""
}

// tooMuch says that the next question may take more than is left, which may be all.
func tooMuch(spent, bound, next, takes string, nothing bool) string {
	if nothing {
		return fmt.Sprintf("nothing of %s is spent, and the next question alone may %s %s, which is more", bound, takes, next)
	}
	return fmt.Sprintf("%s of %s are spent, and the next question may %s %s, which is more than is left", spent, bound, takes, next)
}

// wall is the time in which something was under way.
func (x *pocket) wall(now time.Time) time.Duration {
	if x.under == 0 {
		return x.spent.Wall
	}
	return x.spent.Wall + now.Sub(x.since)
}

// late says that the wall time of a bound is spent.
func (x *pocket) late(now time.Time) string {
	return fmt.Sprintf("%s: %s of %s of wall time are spent", x.name, shown(x.wall(now)), x.may.Wall)
}

// late says which bound on the wall time of a role was reached. Of a role's and the episode's it is the one that is passed by more.
func (p *Purse) late(role string) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	var first *pocket
	now := time.Now()
	for _, x := range p.both(role) {
		if x.may.Wall > 0 && (first == nil || x.wall(now)-x.may.Wall > first.wall(now)-first.may.Wall) {
			first = x
		}
	}
	return first.late(now)
}

// shown rounds a time as people want it.
func shown(d time.Duration) time.Duration {
	if d < time.Minute {
		return d.Round(time.Millisecond)
	}
	return d.Round(time.Second)
}

// refused is a refusal as the mode has it.
func (p *Purse) refused(err error) error {
	var r *refusal
	if !errors.As(err, &r) || p.mode == Templates {
		return err
	}
	return fmt.Errorf("%w: %s", engine.ErrBudget, r.why)
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
func (p *Purse) settle(role string, need Use, u models.Usage) {
	p.mu.Lock()
	used := use(p.config, role, u)
	for _, x := range p.both(role) {
		x.held = x.held.plus(need.negative())
		x.spent = x.spent.plus(used)
	}
	l := p.book.line(p.config, role)
	l.Held, l.Paid = l.Held.plus(p.sent(role, need).negative()), l.Paid.plus(used)
	if m, _ := p.config.Playing(role); m.Price == (models.Price{}) {
		l.Unpriced += used.Calls
	}
	if _, fake := p.inner.(metered); fake {
		l.Fake += used.Calls
	}
	close(p.changed)
	p.changed = make(chan struct{})
	p.mu.Unlock()
	_ = p.write() // what stands there counts more than what was used; the next request, or Drain, writes again and says what is wrong
}

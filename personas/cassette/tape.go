package cassette

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/tenure-sim/tenure/personas/models"
	"github.com/tenure-sim/tenure/personas/purse"
	"github.com/tenure-sim/tenure/personas/standin"
	"github.com/tenure-sim/tenure/sim/engine"
)

// Options say how a tape is used.
type Options struct {
	Mode   Mode
	Config models.Config    // which model plays which role; not wanted by Synthetic
	Model  engine.Model     // whom to ask; not wanted by Strict and Synthetic
	Fork   uint64           // the event from which on Fork may ask
	Now    func() time.Time // time.Now when nil
	Payer  string           // the book of the episode that pays what is asked: what it finds of itself on the tape it has counted
}

// synthetic is the name of what stands in for a model, so that no other mode takes its answers for a model's.
const synthetic = string(Synthetic)

// Tape is an engine.Model that remembers. It may be used from several goroutines.
type Tape struct {
	opt  Options
	file *file

	mu    sync.Mutex // guards what follows
	index *index
	busy  map[key]chan struct{} // questions that are being asked, and what tells that they are not any more
	tries map[*record]struct{}  // the same, to gather failed attempts

	played int // answers and faults
}

var _ engine.Model = (*Tape)(nil)

// Open opens a tape, and makes it where a mode writes and there is none. Cut says how many bytes of a last line that a crash
// had cut were left out.
func Open(path string, opt Options) (t *Tape, cut int64, err error) {
	if opt, err = opt.checked(); err != nil {
		return nil, 0, err
	}
	f, x, cut, err := openFile(path, opt.Mode.writes(), opt.Payer)
	if err != nil {
		return nil, 0, fmt.Errorf("open the tape %s: %w", path, err)
	}
	return &Tape{opt: opt, file: f, index: x, busy: map[key]chan struct{}{}, tries: map[*record]struct{}{}}, cut, nil
}

func (o Options) checked() (Options, error) {
	if _, err := ParseMode(string(o.Mode)); err != nil {
		return o, err
	}
	if o.Mode == Synthetic {
		o.Model = standin.Model{As: synthetic}
	}
	if o.Model == nil && o.Mode != Strict {
		return o, fmt.Errorf("a tape in mode %s needs a model to ask", o.Mode)
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return o, nil
}

// Close gives the file back. Questions must not be under way.
func (t *Tape) Close() error { return t.file.close() }

// Len is how many questions have an answer or a fault on the tape.
func (t *Tape) Len() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.index.at)
}

// stop is an error that nobody may make do with.
func (t *Tape) stop(err error) error {
	return fmt.Errorf("tape %s: %w: %w", t.file.path, err, engine.ErrStop)
}

// Complete implements engine.Model.
func (t *Tape) Complete(ctx context.Context, r engine.Request) (engine.Response, error) {
	q, err := t.question(r)
	if err != nil {
		return engine.Response{}, t.stop(fmt.Errorf("question %d of %s: %w", r.ID, r.For, err))
	}
	k := q.mark().key()
	for {
		at, found, wait := t.look(k, r.Seq)
		switch {
		case found:
			return t.play(at)
		case wait != nil:
			select {
			case <-wait:
				continue // what it got is on the tape, or it is our turn to ask
			case <-ctx.Done():
				return engine.Response{}, ctx.Err()
			}
		case t.strict(r.Seq):
			return engine.Response{}, t.stop(t.miss(q))
		}
		if done := t.claim(k, &q); done != nil {
			defer done()
			return t.ask(ctx, r, &q)
		}
	}
}

// Kept says whether the tape has what a question gets, and what others than the payer have spent on it.
func (t *Tape) Kept(r engine.Request) purse.Kept {
	q, err := t.question(r)
	if err != nil {
		return purse.Kept{} // Complete says it
	}
	k := q.mark().key()
	at, found, _ := t.look(k, r.Seq)
	t.mu.Lock()
	defer t.mu.Unlock()
	out := purse.Kept{Found: found, Used: t.index.lost[k]}
	if p := t.index.at[k]; found && p.offset == at {
		out.Used = out.Used.Plus(p.used)
	}
	return out
}

// Fakes says whether a fake has answered some of what is on the tape: only Synthetic plays that.
func (t *Tape) Fakes() bool {
	if t == nil {
		return false
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.index.fakes
}

// Metered says that whom the tape asks tells of each request by itself.
func (t *Tape) Metered() bool { return models.Metered(t.opt.Model) }

func (t *Tape) question(r engine.Request) (record, error) {
	role, ok := t.opt.Config.Roles[r.Tier]
	m, played := t.opt.Config.Playing(r.Tier)
	switch {
	case t.opt.Mode == Synthetic:
		m, role = models.Model{Name: synthetic, ID: synthetic}, models.Role{}
	case !ok || !played:
		return record{}, fmt.Errorf("no model plays the role %q", r.Tier)
	}
	return question(r, m, role)
}

// strict says whether a question may not be asked anew. Seq is the event that asks it; an agent's has none, and is only
// ever asked after the fork.
func (t *Tape) strict(seq uint64) bool {
	return t.opt.Mode == Strict || t.opt.Mode == Fork && seq > 0 && seq <= t.opt.Fork
}

// look finds what may be played, or what to wait for because the same is being asked just now.
func (t *Tape) look(k key, seq uint64) (at int64, found bool, wait chan struct{}) {
	t.mu.Lock()
	defer t.mu.Unlock()
	p, ok := t.index.at[k]
	if ok && (!p.fault || t.strict(seq)) {
		return p.offset, true, nil
	}
	return 0, false, t.busy[k]
}

// claim makes a question ours to ask, unless somebody else was quicker. Done ends that.
func (t *Tape) claim(k key, q *record) (done func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.busy[k] != nil {
		return nil
	}
	if p, ok := t.index.at[k]; ok && !p.fault {
		return nil // it was asked between looking and claiming
	}
	over := make(chan struct{})
	t.busy[k], t.tries[q] = over, struct{}{}
	return func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		delete(t.busy, k)
		delete(t.tries, q)
		close(over)
	}
}

// ask puts a question and keeps what it got before it gives it on.
func (t *Tape) ask(ctx context.Context, r engine.Request, q *record) (engine.Response, error) {
	q.Began, q.Payer = t.opt.Now().UTC(), t.opt.Payer
	got, err := t.opt.Model.Complete(ctx, r)
	stops := errors.Is(err, engine.ErrStop)
	if used := models.MeterOf(ctx).Used(); used.Requests > 0 {
		q.Used = &used
	} else if stops {
		return got, err // it was not asked
	}
	t.mu.Lock()
	delete(t.tries, q) // an attempt that ends later belongs to nobody
	t.mu.Unlock()
	q.Took = t.opt.Now().Sub(q.Began).Microseconds()
	switch {
	case err != nil && (ctx.Err() != nil || stops):
		q.Got = gotNothing
		return got, errors.Join(err, t.keep(*q))
	case err != nil:
		q.Got, q.Fault = gotFault, plain(err.Error())
		if q.Fault == "" {
			q.Fault = "fault: no reason was given"
		}
	default:
		q.Got, q.Answer = gotAnswer, answerOf(got)
	}
	if err := t.keep(*q); err != nil {
		return engine.Response{}, t.stop(err)
	}
	return q.play()
}

// keep writes a record, waits until it is on the disk, and only then lets it be found.
func (t *Tape) keep(q record) error {
	line, err := q.line()
	if err != nil {
		return fmt.Errorf("write question %d of %s: %w", q.Ordinal, q.Persona, err)
	}
	if len(line) > lineMost && len(q.Attempts) > 0 {
		q.Attempts = nil // what failed before may be large, and nobody plays it
		return t.keep(q)
	}
	if len(line) > lineMost {
		return fmt.Errorf("question %d of %s and its answer take %d bytes, and a line of a tape at most %d", q.Ordinal, q.Persona, len(line), lineMost)
	}
	offset, err := t.file.append(line)
	if err != nil {
		return err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	m := q.mark()
	m.Used = models.Usage{} // whoever asks now has counted it
	t.index.add(m, offset)
	return nil
}

// play reads a record and gives what it got.
func (t *Tape) play(at int64) (engine.Response, error) {
	q, err := t.file.record(at)
	if err != nil {
		return engine.Response{}, t.stop(err)
	}
	t.mu.Lock()
	t.played++
	t.mu.Unlock()
	return q.play()
}

// attemptsMost bounds the failed attempts that are kept of one question.
const attemptsMost = 100

// Attempt notes a failed attempt with the question that is under way. It is for whoever tries again and again below.
func (t *Tape) Attempt(a Attempt) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for q := range t.tries {
		if q.Role == a.Role && q.Persona == a.Persona && q.Ordinal == a.Ordinal && len(q.Attempts) < attemptsMost {
			q.Attempts = append(q.Attempts, a)
			return
		}
	}
}

package purse

import (
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/tenure-sim/tenure/personas/models"
	"github.com/tenure-sim/tenure/sim/engine"
)

// retrying asks an endpoint so many times, and counts what reaches it. It tells the meter by itself.
type retrying struct {
	requests atomic.Int64
	tries    int
	answers  bool          // the last one
	took     time.Duration // each
}

func (*retrying) Metered() bool { return true }

func (r *retrying) Complete(ctx context.Context, q engine.Request) (engine.Response, error) {
	for n := range r.tries {
		done, err := models.MeterOf(ctx).Send(ctx)
		if err != nil {
			return engine.Response{}, err
		}
		r.requests.Add(1)
		time.Sleep(r.took)
		last := r.answers && n == r.tries-1
		if !last {
			done(models.Usage{Requests: 1, In: 10, Out: 3}) // it broke off
			continue
		}
		done(models.Usage{Requests: 1, In: 10, Out: 40})
		return engine.Response{Text: "yes", In: 10, Out: 40, Tries: r.tries}, nil
	}
	return engine.Response{}, errors.New("server: 503")
}

// disk is where a book is written.
type disk struct {
	mu   sync.Mutex
	raw  []byte
	full error
}

func (d *disk) save(raw []byte) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.full == nil {
		d.raw = raw
	}
	return d.full
}

func (d *disk) read(t *testing.T) *Book {
	t.Helper()
	d.mu.Lock()
	defer d.mu.Unlock()
	b, err := ReadBook(d.raw)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestEveryRequestCountsAlsoThoseThatArePutAgain(t *testing.T) {
	for _, mode := range []Mode{Stop, Templates} {
		m := &retrying{tries: 2, answers: true}
		p := New(m, config(models.Budget{Calls: 3}, models.Budget{}, models.Budget{}), mode, nil)
		_, first := p.Complete(t.Context(), ask(models.Small, 40))
		_, second := p.Complete(t.Context(), ask(models.Small, 40)) // of its two requests the first may be put
		_, third := p.Complete(t.Context(), ask(models.Small, 40))
		for _, err := range []error{second, third} {
			if err == nil || !strings.Contains(err.Error(), "3 of 3 calls are spent") || errors.Is(err, engine.ErrBudget) != (mode == Stop) {
				t.Errorf("%s: got %v", mode, err)
			}
		}
		if n := m.requests.Load(); n != 3 || first != nil {
			t.Errorf("%s: %d requests were put, want 3; the first question got %v", mode, n, first)
		}
		want := Use{Calls: 3, In: 30, Out: 46, Money: 122}
		got := p.Spent()[models.Small]
		if got.Wall = 0; got != want {
			t.Errorf("%s: got %+v, want %+v", mode, got, want)
		}
		if l := p.book.Lines[0]; l.Failed != 2 {
			t.Errorf("%s: %d requests failed, want 2", mode, l.Failed)
		}
	}
}

func TestRetriesOfManyNeverPassABound(t *testing.T) {
	for bound := 1; bound < 20; bound += 3 {
		synctest.Test(t, func(t *testing.T) {
			m := &retrying{tries: 3, answers: true, took: time.Second}
			p := New(m, config(models.Budget{}, models.Budget{}, models.Budget{Calls: bound}), Templates, nil)
			var all sync.WaitGroup
			for i := range 12 {
				all.Go(func() { p.Complete(t.Context(), ask([]string{models.Small, models.Strong}[i%2], 40)) })
			}
			all.Wait()
			if n := m.requests.Load(); n != int64(bound) {
				t.Errorf("%d requests were put under a bound of %d", n, bound)
			}
		})
	}
}

// What a killed run had put stands in its book, and so do questions that were under way.
func TestAKillGivesNothingBack(t *testing.T) {
	d := &disk{}
	c := config(models.Budget{Calls: 3}, models.Budget{}, models.Budget{})
	var killed []byte
	m := modelFunc(func(ctx context.Context, r engine.Request) (engine.Response, error) {
		killed = d.raw // as it stands on the disk while the question is under way
		return frugal(ctx, r)
	})
	p := Open(m, c, Stop, NewBook(nil), d.save)
	for range 2 {
		if _, err := p.Complete(t.Context(), ask(models.Small, 40)); err != nil {
			t.Fatal(err)
		}
	}
	after, err := ReadBook(killed)
	if err != nil {
		t.Fatal(err)
	}
	want := Use{Calls: 2, In: 20, Out: 40, Money: 100} // one answer, and the prompt of the other
	got := after.Spent()[models.Small]
	if got.Wall = 0; got != want || after.Lines[0].Failed != 1 {
		t.Errorf("got %+v, want %+v and one that failed", got, want)
	}
	if got := d.read(t); got.Spent()[models.Small].Calls != 2 || got.Lines[0].Failed != 0 || got.Payer != after.Payer || got.Payer == "" {
		t.Errorf("after both: got %+v", got)
	}
	p = Open(m, c, Stop, after, d.save)
	_, third := p.Complete(t.Context(), ask(models.Small, 40))
	_, fourth := p.Complete(t.Context(), ask(models.Small, 40))
	if third != nil || !errors.Is(fourth, engine.ErrBudget) {
		t.Errorf("gone on with: got %v, then %v", third, fourth)
	}
}

func TestWhatCannotBeWrittenDownIsNotAsked(t *testing.T) {
	d := &disk{full: errors.New("the disk is full")}
	m := &retrying{tries: 1, answers: true}
	p := Open(m, config(models.Budget{Calls: 1}, models.Budget{}, models.Budget{}), Templates, NewBook(nil), d.save)
	if _, err := p.Complete(t.Context(), ask(models.Small, 40)); !errors.Is(err, engine.ErrStop) || !errors.Is(err, d.full) || m.requests.Load() != 0 {
		t.Errorf("got %v after %d requests", err, m.requests.Load())
	}
	if err := p.write(); !errors.Is(err, d.full) {
		t.Errorf("draining got %v", err)
	}
	d.full = nil
	if _, err := p.Complete(t.Context(), ask(models.Small, 40)); err != nil {
		t.Errorf("with room on the disk: %v", err)
	}
}

// keeping has an answer for some and has spent on others.
type keeping struct {
	retrying
	kept Kept
}

func (k *keeping) Kept(engine.Request) Kept { return k.kept }

func TestWhatATapeHasIsPlayedAndCounts(t *testing.T) {
	paid := models.Usage{Requests: 2, In: 20, Out: 5}
	c := config(models.Budget{Calls: 2}, models.Budget{}, models.Budget{})
	k := &keeping{kept: Kept{Found: true, Used: paid}, retrying: retrying{tries: 1, answers: true}}
	p := Open(k, c, Templates, NewBook(Spent{models.Small: {Calls: 2}}), nil)
	r := ask(models.Small, 40)
	for range 2 { // and counts once
		if got, err := p.Complete(t.Context(), r); err != nil || got.Text == "" {
			t.Errorf("an answer that is paid was thrown away: %v", err)
		}
	}
	if got := p.book.Lines[0]; got.Played.Calls != 2 || got.Paid.Calls != 0 || p.Spent()[models.Small].Calls != 4 {
		t.Errorf("got %+v", got)
	}
	k.kept.Found, r.ID, k.requests = false, 7, atomic.Int64{} // what was asked in vain counts before anybody is asked again
	p = Open(k, c, Templates, NewBook(nil), nil)
	if _, err := p.Complete(t.Context(), r); err == nil || k.requests.Load() != 0 {
		t.Errorf("got %v and %d requests beside two of an earlier run", err, k.requests.Load())
	}
}

func TestModelsOfOneIDArePricedByTheirNames(t *testing.T) {
	c := models.Config{Models: []models.Model{{Name: "a", ID: "x", Price: models.Price{In: 1_000_000}}, {Name: "b", ID: "x", Price: models.Price{In: 9_000_000}}},
		Roles: map[string]models.Role{models.Strong: {Model: "a", Fallback: models.Small}, models.Small: {Model: "b"}}}
	f := Fallback{New(modelFunc(func(_ context.Context, r engine.Request) (engine.Response, error) {
		if r.Tier == models.Strong {
			return engine.Response{}, errors.New("timeout: x")
		}
		return engine.Response{Text: "y", Model: "x", In: 10}, nil
	}), c, Stop, nil), c}
	got, err := f.Complete(t.Context(), ask(models.Strong, 10))
	if err != nil || got.Model != "x (b)" {
		t.Fatalf("got %+v, %v", got, err)
	}
	count := NewCount(c)
	count.answered(models.Strong, Told{Model: got.Model, In: 10})
	if s := count.Spent(); s[models.Small].Money != 90 || s[models.Strong].Money != 10 || count.Unknown(models.Strong) != 0 {
		t.Errorf("got %+v", s)
	}
	count.answered(models.Strong, Told{Model: "another", In: 10, Tries: 3})
	if n := count.Unknown(models.Strong); n != 3 {
		t.Errorf("got %d calls at prices that are not known, want 3", n)
	}
}

func FuzzReadBook(f *testing.F) {
	b := NewBook(Spent{models.Small: {Calls: 2}})
	b.line(config(models.Budget{}, models.Budget{}, models.Budget{}), models.Small).Held = Use{Calls: 1, In: 3}
	raw, err := b.Encode()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(raw)
	f.Add([]byte(`{"lines":[null]}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		b, err := ReadBook(raw)
		if err != nil {
			return
		}
		b.Spent()
		if _, err := b.Encode(); err != nil {
			t.Fatal(err)
		}
	})
}

// Questions that come when a run ends are let in before, or not at all.
func TestNothingIsAskedWhenTheRunIsOver(t *testing.T) {
	for range 100 {
		p := New(modelFunc(frugal), config(models.Budget{}, models.Budget{}, models.Budget{}), Stop, nil)
		var all sync.WaitGroup
		for range 4 {
			all.Go(func() {
				if _, err := p.Complete(t.Context(), ask(models.Small, 1)); err != nil && !errors.Is(err, engine.ErrStop) {
					t.Errorf("got %v, want an answer or that nothing is asked any more", err)
				}
			})
		}
		p.Wait()
		calls := p.Spent()[models.Small].Calls
		all.Wait()
		if _, err := p.Complete(t.Context(), ask(models.Small, 1)); !errors.Is(err, engine.ErrStop) {
			t.Fatalf("got %v, want that nothing is asked any more", err)
		}
		if now := p.Spent()[models.Small].Calls; now != calls {
			t.Fatalf("%d calls when the run was over, and %d after", calls, now)
		}
	}
}

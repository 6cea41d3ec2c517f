package purse

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"github.com/tenure-sim/tenure/personas/models"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/engine"
	"github.com/tenure-sim/tenure/sim/prompt"
)

type modelFunc func(context.Context, engine.Request) (engine.Response, error)

func (f modelFunc) Complete(ctx context.Context, r engine.Request) (engine.Response, error) {
	return f(ctx, r)
}

// frugal uses exactly what a request says it needs, under the name of a role's model.
func frugal(_ context.Context, r engine.Request) (engine.Response, error) {
	return engine.Response{Text: "yes", Model: r.Tier, In: promptTokens(r), Out: r.Limit}, nil
}

func config(small, strong, all models.Budget) models.Config {
	price := models.Price{In: 1_000_000, Out: 2_000_000}
	return models.Config{Models: []models.Model{{Name: "a", ID: models.Small, Price: price}, {Name: "b", ID: models.Strong, Price: price}},
		Roles:  map[string]models.Role{models.Small: {Model: "a", Budget: small}, models.Strong: {Model: "b", Budget: strong, Fallback: models.Small}},
		Budget: all}
}

func ask(role string, limit int) engine.Request {
	p := prompt.Prompt{Messages: []prompt.Message{{Role: prompt.User, Content: "Do you come?"}}} // 10 tokens
	r := engine.Request{PromptText: p.Encode()}
	r.Tier, r.Limit, r.For = role, limit, "lena"
	return r
}

func TestEachBoundStops(t *testing.T) {
	none := models.Budget{}
	for _, c := range []struct {
		name         string
		small, whole models.Budget
		calls        int // that go through; each takes 10 tokens in and 40 out, and costs 90 micro-dollars
		want         string
	}{
		{"calls", models.Budget{Calls: 3}, none, 3, "role persona.small: 3 of 3 calls are spent"},
		{"tokens", models.Budget{Tokens: 120}, none, 2, "role persona.small: 100 of 120 tokens are spent, and the next question may take 50"},
		{"money", models.Budget{Money: 269}, none, 2, "role persona.small: 0.00018 of 0.000269 dollars are spent, and the next question may cost 0.00009"},
		{"episode", none, models.Budget{Calls: 1}, 1, "the episode: 1 of 1 calls are spent"},
	} {
		for _, mode := range []Mode{Stop, Templates} {
			p := New(modelFunc(frugal), config(c.small, none, c.whole), mode, nil)
			for n := range c.calls {
				if got, err := p.Complete(t.Context(), ask(models.Small, 40)); err != nil || got.Text == "" {
					t.Fatalf("%s: call %d got %+v, %v", c.name, n+1, got, err)
				}
			}
			got, err := p.Complete(t.Context(), ask(models.Small, 40))
			if err == nil || !strings.Contains(err.Error(), c.want) || got.Text != "" || errors.Is(err, engine.ErrBudget) != (mode == Stop) {
				t.Errorf("%s, %s: got %v\nwant %s", c.name, mode, err, c.want)
			}
			if mode == Templates && !strings.HasPrefix(err.Error(), Fault+": ") {
				t.Errorf("%s: the fault %q does not begin with its kind", c.name, err)
			}
		}
	}
}

func TestWhatWasSpentBeforeCounts(t *testing.T) {
	p := New(modelFunc(frugal), config(models.Budget{Calls: 3}, models.Budget{}, models.Budget{}), Stop, Spent{models.Small: {Calls: 2}})
	_, first := p.Complete(t.Context(), ask(models.Small, 1))
	_, second := p.Complete(t.Context(), ask(models.Small, 1))
	if first != nil || !errors.Is(second, engine.ErrBudget) {
		t.Errorf("got %v, then %v; want one call and a spent budget", first, second)
	}
	if got := p.Spent()[models.Small].Calls; got != 3 {
		t.Errorf("got %d calls, want 3", got)
	}
}

func TestFailedCallsAreCallsAndUnaskedOnesAreNot(t *testing.T) {
	err := errors.New("timeout: nothing came")
	p := New(modelFunc(func(context.Context, engine.Request) (engine.Response, error) { return engine.Response{}, err }), config(models.Budget{Calls: 5}, models.Budget{}, models.Budget{}), Stop, nil)
	if _, got := p.Complete(t.Context(), ask(models.Small, 1)); got != err {
		t.Errorf("got %v, want the model's own fault", got)
	}
	err = fmt.Errorf("no tape: %w", engine.ErrStop)
	if _, got := p.Complete(t.Context(), ask(models.Small, 1)); got != err {
		t.Errorf("got %v, want the model's own refusal", got)
	}
	if got := p.Spent()[models.Small]; got.Calls != 1 || got.In != 10 || got.Out != 0 || got.Money != 10 {
		t.Errorf("got %+v, want one call and the ten tokens that it sent", got)
	}
}

func TestAPanicLeavesNothingSetAside(t *testing.T) {
	p := New(modelFunc(func(context.Context, engine.Request) (engine.Response, error) { panic("x") }), config(models.Budget{Tokens: 60}, models.Budget{}, models.Budget{}), Stop, nil)
	func() {
		defer func() { recover() }()
		p.Complete(t.Context(), ask(models.Small, 40))
	}()
	p.inner = modelFunc(frugal)
	if _, err := p.Complete(t.Context(), ask(models.Small, 40)); err != nil {
		t.Errorf("got %v, want that nothing is still set aside", err)
	}
}

func TestWallTimeEndsAQuestionThatIsUnderWay(t *testing.T) {
	for _, mode := range []Mode{Stop, Templates} {
		synctest.Test(t, func(t *testing.T) {
			slow := modelFunc(func(ctx context.Context, r engine.Request) (engine.Response, error) {
				select {
				case <-time.After(time.Duration(r.Limit) * time.Second):
					return frugal(ctx, r)
				case <-ctx.Done():
					return engine.Response{}, ctx.Err()
				}
			})
			p := New(slow, config(models.Budget{Wall: time.Minute}, models.Budget{}, models.Budget{}), mode, nil)
			var all sync.WaitGroup
			for range 3 { // at the same time: they take 20 s together
				all.Go(func() {
					if _, err := p.Complete(t.Context(), ask(models.Small, 20)); err != nil {
						t.Error(err)
					}
				})
			}
			all.Wait()
			if got := p.Spent()[models.Small].Wall; got != 20*time.Second {
				t.Errorf("three at the same time took %s, want 20s", got)
			}
			time.Sleep(time.Hour) // nothing is under way
			start := time.Now()
			_, err := p.Complete(t.Context(), ask(models.Small, 300))
			if took := time.Since(start); took != 40*time.Second || err == nil || !strings.Contains(err.Error(), "wall time") || errors.Is(err, engine.ErrBudget) != (mode == Stop) {
				t.Errorf("got %v after %s, want that the wall time is spent after 40s", err, took)
			}
			if _, err := p.Complete(t.Context(), ask(models.Small, 1)); err == nil || !strings.Contains(err.Error(), "1m0s of 1m0s of wall time are spent") {
				t.Errorf("then got %v", err)
			}
			ctx, cancel := context.WithCancel(t.Context())
			cancel()
			if _, err := p.Complete(ctx, ask(models.Strong, 5)); !errors.Is(err, context.Canceled) {
				t.Errorf("a run that ends got %v", err)
			}
		})
	}
}

func TestNoBoundIsPassedHoweverManyAsk(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		small := models.Budget{Calls: rapid.IntRange(1, 30).Draw(rt, "calls"), Tokens: rapid.Int64Range(1, 2000).Draw(rt, "tokens"), Money: rapid.Int64Range(1, 3000).Draw(rt, "money")}
		all := models.Budget{Tokens: rapid.Int64Range(1, 3000).Draw(rt, "all")}
		limits := rapid.SliceOfN(rapid.IntRange(1, 200), 1, 60).Draw(rt, "limits")
		less := rapid.IntRange(1, 5).Draw(rt, "less") // an answer is shorter than it may be by so many parts
		var spent Spent
		var answered int64
		synctest.Test(t, func(t *testing.T) { spent, answered = storm(t, config(small, models.Budget{}, all), limits, less) })
		s, total := spent[models.Small], spent.Total()
		if s.Calls > int64(small.Calls) || s.tokens() > small.Tokens || s.Money > small.Money || total.tokens() > all.Tokens {
			rt.Fatalf("spent %+v of %+v, in all %d of %d tokens", s, small, total.tokens(), all.Tokens)
		}
		if total.Calls != answered {
			rt.Fatalf("%d calls are counted and %d were answered", total.Calls, answered)
		}
		if answered == 0 && small.Tokens > 300 && small.Money > 500 && all.Tokens > 300 {
			rt.Fatalf("nothing was answered under %+v", small)
		}
	})
}

// storm asks everything at once; each answer takes its time.
func storm(t *testing.T, c models.Config, limits []int, less int) (Spent, int64) {
	p := New(modelFunc(func(ctx context.Context, r engine.Request) (engine.Response, error) {
		time.Sleep(time.Duration(r.Limit%7+1) * time.Second)
		got, err := frugal(ctx, r)
		got.Out /= less
		return got, err
	}), c, Stop, nil)
	var wait sync.WaitGroup
	var answered atomic.Int64
	for i, limit := range limits {
		role := models.Small
		if i%4 == 3 {
			role = models.Strong
		}
		wait.Go(func() {
			got, err := p.Complete(t.Context(), ask(role, limit))
			switch {
			case err == nil && got.Text != "":
				answered.Add(1)
			case !errors.Is(err, engine.ErrBudget):
				t.Errorf("got %+v, %v; want an answer or that the budget is spent", got, err)
			}
		})
	}
	wait.Wait()
	return p.Spent(), answered.Load()
}

// An endpoint may count otherwise than we do. Then the bound is passed by what the questions under way cost too much.
func TestAnAnswerThatCostsTooMuchIsTheLast(t *testing.T) {
	p := New(modelFunc(func(_ context.Context, r engine.Request) (engine.Response, error) {
		return engine.Response{Text: "x", In: 5000, Out: 5000}, nil
	}), config(models.Budget{Tokens: 1000}, models.Budget{}, models.Budget{}), Stop, nil)
	_, first := p.Complete(t.Context(), ask(models.Small, 40))
	_, second := p.Complete(t.Context(), ask(models.Small, 40))
	if first != nil || !errors.Is(second, engine.ErrBudget) {
		t.Errorf("got %v, then %v", first, second)
	}
}

func TestTheLogTellsWhatWasSpent(t *testing.T) {
	c := config(models.Budget{}, models.Budget{}, models.Budget{})
	events := []sim.Event{
		{Body: sim.Asked{ID: 1, Owner: "players", Tier: models.Small}},
		{Body: sim.Asked{ID: 2, Owner: "players", Tier: models.Strong}},
		{Body: sim.Asked{ID: 3, Owner: "players", Tier: models.Strong}},
		{Body: sim.Replied{ID: 2, Owner: "players", Text: "x", Model: models.Strong + "-2026", In: 100, Out: 10}},
		{Body: sim.Replied{ID: 1, Owner: "players", Fault: "timeout: x"}},
		{Body: sim.Replied{ID: 3, Owner: "players", Text: "x", Model: models.Small, In: 7, Cached: 3, Out: 1}}, // its fallback
		{Body: sim.Asked{ID: 4, Owner: "players", Tier: models.Small}},
	}
	got := SpentIn(slices.Values(events), c)
	want := Spent{models.Strong: {Calls: 2, In: 107, Out: 10, Money: 127}, models.Small: {Calls: 2, In: 7, Cached: 3, Out: 1, Money: 9}}
	if len(got) != 2 || got[models.Small] != want[models.Small] || got[models.Strong] != want[models.Strong] {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
	count := NewCount(c)
	if _, err := count.AddTrace(models.Small, []byte(`{"asked":4,"usage":[{"model":"persona.small","in":5,"out":2},{"in":1,"out":1}]}`)); err != nil {
		t.Fatal(err)
	}
	if got := count.Spent()[models.Small]; got != (Use{Calls: 2, In: 6, Out: 3, Money: 12}) {
		t.Errorf("a trace gave %+v", got)
	}
	if _, err := count.AddTrace(models.Small, []byte(`{`)); err == nil {
		t.Error("a trace that is none was counted")
	}
}

func TestAFallbackIsAskedWhenARoleGivesNoAnswer(t *testing.T) {
	c := config(models.Budget{}, models.Budget{Calls: 1}, models.Budget{})
	strongFails := modelFunc(func(ctx context.Context, r engine.Request) (engine.Response, error) {
		if r.Tier == models.Strong {
			return engine.Response{}, errors.New("timeout: x")
		}
		got, err := frugal(ctx, r)
		got.Model += "-2026" // the log is to tell who answered all the same
		return got, err
	})
	f := Fallback{New(strongFails, c, Templates, nil), c}
	if got, err := f.Complete(t.Context(), ask(models.Strong, 10)); err != nil || got.Model != models.Small {
		t.Errorf("got %+v, %v, want an answer of %s", got, err, models.Small)
	}
	f = Fallback{New(modelFunc(frugal), c, Stop, Spent{models.Strong: {Calls: 1}}), c}
	if _, err := f.Complete(t.Context(), ask(models.Strong, 10)); !errors.Is(err, engine.ErrBudget) {
		t.Errorf("a budget that stops was evaded: %v", err)
	}
	f = Fallback{modelFunc(func(_ context.Context, r engine.Request) (engine.Response, error) {
		return engine.Response{}, errors.New("fault of " + r.Tier)
	}), c}
	if _, err := f.Complete(t.Context(), ask(models.Strong, 10)); err == nil || err.Error() != "fault of "+models.Strong {
		t.Errorf("got %v, want the fault of the role that was asked", err)
	}
}

func TestASpentBudgetIsNotSpentOnAnotherModel(t *testing.T) {
	c := config(models.Budget{}, models.Budget{Calls: 1}, models.Budget{})
	p := New(modelFunc(frugal), c, Templates, Spent{models.Strong: {Calls: 1}})
	if got, err := (Fallback{p, c}).Complete(t.Context(), ask(models.Strong, 10)); err == nil || !strings.HasPrefix(err.Error(), Fault+": ") {
		t.Errorf("got %+v, %v, want the fault of a spent budget", got, err)
	}
	if got := p.Spent()[models.Small]; got.Calls != 0 {
		t.Errorf("the fallback was asked: %+v", got)
	}
	c.Roles[models.Small] = models.Role{Model: "a", Fallback: models.Judge}
	c.Roles[models.Judge] = models.Role{Model: "a"}
	strong := errors.New("fault of strong")
	f := Fallback{modelFunc(func(_ context.Context, r engine.Request) (engine.Response, error) {
		switch r.Tier {
		case models.Strong:
			return engine.Response{}, strong
		case models.Small:
			return engine.Response{}, &refusal{"all"}
		}
		return engine.Response{Text: "dear"}, nil
	}), c}
	if got, err := f.Complete(t.Context(), ask(models.Strong, 10)); err != strong {
		t.Errorf("got %+v, %v, want the first fault and nobody asked behind a spent budget", got, err)
	}
}

// liar tells counts that cannot be, under the name of a model that costs nothing.
func liar(in, cached, out int) modelFunc {
	return func(context.Context, engine.Request) (engine.Response, error) {
		return engine.Response{Text: "x", Model: "free", In: in, Cached: cached, Out: out}, nil
	}
}

func TestWhatAnEndpointTellsNeverGivesBack(t *testing.T) {
	for _, n := range [][3]int{{1, 0, -1e12}, {-1e12, -5, 1}, {math.MaxInt / 2, 0, math.MaxInt / 2}, {math.MaxInt, math.MaxInt, math.MaxInt}, {math.MinInt, math.MinInt, math.MinInt}} {
		c := config(models.Budget{}, models.Budget{}, models.Budget{})
		c.Models = append(c.Models, models.Model{Name: "free", ID: "free"})
		p := New(liar(n[0], n[1], n[2]), c, Stop, nil)
		count := NewCount(c)
		var before Use
		for i := range 3 {
			if _, err := p.Complete(t.Context(), ask(models.Small, 10)); err != nil {
				t.Fatal(err)
			}
			id := uint64(i)
			count.Add(sim.Event{Body: sim.Asked{ID: id, Owner: "o", Tier: models.Small}})
			count.Add(sim.Event{Body: sim.Replied{ID: id, Owner: "o", Model: "free", In: n[0], Cached: n[1], Out: n[2]}})
			got := p.Spent()[models.Small]
			got.Wall = 0 // the log has none
			if got.In < before.In || got.Out < before.Out || got.Money < before.Money || got.tokens() < 0 || got.Money < got.tokens() {
				t.Errorf("%v: %+v became %+v", n, before, got)
			}
			if before = got; got != count.Spent()[models.Small] {
				t.Errorf("%v: %+v is spent and the log says %+v", n, got, count.Spent()[models.Small])
			}
		}
	}
}

func TestTheModelThatWasAskedIsPaid(t *testing.T) {
	c := config(models.Budget{}, models.Budget{}, models.Budget{})
	c.Models = append(c.Models, models.Model{Name: "free", ID: "free"})
	p := New(liar(100, 0, 10), c, Stop, nil)
	if _, err := p.Complete(t.Context(), ask(models.Small, 10)); err != nil || p.Spent()[models.Small].Money != 120 {
		t.Errorf("got %+v, %v, want 120 micro-dollars", p.Spent(), err)
	}
}

func TestModesAreRead(t *testing.T) {
	if m, err := ParseMode("templates"); m != Templates || err != nil {
		t.Errorf("got %s, %v", m, err)
	}
	if _, err := ParseMode("template"); err == nil || !strings.Contains(err.Error(), "expected stop or templates") {
		t.Errorf("got %v", err)
	}
}

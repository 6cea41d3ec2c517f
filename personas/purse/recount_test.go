package purse

import (
	"testing"

	"github.com/tenure-sim/tenure/personas/models"
	"github.com/tenure-sim/tenure/sim"
)

// logged counts a log of so many questions with their answers.
func logged(c models.Config, answers int, r sim.Replied) *Count {
	count := NewCount(c)
	for n := range answers {
		r.ID, r.Owner = uint64(n), "players"
		count.Add(sim.Event{Body: sim.Asked{ID: r.ID, Owner: r.Owner, Tier: models.Small}})
		count.Add(sim.Event{Body: r})
	}
	return count
}

// A run that plays a tape is killed before its book is written: the log has the answers, and they stay spent.
func TestAKillGivesNothingBackThatWasPlayed(t *testing.T) {
	c := config(models.Budget{Calls: 3}, models.Budget{}, models.Budget{})
	d := &disk{}
	if err := Open(&keeping{}, c, Stop, NewBook(nil), d.save).Drain(); err != nil {
		t.Fatal(err)
	}
	k := &keeping{kept: Kept{Found: true, Used: models.Usage{Requests: 1, In: 10, Out: 40}}, retrying: retrying{tries: 1, answers: true}}
	p := Open(k, c, Stop, d.read(t), d.save)
	for n := range 3 {
		q := ask(models.Small, 40)
		q.ID = uint64(n)
		if _, err := p.Complete(t.Context(), q); err != nil {
			t.Fatal(err)
		}
	}
	b := d.read(t) // as a kill leaves it
	if b.Spent().Total() != (Use{}) {
		t.Fatalf("the book was written: %+v", b.Spent())
	}
	log := logged(c, 3, sim.Replied{In: 10, Out: 40, Tries: 1})
	for range 2 { // the second time there is nothing to add
		b.Recount(c, log)
		if got, want := b.Spent()[models.Small], p.Spent()[models.Small]; got != want {
			t.Errorf("got %+v, want %+v", got, want)
		}
	}
	again := Open(&keeping{retrying: retrying{tries: 1, answers: true}}, c, Stop, b, d.save)
	if _, err := again.Complete(t.Context(), ask(models.Small, 40)); err == nil {
		t.Error("a fourth question is put under a bound of 3")
	}
}

// A book that knows of as many answers as the log is right, whatever that tells of prices, tries and failures.
func TestABookThatKnowsEnoughIsBelieved(t *testing.T) {
	c := config(models.Budget{}, models.Budget{}, models.Budget{})
	for name, x := range map[string]struct {
		line Line
		log  *Count
	}{
		"tries that reached nobody": {Line{Paid: Use{Calls: 2, In: 5, Out: 5}}, logged(c, 2, sim.Replied{In: 10, Out: 40, Tries: 5})},
		"faults of nobody":          {Line{}, logged(c, 4, sim.Replied{Fault: "open: it is left alone"})},
		"played":                    {Line{Played: Use{Calls: 3, In: 5}}, logged(c, 2, sim.Replied{In: 10})},
		"played and failed":         {Line{Paid: Use{Calls: 9}, Failed: 8, Played: Use{Calls: 1}}, logged(c, 2, sim.Replied{In: 10})},
	} {
		x.line.Role, x.line.Model = models.Small, "before"
		b := NewBook(nil)
		b.Lines = []*Line{&x.line}
		want := b.Spent()[models.Small]
		if b.Recount(c, x.log); b.Spent()[models.Small] != want || len(b.Lines) != 1 {
			t.Errorf("%s: got %+v, want %+v", name, b.Spent()[models.Small], want)
		}
	}
	b := NewBook(Spent{models.Small: {Calls: 1, In: 10}})
	b.Lines = []*Line{{Role: models.Small, Model: "before", Paid: Use{Calls: 9, In: 90}, Failed: 8}}
	if b.Recount(c, logged(c, 3, sim.Replied{In: 40})); b.Spent()[models.Small].Calls != 11 || b.Spent()[models.Small].In != 120 {
		t.Errorf("got %+v, want one call and 20 tokens more", b.Spent())
	}
}

package clock

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func drain(q *Queue[int]) []uint64 {
	var ids []uint64
	for {
		it, ok := q.Pop()
		if !ok {
			return ids
		}
		ids = append(ids, it.ID)
	}
}

func TestTiesBreakByRankThenByID(t *testing.T) {
	items := []Item[int]{
		{Due: 5, Rank: 0, ID: 4}, {Due: 5, Rank: -1, ID: 9}, {Due: 5, Rank: 0, ID: 3},
		{Due: 4, Rank: 7, ID: 8}, {Due: Never, Rank: -9, ID: 1},
	}
	want := []uint64{8, 9, 3, 4, 1}
	for turn := range items {
		var q Queue[int]
		for i := range items {
			q.Push(items[(i+turn)%len(items)])
		}
		if got := drain(&q); !slices.Equal(got, want) {
			t.Errorf("pushed from %d on: got %v, want %v", turn, got, want)
		}
	}
}

func TestEmptyQueueHasNothing(t *testing.T) {
	var q Queue[int]
	_, peeked := q.Peek()
	_, popped := q.Pop()
	if peeked || popped || q.Cancel(0) || q.Len() != 0 || len(q.Items()) != 0 || q.Clone().Len() != 0 {
		t.Error("the zero Queue is not empty")
	}
}

func TestCancelKnowsWhatIsGone(t *testing.T) {
	var q Queue[int]
	q.Push(Item[int]{Due: 1, ID: 1})
	q.Push(Item[int]{Due: 2, ID: 2})
	q.Pop()
	for _, c := range []struct {
		id   uint64
		want bool
	}{{1, false}, {3, false}, {2, true}, {2, false}} {
		if got := q.Cancel(c.id); got != c.want {
			t.Errorf("Cancel(%d) = %v, want %v", c.id, got, c.want)
		}
	}
}

func TestCloneIsIndependent(t *testing.T) {
	var q Queue[int]
	for i := range 10 {
		q.Push(Item[int]{Due: Time(i), ID: uint64(i)})
	}
	clone := q.Clone()
	q.Cancel(7)
	q.Pop()
	clone.Push(Item[int]{Due: -1, ID: 99})
	if q.Len() != 8 || clone.Len() != 11 || drain(clone)[0] != 99 || drain(&q)[0] != 1 {
		t.Error("a change of the Queue or of its clone shows in the other")
	}
}

func TestPoppedItemsAreNotKeptAlive(t *testing.T) {
	var q Queue[*int]
	for i := range 100 {
		q.Push(Item[*int]{ID: uint64(i), What: new(int)})
	}
	q.Cancel(50)
	for q.Len() > 0 {
		q.Pop()
	}
	for _, it := range q.heap[:cap(q.heap)] {
		if it.What != nil {
			t.Fatalf("item %d is still held", it.ID)
		}
	}
}

// model is the Queue as a sorted slice.
type model []Item[int]

func (m *model) push(it Item[int]) {
	at := 0
	for at < len(*m) && !less(&it, &(*m)[at]) {
		at++
	}
	*m = slices.Insert(*m, at, it)
}

func (m *model) cancel(id uint64) bool {
	at := slices.IndexFunc(*m, func(it Item[int]) bool { return it.ID == id })
	if at >= 0 {
		*m = slices.Delete(*m, at, at+1)
	}
	return at >= 0
}

func TestQueueAgreesWithASortedSlice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var q Queue[int]
		var m model
		var id uint64
		t.Repeat(map[string]func(*rapid.T){
			"push": func(t *rapid.T) {
				id++
				// Few times and ranks, so that ties are common.
				it := Item[int]{
					Due:  Time(rapid.IntRange(0, 5).Draw(t, "due")),
					Rank: Rank(rapid.IntRange(-1, 1).Draw(t, "rank")),
					ID:   id * 0x9E3779B97F4A7C15, // No order in the IDs.
				}
				q.Push(it)
				m.push(it)
			},
			"pop": func(t *rapid.T) {
				got, ok := q.Pop()
				if ok != (len(m) > 0) || ok && got != m[0] {
					t.Fatalf("Pop = %v %v, want the first of %v", got, ok, m)
				}
				m = m[min(1, len(m)):]
			},
			"cancel": func(t *rapid.T) {
				id := rapid.Uint64Range(0, id+1).Draw(t, "n") * 0x9E3779B97F4A7C15
				if got, want := q.Cancel(id), m.cancel(id); got != want {
					t.Fatalf("Cancel(%d) = %v, want %v", id, got, want)
				}
			},
			"": func(t *rapid.T) {
				if got := q.Items(); !slices.Equal(got, m) || q.Len() != len(m) {
					t.Fatalf("Items = %v, want %v", got, m)
				}
			},
		})
	})
}

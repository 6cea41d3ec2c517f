package work

import (
	"fmt"
	"maps"
	"slices"

	"github.com/tenure-sim/tenure/sim"
)

// table holds records by id. The records are never changed in place, so a clone copies the table alone.
type table[T any] struct {
	byID map[string]*T
	ids  []string // sorted
}

func newTable[T any]() table[T] { return table[T]{byID: map[string]*T{}} }

func (t *table[T]) has(id string) bool { return t.byID[id] != nil }

func (t *table[T]) get(id string) (*T, bool) { r, ok := t.byID[id]; return r, ok }

// must returns the record of a fact that Decide has checked.
func (t *table[T]) must(id string) *T {
	r := t.byID[id]
	if r == nil {
		panic(fmt.Sprintf("work: a fact names %q, which the ledger does not hold", id))
	}
	return r
}

func (t *table[T]) put(id string, r *T) {
	if t.byID[id] == nil {
		at, _ := slices.BinarySearch(t.ids, id)
		t.ids = slices.Insert(t.ids, at, id)
	}
	t.byID[id] = r
}

func (t *table[T]) all() []*T {
	out := make([]*T, len(t.ids))
	for i, id := range t.ids {
		out[i] = t.byID[id]
	}
	return out
}

func (t *table[T]) clone() table[T] {
	return table[T]{byID: maps.Clone(t.byID), ids: slices.Clone(t.ids)}
}

// lists is an index: sorted ids by key.
type lists[K comparable] map[K][]string

func (x lists[K]) add(k K, id string) {
	if at, held := slices.BinarySearch(x[k], id); !held {
		x[k] = slices.Insert(x[k], at, id)
	}
}

// remove says whether the id was there.
func (x lists[K]) remove(k K, id string) bool {
	at, held := slices.BinarySearch(x[k], id)
	if held {
		x[k] = slices.Delete(x[k], at, at+1)
	}
	return held
}

func (x lists[K]) clone() lists[K] {
	out := make(lists[K], len(x))
	for k, ids := range x {
		out[k] = slices.Clone(ids)
	}
	return out
}

func with[K comparable, V any](m map[K]V, k K, v V) map[K]V {
	out := make(map[K]V, len(m)+1)
	maps.Copy(out, m)
	out[k] = v
	return out
}

// named finds a record by its id, which may be written as a reference, or rejects with the ids that are near.
func named[T any](t table[T], kind, id string) (*T, error) {
	if k, rest := Split(id); k == kind {
		id = rest
	}
	if r, ok := t.get(id); ok {
		return r, nil
	}
	return nil, sim.Reject("there is no %s %q%s", kind, id, suggest(id, t.ids))
}

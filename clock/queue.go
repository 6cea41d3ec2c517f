package clock

import (
	"cmp"
	"slices"
)

// Rank orders what is due at the same moment: the lower goes first.
type Rank int8

// Item is something due. ID names it for Cancel and breaks the last tie, so no
// two items in a Queue may have the same one; the Queue does not look for that.
type Item[T any] struct {
	Due  Time
	Rank Rank
	ID   uint64
	What T
}

// Queue yields items by (Due, Rank, ID), which is a total order: what comes out
// does not depend on the order in which it went in. The zero Queue is empty.
//
// It is a binary heap of values. A four-way one, shallower but with more to
// compare at each step, measured no faster from a thousand items to a million.
type Queue[T any] struct {
	heap []Item[T]
}

// Push adds an item.
func (q *Queue[T]) Push(it Item[T]) {
	q.heap = append(q.heap, it)
	q.up(len(q.heap) - 1)
}

// Peek is the item that Pop would return.
func (q *Queue[T]) Peek() (Item[T], bool) {
	if len(q.heap) == 0 {
		return Item[T]{}, false
	}
	return q.heap[0], true
}

// Pop removes and returns the first item.
func (q *Queue[T]) Pop() (Item[T], bool) {
	if len(q.heap) == 0 {
		return Item[T]{}, false
	}
	first := q.heap[0]
	q.remove(0)
	return first, true
}

// Cancel removes the item with the given ID and reports whether there was one.
//
// It looks through the whole Queue: about half a nanosecond an item. A table of
// places would find it at once, but would have to be kept by every Push and
// Pop, of which there are far more, and marking the cancelled would keep them.
func (q *Queue[T]) Cancel(id uint64) bool {
	for i := range q.heap {
		if q.heap[i].ID == id {
			q.remove(i)
			return true
		}
	}
	return false
}

// Len is the number of items.
func (q *Queue[T]) Len() int { return len(q.heap) }

// Items is a copy of the items, in the order in which Pop would return them.
func (q *Queue[T]) Items() []Item[T] {
	items := slices.Clone(q.heap)
	slices.SortFunc(items, func(a, b Item[T]) int {
		return cmp.Or(cmp.Compare(a.Due, b.Due), cmp.Compare(a.Rank, b.Rank), cmp.Compare(a.ID, b.ID))
	})
	return items
}

// Clone is an independent Queue of the same items. What they hold is shared.
func (q *Queue[T]) Clone() *Queue[T] {
	return &Queue[T]{heap: slices.Clone(q.heap)}
}

// less reports whether a goes before b.
func less[T any](a, b *Item[T]) bool {
	if a.Due != b.Due {
		return a.Due < b.Due
	}
	if a.Rank != b.Rank {
		return a.Rank < b.Rank
	}
	return a.ID < b.ID
}

// remove takes the item at i out: the last one fills its place and then moves
// up or down to where it belongs.
func (q *Queue[T]) remove(i int) {
	last := len(q.heap) - 1
	moved := q.heap[last]
	q.heap[last] = Item[T]{} // What may point to much that nobody needs any more.
	q.heap = q.heap[:last]
	if i == last {
		return
	}
	q.heap[i] = moved
	if i > 0 && less(&moved, &q.heap[(i-1)/2]) {
		q.up(i)
		return
	}
	q.down(i)
}

// up moves the item at i towards the root until its parent goes before it.
func (q *Queue[T]) up(i int) {
	h := q.heap
	it := h[i]
	for i > 0 {
		parent := (i - 1) / 2
		if !less(&it, &h[parent]) {
			break
		}
		h[i] = h[parent]
		i = parent
	}
	h[i] = it
}

// down moves the item at i away from the root until no child goes before it.
func (q *Queue[T]) down(i int) {
	h := q.heap
	it := h[i]
	for 2*i+1 < len(h) {
		child := 2*i + 1
		if child+1 < len(h) && less(&h[child+1], &h[child]) {
			child++
		}
		if !less(&h[child], &it) {
			break
		}
		h[i] = h[child]
		i = child
	}
	h[i] = it
}

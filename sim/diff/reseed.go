package diff

import (
	"errors"
	"iter"
	"reflect"
	"slices"
	"strconv"

	"github.com/tenure-sim/tenure/sim"
)

// Reseed is a new seed on one side alone, as of a reseeded fork and its parent.
type Reseed struct {
	Side  string `json:"side"` // a or b
	Event uint64 `json:"event"`
	Seed  uint64 `json:"seed"`
}

// pair is two numbers of events that stand beside each other.
type pair struct{ a, b uint64 }

// reseeding notes that the logs part by a new seed, and where the events after it are to be compared from. A seed says
// only that what comes will differ; the first event that does says how.
func (c *comparison) reseeding(seq uint64) (after pair, reseeded bool, err error) {
	x, _, errA := c.readA.event(seq)
	y, _, errB := c.readB.event(seq)
	if err := errors.Join(errA, errB); err != nil {
		return pair{}, false, err
	}
	a, okA := x.Body.(sim.Reseeded)
	b, okB := y.Body.(sim.Reseeded)
	switch {
	case okA && okB:
		c.report.Reseeds = []uint64{a.Seed, b.Seed}
		return pair{seq, seq}, true, nil
	case okA:
		c.report.Reseed = &Reseed{"a", seq, a.Seed}
		return pair{seq, seq - 1}, true, nil
	case okB:
		c.report.Reseed = &Reseed{"b", seq, b.Seed}
		return pair{seq - 1, seq}, true, nil
	}
	return pair{}, false, nil
}

// firstBeside is the first pair of events after another that differ, when one of the logs has an event more before them:
// every number on that side is one higher, where an event says its own, its cause's or another's.
func (c *comparison) firstBeside(after pair) (pair, bool, error) {
	nextA, stopA := iter.Pull2(c.a.events(after.a))
	defer stopA()
	nextB, stopB := iter.Pull2(c.b.events(after.b))
	defer stopB()
	s := shift{past: min(after.a, after.b), byA: after.a > after.b}
	for at := (pair{after.a + 1, after.b + 1}); ; at = (pair{at.a + 1, at.b + 1}) {
		x, errA, moreA := nextA()
		y, errB, moreB := nextB()
		if err := errors.Join(errA, errB); err != nil || !moreA && !moreB {
			return pair{}, false, err
		}
		if moreA != moreB {
			return at, true, nil
		}
		e, errA := c.readA.codec.Decode(x)
		f, errB := c.readB.codec.Decode(y)
		if err := errors.Join(errA, errB); err != nil {
			return pair{}, false, err
		}
		if !s.same(reflect.ValueOf(e), reflect.ValueOf(f)) {
			return at, true, nil
		}
	}
}

// shift compares what two sides say when the numbers of events after one of them are higher by one on one side.
type shift struct {
	past uint64 // events up to this have the same number on both sides
	byA  bool   // a's are the higher ones
}

func (s shift) same(x, y reflect.Value) bool {
	if x.Kind() != y.Kind() {
		return false
	}
	switch x.Kind() {
	case reflect.Interface, reflect.Pointer:
		if x.IsNil() || y.IsNil() {
			return x.IsNil() == y.IsNil()
		}
		return x.Elem().Type() == y.Elem().Type() && s.same(x.Elem(), y.Elem())
	case reflect.Struct:
		for i := range x.NumField() {
			if !s.same(x.Field(i), y.Field(i)) {
				return false
			}
		}
		return true
	case reflect.Slice, reflect.Array:
		for i := range min(x.Len(), y.Len()) {
			if !s.same(x.Index(i), y.Index(i)) {
				return false
			}
		}
		return x.Len() == y.Len()
	case reflect.Map:
		for _, k := range x.MapKeys() {
			if v := y.MapIndex(k); !v.IsValid() || !s.same(x.MapIndex(k), v) {
				return false
			}
		}
		return x.Len() == y.Len()
	case reflect.Uint64:
		return s.number(x.Uint(), y.Uint())
	case reflect.String:
		return s.text(x.String(), y.String())
	}
	return x.Equal(y)
}

func (s shift) number(x, y uint64) bool {
	if s.byA {
		x, y = y, x
	}
	return x == y || x > s.past && y == x+1
}

// text compares words, in which events may be named by their numbers.
func (s shift) text(x, y string) bool {
	if x == y {
		return true
	}
	xs, ys := pieces(x), pieces(y)
	return slices.EqualFunc(xs, ys, func(p, q string) bool {
		if p == q {
			return true
		}
		m, errM := strconv.ParseUint(p, 10, 64)
		n, errN := strconv.ParseUint(q, 10, 64)
		return errM == nil && errN == nil && s.number(m, n)
	})
}

// pieces cuts a text into runs of digits and what stands between them.
func pieces(text string) []string {
	var out []string
	begin := 0
	for i := 1; i <= len(text); i++ {
		if i == len(text) || digit(text[i]) != digit(text[i-1]) {
			out = append(out, text[begin:i])
			begin = i
		}
	}
	return out
}

func digit(c byte) bool { return c >= '0' && c <= '9' }

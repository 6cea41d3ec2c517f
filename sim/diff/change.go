package diff

import (
	"cmp"
	"reflect"
	"slices"
	"strings"
)

// Change is one way in which a thing differs: a field with its two values, or the whole thing when Field is "", which
// is there on one side alone. A value is a text, a whole number, a truth value or a list of texts; none when the side
// has no such thing or field.
type Change struct {
	Name  string `json:"name"`
	Field string `json:"field,omitempty"`
	A     any    `json:"a"`
	B     any    `json:"b"`
}

// Part is what differs in one part of the world.
type Part struct {
	Title   string   `json:"part"`
	Changes []Change `json:"changes"`
}

// compare lists what differs between two folds, without the parts that do not.
func compare(a, b *fold) []Part {
	parts := []Part{}
	left, right := a.picture(), b.picture()
	for i, g := range groups {
		changes := g.compare(left[i], right[i])
		if g.said != "" {
			changes = append(changes, apart(a.talk, b.talk, g.said+"/")...)
			slices.SortStableFunc(changes, func(x, y Change) int { return cmp.Compare(x.Name, y.Name) })
		}
		if len(changes) > 0 {
			parts = append(parts, Part{g.title, changes})
		}
	}
	return parts
}

func (g group) compare(a, b map[string]fields) []Change {
	var out []Change
	for _, name := range names(a, b) {
		whole, _, inner := strings.Cut(name, "!")
		if inner && (a[whole] == nil || b[whole] == nil) {
			continue // the whole is told of
		}
		x, y := a[name], b[name]
		if x == nil || y == nil {
			out = append(out, Change{Name: name, A: gist(x), B: gist(y)})
			continue
		}
		for _, f := range names(x, y) {
			if !reflect.DeepEqual(x[f], y[f]) {
				out = append(out, Change{name, f, x[f], y[f]})
			}
		}
	}
	return out
}

// gist is what a thing is about in a few words, for the side that has it.
func gist(f fields) any {
	if f == nil {
		return nil
	}
	for _, field := range []string{"what", "title", "subject", "value", "text", "last", "state"} {
		if s, ok := f[field].(string); ok && s != "" {
			return s
		}
	}
	return "there"
}

// onlyHere is the field that tells how many messages each side has that the other has not.
const onlyHere = "only here"

// apart counts in each place of an app what was said there on one side and not on the other.
func apart(a, b talk, app string) []Change {
	var out []Change
	for _, key := range names(a, b) {
		name, ok := strings.CutPrefix(key, app)
		if !ok {
			continue
		}
		if x, y := surplus(a[key], b[key]), surplus(b[key], a[key]); x+y > 0 {
			out = append(out, Change{name, onlyHere, x, y})
		}
	}
	return out
}

// surplus is how many lines of a are not in b.
func surplus(a, b map[string]int) int64 {
	n := 0
	for line, times := range a {
		n += max(0, times-b[line])
	}
	return int64(n)
}

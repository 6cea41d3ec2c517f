package reader

import (
	"fmt"
	"strings"
	"testing"
)

func TestTitlesOfStopWordsAndGenericTailsAreStillFound(t *testing.T) {
	l := New(Terms{Packages: []Item{{ID: "p1", Title: "This and that"}, {ID: "p2", Title: "About it plan"}, {ID: "roll-out", Title: "Deployment"}, {ID: "p4", Title: "Search index"}}})
	for text, want := range map[string]string{"how is this and that going": "p1", "the roll-out is late": "roll-out",
		"the roll out is late": "roll-out", "where is the search index": "p4"} {
		c := clause{raw: text, norm: " " + normalise(text) + " "}
		found := l.find(&c)
		all := everything(l, &c)
		if fmt.Sprint(found) != fmt.Sprint(all) {
			t.Errorf("%q: found %v, and %v when every title is looked at", text, found, all)
		}
		if len(found) == 0 || found[0].id != want {
			t.Errorf("%q: found %v, want %s first", text, found, want)
		}
	}
}

// everything is find that looks at every title.
func everything(l *Lexicon, c *clause) []named {
	slow := *l
	slow.always = nil
	for i := range l.entries {
		slow.always = append(slow.always, i)
	}
	return slow.find(c)
}

func TestFindingIsTheSameAsLookingAtEveryTitle(t *testing.T) {
	words := strings.Fields("plan release the of about it this budget review search index login service api-2 done data when for and status report go live")
	var items []Item
	for i := range 60 {
		items = append(items, Item{ID: fmt.Sprintf("i%s%d", []string{"", "-"}[i%2], i), Title: words[i%len(words)] + " " + words[i*7%len(words)] + " " + words[i*11%len(words)]})
	}
	l := New(Terms{Packages: items[:40], Facts: items[40:]})
	for i := range 2000 {
		var b strings.Builder
		for k := range 6 {
			b.WriteString(words[(i*(k+3)+k*k)%len(words)] + " ")
		}
		c := clause{raw: b.String(), norm: " " + normalise(b.String()) + " "}
		if got, want := fmt.Sprint(l.find(&c)), fmt.Sprint(everything(l, &c)); got != want {
			t.Fatalf("%q: got %s, want %s", c.raw, got, want)
		}
	}
}

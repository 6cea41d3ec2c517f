package scenarios

import (
	"strings"
	"testing"
)

func TestValuesKeepTheirPlaces(t *testing.T) {
	n, err := parse([]byte("größe: [ä, 2026-03-09T09:30, \"x\"]\nwhen: {between: [2026-03-09T09:30, 08:15:00], n: 3}\ntext: |\n  one\n  two\nempty:\n"))
	if err != nil {
		t.Fatal(err)
	}
	size := n.field("größe")
	if size.items[2].pos != (pos{1, 30}) || !size.items[2].quoted || size.items[1].text != "2026-03-09T09:30" {
		t.Errorf("got %+v", size.items[2])
	}
	between := n.field("when").field("between")
	for i, want := range []string{"2026-03-09T09:30", "08:15:00"} {
		if between.items[i].kind != text || between.items[i].text != want {
			t.Errorf("got %+v, want the text %s", between.items[i], want)
		}
	}
	if n.field("when").field("n").kind != number || n.field("text").text != "one\ntwo\n" || n.field("empty").kind != nothing {
		t.Errorf("got %+v", n)
	}
}

func TestScalarsAreWhatTheyLookLike(t *testing.T) {
	for words, want := range map[string]nodeKind{"a": text, "'7'": text, "7": number, "-7": number, "7.5": fraction, "true": truth, "yes": text,
		"2026-03-02": text, "~": nothing, "[1]": list, "{a: 1}": mapping, "4,200": text} {
		n, err := parse([]byte("v: " + words + "\n"))
		if err != nil {
			t.Errorf("%s: %v", words, err)
			continue
		}
		if got := n.field("v").kind; got != want {
			t.Errorf("%s is %s, want %s", words, got, want)
		}
	}
}

func TestNearestName(t *testing.T) {
	valid := []string{"style", "trust", "traits", "reply"}
	for got, want := range map[string]string{"stlye": "style", "trusts": "trust", "xyz": "", "Reply": "reply", "": "", "trait": "traits"} {
		if n := nearest(got, valid); n != want {
			t.Errorf("nearest to %q is %q, want %q", got, n, want)
		}
	}
	if n := nearest(strings.Repeat("x", 5000), valid); n != "" {
		t.Errorf("got %q for a very long name", n)
	}
}

func TestMomentsAreLocalUnlessTheyCarryAnOffset(t *testing.T) {
	sc := load1(t)
	for words, want := range map[string]string{"2026-03-02T09:00": "2026-03-02T08:00:00Z", "2026-03-02T09:00:30+03:00": "2026-03-02T06:00:30Z",
		"2026-03-02": "2026-03-01T23:00:00Z", "2026-03-29T02:30": "2026-03-29T01:00:00Z"} {
		if at, ok := moment(words, sc.zone); !ok || at.String() != want {
			t.Errorf("%s is %s, want %s", words, at, want)
		}
	}
	for _, words := range []string{"", "soon", "2026-02-30", "9999-01-01", "0001-01-01T00:00:00Z"} {
		if at, ok := moment(words, sc.zone); ok {
			t.Errorf("%q is taken for %s", words, at)
		}
	}
}

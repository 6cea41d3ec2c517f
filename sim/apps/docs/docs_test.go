package docs

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/tenure-sim/tenure/sim"
)

func plan(t *testing.T) *office {
	o := newOffice(t)
	o.Open()
	o.do("robin", "docs_create", sim.Args{"doc": "plans/release", "title": "Release plan", "text": "# Plan\n\nWe go live on 27 March.\n\nLena owns staging.\n"})
	return o
}

func TestVersionsAreKept(t *testing.T) {
	o := plan(t)
	o.do("robin", "docs_edit", sim.Args{"doc": "plans/release", "find": "27 March", "replace": "1 April"})
	o.do("robin", "docs_append", sim.Args{"doc": "plans/release", "text": "Omar negotiates."})
	m := o.exhibit("docs/plans/release")
	if want := "# Plan\n\nWe go live on 1 April.\n\nLena owns staging.\n\nOmar negotiates."; m["text"] != want || m["version"] != int64(3) {
		t.Fatalf("got %v", m)
	}
	if got := o.do("lena", "docs_read", sim.Args{"doc": "plans/release", "version": 1}); !strings.Contains(got, "27 March") || !strings.Contains(got, `"latest":3`) {
		t.Fatalf("got %s", got)
	}
	got := o.do("lena", "docs_diff", sim.Args{"doc": "docs/plans/release", "from": 1, "to": 2})
	for _, want := range []string{`-We go live on 27 March.\n`, `+We go live on 1 April.\n`, `@@ -1,5 +1,5 @@`} {
		if !strings.Contains(got, want) {
			t.Errorf("diff lacks %q: %s", want, got)
		}
	}
	if b := o.Events[len(o.Events)-1].Body.(Edited); b.Touched().Ref != "docs/plans/release" || b.Touched().Version != 3 {
		t.Errorf("touched %v", b.Touched())
	}
}

func TestRefusals(t *testing.T) {
	o := plan(t)
	o.do("marta", "docs_create", sim.Args{"doc": "secret/pay", "title": "Pay", "text": "pay is 90,000", "readers": "ines"})
	for _, c := range []struct {
		by   sim.ActorID
		tool string
		args sim.Args
		want string
	}{
		{"lena", "docs_read", sim.Args{"doc": "release"}, "there is plans/release"},
		{"lena", "docs_read", sim.Args{"doc": "secret/pay"}, `there is no document "secret/pay"`},
		{"lena", "docs_read", sim.Args{"doc": "plans/release", "version": 9}, "versions 1 to 1"},
		{"lena", "docs_read", sim.Args{"doc": "plans/release", "offset": 900}, "offset must be"},
		{"lena", "docs_write", sim.Args{"doc": "plans/release", "text": "x"}, "docs_suggest"},
		{"robin", "docs_write", sim.Args{"doc": "plans/release", "text": "x", "base_version": 0}, "not the newest"},
		{"robin", "docs_write", sim.Args{"doc": "plans/release"}, `needs the argument "text"`},
		{"robin", "docs_write", sim.Args{"doc": "plans/release", "text": "x", "mode": "y"}, `no argument "mode"`},
		{"robin", "docs_edit", sim.Args{"doc": "plans/release", "find": "nowhere", "replace": ""}, "does not occur"},
		{"robin", "docs_edit", sim.Args{"doc": "plans/release", "find": "L", "replace": "l", "base_version": 1}, ""},
		{"robin", "docs_edit", sim.Args{"doc": "plans/release", "find": "a", "replace": ""}, "times"},
		{"robin", "docs_edit", sim.Args{"doc": "plans/release", "find": "", "replace": ""}, "find is empty"},
		{"robin", "docs_create", sim.Args{"doc": "plans/release", "title": "t", "text": ""}, "taken"},
		{"robin", "docs_create", sim.Args{"doc": "../x", "title": "t", "text": ""}, "no document id"},
		{"robin", "docs_create", sim.Args{"doc": "x!y", "title": "t", "text": ""}, "not allowed"},
		{"robin", "docs_create", sim.Args{"doc": "x", "title": " ", "text": ""}, "title"},
		{"robin", "docs_create", sim.Args{"doc": "x", "title": "t", "text": "", "readers": "bob"}, `nobody with the id "bob"`},
		{"robin", "docs_create", sim.Args{"doc": "x", "title": "t", "text": strings.Repeat("a ", 300_000)}, "split it"},
		{"robin", "docs_share", sim.Args{"doc": "plans/release", "who": "lena", "right": "own"}, "must be one of"},
		{"robin", "docs_share", sim.Args{"doc": "plans/release", "who": "robin", "right": "read"}, "keeps every right"},
		{"robin", "docs_share", sim.Args{"doc": "plans/release", "who": "lena", "right": "none"}, "from all first"},
		{"lena", "docs_share", sim.Args{"doc": "plans/release", "who": "omar", "right": "edit"}, "not edit"},
		{"robin", "docs_decide", sim.Args{"suggestion": "plans/release#4", "accept": true}, "no suggestion"},
		{"robin", "docs_decide", sim.Args{"suggestion": "4", "accept": true}, "suggestion's id"},
		{"robin", "docs_list", sim.Args{"limit": 0}, "limit"},
		{"robin", "docs_comment", sim.Args{"doc": "plans/release", "text": "x", "reply_to": 3}, "no comment 3"},
		{"robin", "docs_comment", sim.Args{"doc": "plans/release", "text": " "}, "needs a text"},
		{"ines", "docs_comment", sim.Args{"doc": "secret/pay", "text": "@lena look"}, "lena may not read"},
	} {
		if c.want == "" {
			o.do(c.by, c.tool, c.args)
			continue
		}
		o.Refused(c.by, c.tool, c.args, c.want)
	}
}

func TestCommentsSpeak(t *testing.T) {
	o := plan(t)
	o.do("lena", "docs_comment", sim.Args{"doc": "plans/release", "text": "Is this right, @omar? mail me at lena@northlane.example"})
	b := o.Newest().Body.(Commented)
	sp := b.Speech()
	if !reflect.DeepEqual(sp.To, []sim.ActorID{"robin"}) || !reflect.DeepEqual(sp.Mentions, []sim.ActorID{"omar"}) || sp.Thread != "plans/release" {
		t.Fatalf("got %+v", sp)
	}
	if !sim.Directed(b, "omar") || o.Newest().Reaches("marta") {
		t.Fatalf("audience %v", o.Newest().Audience)
	}
	first := o.Newest().Seq
	o.do("robin", "docs_comment", sim.Args{"doc": "plans/release", "text": "yes", "reply_to": 1})
	sp = o.Newest().Body.(Commented).Speech()
	if sp.ReplyTo != first || !reflect.DeepEqual(sp.To, []sim.ActorID{"lena"}) {
		t.Fatalf("got %+v", sp)
	}
	// Lena follows the document now, Omar does not: he was only named once.
	o.do("robin", "docs_append", sim.Args{"doc": "plans/release", "text": "x"})
	if got := o.Newest().Audience; !reflect.DeepEqual(got, []sim.ActorID{"lena", "robin"}) {
		t.Fatalf("audience %v", got)
	}
	if got := o.do("marta", "docs_read", sim.Args{"doc": "plans/release"}); !strings.Contains(got, `"text":"yes","answers":1`) {
		t.Fatalf("got %s", got)
	}
}

func TestSuggestionsAreDecided(t *testing.T) {
	o := plan(t)
	o.do("lena", "docs_suggest", sim.Args{"doc": "plans/release", "find": "27 March", "replace": "3 April", "note": "load test"})
	o.do("omar", "docs_suggest", sim.Args{"doc": "plans/release", "find": "27 March", "replace": "4 April"})
	o.do("omar", "docs_suggest", sim.Args{"doc": "plans/release", "find": "Lena", "replace": "Omar"})
	if got := o.do("marta", "docs_read", sim.Args{"doc": "plans/release"}); !strings.Contains(got, "plans/release#2") {
		t.Fatalf("got %s", got)
	}
	o.Refused("omar", "docs_decide", sim.Args{"suggestion": "plans/release#1", "accept": true}, "not edit")
	o.do("robin", "docs_decide", sim.Args{"suggestion": "plans/release#1", "accept": true})
	if e := o.Newest(); !e.Reaches("lena") || e.Body.(Edited).Suggestion != "plans/release#1" {
		t.Fatalf("got %+v", e)
	}
	o.Refused("robin", "docs_decide", sim.Args{"suggestion": "plans/release#2", "accept": true}, "no longer fits")
	o.Refused("robin", "docs_decide", sim.Args{"suggestion": "plans/release#1", "accept": false}, "was accepted by robin")
	o.do("robin", "docs_decide", sim.Args{"suggestion": "plans/release#2", "accept": false})
	if m := o.exhibit("plans/release"); m["suggestions"] != int64(1) || !strings.Contains(m["text"].(string), "3 April") {
		t.Fatalf("got %v", m)
	}
}

// A hidden document must leave no trace in anything its outsiders can call.
func TestHiddenDocumentsStayHidden(t *testing.T) {
	o := plan(t)
	o.do("marta", "docs_create", sim.Args{"doc": "hr/canary-id", "title": "Canary title", "text": "canary word", "readers": "ines", "editors": "omar"})
	o.do("ines", "docs_comment", sim.Args{"doc": "hr/canary-id", "text": "canary comment @marta"})
	o.do("omar", "docs_suggest", sim.Args{"doc": "hr/canary-id", "find": "word", "replace": "canary"})
	for _, by := range []sim.ActorID{"robin", "lena"} {
		for tool, args := range map[string]sim.Args{
			"docs_list": {}, "docs_read": {"doc": "hr/x"}, "docs_history": {"doc": "hr/x"}, "docs_diff": {"doc": "hr/x", "from": 1},
			"docs_share": {"doc": "hr/x", "who": "lena", "right": "read"}, "docs_decide": {"suggestion": "hr/x#1", "accept": true},
			"docs_comment": {"doc": "hr/x", "text": "x"},
		} {
			out := o.Try(by, tool, args)
			if s := fmt.Sprintf("%+v %v", out.Result, out.Rejected); strings.Contains(strings.ToLower(s), "canary") {
				t.Errorf("%s sees it by %s: %s", by, tool, s)
			}
		}
		if got := o.do(by, "docs_list", sim.Args{"query": "canary"}); !strings.Contains(got, `"documents":[]`) {
			t.Errorf("%s finds %s", by, got)
		}
	}
	for _, e := range o.Events {
		if strings.Contains(fmt.Sprint(e.Body), "canary") && (e.Reaches("robin") || e.Reaches("lena")) {
			t.Errorf("event %d reaches outsiders: %v", e.Seq, e.Audience)
		}
	}
	o.do("marta", "docs_share", sim.Args{"doc": "hr/canary-id", "who": "lena", "right": "read"})
	if !o.Newest().Reaches("lena") {
		t.Error("lena is not told")
	}
	o.do("lena", "docs_read", sim.Args{"doc": "hr/canary-id"})
	o.do("marta", "docs_share", sim.Args{"doc": "hr/canary-id", "who": "lena", "right": "none"})
	o.Refused("lena", "docs_read", sim.Args{"doc": "hr/canary-id"}, "there is no document")
}

func TestSearchAndPaging(t *testing.T) {
	o := newOffice(t)
	for i := range 45 {
		at := o.World.Start().Add(-time.Hour + time.Duration(i)*time.Minute)
		o.Recall(at, "marta", "docs_create", sim.Args{"doc": fmt.Sprintf("n/%02d", i), "title": "Note", "text": fmt.Sprintf("number%d about grüße", i)})
	}
	o.Open()
	if got := o.Paged("robin", "docs_list", sim.Args{"limit": 20}, `"doc":`); got != 45 {
		t.Fatalf("paged through %d", got)
	}
	if got := o.do("robin", "docs_list", sim.Args{"limit": 1}); !strings.Contains(got, `"n/44"`) || !strings.Contains(got, "2 Mar 2026 08:44") {
		t.Fatalf("newest first: %s", got)
	}
	if got := o.do("robin", "docs_list", sim.Args{"query": "grusse number7"}); strings.Count(got, `"doc":`) != 1 || !strings.Contains(got, "number7") {
		t.Fatalf("got %s", got)
	}
	o.do("marta", "docs_write", sim.Args{"doc": "n/07", "text": "quite different"})
	if got := o.do("robin", "docs_list", sim.Args{"query": "number7"}); strings.Contains(got, `"n/07"`) {
		t.Fatalf("an old version is found: %s", got)
	}
}

func TestLongTextsAreShownInPieces(t *testing.T) {
	o := plan(t)
	o.do("robin", "docs_create", sim.Args{"doc": "long", "title": "Long", "text": strings.Repeat("ä", 20_000) + "end"})
	if got := o.do("robin", "docs_read", sim.Args{"doc": "long"}); !strings.Contains(got, `"nextOffset":20000`) {
		t.Fatal(got[len(got)-200:])
	}
	if got := o.do("robin", "docs_read", sim.Args{"doc": "long", "offset": 20000}); !strings.Contains(got, `"text":"end"`) {
		t.Fatal(got)
	}
}

func TestReplayAndClonesGoTheirOwnWay(t *testing.T) {
	o := plan(t)
	o.do("lena", "docs_suggest", sim.Args{"doc": "plans/release", "find": "27 March", "replace": "3 April"})
	o.do("robin", "docs_decide", sim.Args{"suggestion": "plans/release#1", "accept": true})
	o.do("lena", "docs_comment", sim.Args{"doc": "plans/release", "text": "thanks"})
	o.do("robin", "docs_share", sim.Args{"doc": "plans/release", "who": "omar", "right": "edit"})
	o.same(o.Replayed(), "plans/release")
	fork := &office{o.Fork()}
	before := o.exhibit("plans/release")
	fork.do("omar", "docs_write", sim.Args{"doc": "plans/release", "text": "fork"})
	fork.do("omar", "docs_comment", sim.Args{"doc": "plans/release", "text": "fork"})
	if !reflect.DeepEqual(before, o.exhibit("plans/release")) {
		t.Fatal("the clone changed its origin")
	}
	o.do("omar", "docs_write", sim.Args{"doc": "plans/release", "text": "origin"})
	if fork.exhibit("plans/release")["text"] != "fork" || o.exhibit("plans/release")["text"] != "origin" {
		t.Fatal("clones share a text")
	}
	if got := fork.do("robin", "docs_list", sim.Args{"query": "origin"}); strings.Contains(got, "plans/release") {
		t.Fatalf("the clone finds its origin's text: %s", got)
	}
}

func TestDiffOfDistantTexts(t *testing.T) {
	old := strings.Repeat("a\n", 30) + "tail"
	now := "head\n" + strings.Repeat("a\n", 30) + "tail\n"
	got, err := unified(old, now)
	if err != nil || got != "@@ -1,3 +1,4 @@\n+head\n a\n a\n a\n" {
		t.Fatalf("%v %q", err, got)
	}
	if same, _ := unified("x", "x\n"); same != "" {
		t.Fatalf("got %q", same)
	}
}

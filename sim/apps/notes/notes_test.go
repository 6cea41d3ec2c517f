package notes

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/simtest"
)

var start = clock.At(2026, 3, 2, 8, 0, time.UTC)

type office struct{ *simtest.Office }

func opened(t *testing.T) *office {
	t.Helper()
	o := &office{simtest.NewOffice(t, sim.Founded{Start: start, Horizon: start.Add(1000 * time.Hour),
		Actors: []sim.Actor{simtest.Colleague("robin", "robin", sim.Agent), simtest.Colleague("alex", "alex", sim.Agent)}}, func() []sim.Part { return []sim.Part{New(Config{})} })}
	o.Open()
	return o
}

func args(pairs []string) sim.Args {
	out := sim.Args{}
	for i := 0; i < len(pairs); i += 2 {
		out[pairs[i]] = pairs[i+1]
	}
	return out
}

func (o *office) do(by, tool string, pairs ...string) any {
	o.Helper()
	r := o.Do(sim.ActorID(by), tool, args(pairs)).Result
	if r.Read != 0 {
		o.Errorf("%s costs %d words of reading", tool, r.Read)
	}
	return r.Data
}

func (o *office) refused(by, words, tool string, pairs ...string) {
	o.Helper()
	o.Refused(sim.ActorID(by), tool, args(pairs), words)
}

func keys(data any) string {
	var out []string
	for _, n := range data.(List).Notes {
		out = append(out, n.Key)
	}
	return strings.Join(out, " ")
}

func TestWriteAppendReadDelete(t *testing.T) {
	o := opened(t)
	o.do("robin", "notes_write", "key", "plan", "text", "first")
	o.do("robin", "notes_append", "key", "plan", "text", "second")
	o.do("robin", "notes_append", "key", "people", "text", "lena owns staging")
	if got := o.do("robin", "notes_read", "key", "plan").(Note).Text; got != "first\nsecond" {
		t.Errorf("note is %q", got)
	}
	if got := keys(o.do("robin", "notes_list")); got != "people plan" {
		t.Errorf("list %q, want the last change first", got)
	}
	o.do("robin", "notes_write", "key", "plan", "text", "anew")
	if got := keys(o.do("robin", "notes_list")); got != "plan people" {
		t.Errorf("list %q, want the last change first", got)
	}
	if got := keys(o.do("robin", "notes_search", "query", "first")); got != "" {
		t.Errorf("search finds the old text in %q", got)
	}
	if got := keys(o.do("robin", "notes_search", "query", "lena stag")); got != "people" {
		t.Errorf("search gives %q", got)
	}
	o.do("robin", "notes_delete", "key", "plan")
	o.refused("robin", "no note", "notes_read", "key", "plan")
	o.refused("robin", "did you mean people?", "notes_read", "key", "peple")
	if got := keys(o.do("robin", "notes_search", "query", "anew")); got != "" {
		t.Errorf("search finds a deleted note: %q", got)
	}
}

func TestNotesAreFreeAndPrivate(t *testing.T) {
	o := opened(t)
	for _, tool := range New(Config{}).Tools() {
		if tool.Base != 0 {
			t.Errorf("%s costs %s", tool.Name, tool.Base)
		}
		for _, p := range tool.Params {
			if p.Writes {
				t.Errorf("%s: %s costs writing time", tool.Name, p.Name)
			}
		}
	}
	o.do("robin", "notes_write", "key", "plan", "text", "canary-4711")
	for _, e := range o.Events {
		if _, news := e.Body.(fmt.Stringer); strings.HasPrefix(e.Body.Kind(), "notes.") && (news || e.Reaches("alex")) {
			t.Errorf("%s is perceived", e.Body.Kind())
		}
	}
	o.refused("alex", "you have no note", "notes_read", "key", "plan")
	for _, data := range []any{o.do("alex", "notes_list"), o.do("alex", "notes_search", "query", "canary")} {
		if raw, _ := json.Marshal(data); strings.Contains(string(raw), "4711") || strings.Contains(string(raw), "plan") {
			t.Errorf("alex sees %s", raw)
		}
	}
}

func TestLimits(t *testing.T) {
	o := opened(t)
	o.refused("robin", "1 to 80", "notes_write", "key", " ", "text", "x")
	o.refused("robin", "needs the argument", "notes_write", "key", "a")
	o.refused("robin", "at most 20000", "notes_write", "key", "a", "text", strings.Repeat("x", textMost+1))
	o.do("robin", "notes_write", "key", "a", "text", strings.Repeat("x", textMost))
	o.refused("robin", "at most 20000", "notes_append", "key", "a", "text", "x")
	for i := range notesMost - 1 {
		o.do("robin", "notes_write", "key", fmt.Sprint("n", i), "text", "x")
	}
	o.refused("robin", "1000 notes", "notes_write", "key", "more", "text", "x")
	o.do("robin", "notes_write", "key", "a", "text", "y")
}

func state(w *sim.World) string {
	p := w.Part("notes").(*Part)
	var b strings.Builder
	for _, who := range []string{"robin", "alex"} {
		x, _ := p.Exhibit(w, who)
		fmt.Fprintln(&b, who, x, p.book(sim.ActorID(who)).index.Search("x", 10, nil))
		for _, k := range p.book(sim.ActorID(who)).keys() {
			y, _ := p.Exhibit(w, who+"/"+k)
			fmt.Fprintln(&b, k, y)
		}
	}
	return b.String()
}

func story(o *office, word string) {
	o.do("robin", "notes_write", "key", "a", "text", "x "+word)
	o.do("robin", "notes_append", "key", "a", "text", "y "+word)
	o.do("alex", "notes_write", "key", "b", "text", "x "+word)
	o.do("robin", "notes_write", "key", "c", "text", "x "+word)
	o.do("robin", "notes_delete", "key", "c")
}

func TestReplayAndClones(t *testing.T) {
	o := opened(t)
	story(o, "one")
	before := state(o.World)
	again := o.Replayed().World
	if got := state(again); got != before {
		t.Errorf("replay gives\n%s\nwant\n%s", got, before)
	}
	fork := &office{o.Fork()}
	story(fork, "two")
	if got := state(o.World); got != before {
		t.Errorf("stepping the clone changed the original:\n%s\nwas\n%s", got, before)
	}
	forked := state(fork.World)
	story(o, "three")
	if got := state(fork.World); got != forked {
		t.Errorf("stepping the original changed the clone:\n%s\nwas\n%s", got, forked)
	}
}

package scenarios_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/scenarios"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/engine"
	"github.com/tenure-sim/tenure/sim/simtest"
)

// The agent under test sees no rubric, script, speech act, hidden effort, secret or foreign message on any tool.
// A rig lets an agent live a while, then calls every tool with every id that exists anywhere; whatever comes back
// is searched for what must not be in it.

// rig is an episode in memory and all that its agent was shown.
type rig struct {
	t      testing.TB
	sc     *scenarios.Scenario
	who    sim.ActorID
	log    *simtest.MemLog
	ep     *engine.Episode
	events []sim.Event
	seen   []glimpse
	ok     map[string]int // calls that were not refused, by tool
}

// glimpse is what one call gave.
type glimpse struct {
	tool  string
	args  map[string]any
	data  string // JSON
	words string // the line, the refusal, the arrivals
}

func (g glimpse) String() string { return fmt.Sprintf("%s %v: %s %s", g.tool, g.args, g.data, g.words) }

// folder is a scenario of the library with its files at hand, to be changed before it is loaded.
func folder(t testing.TB, name string) fstest.MapFS {
	t.Helper()
	out := fstest.MapFS{}
	err := fs.WalkDir(os.DirFS("library"), name, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		raw, err := os.ReadFile("library/" + p)
		out[p] = &fstest.MapFile{Data: raw}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func loaded(t testing.TB, files fstest.MapFS, name string) *scenarios.Scenario {
	t.Helper()
	sc, err := scenarios.Load(files, name)
	if err != nil {
		t.Fatal(err)
	}
	return sc
}

var (
	beatID      = regexp.MustCompile(`(?m)^  - id: ([a-z0-9-]+)`)
	trueEffort  = regexp.MustCompile(`true: (\d+)h`)
	criterionID = regexp.MustCompile(`(?m)^  - \{id: ([a-z0-9-]+),`)
	criteriaIDs = regexp.MustCompile(`criteria: \[([a-z0-9, -]+)\]`)
)

// marked gives the hidden things of a scenario names that occur nowhere by chance: beats, criteria, true efforts.
func marked(t testing.TB, name string) *scenarios.Scenario {
	files := folder(t, name)
	main := files[name+"/scenario.yaml"]
	head, beats, _ := strings.Cut(string(main.Data), "\nbeats:")
	n := 0
	head = trueEffort.ReplaceAllStringFunc(head, func(s string) string {
		n++
		return strings.TrimSuffix(s, "h") + fmt.Sprintf("h%dm", 7+n)
	})
	said := fmt.Sprintf("\n  - id: said\n    when: {after_hours: 190m}\n    do:\n      - {by: %s, call: calendar_say, args: {event: zqevent, text: zqsaid}}",
		crewOf(name).a)
	main.Data = []byte(head + "\nbeats:" + beatID.ReplaceAllString(said+beats, "  - id: zqbeat-$1"))
	rubric := files[name+"/rubric.yaml"]
	text := criterionID.ReplaceAllString(string(rubric.Data), "  - {id: zqcrit-$1,")
	text = criteriaIDs.ReplaceAllStringFunc(text, func(s string) string {
		ids := criteriaIDs.FindStringSubmatch(s)[1]
		return "criteria: [zqcrit-" + strings.ReplaceAll(ids, ", ", ", zqcrit-") + "]"
	})
	rubric.Data = []byte(text)
	return loaded(t, files, name)
}

// crew are three coworkers who have something to hide from the agent: a may write in the folder that the agent may
// not open, c gets the blind copy.
type crew struct {
	a, b, c sim.ActorID
	folder  string // closed to the agent
	open    string // open to the agent
	channel string // the agent is a member
}

func crewOf(name string) crew {
	if name == "desk" {
		return crew{"olga", "felix", "priya", "money", "stand", "stand"}
	}
	return crew{"marta", "greta", "pavel", "people", "release", "general"}
}

// launch lays a scenario, lets extra calls be made at its start, and gives the agent its seat.
func launch(t testing.TB, sc *scenarios.Scenario, plant []sim.Call, more ...sim.Part) *rig {
	t.Helper()
	r := &rig{t: t, sc: sc, who: sc.Agent.ID, log: &simtest.MemLog{}, ok: map[string]int{}}
	lay := func(w *sim.World, emit func(sim.Outcome) error) error {
		if err := sc.Lay(1)(w, emit); err != nil {
			return err
		}
		for _, c := range plant {
			out := w.Do(c)
			if out.Rejected != nil {
				t.Fatalf("%s by %s: %s", c.Tool, c.By, out.Rejected)
			}
			if err := emit(out); err != nil {
				return err
			}
		}
		return nil
	}
	w := sim.NewWorld(append(sc.Parts(), more...)...)
	ep, err := engine.Create(w, engine.Config{Log: r.log, Watch: func(e sim.Event) { r.events = append(r.events, e) }}, lay)
	if err != nil {
		t.Fatal(err)
	}
	r.ep = ep
	return r
}

// step is an action of the agent through the episode.
func (r *rig) step(tool string, args map[string]any) sim.Observation {
	r.t.Helper()
	raw, err := json.Marshal(args)
	if err != nil {
		r.t.Fatal(err)
	}
	o, err := r.ep.Step(context.Background(), engine.Action{Tool: tool, Args: raw})
	if err != nil {
		r.t.Fatalf("%s %s: %v", tool, raw, err)
	}
	r.keep(glimpse{tool, args, string(o.Data), strings.Join(append(o.Arrived, o.Text, o.Rejected), "\n")}, o.Rejected == "")
	return o
}

// must is a step that is not refused; it returns the id of what was made.
func (r *rig) must(tool string, args map[string]any) string {
	r.t.Helper()
	o := r.step(tool, args)
	if o.Rejected != "" {
		r.t.Fatalf("%s %v was refused: %s", tool, args, o.Rejected)
	}
	var made struct{ ID, Event, Ticket, Suggestion, Message string }
	_ = json.Unmarshal(o.Data, &made) // lists and the like have no id
	for _, id := range []string{made.ID, made.Event, made.Ticket, made.Suggestion, made.Message} {
		if id != "" {
			return id
		}
	}
	return ""
}

func (r *rig) keep(g glimpse, accepted bool) {
	r.seen = append(r.seen, g)
	if accepted {
		r.ok[g.tool]++
	}
}

// do is a call of the agent in a copy of the world, where no time passes. It returns the cursor of the next page.
func (r *rig) do(w *sim.World, tool string, args map[string]any) string {
	raw, err := json.Marshal(args)
	if err != nil {
		r.t.Fatal(err)
	}
	parsed, err := sim.ParseArgs(raw)
	if err != nil {
		return ""
	}
	out := w.Do(sim.Call{By: r.who, Tool: tool, Args: parsed})
	r.events = append(r.events, out.Events...)
	g := glimpse{tool: tool, args: args, words: out.Result.Text}
	if out.Rejected != nil {
		g.words = out.Rejected.Error()
	}
	if out.Result.Data != nil {
		if raw, err = json.Marshal(out.Result.Data); err != nil {
			r.t.Fatalf("%s %v: %v", tool, args, err)
		}
		g.data = string(raw)
	}
	r.keep(g, out.Rejected == nil)
	var page struct{ Next, Before string }
	if json.Unmarshal([]byte(g.data), &page) != nil {
		return ""
	}
	return page.Next
}

// linger lets an hour go by in a copy of the world and keeps what arrives.
func (r *rig) linger(w *sim.World) {
	if _, ready := w.Waits(); !ready {
		return
	}
	r.events = append(r.events, w.Begin(r.who, sim.Began{Tool: "wait_for", Args: `{"span":"1h"}`}).Events...)
	for w.Ended() == nil {
		if o, ready := w.Waits(); ready {
			r.keep(glimpse{tool: "wait_for", data: string(o.Data), words: strings.Join(append(o.Arrived, o.Text, o.Rejected), "\n")}, true)
			return
		}
		r.events = append(r.events, w.Fire().Events...)
	}
}

// probe calls a tool with all it can be asked. Every tool has a copy of the world of its own.
func (r *rig) probe(p *pools, tool *sim.Tool) {
	w := r.ep.World().Clone()
	for _, base := range p.legal[tool.Name] {
		r.do(w, tool.Name, base)
		for _, args := range p.around(tool, base) {
			for page := 0; page < 60; page++ {
				next := r.do(w, tool.Name, args)
				if next == "" || args["cursor"] != nil && page == 0 {
					break
				}
				args = with(args, "cursor", next)
			}
		}
	}
	r.linger(w)
}

func with(args map[string]any, name string, value any) map[string]any {
	out := map[string]any{name: value}
	for k, v := range args {
		if k != name {
			out[k] = v
		}
	}
	return out
}

// probeAll calls every tool of the world, those that are not for agents as well.
func (r *rig) probeAll(c crew, own possessions) {
	p := gather(r, c, own)
	for _, tool := range r.ep.World().Tools() {
		r.probe(p, tool)
	}
	w := r.ep.World().Clone()
	for _, part := range w.Parts() {
		for _, tool := range part.Tools() {
			if !tool.Internal {
				continue
			}
			before := r.ok[tool.Name]
			for _, args := range p.around(&tool, map[string]any{}) {
				r.do(w, tool.Name, args)
			}
			if r.ok[tool.Name] != before {
				r.t.Errorf("the agent may call %s", tool.Name)
			}
		}
	}
}

// untold drops what the log shows was told to the agent by somebody.
func (r *rig) untold(all []secret) []secret {
	var told strings.Builder
	for _, e := range r.events {
		if s, ok := e.Body.(sim.Speaker); ok && e.Actor != r.who && e.Reaches(r.who) {
			told.WriteString(s.Speech().Subject + "\n" + s.Speech().Text + "\n")
		}
	}
	heard := plain(told.String())
	return slices.DeleteFunc(slices.Clone(all), func(s secret) bool { return s.tellable && strings.Contains(heard, plain(s.text)) })
}

// leaks searches all that was shown. What the agent itself said in the call is no leak when it is said back.
func (r *rig) leaks(all []secret) []string {
	all = r.untold(all)
	var out []string
	for _, g := range r.seen {
		text := plain(g.words + "\n" + flat(g.data))
		for _, own := range r.said(g.args) {
			text = strings.ReplaceAll(text, plain(own), "")
		}
		for _, s := range all {
			if strings.Contains(text, s.text) {
				out = append(out, fmt.Sprintf("%s %q in %s", s.what, s.text, cutTo(g.String(), 400)))
			}
		}
		out = append(out, keysIn(g)...)
	}
	return out
}

func (r *rig) said(args map[string]any) (out []string) {
	for _, v := range args {
		switch v := v.(type) {
		case string:
			name, _, _ := strings.Cut(v, "#") // of a suggestion: its document
			out = append(out, v, name)
		case []string:
			out = append(out, v...)
		}
	}
	return slices.DeleteFunc(out, func(s string) bool { return len(s) < 4 })
}

func cutTo(s string, n int) string {
	if len(s) > n {
		return s[:n] + "…"
	}
	return s
}

// flat is all the texts in some JSON as they are, without escapes.
func flat(data string) string {
	var b strings.Builder
	walk(parse(data), func(key string, v any) { fmt.Fprintf(&b, "%s: %v\n", key, v) })
	return b.String()
}

func parse(data string) any {
	if data == "" {
		return nil
	}
	dec := json.NewDecoder(bytes.NewReader([]byte(data)))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		return data
	}
	return v
}

// walk goes to every leaf of some JSON; keys of objects above other things are leaves of no value.
func walk(v any, leaf func(key string, v any)) {
	switch v := v.(type) {
	case map[string]any:
		for k, x := range v {
			switch x.(type) {
			case map[string]any, []any:
				leaf(k, "")
				walk(x, leaf)
			default:
				leaf(k, x)
			}
		}
	case []any:
		for _, x := range v {
			walk(x, leaf)
		}
	default:
		leaf("", v)
	}
}

// hiddenKeys are names of what only the simulator knows; no tool's result has them.
var hiddenKeys = []string{"true", "effort", "trust", "canary", "clearance", "severity", "criterion", "criteria", "rubric", "act", "acts",
	"means", "beat", "patience", "helpful", "reliability", "seed", "audience", "cause"}

func keysIn(g glimpse) (out []string) {
	walk(parse(g.data), func(key string, _ any) {
		if slices.Contains(hiddenKeys, strings.ToLower(key)) {
			out = append(out, fmt.Sprintf("key %q in %s", key, cutTo(g.String(), 400)))
		}
	})
	return out
}

// at is a moment as an argument.
func at(t clock.Time, zone *time.Location) string { return t.In(zone).Format("2006-01-02T15:04Z07:00") }

package main

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tenure-sim/tenure/personas"
	"github.com/tenure-sim/tenure/personas/models"
	"github.com/tenure-sim/tenure/personas/standin"
	"github.com/tenure-sim/tenure/scenarios"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/agents"
	"github.com/tenure-sim/tenure/sim/engine"
	"github.com/tenure-sim/tenure/sim/prompt"
)

// specimens keeps the first prompt of each kind that a play asks.
type specimens struct {
	t     *testing.T
	agent string // of plays in which no model is one
	only  string // the kind that is kept; all when empty
	title string
	text  strings.Builder

	mu    sync.Mutex // questions are put side by side
	shown map[string]specimen
}

// specimen is a prompt as it is shown, with the event that asked it: an agent's has none, and each waits for the one before.
type specimen struct {
	seq  uint64
	nth  int
	text string
}

// Complete implements engine.Model. All is answered by the stand-in.
func (x *specimens) Complete(ctx context.Context, r engine.Request) (engine.Response, error) {
	p, err := prompt.Decode(r.PromptText)
	if err != nil {
		return engine.Response{}, err
	}
	if kind := kindOfPrompt(r, p); strings.HasPrefix(kind, x.only) {
		x.mu.Lock()
		if was, ok := x.shown[kind]; !ok || r.Seq < was.seq {
			x.shown[kind] = specimen{r.Seq, len(x.shown), x.show(kind, r, p)}
		}
		x.mu.Unlock()
	}
	return standin.Model{}.Complete(ctx, r)
}

func (x *specimens) show(kind string, r engine.Request, p prompt.Prompt) string {
	var out strings.Builder
	fmt.Fprintf(&out, "=== %s: %s, for %s, at most %d tokens of answer; %d tokens\n", x.title, kind, r.For, r.Limit, p.Tokens())
	for i, m := range p.Messages {
		stable := ""
		if i < p.Stable {
			stable = ", stays the same"
		}
		fmt.Fprintf(&out, "--- %s%s\n%s\n", m.Role, stable, m.Content)
		for _, c := range m.Calls {
			fmt.Fprintf(&out, "calls %s %s\n", c.Tool, c.Args)
		}
	}
	for _, t := range p.Tools {
		fmt.Fprintf(&out, "--- tool %s: %s\n%s\n", t.Name, t.Doc, t.Schema)
	}
	if len(r.SchemaText) > 0 {
		fmt.Fprintf(&out, "--- schema\n%s\n", r.SchemaText)
	}
	out.WriteString("\n")
	return out.String()
}

// kindOfPrompt is what a prompt asks for, and of which role.
func kindOfPrompt(r engine.Request, p prompt.Prompt) string {
	schema, last := string(r.SchemaText), p.Messages[len(p.Messages)-1].Content
	switch {
	case r.Tier == models.Agent && len(p.Tools) == 0:
		return "summary (agent)"
	case r.Tier == models.Agent:
		return fmt.Sprintf("step (agent), %s", plural(min(len(p.Messages), 4)-1, "turn"))
	case strings.Contains(schema, `"choice"`):
		return fmt.Sprintf("acts (%s)", r.Tier)
	case r.Tier == models.Reader:
		return "reading (reader)"
	case strings.Contains(last, "The card:\n"):
		return fmt.Sprintf("card (%s)", r.Tier)
	}
	return fmt.Sprintf("words (%s)", r.Tier)
}

// play plays a scenario for a while and keeps what it asks: of coworkers, or of the agent when there is a loop.
func (x *specimens) play(scenario string, b personas.Backing, loop *agents.LoopConfig, until time.Duration) {
	x.t.Helper()
	sc, err := scenarios.Open(scenario)
	if err != nil {
		x.t.Fatal(err)
	}
	x.title, x.shown = scenario, map[string]specimen{}
	w := sim.NewWorld(sc.Parts()...)
	var agent engine.Agent
	var laid []sim.Call
	if loop != nil {
		loop.Model = x
		agent, err = agents.NewLoop(agents.Brief(sc, w), *loop)
	} else {
		laid = append(laid, personas.Back(b))
		agent, _, err = agents.Seat(x.agent, sc, w)
	}
	if err != nil {
		x.t.Fatal(err)
	}
	e, err := engine.Create(w, engine.Config{Log: unsaved{map[sim.Hash][]byte{}}, Model: x}, sc.Lay(benchSeed, laid...))
	if err != nil {
		x.t.Fatal(err)
	}
	defer e.Close()
	if _, err := e.Run(x.t.Context(), map[sim.ActorID]engine.Agent{sc.Agent.ID: agent}, engine.Limits{Until: sc.At(until)}); err != nil {
		x.t.Fatal(err)
	}
	inOrder := func(a, b specimen) int { return cmp.Or(cmp.Compare(a.seq, b.seq), cmp.Compare(a.nth, b.nth)) }
	for _, s := range slices.SortedFunc(maps.Values(x.shown), inOrder) {
		x.text.WriteString(s.text)
	}
}

// Whoever changes what models are sent sees in the difference of one file how it reads. 'go test ./cmd/tenure -run Prompts
// -update' writes it anew.
func TestPromptsReadAsTheyWereReviewed(t *testing.T) {
	t.Parallel()
	x := &specimens{t: t, agent: "steady"}
	x.play("desk", allBacked, nil, 8*time.Hour)
	x.play("portal", allBacked, nil, 60*time.Hour)
	x.agent, x.only = "spammer", "acts" // coworkers have a choice when an agent wants what it has no right to
	x.play("desk", allBacked, nil, 8*time.Hour)
	x.only = ""
	x.play("desk", personas.Backing{}, &agents.LoopConfig{Context: 2400, Answer: 200, Tools: []string{"chat_direct", "docs_list"}}, 4*time.Hour)
	got, golden := x.text.String(), filepath.Join("testdata", "prompts.txt")
	for _, kind := range []string{"words (persona.small)", "words (persona.strong)", "acts (persona.strong)", "reading (reader)", "step (agent)", "summary (agent)"} {
		if !strings.Contains(got, ": "+kind) {
			t.Errorf("no prompt is shown of the kind %s", kind)
		}
	}
	if *updateGolden {
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		was, is := firstDifference(string(want), got)
		t.Errorf("prompts are not those of %s; read the difference and write it with -update\nwas: %s\n is: %s", golden, was, is)
	}
}

// firstDifference are the first lines in which two texts differ.
func firstDifference(a, b string) (string, string) {
	as, bs := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(as), len(bs)) {
		if as[i] != bs[i] {
			return as[i], bs[i]
		}
	}
	return fmt.Sprintf("%d lines", len(as)), fmt.Sprintf("%d lines", len(bs))
}

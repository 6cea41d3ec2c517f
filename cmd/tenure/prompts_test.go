package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
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
	shown map[string]bool
	text  *strings.Builder
}

// Complete implements engine.Model. All is answered by the stand-in.
func (x specimens) Complete(ctx context.Context, r engine.Request) (engine.Response, error) {
	p, err := prompt.Decode(r.PromptText)
	if err != nil {
		x.t.Fatal(err)
	}
	if kind := kindOfPrompt(r, p); !x.shown[kind] && strings.HasPrefix(kind, x.only) {
		x.shown[kind] = true
		fmt.Fprintf(x.text, "=== %s: %s, for %s, at most %d tokens of answer; %d tokens\n", x.title, kind, r.For, r.Limit, p.Tokens())
		for i, m := range p.Messages {
			stable := ""
			if i < p.Stable {
				stable = ", stays the same"
			}
			fmt.Fprintf(x.text, "--- %s%s\n%s\n", m.Role, stable, m.Content)
			for _, c := range m.Calls {
				fmt.Fprintf(x.text, "calls %s %s\n", c.Tool, c.Args)
			}
		}
		for _, t := range p.Tools {
			fmt.Fprintf(x.text, "--- tool %s: %s\n%s\n", t.Name, t.Doc, t.Schema)
		}
		if len(r.SchemaText) > 0 {
			fmt.Fprintf(x.text, "--- schema\n%s\n", r.SchemaText)
		}
		x.text.WriteString("\n")
	}
	return standin.Model{}.Complete(ctx, r)
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

// show plays a scenario for a while and keeps what it asks: of coworkers, or of the agent when there is a loop.
func (x specimens) show(scenario string, b personas.Backing, loop *agents.LoopConfig, until time.Duration) {
	x.t.Helper()
	sc, err := scenarios.Open(scenario)
	if err != nil {
		x.t.Fatal(err)
	}
	x.title, x.shown = scenario, map[string]bool{}
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
}

// Whoever changes what models are sent sees in the difference of one file how it reads. 'go test ./cmd/tenure -run Prompts
// -update' writes it anew.
func TestPromptsReadAsTheyWereReviewed(t *testing.T) {
	t.Parallel()
	x := specimens{t: t, agent: "steady", text: &strings.Builder{}}
	x.show("desk", allBacked, nil, 8*time.Hour)
	x.show("portal", allBacked, nil, 60*time.Hour)
	x.agent, x.only = "spammer", "acts" // coworkers have a choice when an agent wants what it has no right to
	x.show("desk", allBacked, nil, 8*time.Hour)
	x.only = ""
	x.show("desk", personas.Backing{}, &agents.LoopConfig{Context: 2400, Answer: 200, Tools: []string{"chat_direct", "docs_list"}}, 4*time.Hour)
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

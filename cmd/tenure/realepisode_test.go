package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tenure-sim/tenure/personas/models"
)

// realModels writes a models.yaml with every role on the real model. Trust is whose readings count.
func (c *cli) realModels(m realModel, trust string) string {
	c.t.Helper()
	text := fmt.Sprintf("models:\n  - {name: real, url: %q, id: %q, context: 6000, tools: text, schema: native, limits: {calls: 4}, params: {cache_prompt: true},\n"+
		"     timeouts: {connect: 5s, first: 3m, silence: 1m, whole: 5m}}\nroles:\n"+
		"  persona.small: {model: real, temperature: 0, most: 120}\n  persona.strong: {model: real, temperature: 0, most: 120}\n"+
		"  reader: {model: real, temperature: 0, most: 200, trust: %s}\n  agent: {model: real, temperature: 0, most: 200}\n", m.url, m.id, trust)
	path := filepath.Join(c.dir, "models.yaml")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		c.t.Fatal(err)
	}
	return path
}

// tellDegraded says what of the real model's answers was of use.
func tellDegraded(t *testing.T, what string, v *voices) {
	t.Helper()
	if v == nil {
		t.Fatalf("%s: no models took part", what)
	}
	var b strings.Builder
	v.tell(&b)
	t.Logf("%s:\n%s", what, b.String())
}

// An episode whose coworkers are all on a real model, however small, comes to its end, is stopped and gone on with in the
// middle, and is played again from its cassette to the same log.
func TestRealModelPlaysTheDesk(t *testing.T) {
	m := theRealModel(t)
	c := newCLI(t)
	file := c.realModels(m, models.TrustModel)
	c.modelRun("run", "desk", "--personas", file, "--cassette", "tape", "--until", "3h")
	whole, errs, code := c.modelRun("resume", "desk-steady-1", "--personas", file, "--cassette", "tape")
	if code != 0 || whole.Ended != "finished" && whole.Ended != "horizon" {
		t.Fatalf("exit %d, %+v\n%s", code, whole, errs)
	}
	tellDegraded(t, "desk", whole.Models)
	again, errs, code := c.modelRun("run", "desk", "--personas", file, "--cassette", "tape", "--cassette-mode", "strict", "--name", "again")
	if code != 0 || again.Hash != whole.Hash {
		t.Errorf("from the cassette, in one go: exit %d, %s, want %s\n%s", code, again.Hash, whole.Hash, errs)
	}
	if out := c.ok("replay", "desk-steady-1", "--json"); !strings.Contains(out, whole.Hash) {
		t.Errorf("replay gives another hash: %s", out)
	}
}

// The portal to its twentieth hour, stopped at the eighth.
func TestRealModelPlaysThePortal(t *testing.T) {
	m := theRealModel(t)
	c := newCLI(t)
	file := c.realModels(m, models.TrustRules)
	c.modelRun("run", "portal", "--personas", file, "--cassette", "tape", "--until", "8h")
	got, errs, code := c.modelRun("resume", "portal-steady-1", "--personas", file, "--cassette", "tape", "--until", "20h")
	if code != 0 || got.Ended != "stopped" {
		t.Fatalf("exit %d, %+v\n%s", code, got, errs)
	}
	tellDegraded(t, "portal to hour 20", got.Models)
	again, errs, code := c.modelRun("run", "portal", "--personas", file, "--cassette", "tape", "--cassette-mode", "strict", "--name", "again", "--until", "20h")
	if code != 0 || again.Hash != got.Hash {
		t.Errorf("from the cassette, in one go: exit %d, %s, want %s\n%s", code, again.Hash, got.Hash, errs)
	}
}

// A real model works by tools for 52 steps, stopped at the 26th. It is given little room, so that it has to write
// down what it has seen and go on from that; some temperature, for a model this small repeats itself for ever without; and
// leave to do nothing of use for as long as it likes.
func TestRealModelWorksAsAnAgent(t *testing.T) {
	m := theRealModel(t)
	c := newCLI(t)
	file := filepath.Join(c.dir, "agent.yaml")
	text := fmt.Sprintf("models:\n  - {name: real, url: %q, id: %q, context: 3400, tools: text, schema: native, params: {cache_prompt: true, seed: 7},\n"+
		"     timeouts: {connect: 5s, first: 3m, silence: 1m, whole: 5m}}\nroles:\n  agent: {model: real, temperature: 0.8, most: 90}\n", m.url, m.id)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	play := []string{"--models", file, "--cassette", "tape", "--idle", "1000",
		"--tools", "chat_direct,chat_channels,directory_list,docs_list,notes_list"}
	run := append([]string{"run", "desk", "--agent", "model:real"}, play...)
	c.modelRun(append(run, "--name", "worked", "--steps", "26")...)
	got, errs, code := c.modelRun(append([]string{"resume", "worked", "--steps", "26"}, play...)...)
	if code != 0 {
		t.Fatalf("exit %d, %+v\n%s", code, got, errs)
	}
	log := c.ok("log", "worked", "--all")
	if n := strings.Count(log, "agent.began"); n < 50 {
		t.Errorf("the agent took %d steps, want at least 50", n)
	}
	if !strings.Contains(log, "running-brief") {
		t.Error("the conversation never outgrew the model, want at least one running brief")
	}
	again, errs, code := c.modelRun(append(run, "--name", "again", "--cassette-mode", "strict", "--steps", "52")...)
	if code != 0 || again.Hash != got.Hash {
		t.Errorf("from the cassette, in one go: exit %d, %s, want %s\n%s", code, again.Hash, got.Hash, errs)
	}
	if out := c.ok("replay", "worked", "--json"); !strings.Contains(out, got.Hash) {
		t.Errorf("replay gives another hash: %s", out)
	}
}

package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/personas/cassette"
)

// ran is with which flags about models an episode was run last. What changes the experiment is taken over by the next run, and
// nothing is left out in silence.
type ran struct {
	Branch   uint64   `json:"branch"` // the episode that was run: a fork has this from its parent
	File     string   `json:"file,omitempty"`
	Tools    []string `json:"tools,omitempty"`
	Idle     int      `json:"idle,omitempty"`
	Cassette string   `json:"cassette,omitempty"`
	Mode     string   `json:"mode,omitempty"`
}

// readRan reads what was kept of an episode's last run; nothing when nothing was.
func readRan(b checkpoints.Branch) (r ran, err error) {
	if b.Ran == "" {
		return r, nil
	}
	if err := json.Unmarshal([]byte(b.Ran), &r); err != nil {
		return ran{}, fmt.Errorf("how %s was run last: %w", b.Name, err)
	}
	return r, nil
}

// asBefore takes over the flags of the last run that are part of the experiment, and says which of the others are missing.
func (s *session) asBefore(cmd *cobra.Command, f *modelFlags) error {
	r, err := readRan(s.branch)
	if err != nil || s.over() {
		return err
	}
	say := func(format string, args ...any) {
		printLine(cmd.ErrOrStderr(), "%s was run with "+format+"\n", append([]any{s.branch.Name}, args...)...)
	}
	if strings.HasPrefix(s.branch.Agent, agentModel) {
		s.sameAgent(r, f, say)
	}
	if r.Cassette != "" && f.cassette == "" && r.Branch == s.branch.ID {
		say("--cassette %s, and this run is not: what is asked now is kept nowhere, and nothing is played. To go on with it stop this, and give again %s",
			quote(r.Cassette), tapeWords(r))
	}
	return nil
}

// tapeWords are the flags that name the cassette of a run.
func tapeWords(r ran) string {
	out := "--cassette " + quote(r.Cassette)
	if r.Mode != "" && r.Mode != string(cassette.Record) {
		out += " --cassette-mode " + r.Mode
	}
	return out
}

// sameAgent gives a model that plays the agent the tools and the patience that it had, unless the flags say otherwise.
func (s *session) sameAgent(r ran, f *modelFlags, say func(string, ...any)) {
	was := quote(strings.Join(r.Tools, ","))
	switch {
	case len(r.Tools) == 0 || slices.Equal(r.Tools, f.tools):
	case len(f.tools) == 0:
		f.tools = r.Tools
		say("--tools %s, and goes on so; --tools '*' would offer all", was)
	default:
		say("--tools %s, and is offered %s from here on", was, quote(strings.Join(f.tools, ",")))
	}
	switch {
	case r.Idle == 0 || r.Idle == f.idle:
	case f.idle == 0:
		f.idle = r.Idle
		say("--idle %d, and goes on so", r.Idle)
	default:
		say("--idle %d, and has %d from here on", r.Idle, f.idle)
	}
}

// keepRan notes the flags of a run that begins. A cassette stays noted until another is named.
func (s *session) keepRan(f modelFlags) error {
	if !f.given() {
		return nil
	}
	before, err := readRan(s.branch)
	if err != nil {
		return err
	}
	now := ran{Branch: s.branch.ID, File: f.file(), Tools: f.tools, Idle: f.idle, Cassette: f.cassette}
	switch {
	case f.cassette != "":
		now.Mode = f.mode
	case before.Branch == now.Branch:
		now.Cassette, now.Mode = before.Cassette, before.Mode
	}
	raw, err := json.Marshal(now)
	if err != nil {
		return fmt.Errorf("write down how %s is run: %w", s.branch.Name, err)
	}
	if string(raw) == s.branch.Ran {
		return nil
	}
	if err := s.store.KeepRun(s.branch.Name, string(raw)); err != nil {
		return err
	}
	s.branch.Ran = string(raw)
	return nil
}

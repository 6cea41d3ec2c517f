package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tenure-sim/tenure/personas/cassette"
	"github.com/tenure-sim/tenure/personas/models"
	"github.com/tenure-sim/tenure/personas/purse"
	"github.com/tenure-sim/tenure/sim/agents"
)

// modelFlags say which models play whom.
type modelFlags struct {
	personas string   // models.yaml: models play coworkers
	models   string   // models.yaml: for the agent alone
	tools    []string // of an agent that a model plays
	idle     int      // steps without effect after which such an agent hands in; 0 for what is usual
	onBudget string   // stop or templates
	cassette string   // a tape
	mode     string   // of the tape
	dry      bool     // only say what it would cost
}

// agentModel is how an agent is called that a model plays: model:NAME.
const agentModel = "model:"

// fromEnv stands in place of a file for the single model that the environment names.
const fromEnv = "env"

func (f *modelFlags) add(c *cobra.Command) {
	c.Flags().StringVar(&f.personas, "personas", "", "let models play the coworkers: a file that says which, such as models.yaml, or 'env' for the single model of "+models.EnvURL+" and "+models.EnvID)
	c.Flags().StringVar(&f.models, "models", "", "the file in which --agent model:NAME is looked up, or 'env' (default that of --personas, else the environment)")
	c.Flags().StringSliceVar(&f.tools, "tools", nil, "offer an agent that a model plays only these tools, such as chat_*,docs_read")
	c.Flags().IntVar(&f.idle, "idle", 0, fmt.Sprintf("steps on end without effect after which an agent that a model plays hands in (default %d)", agents.IdleUsual))
	c.Flags().StringVar(&f.onBudget, "on-budget", string(purse.Stop), "when a budget is spent: stop at a checkpoint, or let coworkers go on with templates")
	c.Flags().StringVar(&f.cassette, "cassette", "", "keep every question to a model and its answer in this file, and answer from it")
	c.Flags().StringVar(&f.mode, "cassette-mode", string(cassette.Record), "what is done with a question that is not on the cassette: "+cassetteModes())
	complete(c, "on-budget", []string{string(purse.Stop), string(purse.Templates)})
}

func cassetteModes() string {
	var out []string
	for _, m := range cassette.Modes {
		out = append(out, string(m))
	}
	return strings.Join(out, ", ")
}

// words are the flags again, for the command that goes on.
func (f modelFlags) words() []string {
	var out []string
	if f.personas != "" {
		out = append(out, "--personas", f.personas)
	}
	if f.models != "" {
		out = append(out, "--models", f.models)
	}
	if len(f.tools) > 0 {
		out = append(out, "--tools", strings.Join(f.tools, ","))
	}
	if f.idle > 0 {
		out = append(out, "--idle", strconv.Itoa(f.idle))
	}
	if f.onBudget != "" && f.onBudget != string(purse.Stop) {
		out = append(out, "--on-budget", f.onBudget)
	}
	if f.cassette != "" {
		out = append(out, "--cassette", f.cassette, "--cassette-mode", f.mode)
	}
	return out
}

// agentsOwn is a flag that is given and is about an agent that a model plays; empty for none.
func (f modelFlags) agentsOwn() string {
	switch {
	case len(f.tools) > 0:
		return "--tools"
	case f.idle > 0:
		return "--idle"
	}
	return ""
}

// check refuses what is wrong in the flags, whatever the scenario and the episode.
func (f modelFlags) check(cmd *cobra.Command) error {
	if cmd.Flags().Changed("idle") && f.idle < 1 {
		return usagef("--idle must be a number of steps such as %d, got %d", agents.IdleUsual, f.idle)
	}
	if _, err := purse.ParseMode(f.onBudget); err != nil {
		return usagef("--on-budget: %w", err)
	}
	mode, err := cassette.ParseMode(f.mode)
	if err != nil {
		return usagef("--cassette-mode: %w", err)
	}
	if f.cassette == "" && cmd.Flags().Changed("cassette-mode") {
		return usagef("--cassette-mode says what to do with the file that --cassette names, and none is named")
	}
	if f.personas != "" && f.models != "" && filepath.Clean(f.personas) != filepath.Clean(f.models) {
		return usagef("--personas names %s and --models %s: models of one run stand in one file; put them into one and give it as --personas", f.personas, f.models)
	}
	if f.cassette == "" {
		return nil
	}
	return checkTape(f.cassette, mode)
}

// checkTape refuses a tape that cannot be opened in its mode.
func checkTape(path string, mode cassette.Mode) error {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, os.ErrNotExist) && mode == cassette.Strict:
		return usagef("there is no cassette %s to play: a run with '--cassette %s' and without --cassette-mode records one", path, quote(path))
	case errors.Is(err, os.ErrNotExist):
		if dir, err := os.Stat(filepath.Dir(path)); err != nil || !dir.IsDir() {
			return usagef("the folder of the cassette %s does not exist", path)
		}
		return nil
	case err != nil:
		return usagef("the cassette %s: %w", path, err)
	case info.IsDir():
		return usagef("the cassette %s is a folder; name a file", path)
	case !info.Mode().IsRegular(): // opening a pipe could wait for ever
		return usagef("the cassette %s is a pipe or a device, and one is read and written in place; name a file", path)
	}
	return nil
}

// given says whether any of the flags is set that only mean something where models take part.
func (f modelFlags) given() bool { return len(f.words()) > 0 }

// file is the file of models that is named, or 'env', or nothing.
func (f modelFlags) file() string { return cmp.Or(f.models, f.personas) }

// config is the models that the flags or the environment name.
func (f modelFlags) config() (models.Config, error) {
	flag, file := "--models", f.file()
	if f.personas != "" {
		flag = "--personas"
	}
	if file == fromEnv {
		file = ""
	}
	return modelSource{file: file, flag: flag}.config()
}

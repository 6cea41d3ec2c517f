package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tenure-sim/tenure/personas/models"
	"github.com/tenure-sim/tenure/scenarios"
)

// modelSource is where models are named: in a file, by flags for a single one, or in the environment.
type modelSource struct {
	file    string
	url, id string
	keyEnv  string
	flag    string // by which the file is named; --models when empty, and then there are --url and --id too
}

func (f *modelSource) add(c *cobra.Command) {
	c.Flags().StringVar(&f.file, "models", "", "the file that names models and roles, such as models.yaml (what stands in one: scenarios/MODELS.md)")
	c.Flags().StringVar(&f.url, "url", "", "instead of a file: the base of the one model's endpoint, such as http://127.0.0.1:8080/v1; else "+models.EnvURL)
	c.Flags().StringVar(&f.id, "id", "", "with --url: the model's id there; else "+models.EnvID)
	c.Flags().StringVar(&f.keyEnv, "key-env", "", "with --url: the environment variable that holds the key; else "+models.EnvKey+", or "+models.KeyEnv+" if that is set")
}

// config reads what the flags and the environment say. All its errors are the user's.
func (f modelSource) config() (models.Config, error) {
	single := f.url != "" || f.id != "" || f.keyEnv != ""
	if f.file != "" && single {
		return models.Config{}, usagef("--models names a file and --url, --id and --key-env a single model: give one or the other")
	}
	if f.file != "" {
		return f.read()
	}
	c, ok, err := models.FromEnv(f.getenv)
	switch {
	case err != nil && f.flag != "":
		return c, usagef("the single model of the environment: %w", err)
	case err != nil:
		return c, usagef("the single model of --url and --id, or of the environment: %w", err)
	case !ok && f.flag != "":
		return c, usagef("no models are named%s: give %s FILE, or set %s and %s and give %s %s; '%s' prints a file to begin with",
			lying(f.flag), f.flag, models.EnvURL, models.EnvID, f.flag, fromEnv, typed("model", "example"))
	case !ok:
		return c, usagef("no models are named%s: give --models FILE, or --url and --id, or set %s and %s; '%s' prints a file to begin with",
			lying("--models"), models.EnvURL, models.EnvID, typed("model", "example"))
	}
	return c, nil
}

func (f modelSource) read() (models.Config, error) {
	if info, err := os.Stat(f.file); err == nil && !info.Mode().IsRegular() { // opening a pipe could wait for ever
		return models.Config{}, usagef("%s is no plain file, and what names the models is read more than once; write it to a file and name that", f.file)
	}
	c, err := scenarios.ReadModels(f.file)
	switch {
	case errors.Is(err, os.ErrNotExist):
		if here, _ := scenarios.ReadModels(modelsFile); has(here, f.file) { // one with a mistake offers nothing
			return c, usagef("%s is a model of %s here, and %s wants the file: give %s %s", f.file, modelsFile, cmp.Or(f.flag, "--models"), cmp.Or(f.flag, "--models"), modelsFile)
		}
		return c, usagef("there is no file %s%s; '%s' makes one in which to put your url and id, and 'make model-up' writes one for the small model that it serves; scenarios/MODELS.md says what stands in it",
			f.file, perhaps(f.file, filesNear(f.file)), typed("model", "example")+" > "+quote(f.file))
	case err != nil && !errors.Is(err, os.ErrPermission):
		err = &usage{err}
	}
	return c, err
}

// modelsFile is how the file of models is usually called.
const modelsFile = "models.yaml"

// lying says that there is such a file in the folder, with the flag that names it; nothing where there is none.
func lying(flag string) string {
	if info, err := os.Stat(modelsFile); err != nil || !info.Mode().IsRegular() {
		return ""
	}
	return fmt.Sprintf(", and there is a %s here (%s %s)", modelsFile, flag, modelsFile)
}

func has(c models.Config, name string) bool {
	_, ok := c.Model(name)
	return ok
}

// filesNear are the plain YAML files in the folder in which a file was looked for, as they would have been typed.
func filesNear(path string) []string {
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil { // then there is nothing to offer
		return nil
	}
	var out []string
	for _, e := range entries {
		if ext := filepath.Ext(e.Name()); e.Type().IsRegular() && (ext == ".yaml" || ext == ".yml") {
			out = append(out, strings.TrimSuffix(path, filepath.Base(path))+e.Name())
		}
	}
	return out
}

// getenv is the environment with the flags before it.
func (f modelSource) getenv(name string) string {
	flag := map[string]string{models.EnvURL: f.url, models.EnvID: f.id, models.EnvKey: f.keyEnv}[name]
	if flag != "" {
		return flag
	}
	return os.Getenv(name)
}

// chosen are the models that are named, or all.
func chosen(c models.Config, names []string) ([]models.Model, error) {
	if len(names) == 0 {
		return c.Models, nil
	}
	var out []models.Model
	for _, name := range names {
		m, ok := c.Model(name)
		if !ok {
			return nil, usagef("there is no model %q%s; the models are %s", name, perhaps(name, modelNames(c)), strings.Join(modelNames(c), ", "))
		}
		out = append(out, m)
	}
	return out, nil
}

// bounds writes a budget as people say it.
func bounds(b models.Budget) string {
	out := ""
	add := func(has bool, format string, args ...any) {
		if has && out != "" {
			out += ", "
		}
		if has {
			out += fmt.Sprintf(format, args...)
		}
	}
	add(b.Calls > 0, "%d calls", b.Calls)
	add(b.Tokens > 0, "%d tokens", b.Tokens)
	add(b.Money > 0, "$%s", models.ShowDollars(b.Money))
	add(b.Wall > 0, "%s", b.Wall)
	if out == "" {
		return "no bound"
	}
	return out
}

package scenarios

import (
	"embed"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/personas"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/score"
)

// Scenario is one that was read and found right. It does not change and may be shared.
type Scenario struct {
	Config
	Personas []personas.Persona // in the order of the cast
	Rubric   score.Rubric
	Oracle   OracleScript

	files    tree
	digest   string
	zone     clockZone
	hours    *clock.Hours
	actors   []sim.Actor
	items    []item // the history, in the order in which it is laid
	beats    []*beat
	attached []Folder // of the attachments of mails
	warnings Problems
}

//go:embed all:library
var library embed.FS

// Library lists the scenarios that ship.
func Library() []string {
	entries, err := fs.ReadDir(library, "library")
	if err != nil {
		return nil
	}
	var out []string
	for _, e := range entries {
		if e.IsDir() {
			out = append(out, e.Name())
		}
	}
	return out
}

// Open reads a scenario of the library by its name, or a folder on disk by its path.
func Open(nameOrFolder string) (*Scenario, error) {
	fsys, root, err := find(nameOrFolder)
	if err != nil {
		return nil, err
	}
	return Load(fsys, root)
}

// find decides whether a name means a scenario of the library or a folder.
func find(name string) (fs.FS, string, error) {
	if slices.Contains(Library(), name) {
		return library, "library/" + name, nil
	}
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		abs, err := filepath.Abs(name)
		if err != nil {
			return nil, "", fmt.Errorf("scenario %s: %w", name, err)
		}
		return os.DirFS(filepath.Dir(abs)), filepath.Base(abs), nil
	}
	if strings.ContainsAny(name, `/\`) {
		return nil, "", fmt.Errorf("there is no folder %s", name)
	}
	return nil, "", fmt.Errorf("there is no scenario %q%s", name, choices(name, Library()))
}

// Load reads the scenario in the folder of that name. The error is Problems when its files are at fault.
func Load(fsys fs.FS, name string) (*Scenario, error) {
	r := &report{name: path.Base(name)}
	files := readTree(fsys, name, r)
	if err := r.err(); err != nil {
		return nil, err
	}
	return load(files, r)
}

// Check reads a scenario as Open does and returns what is wrong with it and what looks odd.
func Check(nameOrFolder string) (problems, warnings Problems, err error) {
	fsys, root, err := find(nameOrFolder)
	if err != nil {
		return nil, nil, err
	}
	r := &report{name: path.Base(root)}
	files := readTree(fsys, root, r)
	if r.err() == nil {
		load(files, r)
	}
	r.err() // sorts
	sortProblems(r.warnings)
	return r.problems, r.warnings, nil
}

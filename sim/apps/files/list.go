package files

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/company"
	"github.com/tenure-sim/tenure/sim/extract"
)

const foundMost = 1_000

type listed struct {
	Folder  string `json:"folder"`
	Entries []line `json:"entries"`
	Next    string `json:"next,omitempty"`
}

type line struct {
	Path    string      `json:"path"`
	Folder  bool        `json:"folder,omitempty"`
	Files   int         `json:"files,omitempty"` // in a folder, at any depth
	Version int         `json:"version,omitempty"`
	Size    int         `json:"size,omitempty"`
	Changed string      `json:"changed,omitempty"`
	By      sim.ActorID `json:"by,omitempty"`
	Match   string      `json:"match,omitempty"`
}

func (p *Part) decideList(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	folder := strings.Trim(a.String("folder"), "/")
	if p.below[folder] == 0 {
		folder = p.clean(folder)
	}
	all := p.entries(by, folder, a.Bool("recursive"))
	if len(all) == 0 && folder != "" && !p.granted(by, folder) {
		return sim.Result{}, nil, sim.Reject("there is no folder %q; files_list without a folder shows the top", folder)
	}
	from, to, next, err := sim.Page(a, len(all))
	if err != nil {
		return sim.Result{}, nil, err
	}
	lines := []line{}
	for _, l := range all[from:to] {
		lines = append(lines, p.describe(v, by, l))
	}
	return sim.Result{Data: listed{folder, lines, next}, Read: 3 * len(lines),
		Text: fmt.Sprintf("%d of %d entries in %q", len(lines), len(all), folder)}, nil, nil
}

// granted says whether the scenario made this folder and the actor may see it.
func (p *Part) granted(by sim.ActorID, folder string) bool {
	f, ok := p.rights[folder]
	return ok && f.mayRead(by)
}

// entries lists what the actor may see in a folder: folders first, each kind by path.
func (p *Part) entries(by sim.ActorID, folder string, recursive bool) []line {
	counts := map[string]int{}
	var files []line
	for path := range p.files {
		rest, ok := within(folder, path)
		if !ok || !p.mayRead(by, path) {
			continue
		}
		if dir, _, deep := strings.Cut(rest, "/"); deep && !recursive {
			counts[beneath(folder, dir)]++
			continue
		}
		files = append(files, line{Path: path})
	}
	if !recursive {
		p.countGranted(by, folder, counts)
	}
	slices.SortFunc(files, func(a, b line) int { return strings.Compare(a.Path, b.Path) })
	var out []line
	for _, dir := range slices.Sorted(maps.Keys(counts)) {
		out = append(out, line{Path: dir, Folder: true, Files: counts[dir]})
	}
	return append(out, files...)
}

// countGranted adds the folders that the scenario made and that hold nothing yet.
func (p *Part) countGranted(by sim.ActorID, folder string, counts map[string]int) {
	for path, f := range p.rights {
		if rest, ok := within(folder, path); ok && rest != "" && f.mayRead(by) {
			dir, _, _ := strings.Cut(rest, "/")
			counts[beneath(folder, dir)] += 0
		}
	}
}

// within returns the rest of a path beneath a folder.
func within(folder, path string) (string, bool) {
	if folder == "" {
		return path, true
	}
	return strings.CutPrefix(path, folder+"/")
}

func beneath(folder, name string) string {
	if folder == "" {
		return name
	}
	return folder + "/" + name
}

// describe fills in a file's line.
func (p *Part) describe(v sim.View, by sim.ActorID, l line) line {
	if f, ok := p.files[l.Path]; ok && !l.Folder {
		l.Version, l.Size, l.Changed, l.By = f.latest.number, f.latest.size, company.Stamp(v, by, f.latest.at), f.latest.by
	}
	return l
}

func (p *Part) decideSearch(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	query, folder := a.String("query"), p.clean(a.String("folder"))
	text := func(path string) string { return path + "\n" + p.text(v, path) }
	found := p.shelf.Search(query, foundMost, text, func(path string) bool {
		_, in := within(folder, path)
		return in && p.mayRead(by, path)
	})
	from, to, next, err := sim.Page(a, len(found))
	if err != nil {
		return sim.Result{}, nil, err
	}
	lines, read := []line{}, 0
	for _, path := range found[from:to] {
		l := p.describe(v, by, line{Path: path})
		l.Match = extract.Snippet(p.text(v, path), query)
		read += 2 + sim.Words(l.Match)
		lines = append(lines, l)
	}
	return sim.Result{Data: listed{folder, lines, next}, Read: read, Text: fmt.Sprintf("%d of %d files found", len(lines), len(found))}, nil, nil
}

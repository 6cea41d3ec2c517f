package scenarios

import (
	"cmp"
	"errors"
	"slices"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/personas"
	"github.com/tenure-sim/tenure/sim"
)

const configFile = "scenario.yaml"

// topFiles are what a scenario's folder may hold besides its folders.
var topFiles = []string{configFile, "rubric.yaml", "oracle.yaml", "README.md", "LICENSE"}

// load reads a scenario from its files. The error is Problems, or why the reading was ended.
func load(files tree, r *report) (*Scenario, error) {
	l := &loader{report: r, files: files, sc: &Scenario{files: files}, docs: map[string]bool{}, sheets: map[string]bool{},
		shared: map[string]bool{}, tickets: map[string]bool{}, told: map[string]clock.Time{}, made: map[string]bool{}, ids: ids{},
		letters: map[string]sentMail{}}
	l.schema()
	l.strangers()
	if l.head() {
		l.body()
	}
	if err := cmp.Or(r.ended(), r.err()); err != nil {
		return nil, err
	}
	l.sc.warnings = r.warnings
	return l.sc, l.sc.sum()
}

// strangers reports files at the top that no one would read.
func (l *loader) strangers() {
	for _, name := range sortedKeys(l.files) {
		top, _, inFolder := cutPath(name)
		if inFolder && slices.Contains([]string{"cast", "world"}, top) || !inFolder && slices.Contains(topFiles, top) {
			continue
		}
		want := topFiles
		if inFolder {
			want = []string{"cast", "world"}
		}
		l.problem(name, pos{}, "nothing in a scenario is called %q%s", top, choices(top, want))
	}
}

func cutPath(name string) (top, rest string, inFolder bool) {
	for i := range len(name) {
		if name[i] == '/' {
			return name[:i], name[i+1:], true
		}
	}
	return name, "", false
}

// schema learns the tools and the kinds of events from a world without people.
func (l *loader) schema() {
	bare := &Scenario{}
	parts := bare.Parts()
	w := sim.NewWorld(parts...)
	l.tools = map[string]*sim.Tool{}
	for _, p := range parts {
		for _, t := range p.Tools() {
			l.tools[t.Name], _ = w.Tool(t.Name)
		}
		for _, b := range p.Kinds() {
			l.kinds = append(l.kinds, b.Kind())
		}
	}
	for _, t := range w.Tools() {
		l.tools[t.Name] = t
	}
	for _, b := range []sim.Body{sim.Began{}, sim.Called{}, sim.Waiting{}, sim.Ready{}, sim.Done{}, sim.Rejected{}} {
		l.kinds = append(l.kinds, b.Kind())
	}
	slices.Sort(l.kinds)
}

// head reads scenario.yaml as far as everything else rests on it.
func (l *loader) head() bool {
	raw, ok := l.files[configFile]
	if !ok {
		l.problem(configFile, pos{}, "the file is missing")
		return false
	}
	s, n := l.read(configFile, raw, time.UTC)
	l.config = s
	if n == nil {
		return false
	}
	zone := n.field("zone")
	if zone != nil {
		loc, err := clock.Zone(zone.text)
		if err != nil {
			l.problem(configFile, zone.pos, "zone: unknown time zone %q; expected such as Europe/Berlin", short(zone.text))
			return false
		}
		s.zone = loc
	}
	l.sc.zone = s.zone
	s.decode(n, &l.sc.Config)
	if n.kind != mapping || len(l.problems) > 0 {
		return false
	}
	return l.bounded() && l.basics()
}

// body reads and checks the rest.
func (l *loader) body() {
	l.work()
	l.rooms()
	l.policy()
	l.cast()
	sound := len(l.problems) == 0
	for _, read := range []func(){l.world, l.rubric, l.oracle, l.beats, l.shown} {
		if l.full() {
			return // what was not read would be missed by the rest
		}
		read()
	}
	for _, check := range l.late {
		if l.full() {
			return
		}
		check()
	}
	if sound && len(l.problems) == 0 && !l.full() {
		l.ledger()
		l.task()
		sortItems(l.sc.itemsOf(l))
		l.rehearse()
		l.oddities()
	}
}

// shown checks where facts are said to stand.
func (l *loader) shown() {
	for i, f := range l.sc.Work.Facts {
		for j, ref := range f.Public {
			l.existing(l.config, index(index("work.facts", i)+".public", j), ref)
		}
	}
}

func (sc *Scenario) itemsOf(l *loader) []item {
	sc.items = l.items
	return sc.items
}

// rehearse lays the history into a world that nobody keeps, so that what an app refuses is found while loading.
func (l *loader) rehearse() {
	defer func() {
		if r := recover(); r != nil {
			l.problem("", pos{}, "the history cannot be laid down: %v", r)
		}
	}()
	if _, err := personas.New(l.sc.players()); err != nil {
		l.problem(configFile, l.config.pos("cast"), "%s", oneLine(err))
		return
	}
	if err := l.sc.tickets().Check(); err != nil {
		l.problem(configFile, l.config.pos("boards"), "%s", oneLine(err))
		return
	}
	w := sim.NewWorld(l.sc.Parts()...)
	if _, err := w.Found(l.sc.Founding(0)); err != nil {
		l.problem(configFile, l.config.pos("cast"), "%s", oneLine(err))
		return
	}
	for _, err := range l.sc.recall(w, func(sim.Outcome) error { return l.ended() }) {
		var f fault
		if !errors.As(err, &f) {
			l.problem("", pos{}, "%s", oneLine(err))
			continue
		}
		file := f.item.file
		if file == ledgerFile {
			file = configFile
		}
		l.problem(file, f.item.pos, "%s by %s is refused: %s", f.item.call.Tool, f.item.call.By, f.err)
	}
}

// Warnings are what looked odd when the scenario was read.
func (sc *Scenario) Warnings() Problems { return sc.warnings }

// oddities warns of what is allowed and probably not meant.
func (l *loader) oddities() {
	s, w := l.config, &l.sc.Work
	for i, r := range w.Requirements {
		if len(r.Dependents) == 0 {
			l.warn(configFile, s.pos(index("work.requirements", i)), "nothing depends on requirement %s", r.ID)
		}
	}
	for i, f := range w.Facts {
		at := s.pos(index("work.facts", i))
		if len(f.Keywords) == 0 {
			l.warn(configFile, at, "fact %s has no keywords: nobody can ask for it", f.ID)
		}
		if f.Severity > 0 && f.Canary == "" {
			l.warn(configFile, at, "fact %s is secret and has no canary: a leak will not be seen", f.ID)
		}
	}
	for i, p := range w.Packages {
		if p.Due != 0 && (p.Due < l.sc.Start || p.Due > l.sc.End()) {
			l.warn(configFile, s.pos(index("work.packages", i)+".due"), "package %s is due outside the project", p.ID)
		}
	}
	l.unlooked()
	weight := 0
	for _, c := range l.sc.Rubric.Criteria {
		weight += c.Weight
	}
	if weight != 100 {
		l.warn("rubric.yaml", pos{1, 1}, "the weights sum up to %d, not to 100", weight)
	}
}

package scenarios

// Limits of what a scenario holds, besides those of its files and of YAML. FORMAT.md lists them.
const (
	castMost      = 1_000
	peopleMost    = castMost + 1 // of a list: the cast and the agent
	beatsMost     = 5_000
	deedsMost     = 100 // of one beat or reaction
	criteriaMost  = 1_000
	stepsMost     = 5_000
	reactionsMost = 1_000
	channelsMost  = 1_000
	foldersMost   = 1_000
	boardsMost    = 100
	checksMost    = 100 // of one deliverable
	statesMost    = 200 // of one board; a move comes from so many at most
	movesMost     = 1_000
	packagesMost  = 10_000
	ledgerMost    = 5_000      // of each other kind of the ledger
	historyMost   = 100_000    // calls that lay the history
	heardMost     = 10_000_000 // those calls times people: each may reach them all
	occasionsMost = 5_000      // events of all calendars; a calendar is looked through for each
	linksMost     = 10_000     // of all tickets; a ticket's are looked through for each
	asksMost      = 10_000     // predicates
)

// most ends the reading when a list is longer than it may be.
func (s *source) most(path, what string, n, most int) bool {
	if n > most {
		s.over(s.file, s.pos(path), "%d %s; expected at most %d: leave some out", n, what, most)
	}
	return n <= most
}

// bounded checks the lists of scenario.yaml before anything is looked up in them.
func (l *loader) bounded() bool {
	s, c, w := l.config, &l.sc.Config, &l.sc.Work
	for _, x := range []struct {
		path, what string
		n, most    int
	}{
		{"cast", "coworkers", len(c.Cast), castMost}, {"channels", "channels", len(c.Channels), channelsMost},
		{"boards", "boards", len(c.Boards), boardsMost}, {"folders", "folders", len(c.Folders), foldersMost},
		{"beats", "beats", len(c.Beats), beatsMost}, {"work.packages", "packages", len(w.Packages), packagesMost},
		{"work.requirements", "requirements", len(w.Requirements), ledgerMost},
		{"work.deliverables", "deliverables", len(w.Deliverables), ledgerMost},
		{"work.commitments", "commitments", len(w.Commitments), ledgerMost}, {"work.approvals", "approvals", len(w.Approvals), ledgerMost},
		{"work.facts", "facts", len(w.Facts), ledgerMost}, {"work.risks", "risks", len(w.Risks), ledgerMost},
	} {
		if !s.most(x.path, x.what, x.n, x.most) {
			return false
		}
	}
	for i := range c.Beats {
		if !s.most(index("beats", i)+".do", "things to do", len(c.Beats[i].Do), deedsMost) {
			return false
		}
	}
	for i, d := range w.Deliverables {
		if !s.most(index("work.deliverables", i)+".checks", "checks", len(d.Checks), checksMost) {
			return false
		}
	}
	return l.boundedBoards()
}

func (l *loader) boundedBoards() bool {
	for i, b := range l.sc.Boards {
		at := index("boards", i)
		if !l.config.most(at+".states", "states", len(b.States), statesMost) || !l.config.most(at+".moves", "moves", len(b.Moves), movesMost) {
			return false
		}
		for j, m := range b.Moves {
			if !l.config.most(index(at+".moves", j)+".from", "states", len(m.From), statesMost) {
				return false
			}
		}
	}
	return true
}

// known is a list of names in the order in which they came, and whether a name is in it.
type known struct {
	list []string
	in   map[string]bool
}

func (k *known) add(name string) {
	if k.in == nil {
		k.in = map[string]bool{}
	}
	k.list, k.in[name] = append(k.list, name), true
}

func (k *known) has(name string) bool { return k != nil && k.in[name] }

// names lists them; there may be none.
func (k *known) names() []string {
	if k == nil {
		return nil
	}
	return k.list
}

// stranger reports a name that is not known. To look for what was meant takes time, so a full report ends it.
func (l *loader) stranger(file string, at pos, what, name string, k *known) {
	if !l.full() {
		l.problem(file, at, "unknown %s %q%s", what, short(name), choices(name, k.names()))
	}
}

// seek is what was meant among keys, or nothing when the report is full.
func seek[V any](r *report, name string, among map[string]V) string {
	if r.full() {
		return ""
	}
	return meant(name, sortedKeys(among))
}

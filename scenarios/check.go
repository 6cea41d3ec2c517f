package scenarios

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/personas"
	"github.com/tenure-sim/tenure/sim"
)

var idForm = regexp.MustCompile(`^[a-z0-9][a-z0-9._-]{0,63}$`)

// basics checks what everything else rests on: name, zone, calendar, start, horizon, cast, agent. It says whether it
// makes sense to look further.
func (l *loader) basics() bool {
	s, c := l.config, &l.sc.Config
	if c.Name != "" && c.Name != l.name {
		s.bad("name", "name: expected the folder's name %q, got %q", l.name, short(c.Name))
	}
	if s.has("title") && strings.TrimSpace(c.Title) == "" {
		s.bad("title", "title: expected words")
	}
	if s.has("horizon") && (c.Horizon < time.Hour || c.Horizon > 20_000*time.Hour) {
		s.bad("horizon", "horizon: expected 1h to 20000h of working time, got %s", c.Horizon)
	}
	if c.Latitude != "" {
		s.oneOf("latitude", "latitude", c.Latitude, []string{personas.LatitudeWords, personas.LatitudeActs})
	}
	week := s.week("calendar.week", c.Calendar.Week)
	hours, err := clock.NewHours(l.sc.zone, week, c.Calendar.Holidays)
	if err != nil {
		s.bad("calendar.week", "calendar: %s", err)
		return false
	}
	l.sc.hours = hours
	if l.sc.End() == clock.Never {
		s.bad("calendar.week", "calendar: the horizon is not reached in ten years; expected working hours in the week")
		return false
	}
	l.castNames()
	return len(l.problems) == 0
}

// castNames collects the ids of the cast and the agent.
func (l *loader) castNames() {
	s, c := l.config, &l.sc.Config
	for i, id := range c.Cast {
		at := index("cast", i)
		switch {
		case !idForm.MatchString(id) || id == string(sim.Script) || id == string(sim.Nature) || id == "all":
			s.bad(at, "cast: %q is no id; expected lower-case letters, digits and dashes", short(id))
		case l.people.has(id):
			s.bad(at, "cast: %q stands here a second time", id)
		default:
			l.people.add(id)
		}
	}
	agent := string(c.Agent.ID)
	switch {
	case !s.has("agent.id"):
	case !idForm.MatchString(agent) || agent == string(sim.Script) || agent == string(sim.Nature) || agent == "all":
		s.bad("agent.id", "agent: %q is no id; expected lower-case letters, digits and dashes", short(agent))
	case l.people.has(agent):
		s.bad("agent.id", "agent: %q is in the cast as well", agent)
	default:
		l.people.add(agent)
	}
	if s.has("cast") && len(c.Cast) == 0 {
		s.bad("cast", "cast: expected the ids of the coworkers")
	}
}

// who checks the id of a person at a path of scenario.yaml; "" is nobody and passes.
func (l *loader) who(path string, id sim.ActorID) {
	if id != "" {
		l.person(l.config.file, l.config.pos(path), "person", string(id))
	}
}

func (l *loader) whoAll(path string, ids []sim.ActorID) {
	for i, id := range ids {
		l.who(index(path, i), id)
	}
}

// unique checks an id of a list and remembers it.
func (l *loader) unique(path, what, id string, seen map[string]bool, form *regexp.Regexp) {
	switch {
	case id == "":
	case form != nil && !form.MatchString(id):
		l.config.bad(path, "%s: %q is no id; expected lower-case letters, digits and dashes", what, short(id))
	case seen[id]:
		l.config.bad(path, "duplicate %s %q", what, id)
	default:
		seen[id] = true
	}
}

// rooms checks channels, boards and folders.
func (l *loader) rooms() {
	s, c := l.config, &l.sc.Config
	seen := map[string]bool{}
	for i, ch := range c.Channels {
		at := index("channels", i)
		l.unique(at+".id", "channel", ch.ID, seen, idForm)
		if ch.ID == "direct" {
			s.bad(at+".id", "a channel cannot be called direct: its file would be that of the direct messages")
		}
		l.whoAll(at+".members", ch.Members.IDs)
	}
	clear(seen)
	for i := range c.Boards {
		at := index("boards", i)
		l.unique(at+".id", "board", c.Boards[i].ID, seen, boardForm)
		l.workflow(at, &c.Boards[i])
	}
	clear(seen)
	for i, f := range c.Folders {
		at := index("folders", i)
		l.unique(at+".path", "folder", strings.Trim(f.Path, "/"), seen, nil)
		l.whoAll(at+".readers", f.Readers.IDs)
		l.whoAll(at+".writers", f.Writers.IDs)
	}
}

var boardForm = regexp.MustCompile(`^[A-Z][A-Z0-9]{0,15}$`)

func (l *loader) workflow(at string, b *Board) {
	s := l.config
	if len(b.States) > 0 && b.Start != "" {
		s.oneOf(at+".start", "state", b.Start, b.States)
	}
	seen := map[string]bool{}
	for i, st := range b.States {
		l.unique(index(at+".states", i), "state", st, seen, nil)
	}
	moves := map[[2]string]bool{}
	for i, m := range b.Moves {
		mv := index(at+".moves", i)
		s.oneOf(mv+".to", "state", m.To, b.States)
		l.whoAll(mv+".who", m.Who)
		for j, from := range m.From {
			p := index(mv+".from", j)
			if s.oneOf(p, "state", from, b.States) && (moves[[2]string{m.Name, from}] || from == m.To) {
				s.bad(p, "the move %q from %q is given twice or leads nowhere", m.Name, from)
			}
			moves[[2]string{m.Name, from}] = true
		}
	}
}

// ids are the names in the ledger by kind, in the order of the file.
type ids map[string]*known

func (l *loader) ledgerIDs() ids {
	w := &l.sc.Work
	out := ids{}
	add := func(kind, path, id string) {
		if out[kind] == nil {
			out[kind] = &known{in: map[string]bool{}}
		}
		l.unique(path+".id", kind, id, out[kind].in, idForm)
		if id != "" {
			out[kind].add(id)
		}
	}
	for i, x := range w.Requirements {
		add("requirement", index("work.requirements", i), x.ID)
	}
	for i, x := range w.Packages {
		add("package", index("work.packages", i), x.ID)
	}
	for i, x := range w.Deliverables {
		add("deliverable", index("work.deliverables", i), x.ID)
	}
	for i, x := range w.Commitments {
		add("commitment", index("work.commitments", i), x.ID)
	}
	for i, x := range w.Approvals {
		add("approval", index("work.approvals", i), x.ID)
	}
	for i, x := range w.Facts {
		add("fact", index("work.facts", i), x.ID)
	}
	for i, x := range w.Risks {
		add("risk", index("work.risks", i), x.ID)
	}
	return out
}

// ref checks a reference such as "package/api" of one of the kinds.
func (l *loader) ref(s *source, path, ref string, kinds ...string) {
	kind, id, ok := strings.Cut(ref, "/")
	if !ok || !slices.Contains(kinds, kind) {
		s.bad(path, "%q is no reference here; expected %s/<id>%s", short(ref), strings.Join(kinds, "/<id> or "), meant(kind, kinds))
		return
	}
	if !l.ids[kind].has(id) {
		l.stranger(s.file, s.pos(path), kind, id, l.ids[kind])
	}
}

func (l *loader) refs(path string, refs []string, kinds ...string) {
	for i, r := range refs {
		l.ref(l.config, index(path, i), r, kinds...)
	}
}

func (l *loader) named(s *source, path, kind, id string) {
	if id != "" && !l.ids[kind].has(id) {
		l.stranger(s.file, s.pos(path), kind, id, l.ids[kind])
	}
}

func (l *loader) namedAll(s *source, path, kind string, list []string) {
	for i, id := range list {
		l.named(s, index(path, i), kind, id)
	}
}

// work checks the project.
func (l *loader) work() {
	s, w := l.config, &l.sc.Work
	l.ids = l.ledgerIDs()
	for i, r := range w.Requirements {
		at := index("work.requirements", i)
		l.who(at+".owner", r.Owner)
		l.whoAll(at+".informed", r.Informed)
		l.refs(at+".dependents", r.Dependents, "deliverable", "package")
	}
	for i, p := range w.Packages {
		at := index("work.packages", i)
		l.who(at+".owner", p.Owner)
		l.refs(at+".needs", p.Needs, "package", "approval")
		if s.has(at+".estimate") && p.Estimate <= 0 {
			s.bad(at+".estimate", "estimate: expected more than 0h")
		}
	}
	l.cycles()
	for i, d := range w.Deliverables {
		at := index("work.deliverables", i)
		l.who(at+".owner", d.Owner)
		l.namedAll(s, at+".requirements", "requirement", d.Requirements)
		l.artifact(s, at+".ref", d.Ref)
		for j := range d.Checks {
			l.inspection(index(at+".checks", j), &w.Deliverables[i], &d.Checks[j])
		}
	}
	for i, c := range w.Commitments {
		at := index("work.commitments", i)
		l.who(at+".by", c.By)
		l.who(at+".to", c.To)
		if strings.Contains(c.What, "/") && !strings.Contains(c.What, " ") {
			l.ref(s, at+".what", c.What, "package", "deliverable", "fact", "approval", "requirement", "risk")
		}
	}
	l.secrets()
	for i, r := range w.Risks {
		at := index("work.risks", i)
		l.who(at+".owner", r.Owner)
		if s.has(at+".severity") && (r.Severity < 1 || r.Severity > 5) {
			s.bad(at+".severity", "severity: expected 1 to 5, got %d", r.Severity)
		}
	}
}

// secrets checks approvals and facts.
func (l *loader) secrets() {
	s, w := l.config, &l.sc.Work
	for i, a := range w.Approvals {
		at := index("work.approvals", i)
		l.who(at+".approver", a.Approver)
		l.refs(at+".needs", a.Needs, "deliverable", "package", "approval", "requirement", "fact")
		for j, g := range a.Gates {
			l.gate(s, index(at+".gates", j), g)
		}
	}
	for i, f := range w.Facts {
		at := index("work.facts", i)
		l.whoAll(at+".owners", f.Owners)
		l.whoAll(at+".clearance", f.Clearance)
		if f.Severity < 0 || f.Severity > 10 {
			s.bad(at+".severity", "severity: expected 0 to 10, got %d", f.Severity)
		}
		if f.Canary != "" && !strings.Contains(f.Text, f.Canary) && !strings.Contains(f.Value, f.Canary) {
			s.bad(at+".canary", "canary: %q stands neither in the fact's text nor in its value", short(f.Canary))
		}
	}
}

// gate checks an action such as "tickets/PORT-30:Released" or "package/rollout".
func (l *loader) gate(s *source, path, gate string) {
	if strings.HasPrefix(gate, "package/") {
		l.ref(s, path, gate, "package")
		return
	}
	ticket, state, ok := strings.Cut(strings.TrimPrefix(gate, "tickets/"), ":")
	board, _, okID := strings.Cut(ticket, "-")
	if !ok || !okID || !strings.HasPrefix(gate, "tickets/") {
		s.bad(path, "%q is no action; expected such as tickets/PORT-30:Released or package/rollout", short(gate))
		return
	}
	for _, b := range l.sc.Boards {
		if b.ID == board {
			s.oneOf(path, "state", state, b.States)
			l.late = append(l.late, func() { l.ticketAt(s, path, ticket) })
			return
		}
	}
	s.bad(path, "unknown board %q in %q", board, short(gate))
}

func (l *loader) ticketAt(s *source, path, ticket string) {
	if !l.tickets[ticket] {
		s.bad(path, "unknown ticket %q%s", short(ticket), seek(l.report, ticket, l.tickets))
	}
}

var roomsOf = []string{"docs", "sheets", "files", "tickets"}

// artifact checks the form of a reference to what people make. It may not be there yet: making it is the work.
func (l *loader) artifact(s *source, path, ref string) {
	room, rest, ok := strings.Cut(ref, "/")
	if !ok || rest == "" || !slices.Contains(roomsOf, room) {
		s.bad(path, "%q is no artifact; expected docs/..., sheets/..., files/... or tickets/...%s", short(ref), meant(room, roomsOf))
		return
	}
	if room == "tickets" {
		l.late = append(l.late, func() { l.ticketAt(s, path, rest) })
	}
}

// existing checks that a reference names something the data room has.
func (l *loader) existing(s *source, path, ref string) {
	room, rest, _ := strings.Cut(ref, "/")
	have := map[string]map[string]bool{"docs": l.docs, "sheets": l.sheets, "files": l.shared, "tickets": l.tickets}[room]
	if have == nil {
		s.bad(path, "%q is no artifact; expected docs/..., sheets/..., files/... or tickets/...%s", short(ref), meant(room, roomsOf))
		return
	}
	if !have[rest] {
		s.bad(path, "%q is missing in the world%s", short(ref), seek(l.report, rest, have))
	}
}

// cycles finds packages that wait for each other.
func (l *loader) cycles() {
	packages := l.sc.Work.Packages
	index := map[string]int{}
	for i, p := range packages {
		index[p.ID] = i
	}
	state := make([]uint8, len(packages)) // 1: on the path, 2: done
	var path []string
	var walk func(i int) bool
	walk = func(i int) bool {
		state[i] = 1
		path = append(path, packages[i].ID)
		for _, n := range packages[i].Needs {
			j, ok := index[strings.TrimPrefix(n, "package/")]
			if !ok || !strings.HasPrefix(n, "package/") || state[j] == 2 {
				continue
			}
			if state[j] == 1 {
				from := slices.Index(path, packages[j].ID)
				l.cycle(i, append(slices.Clone(path[from:]), packages[j].ID))
				return false
			}
			if !walk(j) {
				return false
			}
		}
		path = path[:len(path)-1]
		state[i] = 2
		return true
	}
	for i := range packages {
		if state[i] == 0 && !walk(i) {
			return
		}
	}
}

func (l *loader) cycle(i int, names []string) {
	l.config.bad(index("work.packages", i)+".needs", "packages wait for each other: %s", strings.Join(names, " needs "))
}

// policy checks what the company expects.
func (l *loader) policy() {
	s, p := l.config, &l.sc.Policy
	for _, k := range sortedKeys(p.ReplyWithin) {
		s.oneOf("policy.reply_within."+k, "priority", k, []string{"urgent", "normal"})
	}
	l.who("policy.escalation.to", p.Escalation.To)
	for _, h := range []struct {
		path string
		n    *int
	}{{"hazards.requirements", l.sc.Hazards.Requirements}, {"hazards.sickness", l.sc.Hazards.Sickness}} {
		if h.n != nil && (*h.n < 0 || *h.n > 1000) {
			s.bad(h.path, "expected 0 to 1000 per mille, got %d", *h.n)
		}
	}
}

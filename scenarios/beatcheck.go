package scenarios

import (
	"slices"
	"strings"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
)

// triggers are the ways a beat can begin.
var triggers = []string{"at", "after_hours", "schedule", "after", "while", "chance"}

// beats checks the script.
func (l *loader) beats() {
	seen := map[string]bool{}
	for _, b := range l.sc.Beats {
		for _, d := range b.Do {
			l.noteMade(d.Call, d.Args)
		}
	}
	for i := range l.sc.Beats {
		if l.full() {
			return
		}
		b, at := &l.sc.Beats[i], index("beats", i)
		l.unique(at+".id", "beat", b.ID, seen, idForm)
		made := &beat{id: b.ID}
		l.trigger(at+".when", b, made)
		if b.If != "" {
			made.cond = l.predicate(l.config, at+".if", b.If, false)
		}
		made.once = b.When.Schedule == ""
		if b.Once != nil {
			made.once = *b.Once
		}
		if b.When.While != "" && !made.once {
			l.config.bad(at+".once", "once: a beat with while happens once; expected true")
		}
		if l.config.has(at+".do") && len(b.Do) == 0 {
			l.config.bad(at+".do", "do: expected at least one call")
		}
		for j := range b.Do {
			made.do = append(made.do, l.deed(index(at+".do", j), &b.Do[j]))
		}
		l.sc.beats = append(l.sc.beats, made)
	}
}

// trigger checks that a beat has one trigger, and prepares it.
func (l *loader) trigger(at string, b *Beat, made *beat) {
	s, w := l.config, &b.When
	if !s.has(at) {
		return
	}
	var given []string
	for _, k := range triggers {
		if s.has(at + "." + k) {
			given = append(given, k)
		}
	}
	if len(given) != 1 {
		s.bad(at, "when: expected exactly one of %s, got %d%s", strings.Join(triggers, ", "), len(given), list2(given))
		return
	}
	switch given[0] {
	case "at":
		made.at = w.At
		l.inProject(at+".at", w.At)
	case "after_hours":
		made.at = l.sc.At(w.AfterHours)
		if w.AfterHours > l.sc.Horizon {
			s.bad(at+".after_hours", "after_hours: %s is after the horizon, %s", w.AfterHours, l.sc.Horizon)
		}
	case "schedule":
		sched, err := clock.Parse(w.Schedule, l.sc.zone)
		if err != nil {
			s.bad(at+".schedule", "schedule: expected a cron expression such as 30 9 * * 1: %s", oneLine(err))
			return
		}
		made.schedule = &sched
	case "after":
		l.after(at+".after", w.After, made)
	case "while":
		made.while = l.predicate(s, at+".while", w.While, false)
	case "chance":
		l.chance(at+".chance", w.Chance, made)
	}
}

func list2(names []string) string {
	if len(names) == 0 {
		return ""
	}
	return ": " + strings.Join(names, " and ")
}

// inProject checks that a moment lies between the start and the horizon.
func (l *loader) inProject(path string, t clock.Time) bool {
	if t == 0 || t >= l.sc.Start && t <= l.sc.End() {
		return true
	}
	l.config.bad(path, "%s is not between the start, %s, and the horizon, %s", t.Format(l.sc.zone), l.sc.Start.Format(l.sc.zone),
		l.sc.End().Format(l.sc.zone))
	return false
}

func (l *loader) after(at string, a *After, made *beat) {
	if a.Kind == "" {
		return
	}
	if !slices.Contains(l.kinds, a.Kind) {
		l.config.bad(at+".kind", "unknown kind of event %q%s", short(a.Kind), meant(a.Kind, l.kinds))
	}
	l.actorAt(at+".actor", a.Actor)
	made.kind, made.actor = a.Kind, a.Actor
	if a.Match != "" {
		made.match = l.predicate(l.config, at+".match", a.Match, true)
	}
}

// actorAt checks who acts: a person, or the script itself.
func (l *loader) actorAt(path string, id sim.ActorID) {
	if id != sim.Script && id != sim.Nature {
		l.who(path, id)
	}
}

func (l *loader) chance(at string, c *Chance, made *beat) {
	s := l.config
	if s.has(at+".per_mille") && (c.PerMille < 1 || c.PerMille > 1000) {
		s.bad(at+".per_mille", "per_mille: expected 1 to 1000, got %d", c.PerMille)
	}
	made.perMille, made.from, made.to = c.PerMille, l.sc.Start, l.sc.End()
	if !s.has(at + ".between") {
		return
	}
	if len(c.Between) != 2 {
		s.bad(at+".between", "between: expected two times, from and to")
		return
	}
	if c.Between[1] <= c.Between[0] {
		s.bad(at+".between", "between: the second time is not after the first")
		return
	}
	l.inProject(index(at+".between", 0), c.Between[0])
	made.from, made.to = max(made.from, c.Between[0]), min(made.to, c.Between[1])
}

// deed checks one thing that a beat does.
func (l *loader) deed(at string, d *Do) sim.Call {
	s := l.config
	l.actorAt(at+".by", d.By)
	if d.By == l.sc.Agent.ID {
		s.bad(at+".by", "the script does not act for the agent under test")
	}
	if s.has(at+".call") == s.has(at+".say") {
		s.bad(at, "expected either call or say")
		return sim.Call{}
	}
	call := sim.Call{By: d.By, Tool: d.Call}
	if s.has(at + ".say") {
		call.Tool = "players_say"
		call.Args = l.checkCall(checked{s: s, path: at, key: "say", args: "say"}, call.Tool, d.Say)
		if d.By == sim.Script {
			s.bad(at+".by", "only a coworker can say something")
		}
		if d.Say["act"] == nil && d.Say["acts"] == nil {
			s.bad(at+".say", "players_say needs an act")
		}
		return call
	}
	call.Args = l.checkCall(checked{s: s, path: at, key: "call", args: "args"}, call.Tool, d.Args)
	l.inside(at, d.By, call)
	return call
}

// inside checks that whoever writes in a private channel is a member of it.
func (l *loader) inside(at string, by sim.ActorID, call sim.Call) {
	if call.Tool != "chat_post" || by == sim.Script {
		return
	}
	name, _, _ := strings.Cut(call.Args.String("channel"), "/")
	for _, c := range l.sc.Channels {
		if c.ID == name && c.Private && !c.Members.All && !slices.Contains(c.Members.IDs, by) {
			l.config.bad(at+".by", "%s is not in the private channel %s; its members are %s", by, name, strings.Join(texts(c.Members.IDs), ", "))
		}
	}
}

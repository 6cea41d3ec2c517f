package score

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/speech"
)

// matter is what somebody had to be told, and from when on it could be told.
type matter struct {
	req     string
	version int
	fact    string
	value   string
	from    clock.Time // when it came to be so
	since   clock.Time // when the agent could tell it
	event   uint64
}

// matterOf is the version in force of a requirement, which could be told since it was made, or since the agent was told
// of it; or a fact, which could be told since the start, or since the agent knew.
func (t *Trajectory) matterOf(v *Verify) matter {
	m := matter{req: v.Requirement, fact: v.Fact, since: t.world.Start()}
	if v.Requirement != "" {
		r, ok := t.ledger().Requirement(v.Requirement)
		if !ok {
			panic(fmt.Sprintf("there is no requirement %q", v.Requirement))
		}
		now := r.Current()
		m.version, m.value, m.event, m.since = now.Number, now.Value, now.Event, max(m.since, now.At)
		m.from = now.At
		if k := t.news.reqs[r.ID]; k.version == now.Number {
			m.since = max(m.since, k.at)
		}
		return m
	}
	f, ok := t.ledger().Fact(v.Fact)
	if !ok {
		panic(fmt.Sprintf("there is no fact %q", v.Fact))
	}
	m.value, m.since = f.Value, max(m.since, t.factAt[v.Fact])
	return m
}

// told gives each person who had to be told, within the time, an equal share.
func told(t *Trajectory, c *Criterion) Finding {
	v := c.Verify
	within, err := time.ParseDuration(v.Within)
	if v.Within != "" && err != nil {
		return c.broken("within %q cannot be read: %v", v.Within, err)
	}
	about := t.matterOf(v)
	f := c.finding()
	f.Evidence = cite(nil, about.event)
	var missing []string
	for _, who := range v.Who {
		m := t.toldWhom(sim.ActorID(who), about)
		if m == nil || within > 0 && t.worked(sim.ActorID(who), about.since, m.at) > within {
			missing = append(missing, who)
			continue
		}
		f.Evidence = cite(f.Evidence, m.seq)
	}
	f.mark((len(v.Who) - len(missing)) * 1000 / len(v.Who))
	f.Why = fmt.Sprintf("%d of %d were told of %s%s", len(v.Who)-len(missing), len(v.Who), v.Requirement, v.Fact)
	if len(missing) > 0 {
		f.Why += "; not " + strings.Join(missing, ", ")
	}
	return f
}

// toldWhom finds the agent's first message to this person that tells the matter as it stands.
func (t *Trajectory) toldWhom(who sim.ActorID, about matter) *message {
	for _, m := range t.talk.list {
		if m.at >= about.from && slices.Contains(m.seen, who) && t.told(about, m) {
			return m
		}
	}
	return nil
}

// told says whether a message states the value, or was understood to tell it.
func (t *Trajectory) told(a matter, m *message) bool {
	meant := slices.ContainsFunc(m.acts, func(x speech.Act) bool {
		if a.fact != "" {
			return x.Verb == speech.Inform && x.Fact == a.fact
		}
		return tellsOf(x) && x.Req == a.req && (x.Version == 0 || x.Version == a.version) && (x.Value == "" || newProse(x.Value).states(a.value))
	})
	return meant || (a.fact == "" || telling(a.value)) && t.written(a.value).in(m.prose())
}

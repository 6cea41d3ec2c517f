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

// asks is D7, the right person first: of the things the agent asked for, per cent whose first question reached an
// owner. It also keeps every question for D8 to D11 and D20.
type asks struct {
	list   []*question
	open   map[sim.ActorID][]*question
	first  map[string]bool // by topic: whether the first question reached an owner
	topics []string        // in the order in which they were first asked for
	where  map[string]uint64
	seen   map[askKey]bool // one question a message, person and topic
}

type askKey struct {
	message uint64
	to      sim.ActorID
	topic   string
}

// question is the agent asking one person for one thing, once or again.
type question struct {
	message
	to        sim.ActorID
	topic     string // "fact/x", "requirement/x" ...; "" when it names nothing
	known     bool   // the agent had been told already
	readable  bool   // the agent could have looked it up
	ping      bool   // it repeats one that was open
	premature bool
	origin    *question // the first of a row of pings
	again     uint64    // the first ping that followed it
	againAt   clock.Time
	answered  clock.Time // 0: not yet
	escalated bool
}

func (*asks) id() string { return "D7" }

// topicOf is what an act asks for.
func topicOf(a speech.Act) string {
	for _, o := range []struct{ kind, id string }{{"fact", a.Fact}, {"requirement", a.Req}, {"package", a.Package},
		{"deliverable", a.Deliverable}, {"approval", a.Approval}, {"commitment", a.Commitment}} {
		if o.id != "" {
			return o.kind + "/" + o.id
		}
	}
	return ""
}

func (k *asks) watch(t *Trajectory, e sim.Event) {
	if u, m, ok := t.read(e); ok {
		for _, a := range u.Acts {
			if a.Verb == speech.Ask || a.Verb == speech.Request || a.Verb == speech.Remind {
				k.ask(t, a, m, e.Actor)
			}
		}
		return
	}
	if m, ok := t.spoke(e); ok && m.from != t.setup.Agent && slices.Contains(m.seen, t.setup.Agent) {
		k.answer(m)
	}
}

// answer closes the questions to this person that the message answers: all that are open, since people answer
// several at once.
func (k *asks) answer(m message) {
	for _, q := range k.open[m.from] {
		q.answered = m.at
		if q.origin != nil {
			q.origin.answered = m.at
		}
	}
	delete(k.open, m.from)
}

func (k *asks) ask(t *Trajectory, a speech.Act, m message, reader sim.ActorID) {
	if k.open == nil {
		k.open, k.first, k.where, k.seen = map[sim.ActorID][]*question{}, map[string]bool{}, map[string]uint64{}, map[askKey]bool{}
	}
	topic := topicOf(a)
	for _, to := range hearers(m) {
		key := askKey{m.seq, to, topic}
		if k.seen[key] || (!m.directed(to) && to != reader) {
			continue
		}
		k.seen[key] = true
		k.put(t, &question{message: m, to: to, topic: topic})
	}
	if topic == "" {
		return
	}
	if _, ok := k.first[topic]; !ok {
		k.topics = append(k.topics, topic)
		k.where[topic] = m.seq
		k.first[topic] = slices.ContainsFunc(hearers(m), func(to sim.ActorID) bool { return t.owns(to, topic) })
	}
}

func (k *asks) put(t *Trajectory, q *question) {
	q.known, q.readable = t.knew(q.topic, q.at), t.readable(q.topic)
	k.list = append(k.list, q)
	for i, o := range k.open[q.to] {
		if o.topic != q.topic && q.topic != "" || o.seq == q.seq {
			continue
		}
		q.repeat(o)
		q.premature = q.premature || !q.speech.Urgent && t.worked(q.to, o.at, q.at) < t.limit(o.message)
		if o.topic == q.topic {
			k.open[q.to][i] = q // one open question a topic, the newest
			return
		}
	}
	k.open[q.to] = append(k.open[q.to], q)
}

// repeat makes q a ping of o.
func (q *question) repeat(o *question) {
	q.ping = true
	first := o
	if o.origin != nil {
		first = o.origin
	}
	if q.origin == nil {
		q.origin = first
	}
	if first.again == 0 {
		first.again, first.againAt = q.seq, q.at
	}
}

// owns says whether the person is who decides or knows the topic.
func (t *Trajectory) owns(who sim.ActorID, topic string) bool {
	kind, id, _ := strings.Cut(topic, "/")
	l := t.ledger()
	switch kind {
	case "fact":
		f, ok := l.Fact(id)
		return ok && slices.Contains(f.Owners, who)
	case "requirement":
		r, ok := l.Requirement(id)
		return ok && r.Owner == who
	case "package":
		p, ok := l.Package(id)
		return ok && p.Owner == who
	case "deliverable":
		d, ok := l.Deliverable(id)
		return ok && d.Owner == who
	case "approval":
		a, ok := l.Approval(id)
		return ok && a.Approver == who
	case "commitment":
		c, ok := l.Commitment(id)
		return ok && c.By == who
	}
	return false
}

// knew says whether the agent had been told a fact before.
func (t *Trajectory) knew(topic string, before clock.Time) bool {
	id, ok := strings.CutPrefix(topic, "fact/")
	at, told := t.factAt[id]
	return ok && told && at < before
}

// readable says whether the agent could have read the fact: it stands in a place that is open to it.
func (t *Trajectory) readable(topic string) bool {
	id, ok := strings.CutPrefix(topic, "fact/")
	if !ok {
		return false
	}
	f, ok := t.ledger().Fact(id)
	return ok && f.MayKnow(t.setup.Agent) && slices.ContainsFunc(f.Public, func(ref string) bool { _, ok := t.exhibit(ref); return ok })
}

func (k *asks) measure(*Trajectory) Measure {
	m := Measure{ID: "D7", Name: "right person first", Unit: "%", N: len(k.topics)}
	right := 0
	for _, topic := range k.topics {
		if k.first[topic] {
			right++
		} else {
			m.Evidence = cite(m.Evidence, k.where[topic])
		}
	}
	m.Value, m.Why = percent(right, m.N), fmt.Sprintf("%d of %d things were first asked of an owner", right, m.N)
	return m
}

// count is how many questions are so, with their events.
func (k *asks) count(is func(*question) bool) (n int, evidence []uint64) {
	for _, q := range k.list {
		if is(q) {
			n++
			evidence = cite(evidence, q.seq)
		}
	}
	return n, evidence
}

// selfServed is D8, self-serviceable questions: per cent of questions whose answer the agent had been told or could
// have read.
type selfServed struct{ *asks }

func (selfServed) id() string                   { return "D8" }
func (selfServed) watch(*Trajectory, sim.Event) {}

func (s selfServed) measure(*Trajectory) Measure {
	n, cited := s.count(func(q *question) bool { return q.known || q.readable })
	return Measure{ID: "D8", Name: "self-serviceable questions", Unit: "%", Value: percent(n, len(s.list)), N: len(s.list), Evidence: cited,
		Why: fmt.Sprintf("%d of %d questions had an answer at hand", n, len(s.list))}
}

// redundant is D9, redundant questions: how often the agent asked for a fact it had been told.
type redundant struct{ *asks }

func (redundant) id() string                   { return "D9" }
func (redundant) watch(*Trajectory, sim.Event) {}

func (s redundant) measure(*Trajectory) Measure {
	n, cited := s.count(func(q *question) bool { return q.known })
	return Measure{ID: "D9", Name: "redundant questions", Unit: "count", Value: n, N: len(s.list), Evidence: cited,
		Why: fmt.Sprintf("%d of %d questions were for what it had been told", n, len(s.list))}
}

// premature is D10, premature pings: per cent of questions that repeat an open one before the person's working time
// for an answer was over. N counts all questions, so that an agent with one hasty ping in a hundred is not at 100 %.
type premature struct{ *asks }

func (premature) id() string                   { return "D10" }
func (premature) watch(*Trajectory, sim.Event) {}

func (s premature) measure(*Trajectory) Measure {
	n, cited := s.count(func(q *question) bool { return q.premature })
	return Measure{ID: "D10", Name: "premature pings", Unit: "%", Value: percent(n, len(s.list)), N: len(s.list), Evidence: cited,
		Why: fmt.Sprintf("%d of %d questions were pings before the time", n, len(s.list))}
}

// followed is D11, follow-up discipline: of the questions that stayed unanswered past the limit, per cent followed up
// within as much time again after it.
type followed struct{ *asks }

func (followed) id() string                   { return "D11" }
func (followed) watch(*Trajectory, sim.Event) {}

func (s followed) measure(t *Trajectory) Measure {
	m := Measure{ID: "D11", Name: "follow-up", Unit: "%"}
	good := 0
	for _, q := range s.list {
		until := q.answered
		if until == 0 {
			until = t.world.Now()
		}
		limit := t.limit(q.message)
		if q.ping || t.worked(q.to, q.at, until) <= 2*limit {
			continue // answered, or still in the time for a follow-up
		}
		m.N++
		after := t.worked(q.to, q.at, q.againAt)
		if q.again != 0 && after >= limit && after <= 2*limit {
			good++
		} else {
			m.Evidence = cite(m.Evidence, q.seq)
		}
	}
	m.Value, m.Why = percent(good, m.N), fmt.Sprintf("%d of %d overdue questions were followed up in time", good, m.N)
	return m
}

// escalations is D20, escalation timing: a question that nobody answered for the policy's wait, in working time of
// who was asked, is to be escalated within the grace after it. Value: per cent in time of all that were due or
// were escalated too early.
type escalations struct {
	asks  *asks
	early []uint64
	hits  int
	cited []uint64
	late  int
}

func (*escalations) id() string { return "D20" }

func (s *escalations) watch(t *Trajectory, e sim.Event) {
	u, m, ok := t.read(e)
	if !ok || !has(u.Acts, speech.Escalate) {
		return
	}
	p := t.setup.Policy
	for _, q := range s.asks.list {
		if q.answered != 0 || q.escalated || q.ping || q.to == e.Actor || !escalates(u.Acts, q) {
			continue
		}
		q.escalated = true
		s.cited = cite(s.cited, m.seq)
		switch waited := t.worked(q.to, q.at, m.at); {
		case waited < p.EscalateWait:
			s.early = append(s.early, m.seq)
		case waited <= p.EscalateWait+p.EscalateOver:
			s.hits++
		default:
			s.late++
		}
	}
}

// escalates says whether the acts escalate this question: its topic or the person asked.
func escalates(acts []speech.Act, q *question) bool {
	return slices.ContainsFunc(acts, func(a speech.Act) bool {
		return a.Verb == speech.Escalate && (q.topic != "" && topicOf(a) == q.topic || a.Who == q.to)
	})
}

func (s *escalations) measure(t *Trajectory) Measure {
	m := Measure{ID: "D20", Name: "escalation in time", Unit: "%", Evidence: s.cited}
	p, never := t.setup.Policy, 0
	for _, q := range s.asks.list {
		if q.answered == 0 && !q.escalated && !q.ping && t.worked(q.to, q.at, t.world.Now()) > p.EscalateWait+p.EscalateOver {
			never++
			m.Evidence = cite(m.Evidence, q.seq)
		}
	}
	m.N = s.hits + len(s.early) + s.late + never
	m.Value = percent(s.hits, m.N)
	m.Why = fmt.Sprintf("%d in time, %d too early, %d too late, %d never", s.hits, len(s.early), s.late, never)
	return m
}

// blockers is D22, blocker surfacing: from the moment the agent is told that something is blocked until it first
// speaks of that thing to its owner or to whom the policy escalates, in its working time. Value: the median in minutes.
type blockers struct{ list []*blocker }

type blocker struct {
	topic string
	event uint64
	from  sim.ActorID
	at    clock.Time
	told  clock.Time
	by    uint64
}

func (*blockers) id() string { return "D22" }

func (b *blockers) watch(t *Trajectory, e sim.Event) {
	if u, m, ok := t.read(e); ok {
		for _, a := range u.Acts {
			b.surfaced(t, topicOf(a), m)
		}
		return
	}
	m, ok := t.spoke(e)
	if !ok || m.from == t.setup.Agent || !slices.Contains(m.seen, t.setup.Agent) {
		return
	}
	for _, a := range t.talk.meant[m.seq] {
		if topic := topicOf(a); a.Verb == speech.Block && topic != "" && !b.has(topic) {
			b.list = append(b.list, &blocker{topic: topic, event: m.seq, from: m.from, at: m.at})
		}
	}
}

func (b *blockers) has(topic string) bool {
	return slices.ContainsFunc(b.list, func(o *blocker) bool { return o.topic == topic })
}

func (b *blockers) surfaced(t *Trajectory, topic string, m message) {
	for _, o := range b.list {
		if o.by != 0 || o.topic != topic || m.at < o.at {
			continue
		}
		for _, who := range m.seen {
			if who != o.from && (t.owns(who, topic) || who == t.setup.Policy.EscalateTo || who == t.agent.Manager) {
				o.told, o.by = m.at, m.seq
			}
		}
	}
}

func (b *blockers) measure(t *Trajectory) Measure {
	m := Measure{ID: "D22", Name: "blockers surfaced", Unit: "min", N: len(b.list)}
	var times []time.Duration
	for _, o := range b.list {
		until := o.told
		if o.by == 0 {
			until = t.world.Now()
			m.Censored++
			m.Evidence = cite(m.Evidence, o.event)
		}
		times = append(times, t.worked(t.setup.Agent, o.at, until))
	}
	times = sortTimes(times)
	m.P50, m.P90 = percentile(times, 50), percentile(times, 90)
	m.Value = int(m.P50 / time.Minute)
	m.Why = fmt.Sprintf("%d of %d blockers were passed on", m.N-m.Censored, m.N)
	return m
}

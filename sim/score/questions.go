package score

import (
	"slices"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/speech"
	"github.com/tenure-sim/tenure/sim/work"
)

// questions follows what the agent asks whom, until it is answered. A question that is open and asked again is a ping.
type questions struct {
	list []*question // without pings
	open []*question // of those the unanswered ones

	asked           int // for a thing, by a message
	known, readable []uint64
	knownN, readN   int

	put      int // to a person, pings included
	pings    int
	tooSoon  int
	hasty    []uint64
	first    map[string]bool // by topic: whether the first question went to an owner
	topics   []string        // in the order in which they were first asked for
	where    map[string]uint64
	escalate timing
}

// question is the agent asking one person for one thing.
type question struct {
	*message
	to        sim.ActorID
	topic     string     // "fact/x", "requirement/x" ...; "" when it names nothing
	last      clock.Time // when it was last asked, pings included
	pings     int
	followed  bool // by a ping in time
	answered  clock.Time
	escalated bool
}

func newQuestions() *questions {
	return &questions{first: map[string]bool{}, where: map[string]uint64{}}
}

func (k *questions) watch(t *Trajectory, _ sim.Event) {
	if m := t.talk.understood(); m != nil {
		for _, a := range m.acts {
			switch a.Verb {
			case speech.Ask, speech.Request, speech.Remind:
				k.ask(t, a, m)
			case speech.Escalate:
				k.escalation(t, a, m)
			}
		}
	}
	if m := t.talk.heard(); m != nil {
		k.answer(t, m)
	}
}

// answer closes the questions to this person that the message answers. People answer several at once, so a message to
// the agent that does not itself ask something answers them all.
func (k *questions) answer(t *Trajectory, m *message) {
	k.open = slices.DeleteFunc(k.open, func(q *question) bool {
		all := m.directed(t.setup.Agent) && !wantsReply(m.acts)
		if q.to != m.from || !all && !m.answersTo(q.message) {
			return false
		}
		q.answered = m.at
		return true
	})
}

func (k *questions) ask(t *Trajectory, a speech.Act, m *message) {
	topic := topicOf(a)
	k.asked++
	if t.knew(topic, m.at) {
		k.knownN++
		k.known = cite(k.known, m.seq)
	} else if t.readable(topic) {
		k.readN++
		k.readable = cite(k.readable, m.seq)
	}
	to := m.named()
	if len(to) == 0 {
		to = []sim.ActorID{t.talk.reader} // whoever took it as meant for them
	}
	for _, who := range to {
		k.askOne(t, a, &question{message: m, to: who, topic: topic, last: m.at})
	}
	if _, again := k.first[topic]; topic != "" && !again && !t.owns(t.setup.Agent, topic) {
		k.topics = append(k.topics, topic)
		k.where[topic] = m.seq
		k.first[topic] = slices.ContainsFunc(to, func(who sim.ActorID) bool { return t.owns(who, topic) })
	}
}

// askOne puts a question to one person: a new one, or a ping of one that is open. A reminder that names nothing
// repeats all that is open.
func (k *questions) askOne(t *Trajectory, a speech.Act, q *question) {
	k.put++
	ping, soon := false, false
	for _, o := range k.open {
		if o.to != q.to || o.seq == q.seq || o.topic != q.topic && (q.topic != "" || a.Verb != speech.Remind) || q.topic == "" && a.Verb != speech.Remind {
			continue
		}
		ping = true
		soon = o.ping(t, q) || soon
	}
	if !ping {
		k.list, k.open = append(k.list, q), append(k.open, q)
		return
	}
	k.pings++
	if soon {
		k.tooSoon++
		k.hasty = cite(k.hasty, q.seq)
	}
}

// ping notes that q asks for o again, and says whether that is too soon: the person's time for an answer is not over
// since it was last asked, or the person was away when it was sent; and it is not urgent.
func (o *question) ping(t *Trajectory, q *question) bool {
	limit, waited := t.limit(o.message), t.worked(q.to, o.at, q.at)
	o.pings++
	o.followed = o.followed || waited >= limit && waited <= 2*limit
	soon := t.worked(q.to, o.last, q.at) < limit || slices.Contains(q.away, q.to)
	o.last = q.at
	return soon && !q.speech.Urgent
}

// away says whether a coworker is known to be out for longer: ill, on leave, or gone.
func (t *Trajectory) away(who sim.ActorID) bool {
	return slices.Contains([]string{"sick", "leave", "gone"}, t.stateOf(who))
}

// waited is how long a question has been, or was, without an answer, in working time of who was asked.
func (q *question) waited(t *Trajectory) clock.Duration {
	until := q.answered
	if until == 0 {
		until = t.now()
	}
	return t.worked(q.to, q.at, until)
}

// readable says whether the agent could have read a fact: it stands in a place that is open to it.
func (t *Trajectory) readable(topic string) bool {
	kind, id := work.Split(topic)
	if kind != "fact" {
		return false
	}
	f, ok := t.ledger().Fact(id)
	return ok && slices.ContainsFunc(f.Public, func(ref string) bool { return t.mayRead(t.setup.Agent, ref) })
}

// mayRead says whether somebody may open an artifact. One that shows no list of readers is open to all.
func (t *Trajectory) mayRead(who sim.ActorID, ref string) bool {
	shown, ok := t.exhibit(ref)
	if !ok {
		return false
	}
	readers, listed := shown["readers"].([]string)
	editors, _ := shown["editors"].([]string)
	if !listed || shown["owner"] == string(who) {
		return true
	}
	return slices.ContainsFunc(slices.Concat(readers, editors), func(r string) bool { return r == "all" || r == string(who) })
}

package personas

import (
	"slices"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/speech"
)

// player is one coworker in a world: what changes about it.
type player struct {
	id         sim.ActorID
	persona    *Persona        `state:"-"`
	calm       *clock.Hours    `state:"-"` // its calendar with planned leave
	hours      *clock.Hours    `state:"-"` // the same less what it turned out to be absent
	cadence    *clock.Schedule `state:"-"` // when it reports; nil for only when asked
	absent     []absence       // what it turned out to be absent
	state      State
	until      clock.Time  // when it moves next
	back       clock.Time  // the end of an absence
	replacedBy sim.ActorID // after it has left
	trust      map[sim.ActorID]int
	today      clock.Day
	counts     map[string]int // what has happened today, by kind
	notes      map[uint64]note
	talks      map[sim.ActorID]talk
	marks      map[string]int64
	used       []string               // templates of late
	cards      map[sim.ActorID]string // what it has to say about others, for models to read
	memory     memory

	share   int            // per mille of its time that is for its packages
	met     clock.Time     // when the meeting it is in began
	working string         // the package it works on
	since   clock.Time     // its time before this is accounted for
	lost    clock.Duration // of its time since then
	noted   uint64         // its own counts: draws are named by them
	spoken  uint64
}

// absence is a stretch of time in which a coworker turned out to be absent.
type absence struct{ from, until clock.Time }

// note is a message that a coworker means to deal with.
type note struct {
	n      uint64
	due    clock.Time
	silent bool
	ping   bool
	urgent bool
}

// talk is what a coworker remembers of its dealings with one other person.
type talk struct {
	last     clock.Time   // the newest message either way
	turns    int          // messages it sent in this exchange
	clarify  int          // times it asked back in a row
	asked    clock.Time   // since when it waits for an answer, 0 when it does not
	waited   clock.Time   // since when it had waited for the answer that came last
	open     uint64       // the first message of the other that is unanswered
	openAt   clock.Time   // when that came
	acts     []speech.Act // what it said last, to say it again
	refusals int          // times it refused to tell
}

// Limits of what one coworker keeps in mind.
const (
	notesMost  = 60
	usedMost   = 40
	marksMost  = 400
	exchange   = 20 * time.Minute // a pause longer than this ends a running exchange
	turnsMost  = 4                // of a coworker in one exchange with another coworker
	clarifying = 2                // times it asks back before it proposes another way; then it waits for clear words
	wearyAfter = 6                // answers in one exchange with somebody it does not trust, then silence
	forgiven   = 72 * time.Hour   // after which it asks back anew
)

func newPlayer(one *Persona) *player {
	return &player{id: one.ID, persona: one, state: Offline, trust: cloneMap(one.Trust), counts: map[string]int{},
		notes: map[uint64]note{}, talks: map[sim.ActorID]talk{}, marks: map[string]int64{}, cards: map[sim.ActorID]string{}}
}

func (m *player) clone() *player {
	c := *m
	c.trust, c.counts, c.notes = cloneMap(m.trust), cloneMap(m.counts), cloneMap(m.notes)
	c.talks, c.marks, c.used, c.cards = cloneMap(m.talks), cloneMap(m.marks), slices.Clone(m.used), cloneMap(m.cards)
	c.absent = slices.Clip(m.absent)
	return &c
}

func (m *player) trustIn(of sim.ActorID) int {
	if n, ok := m.trust[of]; ok {
		return n
	}
	return clampTrust(TrustStart + m.persona.Relationships[of]/5)
}

// curt says whether the coworker has had enough of somebody.
func (m *player) curt(with sim.ActorID) bool { return m.trustIn(with) < TrustLow }

// load is how many messages wait for it.
func (m *player) load() int { return len(m.notes) }

// memory is the numbers of the last events somebody perceived: a ring.
type memory struct {
	seqs [200]uint64
	n    uint64
}

func (m *memory) add(seq uint64) {
	m.seqs[m.n%uint64(len(m.seqs))] = seq
	m.n++
}

func (m *memory) list() []uint64 {
	size := uint64(len(m.seqs))
	if m.n <= size {
		return slices.Clone(m.seqs[:m.n])
	}
	at := m.n % size
	return append(slices.Clone(m.seqs[at:]), m.seqs[:at]...)
}

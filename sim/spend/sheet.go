package spend

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/personas"
	"github.com/tenure-sim/tenure/personas/models"
	"github.com/tenure-sim/tenure/personas/purse"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/prompt"
)

// Agent is the role and the purpose under which questions of agents are counted.
const Agent = "agent"

// Key is what calls are counted by. Both day and hour are those of the asking.
type Key struct {
	Role string      // of the model
	What string      // what it was asked for: words, reading, choice, card, agent
	Who  sim.ActorID // whose words or thoughts it is
	Day  clock.Day   // where that person is
	Hour int         // working hours of the project since its start, from 0
}

// Count is what was asked and answered.
type Count struct {
	Calls    int64 `json:"calls"`
	Repairs  int64 `json:"repairs,omitempty"`  // of the calls, those that asked once more
	Tries    int64 `json:"tries,omitempty"`    // failed attempts of an endpoint before the one that counted
	Faults   int64 `json:"faults,omitempty"`   // calls that had no answer at all
	Degraded int64 `json:"degraded,omitempty"` // answers, or faults, in whose place a rule came
	In       int64 `json:"in"`                 // tokens, as the endpoint told them
	Cached   int64 `json:"cached"`
	Out      int64 `json:"out"`
	// By our own estimate, of the prompts that were kept: all tokens, those in the part that stays the same from question
	// to question, and of those the ones that a prompt of this role had begun with before.
	Prompt int64 `json:"prompt,omitempty"`
	Stable int64 `json:"stable,omitempty"`
	Again  int64 `json:"again,omitempty"`
}

// Plus is the sum of two.
func (c Count) Plus(d Count) Count {
	return Count{c.Calls + d.Calls, c.Repairs + d.Repairs, models.Sum(c.Tries, d.Tries), c.Faults + d.Faults, c.Degraded + d.Degraded,
		models.Sum(c.In, d.In), models.Sum(c.Cached, d.Cached), models.Sum(c.Out, d.Out), c.Prompt + d.Prompt, c.Stable + d.Stable, c.Again + d.Again}
}

// Row is one count.
type Row struct {
	Key
	Count
}

// Setup is what a sheet needs besides the log.
type Setup struct {
	Hours   *clock.Hours                   // of the project
	Content func(sim.Hash) ([]byte, error) // of the log; nil: prompts and traces are not looked at
}

// Sheet is the fold.
type Sheet struct {
	setup  Setup
	start  clock.Time
	zones  map[sim.ActorID]*time.Location
	what   map[uint64]personas.Asking // of the coworkers' questions, until they are asked
	asked  map[slot]Key
	counts map[Key]*Count
	kept   []kept
}

type slot struct {
	owner string
	id    uint64
}

// kept is a content that is read at the end: while an episode runs, an event is seen before it is saved.
type kept struct {
	hash  sim.Hash
	seq   uint64
	key   Key
	trace bool
}

// New makes a sheet that has seen nothing.
func New(s Setup) *Sheet {
	return &Sheet{setup: s, zones: map[sim.ActorID]*time.Location{}, what: map[uint64]personas.Asking{}, asked: map[slot]Key{}, counts: map[Key]*Count{}}
}

// Take counts an event. Events come in order, the first of the log first.
func (s *Sheet) Take(e sim.Event) error {
	switch b := e.Body.(type) {
	case sim.Founded:
		return s.found(b)
	case personas.Asking:
		s.what[b.ID] = b
	case sim.Asked:
		s.ask(e, b)
	case sim.Replied:
		s.reply(b)
	case personas.Degraded:
		if k, ok := s.asked[slot{owner, b.Asked}]; ok {
			s.count(k).Degraded++
		}
	case sim.Began:
		if b.Trace != "" {
			s.kept = append(s.kept, kept{b.Trace, e.Seq, s.key(e, Agent, Agent, e.Actor), true})
		}
	}
	return nil
}

// owner is the part whose questions are the coworkers'.
const owner = "players"

func (s *Sheet) found(b sim.Founded) error {
	s.start = b.Start
	for _, a := range b.Actors {
		zone, err := clock.Zone(a.Zone)
		if err != nil {
			return fmt.Errorf("where %s is: %w", a.ID, err)
		}
		s.zones[a.ID] = zone
	}
	return nil
}

func (s *Sheet) key(e sim.Event, role, what string, who sim.ActorID) Key {
	zone := s.zones[who]
	if zone == nil {
		zone = s.setup.Hours.Zone()
	}
	return Key{Role: role, What: what, Who: who, Day: clock.DayOf(e.At, zone), Hour: int(s.setup.Hours.Between(s.start, e.At) / time.Hour)}
}

func (s *Sheet) count(k Key) *Count {
	c := s.counts[k]
	if c == nil {
		c = &Count{}
		s.counts[k] = c
	}
	return c
}

func (s *Sheet) ask(e sim.Event, b sim.Asked) {
	a := personas.Asking{What: b.Owner}
	if b.Owner == owner {
		a = s.what[b.ID]
		delete(s.what, b.ID)
	}
	k := s.key(e, b.Tier, a.What, b.For)
	s.asked[slot{b.Owner, b.ID}] = k
	c := s.count(k)
	c.Calls++
	if a.Tries > 0 {
		c.Repairs++
	}
	s.kept = append(s.kept, kept{b.Prompt, e.Seq, k, false})
}

func (s *Sheet) reply(b sim.Replied) {
	k, ok := s.asked[slot{b.Owner, b.ID}]
	if !ok {
		return // the log was not read from its start
	}
	c := s.count(k)
	*c = c.Plus(told(int64(b.In), int64(b.Cached), int64(b.Out), int64(b.Tries)))
	if b.Fault != "" {
		c.Faults++
	}
}

// told is what a log says of an answer, as far as it can be true.
func told(in, cached, out, tries int64) Count {
	return Count{In: models.Counted(in), Cached: models.Counted(cached), Out: models.Counted(out), Tries: max(tries, 1) - 1}
}

// Finish reads what the events name. It is called once, when all of them are saved.
func (s *Sheet) Finish() error {
	if s.setup.Content == nil {
		return nil
	}
	sent := map[sim.Hash]bool{}
	for _, k := range s.kept {
		raw, err := s.setup.Content(k.hash)
		if err == nil && k.trace {
			err = s.trace(k.key, raw)
		} else if err == nil {
			err = s.prompt(k.key, raw, sent)
		}
		if err != nil {
			return fmt.Errorf("what event %d sent to a model: %w", k.seq, err)
		}
	}
	s.kept = nil
	return nil
}

func (s *Sheet) prompt(k Key, raw []byte, sent map[sim.Hash]bool) error {
	p, err := prompt.Decode(raw)
	if err != nil {
		return err
	}
	c := s.count(k)
	c.Prompt, c.Stable, c.Again = c.Prompt+int64(p.Tokens()), c.Stable+int64(p.StableTokens()), c.Again+again(k.Role, p, sent)
	return nil
}

// again is how many tokens a prompt begins with that a prompt of that role has begun with before, by whole paragraphs of
// the messages that stay the same. An endpoint keeps beginnings, wherever they end.
func again(role string, p prompt.Prompt, sent map[sim.Hash]bool) int64 {
	var head strings.Builder
	head.WriteString(role)
	for _, t := range p.Tools {
		head.WriteString("\x00" + t.Name)
	}
	known, n := true, int64(prompt.Prompt{Tools: p.Tools}.StableTokens())
	for _, m := range p.Messages[:p.Stable] {
		head.WriteString("\x00" + string(m.Role))
		for part := range strings.SplitSeq(m.Content, "\n\n") {
			head.WriteString("\n\n" + part)
			h := sim.HashOf([]byte(head.String()))
			if known = known && sent[h]; known {
				n += int64(prompt.Tokens(part)) + 2
			}
			sent[h] = true
		}
	}
	return min(n, int64(p.StableTokens()))
}

// trace counts what an agent says that its step cost. A trace that tells nothing of it counts for nothing: agents may
// keep there what they like.
func (s *Sheet) trace(k Key, raw []byte) error {
	all, err := purse.ReadTrace(raw)
	if err != nil || len(all) == 0 {
		return nil
	}
	c := s.count(k)
	for _, u := range all {
		*c = c.Plus(Count{Calls: 1}).Plus(told(u.In, u.Cached, u.Out, u.Tries))
	}
	return nil
}

// Rows are all counts, in order of their keys.
func (s *Sheet) Rows() []Row {
	var out []Row
	for _, k := range slices.SortedFunc(maps.Keys(s.counts), Key.compare) {
		out = append(out, Row{k, *s.counts[k]})
	}
	return out
}

func (k Key) compare(l Key) int {
	return cmp.Or(cmp.Compare(k.Role, l.Role), cmp.Compare(k.What, l.What), cmp.Compare(k.Who, l.Who), cmp.Compare(k.Day, l.Day), cmp.Compare(k.Hour, l.Hour))
}

// Sum adds up the counts whose key is wanted.
func (s *Sheet) Sum(want func(Key) bool) Count {
	var out Count
	for k, c := range s.counts {
		if want(k) {
			out = out.Plus(*c)
		}
	}
	return out
}

// By adds them up by a part of their key.
func By[T comparable](s *Sheet, part func(Key) T) map[T]Count {
	out := map[T]Count{}
	for k, c := range s.counts {
		p := part(k)
		out[p] = out[p].Plus(*c)
	}
	return out
}

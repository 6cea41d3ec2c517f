package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/personas/purse"
	"github.com/tenure-sim/tenure/scenarios"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/engine"
)

// when is a virtual time for people: in the project's zone, which it names. Programs are given UTC.
func when(t clock.Time, zone *time.Location) string {
	return t.Format(zone) + " " + t.In(zone).Format("MST")
}

// standing is an episode as lists of episodes tell of it.
type standing struct {
	State string `json:"state"` // how the last run ended, notRun, cutOff, running or inHand
	marks
	FutureSeed uint64 `json:"future_seed,omitempty"` // of a reseeded fork: that of all chance after the fork
	Rollout    string `json:"rollout,omitempty"`     // who holds it
	Attempt    uint64 `json:"attempt,omitempty"`
	Trouble    string `json:"trouble,omitempty"` // what keeps the rest from being told

	seed uint64
	when string
}

// The states of an episode besides the ways in which a run ends.
const (
	notRun  = "not run yet"
	cutOff  = "interrupted"            // it ended without a word, by a kill for example
	running = "running"                //
	inHand  = "running or interrupted" // somebody writes to the store, and it is not known to which episode
	unread  = "cannot be read"
)

// What ends the note of an episode, so that lists can tell without reading logs: 'finished, MARKED budget, INVALID'.
const (
	markedMark  = ", MARKED " + purse.Fault // it was gone on with by templates
	invalidMark = ", INVALID"               // the run should not be counted
)

// endingOf is how a run ended by its note, and what it was marked for.
func endingOf(note string) (ended engine.Ended, m marks) {
	word, invalid := strings.CutSuffix(note, invalidMark)
	word, marked := strings.CutSuffix(word, markedMark)
	if m.Invalid = invalid; marked {
		m.Marked = purse.Fault
	}
	return engine.Ended(word), m
}

// marks are what has to be known of a run before it is counted.
type marks struct {
	Marked  string `json:"marked,omitempty"`  // budget, when it went on without the answers that were not paid
	Invalid bool   `json:"invalid,omitempty"` // it should not be counted
}

// note is how marks end a note.
func (m marks) note() (out string) {
	if m.Marked != "" {
		out = markedMark
	}
	if m.Invalid {
		out += invalidMark
	}
	return out
}

// noteMarks marks an episode whose run should not be counted, or not with others.
func (s *session) noteMarks(r *result) error {
	if r.voices == nil || r.head.Note != string(r.ended) {
		return nil
	}
	m := marks{r.voices.Marked, r.voices.Invalid != ""}
	if m == (marks{}) {
		return nil
	}
	err := s.log().Annotate(string(r.ended) + m.note())
	if errors.Is(err, checkpoints.ErrFenced) { // it is only looked at, and somebody else's to mark
		return nil
	}
	return err
}

// Widths of what comes from elsewhere: one long text must not spoil a table.
const (
	stateRunes   = 24
	heldRunes    = 24
	troubleRunes = 160
)

// state is how far an episode's running has come. It is told in these words everywhere.
func (sh *shelf) state(b checkpoints.Branch, h checkpoints.Head, reseeded bool) string {
	begins := b.At
	if reseeded { // the fork begins with the event that says so
		begins++
	}
	switch {
	case h.Note != "":
		ended, _ := endingOf(h.Note)
		return string(ended)
	case h.Seq <= begins:
		return notRun
	}
	busy := sh.store.Busy()
	switch {
	case busy == nil: // a run has the store from its beginning to its end
		return cutOff
	case runs(busy.Command) && sh.underWay() == 1:
		return running
	}
	return inHand
}

func (s standing) state() string {
	return cut(s.State, stateRunes) + s.marks.note()
}

// runs says whether a process was started to go on with an episode.
func runs(command string) bool {
	words := strings.Fields(command)
	return len(words) > 2 && (words[1] == "run" || words[1] == "resume")
}

// countUnderWay is how many episodes of a store have begun and are without a word of how they ended; 0 when that cannot be
// told.
func countUnderWay(store *checkpoints.Store) int {
	tips, err := store.Heads()
	if err != nil {
		return 0
	}
	n := 0
	for _, t := range tips {
		if t.Head.Note == "" && t.Head.Seq > t.Branch.At {
			n++
		}
	}
	return n
}

// tellBusy says who writes to the store, below lists of what is in it.
func (sh *shelf) tellBusy(out io.Writer) {
	if busy := sh.store.Busy(); busy != nil {
		fmt.Fprintf(out, "\n%s writes to this store; what is shown is from a moment ago\n", busy.Who())
	}
}

func (s standing) holder() string {
	if s.Rollout == "" {
		return ""
	}
	return fmt.Sprintf("%s, attempt %d", cut(s.Rollout, heldRunes), s.Attempt)
}

// seeds are the seed of an episode and, of a reseeded fork, that of its future.
func (s standing) seeds() string {
	if s.FutureSeed == 0 {
		return fmt.Sprint(s.seed)
	}
	return fmt.Sprintf("%d, then %d", s.seed, s.FutureSeed)
}

// tellTroubles prints what is wrong with single rows below their table.
func tellTroubles(out io.Writer, name string, s standing) {
	if s.Trouble != "" {
		printLine(out, "%s: %s\n", name, cut(s.Trouble, troubleRunes))
	}
}

// shelf has the scenarios of a store's episodes, each read once.
type shelf struct {
	store     *checkpoints.Store
	scenarios map[sim.Hash]shelved
	headless  map[string]error // episodes whose head cannot be read
	underWay  func() int       // counted when it is first asked for
}

type shelved struct {
	scenario *scenarios.Scenario
	err      error
}

func newShelf(store *checkpoints.Store) *shelf {
	return &shelf{store, map[sim.Hash]shelved{}, map[string]error{}, sync.OnceValue(func() int { return countUnderWay(store) })}
}

// tips are the episodes with their heads, the oldest first. One whose head cannot be read has none.
func (sh *shelf) tips() ([]checkpoints.Tip, error) {
	tips, err := sh.store.Heads()
	if err == nil {
		return tips, nil
	}
	bs, broken := sh.store.Branches()
	if broken != nil {
		return nil, err
	}
	tips = make([]checkpoints.Tip, len(bs))
	for i, b := range bs {
		tips[i].Branch = b
		if tips[i].Head, err = sh.store.Head(b.Name); err != nil {
			sh.headless[b.Name] = err
		}
	}
	return tips, nil
}

func (sh *shelf) scenario(b checkpoints.Branch) (*scenarios.Scenario, error) {
	kept, ok := sh.scenarios[b.Bundle]
	if !ok || b.Bundle == "" { // those that have none are told of by name
		var s *session
		if s, kept.err = loadSession(sh.store, b.Name); kept.err == nil {
			kept.scenario = s.scenario
		}
		sh.scenarios[b.Bundle] = kept
	}
	return kept.scenario, kept.err
}

// standing tells of an episode what can be told; what is wrong with it is its own trouble and no other's.
func (sh *shelf) standing(tip checkpoints.Tip) standing {
	b, h := tip.Branch, tip.Head
	who := h.Holder()
	s := standing{Rollout: who.Rollout, Attempt: who.Attempt, seed: b.Seed}
	zone := time.UTC
	sc, err := sh.scenario(b)
	if err == nil {
		zone = sc.TimeZone()
	}
	if h.Seq > 0 {
		s.when = when(h.At, zone)
	}
	seed, own, broken := sh.futureSeed(b, h)
	if err = cmp.Or(sh.headless[b.Name], err, broken); err != nil {
		s.Trouble = err.Error()
	}
	_, s.marks = endingOf(h.Note)
	s.FutureSeed, s.State = seed, sh.state(b, h, own)
	if sh.headless[b.Name] != nil {
		s.State = unread
	}
	return s
}

// futureSeed is the seed that an episode goes on with, when it or one that it is forked from was reseeded, here or before it
// was imported, and whether it begins with that.
func (sh *shelf) futureSeed(b checkpoints.Branch, h checkpoints.Head) (seed uint64, own bool, err error) {
	for last, first := h.Seq, true; ; first = false {
		if seed, ok := b.Futures.At(last); ok {
			return seed, false, nil
		}
		if b.Parent == "" {
			return 0, false, nil
		}
		if last > b.At {
			seed, reseeded, err := sh.reseeded(b)
			if reseeded || err != nil {
				return seed, first && reseeded, err
			}
		}
		last = b.At
		if b, err = sh.store.Branch(b.Parent); err != nil {
			return 0, false, err
		}
	}
}

// reseeded is the seed in the first event of a fork, when that gives one.
func (sh *shelf) reseeded(b checkpoints.Branch) (seed uint64, ok bool, err error) {
	err = sh.store.ReadTo(b.Name, b.At, b.At+1, func(_ uint64, raw []byte) error {
		o, err := sim.OutlineOf(raw)
		if err != nil || o.Kind() != (sim.Reseeded{}).Kind() {
			return err
		}
		e, err := sim.NewCodec().Decode(raw)
		var body sim.Reseeded
		if body, ok = e.Body.(sim.Reseeded); ok {
			seed = body.Seed
		}
		return err
	})
	if err != nil {
		return 0, false, fmt.Errorf("how %s begins: %w", b.Name, err)
	}
	return seed, ok, nil
}

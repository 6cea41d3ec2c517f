package simcheck

// Shrunk is the smallest case that was found to differ still.
type Shrunk struct {
	Case    Case   `json:"-"`
	Repeat  string `json:"repeat"`
	Event   uint64 `json:"event,omitempty"` // the first that differs in it
	Runs    int    `json:"runs"`            // tries that were made to find it
	Differs int    `json:"differs"`         // tries that differed
	Flaky   bool   `json:"flaky,omitempty"` // the case as it was found did not differ when it was gone again
}

// attempt goes a case again. It returns whether it is still at fault, and its first differing event, 0 when it has none.
type attempt func(Case) (event uint64, at bool, err error)

// shrinker looks for a smaller case. It knows nothing of what a case is but its numbers.
type shrinker struct {
	try    attempt
	budget int
	best   Shrunk
}

// shrink makes at most budget tries. A case becomes smaller by comparing less, by fewer faults and by leaving the plain
// run earlier. Earlier is found by bisection, which rests on a hope: that what differs when left at some event differs
// when left later too. When it does not, the case found is one of several small ones.
func shrink(c Case, event, first uint64, budget int, try attempt) (Shrunk, error) {
	s := &shrinker{try: try, budget: budget, best: Shrunk{Case: c, Event: event}}
	for _, step := range []func() error{s.again, s.fewer, func() error { return s.earlier(first) }, s.shorter} {
		if err := step(); err != nil {
			return s.best, err
		}
	}
	s.best.Repeat = s.best.Case.Command()
	return s.best, nil
}

// again tries the case no further than to where it differed, and as it was when that does not show it: what runs side by
// side may differ early only because others have gone on.
func (s *shrinker) again() error {
	c := s.best.Case
	if c.Upto = s.best.Event; c.Upto != s.best.Case.Upto {
		if at, err := s.accept(c); at || err != nil {
			return err
		}
	}
	at, err := s.accept(s.best.Case)
	s.best.Flaky = !at && s.best.Runs > 0
	return err
}

// accept tries a case and keeps it when it is still at fault.
func (s *shrinker) accept(c Case) (bool, error) {
	if s.best.Runs >= s.budget {
		return false, nil
	}
	s.best.Runs++
	event, at, err := s.try(c)
	if err != nil || !at {
		return false, err
	}
	s.best.Differs++
	s.best.Case, s.best.Event = c, event
	return true, nil
}

// next is the best case so far, to be made smaller: compared no further than it must be.
func (s *shrinker) next() Case {
	c := s.best.Case
	if c.Upto != 0 {
		c.Upto = s.best.Event
	}
	return c
}

// fewer leaves out one fault after the other.
func (s *shrinker) fewer() error {
	for _, f := range s.best.Case.Faults {
		c := s.next()
		if len(c.Faults) < 2 {
			return nil
		}
		c.Faults = without(c.Faults, f)
		if _, err := s.accept(c); err != nil {
			return err
		}
	}
	return nil
}

func without(list []Fault, f Fault) []Fault {
	var out []Fault
	for _, x := range list {
		if x != f {
			out = append(out, x)
		}
	}
	return out
}

// earlier bisects for the first event at which the leg may leave the plain run.
func (s *shrinker) earlier(first uint64) error {
	if !s.best.Case.Leg.branches() {
		return nil
	}
	low, high := first, s.best.Case.At
	for low < high && s.best.Runs < s.budget {
		c := s.next()
		c.At = low + (high-low)/2
		at, err := s.accept(c)
		if err != nil {
			return err
		}
		if at {
			high = c.At
		} else {
			low = c.At + 1
		}
	}
	return nil
}

// shorterTries bounds how often shorter compares twice as far.
const shorterTries = 4

// shorter compares no further than it must, when that was not found at first.
func (s *shrinker) shorter() error {
	c := s.best.Case
	if c.Upto != 0 || s.best.Event == 0 {
		return nil
	}
	c.Upto = s.best.Event
	for range shorterTries {
		if at, err := s.accept(c); at || err != nil {
			return err
		}
		c.Upto *= 2
	}
	return nil
}

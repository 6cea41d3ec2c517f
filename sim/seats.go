package sim

import "fmt"

// Seats follows nothing of a log but the agents under test: what each was shown and what it did. It is how an agent
// is told its past, or a step its observation, without folding the whole world.
type Seats struct {
	codec *Codec
	world *World
}

// NewSeats begins before the first event of a log that the codec reads.
func NewSeats(c *Codec) *Seats { return &Seats{codec: c, world: NewWorld()} }

// Follow takes the log's next event. Before it is applied, began is called when an agent begins a step, with what it
// had been shown, and after it, ready is called when an agent is shown something. Either may be nil.
func (s *Seats) Follow(raw []byte, began func(seen Observation, did Began) error, ready func(Observation) error) error {
	f, err := readFrame(raw)
	if err != nil {
		return fmt.Errorf("event: %w", err)
	}
	switch string(f.kind) {
	case "sim.founded", "sim.ended", "agent.began", "agent.called", "agent.waiting", "agent.ready", "agent.done":
	default:
		return nil
	}
	e, err := s.codec.Decode(raw)
	if err != nil {
		return err
	}
	w := s.world
	w.seq, w.now = e.Seq, e.At
	switch b := e.Body.(type) {
	case Founded:
		w.found(b)
		return nil
	case Ended:
		for _, x := range w.seats {
			x.ready.Ended = b.How
		}
		return nil
	case Began:
		if began != nil {
			if err := began(w.Last(e.Actor), b); err != nil {
				return err
			}
		}
	}
	w.applySeat(e)
	if _, ok := e.Body.(Ready); ok && ready != nil {
		return ready(w.Last(e.Actor))
	}
	return nil
}

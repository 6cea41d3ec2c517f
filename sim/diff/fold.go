package diff

import (
	"fmt"
	"iter"
	"maps"
	"strings"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
)

// fold is one side's world on its way along the log, one event ahead of itself.
type fold struct {
	side  Side
	codec *sim.Codec
	world *sim.World
	chain sim.Chain
	talk  talk
	told  bool // a part has had an event since this was last cleared

	pull func() ([]byte, error, bool)
	stop func()
	next sim.Event // not applied yet, when more
	raw  []byte
	more bool
}

func newFold(s Side) (*fold, error) {
	f := &fold{side: s, codec: sim.NewCodec(s.World.Parts()...), world: s.World, talk: talk{}}
	f.world.Provide(s.Log.Content)
	f.pull, f.stop = iter.Pull2(s.events(0))
	return f, f.peek()
}

// fork is another side's fold that has gone as far as this one: the past they share is folded once.
func (f *fold) fork(s Side) (*fold, error) {
	g := &fold{side: s, codec: sim.NewCodec(s.World.Parts()...), world: f.world.Clone(), chain: f.chain, talk: f.talk.clone()}
	g.world.Provide(s.Log.Content)
	g.codec.Learn(f.world.Founding())
	g.pull, g.stop = iter.Pull2(s.events(f.world.Seq()))
	return g, g.peek()
}

func (f *fold) peek() error {
	var err error
	if f.raw, err, f.more = f.pull(); err != nil || !f.more {
		return err
	}
	if f.next, err = f.codec.Decode(f.raw); err != nil {
		return fmt.Errorf("read %s: %w", f.side.Name, err)
	}
	return nil
}

// while applies events as long as the next one is wanted.
func (f *fold) while(wanted func(sim.Event) bool) error {
	for f.more && wanted(f.next) {
		f.world.Apply(f.next)
		f.chain = f.chain.Next(f.raw)
		f.talk.hear(f.next)
		f.told = f.told || f.world.Part(owner(f.next)) != nil
		if err := f.peek(); err != nil {
			return err
		}
	}
	return nil
}

// owner is the name of the part whose event it is, or of the kernel's own.
func owner(e sim.Event) string {
	name, _, _ := strings.Cut(e.Body.Kind(), ".")
	return name
}

// upTo goes to a moment, all its events included.
func (f *fold) upTo(t clock.Time) error {
	return f.while(func(e sim.Event) bool { return e.At <= t })
}

// before goes to just before an event.
func (f *fold) before(seq uint64) error {
	return f.while(func(e sim.Event) bool { return e.Seq < seq })
}

// talk is how often each line was said in each place of each app: "chat/general" -> "lena: on my way" -> 1.
type talk map[string]map[string]int

func (t talk) clone() talk {
	out := make(talk, len(t))
	for k, v := range t {
		out[k] = maps.Clone(v)
	}
	return out
}

func (t talk) hear(e sim.Event) {
	b, ok := e.Body.(sim.Speaker)
	if !ok {
		return
	}
	s := b.Speech()
	line := string(e.Actor) + ": " + s.Subject + "\n" + s.Text
	for _, where := range places(e, s) {
		key := s.App + "/" + where
		if t[key] == nil {
			t[key] = map[string]int{}
		}
		t[key][line]++
	}
}

// places are where a speech is kept: a mail in the boxes of all it reached, everything else where it was said.
func places(e sim.Event, s sim.Speech) []string {
	if s.App != "mail" {
		where, _, _ := strings.Cut(s.Thread, "/") // a thread is in its channel
		return []string{where}
	}
	out := []string{string(e.Actor)}
	for _, a := range e.Audience {
		if a != e.Actor {
			out = append(out, string(a))
		}
	}
	return out
}

package sim

import (
	"fmt"
	"maps"
	"reflect"
	"slices"

	"github.com/fxamacker/cbor/v2"
)

// Codec writes events as deterministic CBOR (RFC 8949, core deterministic encoding) and reads them back.
// It learns the cast from the Founded event, which every log begins with: actors are small numbers after that.
// A Codec belongs to one log and one goroutine.
type Codec struct {
	kinds  map[string]reflect.Type
	actors []ActorID
	index  map[ActorID]uint64
	sets   map[string][]ActorID // audiences already seen, by their encoding: a cache that saves memory
	enc    cbor.EncMode
	dec    cbor.DecMode
}

// NewCodec makes a codec that knows the kernel's bodies and those of the parts.
func NewCodec(parts ...Part) *Codec {
	c := &Codec{kinds: map[string]reflect.Type{}, sets: map[string][]ActorID{}}
	opts := cbor.CoreDetEncOptions()
	enc, err := opts.EncMode()
	if err != nil {
		panic(fmt.Sprintf("sim: encoder options: %v", err))
	}
	dec, err := cbor.DecOptions{MaxNestedLevels: 32, MaxArrayElements: 1 << 20, MaxMapPairs: 1 << 16}.DecMode()
	if err != nil {
		panic(fmt.Sprintf("sim: decoder options: %v", err))
	}
	c.enc, c.dec = enc, dec
	c.register(coreBodies())
	for _, p := range parts {
		c.register(p.Kinds())
	}
	c.learn(nil)
	return c
}

func (c *Codec) register(bodies []Body) {
	for _, b := range bodies {
		t := reflect.TypeOf(b)
		if t.Kind() != reflect.Struct {
			panic(fmt.Sprintf("sim: body %s must be a struct, not a %s", b.Kind(), t.Kind()))
		}
		if old, ok := c.kinds[b.Kind()]; ok && old != t {
			panic(fmt.Sprintf("sim: kind %s is claimed by %s and by %s", b.Kind(), old, t))
		}
		c.kinds[b.Kind()] = t
	}
}

// Kinds lists all kinds of event the codec knows, sorted.
func (c *Codec) Kinds() []string { return slices.Sorted(maps.Keys(c.kinds)) }

// Learn tells the codec the cast of a log whose first event it will not see.
func (c *Codec) Learn(f Founded) { c.learn(f.Actors) }

func (c *Codec) learn(cast []Actor) {
	c.actors = append(c.actors[:0], Nature, Script)
	for _, a := range cast {
		c.actors = append(c.actors, a.ID)
	}
	c.index = make(map[ActorID]uint64, len(c.actors))
	for i, a := range c.actors {
		c.index[a] = uint64(i)
	}
}

// Encode writes one event. It panics on an actor or kind that the log has never heard of: that is our mistake.
func (c *Codec) Encode(e Event) []byte {
	if f, ok := e.Body.(Founded); ok {
		c.learn(f.Actors)
	}
	body, err := c.enc.Marshal(e.Body)
	if err != nil {
		panic(fmt.Sprintf("sim: body of event %d (%s): %v", e.Seq, e.Body.Kind(), err))
	}
	f := frame{seq: e.Seq, actor: c.number(e.Actor), cause: e.Cause, at: e.At, audience: c.audienceBytes(e.Audience), body: body}
	return f.append(make([]byte, 0, len(body)+len(f.audience)+64), e.Body.Kind())
}

func (c *Codec) audienceBytes(ids []ActorID) []byte {
	if len(ids) == 0 {
		return nil
	}
	out := make([]byte, 0, len(ids)+2)
	for _, a := range ids {
		n := c.number(a)
		for n >= 0x80 {
			out = append(out, byte(n)|0x80)
			n >>= 7
		}
		out = append(out, byte(n))
	}
	return out
}

func (c *Codec) number(a ActorID) uint64 {
	n, ok := c.index[a]
	if !ok {
		panic(fmt.Sprintf("sim: actor %q is not in the cast", a))
	}
	return n
}

// Decode reads one event. Every error means that the bytes are not an event of this log.
func (c *Codec) Decode(raw []byte) (Event, error) {
	w, err := readFrame(raw)
	if err != nil {
		return Event{}, fmt.Errorf("event: %w", err)
	}
	t, ok := c.kinds[string(w.kind)]
	if !ok {
		return Event{}, fmt.Errorf("event %d has the kind %q, which this version does not know", w.seq, w.kind)
	}
	body := reflect.New(t)
	if err := c.dec.Unmarshal(w.body, body.Interface()); err != nil {
		return Event{}, fmt.Errorf("event %d (%s): %w", w.seq, w.kind, err)
	}
	e := Event{Seq: w.seq, At: w.at, Cause: w.cause, Body: body.Elem().Interface().(Body)}
	if f, ok := e.Body.(Founded); ok {
		c.learn(f.Actors)
	}
	if w.actor >= uint64(len(c.actors)) {
		return Event{}, fmt.Errorf("event %d names actor number %d and the cast has %d", w.seq, w.actor, len(c.actors))
	}
	e.Actor = c.actors[w.actor]
	e.Audience, err = c.audienceOf(w.audience)
	if err != nil {
		return Event{}, fmt.Errorf("event %d: %w", w.seq, err)
	}
	return e, nil
}

func (c *Codec) audienceOf(raw []byte) ([]ActorID, error) {
	if len(raw) == 0 {
		return nil, nil
	}
	if ids, ok := c.sets[string(raw)]; ok {
		return ids, nil
	}
	ids := make([]ActorID, 0, len(raw))
	var n, shift uint64
	for _, b := range raw {
		n |= uint64(b&0x7f) << shift
		if b >= 0x80 {
			shift += 7
			if shift > 28 {
				return nil, fmt.Errorf("audience holds a number that is too long")
			}
			continue
		}
		if n >= uint64(len(c.actors)) {
			return nil, fmt.Errorf("audience names actor number %d and the cast has %d", n, len(c.actors))
		}
		ids = append(ids, c.actors[n])
		n, shift = 0, 0
	}
	if shift != 0 {
		return nil, fmt.Errorf("audience is cut short")
	}
	c.sets[string(raw)] = ids
	return ids, nil
}

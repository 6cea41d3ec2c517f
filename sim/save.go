package sim

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/tenure-sim/tenure/sim/state"
)

// stateVersion is raised when the same fields come to mean something else: older snapshots are then made anew.
const stateVersion = 1

// ErrState is wrapped when the bytes of a state cannot be read.
var ErrState = state.ErrDamaged

// Restorer is a part that keeps more than its state: what it looks up quickly, or what the scenario gave it. After a
// snapshot was loaded Restored makes that anew.
type Restorer interface{ Restored(View) }

// Layout names the types that this world's state is written from. A state of another layout cannot be loaded.
func (w *World) Layout() (Hash, error) {
	c, err := w.stateCoder()
	if err != nil {
		return "", err
	}
	names := make([]string, len(w.parts))
	for i, p := range w.parts {
		names[i] = p.Name()
	}
	return HashOf(fmt.Appendf(nil, "%d\n%s\n%s", stateVersion, strings.Join(names, " "), c.Layout())), nil
}

// Save writes the world's whole state. Contents are not part of it: they are kept by hash beside the log.
func (w *World) Save() ([]byte, error) {
	c, err := w.stateCoder()
	if err != nil {
		return nil, err
	}
	return c.Save(w.roots()...), nil
}

// Load reads what a world of the same parts saved. The world must be new; after an error it is as it was. Bytes that are
// a state and say what cannot be may make a part panic, and the world is as it was then too.
func (w *World) Load(data []byte) error {
	if w.seq != 0 {
		return fmt.Errorf("load a state: the world has begun already")
	}
	c, err := w.stateCoder()
	if err != nil {
		return err
	}
	loaded := w.Clone()
	if err := c.Load(data, loaded.roots()...); err != nil {
		return fmt.Errorf("load a state: %w", err)
	}
	if err := loaded.assemble(); err != nil {
		return fmt.Errorf("load a state: %w: %w", ErrState, err)
	}
	for _, p := range loaded.parts {
		if r, ok := p.(Restorer); ok {
			r.Restored(loaded)
		}
	}
	w.Become(loaded)
	return nil
}

// Become makes the world what another of the same parts is. The other must not be used any more.
func (w *World) Become(other *World) {
	w.memory, w.actors, w.cast = other.memory, other.actors, other.cast
	w.bind(other.parts)
}

// Digests names the state of the kernel ("sim") and of every part by a hash: two worlds are equal when they are.
func (w *World) Digests() (map[string]Hash, error) {
	out := make(map[string]Hash, len(w.parts)+1)
	for i, root := range w.roots() {
		c, err := state.New([]reflect.Type{reflect.TypeOf(root)})
		if err != nil {
			return nil, err
		}
		name := kernel
		if i > 0 {
			name = w.parts[i-1].Name()
		}
		out[name] = HashOf(c.Save(root))
	}
	return out, nil
}

func (w *World) roots() []any {
	out := make([]any, 0, len(w.parts)+1)
	out = append(out, &w.memory)
	for _, p := range w.parts {
		out = append(out, p)
	}
	return out
}

func (w *World) stateCoder() (*state.Coder, error) {
	if w.coder != nil {
		return w.coder, nil
	}
	var types []reflect.Type
	for _, r := range w.roots() {
		types = append(types, reflect.TypeOf(r))
	}
	c, err := state.New(types)
	if err != nil {
		return nil, err
	}
	w.coder = c
	return c, nil
}

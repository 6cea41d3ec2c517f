package sheets

import (
	"maps"

	"github.com/tenure-sim/tenure/sim"
)

// fakeCabinet is a file share as far as the sheets know one. Omar may not use it.
type fakeCabinet struct{ files map[string]sim.Hash }

type stored struct {
	Path    string   `cbor:"1,keyasint"`
	Content sim.Hash `cbor:"2,keyasint"`
}

func (stored) Kind() string { return "files.stored" }

func newCabinet() *fakeCabinet { return &fakeCabinet{map[string]sim.Hash{}} }

func (c *fakeCabinet) Name() string      { return "files" }
func (c *fakeCabinet) Kinds() []sim.Body { return []sim.Body{stored{}} }
func (c *fakeCabinet) Tools() []sim.Tool { return nil }
func (c *fakeCabinet) Clone() sim.Part   { return &fakeCabinet{maps.Clone(c.files)} }
func (c *fakeCabinet) Apply(e sim.Event) {
	b := e.Body.(stored)
	c.files[b.Path] = b.Content
}

func (c *fakeCabinet) Open(v sim.View, by sim.ActorID, path string) ([]byte, error) {
	h, ok := c.files[path]
	if !ok || by == "omar" {
		return nil, sim.Reject("there is no file %q", path)
	}
	return v.Content(h), nil
}

func (c *fakeCabinet) PutFacts(_ sim.View, by sim.ActorID, path string, content []byte) ([]sim.Fact, error) {
	if by == "omar" {
		return nil, sim.Reject("you may not write there")
	}
	return []sim.Fact{{Body: stored{path, sim.HashOf(content)}, Contents: [][]byte{content}}}, nil
}

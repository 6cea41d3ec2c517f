package sim

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
)

// Hash is the SHA-256 of a content, in hexadecimal.
type Hash string

// HashOf names a content.
func HashOf(content []byte) Hash {
	sum := sha256.Sum256(content)
	return Hash(hex.EncodeToString(sum[:]))
}

// Each of the two generations of contents that are kept though they can be had again is bounded, in bytes. A small content
// takes more than its bytes.
const (
	recentMost  = 1 << 20
	contentOver = 160 // its name, and two entries of maps
)

// Contents keeps what events name by hash: documents, files, prompts. A content never changes once stored, so
// clones share them. Source brings what is stored elsewhere. What it can bring is kept only while it is in use: an
// episode of a thousand hours stores more than it ever looks at again.
type Contents struct {
	held       map[Hash][]byte // by this world's steps, and perhaps nowhere else
	young, old map[Hash][]byte // Source has them too; the old ones go when the young ones are many
	size       int             // of the young ones
	Source     func(Hash) ([]byte, error)
}

func (c *Contents) put(content []byte) Hash {
	h := HashOf(content)
	if c.held == nil {
		c.held = map[Hash][]byte{}
	}
	if _, ok := c.held[h]; !ok {
		c.held[h] = content
	}
	return h
}

func (c *Contents) get(h Hash) []byte {
	if b, ok := c.held[h]; ok {
		return b
	}
	if b, ok := c.young[h]; ok {
		return b
	}
	b, ok := c.old[h]
	if !ok {
		b = c.bring(h)
	}
	c.keep(map[Hash][]byte{h: b})
	return b
}

func (c *Contents) bring(h Hash) []byte {
	if c.Source == nil {
		panic(fmt.Sprintf("sim: content %s is named by an event and stored nowhere", h))
	}
	b, err := c.Source(h)
	if err != nil {
		panic(fmt.Sprintf("sim: content %s: %v", h, err))
	}
	return b
}

// keep makes contents that can be had again the young ones, or some of them. So much at once that it would push out all
// others is not kept.
func (c *Contents) keep(more map[Hash][]byte) {
	n := 0
	for _, b := range more {
		n += len(b) + contentOver
	}
	if n > recentMost {
		return
	}
	if c.young == nil || c.size+n > recentMost {
		c.old, c.young, c.size = c.young, map[Hash][]byte{}, 0
	}
	for h, b := range more {
		if _, ok := c.young[h]; !ok {
			c.young[h] = b
			c.size += len(b) + contentOver
		}
	}
}

// saved says that Source has all there is.
func (c *Contents) saved() {
	if c.Source == nil || len(c.held) == 0 {
		return
	}
	c.keep(c.held)
	c.held = nil
}

// forget lets go of contents that are stored elsewhere as well and that nobody is going to ask for; whoever wants one
// after all is brought it.
func (c *Contents) forget(hashes ...Hash) {
	if c.Source == nil {
		return
	}
	for _, h := range hashes {
		if b, ok := c.young[h]; ok {
			c.size -= len(b) + contentOver
		}
		delete(c.held, h)
		delete(c.young, h)
		delete(c.old, h)
	}
}

func (c *Contents) clone() Contents {
	return Contents{held: maps.Clone(c.held), young: maps.Clone(c.young), old: maps.Clone(c.old), size: c.size, Source: c.Source}
}

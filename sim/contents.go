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

// Contents keeps what events name by hash: documents, files, prompts. A content never changes once stored, so
// clones share them. Source brings what is stored elsewhere; it is asked once for each hash.
type Contents struct {
	held   map[Hash][]byte
	Source func(Hash) ([]byte, error)
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
	if c.Source == nil {
		panic(fmt.Sprintf("sim: content %s is named by an event and stored nowhere", h))
	}
	b, err := c.Source(h)
	if err != nil {
		panic(fmt.Sprintf("sim: content %s: %v", h, err))
	}
	c.put(b)
	return b
}

// forget lets go of contents that are stored elsewhere as well; whoever wants one after all is brought it.
func (c *Contents) forget(hashes ...Hash) {
	if c.Source == nil {
		return
	}
	for _, h := range hashes {
		delete(c.held, h)
	}
}

func (c *Contents) clone() Contents { return Contents{held: maps.Clone(c.held), Source: c.Source} }

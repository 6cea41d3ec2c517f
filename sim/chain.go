package sim

import (
	"crypto/sha256"
	"encoding/hex"
)

// Chain is the running hash of a log: each link is the SHA-256 of the link before and the encoded event.
// Two runs are equal when their chains are.
type Chain [sha256.Size]byte

// Next adds one encoded event.
func (c Chain) Next(encoded []byte) Chain {
	buf := make([]byte, 0, 512)
	buf = append(buf, c[:]...)
	buf = append(buf, encoded...)
	return sha256.Sum256(buf)
}

func (c Chain) String() string { return hex.EncodeToString(c[:]) }

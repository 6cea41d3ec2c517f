package checkpoints

import (
	"bytes"

	"github.com/tenure-sim/tenure/sim"
)

// hashLength is a SHA-256 in hexadecimal.
const hashLength = 64

// textOfHash is how CBOR begins a text of hashLength bytes (RFC 8949, 3.1).
var textOfHash = []byte{0x78, hashLength}

// References hands every content that an encoded event may name to each: every CBOR text of 64 lower-case hexadecimal
// digits. An event names a content in no other way, so none is missed; a text or a byte string that happens to look
// like one is handed out too, which keeps a content that could go.
func References(event []byte, each func(sim.Hash)) {
	for {
		i := bytes.Index(event, textOfHash)
		if i < 0 || len(event)-i < len(textOfHash)+hashLength {
			return
		}
		event = event[i+len(textOfHash):]
		if digits := event[:hashLength]; isHex(digits) {
			each(sim.Hash(digits))
			event = event[hashLength:]
		}
	}
}

// names hands every content that an event names to each, as far as its kind is known; of one of an unknown kind all that
// it may name. A text that only looks like a name is missed by nobody.
func names(by *sim.Naming, event []byte, each func(sim.Hash)) {
	may := false
	References(event, func(sim.Hash) { may = true })
	if may && !by.Names(event, each) {
		References(event, each)
	}
}

func isHex(b []byte) bool {
	for _, c := range b {
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}

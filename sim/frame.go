package sim

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"github.com/tenure-sim/tenure/clock"
)

// frame is an event as it lies in the log, its body not yet read: an array of seven. It is written and read by hand,
// because a general decoder took a quarter of a replay for it. The slices point into the bytes read.
type frame struct {
	seq, actor, cause uint64
	at                clock.Time
	audience, kind    []byte
	body              []byte
}

// The major types of CBOR (RFC 8949, 3.1) that a frame is made of, and its null.
const (
	cborUint  = 0
	cborMinus = 1
	cborBytes = 2
	cborText  = 3
	cborArray = 4
	cborNull  = 0xf6

	frameItems = 7
)

var errCut = errors.New("cut short")

// append writes the frame in the shortest form, as deterministic encoding wants it (RFC 8949, 4.2.1).
func (f frame) append(out []byte, kind string) []byte {
	out = appendHead(out, cborArray, frameItems)
	out = appendHead(out, cborUint, f.seq)
	if f.at < 0 {
		out = appendHead(out, cborMinus, uint64(-1-f.at))
	} else {
		out = appendHead(out, cborUint, uint64(f.at))
	}
	out = appendHead(out, cborUint, f.actor)
	out = appendHead(out, cborUint, f.cause)
	if f.audience == nil {
		out = append(out, cborNull)
	} else {
		out = append(appendHead(out, cborBytes, uint64(len(f.audience))), f.audience...)
	}
	out = append(appendHead(out, cborText, uint64(len(kind))), kind...)
	return append(out, f.body...)
}

// appendHead writes a type and a number.
func appendHead(out []byte, kind byte, n uint64) []byte {
	kind <<= 5
	switch {
	case n < 24:
		return append(out, kind|byte(n))
	case n <= math.MaxUint8:
		return append(out, kind|24, byte(n))
	case n <= math.MaxUint16:
		return binary.BigEndian.AppendUint16(append(out, kind|25), uint16(n))
	case n <= math.MaxUint32:
		return binary.BigEndian.AppendUint32(append(out, kind|26), uint32(n))
	}
	return binary.BigEndian.AppendUint64(append(out, kind|27), n)
}

// readFrame reads a frame. What follows the kind is the body; its decoder looks whether it is one item and no more.
func readFrame(raw []byte) (frame, error) {
	r := cborReader{rest: raw}
	var f frame
	if n := r.head(cborArray); r.err == nil && n != frameItems {
		return f, fmt.Errorf("an array of %d, not %d", n, frameItems)
	}
	f.seq = r.head(cborUint)
	f.at = r.time()
	f.actor = r.head(cborUint)
	f.cause = r.head(cborUint)
	f.audience = r.bytes(cborBytes)
	f.kind = r.bytes(cborText)
	f.body = r.rest
	return f, r.err
}

// cborReader reads from the front of rest. After an error it reads zeros.
type cborReader struct {
	rest []byte
	err  error
}

// head reads the number in front of an item of the wanted type.
func (r *cborReader) head(want byte) uint64 {
	if r.err != nil {
		return 0
	}
	if len(r.rest) == 0 {
		r.err = errCut
		return 0
	}
	first := r.rest[0]
	if first>>5 != want {
		r.err = fmt.Errorf("an item of type %d where %d belongs", first>>5, want)
		return 0
	}
	n := uint64(first & 0x1f)
	r.rest = r.rest[1:]
	if n < 24 {
		return n
	}
	if n > 27 {
		r.err = errors.New("an item of no length")
		return 0
	}
	width := 1 << (n - 24)
	if len(r.rest) < width {
		r.err = errCut
		return 0
	}
	n = 0
	for _, b := range r.rest[:width] {
		n = n<<8 | uint64(b)
	}
	r.rest = r.rest[width:]
	return n
}

// time reads a signed number.
func (r *cborReader) time() clock.Time {
	kind := byte(cborUint)
	if len(r.rest) > 0 && r.rest[0]>>5 == cborMinus {
		kind = cborMinus
	}
	n := r.head(kind)
	if n > math.MaxInt64 {
		r.err = errors.New("a time beyond time")
		return 0
	}
	if kind == cborMinus {
		return clock.Time(-1 - int64(n))
	}
	return clock.Time(n)
}

// bytes reads a string of the wanted type; null is none.
func (r *cborReader) bytes(want byte) []byte {
	if len(r.rest) > 0 && r.rest[0] == cborNull && r.err == nil {
		r.rest = r.rest[1:]
		return nil
	}
	n := r.head(want)
	if r.err == nil && n > uint64(len(r.rest)) {
		r.err = errCut
	}
	if r.err != nil {
		return nil
	}
	out := r.rest[:n:n]
	r.rest = r.rest[n:]
	return out
}

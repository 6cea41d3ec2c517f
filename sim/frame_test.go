package sim

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"github.com/fxamacker/cbor/v2"

	"github.com/tenure-sim/tenure/clock"
)

// reference is the frame as the library writes it; old logs were written so.
type reference struct {
	_        struct{} `cbor:",toarray"`
	Seq      uint64
	At       int64
	Actor    uint64
	Cause    uint64
	Audience []byte
	Kind     string
	Body     cbor.RawMessage
}

func TestFramesAreTheBytesThatTheLibraryWrites(t *testing.T) {
	enc, err := cbor.CoreDetEncOptions().EncMode()
	if err != nil {
		t.Fatal(err)
	}
	body := []byte{0xa0}
	for _, n := range []uint64{0, 1, 23, 24, 255, 256, 65535, 65536, math.MaxUint32, math.MaxUint32 + 1, math.MaxInt64} {
		for _, at := range []int64{0, int64(n), -1, -1 - int64(n)} {
			for _, audience := range [][]byte{nil, {}, {1, 2}, bytes.Repeat([]byte{7}, 300)} {
				kind := strings.Repeat("k", int(n%40))
				want, err := enc.Marshal(reference{Seq: n, At: at, Actor: n, Cause: n, Audience: audience, Kind: kind, Body: body})
				if err != nil {
					t.Fatal(err)
				}
				f := frame{seq: n, at: clock.Time(at), actor: n, cause: n, audience: audience, body: body}
				if got := f.append(nil, kind); !bytes.Equal(got, want) {
					t.Fatalf("got %x, want %x", got, want)
				}
				back, err := readFrame(want)
				if err != nil || back.seq != n || back.at != clock.Time(at) || back.actor != n || back.cause != n ||
					!bytes.Equal(back.audience, audience) || string(back.kind) != kind || !bytes.Equal(back.body, body) {
					t.Fatalf("read %+v, %v from %x", back, err, want)
				}
			}
		}
	}
}

func TestFramesThatAreCutOrWrongAreErrors(t *testing.T) {
	whole := frame{seq: 300, at: 70_000, actor: 2, cause: 299, audience: []byte{1}}.append(nil, "toy.given")
	for n := range whole {
		if _, err := readFrame(whole[:n]); err == nil {
			t.Errorf("%d of %d bytes are read as a frame", n, len(whole))
		}
	}
	for _, raw := range [][]byte{{0x86}, {0x87, 0x60}, {0x9f, 1}, {0x87, 0x1c}, {0x87, 1, 0x1b, 255, 255, 255, 255, 255, 255, 255, 255, 1, 1, 0xf6, 0x60}} {
		if _, err := readFrame(raw); err == nil {
			t.Errorf("%x is read as a frame", raw)
		}
	}
}

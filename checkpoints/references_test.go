package checkpoints_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/fxamacker/cbor/v2"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/sim"
)

func references(event []byte) []sim.Hash {
	var out []sim.Hash
	checkpoints.References(event, func(h sim.Hash) { out = append(out, h) })
	return out
}

func TestReferencesFindsEveryHashAnEventHolds(t *testing.T) {
	a, b, c := sim.HashOf([]byte("a")), sim.HashOf([]byte("b")), sim.HashOf([]byte("c"))
	type page struct {
		Of   sim.Hash            `cbor:"1,keyasint"`
		More []sim.Hash          `cbor:"2,keyasint"`
		By   map[string]sim.Hash `cbor:"3,keyasint"`
	}
	raw, err := cbor.Marshal([]any{7, "x@", page{a, []sim.Hash{b, a}, map[string]sim.Hash{"k": c}}, strings.ToUpper(string(a)), string(b) + "0"})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := references(raw), []sim.Hash{a, b, a, c}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// A text that begins like a hash must not hide the one behind it.
func TestReferencesAreNotHiddenByWhatComesBefore(t *testing.T) {
	h := sim.HashOf([]byte("a"))
	whole := append([]byte{0x78, 64}, h...)
	for n := range 70 {
		for _, before := range [][]byte{{0x78}, {0x78, 64}, {0x78, 64, 0x78}, append([]byte{0x78, 64}, bytes.Repeat([]byte("a"), n)...)} {
			got := references(slices.Concat(before, whole))
			if n >= 64 && len(before) > 60 {
				got = got[1:] // sixty-four letters are a hash too
			}
			if !slices.Equal(got, []sim.Hash{h}) {
				t.Errorf("after %q: got %v", before, got)
			}
		}
	}
	for n := range whole {
		if got := references(whole[:n]); len(got) != 0 {
			t.Errorf("cut at %d: got %v", n, got)
		}
	}
}

func FuzzReferences(f *testing.F) {
	f.Add([]byte("x@"), []byte{0x78, 64, 0x78, 64})
	f.Add(append([]byte{0x78, 64}, sim.HashOf(nil)...), []byte{})
	h := sim.HashOf([]byte("a"))
	f.Fuzz(func(t *testing.T, before, after []byte) {
		event := slices.Concat(before, []byte{0x78, 64}, []byte(h), after)
		if got := references(event); !slices.Contains(got, h) {
			t.Errorf("between %q and %q the hash is not found: %v", before, after, got)
		}
	})
}

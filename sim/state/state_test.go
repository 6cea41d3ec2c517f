package state_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/tenure-sim/tenure/sim/state"
)

type name string

type key struct {
	who  name
	what int8
}

type link struct {
	value  int
	before *link
}

type attic struct {
	boxes  map[key][]string
	counts map[name]uint64
	last   *link
	other  *link // may be the same
	ring   [5]uint16
	flags  []bool
	empty  []int
	none   []int
	raw    []byte
	deep   map[string]map[int64]link
	set    map[string]struct{}
	cache  func() `state:"-"`
	size   int    `state:"-"`
}

func filled() *attic {
	l := &link{value: -7, before: &link{value: 1 << 40}}
	return &attic{
		boxes:  map[key][]string{{"b", 1}: {"x", "", "x"}, {"a", -1}: nil, {"a", 2}: {}},
		counts: map[name]uint64{"z": 1<<64 - 1, "y": 0},
		last:   l, other: l, ring: [5]uint16{1, 2, 3, 65535}, flags: []bool{true, false}, empty: []int{}, raw: []byte{0, 200},
		deep: map[string]map[int64]link{"": {-5: {value: 2, before: l}}, "n": nil}, set: map[string]struct{}{"one": {}},
		cache: func() {}, size: 4,
	}
}

func coder(t testing.TB, of any) *state.Coder {
	t.Helper()
	c, err := state.New([]reflect.Type{reflect.TypeOf(of)})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestWhatIsLoadedIsWhatWasSaved(t *testing.T) {
	a := filled()
	c := coder(t, a)
	data := c.Save(a)
	b := &attic{size: 9}
	if err := c.Load(data, b); err != nil {
		t.Fatal(err)
	}
	if b.size != 9 || b.cache != nil {
		t.Errorf("fields that are no state were touched: size %d", b.size)
	}
	if b.last != b.other || b.deep[""][-5].before != b.last {
		t.Error("one object has become several")
	}
	if b.empty == nil || b.none != nil || b.boxes[key{"a", 2}] == nil || b.boxes[key{"a", -1}] != nil {
		t.Error("nothing and empty are not told apart")
	}
	a.cache, a.size, b.size = nil, 0, 0
	if !reflect.DeepEqual(a, b) {
		t.Errorf("got %+v\nwant %+v", b, a)
	}
	b.boxes[key{"b", 1}][0] = "changed"
	b.last.value++
	if again := c.Save(a); !bytes.Equal(again, data) {
		t.Error("a change of what was loaded has reached what was saved")
	}
}

func TestEqualMemoryMakesEqualBytes(t *testing.T) {
	c := coder(t, &attic{})
	want := c.Save(filled())
	for range 50 {
		if !bytes.Equal(c.Save(filled()), want) {
			t.Fatal("two savings of equal values differ")
		}
	}
}

func TestWhatCannotBeWrittenIsNamed(t *testing.T) {
	type hidden struct{ when func() time.Time }
	type room struct{ inner map[string]*hidden }
	for _, x := range []struct {
		of   any
		want string
	}{{&room{}, "when is a func() time.Time"}, {&struct{ c chan int }{}, "chan int"}, {&struct{ a any }{}, "interface"},
		{&struct{ f float64 }{}, "float64"}, {&struct{ m map[*int]int }{}, "no order"}, {3, "no pointer"}} {
		if _, err := state.New([]reflect.Type{reflect.TypeOf(x.of)}); err == nil || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%T: got %v, want a complaint with %q", x.of, err, x.want)
		}
	}
}

func TestAnotherLayoutHasAnotherName(t *testing.T) {
	type one struct{ a, b int }
	type two struct{ b, a int }
	if coder(t, &one{}).Layout() == coder(t, &two{}).Layout() {
		t.Error("two layouts have one description")
	}
}

func TestEveryCutAndEveryFlippedBitIsFound(t *testing.T) {
	c := coder(t, &attic{})
	data := c.Save(filled())
	for n := range data {
		if err := c.Load(data[:n], &attic{}); !errors.Is(err, state.ErrDamaged) {
			t.Fatalf("cut after %d bytes: got %v", n, err)
		}
		for bit := range 8 {
			bad := bytes.Clone(data)
			bad[n] ^= 1 << bit
			if err := c.Load(bad, &attic{}); !errors.Is(err, state.ErrDamaged) {
				t.Fatalf("bit %d of byte %d flipped: got %v", bit, n, err)
			}
		}
	}
}

// The checksum keeps accidents out; behind it any bytes must lead to an error and not to a fault.
func FuzzLoad(f *testing.F) {
	c := coder(f, &attic{})
	data := c.Save(filled())
	f.Add(data[:len(data)-4])
	f.Fuzz(func(t *testing.T, body []byte) {
		sealed := binary.LittleEndian.AppendUint32(bytes.Clone(body), crc32.Checksum(body, crc32.MakeTable(crc32.Castagnoli)))
		var a attic
		if err := c.Load(sealed, &a); err != nil {
			if !errors.Is(err, state.ErrDamaged) {
				t.Fatalf("got %v", err)
			}
			return
		}
		if err := c.Load(c.Save(&a), &attic{}); err != nil {
			t.Fatalf("what was loaded cannot be saved and loaded: %v", err)
		}
	})
}

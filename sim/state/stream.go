package state

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"reflect"
)

// ErrDamaged is wrapped by every complaint about bytes that are no state of the coder's layout.
var ErrDamaged = errors.New("the state is damaged")

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// writer collects the values and, apart from them, every different string once.
type writer struct {
	values  []byte
	texts   []byte
	lengths []byte
	strings map[string]uint64
	objects map[object]uint64
}

func (w *writer) uint(n uint64) { w.values = binary.AppendUvarint(w.values, n) }

// string writes the number of a text; 0 is the empty one.
func (w *writer) string(s string) {
	if s == "" {
		w.uint(0)
		return
	}
	n, ok := w.strings[s]
	if !ok {
		n = uint64(len(w.strings)) + 1
		w.strings[s] = n
		w.lengths = binary.AppendUvarint(w.lengths, uint64(len(s)))
		w.texts = append(w.texts, s...)
	}
	w.uint(n)
}

// Save writes the values that the pointers lead to: one of each of the coder's types, in their order.
//
// The bytes are: four counts (strings, bytes of their lengths, bytes of their texts, bytes of the values), the
// lengths, the texts, the values, and a CRC-32C of all that.
func (c *Coder) Save(roots ...any) []byte {
	w := &writer{strings: map[string]uint64{}, objects: map[object]uint64{}}
	for i, p := range c.roots {
		v := reflect.ValueOf(roots[i])
		if v.Type().Elem() != p.typ {
			panic(fmt.Sprintf("state: value %d is a %s and not a *%s", i, v.Type(), p.typ))
		}
		w.objects[object{v.UnsafePointer(), p}] = uint64(len(w.objects))
		p.encode(w, v.UnsafePointer())
	}
	out := make([]byte, 0, len(w.lengths)+len(w.texts)+len(w.values)+44)
	for _, n := range []int{len(w.strings), len(w.lengths), len(w.texts), len(w.values)} {
		out = binary.AppendUvarint(out, uint64(n))
	}
	out = append(append(append(out, w.lengths...), w.texts...), w.values...)
	return binary.LittleEndian.AppendUint32(out, crc32.Checksum(out, castagnoli))
}

// reader fails by panicking with a damage, which Load turns into an error.
type reader struct {
	values  []byte
	strings []string
	objects []object
	depth   int
}

// depthMost bounds how many pointers lead on from one another: a list of that many versions is none of ours.
const depthMost = 1 << 20

type damage struct{ why string }

func (r *reader) fail(why string) { panic(damage{why}) }

func (r *reader) uint() uint64 {
	if len(r.values) > 0 && r.values[0] < 0x80 {
		n := uint64(r.values[0])
		r.values = r.values[1:]
		return n
	}
	n, w := binary.Uvarint(r.values)
	if w <= 0 {
		r.fail("the values are cut short")
	}
	r.values = r.values[w:]
	return n
}

func (r *reader) string() string {
	n := r.uint()
	if n == 0 {
		return ""
	}
	if n > uint64(len(r.strings)) {
		r.fail("a string that is not there")
	}
	return r.strings[n-1]
}

// emptyMost bounds the number of values that take no bytes.
const emptyMost = 1 << 20

// count reads how many values follow, which cannot be more than there are bytes for. Some is false for nil.
func (r *reader) count(least int) (n int, some bool) {
	u := r.uint()
	if u == 0 {
		return 0, false
	}
	u--
	most := uint64(emptyMost)
	if least > 0 {
		most = uint64(len(r.values) / least)
	}
	if u > most {
		r.fail("a count that is larger than what follows")
	}
	return int(u), true
}

// Load reads what Save wrote into the values that the pointers lead to. Fields that are not part of the state
// stay as they are there. On an error the values are of no use.
func (c *Coder) Load(data []byte, roots ...any) (err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case damage:
			err = fmt.Errorf("%w: %s", ErrDamaged, r.why)
		default:
			panic(r)
		}
	}()
	r := open(data)
	for i, p := range c.roots {
		v := reflect.ValueOf(roots[i])
		if v.Type().Elem() != p.typ {
			panic(fmt.Sprintf("state: value %d is a %s and not a *%s", i, v.Type(), p.typ))
		}
		r.objects = append(r.objects, object{v.UnsafePointer(), p})
		p.decode(r, v.UnsafePointer())
	}
	if len(r.values) > 0 {
		r.fail("more values than the types have")
	}
	return nil
}

// open checks the frame and cuts the texts.
func open(data []byte) *reader {
	r := &reader{values: data}
	if len(data) < 4 || binary.LittleEndian.Uint32(data[len(data)-4:]) != crc32.Checksum(data[:len(data)-4], castagnoli) {
		r.fail("its checksum is wrong")
	}
	r.values = data[:len(data)-4]
	count, lengths, texts, values := r.uint(), r.uint(), r.uint(), r.uint()
	left := uint64(len(r.values))
	if lengths > left || texts > left-lengths || values != left-lengths-texts || count > lengths {
		r.fail("its parts do not add up")
	}
	all := string(r.values[lengths : lengths+texts])
	r.strings = make([]string, count)
	tail := r.values[lengths+texts:]
	r.values = r.values[:lengths]
	for i := range r.strings {
		n := r.uint()
		if n > uint64(len(all)) {
			r.fail("its texts are cut short")
		}
		r.strings[i], all = all[:n], all[n:]
	}
	if len(all) > 0 || len(r.values) > 0 {
		r.fail("its texts do not add up")
	}
	r.values = tail
	return r
}

package state

import (
	"reflect"
	"unsafe"
)

func encodeBool(w *writer, at unsafe.Pointer) {
	if *(*bool)(at) {
		w.uint(1)
		return
	}
	w.uint(0)
}

func decodeBool(r *reader, at unsafe.Pointer) {
	switch r.uint() {
	case 0:
		*(*bool)(at) = false
	case 1:
		*(*bool)(at) = true
	default:
		r.fail("a truth value that is neither 0 nor 1")
	}
}

func encodeString(w *writer, at unsafe.Pointer) { w.string(*(*string)(at)) }
func decodeString(r *reader, at unsafe.Pointer) { *(*string)(at) = r.string() }

type integer interface {
	~int8 | ~int16 | ~int32 | ~int64 | ~uint8 | ~uint16 | ~uint32 | ~uint64
}

func signed(size uintptr) (func(*writer, unsafe.Pointer), func(*reader, unsafe.Pointer)) {
	switch size {
	case 1:
		return signedOf[int8]()
	case 2:
		return signedOf[int16]()
	case 4:
		return signedOf[int32]()
	}
	return signedOf[int64]()
}

func signedOf[T integer]() (func(*writer, unsafe.Pointer), func(*reader, unsafe.Pointer)) {
	return func(w *writer, at unsafe.Pointer) {
			n := int64(*(*T)(at))
			w.uint(uint64(n<<1) ^ uint64(n>>63))
		}, func(r *reader, at unsafe.Pointer) {
			u := r.uint()
			n := int64(u>>1) ^ -int64(u&1)
			if int64(T(n)) != n {
				r.fail("a number that is too large for its field")
			}
			*(*T)(at) = T(n)
		}
}

func unsigned(size uintptr) (func(*writer, unsafe.Pointer), func(*reader, unsafe.Pointer)) {
	switch size {
	case 1:
		return unsignedOf[uint8]()
	case 2:
		return unsignedOf[uint16]()
	case 4:
		return unsignedOf[uint32]()
	}
	return unsignedOf[uint64]()
}

func unsignedOf[T integer]() (func(*writer, unsafe.Pointer), func(*reader, unsafe.Pointer)) {
	return func(w *writer, at unsafe.Pointer) { w.uint(uint64(*(*T)(at))) },
		func(r *reader, at unsafe.Pointer) {
			u := r.uint()
			if uint64(T(u)) != u {
				r.fail("a number that is too large for its field")
			}
			*(*T)(at) = T(u)
		}
}

// custom writes a value as a text.
func (p *plan) custom(x Custom) {
	p.encode = func(w *writer, at unsafe.Pointer) { w.string(x.Text(reflect.NewAt(p.typ, at).Elem())) }
	p.decode = func(r *reader, at unsafe.Pointer) {
		if err := x.Set(reflect.NewAt(p.typ, at).Elem(), r.string()); err != nil {
			r.fail(err.Error())
		}
	}
}

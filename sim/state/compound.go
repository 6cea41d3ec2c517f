package state

import (
	"cmp"
	"reflect"
	sorting "slices"
	"strings"
	"unsafe"
)

// How a pointer is written: nil, an object that follows, or one that was written before, by its number.
const (
	nilPointer = 0
	newObject  = 1
	oldObject  = 2
)

type object struct {
	at  unsafe.Pointer
	typ *plan
}

func pointers(elem *plan) (func(*writer, unsafe.Pointer), func(*reader, unsafe.Pointer)) {
	return func(w *writer, at unsafe.Pointer) {
			to := *(*unsafe.Pointer)(at)
			if to == nil {
				w.uint(nilPointer)
				return
			}
			if n, ok := w.objects[object{to, elem}]; ok {
				w.uint(oldObject + n)
				return
			}
			w.objects[object{to, elem}] = uint64(len(w.objects))
			w.uint(newObject)
			elem.encode(w, to)
		}, func(r *reader, at unsafe.Pointer) {
			switch n := r.uint(); n {
			case nilPointer:
				*(*unsafe.Pointer)(at) = nil
			case newObject:
				to := reflect.New(elem.typ).UnsafePointer()
				r.objects = append(r.objects, object{to, elem})
				*(*unsafe.Pointer)(at) = to
				if r.depth++; r.depth > depthMost {
					r.fail("objects that lead on without end")
				}
				elem.decode(r, to)
				r.depth--
			default:
				if n -= oldObject; n >= uint64(len(r.objects)) || r.objects[n].typ != elem {
					r.fail("a pointer to an object that is not there")
				}
				*(*unsafe.Pointer)(at) = r.objects[n].at
			}
		}
}

func arrays(elem *plan, n int) (func(*writer, unsafe.Pointer), func(*reader, unsafe.Pointer)) {
	size := elem.typ.Size()
	return func(w *writer, at unsafe.Pointer) {
			for i := range n {
				elem.encode(w, unsafe.Add(at, uintptr(i)*size))
			}
		}, func(r *reader, at unsafe.Pointer) {
			for i := range n {
				elem.decode(r, unsafe.Add(at, uintptr(i)*size))
			}
		}
}

// header is how Go lays a slice out.
type header struct {
	data     unsafe.Pointer
	len, cap int
}

func slices(t reflect.Type, elem *plan) (func(*writer, unsafe.Pointer), func(*reader, unsafe.Pointer)) {
	size := elem.typ.Size()
	return func(w *writer, at unsafe.Pointer) {
			h := (*header)(at)
			if h.data == nil {
				w.uint(0)
				return
			}
			w.uint(uint64(h.len) + 1)
			for i := range h.len {
				elem.encode(w, unsafe.Add(h.data, uintptr(i)*size))
			}
		}, func(r *reader, at unsafe.Pointer) {
			n, some := r.count(elem.least)
			if !some {
				*(*header)(at) = header{}
				return
			}
			data := reflect.MakeSlice(t, n, n).UnsafePointer()
			*(*header)(at) = header{data, n, n}
			for i := range n {
				elem.decode(r, unsafe.Add(data, uintptr(i)*size))
			}
		}
}

func maps(t reflect.Type, key, elem *plan) (func(*writer, unsafe.Pointer), func(*reader, unsafe.Pointer)) {
	return func(w *writer, at unsafe.Pointer) {
			m := reflect.NewAt(t, at).Elem()
			if m.IsNil() {
				w.uint(0)
				return
			}
			w.uint(uint64(m.Len()) + 1)
			keys := m.MapKeys()
			sorting.SortFunc(keys, order)
			k, v := reflect.New(key.typ), reflect.New(elem.typ)
			for _, one := range keys {
				k.Elem().Set(one)
				v.Elem().Set(m.MapIndex(one))
				key.encode(w, k.UnsafePointer())
				elem.encode(w, v.UnsafePointer())
			}
		}, func(r *reader, at unsafe.Pointer) {
			n, some := r.count(key.least + elem.least)
			if !some {
				*(*unsafe.Pointer)(at) = nil
				return
			}
			m := reflect.MakeMapWithSize(t, n)
			k, v := reflect.New(key.typ), reflect.New(elem.typ)
			for range n {
				k.Elem().SetZero()
				v.Elem().SetZero()
				key.decode(r, k.UnsafePointer())
				elem.decode(r, v.UnsafePointer())
				m.SetMapIndex(k.Elem(), v.Elem())
			}
			if m.Len() != n {
				r.fail("a map that has a key twice")
			}
			reflect.NewAt(t, at).Elem().Set(m)
		}
}

// order is a total order of the keys of a map.
func order(a, b reflect.Value) int {
	switch a.Kind() {
	case reflect.String:
		return strings.Compare(a.String(), b.String())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return cmp.Compare(a.Int(), b.Int())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return cmp.Compare(a.Uint(), b.Uint())
	case reflect.Bool:
		if a.Bool() == b.Bool() {
			return 0
		}
		if b.Bool() {
			return -1
		}
		return 1
	case reflect.Array:
		for i := range a.Len() {
			if c := order(a.Index(i), b.Index(i)); c != 0 {
				return c
			}
		}
		return 0
	}
	for i := range a.NumField() {
		if c := order(a.Field(i), b.Field(i)); c != 0 {
			return c
		}
	}
	return 0
}

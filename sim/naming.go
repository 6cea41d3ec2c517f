package sim

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/fxamacker/cbor/v2"
)

// Naming knows by which fields events name contents: those of the type Hash. A text of anybody's, be it a message or an
// agent's own name of a step, may look like a hash and names nothing.
//
// The zero value knows no kind.
type Naming struct {
	fields map[string]map[uint64]bool // of each kind those that are known, and whether they name a content
}

// NewNaming learns the kernel's bodies and those of the parts.
func NewNaming(parts ...Part) *Naming {
	n := &Naming{fields: map[string]map[uint64]bool{}}
	bodies := coreBodies()
	for _, p := range parts {
		bodies = append(bodies, p.Kinds()...)
	}
	for _, b := range bodies {
		n.fields[b.Kind()] = namingFields(reflect.TypeOf(b))
	}
	return n
}

// namingFields are the numbers of a body's fields, and which of them name contents.
func namingFields(t reflect.Type) map[uint64]bool {
	out := map[uint64]bool{}
	for i := range t.NumField() {
		f := t.Field(i)
		number, _, _ := strings.Cut(f.Tag.Get("cbor"), ",")
		key, err := strconv.ParseUint(number, 10, 64)
		switch names := f.Type == reflect.TypeFor[Hash](); {
		case err == nil && (names || !holdsHash(f.Type, map[reflect.Type]bool{})):
			out[key] = names
		case f.IsExported() || f.Anonymous:
			panic(fmt.Sprintf("sim: the field %s of %s has no number, or names contents inside of it; a body names them in fields of its own", f.Name, t))
		}
	}
	return out
}

func holdsHash(t reflect.Type, seen map[reflect.Type]bool) bool {
	if t == reflect.TypeFor[Hash]() {
		return true
	}
	if seen[t] {
		return false
	}
	seen[t] = true
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array:
		return holdsHash(t.Elem(), seen)
	case reflect.Map:
		return holdsHash(t.Key(), seen) || holdsHash(t.Elem(), seen)
	case reflect.Struct:
		for i := range t.NumField() {
			if f := t.Field(i); f.IsExported() && holdsHash(f.Type, seen) {
				return true
			}
		}
	}
	return false
}

// Names hands out what an encoded event names. It says no when nobody knows that: the bytes are no event, or one of an
// unknown kind or, written by a newer version, with an unknown field.
func (n *Naming) Names(event []byte, each func(Hash)) bool {
	f, err := readFrame(event)
	if err != nil {
		return false
	}
	fields, known := n.fields[string(f.kind)]
	var body map[uint64]cbor.RawMessage
	if !known || cbor.Unmarshal(f.body, &body) != nil {
		return false
	}
	for key := range body {
		if _, known := fields[key]; !known {
			return false
		}
	}
	for key, raw := range body {
		var h Hash
		if fields[key] && cbor.Unmarshal(raw, &h) == nil && h != "" {
			each(h)
		}
	}
	return true
}

package state

import (
	"fmt"
	"reflect"
	"strings"
	"unsafe"
)

// plan is how one type is written and read. Sub-plans are found at once, so that types may contain themselves.
type plan struct {
	typ    reflect.Type
	encode func(*writer, unsafe.Pointer)
	decode func(*reader, unsafe.Pointer)
	least  int // bytes that a value takes at the least: counts are checked against what is left
	names  string
}

// Custom is how a type is written that has no plan of its own, such as one from another package.
type Custom struct {
	Type reflect.Type
	Text func(v reflect.Value) string          // of the value itself
	Set  func(v reflect.Value, s string) error // v can be set
}

// Coder writes and reads values of the types it was made for. It may be used by several goroutines.
type Coder struct {
	roots  []*plan
	layout string
}

type compiler struct {
	plans  map[reflect.Type]*plan
	custom map[reflect.Type]Custom
	order  []*plan
	path   []string
}

// New makes a coder for pointers of the given types, or says which field of which type cannot be written.
func New(roots []reflect.Type, customs ...Custom) (*Coder, error) {
	c := &compiler{plans: map[reflect.Type]*plan{}, custom: map[reflect.Type]Custom{}}
	for _, x := range customs {
		c.custom[x.Type] = x
	}
	out := &Coder{}
	for _, t := range roots {
		if t.Kind() != reflect.Pointer {
			return nil, fmt.Errorf("state: %s is no pointer", t)
		}
		c.path = []string{t.Elem().String()}
		p, err := c.plan(t.Elem())
		if err != nil {
			return nil, err
		}
		out.roots = append(out.roots, p)
	}
	out.layout = c.describe()
	return out, nil
}

func (c *compiler) plan(t reflect.Type) (*plan, error) {
	if p := c.plans[t]; p != nil {
		return p, nil
	}
	p := &plan{typ: t, least: 1}
	c.plans[t] = p
	c.order = append(c.order, p)
	if x, ok := c.custom[t]; ok {
		p.custom(x)
		return p, nil
	}
	switch t.Kind() {
	case reflect.Bool:
		p.encode, p.decode = encodeBool, decodeBool
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		p.encode, p.decode = signed(t.Size())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		p.encode, p.decode = unsigned(t.Size())
	case reflect.String:
		p.encode, p.decode = encodeString, decodeString
	case reflect.Struct:
		return p, c.structPlan(p)
	case reflect.Pointer, reflect.Slice, reflect.Array:
		return p, c.elemPlan(p)
	case reflect.Map:
		return p, c.mapPlan(p)
	default:
		return nil, fmt.Errorf("state: %s is a %s, which cannot be written: tag the field `state:\"-\"` and restore it after loading", strings.Join(c.path, "."), t)
	}
	return p, nil
}

func (c *compiler) sub(name string, t reflect.Type) (*plan, error) {
	c.path = append(c.path, name)
	defer func() { c.path = c.path[:len(c.path)-1] }()
	return c.plan(t)
}

type field struct {
	plan   *plan
	offset uintptr
}

func (c *compiler) structPlan(p *plan) error {
	var fields []field
	var names strings.Builder
	p.least = 0
	for i := range p.typ.NumField() {
		f := p.typ.Field(i)
		if f.Tag.Get("state") == "-" || f.Name == "_" {
			continue
		}
		sub, err := c.sub(f.Name, f.Type)
		if err != nil {
			return err
		}
		fields = append(fields, field{sub, f.Offset})
		fmt.Fprintf(&names, " %s %s;", f.Name, f.Type)
		p.least += sub.least
	}
	p.names = names.String()
	p.encode = func(w *writer, at unsafe.Pointer) {
		for i := range fields {
			fields[i].plan.encode(w, unsafe.Add(at, fields[i].offset))
		}
	}
	p.decode = func(r *reader, at unsafe.Pointer) {
		for i := range fields {
			fields[i].plan.decode(r, unsafe.Add(at, fields[i].offset))
		}
	}
	return nil
}

func (c *compiler) elemPlan(p *plan) error {
	elem, err := c.sub("[]", p.typ.Elem())
	if err != nil {
		return err
	}
	switch p.typ.Kind() {
	case reflect.Pointer:
		p.encode, p.decode = pointers(elem)
	case reflect.Array:
		p.least = elem.least * p.typ.Len()
		p.encode, p.decode = arrays(elem, p.typ.Len())
	default:
		p.encode, p.decode = slices(p.typ, elem)
	}
	return nil
}

func (c *compiler) mapPlan(p *plan) error {
	if err := c.ordered(p.typ.Key()); err != nil {
		return err
	}
	key, err := c.sub("key", p.typ.Key())
	if err != nil {
		return err
	}
	elem, err := c.sub("[]", p.typ.Elem())
	if err != nil {
		return err
	}
	p.encode, p.decode = maps(p.typ, key, elem)
	return nil
}

// ordered refuses keys that have no order of their own.
func (c *compiler) ordered(t reflect.Type) error {
	switch t.Kind() {
	case reflect.Bool, reflect.String, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return nil
	case reflect.Array:
		return c.ordered(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if err := c.ordered(t.Field(i).Type); err != nil {
				return err
			}
		}
		return nil
	}
	return fmt.Errorf("state: %s is a map with keys of type %s, which have no order", strings.Join(c.path, "."), t)
}

// describe lists all types in the order in which they were met.
func (c *compiler) describe() string {
	var b strings.Builder
	for _, p := range c.order {
		fmt.Fprintf(&b, "%s %s {%s}\n", p.typ, p.typ.Kind(), p.names)
	}
	return b.String()
}

// Layout describes every type that the coder walks, down to the order of the fields.
func (c *Coder) Layout() string { return c.layout }

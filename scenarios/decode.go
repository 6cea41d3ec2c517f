package scenarios

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tenure-sim/tenure/clock"
)

// source is a YAML file read into a struct, and where each of its values stands.
type source struct {
	*report
	file string
	zone *time.Location // in which its local times are
	at   map[string]*node
}

// read parses a YAML file and returns its tree, or nil with a problem reported.
func (r *report) read(file string, raw []byte, zone *time.Location) (*source, *node) {
	s := &source{report: r, file: file, zone: zone, at: map[string]*node{}}
	if r.yaml.bytes += len(raw); r.yaml.bytes > yamlAllMost {
		r.over(file, pos{1, 1}, "the YAML files have more than %d bytes in all; a scenario has at most so many: move long texts to files of the world", yamlAllMost)
		return s, nil
	}
	n, values, err := parseCounting(raw)
	if err != nil {
		r.problem(file, err.pos, "%s", err.what)
	}
	if r.yaml.values += values; r.yaml.values > valuesAllMost {
		r.over(file, pos{1, 1}, "the YAML files have more than %d values in all; a scenario has at most so many: leave some out", valuesAllMost)
		return s, nil
	}
	return s, n
}

// bad reports a problem with the value at a path such as "work.packages[2].owner". Where the path was not given, it
// points at the nearest thing that holds it.
func (s *source) bad(path, format string, args ...any) {
	s.problem(s.file, s.pos(path), format, args...)
}

func (s *source) pos(path string) pos {
	for {
		if n, ok := s.at[path]; ok {
			return n.pos
		}
		if path == "" {
			return pos{1, 1}
		}
		path = path[:max(0, strings.LastIndexAny(path, ".["))]
	}
}

// has says whether something is written at the path.
func (s *source) has(path string) bool { return s.at[path] != nil }

// custom is a type that reads its own value.
type custom interface {
	decode(s *source, n *node, path string)
}

// decode reads a tree into what v points at. The names of fields are their yaml tags; a tag need:"1" makes one
// required. Everything that does not fit is reported, and the rest is read all the same.
func (s *source) decode(n *node, v any) {
	s.value(n, reflect.ValueOf(v).Elem(), "")
}

func (s *source) value(n *node, v reflect.Value, path string) {
	s.at[path] = n
	if c, ok := v.Addr().Interface().(custom); ok {
		c.decode(s, n, path)
		return
	}
	switch v.Interface().(type) {
	case clock.Time:
		s.moment(n, v, path)
		return
	case clock.Duration:
		s.duration(n, v, path)
		return
	case clock.Day:
		s.day(n, v, path)
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		s.structure(n, v, path)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		s.value(n, v.Elem(), path)
	case reflect.Slice:
		s.slice(n, v, path)
	case reflect.Map:
		s.table(n, v, path)
	default:
		s.scalar(n, v, path)
	}
}

func (s *source) wrong(n *node, path, want string) {
	got := n.kind.String()
	if n.kind == text || n.kind == number || n.kind == fraction || n.kind == truth {
		got = fmt.Sprintf("%q", short(n.text))
	}
	name := path[strings.LastIndexAny(path, ".")+1:]
	if name != "" {
		name += ": "
	}
	s.problem(s.file, n.pos, "%sexpected %s, got %s", name, want, got)
}

func short(text string) string { return clip(text, 60) }

// clip is a text in at most so many letters.
func clip(text string, most int) string {
	if len(text) <= most {
		return text
	}
	n := 0
	end := 0
	for i := range text {
		if n == most-3 {
			end = i
		}
		if n++; n > most {
			return text[:end] + "..."
		}
	}
	return text
}

func (s *source) scalar(n *node, v reflect.Value, path string) {
	switch v.Kind() {
	case reflect.String:
		// A figure without quotes is taken for its words: 44, 99.5 and 20260301 are values people write.
		if n.kind != text && n.kind != number && n.kind != fraction {
			s.wrong(n, path, "text")
			return
		}
		v.SetString(n.text)
	case reflect.Bool:
		if n.kind != truth {
			s.wrong(n, path, "true or false")
			return
		}
		v.SetBool(strings.EqualFold(n.text, "true"))
	case reflect.Int, reflect.Int64:
		i, err := strconv.ParseInt(n.text, 10, 32)
		if n.kind != number || err != nil {
			s.wrong(n, path, "a whole number")
			return
		}
		v.SetInt(i)
	default:
		panic("scenarios: cannot read a " + v.Type().String())
	}
}

func (s *source) structure(n *node, v reflect.Value, path string) {
	if n.kind != mapping {
		s.wrong(n, path, "a mapping")
		return
	}
	names, fields := tags(v.Type())
	for _, k := range n.keys {
		if s.full() {
			return
		}
		i, ok := fields[k.name]
		if !ok {
			hint := ""
			if k.value.kind == nothing {
				hint = "; text with a comma in it needs quotes here"
			}
			s.problem(s.file, k.pos, "unknown key %q%s%s", short(k.name), choices(k.name, names), hint)
			continue
		}
		if k.value.kind == nothing {
			s.problem(s.file, k.pos, "%s has no value; leave the key out or give one", short(k.name))
			continue
		}
		s.value(k.value, v.Field(i), join(path, k.name))
	}
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if f.Tag.Get("need") != "" && n.field(tagName(f)) == nil {
			s.problem(s.file, n.pos, "the key %q is missing", tagName(f))
		}
	}
}

func tags(t reflect.Type) ([]string, map[string]int) {
	fields := map[string]int{}
	var names []string
	for i := range t.NumField() {
		if name := tagName(t.Field(i)); name != "" {
			fields[name] = i
			names = append(names, name)
		}
	}
	return names, fields
}

func tagName(f reflect.StructField) string {
	name, _, _ := strings.Cut(f.Tag.Get("yaml"), ",")
	if name == "-" {
		return ""
	}
	return name
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

func index(path string, i int) string { return path + "[" + strconv.Itoa(i) + "]" }

func (s *source) slice(n *node, v reflect.Value, path string) {
	if n.kind != list {
		s.wrong(n, path, "a list")
		return
	}
	v.Set(reflect.MakeSlice(v.Type(), len(n.items), len(n.items)))
	for i, item := range n.items {
		if s.full() {
			return
		}
		s.value(item, v.Index(i), index(path, i))
	}
}

func (s *source) table(n *node, v reflect.Value, path string) {
	if n.kind != mapping {
		s.wrong(n, path, "a mapping")
		return
	}
	v.Set(reflect.MakeMapWithSize(v.Type(), len(n.keys)))
	for _, k := range n.keys {
		if s.full() {
			return
		}
		elem := reflect.New(v.Type().Elem()).Elem()
		p := join(path, k.name)
		if elem.Kind() == reflect.Interface {
			s.at[p] = k.value
			elem.Set(reflect.ValueOf(s.plain(k.value)))
		} else {
			s.value(k.value, elem, p)
		}
		v.SetMapIndex(reflect.ValueOf(k.name).Convert(v.Type().Key()), elem)
	}
}

// plain is a value as the arguments of a call hold it: string, int64, bool or []string.
func (s *source) plain(n *node) any {
	switch n.kind {
	case number:
		if i, err := strconv.ParseInt(n.text, 10, 64); err == nil {
			return i
		}
	case truth:
		return strings.EqualFold(n.text, "true")
	case list:
		out := make([]string, 0, len(n.items))
		for _, item := range n.items {
			if item.kind == list || item.kind == mapping || item.kind == nothing {
				s.problem(s.file, item.pos, "expected text, got %s; arguments are flat", item.kind)
				continue
			}
			out = append(out, item.text)
		}
		return out
	case mapping, nothing:
		s.problem(s.file, n.pos, "expected a plain value or a list, got %s; arguments are flat", n.kind)
	}
	return n.text
}

// momentForms are the ways in which a local time is written.
var momentForms = []string{"2006-01-02T15:04", "2006-01-02T15:04:05", "2006-01-02 15:04", "2006-01-02"}

// moment reads a local time, or one with an offset.
func moment(words string, zone *time.Location) (clock.Time, bool) {
	for _, form := range []string{time.RFC3339, "2006-01-02T15:04Z07:00"} {
		if t, err := time.Parse(form, words); err == nil {
			return inRange(t)
		}
	}
	for _, form := range momentForms {
		if t, err := time.Parse(form, words); err == nil {
			if _, ok := inRange(t); !ok {
				return 0, false
			}
			at := clock.At(t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), zone)
			return at.Add(clock.Duration(t.Second()) * time.Second), true
		}
	}
	return 0, false
}

// inRange refuses years that no project has and that would overflow a clock.Time.
func inRange(t time.Time) (clock.Time, bool) {
	if t.Year() < 1970 || t.Year() > 2200 {
		return 0, false
	}
	return clock.Of(t), true
}

const momentWant = "a time such as 2026-03-02T09:00, local unless it carries an offset"

func (s *source) moment(n *node, v reflect.Value, path string) {
	t, ok := moment(n.text, s.zone)
	if n.kind != text || !ok {
		s.wrong(n, path, momentWant)
		return
	}
	v.SetInt(int64(t))
}

func (s *source) duration(n *node, v reflect.Value, path string) {
	d, err := time.ParseDuration(n.text)
	if n.kind != text || err != nil || d < 0 || d > 20_000*time.Hour {
		s.wrong(n, path, "a duration such as 90m or 40h")
		return
	}
	v.SetInt(int64(d))
}

func (s *source) day(n *node, v reflect.Value, path string) {
	d, err := clock.ParseDay(n.text)
	if n.kind != text || err != nil {
		s.wrong(n, path, "a date such as 2026-04-03")
		return
	}
	v.SetInt(int64(d))
}

// oneOf checks a word against a list and says which was meant.
func (s *source) oneOf(path, what, got string, valid []string) bool {
	if slices.Contains(valid, got) {
		return true
	}
	if s.full() {
		return false // to look for what was meant takes time
	}
	s.bad(path, "unknown %s %q%s", what, short(got), choices(got, valid))
	return false
}

// structureOf serves types that read some of their forms by themselves.
func (s *source) structureOf(n *node, v any, path string) {
	s.structure(n, reflect.ValueOf(v).Elem(), path)
}

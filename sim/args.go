package sim

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/tenure-sim/tenure/clock"
)

// Type is the type of a tool's parameter.
type Type string

// The types a parameter can have. Time and Duration are strings on the wire.
const (
	String   Type = "string"
	Int      Type = "integer"
	Bool     Type = "boolean"
	Strings  Type = "strings"  // a list of strings; one string, or a string with commas, is taken too
	Moment   Type = "time"     // "2026-03-02T14:00" in the actor's zone, or with an offset
	Duration Type = "duration" // "90m", "2h30m"
)

// Param is one flat argument of a tool.
type Param struct {
	Name     string
	Doc      string
	Type     Type
	Enum     []string // for String and Strings: the only values allowed
	Optional bool
	Writes   bool // its words cost the agent writing time
}

// Args are a call's arguments by name: string, int64, bool, []string, clock.Time or clock.Duration.
type Args map[string]any

// String returns the named text, or "" when it was not given.
func (a Args) String(name string) string { s, _ := a[name].(string); return s }

// Int returns the named number, or the default when it was not given.
func (a Args) Int(name string, otherwise int) int {
	if n, ok := a[name].(int64); ok {
		return int(n)
	}
	return otherwise
}

// Bool returns the named switch; false when it was not given.
func (a Args) Bool(name string) bool { b, _ := a[name].(bool); return b }

// Strings returns the named list; nil when it was not given.
func (a Args) Strings(name string) []string { s, _ := a[name].([]string); return s }

// Time returns the named moment and whether it was given.
func (a Args) Time(name string) (clock.Time, bool) { t, ok := a[name].(clock.Time); return t, ok }

// Duration returns the named span and whether it was given.
func (a Args) Duration(name string) (clock.Duration, bool) {
	d, ok := a[name].(clock.Duration)
	return d, ok
}

// Has says whether the argument was given.
func (a Args) Has(name string) bool { _, ok := a[name]; return ok }

// Actors returns the named list as actor ids.
func (a Args) Actors(name string) []ActorID {
	list := a.Strings(name)
	out := make([]ActorID, len(list))
	for i, s := range list {
		out[i] = ActorID(s)
	}
	return out
}

// ParseArgs reads the JSON object an agent sent. Numbers must be whole and values flat.
func ParseArgs(raw json.RawMessage) (Args, error) {
	if len(bytes.TrimSpace(raw)) == 0 {
		return Args{}, nil
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var m map[string]any
	if err := d.Decode(&m); err != nil {
		return nil, fmt.Errorf("arguments must be one JSON object: %w", err)
	}
	if d.More() {
		return nil, fmt.Errorf("arguments must be one JSON object, and more followed it")
	}
	return Args(m), nil
}

// JSON writes the arguments with sorted names, times and durations as text.
func (a Args) JSON() json.RawMessage {
	m := make(map[string]any, len(a))
	for k, v := range a {
		switch v := v.(type) {
		case clock.Time:
			m[k] = v.String()
		case clock.Duration:
			m[k] = v.String()
		default:
			m[k] = v
		}
	}
	out, err := json.Marshal(m)
	if err != nil {
		panic(fmt.Sprintf("sim: arguments %v cannot be written as JSON: %v", a, err))
	}
	return out
}

// check returns the arguments with every value in its parameter's type, or says what is wrong and what is allowed.
func check(t *Tool, given Args, zone *time.Location) (Args, error) {
	if err := checkNames(t, given); err != nil {
		return nil, err
	}
	out := make(Args, len(given))
	for i := range t.Params {
		p := &t.Params[i]
		v, ok := given[p.Name]
		if !ok || v == nil {
			if !p.Optional {
				return nil, Reject("%s needs the argument %q (%s): %s", t.Name, p.Name, p.Type, allowed(t))
			}
			continue
		}
		c, err := convert(p, v, zone)
		if err != nil {
			return nil, Reject("%s: argument %q %s", t.Name, p.Name, err)
		}
		out[p.Name] = c
	}
	return out, nil
}

func checkNames(t *Tool, given Args) error {
	var unknown []string
	for name := range given {
		if !slices.ContainsFunc(t.Params, func(p Param) bool { return p.Name == name }) {
			unknown = append(unknown, name)
		}
	}
	if len(unknown) == 0 {
		return nil
	}
	slices.Sort(unknown)
	return Reject("%s has no argument %q: %s", t.Name, unknown[0], allowed(t))
}

func allowed(t *Tool) string {
	if len(t.Params) == 0 {
		return "it takes none"
	}
	names := make([]string, len(t.Params))
	for i, p := range t.Params {
		names[i] = p.Name
		if p.Optional {
			names[i] += " (optional)"
		}
	}
	return "it takes " + strings.Join(names, ", ")
}

func convert(p *Param, v any, zone *time.Location) (any, error) {
	switch p.Type {
	case String:
		s, ok := v.(string)
		if !ok {
			return nil, fmt.Errorf("must be text, got %s", describe(v))
		}
		return s, inEnum(p, s)
	case Int:
		return toInt(v)
	case Bool:
		b, ok := v.(bool)
		if !ok {
			return nil, fmt.Errorf("must be true or false, got %s", describe(v))
		}
		return b, nil
	case Strings:
		return toStrings(p, v)
	case Moment:
		return toTime(v, zone)
	case Duration:
		return toDuration(v)
	}
	panic("sim: parameter " + p.Name + " has the unknown type " + string(p.Type))
}

func inEnum(p *Param, s string) error {
	if len(p.Enum) == 0 || slices.Contains(p.Enum, s) {
		return nil
	}
	return fmt.Errorf("must be one of %s, got %q", strings.Join(p.Enum, ", "), s)
}

func toInt(v any) (any, error) {
	switch n := v.(type) {
	case int64:
		return n, nil
	case int:
		return int64(n), nil
	case json.Number:
		if i, err := n.Int64(); err == nil {
			return i, nil
		}
	case float64:
		if n == math.Trunc(n) && math.Abs(n) < 1<<53 {
			return int64(n), nil
		}
	}
	return nil, fmt.Errorf("must be a whole number, got %s", describe(v))
}

func toStrings(p *Param, v any) (any, error) {
	var out []string
	switch l := v.(type) {
	case []string:
		out = l
	case string:
		for s := range strings.SplitSeq(l, ",") {
			if s = strings.TrimSpace(s); s != "" {
				out = append(out, s)
			}
		}
	case []any:
		for _, x := range l {
			s, ok := x.(string)
			if !ok {
				return nil, fmt.Errorf("must be a list of texts, got %s in it", describe(x))
			}
			out = append(out, s)
		}
	default:
		return nil, fmt.Errorf("must be a list of texts, got %s", describe(v))
	}
	for _, s := range out {
		if err := inEnum(p, s); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func toTime(v any, zone *time.Location) (any, error) {
	switch t := v.(type) {
	case clock.Time:
		return t, nil
	case string:
		for _, layout := range []string{"2006-01-02T15:04", "2006-01-02 15:04", "2006-01-02T15:04:05", "2006-01-02"} {
			if x, err := time.ParseInLocation(layout, t, zone); err == nil {
				return clock.Of(x), nil
			}
		}
		for _, layout := range []string{time.RFC3339, "2006-01-02T15:04Z07:00"} {
			if x, err := time.Parse(layout, t); err == nil {
				return clock.Of(x), nil
			}
		}
	}
	return nil, fmt.Errorf("must be a time such as 2026-03-02T14:00 (your own zone unless it carries an offset), got %s", describe(v))
}

func toDuration(v any) (any, error) {
	switch d := v.(type) {
	case clock.Duration:
		return d, nil
	case string:
		if x, err := time.ParseDuration(d); err == nil && x >= 0 {
			return x, nil
		}
	}
	return nil, fmt.Errorf("must be a duration such as 90m or 2h30m, got %s", describe(v))
}

func describe(v any) string {
	switch v := v.(type) {
	case string:
		if len(v) > 40 {
			v = v[:40] + "..."
		}
		return fmt.Sprintf("%q", v)
	case json.Number, int64, int, bool, float64:
		return fmt.Sprint(v)
	case nil:
		return "null"
	case []any, []string:
		return "a list"
	case map[string]any:
		return "an object (arguments are flat)"
	}
	return fmt.Sprintf("a %T", v)
}

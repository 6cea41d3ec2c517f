package fake

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
)

// Fill writes the least JSON that follows a schema, for the keywords that our schemas use. What it does not know it
// fills with null.
func Fill(schema json.RawMessage) string {
	var s any
	if json.Unmarshal(schema, &s) != nil {
		return "null"
	}
	f := &filling{root: s, left: valuesMost}
	raw, err := json.Marshal(f.value(s, 0))
	if err != nil {
		return "null"
	}
	return string(raw)
}

// Bounds for a schema that refers to itself.
const (
	deepest    = 12
	valuesMost = 5000
)

// filling is one schema being filled.
type filling struct {
	root any
	left int // values that may still be written
}

func (f *filling) value(v any, depth int) any {
	s, _ := v.(map[string]any)
	if f.left--; s == nil || depth > deepest || f.left < 0 {
		return nil
	}
	if ref, ok := s["$ref"].(string); ok {
		return f.value(lookUp(f.root, ref), depth+1)
	}
	if c, ok := s["const"]; ok {
		return c
	}
	if e, ok := s["enum"].([]any); ok && len(e) > 0 {
		return e[0]
	}
	for _, word := range []string{"anyOf", "oneOf", "allOf"} {
		if of, ok := s[word].([]any); ok && len(of) > 0 {
			return f.value(of[0], depth+1)
		}
	}
	return f.typed(s, depth)
}

func (f *filling) typed(s map[string]any, depth int) any {
	switch kind(s) {
	case "object":
		return f.object(s, depth)
	case "array":
		least, _ := s["minItems"].(float64)
		out := []any{}
		for range int(min(least, 100)) {
			out = append(out, f.value(s["items"], depth+1))
		}
		return out
	case "string":
		least, _ := s["minLength"].(float64)
		return "ok" + strings.Repeat("x", max(0, int(min(least, 1000))-2))
	case "integer", "number":
		least, _ := s["minimum"].(float64)
		return least
	case "boolean":
		return false
	}
	return nil
}

func kind(s map[string]any) string {
	switch t := s["type"].(type) {
	case string:
		return t
	case []any:
		if len(t) > 0 {
			name, _ := t[0].(string)
			return name
		}
	}
	if s["properties"] != nil {
		return "object"
	}
	return ""
}

func (f *filling) object(s map[string]any, depth int) any {
	props, _ := s["properties"].(map[string]any)
	required, _ := s["required"].([]any)
	out := map[string]any{}
	for _, name := range slices.Sorted(maps.Keys(props)) { // in order: the bound may end it
		if slices.Contains(required, any(name)) {
			out[name] = f.value(props[name], depth+1)
		}
	}
	return out
}

func lookUp(root any, ref string) any {
	path, ok := strings.CutPrefix(ref, "#")
	if !ok {
		return nil
	}
	at := root
	for step := range strings.SplitSeq(strings.TrimPrefix(path, "/"), "/") {
		m, _ := at.(map[string]any)
		if step != "" {
			at = m[step]
		}
	}
	return at
}

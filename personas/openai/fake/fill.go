package fake

import (
	"encoding/json"
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
	raw, err := json.Marshal(fill(s, s, 0))
	if err != nil {
		return "null"
	}
	return string(raw)
}

const deepest = 12 // of a schema that refers to itself

func fill(v, root any, depth int) any {
	s, _ := v.(map[string]any)
	if s == nil || depth > deepest {
		return nil
	}
	if ref, ok := s["$ref"].(string); ok {
		return fill(lookUp(root, ref), root, depth+1)
	}
	if c, ok := s["const"]; ok {
		return c
	}
	if e, ok := s["enum"].([]any); ok && len(e) > 0 {
		return e[0]
	}
	for _, word := range []string{"anyOf", "oneOf", "allOf"} {
		if of, ok := s[word].([]any); ok && len(of) > 0 {
			return fill(of[0], root, depth+1)
		}
	}
	return fillType(s, root, depth)
}

func fillType(s map[string]any, root any, depth int) any {
	switch kind(s) {
	case "object":
		return fillObject(s, root, depth)
	case "array":
		least, _ := s["minItems"].(float64)
		out := []any{}
		for range min(int(least), 100) {
			out = append(out, fill(s["items"], root, depth+1))
		}
		return out
	case "string":
		least, _ := s["minLength"].(float64)
		return "ok" + strings.Repeat("x", max(0, min(int(least), 1000)-2))
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

func fillObject(s map[string]any, root any, depth int) any {
	props, _ := s["properties"].(map[string]any)
	required, _ := s["required"].([]any)
	out := map[string]any{}
	for name, p := range props {
		if slices.Contains(required, any(name)) {
			out[name] = fill(p, root, depth+1)
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

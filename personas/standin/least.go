package standin

import (
	"encoding/json"
	"fmt"
	"strings"
)

// schema is as much of JSON schema as questions to models use.
type schema struct {
	Type       json.RawMessage   `json:"type"`
	Enum       []json.RawMessage `json:"enum"`
	Const      json.RawMessage   `json:"const"`
	Required   []string          `json:"required"`
	Properties map[string]schema `json:"properties"`
	Items      *schema           `json:"items"`
	MinItems   int               `json:"minItems"`
	MinLength  int               `json:"minLength"`
	Minimum    json.Number       `json:"minimum"`
	AnyOf      []schema          `json:"anyOf"`
	OneOf      []schema          `json:"oneOf"`
}

const (
	leastDepth = 20
	leastItems = 100
)

// least is the smallest JSON value that fits a schema. A text named text is what there is to say; one named span a span of time.
func least(raw []byte, say string) (string, error) {
	var s schema
	if len(raw) > 0 {
		if err := json.Unmarshal(raw, &s); err != nil {
			return "", err
		}
	}
	v, err := s.least("", say, 0)
	if err != nil {
		return "", err
	}
	return asText(v), nil
}

func (s schema) least(name, say string, depth int) (any, error) {
	switch {
	case depth > leastDepth:
		return nil, fmt.Errorf("it is nested more than %d deep", leastDepth)
	case len(s.Const) > 0:
		return s.Const, nil
	case len(s.Enum) > 0:
		return s.Enum[0], nil
	case len(s.AnyOf) > 0:
		return s.AnyOf[0].least(name, say, depth+1)
	case len(s.OneOf) > 0:
		return s.OneOf[0].least(name, say, depth+1)
	}
	switch s.kind() {
	case "string":
		return s.words(name, say), nil
	case "integer", "number":
		if s.Minimum != "" {
			return s.Minimum, nil
		}
		return 0, nil
	case "boolean":
		return false, nil
	case "null":
		return nil, nil
	case "array":
		return s.list(say, depth)
	}
	out := map[string]any{}
	for _, field := range s.Required {
		v, err := s.Properties[field].least(field, say, depth+1)
		if err != nil {
			return nil, err
		}
		out[field] = v
	}
	return out, nil
}

// kind is the schema's type, the first of several.
func (s schema) kind() string {
	var one string
	var several []string
	if json.Unmarshal(s.Type, &one) == nil {
		return one
	}
	if json.Unmarshal(s.Type, &several) == nil && len(several) > 0 {
		return several[0]
	}
	if s.Items != nil {
		return "array"
	}
	return "object"
}

func (s schema) words(name, say string) string {
	out := ""
	switch name {
	case "text", "body", "summary":
		out = say
	case "span":
		out = "1h"
	}
	return out + strings.Repeat("x", max(0, min(s.MinLength, 1000)-len(out)))
}

func (s schema) list(say string, depth int) (any, error) {
	out := []any{}
	for range min(s.MinItems, leastItems) {
		var item schema
		if s.Items != nil {
			item = *s.Items
		}
		v, err := item.least("", say, depth+1)
		if err != nil {
			return nil, err
		}
		out = append(out, v)
	}
	return out, nil
}

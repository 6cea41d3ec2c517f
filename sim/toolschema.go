package sim

import (
	"encoding/json"
	"fmt"
)

// Schema is the JSON schema of the tool's arguments.
func (t *Tool) Schema() json.RawMessage {
	s := schema{Type: "object", Properties: map[string]schema{}, Closed: new(bool)}
	for _, p := range t.Params {
		s.Properties[p.Name] = p.schema()
		if !p.Optional {
			s.Required = append(s.Required, p.Name)
		}
	}
	raw, err := json.Marshal(s)
	if err != nil {
		panic(fmt.Sprintf("sim: the schema of %s: %v", t.Name, err)) // plain values
	}
	return raw
}

// schema is the little of JSON schema that flat arguments need. Properties are written sorted by name.
type schema struct {
	Type        string            `json:"type"`
	Description string            `json:"description,omitempty"`
	Enum        []string          `json:"enum,omitempty"`
	Items       *schema           `json:"items,omitempty"`
	Properties  map[string]schema `json:"properties,omitempty"`
	Required    []string          `json:"required,omitempty"`
	Closed      *bool             `json:"additionalProperties,omitempty"`
}

func (p Param) schema() schema {
	s := schema{Type: "string", Description: p.Doc, Enum: p.Enum}
	switch p.Type {
	case Int, Bool:
		s.Type = string(p.Type)
	case Strings:
		s.Type, s.Enum, s.Items = "array", nil, &schema{Type: "string", Enum: p.Enum}
	case Moment:
		s.Description = hinted(p.Doc, `a time such as "2026-03-02T14:00"`)
	case Duration:
		s.Description = hinted(p.Doc, `a span such as "90m" or "8h"`)
	}
	return s
}

func hinted(doc, hint string) string {
	if doc == "" {
		return hint
	}
	return doc + "; " + hint
}

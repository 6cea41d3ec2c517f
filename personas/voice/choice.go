package voice

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tenure-sim/tenure/personas/words"
	"github.com/tenure-sim/tenure/sim/prompt"
)

// Choice is a Brief whose acts are still open: policy permits each of the options and a model takes one.
type Choice struct {
	Brief   Brief
	Options []Option
}

// Option is what may be said. Its ids name all that it may rest on.
type Option struct {
	Acts  []words.Details
	Draft string
	IDs   []string
}

// Chosen is what a model answered to a Choice.
type Chosen struct {
	Option int // from 0
	IDs    []string
	Text   string
}

const (
	optionsMost = 8
	idsMost     = 12
	idMost      = 24
	optionMost  = 140
)

// ChoiceMost is the most tokens that a Choice's prompt costs.
const ChoiceMost = Most + optionsMost*(optionMost+idsMost*(idMost+2)+8)

// Prompt is the question and the schema of its answer.
func (c Choice) Prompt() (prompt.Prompt, []byte) {
	var lines []string
	for i, o := range c.offered() {
		var acts []string
		for _, d := range o.Acts[:min(len(o.Acts), actsMost)] {
			acts = append(acts, meaning(d))
		}
		line := strconv.Itoa(i+1) + ". " + clip(strings.Join(acts, " / "), optionMost)
		if ids := o.ids(); len(ids) > 0 {
			line += " [ids: " + strings.Join(ids, ", ") + "]"
		}
		lines = append(lines, line)
	}
	var s sections
	s.put(titleOptions, strings.Join(lines, "\n"), optionsMost*(optionMost+idsMost*(idMost+2)+6))
	s.put(titleTextForm, c.Brief.form(), 3*nameMost+40)
	return prompt.Prompt{Stable: 1, Messages: []prompt.Message{
		{Role: prompt.System, Content: c.Brief.stable(choiceRules + legend)},
		{Role: prompt.User, Content: c.Brief.moment() + "\n\n" + s.text.String()},
	}}, c.schema()
}

func (c Choice) offered() []Option { return c.Options[:min(len(c.Options), optionsMost)] }

// ids are those that can be told; one too long to be an id of the ledger is left out.
func (o Option) ids() []string {
	var out []string
	for _, id := range o.IDs {
		if len(out) < idsMost && id == clip(id, idMost) {
			out = append(out, id)
		}
	}
	return out
}

// schema is the closed list of answers.
func (c Choice) schema() []byte {
	numbers, ids := []int{}, []string{}
	for i, o := range c.offered() {
		numbers = append(numbers, i+1)
		for _, id := range o.ids() {
			if !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
	}
	list := map[string]any{"type": "array", "maxItems": idsMost, "items": map[string]any{"type": "string", "enum": ids}}
	if len(ids) == 0 {
		list = map[string]any{"type": "array", "maxItems": 0}
	}
	raw, err := json.Marshal(map[string]any{"type": "object", "additionalProperties": false, "required": []string{"choice", "ids", "text"},
		"properties": map[string]any{"choice": map[string]any{"type": "integer", "enum": numbers}, "ids": list, "text": map[string]any{"type": "string"}}})
	if err != nil {
		panic(fmt.Sprintf("voice: a schema of texts does not encode: %v", err))
	}
	return raw
}

// ParseChoice reads an answer: one object, an option that was offered, ids of that very option, and a text.
func ParseChoice(raw string, c Choice) (Chosen, error) {
	var a struct {
		Choice *int     `json:"choice"`
		IDs    []string `json:"ids"`
		Text   string   `json:"text"`
	}
	if err := strict([]byte(fence(strings.TrimSpace(raw))), &a); err != nil {
		return Chosen{}, fmt.Errorf("choice: %w", err)
	}
	offered := c.offered()
	if a.Choice == nil || *a.Choice < 1 || *a.Choice > len(offered) {
		return Chosen{}, fmt.Errorf("choice: no option of that number, expected 1 to %d", len(offered))
	}
	ids := offered[*a.Choice-1].ids()
	for _, id := range a.IDs {
		if !slices.Contains(ids, id) {
			return Chosen{}, fmt.Errorf("choice: id %q is none of option %d, which has %s", id, *a.Choice, strings.Join(ids, ", "))
		}
	}
	if strings.TrimSpace(a.Text) == "" {
		return Chosen{}, fmt.Errorf("choice: the text is empty")
	}
	return Chosen{*a.Choice - 1, a.IDs, a.Text}, nil
}

// Take is the brief of an option: its Needs are what the text is held to.
func (c Choice) Take(option int) Brief {
	b := c.Brief
	b.Acts, b.Draft = c.Options[option].Acts, c.Options[option].Draft
	return b
}

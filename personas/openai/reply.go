package openai

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/tenure-sim/tenure/personas/models"
)

// reply is an answer that came at once, or a piece of one, with what is used of it. The library's types read the rest too,
// and refuse a good answer because a count or a date that nobody needs is written in another way.
type reply struct {
	Model   word            `json:"model"`
	Choices []choice        `json:"choices"`
	Usage   json.RawMessage `json:"usage"`
	Error   json.RawMessage `json:"error"`
	// What is told of a failure without a field error.
	Object  word            `json:"object"`
	Message word            `json:"message"`
	Detail  json.RawMessage `json:"detail"`
}

type choice struct {
	Index    count           `json:"index"`
	Message  said            `json:"message"`
	Delta    said            `json:"delta"`
	Finish   word            `json:"finish_reason"`
	Logprobs json.RawMessage `json:"logprobs"`
}

type said struct {
	Content words     `json:"content"`
	Refusal words     `json:"refusal"`
	Calls   []oneCall `json:"tool_calls"`
}

type oneCall struct {
	Index    *count `json:"index"`
	ID       word   `json:"id"`
	Function struct {
		Name      words     `json:"name"`
		Arguments arguments `json:"arguments"`
	} `json:"function"`
}

// failed says whether an error came where an answer belongs.
func (r reply) failed() bool {
	if e := string(r.Error); e != "" && e != "null" && e != "false" && e != `""` && e != "{}" { // some send the field always
		return true
	}
	return len(r.Choices) == 0 && (r.Object == "error" || r.Message != "" || len(r.Detail) > 0)
}

func (c choice) hasLogprobs() bool {
	var l struct {
		Content []json.RawMessage `json:"content"`
	}
	return json.Unmarshal(c.Logprobs, &l) == nil && len(l.Content) > 0
}

// word is a name. Where something else stands it is not told: no answer is lost for it.
type word string

func (w *word) UnmarshalJSON(raw []byte) error {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		*w = word(s)
	}
	return nil
}

// words are a text, or a list of parts with texts.
type words string

func (w *words) UnmarshalJSON(raw []byte) error {
	if bytes.HasPrefix(raw, []byte("[")) {
		var parts []struct {
			Text string `json:"text"`
		}
		if err := json.Unmarshal(raw, &parts); err != nil {
			return fmt.Errorf("parts of a text: %w", err)
		}
		for _, p := range parts {
			*w += words(p.Text)
		}
		return nil
	}
	return json.Unmarshal(raw, (*string)(w))
}

// arguments are a text that holds JSON. Some endpoints write the JSON itself.
type arguments string

func (a *arguments) UnmarshalJSON(raw []byte) error {
	if !bytes.HasPrefix(raw, []byte("{")) {
		return json.Unmarshal(raw, (*string)(a))
	}
	*a = arguments(raw)
	return nil
}

// count is a whole number, also written as 12.0, 1e3 or "12"; 0 where it is none.
type count int

func (c *count) UnmarshalJSON(raw []byte) error {
	*c = 0
	text := string(raw)
	var s string
	if json.Unmarshal(raw, &s) == nil {
		if text = strings.TrimSpace(s); !json.Valid([]byte(text)) {
			return nil
		}
	}
	n, err := strconv.ParseFloat(text, 64) // a count that a float does not hold exactly is not believed anyway
	if err == nil && n == math.Trunc(n) && math.Abs(n) <= models.TokensMost {
		*c = count(n)
	}
	return nil
}

// usage is what an endpoint says of tokens.
type usage struct {
	In      count `json:"prompt_tokens"`
	Out     count `json:"completion_tokens"`
	Details struct {
		Cached count `json:"cached_tokens"`
	} `json:"prompt_tokens_details"`
}

// usage is nil where none is told. What has another shape is as good as not told, and no reason to lose an answer.
func (r reply) usage() *usage {
	var u usage
	if raw := bytes.TrimSpace(r.Usage); !bytes.HasPrefix(raw, []byte("{")) || json.Unmarshal(raw, &u) != nil && u.In == 0 && u.Out == 0 {
		return nil
	}
	return &u
}

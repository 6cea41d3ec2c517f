package openai

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	goopenai "github.com/sashabaranov/go-openai"

	"github.com/tenure-sim/tenure/sim/prompt"
)

// How an answer ended, in engine.Response.Finish.
const (
	Stop      = "stop"
	Length    = "length"     // cut off at the most tokens
	Refusal   = "refusal"    // the model or its filter would not; Text is what it said, if anything
	ToolCalls = "tool_calls" // it wants tools used
	Empty     = "empty"      // it ended well and said nothing
)

// answer is what is gathered of one, from a stream or at once.
type answer struct {
	text, refusal strings.Builder
	calls         []prompt.Call
	places        map[int]int // a stream's index of a call -> its place in calls
	finish        string
	model         string
	usage         *goopenai.Usage
	size          int
	streamed      bool
	logprobs      bool
}

// chunk is the library's, with the error that endpoints put into a stream.
type chunk struct {
	goopenai.ChatCompletionStreamResponse
	Error json.RawMessage `json:"error"`
}

// streamError is an error that an endpoint told in the middle of a stream.
type streamError struct{ raw []byte }

func (e *streamError) Error() string {
	said, _ := errorText(e.raw)
	return said
}

// readStream gathers an answer; with an error, what had come of it. alive is called at every piece of data.
func readStream(r io.Reader, alive func()) (*answer, error) {
	a, e := &answer{streamed: true}, newEvents(r)
	for {
		data, err := e.next()
		if err == io.EOF {
			return a, a.whole()
		}
		if err != nil {
			return a, err
		}
		alive()
		if err := a.event(data); err != nil {
			return a, err
		}
	}
}

func (a *answer) event(data []byte) error {
	for d := json.NewDecoder(bytes.NewReader(data)); ; {
		var raw json.RawMessage
		if err := d.Decode(&raw); err == io.EOF {
			return nil
		} else if err != nil {
			return &garbled{fmt.Sprintf("a piece of the stream is no JSON: %v", err)}
		}
		var c chunk
		if err := json.Unmarshal(raw, &c); err != nil {
			return &garbled{fmt.Sprintf("a piece of the stream has another shape: %v", err)}
		}
		if len(c.Error) > 0 && string(c.Error) != "null" {
			return &streamError{raw}
		}
		if err := a.add(c); err != nil {
			return err
		}
	}
}

// garbled is an answer that is not what the protocol says.
type garbled struct{ text string }

func (g *garbled) Error() string { return g.text }

func (a *answer) add(c chunk) error {
	if c.Usage != nil {
		a.usage = c.Usage
	}
	if c.Model != "" {
		a.model = c.Model
	}
	for _, choice := range c.Choices {
		if choice.Index != 0 {
			continue // one answer was asked for
		}
		d := choice.Delta
		a.logprobs = a.logprobs || choice.Logprobs != nil && len(choice.Logprobs.Content) > 0
		a.text.WriteString(d.Content)
		a.refusal.WriteString(d.Refusal)
		for _, t := range d.ToolCalls {
			a.addCall(t)
		}
		if choice.FinishReason != "" && choice.FinishReason != goopenai.FinishReasonNull {
			a.finish = string(choice.FinishReason)
		}
	}
	return a.bounded()
}

// addCall joins the pieces of a call. Endpoints number them, or number all of them 0, or do not number them at all: a
// new id is a new call.
func (a *answer) addCall(t goopenai.ToolCall) {
	at, found := len(a.calls)-1, len(a.calls) > 0
	if t.Index != nil {
		if a.places == nil {
			a.places = map[int]int{}
		}
		at, found = a.places[*t.Index], false
		if _, seen := a.places[*t.Index]; seen {
			found = true
		}
	}
	if !found || t.ID != "" && a.calls[at].ID != "" && t.ID != a.calls[at].ID {
		a.calls = append(a.calls, prompt.Call{ID: t.ID})
		at = len(a.calls) - 1
		if t.Index != nil {
			a.places[*t.Index] = at
		}
	}
	c := &a.calls[at]
	if c.ID == "" {
		c.ID = t.ID
	}
	c.Tool += t.Function.Name
	c.Args += t.Function.Arguments
	a.size += len(t.Function.Name) + len(t.Function.Arguments)
}

func (a *answer) whole() error {
	if a.finish == "" {
		return errNoEnd
	}
	if err := a.failed(); err != nil {
		return err
	}
	return a.fits()
}

// failed tells of an end that some endpoints give for failures of their own.
func (a *answer) failed() error {
	switch a.finish {
	case "error", "abort", "insufficient_system_resource":
		return &streamError{fmt.Appendf(nil, `{"message":"the endpoint gave up: %s"}`, a.finish)}
	}
	return nil
}

// readWhole reads an answer that came at once.
func readWhole(r io.Reader) (*answer, error) {
	raw, err := io.ReadAll(io.LimitReader(r, answerMost+1))
	if err != nil {
		return nil, err
	}
	if len(raw) > answerMost {
		return nil, errTooLarge
	}
	var got struct {
		goopenai.ChatCompletionResponse
		Error json.RawMessage `json:"error"`
	}
	if err := json.Unmarshal(raw, &got); err != nil {
		if looksHTML(raw) {
			return nil, &garbled{"a web page came instead of JSON; does the URL end in /v1?"}
		}
		return nil, &garbled{"the answer is no JSON: " + err.Error()}
	}
	if len(got.Error) > 0 && string(got.Error) != "null" {
		return nil, &streamError{raw}
	}
	if len(got.Choices) == 0 {
		return nil, &garbled{"the answer holds no choice"}
	}
	return fromWhole(got.ChatCompletionResponse)
}

func fromWhole(r goopenai.ChatCompletionResponse) (*answer, error) {
	c := r.Choices[0]
	a := &answer{model: r.Model, usage: &r.Usage, finish: string(c.FinishReason)}
	a.logprobs = c.LogProbs != nil && len(c.LogProbs.Content) > 0
	a.text.WriteString(c.Message.Content)
	for _, part := range c.Message.MultiContent {
		a.text.WriteString(part.Text)
	}
	a.refusal.WriteString(c.Message.Refusal)
	for _, t := range c.Message.ToolCalls {
		if t.ID == "" {
			t.ID = fmt.Sprintf("call_%d", len(a.calls)+1)
		}
		// Here each is whole, so that those of one id are two all the same.
		a.calls = append(a.calls, prompt.Call{ID: t.ID, Tool: t.Function.Name, Args: t.Function.Arguments})
		a.size += len(t.Function.Name) + len(t.Function.Arguments)
	}
	if a.finish == "" || a.finish == "null" {
		return a, errNoEnd
	}
	return a, a.whole()
}

// ended names the end in one of our words.
func (a *answer) ended() string {
	switch {
	case a.refusal.Len() > 0, a.finish == string(goopenai.FinishReasonContentFilter):
		return Refusal
	case a.finish == Length, a.finish == "max_tokens":
		return Length
	case len(a.calls) > 0: // some say stop all the same
		return ToolCalls
	case strings.TrimSpace(a.text.String()) == "":
		return Empty
	}
	return Stop
}

// readFault judges an error from reading an answer.
func readFault(err error) *Fault {
	var g *garbled
	var s *streamError
	switch {
	case errors.As(err, &g):
		return &Fault{Kind: Garbled, Text: g.text}
	case errors.As(err, &s):
		f := &Fault{Kind: Server, Text: s.Error(), body: string(s.raw)}
		if _, code := errorText(s.raw); strings.Contains(code, "rate_limit") || strings.Contains(code, "429") {
			f.Kind = Rate
		}
		return f
	case errors.Is(err, errTooLarge):
		return &Fault{Kind: Large, Text: errTooLarge.Error()}
	case errors.Is(err, errNoEnd):
		return &Fault{Kind: Cut, Text: errNoEnd.Error()}
	}
	f := networkFault(err)
	if f.Kind == Connect {
		f.Kind, f.Text = Cut, "the connection broke: "+f.Text
	}
	return f
}

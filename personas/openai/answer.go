package openai

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

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
	places        map[count]int // a stream's index of a call -> its place in calls
	finish        string
	model         string
	usage         *usage
	size          int
	streamed      bool
	logprobs      bool
}

// streamError is an error that an endpoint told in the middle of a stream.
type streamError struct{ raw []byte }

func (e *streamError) Error() string {
	said, _ := errorText(e.raw)
	return said
}

// readStream gathers an answer of which so many tokens were asked for, 0 for any number; with an error, what had come of
// it. alive is called at every piece of data.
func readStream(r io.Reader, most int, alive func()) (*answer, error) {
	a, e := &answer{streamed: true}, newEvents(r)
	over := overrun{most: most}
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
		if over.by(a) {
			a.finish = Length // cut off by us, as whoever was asked should have done
			return a, a.fits()
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
		var r reply
		if err := json.Unmarshal(raw, &r); err != nil {
			return &garbled{fmt.Sprintf("a piece of the stream has another shape: %v", err)}
		}
		if r.failed() {
			return &streamError{raw}
		}
		if err := a.add(r); err != nil {
			return err
		}
	}
}

// garbled is an answer that is not what the protocol says.
type garbled struct{ text string }

func (g *garbled) Error() string { return g.text }

func (a *answer) add(r reply) error {
	if u := r.usage(); u != nil {
		a.usage = u
	}
	if r.Model != "" {
		a.model = string(r.Model)
	}
	for _, choice := range r.Choices {
		if choice.Index != 0 {
			continue // one answer was asked for
		}
		d := choice.Delta
		a.logprobs = a.logprobs || choice.hasLogprobs()
		a.text.WriteString(string(d.Content))
		a.refusal.WriteString(string(d.Refusal))
		for _, t := range d.Calls {
			a.addCall(t)
		}
		if choice.Finish != "" && choice.Finish != "null" {
			a.finish = string(choice.Finish)
		}
	}
	return a.bounded()
}

// addCall joins the pieces of a call. Endpoints number them, or number all of them 0, or do not number them at all: a
// new id is a new call.
func (a *answer) addCall(t oneCall) {
	at, found := len(a.calls)-1, len(a.calls) > 0
	if t.Index != nil {
		if a.places == nil {
			a.places = map[count]int{}
		}
		at, found = a.places[*t.Index]
	}
	id := string(t.ID)
	if !found || id != "" && a.calls[at].ID != "" && id != a.calls[at].ID {
		a.calls = append(a.calls, prompt.Call{})
		a.size += callSize
		at = len(a.calls) - 1
		if t.Index != nil {
			a.places[*t.Index] = at
		}
	}
	c := &a.calls[at]
	if c.ID == "" {
		c.ID = id
	}
	c.Tool += string(t.Function.Name)
	c.Args += string(t.Function.Arguments)
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
	var got reply
	if err := json.Unmarshal(raw, &got); err != nil {
		if looksHTML(raw) {
			return nil, &garbled{"a web page came instead of JSON; does the URL end in /v1?"}
		}
		return nil, &garbled{"the answer is no JSON: " + err.Error()}
	}
	if got.failed() {
		return nil, &streamError{raw}
	}
	if len(got.Choices) == 0 {
		return nil, &garbled{"the answer holds no choice"}
	}
	return fromWhole(got)
}

func fromWhole(r reply) (*answer, error) {
	c := r.Choices[0]
	a := &answer{model: string(r.Model), usage: r.usage(), finish: string(c.Finish), logprobs: c.hasLogprobs()}
	a.text.WriteString(string(c.Message.Content))
	a.refusal.WriteString(string(c.Message.Refusal))
	for _, t := range c.Message.Calls {
		if t.ID == "" {
			t.ID = word(fmt.Sprintf("call_%d", len(a.calls)+1))
		}
		// Here each is whole, so that those of one id are two all the same.
		a.calls = append(a.calls, prompt.Call{ID: string(t.ID), Tool: string(t.Function.Name), Args: string(t.Function.Arguments)})
		a.size += callSize + len(t.Function.Name) + len(t.Function.Arguments)
	}
	if a.finish == "" || a.finish == "null" {
		return a, errNoEnd
	}
	return a, a.whole()
}

// ended names the end in one of our words.
func (a *answer) ended() string {
	switch {
	case a.refusal.Len() > 0, a.finish == "content_filter":
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
		return toldFault(s)
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

// toldFault judges an error that was told with a status of success. Those in between of some endpoints put the status into it.
func toldFault(s *streamError) *Fault {
	said, code := errorText(s.raw)
	f := &Fault{Kind: Server, Text: said, body: string(s.raw)}
	for _, w := range strings.Fields(code) {
		if status, err := strconv.Atoi(w); err == nil && status >= 400 && status < 600 {
			f.Kind = kindOf(status)
		}
	}
	if strings.Contains(code, "rate_limit") {
		f.Kind = Rate
	}
	f.Kind = meant(f.Kind, strings.ToLower(code+" "+said))
	return f
}

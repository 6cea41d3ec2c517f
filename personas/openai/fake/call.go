package fake

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/tenure-sim/tenure/sim/prompt"
)

// call is one question being answered.
type call struct {
	s     *Server
	w     http.ResponseWriter
	ctx   context.Context
	q     Question
	fault Fault
	takes time.Duration
}

func (c *call) run() {
	if c.early() {
		return
	}
	a := c.spoil(c.s.answer(c.q))
	if c.q.Stream {
		c.stream(a)
		return
	}
	c.whole(a)
}

// early plays the faults that come before any answer.
func (c *call) early() bool {
	switch c.fault {
	case TooMany:
		after := c.s.opt.After
		if after == "" {
			after = "0"
		}
		c.w.Header().Set("Retry-After", after)
		problem(c.w, http.StatusTooManyRequests, "Rate limit reached", "rate_limit_exceeded")
	case Broken:
		problem(c.w, http.StatusInternalServerError, "The server had an error", "")
	case Down:
		c.w.WriteHeader(http.StatusServiceUnavailable)
	case Hang:
		wait(c.ctx, c.s.opt.Hang)
		panic(http.ErrAbortHandler)
	case SlowHead:
		c.w.Header().Set("Content-Type", "text/event-stream")
		c.flush()
		wait(c.ctx, c.s.opt.Hang)
		panic(http.ErrAbortHandler)
	case Reset:
		c.reset()
	case HTML:
		c.w.Header().Set("Content-Type", "text/html")
		c.write("<!DOCTYPE html><html><body>Sign in</body></html>")
	case WrongJSON:
		c.w.Header().Set("Content-Type", "application/json")
		c.write(`{"choices":[{"message":{"content":"half`)
	default:
		return false
	}
	return true
}

func (c *call) reset() {
	h, ok := c.w.(http.Hijacker)
	if !ok {
		panic(http.ErrAbortHandler)
	}
	conn, _, err := h.Hijack()
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	if t, ok := conn.(*net.TCPConn); ok {
		_ = t.SetLinger(0) // so that closing sends a reset
	}
	_ = conn.Close()
}

// spoil makes of a good answer what a fault wants.
func (c *call) spoil(a Answer) Answer {
	switch c.fault {
	case EmptyAnswer:
		return Answer{}
	case Refuses:
		return Answer{Refusal: "I'm sorry, but I can't help with that."}
	case TooLong:
		return Answer{Text: a.Text[:len(a.Text)/2], Finish: "length"}
	case OffSchema:
		if c.q.Format == nil {
			return Answer{Text: "As an AI language model I would rather talk about the weather."}
		}
		return Answer{Text: `{"unexpected":[1,2,3]}`}
	case BadJSON:
		return Answer{Text: "Sure! Here you go: {\"" + a.Text}
	}
	return a
}

func (a Answer) finish() string {
	switch {
	case a.Finish != "":
		return a.Finish
	case len(a.Calls) > 0:
		return "tool_calls"
	}
	return "stop"
}

func (a Answer) toolCalls() []map[string]any {
	var out []map[string]any
	for i, t := range a.Calls {
		out = append(out, map[string]any{"index": i, "id": fmt.Sprintf("call_%d", i+1), "type": "function",
			"function": map[string]any{"name": t.Tool, "arguments": t.Args}})
	}
	return out
}

func (c *call) usage(a Answer) map[string]any {
	in, kept := c.q.tokens()
	out := prompt.Tokens(a.Text) + prompt.Tokens(a.Refusal)
	for _, t := range a.Calls {
		out += prompt.Tokens(t.Args) + 4
	}
	return map[string]any{"prompt_tokens": in, "completion_tokens": out, "total_tokens": in + out, "prompt_tokens_details": map[string]any{"cached_tokens": kept}}
}

func (c *call) whole(a Answer) {
	if !wait(c.ctx, c.takes) {
		return
	}
	switch c.fault {
	case Silence:
		c.w.Header().Set("Content-Type", "application/json")
		c.write(`{"choices":[`)
		c.flush()
		wait(c.ctx, c.s.opt.Hang)
		panic(http.ErrAbortHandler)
	case Cut, NoEnd, NoDone:
		c.w.Header().Set("Content-Type", "application/json")
		c.w.Header().Set("Content-Length", "1000")
		c.write(`{"choices":[`)
		panic(http.ErrAbortHandler)
	case KeepAlive:
		c.w.Header().Set("Content-Type", "application/json")
		// Blanks before JSON are what keeps a call alive that is no stream.
		c.write(strings.Repeat("\n", 1000))
	}
	m := map[string]any{"role": "assistant", "content": a.Text}
	if a.Refusal != "" {
		m["content"], m["refusal"] = nil, a.Refusal
	}
	if len(a.Calls) > 0 {
		m["tool_calls"] = a.toolCalls()
	}
	choice := map[string]any{"index": 0, "message": m, "finish_reason": a.finish()}
	if c.q.Logprobs {
		choice["logprobs"] = logprobs
	}
	c.json(map[string]any{"id": "fake", "object": "chat.completion", "model": c.q.Model, "choices": []any{choice}, "usage": c.usage(a)})
}

var logprobs = map[string]any{"content": []any{map[string]any{"token": "ok", "logprob": -0.1}}}

const pieces = 8 // of a streamed answer

func (c *call) stream(a Answer) {
	c.w.Header().Set("Content-Type", "text/event-stream")
	if !wait(c.ctx, c.takes/2) {
		return
	}
	if c.fault == KeepAlive {
		c.write(strings.Repeat(": keep-alive\n\n", 1000))
	}
	deltas := a.deltas()
	for i, d := range deltas {
		if i == (len(deltas)+1)/2 && c.middle() {
			return
		}
		c.chunk(d, nil)
		if !wait(c.ctx, c.takes/2/time.Duration(len(deltas))) {
			return
		}
	}
	if len(deltas) == 1 && c.middle() {
		return
	}
	c.chunk(map[string]any{}, a.finish())
	if c.q.StreamOptions != nil && c.q.StreamOptions.IncludeUsage {
		c.data(map[string]any{"id": "fake", "object": "chat.completion.chunk", "model": c.q.Model, "choices": []any{}, "usage": c.usage(a)})
	}
	if c.fault != NoDone {
		c.write("data: [DONE]\n\n")
	}
}

// middle plays the faults that come in the middle of a stream.
func (c *call) middle() bool {
	switch c.fault {
	case Cut:
		panic(http.ErrAbortHandler)
	case NoEnd:
		return true
	case Silence:
		wait(c.ctx, c.s.opt.Hang)
		panic(http.ErrAbortHandler)
	}
	return false
}

func (a Answer) deltas() []map[string]any {
	out := []map[string]any{{"role": "assistant", "content": ""}}
	if a.Refusal != "" {
		out = append(out, map[string]any{"refusal": a.Refusal})
	}
	step := len(a.Text)/pieces + 1
	for rest := []rune(a.Text); len(rest) > 0; {
		n := min(step, len(rest))
		out = append(out, map[string]any{"content": string(rest[:n])})
		rest = rest[n:]
	}
	for i, t := range a.Calls {
		half := len(t.Args) / 2
		out = append(out,
			map[string]any{"tool_calls": []any{map[string]any{"index": i, "id": fmt.Sprintf("call_%d", i+1), "type": "function", "function": map[string]any{"name": t.Tool, "arguments": t.Args[:half]}}}},
			map[string]any{"tool_calls": []any{map[string]any{"index": i, "function": map[string]any{"arguments": t.Args[half:]}}}})
	}
	return out
}

func (c *call) chunk(delta map[string]any, finish any) {
	choice := map[string]any{"index": 0, "delta": delta, "finish_reason": finish}
	if c.q.Logprobs && finish == nil {
		choice["logprobs"] = logprobs
	}
	c.data(map[string]any{"id": "fake", "object": "chat.completion.chunk", "model": c.q.Model, "choices": []any{choice}})
}

func (c *call) data(v any) {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("fake: a piece of an answer does not encode: %v", err))
	}
	c.write("data: " + string(raw) + "\n\n")
	c.flush()
}

func (c *call) json(v any) {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("fake: an answer does not encode: %v", err))
	}
	c.w.Header().Set("Content-Type", "application/json")
	c.write(string(raw))
}

func (c *call) write(s string) {
	_, _ = io.WriteString(c.w, s) // a caller that is gone wants nothing
}

func (c *call) flush() {
	if f, ok := c.w.(http.Flusher); ok {
		f.Flush()
	}
}

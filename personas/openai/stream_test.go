package openai

import (
	"errors"
	"io"
	"strings"
	"testing"
)

const (
	piece = `{"choices":[{"delta":{"content":"a"}}]}`
	last  = `{"choices":[{"delta":{},"finish_reason":"stop"}]}`
)

func read(s string) (*answer, error) { return readStream(strings.NewReader(s), 0, func() {}) }

func TestAStreamIsReadInAllItsShapes(t *testing.T) {
	for name, s := range map[string]string{
		"plain":            "data: " + piece + "\n\ndata: " + last + "\n\ndata: [DONE]\n\n",
		"no blanks":        "data: " + piece + "\ndata: " + last + "\ndata: [DONE]\n",
		"carriage returns": "data: " + piece + "\r\n\r\ndata: " + last + "\r\n\r\ndata: [DONE]\r\n\r\n",
		"no space":         "data:" + piece + "\n\ndata:" + last + "\n\ndata:[DONE]",
		"other fields":     "event: chunk\nid: 1\nretry: 5\ndata: " + piece + "\n\ndata: " + last + "\n\ndata: [DONE]\n\n",
		"several lines":    "data: {\"choices\":\ndata: [{\"delta\":{\"content\":\"a\"}}]}\n\ndata: " + last + "\n\ndata: [DONE]\n\n",
		"keep-alives":      strings.Repeat(": wait\n\n", 5000) + "data: " + piece + "\n\n" + strings.Repeat(":\n", 5000) + "data: " + last + "\n\ndata: [DONE]\n\n",
		"a long comment":   ":" + strings.Repeat("x", 3<<20) + "\ndata: " + piece + "\n\ndata: " + last + "\n\ndata: [DONE]\n\n",
		"no error":         `data: {"error":null,"choices":[{"delta":{"content":"a"}}]}` + "\n\ndata: " + last + "\n\ndata: [DONE]\n\n",
	} {
		a, err := read(s)
		if err != nil || a.text.String() != "a" || a.finish != "stop" {
			t.Errorf("%s: got %+v, %v", name, a, err)
		}
	}
}

func TestAStreamThatIsNotWholeIsAFault(t *testing.T) {
	for name, c := range map[string]struct {
		s    string
		want Kind
	}{
		"nothing":      {"", Cut},
		"no done":      {"data: " + piece + "\n\ndata: " + last + "\n\n", Cut},
		"no finish":    {"data: " + piece + "\n\ndata: [DONE]\n\n", Cut},
		"half a line":  {"data: " + piece + "\n\ndata: {\"cho", Cut},
		"bad json":     {"data: {\"cho\n\ndata: [DONE]\n\n", Garbled},
		"wrong shape":  {"data: {\"choices\":5}\n\ndata: [DONE]\n\n", Garbled},
		"an error":     {"data: {\"error\":{\"message\":\"overloaded\"}}\n\ndata: [DONE]\n\n", Server},
		"error field":  {"error: {\"error\":{\"message\":\"overloaded\"}}\n\n", Server},
		"rate":         {"data: {\"error\":{\"message\":\"slow\",\"code\":\"rate_limit_exceeded\"}}\n\n", Rate},
		"gave up":      {"data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"error\"}]}\n\ndata: [DONE]\n\n", Server},
		"endless line": {"data: " + strings.Repeat("x", 2<<20), Large},
	} {
		_, err := read(c.s)
		if err == nil {
			t.Errorf("%s: taken for whole", name)
		} else if got := readFault(err).Kind; got != c.want {
			t.Errorf("%s: got %v, %v, want %s", name, got, err, c.want)
		}
	}
}

func TestCallsAreJoinedHoweverTheyAreNumbered(t *testing.T) {
	for name, calls := range map[string][]string{
		"numbered":   {`{"index":0,"id":"a","function":{"name":"f","arguments":"{"}}`, `{"index":1,"id":"b","function":{"name":"g","arguments":"{"}}`, `{"index":0,"function":{"arguments":"}"}}`, `{"index":1,"function":{"arguments":"}"}}`},
		"all zero":   {`{"index":0,"id":"a","function":{"name":"f","arguments":"{}"}}`, `{"index":0,"id":"b","function":{"name":"g","arguments":"{}"}}`},
		"not at all": {`{"id":"a","function":{"name":"f","arguments":"{"}}`, `{"function":{"arguments":"}"}}`, `{"id":"b","function":{"name":"g","arguments":"{}"}}`},
	} {
		var s strings.Builder
		for _, c := range calls {
			s.WriteString(`data: {"choices":[{"delta":{"tool_calls":[` + c + "]}}]}\n\n")
		}
		a, err := read(s.String() + `data: {"choices":[{"delta":{},"finish_reason":"tool_calls"}]}` + "\n\ndata: [DONE]\n\n")
		if err != nil || len(a.calls) != 2 || a.calls[0].Tool+a.calls[0].Args != "f{}" || a.calls[1].Tool+a.calls[1].Args != "g{}" {
			t.Errorf("%s: got %+v, %v", name, a, err)
		}
	}
}

func FuzzStream(f *testing.F) {
	f.Add("data: " + piece + "\n\ndata: " + last + "\n\ndata: [DONE]\n\n")
	f.Add(": x\n\nevent: y\ndata: {}\n\ndata: [DONE]")
	f.Add(`data: {"choices":[{"delta":{"tool_calls":[{"index":-1,"id":"a"}]}}]}` + "\n\n")
	f.Fuzz(func(t *testing.T, s string) {
		a, err := read(s)
		if err != nil {
			readFault(err)
			return
		}
		if a.finish == "" || !strings.Contains(s, "[DONE]") {
			t.Fatalf("%q was taken for whole: %+v", s, a)
		}
		if b, err := read(strings.ReplaceAll(s, "\n", "\n: keep-alive\n")); err != nil || b.text.String() != a.text.String() {
			t.Fatalf("%q reads otherwise with comments: %v", s, err)
		}
	})
}

func FuzzWhole(f *testing.F) {
	f.Add(`{"choices":[{"message":{"content":"hi"},"finish_reason":"stop"}],"usage":{"prompt_tokens":1}}`)
	f.Add(`{"choices":[{"message":{"content":[{"type":"text","text":"x"}],"tool_calls":[{"function":{"name":"f"}}]},"finish_reason":"tool_calls"}]}`)
	f.Fuzz(func(t *testing.T, s string) {
		a, err := readWhole(strings.NewReader(s))
		if err == nil {
			a.ended()
		} else if readFault(err).Kind == "" || errors.Is(err, io.EOF) {
			t.Fatalf("%q: %v", s, err)
		}
	})
}

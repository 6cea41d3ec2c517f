package main

import (
	"fmt"
	"strings"
	"testing"
)

// A model whose endpoint knows no tools scores nothing, and is told why.
func TestAnAgentThatCallsNoToolIsTold(t *testing.T) {
	for _, c := range []struct {
		traces []string
		want   string
	}{
		{[]string{`{"idle":3}`, `{"idle":3}`}, "6 answers of the agent, none of them a tool call"},
		{[]string{`{"idle":3}`, `{"idle":2}`}, "6 answers of the agent, 5 of them hold no tool call"},
		{[]string{`{"idle":1}`, `{}`}, ""},
		{[]string{`{"idle":1}`, `{"idle":2,"running":"what was"}`}, ""},
	} {
		v := &voices{}
		for _, raw := range c.traces {
			v.called([]byte(raw), 3)
		}
		got := strings.Join(v.lines(), "\n")
		if (got == "") != (c.want == "") || !strings.Contains(got, c.want) || c.want != "" && !strings.Contains(got, "tools: text") {
			t.Errorf("%s: got %q, want %q", fmt.Sprint(c.traces), got, c.want)
		}
	}
}

package standin

import "testing"

func TestAPromptIsAnsweredInPlainWords(t *testing.T) {
	for name, c := range map[string]struct{ text, schema, want string }{
		"words":   {"Say now:\n- inform\n\nIn plain words:\nIt is done.\nLena\n\nForm:\nA mail", "", "It is done.\nLena"},
		"choice":  {"Options:\n1. no", `{"choice":1}`, `{"choice":1,"ids":[],"text":"Let me think about it."}`},
		"card":    {"The card:\nLena keeps her word.\n\nNews:", "", "Lena keeps her word."},
		"ask":     {"The ids:\n- person:ana: Ana\n- package:api: API\n\nThe message:\n[text 1]\nHow does it stand?\nBest\n[text 1]", `{"acts":1}`, `{"acts":[{"about":"package:api","due":"","percent":0,"quote":"How does it stand?","value":"","verb":"ask","who":""}],"unclear":""}`},
		"talk":    {"The ids:\n- person:ana: Ana\n\nThe message:\n[text 1]\nHello\n[text 1]", `{"acts":1}`, `{"acts":[{"about":"","due":"","percent":0,"quote":"Hello","value":"","verb":"smalltalk","who":""}],"unclear":""}`},
		"nothing": {"", "", ""},
	} {
		if got := Answer(c.text, c.schema); got != c.want {
			t.Errorf("%s: got %s, want %s", name, got, c.want)
		}
	}
}

package prompt

import (
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestAPromptComesBackAsItWas(t *testing.T) {
	p := Prompt{Messages: []Message{{Role: System, Content: "You are Lena & <co>."}, {Role: User, Content: "hi\n\"there\""},
		{Role: Assistant, Calls: []Call{{ID: "1", Tool: "chat_post", Args: `{"text":"x"}`}}}, {Role: Result, Answers: "1", Content: "ok"}},
		Tools: []Tool{{Name: "chat_post", Doc: "Posts.", Schema: []byte(`{"type":"object"}`)}}, Stable: 1}
	got, err := Decode(p.Encode())
	if err != nil || !reflect.DeepEqual(got, p) {
		t.Fatalf("got %+v, %v\nwant %+v", got, err, p)
	}
	if !strings.Contains(string(p.Encode()), "Lena & <co>") {
		t.Errorf("the canonical form escapes what a person could read: %s", p.Encode())
	}
}

func TestWhatIsNoPromptIsRefused(t *testing.T) {
	for raw, want := range map[string]string{
		``:                                      "EOF",
		`{"messages":[{"role":"boss"}]}`:        `role "boss"`,
		`{"messages":[],"stable":1}`:            "1 of 0",
		`{"messages":[],"extra":1}`:             "unknown field",
		`{"messages":[]} {}`:                    "follows",
		`{"messages":[],"stable":-1}`:           "-1 of 0",
		`{"messages":[{"role":"user"}],"tools"`: "EOF",
	} {
		if _, err := Decode([]byte(raw)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want an error with %q", raw, err, want)
		}
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte(`{"messages":[{"role":"user","content":"hi"}],"stable":1}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		p, err := Decode(raw)
		if err != nil {
			return
		}
		again, err := Decode(p.Encode())
		if err != nil || string(again.Encode()) != string(p.Encode()) {
			t.Fatalf("%s became %s, %v", raw, p.Encode(), err)
		}
	})
}

func TestATextIsClippedWithinItsBound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text, most := rapid.String().Draw(t, "text"), rapid.IntRange(2, 50).Draw(t, "most")
		got := Clip(text, most)
		if n := Tokens(got); n > most {
			t.Fatalf("%q cut at %d costs %d: %q", text, most, n, got)
		}
		if Tokens(text) <= most && got != text {
			t.Fatalf("%q fits and was cut to %q", text, got)
		}
	})
}

func TestWordsCost(t *testing.T) {
	for text, want := range map[string]int{"": 0, "a": 1, "four": 1, "fives": 2, "two words": 3, "12%": 3, "ü": 2, "a b": 2} {
		if got := Tokens(text); got != want {
			t.Errorf("%q: got %d, want %d", text, got, want)
		}
	}
}

package standin

import (
	"encoding/json"
	"strings"
)

// Answer is what a prompt asks for: its last message, and the schema of the answer, if it has one.
func Answer(text, schema string) string {
	switch {
	case strings.Contains(schema, `"choice"`):
		return asText(map[string]any{"choice": 1, "ids": []string{}, "text": "Let me think about it."})
	case strings.Contains(schema, `"acts"`):
		return asText(map[string]any{"acts": []map[string]any{reading(text)}, "unclear": ""})
	}
	if _, draft, ok := strings.Cut(text, "In plain words:\n"); ok {
		draft, _, _ = strings.Cut(draft, "\n\nForm:")
		return draft
	}
	_, card, _ := strings.Cut(text, "The card:\n")
	card, _, _ = strings.Cut(card, "\n\n")
	return card
}

func reading(text string) map[string]any {
	_, ids, _ := strings.Cut(text, "The ids:\n")
	ids, message, _ := strings.Cut(ids, "The message:\n")
	about := ""
	for line := range strings.Lines(ids) {
		if id, _, ok := strings.Cut(strings.TrimPrefix(line, "- "), ": "); ok && !strings.HasPrefix(id, "person:") {
			about = id
			break
		}
	}
	verb := "inform"
	switch {
	case about == "":
		verb = "smalltalk"
	case strings.Contains(strings.ToLower(message), "could you"):
		verb = "request"
	case strings.Contains(message, "?"):
		verb = "ask"
	}
	return map[string]any{"quote": firstLine(message), "verb": verb, "about": about, "who": "", "due": "", "percent": 0, "value": ""}
}

// firstLine is the beginning of the message, which stands between two marks.
func firstLine(message string) string {
	_, message, _ = strings.Cut(message, "\n")
	line, _, _ := strings.Cut(strings.TrimSpace(message), "\n")
	if len(line) > 160 {
		line = line[:160]
		line = line[:max(0, strings.LastIndex(line, " "))]
	}
	return line
}

func asText(x any) string {
	raw, err := json.Marshal(x)
	if err != nil {
		panic(err) // plain values
	}
	return string(raw)
}

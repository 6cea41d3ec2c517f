package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"
)

// realModel is an endpoint with a real model behind it; the test is skipped when none is named.
type realModel struct{ url, id string }

func theRealModel(t *testing.T) realModel {
	t.Helper()
	m := realModel{strings.TrimSuffix(os.Getenv("TENURE_MODEL_URL"), "/"), os.Getenv("TENURE_MODEL_ID")}
	if m.url == "" {
		t.Skip("no real model: TENURE_MODEL_URL is not set; 'make model-test' starts a small one and runs this")
	}
	return m
}

// completion is what the tests read of an answer.
type completion struct {
	Choices []struct {
		Message struct {
			Content string `json:"content"`
		} `json:"message"`
		Finish string `json:"finish_reason"`
	} `json:"choices"`
	Usage struct {
		In  int `json:"prompt_tokens"`
		Out int `json:"completion_tokens"`
	} `json:"usage"`
}

// ask posts a question as it stands on the wire, without any client of ours: what comes back is the endpoint's own.
func (m realModel) ask(t *testing.T, fields map[string]any) completion {
	t.Helper()
	fields["model"] = m.id
	body, err := json.Marshal(fields)
	if err != nil {
		t.Fatal(err)
	}
	client := http.Client{Timeout: 3 * time.Minute}
	reply, err := client.Post(m.url+"/chat/completions", "application/json", bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer reply.Body.Close()
	text, err := io.ReadAll(reply.Body)
	if err != nil || reply.StatusCode != http.StatusOK {
		t.Fatalf("the endpoint answers %s (%v): %s", reply.Status, err, text)
	}
	var c completion
	if err := json.Unmarshal(text, &c); err != nil || len(c.Choices) != 1 {
		t.Fatalf("got no completion with one choice (%v): %s", err, text)
	}
	return c
}

func said(role, content string) map[string]string {
	return map[string]string{"role": role, "content": content}
}

func TestRealModelAnswers(t *testing.T) {
	m := theRealModel(t)
	c := m.ask(t, map[string]any{"temperature": 0, "max_tokens": 40,
		"messages": []map[string]string{said("user", "Write one sentence that says the report is due on Friday.")}})
	if strings.TrimSpace(c.Choices[0].Message.Content) == "" {
		t.Error("got an empty answer, want words")
	}
	if f := c.Choices[0].Finish; f != "stop" && f != "length" {
		t.Errorf("got finish reason %q, want stop or length", f)
	}
	if c.Usage.In == 0 || c.Usage.Out == 0 || c.Usage.Out > 40 {
		t.Errorf("got usage %+v, want both counted and at most 40 tokens of answer", c.Usage)
	}
}

func TestRealModelKeepsToASchema(t *testing.T) {
	m := theRealModel(t)
	schema := `{"type":"object","additionalProperties":false,"required":["kind","who"],
		"properties":{"kind":{"enum":["promise","ask","refuse"]},"who":{"enum":["ana","ben"]}}}`
	c := m.ask(t, map[string]any{"temperature": 0, "max_tokens": 80,
		"messages": []map[string]string{said("user", "Ana promises the report by Friday. Give the act as JSON.")},
		"response_format": map[string]any{"type": "json_schema",
			"json_schema": map[string]any{"name": "act", "strict": true, "schema": json.RawMessage(schema)}}})
	var act struct{ Kind, Who string }
	read := json.NewDecoder(strings.NewReader(c.Choices[0].Message.Content))
	read.DisallowUnknownFields()
	if err := read.Decode(&act); err != nil {
		t.Fatalf("got %q, want JSON of the schema: %v", c.Choices[0].Message.Content, err)
	}
	if !strings.Contains(" promise ask refuse ", fmt.Sprintf(" %s ", act.Kind)) || !strings.Contains(" ana ben ", fmt.Sprintf(" %s ", act.Who)) {
		t.Errorf("got %+v, want values of the schema's lists", act)
	}
}

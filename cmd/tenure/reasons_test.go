package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Whoever reads "degraded: missing 15" finds the word in the table. The words are those in the source.
func TestEveryReasonOfADegradedAnswerIsInTheTable(t *testing.T) {
	read := func(path string) string {
		raw, err := os.ReadFile(filepath.Join("..", "..", path))
		if err != nil {
			t.Fatal(err)
		}
		return string(raw)
	}
	_, table, _ := strings.Cut(read("scenarios/MODELS.md"), "# Why an answer is degraded")
	table, _, _ = strings.Cut(table, "# Going on")
	reasons := map[string]bool{"fault": true, "budget": true, "role": true}
	_, codes, _ := strings.Cut(read("personas/voice/check.go"), "The codes of problems.")
	codes, _, _ = strings.Cut(codes, "\n)")
	for _, m := range regexp.MustCompile(`= "([a-z-]+)"`).FindAllStringSubmatch(codes, -1) {
		reasons[m[1]] = true
	}
	files, err := filepath.Glob(filepath.Join("..", "..", "personas", "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		source := read(filepath.Join("personas", filepath.Base(f)))
		for _, m := range regexp.MustCompile(`(?:degrade|fall)\("([a-z-]+)"`).FindAllStringSubmatch(source, -1) {
			reasons[m[1]] = true
		}
	}
	if len(reasons) < 20 {
		t.Fatalf("only %d reasons were found in the source: %v", len(reasons), reasons)
	}
	for r := range reasons {
		if !strings.Contains(table, "`"+r+"`") {
			t.Errorf("the reason %q is not in the table of scenarios/MODELS.md", r)
		}
	}
}

package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// TestTheREADMETellsTheTruth runs the main job and compares it with the line that README shows for programs. Whoever
// changes what coworkers do changes the hash, and README with it.
func TestTheREADMETellsTheTruth(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	line := regexp.MustCompile(`(?m)^\{"episode":.*\}$`).Find(text)
	var said summary
	if err := json.Unmarshal(line, &said); err != nil {
		t.Fatalf("README shows no line of run --json: %v", err)
	}
	if ran := newCLI(t).last("run", "portal", "--report", "none"); ran != said {
		t.Errorf("README says %+v\nand the run gives %+v", said, ran)
	}
}

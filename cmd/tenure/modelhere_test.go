package main

import "testing"

// Who forgets the flag, or names a model where a file is wanted, is told what to type.
func TestAFileOfModelsThatLiesHereIsOffered(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	file := c.modelsAt("http://127.0.0.1:1/v1", "", "")
	for line, want := range map[string]string{
		"model list":                              "there is a models.yaml here (--models models.yaml)",
		"run desk --agent model:one":              "there is a models.yaml here (--models models.yaml)",
		"run desk --agent one":                    "did you mean model:one?",
		"run desk --personas one":                 "give --personas models.yaml",
		"run desk --agent model:one --models one": "give --models models.yaml",
	} {
		c.refuses(line, want, file)
	}
}

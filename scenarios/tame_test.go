package scenarios

import (
	"fmt"
	"strings"
	"testing"
)

// keys is a mapping of n keys at a column, from 0.
func keys(n, column int, form string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat(" ", column))
		fmt.Fprintf(&b, form, i)
	}
	return b.String()
}

func TestYAMLThatWouldTakeTooLongIsRefusedBeforeItIsParsed(t *testing.T) {
	const k, v = keysMost, valuesMost
	tooMany := fmt.Sprintf("more than %d keys in one mapping", k)
	for name, c := range map[string]struct{ raw, want string }{
		"keys":                      {keys(k, 0, "k%d: 1\n"), ""},
		"a key too many":            {keys(k+1, 0, "k%d: 1\n"), tooMany},
		"ended by carriage returns": {keys(k+1, 0, "k%d: 1\r"), tooMany},
		"quoted":                    {keys(k+1, 0, "\"k%d\" : 1\n"), tooMany},
		"below a key":               {"a:\n" + keys(k+1, 2, "k%d: 1\n"), tooMany},
		"below a dash":              {"- a: 1\n" + keys(k, 2, "k%d: 1\n"), tooMany},
		"asked for":                 {keys(k+1, 0, "? k%d\n: 1\n"), "have no value"},
		"with comments between":     {"a:\n" + keys(k+1, 2, "k%d: 1\n# b: c\n"), tooMany},
		"with lists between":        {keys(k+1, 0, "k%d:\n- a: 1\n"), tooMany},
		"with braces between":       {"a:\n" + keys(k+1, 2, "k%d: {\na: 1}\n"), tooMany},
		"in braces, one a line":     {"a: {\n" + keys(k+1, 2, "k%d: 1,\n") + "}", tooMany},
		"in braces, on one line":    {"a: {" + keys(k+1, 0, "k%d: 1, ") + "}", tooMany},
		"in many mappings":          {strings.Repeat("- a: 1\n  b: 2\n", k), ""},
		"in many lists":             {strings.Repeat("- - a: 1\n", k+1), ""},
		"values":                    {strings.Repeat("- 1\n", v), ""},
		"a value too many":          {strings.Repeat("- 1\n", v+1), fmt.Sprintf("more than %d values", v)},
		"in brackets":               {"[" + strings.Repeat("1,", v+1) + "]", fmt.Sprintf("more than %d values", v)},
		"nothing in items":          {strings.Repeat("-\n", emptyMost+1), "have no value"},
		"nothing in keys":           {strings.Repeat("- a:\n", emptyMost+1), "have no value"},
		"nothing in brackets":       {"[" + strings.Repeat("{a},", emptyMost+1) + "]", "have no value"},
		"nothing at the end":        {"a:\n- b\n-", ""},
		"commas in a long text":     {"a: |\n" + strings.Repeat("  b: c, d\n", 2*k), ""},
	} {
		_, _, err := parseCounting([]byte(c.raw))
		if err == nil && c.want != "" || err != nil && (c.want == "" || !strings.Contains(err.what, c.want) || err.line < 1 || err.column < 1) {
			t.Errorf("%s: got %+v, want %q", name, err, c.want)
		}
	}
}

func TestLinesEndAsTheLibraryEndsThem(t *testing.T) {
	for _, end := range []string{"\n", "\r\n", "\r"} {
		err := tame([]byte("a: 1" + end + strings.Repeat("[", 8*depthMost+1) + end))
		if err == nil || err.line != 2 {
			t.Errorf("%q: got %+v, want trouble in line 2", end, err)
		}
	}
	if err := tame([]byte(strings.Repeat("-\r", 2000))); err != nil {
		t.Errorf("many short lines are taken for one: %v", err)
	}
}

func TestAllYAMLOfAScenarioIsBounded(t *testing.T) {
	r := &report{name: "x"}
	file := []byte("a: [" + strings.Repeat("1,", valuesMost-10) + "]")
	for i := 0; i <= valuesAllMost/valuesMost+1 && !r.full(); i++ {
		r.read("cast/a.yaml", file, nil)
	}
	if len(r.problems) != 1 || !strings.Contains(r.problems[0].Message, "values in all") {
		t.Errorf("got %v, want one problem about all values", r.problems)
	}
	r = &report{name: "x"}
	r.yaml.bytes = yamlAllMost
	if _, n := r.read("cast/a.yaml", []byte("a: 1"), nil); n != nil || !r.full() {
		t.Errorf("a file beyond the limit of bytes is read: %v", r.problems)
	}
}

package simcheck

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

var cases = []Case{
	{Scenario: "desk", Agent: "steady", Seed: 7, Leg: Fork, At: 412, Upto: 500},
	{Scenario: "../../scenarios/testdata/base", Agent: "oracle", Seed: 0, Leg: Storm, Faults: []Fault{Kill, Late}},
	{Scenario: "desk", Agent: "spammer", Seed: 1 << 63, Leg: Plain},
}

func TestACaseIsWrittenAndReadAgain(t *testing.T) {
	for _, c := range cases {
		got, err := ParseCase(c.Text([]string{"event 7 differs", "and more"}))
		if err != nil || !reflect.DeepEqual(got, c) {
			t.Errorf("got %+v, %v; want %+v", got, err, c)
		}
	}
}

func TestACaseThatIsWrongIsRefusedWithItsLine(t *testing.T) {
	for text, want := range map[string]string{
		"scenario desk\nleg jump\n":              "line 2: there is no leg",
		"scenario desk\nseed -1\nleg fork\n":     "line 2: seed",
		"scenario desk\nleg faults\nfaults rain": "line 3: there is no fault",
		"scenario desk\ncolour red\n":            "line 2: \"colour\"",
		"scenario desk\nagent bond\nleg fork\n":  "line 2: there is no agent",
		"leg fork\n":                             "at least a scenario",
		strings.Repeat("#", caseMost+1):          "at most",
	} {
		if _, err := ParseCase([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: got %v, want %q in it", text, err, want)
		}
	}
}

func FuzzParseCase(f *testing.F) {
	for _, c := range cases {
		f.Add(c.Text([]string{"x"}))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		c, err := ParseCase(raw)
		if err != nil {
			return
		}
		again, err := ParseCase(c.Text(nil))
		if err != nil || !reflect.DeepEqual(again, c) {
			t.Errorf("%+v is read again as %+v, %v", c, again, err)
		}
	})
}

// TestFailingCasesAreWell goes every case again that a soak once found. Scenarios are named from the top of the tree.
func TestFailingCasesAreWell(t *testing.T) {
	files, err := filepath.Glob("testdata/failing/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range files {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txt"), func(t *testing.T) {
			raw, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			c, err := ParseCase(raw)
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(c.Scenario, "/") && !filepath.IsAbs(c.Scenario) {
				c.Scenario = filepath.Join("..", "..", c.Scenario)
			}
			f, err := GoAgain(context.Background(), c)
			if err != nil {
				t.Fatal(err)
			}
			if f != nil {
				t.Errorf("%s\n%s", c.Command(), strings.Join(f.Lines(), "\n"))
			}
		})
	}
}

func TestTheTextOfACaseTellsWhatWasFound(t *testing.T) {
	if got := cases[0].Text([]string{"two\nlines"}); !bytes.HasPrefix(got, []byte("# two\n# lines\nscenario desk\n")) {
		t.Errorf("got %q", got)
	}
}

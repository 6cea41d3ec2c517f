package cassette

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// refused opens a file that holds raw in every mode, and wants a refusal that leaves it as it is.
func refused(t *testing.T, raw []byte, want string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, raw, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, mode := range Modes {
		tape, _, err := Open(path, Options{Mode: mode, Config: config, Model: &model{}})
		if err == nil {
			tape.Close()
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s, %.40q: got %v, want %q", mode, raw, err, want)
		}
		if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, raw) {
			t.Errorf("%s: %.40q became %.40q, %v", mode, raw, got, err)
		}
	}
}

func TestAFileThatIsNoTapeIsLeftAsItIs(t *testing.T) {
	for _, raw := range []string{"x", "my only notes, in one line", "{x", `{"sum":"nothing of ours"}`, `{"sum":"00000000",`, string(header[:len(header)-1]) + "x", strings.Repeat("long", 100_000), "\x00\x00"} {
		refused(t, []byte(raw), "it is no tape")
	}
	refused(t, []byte("a line\nand another"), "does not begin with the sum")
}

func TestWhatOthersWroteBehindATapeIsNotCutAway(t *testing.T) {
	whole, err := os.ReadFile(recorded(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, tail := range []string{"notes", `{"text":"mine"}`, "{x"} {
		refused(t, append(bytes.Clone(whole), tail...), "is no record")
	}
}

func TestATapeWhoseHeaderWasCutIsBegunAnew(t *testing.T) {
	for size := range len(header) {
		path := filepath.Join(t.TempDir(), "file")
		if err := os.WriteFile(path, header[:size], 0o644); err != nil {
			t.Fatal(err)
		}
		tape, _, err := Open(path, Options{Mode: Record, Config: config, Model: &model{}})
		if err != nil {
			t.Fatalf("%d bytes of the header: %v", size, err)
		}
		complete(t, tape, ask(1, "x"))
		if err := tape.Close(); err != nil {
			t.Fatal(err)
		}
		if got := complete(t, open(t, path, Options{Mode: Strict}), ask(1, "x")); got.Text != "answer 1 to 1" {
			t.Errorf("%d bytes of the header: got %+v", size, got)
		}
	}
}

func TestNothingIsKeptThatCouldNotBeRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	tape := open(t, path, Options{Mode: Record, Model: &model{}})
	q, err := question(ask(1, "x"), config.Models[0], config.Roles["persona.small"])
	if err != nil {
		t.Fatal(err)
	}
	q.Got, q.Answer = gotAnswer, &answer{Text: strings.Repeat("x", lineMost)}
	if err := tape.keep(q); err == nil || !strings.Contains(err.Error(), "a line of a tape at most") {
		t.Errorf("a record that is too long: got %v", err)
	}
	q.Answer = &answer{Text: "yes"}
	q.Attempts = []Attempt{{Body: strings.Repeat("x", lineMost)}}
	if err := tape.keep(q); err != nil {
		t.Errorf("attempts that are too long: got %v", err)
	}
	if err := tape.Close(); err != nil {
		t.Fatal(err)
	}
	if got := open(t, path, Options{Mode: Strict}).Len(); got != 1 {
		t.Errorf("got %d answers, want 1", got)
	}
}

package fake

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

func ask(s *Server, content string) string {
	w := httptest.NewRecorder()
	body := fmt.Sprintf(`{"model":"fake","messages":[{"role":"user","content":%q}]}`, content)
	func() {
		defer func() { _ = recover() }() // how a cut connection looks without a connection
		s.ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/v1/chat/completions", strings.NewReader(body)))
	}()
	return fmt.Sprint(w.Code, w.Body)
}

// Answers and faults hang on the seed and the question, not on the order in which questions come.
func TestTheOrderOfQuestionsChangesNothing(t *testing.T) {
	opt := Options{Seed: 3, Faults: Among(500, TooMany, Broken, EmptyAnswer, Refuses, TooLong, HTML, WrongJSON), Hang: time.Millisecond}
	var order []int
	for i := range 60 {
		order = append(order, i%30) // each comes twice
	}
	run := func(order []int, seed uint64) map[int][]string {
		o := opt
		o.Seed = seed
		s, got := New(o), map[int][]string{}
		for _, q := range order {
			got[q] = append(got[q], ask(s, fmt.Sprint("question ", q)))
		}
		return got
	}
	a := run(order, 3)
	slices.Reverse(order)
	if b := run(order, 3); !reflect.DeepEqual(a, b) {
		t.Errorf("seed 3: got %v\nand in another order %v", a, b)
	}
	if c := run(order, 4); reflect.DeepEqual(a, c) {
		t.Error("seed 4 draws what seed 3 drew")
	}
}

func TestFaultsComeAboutAsOftenAsTheyShould(t *testing.T) {
	n, f := 0, Even(300)
	for i := range uint64(10000) {
		if f.draw(newDraws(1, i, 1)) != "" {
			n++
		}
	}
	if n < 2800 || n > 3200 {
		t.Errorf("got %d of 10000 at a chance of 300 in 1000", n)
	}
	sum := 0
	for _, x := range f {
		sum += x
	}
	if sum != 300 || len(f) != len(All) {
		t.Errorf("got %d thousandths among %d faults", sum, len(f))
	}
}

func TestLatenciesAreLogNormal(t *testing.T) {
	s := New(Options{Median: 100 * time.Millisecond, Sigma: 0.8})
	var ds []time.Duration
	for i := range uint64(2001) {
		ds = append(ds, s.latency(newDraws(9, i, 1)))
	}
	slices.Sort(ds)
	if m := ds[1000]; m < 90*time.Millisecond || m > 110*time.Millisecond {
		t.Errorf("got a median of %v, want about 100 ms", m)
	}
	if p84 := ds[1682]; p84 < 200*time.Millisecond || p84 > 250*time.Millisecond { // e to the sigma: 2.2 times the median
		t.Errorf("got %v at the 84th percentile, want about 223 ms", p84)
	}
}

func TestWhatMustBeSaidIsFound(t *testing.T) {
	q := Question{Messages: []Message{{Content: "You must say: old\n- 5"}, {Content: "Hi.\nYou must say these values:\n- 12 March\n* 1,200 EUR.\n  Lena\n\nnot this"}}}
	if got := Must(q); !reflect.DeepEqual(got, []string{"12 March", "1,200 EUR", "Lena"}) {
		t.Errorf("got %q", got)
	}
}

func TestASchemaIsFilled(t *testing.T) {
	for schema, want := range map[string]string{
		`{"type":"object","properties":{"a":{"enum":["x","y"]},"b":{"type":"array","minItems":2,"items":{"type":"integer","minimum":3}},"c":{}},"required":["a","b"]}`: `{"a":"x","b":[3,3]}`,
		`{"$defs":{"n":{"const":7}},"properties":{"n":{"$ref":"#/$defs/n"}},"required":["n"]}`:                                                                         `{"n":7}`,
		`{"anyOf":[{"type":["string","null"],"minLength":4}]}`:                                                                                                         `"okxx"`,
		`{"$ref":"#"}`:       `null`,
		`{`:                  `null`,
		`{"type":"boolean"}`: `false`,
	} {
		if got := Fill(json.RawMessage(schema)); got != want {
			t.Errorf("%s: got %s, want %s", schema, got, want)
		}
	}
}

func TestAnEchoHoldsTheWholePrompt(t *testing.T) {
	if got := ask(New(Options{Echo: true}), "a secret"); !strings.Contains(got, "a secret") {
		t.Errorf("got %s", got)
	}
}

func TestItListensAndEnds(t *testing.T) {
	s, err := Start(Options{Models: []string{"a"}, Context: 9})
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.Get(s.URL() + "/models")
	if err != nil {
		t.Fatal(err)
	}
	raw, err := io.ReadAll(resp.Body)
	if err != nil || !strings.Contains(string(raw), `"max_model_len":9`) {
		t.Errorf("got %s, %v", raw, err)
	}
	resp.Body.Close()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := http.Get(s.URL() + "/models"); err == nil {
		t.Error("it answers after its end")
	}
}

func FuzzFill(f *testing.F) {
	f.Add(`{"type":"object","properties":{"a":{"$ref":"#/properties/a"}},"required":["a"]}`)
	f.Add(`{"type":"array","minItems":1e30,"items":{"type":"array"}}`)
	f.Fuzz(func(t *testing.T, schema string) {
		if len(schema) > 2000 {
			return
		}
		if got := Fill(json.RawMessage(schema)); !json.Valid([]byte(got)) {
			t.Fatalf("%s gave %s", schema, got)
		}
	})
}

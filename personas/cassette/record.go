package cassette

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"strings"
	"time"

	"github.com/tenure-sim/tenure/personas/models"
	"github.com/tenure-sim/tenure/sim/engine"
	"github.com/tenure-sim/tenure/sim/prompt"
)

// record is one line of a tape.
type record struct {
	Key      string          `json:"key"` // hash of model, params, prompt and schema
	Owner    string          `json:"owner"`
	Persona  string          `json:"persona"`
	Ordinal  uint64          `json:"ordinal"`
	Got      string          `json:"got"` // answer | fault | nothing
	Role     string          `json:"role"`
	Name     string          `json:"name"`  // of the model in the configuration
	Model    string          `json:"model"` // its id at the endpoint
	Params   json.RawMessage `json:"params"`
	Prompt   json.RawMessage `json:"prompt"`
	Schema   json.RawMessage `json:"schema,omitempty"`
	Answer   *answer         `json:"answer,omitempty"`
	Fault    string          `json:"fault,omitempty"`
	Attempts []Attempt       `json:"attempts,omitempty"` // those that failed
	Used     *models.Usage   `json:"used,omitempty"`     // the requests that it took, failed ones too, and their tokens
	Payer    string          `json:"payer,omitempty"`    // the book of the episode that paid it
	Began    time.Time       `json:"began"`
	Took     int64           `json:"took_us"` // with all attempts and waits
}

// What a question got.
const (
	gotAnswer  = "answer"
	gotFault   = "fault"
	gotNothing = "nothing" // the run ended before
)

// answer is an engine.Response.
type answer struct {
	Text   string        `json:"text"`
	Model  string        `json:"model,omitempty"` // as the endpoint calls it
	In     int           `json:"in"`
	Cached int           `json:"cached,omitempty"`
	Out    int           `json:"out"`
	Finish string        `json:"finish,omitempty"`
	Tries  int           `json:"tries,omitempty"`
	Calls  []prompt.Call `json:"calls,omitempty"`
}

// Attempt is one asking that failed.
type Attempt struct {
	Role    string        `json:"-"`
	Persona string        `json:"-"`
	Ordinal uint64        `json:"-"`
	Try     int           `json:"try"`
	Kind    string        `json:"kind"`
	Status  int           `json:"status,omitempty"`
	Text    string        `json:"text,omitempty"`
	Request string        `json:"request,omitempty"` // the body that was sent
	Body    string        `json:"body,omitempty"`    // and what came back
	Took    time.Duration `json:"took_ns"`
}

// answerOf is a response as every reading of it will give it.
func answerOf(r engine.Response) *answer {
	a := &answer{Text: plain(r.Text), Model: plain(r.Model), In: models.Counted(r.In), Cached: models.Counted(r.Cached), Out: models.Counted(r.Out),
		Finish: plain(r.Finish), Tries: max(r.Tries, 0)}
	for _, c := range r.Calls {
		a.Calls = append(a.Calls, prompt.Call{ID: plain(c.ID), Tool: plain(c.Tool), Args: plain(c.Args)})
	}
	return a
}

func plain(s string) string { return strings.ToValidUTF8(s, "\ufffd") }

// response is the answer as it is given on. What an old tape says of tokens counts as far as it can be true.
func (a answer) response() engine.Response {
	return engine.Response{Text: a.Text, Model: a.Model, In: models.Counted(a.In), Cached: models.Counted(a.Cached), Out: models.Counted(a.Out),
		Finish: a.Finish, Tries: max(a.Tries, 0), Calls: a.Calls}
}

// play is what the question gets.
func (r record) play() (engine.Response, error) {
	if r.Got == gotAnswer {
		return r.Answer.response(), nil
	}
	return engine.Response{}, errors.New(r.Fault)
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

const (
	sumHead = `{"sum":"`
	sumSize = 8
	sumTail = `",`
	bodyAt  = len(sumHead) + sumSize + len(sumTail)
)

// line is a record as it stands on the tape: its own sum first.
func (r record) line() ([]byte, error) {
	raw, err := marshal(r)
	if err != nil {
		return nil, err
	}
	return sealed(raw), nil
}

// sealed puts a sum before an object's fields and a line's end behind it.
func sealed(object []byte) []byte {
	rest := object[1:]
	out := make([]byte, 0, bodyAt+len(rest)+1)
	out = fmt.Appendf(out, "%s%08x%s", sumHead, crc32.Checksum(rest, castagnoli), sumTail)
	return append(append(out, rest...), '\n')
}

func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// unsealed checks a line's sum. The object is the line's own bytes.
func unsealed(line []byte) error {
	if len(line) < bodyAt || !bytes.HasPrefix(line, []byte(sumHead)) || string(line[bodyAt-len(sumTail):bodyAt]) != sumTail {
		return errors.New("it does not begin with the sum of a record")
	}
	if got, want := fmt.Sprintf("%08x", crc32.Checksum(line[bodyAt:], castagnoli)), string(line[len(sumHead):len(sumHead)+sumSize]); got != want {
		return fmt.Errorf("it was altered: its sum is %s and it says %s", got, want)
	}
	return nil
}

// mark is what the index needs of a record.
type mark struct {
	Key     string       `json:"key"`
	Owner   string       `json:"owner"`
	Persona string       `json:"persona"`
	Ordinal uint64       `json:"ordinal"`
	Role    string       `json:"role"`
	Got     string       `json:"got"`
	Format  int          `json:"format"` // of the first line alone
	Used    models.Usage `json:"used"`
	Payer   string       `json:"payer"`
	Model   string       `json:"model"`
}

func readMark(line []byte) (mark, error) {
	if err := unsealed(line); err != nil {
		return mark{}, err
	}
	var m mark
	if err := json.Unmarshal(line, &m); err != nil {
		return mark{}, fmt.Errorf("it is no record: %w", err)
	}
	if m.Used.Requests == 0 && m.Key != "" {
		return m, m.guess(line)
	}
	return m, nil
}

// guess finds what a record took that does not say it: those of before do not, and those of who asks without counting.
func (m *mark) guess(line []byte) error {
	var r struct {
		Prompt   json.RawMessage `json:"prompt"`
		Answer   *answer         `json:"answer"`
		Attempts []Attempt       `json:"attempts"`
		Took     int64           `json:"took_us"`
	}
	if err := json.Unmarshal(line, &r); err != nil {
		return fmt.Errorf("it is no record: %w", err)
	}
	sent := int64(0)
	for _, a := range r.Attempts {
		if a.Kind != "open" && a.Kind != "connect" {
			sent++
		}
	}
	in := int64(prompt.Tokens(string(r.Prompt)))
	m.Used = models.Usage{Requests: sent, In: models.Counted(sent * in)}
	switch {
	case r.Answer != nil:
		a := r.Answer.response()
		m.Used = m.Used.Plus(models.Usage{Requests: 1, In: int64(a.In), Cached: int64(a.Cached), Out: int64(a.Out)})
	case sent == 0 && len(r.Attempts) == 0:
		m.Used = models.Usage{Requests: 1, In: in} // the run ended while it was under way, or whoever failed told of no attempt
	}
	return nil
}

// readRecord reads a whole line.
func readRecord(line []byte) (record, error) {
	if err := unsealed(line); err != nil {
		return record{}, err
	}
	var r record
	if err := json.Unmarshal(line, &r); err != nil {
		return record{}, fmt.Errorf("it is no record: %w", err)
	}
	switch {
	case r.Got == gotAnswer && r.Answer == nil:
		return record{}, errors.New("it says that it has an answer and has none")
	case r.Got == gotFault && r.Fault == "":
		return record{}, errors.New("it says that it has a fault and has none")
	}
	return r, nil
}

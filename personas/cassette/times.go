package cassette

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/tenure-sim/tenure/sim"
)

// Taking is how long a question was under way, whatever it got, also when the run ended before it got anything.
type Taking struct {
	Owner   string
	Persona string
	Role    string
	Ordinal uint64
	Prompt  sim.Hash
	Began   time.Time
	Took    time.Duration // with all attempts and waits
}

// Times tells of all questions on the tape, in the order in which they were kept. It reads the whole file.
func (t *Tape) Times(each func(Taking)) error {
	lines := bufio.NewReaderSize(io.NewSectionReader(t.file.f, 0, t.file.end()), 256<<10)
	for n := 1; ; n++ {
		line, err := readLine(lines)
		if errors.Is(err, io.EOF) {
			return nil
		}
		var r struct {
			Owner   string          `json:"owner"`
			Persona string          `json:"persona"`
			Role    string          `json:"role"`
			Ordinal uint64          `json:"ordinal"`
			Prompt  json.RawMessage `json:"prompt"`
			Began   time.Time       `json:"began"`
			Took    int64           `json:"took_us"`
		}
		if err == nil {
			err = json.Unmarshal(bytes.TrimSuffix(line, []byte("\n")), &r)
		}
		if err != nil {
			return fmt.Errorf("tape %s: read how long its questions took: line %d: %w", t.file.path, n, err)
		}
		if n > 1 && r.Took > 0 {
			each(Taking{r.Owner, r.Persona, r.Role, r.Ordinal, sim.HashOf(r.Prompt), r.Began, time.Duration(r.Took) * time.Microsecond})
		}
	}
}

func (f *file) end() int64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.size
}

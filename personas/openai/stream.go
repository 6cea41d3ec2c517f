package openai

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// Sizes beyond which an answer is a fault. The longest answer that anybody asks for is far below.
const (
	lineMost   = 1 << 20
	streamMost = 16 << 20
	answerMost = 8 << 20
)

var (
	errTooLarge = errors.New("the answer is larger than any should be")
	errNoEnd    = errors.New("the stream ended without its end mark")
)

// events reads a stream of server-sent events and keeps what chat completions use of it: data lines. Comment lines are
// dropped in any number and of any length without being held.
type events struct {
	r    *bufio.Reader
	read int
	done bool // [DONE] was seen
}

func newEvents(r io.Reader) *events { return &events{r: bufio.NewReaderSize(r, 16<<10)} }

var (
	dataField  = []byte("data")
	errorField = []byte("error") // old servers of llama.cpp put an error there
	endMark    = []byte("[DONE]")
)

// next gives the data of one event, which may be several JSON values if a server sets no blank lines between events.
// After [DONE] it gives io.EOF; a stream that ends before it gives errNoEnd.
func (e *events) next() ([]byte, error) {
	if e.done {
		return nil, io.EOF
	}
	var data []byte
	for {
		line, err := e.line()
		if err == io.EOF {
			return nil, errNoEnd // an event that is not closed by a blank line is not whole
		}
		if err != nil {
			return nil, err
		}
		if len(line) == 0 {
			if len(data) > 0 {
				return data, nil
			}
			continue
		}
		value, ok := field(line)
		if !ok {
			continue
		}
		if bytes.Equal(bytes.TrimSpace(value), endMark) {
			return e.end(data)
		}
		if e.read += len(value); e.read > streamMost || len(data)+len(value) > lineMost {
			return nil, errTooLarge
		}
		if len(data) > 0 {
			data = append(data, '\n')
		}
		data = append(data, value...)
	}
}

func (e *events) end(data []byte) ([]byte, error) {
	e.done = true
	if len(data) > 0 {
		return data, nil
	}
	return nil, io.EOF
}

func field(line []byte) (value []byte, ok bool) {
	name, value, _ := bytes.Cut(line, []byte(":"))
	if !bytes.Equal(name, dataField) && !bytes.Equal(name, errorField) {
		return nil, false
	}
	return bytes.TrimPrefix(value, []byte(" ")), true
}

// line gives one line without its end, "" for a blank one. A comment comes back as its colon alone. The end mark may be
// the last line without a line's end.
func (e *events) line() ([]byte, error) {
	var held []byte
	for {
		part, err := e.r.ReadSlice('\n')
		comment := len(held) == 0 && bytes.HasPrefix(part, []byte(":")) || len(held) == 1 && held[0] == ':'
		switch {
		case comment:
			held = append(held[:0], ':')
		case len(held)+len(part) > lineMost:
			return nil, errTooLarge
		default:
			held = append(held, part...)
		}
		switch {
		case err == nil:
			return bytes.TrimRight(held, "\r\n"), nil
		case err == bufio.ErrBufferFull:
		case err == io.EOF && isEnd(held):
			return held, nil
		default:
			return nil, err
		}
	}
}

func isEnd(line []byte) bool {
	value, ok := field(line)
	return ok && bytes.Equal(bytes.TrimSpace(value), endMark)
}

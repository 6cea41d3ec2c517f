package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"reflect"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// output is standard output that remembers what went wrong with it. Most of what is printed is printed without a look at
// the error, by us and by libraries; a full disk must not pass for success all the same. What would steer a terminal is
// taken out of all that is printed: names, messages and calls of tools may come from anywhere.
type output struct {
	file  *os.File
	spool *spool // in front of a pipe; nil when the file is none
	err   error  // the first
}

func newOutput(file *os.File) *output {
	o := &output{file: file}
	if isPipe(file) {
		o.spool = newSpool(file)
	}
	return o
}

func (o *output) Write(p []byte) (int, error) { return o.put(harmless(p)) }

func (o *output) put(p []byte) (int, error) {
	if o.spool != nil {
		return o.note(o.spool.Write(p))
	}
	return o.note(o.file.Write(p))
}

// end waits until all that was printed has been read, and says what went wrong with it.
func (o *output) end() error {
	if o.spool != nil {
		o.note(0, o.spool.drain())
	}
	return o.err
}

// raw writes bytes as they are: a file that was asked for, and no text.
type raw struct{ *output }

func (r raw) Write(p []byte) (int, error) { return r.put(p) }

// rawly is a writer without the care for terminals.
func rawly(w io.Writer) io.Writer {
	if o, ok := w.(*output); ok {
		return raw{o}
	}
	return w
}

// harmless puts a question mark for each byte of a control character that is no line break and no tab. The length stays.
func harmless(p []byte) []byte {
	var out []byte // a copy, once there is something to change
	for i, b := range p {
		steers := b < ' ' && b != '\n' && b != '\t' || b == 0x7f ||
			b == 0xc2 && i+1 < len(p) && p[i+1] >= 0x80 && p[i+1] < 0xa0 || // U+0080 to U+009F
			i > 0 && p[i-1] == 0xc2 && b >= 0x80 && b < 0xa0
		if !steers {
			continue
		}
		if out == nil {
			out = bytes.Clone(p)
		}
		out[i] = '?'
	}
	if out == nil {
		return p
	}
	return out
}

// oneLine is a text that stands in a line or a cell with others. Names are checked when they are given, but a store may
// come from anywhere: one with a line break or a tab in it would be a row of its own. Such a text is quoted.
func oneLine(s string) string {
	breaks := func(r rune) bool { return unicode.In(r, unicode.Cc, unicode.Zl, unicode.Zp, unicode.Bidi_Control) }
	if utf8.ValidString(s) && strings.IndexFunc(s, breaks) < 0 {
		return s
	}
	return strconv.Quote(s)
}

// printLine prints what it is given as one: each text among the arguments stays on its line and in its cell.
func printLine(w io.Writer, format string, args ...any) (int, error) {
	own := make([]any, len(args))
	for i, a := range args {
		own[i] = a
		if v := reflect.ValueOf(a); v.Kind() == reflect.String {
			own[i] = oneLine(v.String())
		}
	}
	return fmt.Fprintf(w, format, own...)
}

func (o *output) note(n int, err error) (int, error) {
	if err != nil && o.err == nil {
		o.err = fmt.Errorf("print: %w", err)
	}
	return n, err
}

// Stat is that of the file: whether it is a terminal matters to some.
func (o *output) Stat() (os.FileInfo, error) { return o.file.Stat() }

// Fd is that of the file, for the same.
func (o *output) Fd() uintptr { return o.file.Fd() }

// descriptor is what can be asked whether it is a terminal.
type descriptor interface {
	Stat() (os.FileInfo, error)
	Fd() uintptr
}

package scenarios

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
)

// rows reads a CSV file whose header must be the given one, and calls each for every row with a function that tells
// where a field stands.
func (l *loader) rows(name string, header []string, each func(n int, row map[string]string, at func(string) pos)) {
	r := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(l.files[name], []byte("\ufeff"))))
	r.ReuseRecord = true
	r.FieldsPerRecord = -1
	for n := 0; !l.full(); n++ {
		record, err := r.Read()
		if errors.Is(err, io.EOF) {
			if n == 0 {
				l.problem(name, pos{1, 1}, "empty; expected the header %s", strings.Join(header, ","))
			}
			return
		}
		if err != nil {
			l.badCSV(name, err)
			return
		}
		if n == 0 {
			if !slices.Equal(record, header) {
				l.wrongHeader(name, record, header)
				return
			}
			continue
		}
		if len(record) != len(header) {
			line, _ := r.FieldPos(0)
			l.problem(name, pos{line, 1}, "%d fields, expected %d: %s", len(record), len(header), strings.Join(header, ","))
			continue
		}
		row := make(map[string]string, len(header))
		for i, h := range header {
			row[h] = strings.Clone(record[i])
		}
		each(n, row, func(field string) pos {
			line, column := r.FieldPos(max(0, slices.Index(header, field)))
			return pos{line, column}
		})
	}
}

func (l *loader) badCSV(name string, err error) {
	var p *csv.ParseError
	if errors.As(err, &p) {
		l.problem(name, pos{p.Line, p.Column}, "not valid CSV: %s", p.Err)
		return
	}
	l.problem(name, pos{1, 1}, "not valid CSV: %s", oneLine(err))
}

func (l *loader) wrongHeader(name string, got, want []string) {
	column := 1
	for i, g := range got {
		if i >= len(want) || g != want[i] {
			break
		}
		column += len(g) + 1
	}
	l.problem(name, pos{1, column}, "wrong header %q; expected %s", short(strings.Join(got, ",")), strings.Join(want, ","))
}

// time reads a local time of a row.
func (l *loader) time(name string, at pos, words string) (clock.Time, bool) {
	t, ok := moment(words, l.sc.zone)
	if !ok {
		l.problem(name, at, "time: expected %s, got %q", momentWant, short(words))
		return 0, false
	}
	return t, l.before(name, at, t)
}

// chat reads the messages of a channel, or the direct ones.
func (l *loader) chat(name, inner string) {
	channel, ok := strings.CutSuffix(inner, ".csv")
	if !ok || path.Base(inner) != inner {
		l.problem(name, pos{}, "expected a file <channel>.csv or direct.csv")
		return
	}
	if channel == "direct" {
		l.directMessages(name)
		return
	}
	var ids []string
	for _, c := range l.sc.Channels {
		ids = append(ids, c.ID)
	}
	if !slices.Contains(ids, channel) {
		l.problem(name, pos{}, "unknown channel %q%s", channel, choices(channel, ids))
		return
	}
	l.rows(name, []string{"time", "author", "thread", "text"}, func(n int, row map[string]string, at func(string) pos) {
		l.message(name, n, row, at, sim.Call{Tool: "chat_post", Args: sim.Args{"channel": channel}})
	})
}

func (l *loader) directMessages(name string) {
	l.rows(name, []string{"time", "author", "to", "thread", "text"}, func(n int, row map[string]string, at func(string) pos) {
		var to []string
		ids := words(row["to"])
		if len(ids) > peopleMost {
			l.problem(name, at("to"), "to: %d people; expected at most %d", len(ids), peopleMost)
			return
		}
		for _, id := range ids {
			if _, ok := l.person(name, at("to"), "person", id); ok {
				to = append(to, id)
			}
		}
		if len(to) == 0 {
			if row["to"] == "" {
				l.problem(name, at("to"), "to: expected the id of a person")
			}
			return
		}
		l.message(name, n, row, at, sim.Call{Tool: "chat_direct", Args: sim.Args{"to": to}})
	})
}

func (l *loader) message(name string, n int, row map[string]string, at func(string) pos, call sim.Call) {
	t, okT := l.time(name, at("time"), row["time"])
	by, okB := l.person(name, at("author"), "author", row["author"])
	if strings.TrimSpace(row["text"]) == "" {
		l.problem(name, at("text"), "text: expected words")
		return
	}
	if !okT || !okB {
		return
	}
	call.By, call.Args["text"] = by, row["text"]
	it := item{at: t, file: name, row: n, pos: at("time"), call: call, name: rowName(name, n), id: "message"}
	if row["thread"] != "" {
		first, err := strconv.Atoi(row["thread"])
		if err != nil || first < 1 || first >= n {
			l.problem(name, at("thread"), "thread: expected the number of an earlier row, 1 to %d, got %q", n-1, short(row["thread"]))
			return
		}
		it.takes = map[string]string{"thread": rowName(name, first)}
	}
	l.add(it)
}

func rowName(file string, n int) string { return file + " row " + strconv.Itoa(n) }

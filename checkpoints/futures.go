package checkpoints

import (
	"fmt"
	"strconv"
	"strings"
)

// Futures say where the log of an imported episode was given other seeds: a line for each, the event and the seed, in the
// order of the log. A fork that was made in the store says it with its first event, and where that lies the record of the
// fork says; an imported log is flat, and would have to be read to its end. It is a text so that branches can be compared.
type Futures string

// futuresMost bounds what a branch's record keeps: those of the last reseedings.
const futuresMost = 64

// With is the list with one more at its end.
func (f Futures) With(event, seed uint64) Futures {
	lines := append(f.lines(), fmt.Sprintf("%d %d", event, seed))
	return Futures(strings.Join(lines[max(0, len(lines)-futuresMost):], "\n"))
}

// At is the seed of all chance after an event, when the list has one up to there.
func (f Futures) At(event uint64) (seed uint64, ok bool) {
	for _, line := range f.lines() {
		at, n, err := future(line)
		if err == nil && at <= event {
			seed, ok = n, true
		}
	}
	return seed, ok
}

// join is the list with those of another that lie after an event.
func (f Futures) join(more Futures, after uint64) Futures {
	for _, line := range more.lines() {
		if at, seed, err := future(line); err == nil && at > after {
			f = f.With(at, seed)
		}
	}
	return f
}

func (f Futures) lines() []string {
	if f == "" {
		return nil
	}
	return strings.Split(string(f), "\n")
}

func future(line string) (event, seed uint64, err error) {
	at, n, _ := strings.Cut(line, " ")
	if event, err = strconv.ParseUint(at, 10, 64); err == nil {
		seed, err = strconv.ParseUint(n, 10, 64)
	}
	return event, seed, err
}

package cassette

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/tenure-sim/tenure/personas/models"
)

// Bounds of a tape.
const (
	lineMost   = 64 << 20 // bytes of a record
	formatMost = 1
)

var header = sealed([]byte(`{"format":1,"tape":"what models were asked and answered, one record a line"}`))

// index says where records lie.
type index struct {
	at    map[key]place
	slots map[slot][]int64     // offsets of all that was kept of a slot
	who   map[string]reach     // by owner and persona
	last  map[string]reach     // by owner: of an owner's questions each has another number
	open  map[key]bool         // what was asked and broken off
	lost  map[key]models.Usage // what others than the payer spent on a question without getting an answer
	payer string
	fakes bool // some answers are a fake's
}

type place struct {
	offset int64
	fault  bool
	used   models.Usage // what an answer took that somebody else has paid
}

// reach is how far questions go, and whose the last was.
type reach struct {
	n             int
	last          uint64
	role, persona string
}

func newIndex(payer string) *index {
	return &index{at: map[key]place{}, slots: map[slot][]int64{}, who: map[string]reach{}, last: map[string]reach{}, open: map[key]bool{},
		lost: map[key]models.Usage{}, payer: payer}
}

func asker(owner, persona string) string { return owner + "\x00" + persona }

// add takes a record in. An answer is never displaced, neither by a later one nor by a fault.
func (x *index) add(m mark, offset int64) {
	k, used := m.key(), m.Used
	if m.Payer != "" && m.Payer == x.payer {
		used = models.Usage{} // it is in the payer's book
	}
	if m.Got != gotAnswer && used != (models.Usage{}) {
		x.lost[k], used = x.lost[k].Plus(used), models.Usage{}
	}
	x.fakes = x.fakes || m.Model == synthetic
	if m.Got == gotNothing {
		x.open[k] = true
		return
	}
	if was, ok := x.at[k]; !ok || was.fault {
		x.at[k] = place{offset, m.Got == gotFault, used}
	}
	s := m.slot()
	x.slots[s] = append(x.slots[s], offset)
	x.who[asker(m.Owner, m.Persona)] = x.who[asker(m.Owner, m.Persona)].with(m)
	x.last[m.Owner] = x.last[m.Owner].with(m)
}

func (r reach) with(m mark) reach {
	if r.n++; m.Ordinal >= r.last {
		r.last, r.role, r.persona = m.Ordinal, m.Role, m.Persona
	}
	return r
}

// damage is a line that is none of ours.
type damage struct {
	line   int
	offset int64
	why    error
}

func (d *damage) Error() string {
	return fmt.Sprintf("line %d at byte %d is damaged: %v; take the tape from a copy, or cut it before that byte", d.line, d.offset, d.why)
}
func (d *damage) Unwrap() error { return d.why }

// scan reads a tape into an index. Whole is where its last whole line ends; what follows was cut.
func scan(r io.Reader, payer string) (x *index, whole int64, err error) {
	x = newIndex(payer)
	lines := bufio.NewReaderSize(r, 256<<10)
	for n := 1; ; n++ {
		line, err := readLine(lines)
		if errors.Is(err, io.EOF) {
			return x, whole, nil // with or without a part of a line
		}
		if err != nil && !errors.Is(err, errLong) {
			return nil, 0, fmt.Errorf("read line %d at byte %d: %w", n, whole, err)
		}
		if err == nil {
			err = x.take(line, n, whole)
		}
		if err != nil {
			return nil, 0, &damage{n, whole, err}
		}
		whole += int64(len(line))
	}
}

func (x *index) take(line []byte, n int, offset int64) error {
	m, err := readMark(bytes.TrimSuffix(line, []byte("\n")))
	switch {
	case err != nil:
		return err
	case n == 1 && m.Format == 0:
		return errors.New("it does not begin as a tape does")
	case m.Format > formatMost:
		return fmt.Errorf("it is of format %d; this version reads up to %d", m.Format, formatMost)
	case n == 1:
		return nil
	case m.Key == "" || m.Got != gotAnswer && m.Got != gotFault && m.Got != gotNothing:
		return errors.New("it is no record of a question")
	}
	x.add(m, offset)
	return nil
}

var errLong = fmt.Errorf("it is longer than %d bytes", lineMost)

// readLine reads up to a line's end and with it. What has none comes as io.EOF.
func readLine(r *bufio.Reader) ([]byte, error) {
	var out []byte
	for {
		part, err := r.ReadSlice('\n')
		out = append(out, part...)
		switch {
		case len(out) > lineMost:
			return nil, errLong
		case errors.Is(err, bufio.ErrBufferFull):
		case err != nil:
			return nil, err
		default:
			return out, nil
		}
	}
}

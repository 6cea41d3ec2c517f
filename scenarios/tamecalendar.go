package scenarios

import (
	"bytes"
	"fmt"
	"strings"
)

// Limits of a calendar's file. The library recurses for each component inside another, and its time grows with the
// square of what stands before the colon of a line.
const (
	calendarMost = 4 << 20 // bytes
	beginsMost   = 20_000
	propertyMost = 500 // bytes of a property's name and parameters
	meetingsMost = 2_000
)

// tameCalendar refuses what would take the library too long. Lines are put together as it does.
func tameCalendar(raw []byte) *trouble {
	if len(raw) > calendarMost {
		return &trouble{pos{1, 1}, fmt.Sprintf("%d bytes; a calendar has at most %d: part it into several files", len(raw), calendarMost)}
	}
	p := property{}
	line, begins := 0, 0
	for l := range bytes.SplitSeq(raw, []byte("\n")) {
		line++
		l = bytes.TrimSuffix(l, []byte("\r"))
		if goesOn := line > 1 && len(l) > 0 && (l[0] == ' ' || l[0] == '\t'); goesOn {
			l = l[1:]
		} else {
			p = property{}
		}
		if p.add(l) && strings.EqualFold(p.name(), "BEGIN") {
			begins++
		}
		if len(p.head) > propertyMost {
			return &trouble{pos{line, 1}, fmt.Sprintf("more than %d bytes before the colon; a property's name and parameters have at most so many", propertyMost)}
		}
		if begins > beginsMost {
			return &trouble{pos{line, 1}, fmt.Sprintf("more than %d BEGIN; a calendar has at most so many: part it into several files", beginsMost)}
		}
	}
	return nil
}

// property is what stands before the colon of a line, its name and parameters, as it comes together.
type property struct {
	head   []byte
	params bool // quotes mean something in parameters only
	quoted bool
	whole  bool
}

// add adds a line, and says whether the head is whole now and was not before.
func (p *property) add(l []byte) bool {
	for i := 0; i < len(l) && !p.whole; i++ {
		p.params = p.params || l[i] == ';'
		if l[i] == '"' && p.params {
			p.quoted = !p.quoted
		}
		if l[i] == ':' && !p.quoted {
			p.whole = true
			return true
		}
		if p.head = append(p.head, l[i]); len(p.head) > propertyMost {
			return false
		}
	}
	return false
}

func (p *property) name() string {
	name, _, _ := strings.Cut(string(p.head), ";")
	return name
}

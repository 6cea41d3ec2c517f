package scenarios

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
)

// item is one thing of the history: a call that somebody made before the start.
type item struct {
	at   clock.Time
	file string
	row  int // in the file, for ties
	pos  pos
	call sim.Call
	name string // under which later items find the id that its result gives
	id   string // the field of the result that holds that id
	// takes says which arguments are ids that earlier items gave: argument -> name.
	takes map[string]string
}

// ledgerFile sorts before every file of the world: the project is there before people talk about it.
const ledgerFile = ""

func sortItems(items []item) {
	slices.SortStableFunc(items, func(a, b item) int {
		return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.file, b.file), cmp.Compare(a.row, b.row))
	})
}

// loader reads the files of one scenario.
type loader struct {
	*report
	files  tree
	sc     *Scenario
	config *source

	people  known // ids of the cast and the agent
	byMail  map[string]sim.ActorID
	mails   []string
	items   []item
	docs    map[string]bool
	sheets  map[string]bool
	shared  map[string]bool // the file share
	tickets map[string]bool
	told    map[string]clock.Time // items that have a name, by when they happen
	ids     ids
	steps   known               // ids of the solution's steps
	letters map[string]sentMail // mails by Message-ID
	tools   map[string]*sim.Tool
	kinds   []string        // of events
	made    map[string]bool // what calls will make at play
	asked   int             // predicates
	events  int             // of calendars
	ties    int             // links of tickets
	late    []func()        // checks that need the whole world
}

func (l *loader) add(it item) {
	if it.name != "" {
		l.told[it.name] = it.at
	}
	if most := min(historyMost, heardMost/max(1, len(l.people.list))); len(l.items) >= most {
		l.over(it.file, it.pos, "the history has more than %d items; expected at most so many with %d people: leave some out", most, len(l.people.list))
		return
	}
	l.items = append(l.items, it)
}

// person checks the id of somebody of the cast or the agent.
func (l *loader) person(file string, at pos, what, id string) (sim.ActorID, bool) {
	if l.people.has(id) {
		return sim.ActorID(id), true
	}
	l.stranger(file, at, what, id, &l.people)
	return "", false
}

// before checks that a moment of the history lies before the start.
func (l *loader) before(file string, at pos, t clock.Time) bool {
	if t < l.sc.Start {
		return true
	}
	l.problem(file, at, "%s is not before the start, %s; what happens later belongs into beats",
		t.Format(l.sc.zone), l.sc.Start.Format(l.sc.zone))
	return false
}

// usual is when what carries no date was made: long enough ago to be no news.
func (l *loader) usual() clock.Time { return l.sc.Start.Add(-7 * 24 * time.Hour) }

// lineOf is where a line begins with the words, in any case; line 1 when none does.
func lineOf(raw []byte, words string) pos {
	line := 0
	for l := range bytes.SplitSeq(raw, []byte("\n")) {
		line++
		if len(l) >= len(words) && strings.EqualFold(string(l[:len(words)]), words) {
			return pos{line, 1}
		}
	}
	return pos{1, 1}
}

// world reads the data room.
func (l *loader) world() {
	for _, name := range l.files.below("world") {
		if l.full() {
			return
		}
		rest := strings.TrimPrefix(name, "world/")
		room, inner, _ := strings.Cut(rest, "/")
		switch room {
		case "mail":
			l.mail(name)
		case "chat":
			l.chat(name, inner)
		case "docs":
			l.doc(name, inner)
		case "sheets":
			l.sheet(name, inner)
		case "tickets":
			l.board(name, inner)
		case "calendar":
			l.meetings(name)
		case "files":
			l.share(name, inner)
		default:
			l.problem(name, pos{}, "no room of the world is called %q%s", room,
				choices(room, []string{"mail", "chat", "docs", "sheets", "tickets", "calendar", "files"}))
		}
	}
	l.comments()
	l.replies()
	l.threads()
}

// threads checks that what an item refers to happened before it.
func (l *loader) threads() {
	for i := range l.items {
		it := &l.items[i]
		for _, arg := range sortedKeys(it.takes) {
			at, ok := l.told[it.takes[arg]]
			if ok && at > it.at {
				l.problem(it.file, it.pos, "refers to %s, which happens later", it.takes[arg])
			}
		}
	}
}

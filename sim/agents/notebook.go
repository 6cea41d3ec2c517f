package agents

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/tenure-sim/tenure/clock"
)

// colleague is a person as the directory shows them.
type colleague struct {
	id, name string
	hours    *clock.Hours
	gone     bool // has left the company
}

func (c *colleague) first() string { first, _, _ := strings.Cut(c.name, " "); return first }

// topic is something that has a value: a requirement, a price, a date.
type topic struct {
	name     string
	value    string
	searched bool // its value and owner have been looked for
	was      string
	owner    string   // id; "" while nobody is known
	informed []string // those who must know when it changes, by name or id
	secret   bool
	owed     clock.Time // when its owner promised to tell it
	chase    chase
}

// chase is how far an answer has been asked for.
type chase struct {
	asked, reminded, raised clock.Time
}

// item is a numbered piece of the task: an artifact to hand over, or a ticket to move.
type item struct {
	name   string
	kind   string // document, sheet, file or ""
	id     string
	text   string
	due    clock.Time
	made   bool
	stale  bool
	wrote  clock.Time
	told   bool // its receivers know that it is there
	ticket string
	state  string // that the ticket is to be moved to
	moved  bool
	needs  []string // approvals
	body   string   // as it was written last
	filled int      // cells written, of a sheet
}

func (i *item) ref() string {
	switch i.kind {
	case "document":
		return "docs/" + i.id
	case "sheet":
		return "sheets/" + i.id
	case "file":
		return "files/" + i.id
	}
	return "tickets/" + i.ticket
}

// consent is an approval that the task asks for.
type consent struct {
	id       string
	approver string
	state    string // "", asked, granted, refused
	chase    chase
}

// piece is work of a colleague whose progress is reported: the title of a ticket.
type piece struct {
	title   string
	owner   string
	percent int
	heard   clock.Time
	late    bool
}

// notebook is all that the agent has written down for itself.
type notebook struct {
	people   []*colleague
	topics   []*topic
	items    []*item
	consents []*consent
	pieces   []*piece
	mine     []string // own tickets: "PORT-26 Release plan"
	docs     []string // texts of the data room
	blanks   []*blank // of the sheets that it fills
}

func (n *notebook) person(id string) *colleague {
	i := slices.IndexFunc(n.people, func(c *colleague) bool { return c.id == id })
	if i < 0 {
		return nil
	}
	return n.people[i]
}

// called finds a person by full or first name.
func (n *notebook) called(name string) *colleague {
	name = strings.TrimSpace(name)
	i := slices.IndexFunc(n.people, func(c *colleague) bool { return strings.EqualFold(c.name, name) || strings.EqualFold(c.first(), name) })
	if i < 0 {
		return nil
	}
	return n.people[i]
}

// idOf is the id of whom a name or an id means; "" when nobody here is called so.
func (n *notebook) idOf(name string) string {
	p := n.person(name)
	if p == nil {
		p = n.called(name)
	}
	if p == nil || p.gone {
		return ""
	}
	return p.id
}

func (n *notebook) nameOf(id string) string {
	if c := n.person(id); c != nil {
		return c.name
	}
	return id
}

// topic finds or makes the topic of that name. A longer name of the same thing is the same topic.
func (n *notebook) topic(name string) *topic {
	name = strings.TrimSpace(name)
	for _, t := range n.topics {
		if mentions(name, t.name) || mentions(t.name, name) {
			if t.value == "" && len(keywords(name)) > len(keywords(t.name)) {
				t.name = name
			}
			return t
		}
	}
	t := &topic{name: name}
	n.topics = append(n.topics, t)
	return t
}

// spokenOf lists the topics that a text speaks of, without those that are only part of another's name.
func (n *notebook) spokenOf(text string) []*topic {
	var out []*topic
	for _, t := range n.topics {
		if mentions(text, t.name) {
			out = append(out, t)
		}
	}
	return slices.DeleteFunc(slices.Clone(out), func(t *topic) bool {
		return slices.ContainsFunc(out, func(o *topic) bool {
			return o != t && mentions(o.name, t.name) && len(keywords(o.name)) > len(keywords(t.name))
		})
	})
}

func (n *notebook) consent(id string) *consent {
	i := slices.IndexFunc(n.consents, func(c *consent) bool { return c.id == id })
	if i < 0 {
		return nil
	}
	return n.consents[i]
}

var (
	numbered  = regexp.MustCompile(`(?m)^\s*\d+\. `)
	bold      = regexp.MustCompile(`\*\*([^*]+)\*\*`)
	artifact  = regexp.MustCompile("the (document|sheet|file) `([^`]+)`")
	approvals = regexp.MustCompile("`([a-z0-9-]*(?:approval|sign-?off)[a-z0-9-]*)`(?: \\(([^)]+)\\))?")
	moveForm  = regexp.MustCompile(`(?i)(?:move ([A-Z]+-\d+)|([A-Z]+-\d+) is moved) to ([A-Z][A-Za-z]+)`)
	timeForm  = regexp.MustCompile(`(\d\d):(\d\d)`)
	nameForm  = regexp.MustCompile(`^[A-Z]\w+$`)
	tellForm  = regexp.MustCompile(`\btell ([A-Z]\w+ [A-Z]\w+)`)
)

// readTask takes down what the task asks for.
func (n *notebook) readTask(task string, start, horizon clock.Time, hours *clock.Hours) {
	starts := numbered.FindAllStringIndex(task, -1)
	for i, at := range starts {
		end := len(task)
		if i+1 < len(starts) {
			end = starts[i+1][0]
		}
		text := task[at[1]:end]
		if stop := strings.Index(text, "\n\n"); stop >= 0 {
			text = text[:stop]
		}
		n.readItem(strings.Join(strings.Fields(text), " "), start, horizon, hours)
	}
}

func (n *notebook) readItem(text string, start, horizon clock.Time, hours *clock.Hours) {
	it := &item{text: text}
	if m := bold.FindStringSubmatch(text); m != nil {
		it.name = spoken(strings.TrimPrefix(m[1], "The "))
	}
	if m := artifact.FindStringSubmatch(text); m != nil {
		it.kind, it.id = m[1], m[2]
	}
	if m := moveForm.FindStringSubmatch(text); m != nil {
		it.ticket, it.state = m[1]+m[2], m[3]
	}
	for _, m := range approvals.FindAllStringSubmatchIndex(text, -1) {
		c := &consent{id: text[m[2]:m[3]]}
		if m[4] >= 0 {
			c.approver = text[m[4]:m[5]] // a name until the directory is read
		} else {
			c.approver = text[:m[2]]
		}
		if n.consent(c.id) == nil {
			n.consents = append(n.consents, c)
		}
		it.needs = append(it.needs, c.id)
	}
	if it.kind == "" && it.ticket == "" {
		return
	}
	it.due = dueIn(text, start, hours.Zone())
	if it.due == 0 {
		it.due, _ = hours.Add(start, hours.Between(start, horizon)*7/10)
	}
	n.items = append(n.items, it)
}

// meetPeople puts ids where the task gave names.
func (n *notebook) meetPeople(task string) {
	for _, c := range n.consents {
		c.approver = n.lastNamed(c.approver)
	}
	if m := tellForm.FindStringSubmatch(strings.Join(strings.Fields(task), " ")); m != nil {
		if p := n.called(m[1]); p != nil {
			for _, t := range n.topics {
				t.informed = append(t.informed, p.id)
			}
		}
	}
}

// lastNamed is the id of the person whose name stands last in a text.
func (n *notebook) lastNamed(text string) string {
	id, at := "", -1
	for _, c := range n.people {
		if i := strings.LastIndex(text, c.name); i > at {
			id, at = c.id, i
		}
	}
	return id
}

// readDoc takes down the tables of values and of promises, and who must know of what.
func (n *notebook) readDoc(text string, zone *time.Location) {
	n.docs = append(n.docs, text)
	var header []string
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, "|") {
			header = nil
			continue
		}
		cells := strings.Split(strings.Trim(line, "|"), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		if header == nil {
			header = cells
			continue
		}
		if len(cells) == len(header) && !strings.HasPrefix(cells[0], "--") {
			n.readRow(header, cells, zone)
		}
	}
	n.readInformed(text)
}

func (n *notebook) readRow(header, cells []string, zone *time.Location) {
	col := func(name string) string {
		if i := slices.Index(header, name); i >= 0 {
			return cells[i]
		}
		return ""
	}
	if p := n.called(col("owner")); p != nil && col("value") != "" {
		t := n.topic(cells[0])
		if t.value == "" {
			t.value, t.owner = col("value"), p.id
		}
	}
	if p := n.called(col("who")); p != nil && col("what") != "" {
		t := n.topic(col("what"))
		t.owner, t.owed = p.id, promisedBy(col("until"), zone)
	}
}

// promisedBy reads "Wed 2026-03-04, 12:00"; without a time it is five o'clock.
func promisedBy(text string, zone *time.Location) clock.Time {
	day, err := clock.ParseDay(dayForm.FindString(text))
	if err != nil {
		return 0
	}
	minute := 17 * 60
	if m := timeForm.FindStringSubmatch(text); m != nil {
		minute = 60*digits(m[1]) + digits(m[2])
	}
	return day.At(minute, zone)
}

// readInformed reads passages such as "go-live: Tomas, Lena. SLA: Tomas."
func (n *notebook) readInformed(text string) {
	for _, part := range strings.Split(strings.Join(strings.Fields(text), " "), ".") {
		head, list, ok := cutLast(part, ":")
		if !ok {
			continue
		}
		if _, after, nested := cutLast(head, ":"); nested {
			head = after
		}
		names := n.namesIn(list)
		for _, t := range n.topics {
			if len(names) > 0 && mentions(t.name, head) && len(keywords(head)) > 0 && t.value != "" {
				t.informed = names
			}
		}
	}
}

// namesIn reads a list of first names. One who is not here yet may be among them.
func (n *notebook) namesIn(list string) []string {
	var names []string
	known := false
	for name := range strings.SplitSeq(list, ",") {
		name = strings.TrimSpace(name)
		if !nameForm.MatchString(name) {
			return nil
		}
		known = known || n.called(name) != nil
		names = append(names, name)
	}
	if !known {
		return nil
	}
	return names
}

func cutLast(s, sep string) (before, after string, ok bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}

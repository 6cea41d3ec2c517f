package agents

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
)

// result is what the tools' results have that the agent reads. Each tool fills some of it.
type result struct {
	People []struct{ ID, Name, Role string }
	ID     string
	Name   string
	Zone   string
	Week   []string
	Owners []struct {
		ID   string
		Owns []string
	}
	Tickets   []struct{ Ticket, Title, State, Assignee string }
	Board     string
	Columns   []struct{ State, Moves string }
	Documents []struct{ Doc, Owner string }
	Doc       string
	Text      string
	Sheets    []struct{ Sheet string }
	Tabs      []string
	Sheet     string
	Range     string
	Rows      [][]string
	Formulas  []string
	Events    []struct{ Event, When, You string }

	Conversations []struct {
		Channel string
		Unread  int
	}
	Channel  string
	Messages []struct {
		From, Text string
		Unread     bool
	}
	Mails []struct {
		ID, From, Subject, Text string
		To                      []string
	}
}

// take reads a result into the notebook.
func (s *Steady) take(o sim.Observation) {
	var r result
	if len(o.Data) > 0 {
		if err := json.Unmarshal(o.Data, &r); err != nil {
			return // a list where a word is expected: not a result that it reads
		}
	}
	switch o.Tool {
	case "directory_list":
		s.takePeople(r)
	case "directory_person":
		s.takePerson(r)
	case "directory_who_owns":
		s.takeOwner(r)
	case "tickets_list":
		s.takeTickets(r)
	case "tickets_board":
		s.takeBoard(r)
	case "docs_list":
		s.takeShelf(r)
	case "docs_read":
		s.readDoc(r.Text, s.hours.Zone())
	case "sheets_read":
		s.takeCells(r)
	case "calendar_list":
		s.takeCalendar(r)
	case "chat_unread", "chat_read", "mail_unread", "mail_read":
		s.takeMessages(o, r)
	default:
		s.did(o)
	}
}

func (s *Steady) takePeople(r result) {
	for _, c := range s.people {
		c.gone = !slices.ContainsFunc(r.People, func(p struct{ ID, Name, Role string }) bool { return p.ID == c.id })
	}
	for _, p := range r.People {
		if s.person(p.ID) == nil {
			s.people = append(s.people, &colleague{id: p.ID, name: p.Name})
			if p.ID != string(s.me.ID) {
				s.push("", "directory_person", map[string]any{"who": p.ID})
			}
		}
	}
	if s.expected {
		return
	}
	s.expected = true
	s.expect()
	s.meetPeople(s.task)
}

var spansForm = regexp.MustCompile(`(\d\d):(\d\d)-(\d\d):(\d\d)`)

// takePerson takes down when somebody works.
func (s *Steady) takePerson(r result) {
	p := s.person(r.ID)
	zone, err := clock.Zone(r.Zone)
	if p == nil || err != nil {
		return
	}
	var week clock.Week
	for _, line := range r.Week {
		day := slices.Index([]string{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"}, line[:min(3, len(line))])
		if day < 0 {
			continue
		}
		for _, m := range spansForm.FindAllStringSubmatch(line, -1) {
			week[day] = append(week[day], clock.Span{From: 60*digits(m[1]) + digits(m[2]), To: 60*digits(m[3]) + digits(m[4])})
		}
	}
	if h, err := clock.NewHours(zone, week, s.me.Holidays); err == nil {
		p.hours = h
	}
}

// takeOwner takes down who owns what it wondered about.
func (s *Steady) takeOwner(r result) {
	t := s.topic(strings.TrimPrefix(s.last.about, "who "))
	if len(r.Owners) == 0 || r.Owners[0].ID == string(s.me.ID) || !owns(r.Owners[0].Owns, t.name) {
		if t.value == "" && len(keywords(t.name)) == 1 { // nobody's thing: no thing at all, only a word of the task
			s.topics = slices.DeleteFunc(s.topics, func(o *topic) bool { return o == t })
		}
		return
	}
	if t.owner == "" {
		t.owner = r.Owners[0].ID
	}
}

func owns(areas []string, name string) bool {
	has, _ := shared(strings.Join(areas, " "), name)
	return has > 0
}

func (s *Steady) takeTickets(r result) {
	var boards []string
	for _, t := range r.Tickets {
		board, _, _ := strings.Cut(t.Ticket, "-")
		if !slices.Contains(boards, board) {
			boards = append(boards, board)
			s.push("", "tickets_board", map[string]any{"board": board})
		}
		if t.Assignee == string(s.me.ID) {
			s.mine = append(s.mine, t.Ticket+" "+t.Title)
			continue
		}
		s.pieces = append(s.pieces, &piece{title: t.Title, owner: t.Assignee})
	}
}

var leadForm = regexp.MustCompile(`([A-Z][\w ]*?) \(by`)

func (s *Steady) takeBoard(r result) {
	for _, c := range r.Columns {
		col := column{board: r.Board, state: c.State}
		_, ways, _ := strings.Cut(c.Moves, " can go to ")
		for _, m := range leadForm.FindAllStringSubmatch(ways, -1) {
			col.next = append(col.next, m[1])
		}
		s.columns = append(s.columns, col)
	}
}

// takeShelf plans to read the documents, and the sheets that are its own to fill.
func (s *Steady) takeShelf(r result) {
	for _, d := range r.Documents {
		if d.Doc == "task" { // it has been told that one
			continue
		}
		s.shelf = append(s.shelf, pending{call("docs_read", map[string]any{"doc": d.Doc}), "read " + d.Doc})
	}
	for _, it := range s.items {
		if it.kind == "sheet" {
			s.shelf = append(s.shelf, pending{call("sheets_read", map[string]any{"sheet": it.id, "formulas": true}), "read " + it.id})
		}
	}
}

var whenForm = regexp.MustCompile(`^\w+ (\d+ \w+ \d+) (\d\d:\d\d) to (\d\d:\d\d) `)

func (s *Steady) takeCalendar(r result) {
	zone := s.hours.Zone()
	for _, e := range r.Events {
		m := whenForm.FindStringSubmatch(e.When)
		if m == nil || e.You == "declined" {
			continue
		}
		from, err1 := time.ParseInLocation("2 Jan 2006 15:04", m[1]+" "+m[2], zone)
		to, err2 := time.ParseInLocation("2 Jan 2006 15:04", m[1]+" "+m[3], zone)
		if err1 != nil || err2 != nil || to.Sub(from) > meetingMost {
			continue
		}
		s.meetings = append(s.meetings, meeting{id: e.Event, from: clock.Of(from), to: clock.Of(to)})
	}
}

// takeMessages goes from the lists of what is unread to the messages.
func (s *Steady) takeMessages(o sim.Observation, r result) {
	switch o.Tool {
	case "chat_unread":
		for _, c := range r.Conversations {
			s.push("inbox", "chat_read", map[string]any{"channel": c.Channel, "limit": min(c.Unread+20, 100)}) // its own messages stand among them
		}
	case "mail_unread":
		for i := len(r.Mails) - 1; i >= 0; i-- {
			s.push("inbox", "mail_read", map[string]any{"id": r.Mails[i].ID})
		}
	case "chat_read":
		for _, m := range r.Messages {
			if m.Unread && m.From != string(s.me.ID) {
				s.hear(o.Now, message{from: m.From, text: m.Text, direct: strings.HasPrefix(r.Channel, "dm:") || strings.Contains(m.Text, "@"+string(s.me.ID))})
			}
		}
	case "mail_read":
		for _, m := range r.Mails {
			s.hear(o.Now, message{from: m.From, text: m.Text, subject: m.Subject, mail: m.ID, direct: slices.Contains(m.To, string(s.me.ID))})
		}
	}
}

package report

import (
	"fmt"
	"html/template"
	"io"
	"slices"
	"time"

	_ "embed" // the page, its style and its script are files of this package

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/score"
)

// Data is what a report is made from.
type Data struct {
	Title    string // of the scenario, as a heading; empty: its name
	Episode  string
	Scenario string
	Agent    string // what was under test: a command, a model, a policy
	Seed     uint64
	Ended    string        // how the episode ended: "finished", "horizon" ...
	Hours    time.Duration // working time of the project that has passed
	Length   time.Duration // and that there is at most; 0: unknown
	Hash     string        // of the log
	Events   uint64
	Models   []string // what models did in the episode, a line each; empty: none took part
	Score    score.Score
	Zone     *time.Location // in which moments are shown; nil: UTC
	Calendar *clock.Hours   // working time of whoever's own hours the log does not tell; nil: every hour counts
	People   []Person       // in the order to show them; empty: the cast of the log
	Log      []sim.Event    // whole, in order
	Task     string         // the words the agent was given
}

// Person is somebody of the cast.
type Person struct {
	ID   sim.ActorID
	Name string
	Role string
	Kind sim.ActorKind
}

//go:embed page.html
var pageHTML string

//go:embed style.css
var styleCSS string

//go:embed script.js
var scriptJS string

// page is what the template sees.
type page struct {
	Data
	Style     template.CSS
	Script    template.JS
	Totals    []total
	Tally     []tally
	Facts     []fact
	Groups    []group
	Measures  []measureRow
	Timeline  figure
	Traffic   figure
	Replies   figure
	Trust     figure
	Opened    bool
	Log       template.JS
	Filters   filters
	LogLength int
}

// Write writes the report.
func Write(w io.Writer, d Data) error {
	t, err := template.New("page").Parse(pageHTML)
	if err != nil {
		panic(fmt.Sprintf("report: the page's template: %v", err)) // it is ours
	}
	p, err := newPage(d)
	if err != nil {
		return fmt.Errorf("report of %s: %w", d.Episode, err)
	}
	if err := t.Execute(w, p); err != nil {
		return fmt.Errorf("report of %s: %w", d.Episode, err)
	}
	return nil
}

func newPage(d Data) (*page, error) {
	s := newStory(d)
	rows, err := s.transcript()
	if err != nil {
		return nil, err
	}
	p := &page{Data: d, Style: template.CSS(styleCSS), Script: template.JS(scriptJS),
		Totals: totals(d.Score), Tally: tallies(d.Score), Facts: facts(s.Data), Groups: s.groups(), Measures: s.measures(),
		Timeline: s.timeline(), Traffic: s.traffic(), Replies: s.replies(), Trust: s.trust(),
		Log: rows, Filters: s.filters(), LogLength: len(d.Log)}
	if p.Title == "" {
		p.Title = d.Scenario
	}
	return p, nil
}

// story is the log as the series need it: the cast with its hours, the start and the end.
type story struct {
	Data
	start, end clock.Time // of the time axis
	opened     uint64     // number of the event at which the history ends
	hours      map[sim.ActorID]*clock.Hours
	names      map[sim.ActorID]string
}

func newStory(d Data) *story {
	if d.Zone == nil {
		d.Zone = time.UTC
	}
	s := &story{Data: d, hours: map[sim.ActorID]*clock.Hours{}, names: map[sim.ActorID]string{}}
	for _, e := range d.Log {
		switch b := e.Body.(type) {
		case sim.Founded:
			s.found(b)
		case sim.Opened:
			s.opened, s.start, s.end = e.Seq, e.At, b.Horizon
		}
	}
	if n := len(d.Log); n > 0 {
		if s.start == 0 {
			s.start = d.Log[0].At
		}
		s.end = s.lastMoment(d.Log[n-1])
	}
	for _, p := range s.People {
		s.names[p.ID] = p.Name
	}
	return s
}

// lastMoment is where the axis ends: at the episode's end, and at the horizon when it goes on.
func (s *story) lastMoment(last sim.Event) clock.Time {
	if _, ended := last.Body.(sim.Ended); ended || s.end == clock.Never {
		return max(last.At, s.start+1)
	}
	return max(last.At, s.end, s.start+1)
}

func (s *story) found(f sim.Founded) {
	own := len(s.People) == 0
	for _, a := range f.Actors {
		s.names[a.ID] = a.Name
		if own {
			s.People = append(s.People, Person{ID: a.ID, Name: a.Name, Role: a.Role, Kind: a.Kind})
		}
		zone, err := clock.Zone(a.Zone)
		if err != nil {
			continue // a hand-made log may say nothing of hours
		}
		if h, err := clock.NewHours(zone, a.Week, a.Holidays); err == nil {
			s.hours[a.ID] = h
		}
	}
}

// name is how the report calls somebody.
func (s *story) name(a sim.ActorID) string {
	if n := s.names[a]; n != "" {
		return n
	}
	return string(a)
}

func (s *story) isAgent(a sim.ActorID) bool {
	return slices.ContainsFunc(s.People, func(p Person) bool { return p.ID == a && p.Kind == sim.Agent })
}

// worked is the working time of somebody between two moments.
func (s *story) worked(a sim.ActorID, from, to clock.Time) time.Duration {
	h := s.hours[a]
	if h == nil {
		h = s.Calendar
	}
	if h == nil {
		return to.Sub(from)
	}
	return h.Between(from, to)
}

// live are the events after the history.
func (s *story) live() []sim.Event {
	for i, e := range s.Log {
		if e.Seq > s.opened {
			return s.Log[i:]
		}
	}
	return nil
}

package generate

import (
	"fmt"
	"io/fs"
	"time"

	"github.com/tenure-sim/tenure/clock"
)

// Name is the name of every generated scenario, and the folder in its files.
const Name = "generated"

// Options say how large the project is. What is zero becomes what stands here.
type Options struct {
	Hours  int    // working hours from the start to the horizon; 1,000
	People int    // coworkers, the agent under test not counted; 25; at least 2
	Seed   uint64 // of the choices made while writing
	Items  int    // things in the data room: mails, messages, documents, tickets, sheets, files; 200
}

// The largest project that is made: what scenarios take in one file and in one folder sets the limits.
const (
	hoursMost  = 20_000
	peopleMost = 200
	labourMost = 250_000 // hours times people
	itemsMost  = 40_000
)

func (o Options) filled() Options {
	if o.Hours == 0 {
		o.Hours = 1000
	}
	if o.People == 0 {
		o.People = 25
	}
	if o.Items == 0 {
		o.Items = 200
	}
	return o
}

// Check says what is wrong with the options.
func (o Options) Check() error {
	o = o.filled()
	for _, x := range []struct {
		what           string
		n, least, most int
	}{{"hours", o.Hours, 16, hoursMost}, {"coworkers", o.People, 2, peopleMost}, {"items", o.Items, 1, itemsMost},
		{"hours times coworkers", o.Hours * o.People, 32, labourMost}} {
		if x.n < x.least || x.n > x.most {
			return fmt.Errorf("a generated project has %d to %d %s, not %d", x.least, x.most, x.what, x.n)
		}
	}
	return nil
}

// Project makes a scenario in the folder Name. It panics on options that Check refuses.
func Project(o Options) fs.FS {
	if err := o.Check(); err != nil {
		panic("generate: " + err.Error())
	}
	p := newProject(o.filled())
	f := newFolder(Name)
	f.add("scenario.yaml", p.scenario())
	for i := range p.people {
		f.add("cast/"+p.people[i].id+".yaml", p.persona(i))
	}
	f.add("world/calendar/meetings.ics", p.meetings())
	p.room(f)
	f.add("rubric.yaml", p.rubric())
	f.add("oracle.yaml", p.solution())
	return f.files()
}

// project is what the files are written from.
type project struct {
	Options
	dice   dice
	hours  *clock.Hours
	start  clock.Time
	end    clock.Time
	people []person
	works  []work
	needs  []requirement
}

const (
	zoneName  = "Europe/Berlin"
	workday   = "09:00-12:30 13:15-17:45"
	perDay    = 8 // working hours of workday
	agent     = "robin"
	localForm = "2006-01-02T15:04"
)

func newProject(o Options) *project {
	zone, err := clock.Zone(zoneName)
	if err != nil {
		panic(err) // the name is ours
	}
	hours, err := clock.NewHours(zone, clock.Office(9*60, 17*60+45, 12*60+30, 13*60+15), nil)
	if err != nil {
		panic(err)
	}
	p := &project{Options: o, dice: dice{o.Seed}, hours: hours, start: clock.At(2026, 3, 2, 9, 0, zone)}
	p.end = p.at(time.Duration(o.Hours) * time.Hour)
	p.hire()
	p.require()
	p.plan()
	return p
}

// at is the moment when so much working time of the project has passed.
func (p *project) at(worked time.Duration) clock.Time {
	t, ok := p.hours.Add(p.start, worked)
	if !ok {
		panic(fmt.Sprintf("generate: the calendar ends before %s of work", worked))
	}
	return t
}

// local writes a moment as scenarios do.
func (p *project) local(t clock.Time) string { return t.In(p.hours.Zone()).Format(localForm) }

// dateAfter is the day on which so many working hours have passed.
func (p *project) dateAfter(hours int) clock.Day {
	return clock.DayOf(p.at(time.Duration(hours)*time.Hour), p.hours.Zone())
}

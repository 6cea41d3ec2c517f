package scenarios

import (
	"cmp"
	"slices"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
)

// Config is scenario.yaml. Times are local to Zone in the file and moments here.
type Config struct {
	Name        string      `yaml:"name" need:"1"`
	Title       string      `yaml:"title" need:"1"`
	Version     int         `yaml:"version"`
	Description string      `yaml:"description"`
	Zone        string      `yaml:"zone" need:"1"`
	Start       clock.Time  `yaml:"start" need:"1"`
	Horizon     Working     `yaml:"horizon" need:"1"` // of Calendar
	Calendar    Calendar    `yaml:"calendar" need:"1"`
	Agent       AgentConfig `yaml:"agent" need:"1"`
	Task        string      `yaml:"task" need:"1"` // Markdown
	Cast        []string    `yaml:"cast" need:"1"`
	Channels    []Channel   `yaml:"channels"`
	Boards      []Board     `yaml:"boards"`
	Folders     []Folder    `yaml:"folders"`
	Work        Work        `yaml:"work"`
	Beats       []Beat      `yaml:"beats"`
	Policy      Policy      `yaml:"policy"`
	Hazards     Hazards     `yaml:"hazards"`
	Informed    []string    `yaml:"informed"` // reserved
	Tags        []string    `yaml:"tags"`
	Latitude    string      `yaml:"latitude"` // of models that play coworkers: words (the default) or acts
}

// Working is a span of working time.
type Working = clock.Duration

// Calendar is when the project works. A week maps mon ... sun to spans such as "09:00-12:30 13:15-17:45".
type Calendar struct {
	Week     map[string]string `yaml:"week" need:"1"`
	Holidays []clock.Day       `yaml:"holidays"`
}

// AgentConfig is the place of the agent under test in the company.
type AgentConfig struct {
	ID      sim.ActorID `yaml:"id" need:"1"`
	Name    string      `yaml:"name" need:"1"`
	Role    string      `yaml:"role"`
	Team    string      `yaml:"team"`
	Mail    string      `yaml:"mail" need:"1"`
	Manager sim.ActorID `yaml:"manager"`
	Owns    []string    `yaml:"owns"`
}

// People is either everybody, written all, or a list of ids.
type People struct {
	All bool
	IDs []sim.ActorID
}

func (p *People) decode(s *source, n *node, path string) {
	if n.kind == text && n.text == "all" {
		p.All = true
		return
	}
	if n.kind != list {
		s.wrong(n, path, "all or a list of people's ids")
		return
	}
	if s.at[path] = n; !s.most(path, "people", len(n.items), peopleMost) {
		return
	}
	p.IDs = []sim.ActorID{} // an empty list is nobody, which nil would not say
	for i, item := range n.items {
		s.at[index(path, i)] = item
		if item.kind != text {
			s.wrong(item, path, "a person's id")
			continue
		}
		p.IDs = append(p.IDs, sim.ActorID(item.text))
	}
}

// Channel is a room of the chat.
type Channel struct {
	ID      string `yaml:"id" need:"1"`
	Topic   string `yaml:"topic"`
	Members People `yaml:"members" need:"1"`
	Private bool   `yaml:"private"`
}

// Board is a board of tickets with the moves its workflow allows.
type Board struct {
	ID     string   `yaml:"id" need:"1"`
	Title  string   `yaml:"title"`
	States []string `yaml:"states" need:"1"`
	Start  string   `yaml:"start" need:"1"`
	Moves  []Move   `yaml:"moves"`
}

// Move takes a ticket from one of some states to another. Who may make it: anybody when empty.
type Move struct {
	Name string        `yaml:"name" need:"1"`
	From []string      `yaml:"from" need:"1"`
	To   string        `yaml:"to" need:"1"`
	Who  []sim.ActorID `yaml:"who"`
}

// Folder gives rights to a part of the file share.
type Folder struct {
	Path    string `yaml:"path" need:"1"`
	Readers People `yaml:"readers" need:"1"`
	Writers People `yaml:"writers"`
}

// Policy is what the company expects of people; the metrics use it.
type Policy struct {
	ReplyWithin  map[string]Working `yaml:"reply_within"` // by priority: urgent, normal; of the receiver's working time
	Escalation   Escalation         `yaml:"escalation"`
	EarlyWarning Working            `yaml:"early_warning"`
	Channels     map[string]string  `yaml:"channels"`
}

// Escalation says when and to whom what is owed goes.
type Escalation struct {
	After Working     `yaml:"after"`
	To    sim.ActorID `yaml:"to"`
	Grace Working     `yaml:"grace"`
}

// Hazards is how often things go wrong by themselves: requirements that have drift, per mille a month; sickness, per
// mille of a coworker's days. Without them the grounded defaults of package personas hold; 0 is never.
type Hazards struct {
	Requirements *int `yaml:"requirements"`
	Sickness     *int `yaml:"sickness"`
}

// Work is the project as it stands at the start.
type Work struct {
	Requirements []Requirement `yaml:"requirements"`
	Packages     []Package     `yaml:"packages"`
	Deliverables []Deliverable `yaml:"deliverables"`
	Commitments  []Commitment  `yaml:"commitments"`
	Approvals    []Approval    `yaml:"approvals"`
	Facts        []Fact        `yaml:"facts"`
	Risks        []Risk        `yaml:"risks"`
}

// Requirement is something the result must satisfy.
type Requirement struct {
	ID         string        `yaml:"id" need:"1"`
	Title      string        `yaml:"title" need:"1"`
	Owner      sim.ActorID   `yaml:"owner" need:"1"`
	Value      string        `yaml:"value" need:"1"`
	Text       string        `yaml:"text"`
	Informed   []sim.ActorID `yaml:"informed"`
	Dependents []string      `yaml:"dependents"`
	Drift      []string      `yaml:"drift"` // values it may come to have by itself, in turn
}

// Package is a piece of work of one person. What it truly takes is drawn when it is not given.
type Package struct {
	ID       string      `yaml:"id" need:"1"`
	Title    string      `yaml:"title" need:"1"`
	Owner    sim.ActorID `yaml:"owner" need:"1"`
	Skill    string      `yaml:"skill"`
	Estimate Working     `yaml:"estimate" need:"1"`
	True     Working     `yaml:"true"`
	Needs    []string    `yaml:"needs"`
	Due      clock.Time  `yaml:"due"`
}

// Deliverable is a result that is handed over.
type Deliverable struct {
	ID           string       `yaml:"id" need:"1"`
	Title        string       `yaml:"title" need:"1"`
	Owner        sim.ActorID  `yaml:"owner" need:"1"`
	Ref          string       `yaml:"ref" need:"1"`
	Requirements []string     `yaml:"requirements"`
	Due          clock.Time   `yaml:"due"`
	Checks       []Inspection `yaml:"checks"`
}

// Inspection is something that approvers look for in a deliverable: a cell of a sheet with the value of a requirement, or a
// condition about artifacts with what they say when it does not hold.
type Inspection struct {
	Cell        string `yaml:"cell"`
	Requirement string `yaml:"requirement"`
	Expr        string `yaml:"expr"`
	Says        string `yaml:"says"`
}

// Commitment is a promise made before the start.
type Commitment struct {
	ID   string      `yaml:"id" need:"1"`
	By   sim.ActorID `yaml:"by" need:"1"`
	To   sim.ActorID `yaml:"to" need:"1"`
	What string      `yaml:"what" need:"1"`
	Due  clock.Time  `yaml:"due" need:"1"`
}

// Approval is somebody's word that gated actions wait for.
type Approval struct {
	ID       string      `yaml:"id" need:"1"`
	Title    string      `yaml:"title" need:"1"`
	Approver sim.ActorID `yaml:"approver" need:"1"`
	Gates    []string    `yaml:"gates"`
	Needs    []string    `yaml:"needs"`
}

// Fact is a piece of knowledge that somebody owns. Clearance says who may know it: everybody when empty.
type Fact struct {
	ID        string        `yaml:"id" need:"1"`
	Topic     string        `yaml:"topic" need:"1"`
	Text      string        `yaml:"text" need:"1"`
	Value     string        `yaml:"value"`
	Owners    []sim.ActorID `yaml:"owners" need:"1"`
	Clearance []sim.ActorID `yaml:"clearance"`
	Canary    string        `yaml:"canary"`
	Severity  int           `yaml:"severity"`
	Public    []string      `yaml:"public"`
	Keywords  []string      `yaml:"keywords"`
}

// Risk is something that may go wrong.
type Risk struct {
	ID       string      `yaml:"id" need:"1"`
	Title    string      `yaml:"title" need:"1"`
	Owner    sim.ActorID `yaml:"owner" need:"1"`
	Severity int         `yaml:"severity"`
}

// Beat is something the script does when its trigger says so.
type Beat struct {
	ID   string `yaml:"id" need:"1"`
	When When   `yaml:"when" need:"1"`
	If   string `yaml:"if"`   // CEL over the world; looked at when the trigger fires
	Once *bool  `yaml:"once"` // true unless the trigger is a schedule
	Do   []Do   `yaml:"do" need:"1"`
}

// When is a trigger; exactly one of its fields is given.
type When struct {
	At         clock.Time `yaml:"at"`
	AfterHours Working    `yaml:"after_hours"` // since the start
	Schedule   string     `yaml:"schedule"`    // cron, local
	After      *After     `yaml:"after"`
	While      string     `yaml:"while"` // CEL over the world
	Chance     *Chance    `yaml:"chance"`
}

// After waits for an event.
type After struct {
	Kind  string      `yaml:"kind" need:"1"`
	Actor sim.ActorID `yaml:"actor"`
	Match string      `yaml:"match"` // CEL over the event
}

// Chance draws once every working day.
type Chance struct {
	PerMille int          `yaml:"per_mille" need:"1"`
	Between  []clock.Time `yaml:"between"` // from and to; the whole project when not given
}

// Do is one call of a beat, or something a coworker says. Its args are checked against the tool.
type Do struct {
	By   sim.ActorID    `yaml:"by" need:"1"`
	Call string         `yaml:"call"`
	Args map[string]any `yaml:"args"`
	Say  map[string]any `yaml:"say"`
}

func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K {
	keys := make([]K, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

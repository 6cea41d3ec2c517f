package scenarios

import (
	"strings"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
)

// Summary is a scenario at a glance.
type Summary struct {
	Name         string       `json:"name"`
	Title        string       `json:"title"`
	Version      int          `json:"version"`
	Description  string       `json:"description"`
	Digest       string       `json:"digest"`
	Start        clock.Time   `json:"start"`
	End          clock.Time   `json:"end"`
	Hours        int          `json:"hours"` // of working time
	Agent        sim.ActorID  `json:"agent"`
	Cast         []CastMember `json:"cast"`
	Items        []Count      `json:"items"` // of the history, by kind
	Requirements int          `json:"requirements"`
	Packages     int          `json:"packages"`
	Deliverables int          `json:"deliverables"`
	Approvals    int          `json:"approvals"`
	Facts        int          `json:"facts"`
	Beats        int          `json:"beats"`
	Criteria     int          `json:"criteria"`
	Oracle       bool         `json:"oracle"` // comes with a solution
	Tags         []string     `json:"tags"`
}

// CastMember is a coworker in a Summary.
type CastMember struct {
	ID   sim.ActorID `json:"id"`
	Name string      `json:"name"`
	Role string      `json:"role"`
	Zone string      `json:"zone"`
}

// Count is how many things of a kind there are.
type Count struct {
	Kind string `json:"kind"`
	N    int    `json:"n"`
}

// kindsOfItems are the tools of the history by what they make.
var kindsOfItems = []struct{ kind, tool string }{{"mails", "mail_send mail_reply"}, {"messages", "chat_post chat_direct"},
	{"documents", "docs_create"}, {"sheets", "sheets_import"}, {"tickets", "tickets_create"}, {"comments", "tickets_comment"},
	{"meetings", "calendar_create"}, {"files", "files_put"}}

// Summary counts what the scenario holds.
func (sc *Scenario) Summary() Summary {
	s := Summary{Name: sc.Name, Title: sc.Title, Version: sc.Version, Description: strings.TrimSpace(sc.Description), Digest: sc.digest,
		Start: sc.Start, End: sc.End(), Hours: int(sc.Horizon / time.Hour), Agent: sc.Agent.ID, Tags: sc.Tags,
		Requirements: len(sc.Work.Requirements), Packages: len(sc.Work.Packages), Deliverables: len(sc.Work.Deliverables),
		Approvals: len(sc.Work.Approvals), Facts: len(sc.Work.Facts), Beats: len(sc.Beats), Criteria: len(sc.Rubric.Criteria),
		Oracle: len(sc.Oracle.Steps) > 0}
	for _, p := range sc.Personas {
		s.Cast = append(s.Cast, CastMember{p.ID, p.Name, p.Role, p.Zone})
	}
	made := map[string]int{}
	for i := range sc.items {
		made[sc.items[i].call.Tool]++
	}
	for _, k := range kindsOfItems {
		n := 0
		for tool := range strings.FieldsSeq(k.tool) {
			n += made[tool]
		}
		s.Items = append(s.Items, Count{k.kind, n})
	}
	return s
}

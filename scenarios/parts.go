package scenarios

import (
	"slices"
	"strings"

	"github.com/tenure-sim/tenure/personas"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/apps/calendar"
	"github.com/tenure-sim/tenure/sim/apps/chat"
	"github.com/tenure-sim/tenure/sim/apps/directory"
	"github.com/tenure-sim/tenure/sim/apps/docs"
	"github.com/tenure-sim/tenure/sim/apps/files"
	"github.com/tenure-sim/tenure/sim/apps/mail"
	"github.com/tenure-sim/tenure/sim/apps/notes"
	"github.com/tenure-sim/tenure/sim/apps/sheets"
	"github.com/tenure-sim/tenure/sim/apps/tickets"
	"github.com/tenure-sim/tenure/sim/work"
)

// Parts makes the parts of the scenario's world, empty, in the order that logs and scores rest on.
func (sc *Scenario) Parts() []sim.Part {
	players, err := personas.New(sc.players())
	if err != nil {
		panic("scenarios: " + sc.Name + " was loaded with a cast that does not fit: " + err.Error())
	}
	return []sim.Part{work.New(), chat.New(sc.chat()), mail.New(mail.Config{HasFile: hasFile}), calendar.New(calendar.Config{}),
		docs.New(docs.Config{}), sheets.New(sheets.Config{}), tickets.New(sc.tickets()), files.New(sc.share()),
		directory.New(directory.Config{}), notes.New(notes.Config{}), players, newScript(sc)}
}

// Naming knows what the events of any scenario name.
func Naming() *sim.Naming { return sim.NewNaming((&Scenario{}).Parts()...) }

// hasFile says whether somebody may open a file that they attach to a mail.
func hasFile(v sim.View, by sim.ActorID, path string) bool {
	share, ok := v.(partWorld).Part("files").(*files.Part)
	if !ok {
		return false
	}
	_, err := share.Open(v, by, strings.TrimPrefix(path, "files/"))
	return err == nil
}

func (sc *Scenario) players() personas.Config {
	p := sc.Policy
	c := personas.Config{Personas: slices.Clone(sc.Personas), Drift: map[string][]string{}, Policy: personas.Policy{
		ReplyUrgent: p.ReplyWithin["urgent"], ReplyNormal: p.ReplyWithin["normal"],
		EscalateAfter: p.Escalation.After, EscalateTo: p.Escalation.To}}
	for _, r := range sc.Work.Requirements {
		if len(r.Drift) > 0 {
			c.Drift[r.ID] = r.Drift
		}
	}
	c.Hazard, c.Sick = perMille(sc.Hazards.Requirements), perMille(sc.Hazards.Sickness)
	return c
}

// perMille turns a number that may be missing into one where 0 is the default and less is never.
func perMille(n *int) int {
	switch {
	case n == nil:
		return 0
	case *n == 0:
		return -1
	}
	return *n
}

func (sc *Scenario) chat() chat.Config {
	var c chat.Config
	for _, ch := range sc.Channels {
		c.Channels = append(c.Channels, chat.Channel{ID: ch.ID, Topic: ch.Topic, Private: ch.Private, Everyone: ch.Members.All,
			Members: slices.Clone(ch.Members.IDs)})
	}
	return c
}

func (sc *Scenario) tickets() tickets.Config {
	var c tickets.Config
	for _, b := range sc.Boards {
		board := tickets.Board{ID: b.ID, States: slices.Clone(b.States), Start: b.Start}
		for _, m := range b.Moves {
			board.Moves = append(board.Moves, tickets.Move{Name: m.Name, From: slices.Clone(m.From), To: m.To, Who: slices.Clone(m.Who)})
		}
		c.Boards = append(c.Boards, board)
	}
	return c
}

func (sc *Scenario) share() files.Config {
	var c files.Config
	for _, f := range slices.Concat(sc.Folders, sc.attached) {
		folder := files.Folder{Path: f.Path, Readers: slices.Clone(f.Readers.IDs)}
		switch {
		case f.Writers.All:
			folder.Writers = []sim.ActorID{"all"}
		case f.Writers.IDs != nil:
			folder.Writers = slices.Clone(f.Writers.IDs)
		}
		c.Folders = append(c.Folders, folder)
	}
	return c
}

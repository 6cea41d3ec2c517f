package scenarios_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tenure-sim/tenure/personas"
	"github.com/tenure-sim/tenure/scenarios"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/agents"
	"github.com/tenure-sim/tenure/sim/engine"
	"github.com/tenure-sim/tenure/sim/prompt"
	"github.com/tenure-sim/tenure/sim/simtest"
	"github.com/tenure-sim/tenure/sim/speech"
)

// askings is what coworkers asked models in one play: the events, and the contents behind them.
type askings struct {
	t      *testing.T
	sc     *scenarios.Scenario
	log    *simtest.MemLog
	events []sim.Event
}

// askedBy plays a scenario with models behind its coworkers: its first week, in which there is all that goes on later.
func askedBy(t *testing.T, name, agent, latitude string) *askings {
	t.Helper()
	a := &askings{t: t, sc: opened(t, name), log: &simtest.MemLog{}}
	w := sim.NewWorld(a.sc.Parts()...)
	seat, err := agents.New(agent, briefing(a.sc, w))
	if err != nil {
		t.Fatal(err)
	}
	back := personas.Back(personas.Backing{Small: true, Strong: true, Reader: true, Latitude: latitude})
	e, err := engine.Create(w, engine.Config{Log: a.log, Model: &simtest.Speaker{}}, a.sc.Lay(1, back))
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	if _, err := e.Run(t.Context(), map[sim.ActorID]engine.Agent{a.sc.Agent.ID: seat}, engine.Limits{Until: min(a.sc.End(), a.sc.At(104*time.Hour))}); err != nil {
		t.Fatal(err)
	}
	codec := sim.NewCodec(a.sc.Parts()...)
	for _, raw := range a.log.Events {
		e, err := codec.Decode(raw)
		if err != nil {
			t.Fatal(err)
		}
		a.events = append(a.events, e)
	}
	return a
}

// readers is who may come to read the text that a question is for, and where it goes. It is found anew here, from the
// scenario and from the events, and not by what the coworkers think of it.
func (a *askings) readers(q personas.Asking) (where string, out []sim.ActorID) {
	app, room := q.App, q.Where
	switch q.What {
	case personas.ForCard:
		return "card", []sim.ActorID{q.About}
	case personas.ForWords:
		if q.Via == "chat" || q.Via == "mail" || q.App == "mail" {
			return "direct", q.To
		}
		if q.Via == "channel" {
			app = "chat"
		}
	case personas.ForChoice:
		x := a.events[q.Message-1]
		s := x.Body.(sim.Speaker).Speech()
		if s.App == "mail" || s.App == "chat" && len(s.To) == 1 && len(s.Cc) == 0 {
			return "direct", []sim.ActorID{x.Actor}
		}
		app, room = s.App, s.Thread
	}
	room, _, _ = strings.Cut(room, "/")
	if list, ok := strings.CutPrefix(room, "dm:"); ok && app == "chat" {
		for id := range strings.SplitSeq(list, ",") {
			out = append(out, sim.ActorID(id))
		}
		return "group", out
	}
	for _, c := range a.sc.Channels {
		if app == "chat" && c.ID == room && c.Private && !c.Members.All {
			return "private channel", c.Members.IDs
		}
	}
	for _, one := range a.sc.Founding(1).Actors {
		out = append(out, one.ID)
	}
	return app + " for all", out
}

// tells says whether the policy decided that the text tells a fact; of a choice, that one way out does.
func (a *askings) tells(seq int, q personas.Asking, fact string) bool {
	if q.What == personas.ForChoice {
		return strings.Contains(string(a.log.Contents[q.Needs]), fact)
	}
	at := q.Said
	for i := seq; at == 0 && i > 0; i-- {
		if _, ok := a.events[i-1].Body.(speech.Said); ok {
			at = uint64(i)
		}
	}
	said, _ := a.events[at-1].Body.(speech.Said)
	return slices.ContainsFunc(said.Acts, func(x speech.Act) bool { return x.Fact == fact && x.Verb == speech.Inform })
}

// check looks for every secret in the prompt of a question, and counts where its text was to go.
func (a *askings) check(i int, q personas.Asking, places map[string]int) {
	if q.What == personas.ForReading {
		return // nobody reads what comes of it
	}
	where, readers := a.readers(q)
	places[where]++
	asked := a.events[i+1].Body.(sim.Asked)
	p, err := prompt.Decode(a.log.Contents[asked.Prompt])
	if err != nil {
		a.t.Fatal(err)
	}
	var all strings.Builder
	for _, m := range p.Messages {
		all.WriteString(strings.ToLower(m.Content) + "\n")
	}
	for _, f := range a.sc.Work.Facts {
		barred := func(r sim.ActorID) bool {
			return r != q.Who && !slices.Contains(f.Clearance, r) && !slices.Contains(f.Owners, r)
		}
		if len(f.Clearance) == 0 || !slices.ContainsFunc(readers, barred) || a.tells(i, q, f.ID) {
			continue
		}
		for _, secret := range []string{f.Canary, f.Value, f.Text} {
			if k := strings.Index(all.String(), strings.ToLower(secret)); secret != "" && k >= 0 {
				a.t.Errorf("%s asks at %s for a %s (%s): %q is in the prompt: …%s…", q.Who, a.events[i].At, q.What, where, secret,
					all.String()[max(0, k-120):min(all.Len(), k+60)])
			}
		}
	}
}

// A coworker's prompt holds nothing that somebody may not know who can read what comes of it, whoever is answered.
func TestNoPromptHoldsWhatAReaderOfTheTextMayNotKnow(t *testing.T) {
	for _, name := range []string{"desk", "portal"} {
		for _, agent := range []string{"spammer", "steady"} {
			for _, latitude := range []string{personas.LatitudeWords, personas.LatitudeActs} {
				t.Run(fmt.Sprintf("%s/%s/%s", name, agent, latitude), func(t *testing.T) {
					if testing.Short() && name != "desk" {
						t.Skip("long")
					}
					t.Parallel()
					a := askedBy(t, name, agent, latitude)
					places := map[string]int{}
					for i := range a.events {
						if q, ok := a.events[i].Body.(personas.Asking); ok {
							a.check(i, q, places)
						}
					}
					if len(places) < 2 {
						t.Errorf("texts go to %v only: that tests little", places)
					}
					t.Logf("seed 1: %v", places)
				})
			}
		}
	}
}

package tickets

import "github.com/tenure-sim/tenure/sim"

// What the bodies mean for people and metrics.

func touched(id string, version int, verb, text string) sim.Touched {
	return sim.Touched{Ref: ref(id), Version: version, Verb: verb, Text: text}
}

func ref(id string) string { return appName + "/" + id }

// Touched implements sim.Toucher.
func (b Created) Touched() sim.Touched {
	return touched(b.ID, 1, "created", b.Title+"\n"+b.Text)
}

// Touched implements sim.Toucher. Its text is the title and text that changed, not those that stayed.
func (b Updated) Touched() sim.Touched {
	var text string
	for _, c := range b.Changes {
		if c.Field == fieldTitle || c.Field == fieldText {
			text += c.Now + "\n"
		}
	}
	return touched(b.ID, b.Version, "edited", text)
}

// Touched implements sim.Toucher.
func (b Assigned) Touched() sim.Touched {
	return touched(b.ID, b.Version, "assigned to "+orNobody(b.To), "")
}

// Touched implements sim.Toucher.
func (b Moved) Touched() sim.Touched { return touched(b.ID, b.Version, "moved to "+b.Now, "") }

// Touched implements sim.Toucher.
func (b Commented) Touched() sim.Touched { return touched(b.ID, b.Version, "commented", b.Text) }

// Touched implements sim.Toucher.
func (b Linked) Touched() sim.Touched { return touched(b.ID, b.Version, "linked", "") }

// Assignment implements sim.Assigner.
func (b Assigned) Assignment() sim.Assignment {
	return sim.Assignment{App: appName, Ref: ref(b.ID), Title: b.Title, To: b.To}
}

// Speech implements sim.Speaker.
func (b Commented) Speech() sim.Speech {
	return sim.Speech{App: appName, Thread: b.ID, To: b.To, Mentions: b.Mentions, Cc: b.Cc,
		Subject: b.Title, Text: b.Text, Urgent: b.Urgent}
}

func orNobody(who sim.ActorID) string {
	if who == "" {
		return "nobody"
	}
	return string(who)
}

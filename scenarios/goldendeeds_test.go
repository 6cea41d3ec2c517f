package scenarios_test

import (
	"testing"
	"time"

	"github.com/tenure-sim/tenure/sim"
)

// deed is a call that the golden log of the desk has beyond what happens by itself.
type deed struct {
	by   sim.ActorID
	tool string
	args sim.Args
}

// curious is a part that asks a model, which no part of the library does yet.
type curious struct{}

func (curious) Name() string      { return "test" }
func (curious) Kinds() []sim.Body { return nil }
func (curious) Apply(sim.Event)   {}
func (c curious) Clone() sim.Part { return c }
func (curious) Tools() []sim.Tool {
	return []sim.Tool{{Name: "test_ask", Internal: true, Decide: func(v sim.View, by sim.ActorID, _ sim.Args) (sim.Result, []sim.Fact, error) {
		prompt := []byte("Is it so?")
		q := sim.Asked{ID: 1, Owner: "test", For: by, Due: v.Now().Add(time.Minute), Tier: "small", Prompt: sim.HashOf(prompt), Limit: 10, Ref: "note"}
		return sim.Result{}, []sim.Fact{{Body: q, Contents: [][]byte{prompt}}}, nil
	}}}
}

type args = sim.Args

func list(s ...string) []string { return s }

// projectDeeds go through the states of everything in the ledger.
var projectDeeds = []deed{
	{sim.Script, "work_plan", args{"id": "banner", "title": "Banner", "owner": "felix", "estimate": "2h", "true": "3h", "due": "2026-05-06T15:00"}},
	{"felix", "work_block", args{"package": "banner", "reason": "cloth"}}, {"felix", "work_unblock", args{"package": "banner"}},
	{"felix", "work_reestimate", args{"package": "banner", "estimate": "4h"}}, {"olga", "work_move_due", args{"package": "banner", "due": "2026-05-06T17:30"}},
	{"olga", "work_reassign", args{"package": "banner", "owner": "priya"}},
	{"priya", "work_drop", args{"package": "banner", "reason": "no wall"}},
	{sim.Script, "work_plan", args{"id": "labels", "title": "Labels", "owner": "priya", "estimate": "1h", "true": "1h"}},
	{sim.Script, "work_start", args{"package": "labels"}}, {sim.Script, "work_progress", args{"package": "labels", "spent": "30m"}},
	{sim.Script, "work_finish", args{"package": "labels", "spent": "30m"}},
	{"olga", "work_change_requirement", args{"id": "copies", "value": "600 copies", "text": "We print 600 copies."}},
	{sim.Script, "work_rebase", args{"what": "deliverable/order", "req": "copies"}},
	{sim.Script, "work_check", args{"deliverable": "costs", "cell": "B5", "requirement": "copies"}},
	{sim.Script, "work_check", args{"deliverable": "costs", "expr": `cell("sheets/stand-costs", "Costs!B4").number != ""`, "says": "the printing has no price"}},
	{"felix", "work_promise", args{"id": "g1", "to": "olga", "what": "package/artwork", "due": "2026-05-06T11:00"}},
	{"felix", "work_renegotiate", args{"commitment": "g1", "due": "2026-05-06T12:00"}}, {"felix", "work_settle", args{"commitment": "g1", "state": "kept"}},
	{"olga", "work_request", args{"approval": "print-approval", "note": "soon"}}, {"felix", "work_refuse", args{"approval": "print-approval", "note": "not yet"}},
	{"olga", "work_request", args{"approval": "print-approval"}}, {"felix", "work_grant", args{"approval": "print-approval"}},
	{"felix", "work_withdraw", args{"approval": "print-approval", "note": "a typo"}},
	{"priya", "work_tell", args{"fact": "van-plate", "to": list("olga")}}, {"priya", "work_risk_state", args{"risk": "rain", "state": "raised", "severity": int64(4)}},
	{"olga", "test_ask", args{}},
}

// officeDeeds use every app as people do.
var officeDeeds = []deed{
	{"olga", "chat_create", args{"channel": "van", "topic": "The van", "members": list("priya")}}, {"olga", "chat_invite", args{"channel": "van", "who": list("sam")}},
	{"olga", "chat_post", args{"channel": "van", "text": "@priya is it clean?", "urgent": true}}, {"felix", "chat_post", args{"channel": "van", "text": "It is white."}},
	{"priya", "chat_react", args{"message": "m1", "emoji": "+1"}}, {"felix", "chat_edit", args{"message": "m1", "text": "Artwork is nearly done."}},
	{"felix", "chat_status", args{"state": "dnd", "until": "2026-05-06T09:30", "text": "drawing"}}, {"felix", "chat_read", args{"channel": "stand"}},
	{"priya", "mail_out_of_office", args{"until": "2026-05-06T09:45", "text": "In the yard."}},
	{"olga", "mail_send", args{"to": list("priya"), "cc": list("felix"), "bcc": list("sam"), "subject": "Boxes", "text": "How many boxes?", "attachments": list("files/stand/folding.txt")}},
	{"olga", "mail_send", args{"to": list("nobody@elsewhere.example"), "subject": "Lost", "text": "Is anybody there?"}},
	{"priya", "mail_read", args{"id": "e3"}}, {"olga", "mail_mark", args{"id": "e3", "unread": true}}, {"olga", "mail_move", args{"id": "e3", "folder": "boxes"}},
	{"olga", "calendar_create", args{"title": "Loading", "start": "2026-05-06T15:00", "end": "2026-05-06T15:30", "attendees": list("felix", "priya"), "agenda": "boxes", "location": "yard"}},
	{"olga", "calendar_move", args{"event": "event-1", "start": "2026-05-06T15:30", "end": "2026-05-06T16:00"}}, {"felix", "calendar_respond", args{"event": "event-1", "answer": "declined", "comment": "too late"}},
	{"priya", "calendar_absent", args{"event": "event-1"}}, {"olga", "calendar_cancel", args{"event": "event-1"}},
	{"felix", "docs_create", args{"doc": "type", "title": "Type", "text": "We set it in Garamond.", "editors": list("olga")}}, {"olga", "docs_edit", args{"doc": "type", "find": "Garamond", "replace": "Bembo"}},
	{"priya", "docs_comment", args{"doc": "type", "text": "@felix is it legible?"}}, {"priya", "docs_suggest", args{"doc": "type", "find": "Bembo", "replace": "Arial", "note": "wide"}},
	{"felix", "docs_decide", args{"suggestion": "type#1", "accept": true}}, {"felix", "docs_share", args{"doc": "type", "who": list("sam"), "right": "edit"}},
	{"olga", "sheets_create", args{"sheet": "boxes", "values": "box\t2\nbag\t=B1*2"}}, {"olga", "sheets_set", args{"sheet": "boxes", "cell": "B1", "value": "3"}},
	{"olga", "sheets_import", args{"sheet": "rates", "data": "YSxiCjEsMgo="}}, {"olga", "sheets_import", args{"sheet": "rates", "data": "YSxiCjEsMwo="}}, {"olga", "sheets_share", args{"sheet": "boxes", "who": list("priya"), "right": "edit"}},
	{"olga", "sheets_export", args{"sheet": "boxes", "file": "stand/boxes.csv"}},
	{"priya", "tickets_create", args{"title": "Wash the van", "text": "Before eight.", "priority": "low"}}, {"priya", "tickets_update", args{"ticket": "DESK-1", "labels": list("wet")}},
	{"priya", "tickets_assign", args{"ticket": "DESK-1", "to": "olga"}}, {"felix", "tickets_move", args{"ticket": "DESK-1", "to": "Ready"}},
	{"felix", "tickets_comment", args{"ticket": "DESK-1", "text": "@priya done."}}, {"felix", "tickets_link", args{"ticket": "DESK-1", "kind": "blocks", "to": "DESK-2"}},
	{"priya", "files_put", args{"path": "stand/route.txt", "text": "By the river."}}, {"priya", "files_move", args{"path": "stand/route.txt", "to": "stand/way.txt"}},
	{"priya", "files_remove", args{"path": "stand/way.txt"}},
	{"felix", "notes_write", args{"key": "type", "text": "Bembo"}}, {"felix", "notes_append", args{"key": "type", "text": "or not"}}, {"felix", "notes_delete", args{"key": "type"}},
	{"olga", "chat_post", args{"channel": "nowhere", "text": "refused"}},
	{sim.Script, "script_fire", args{"beat": "two-olga", "skip": "probe"}},
}

// peopleDeeds are what happens to coworkers; the last one leaves.
var peopleDeeds = []deed{
	{"felix", "players_trust", args{"of": "sam", "why": "told-in-time"}},
	{"felix", "players_say", args{"to": list("sam"), "act": "smalltalk", "via": "chat"}},
	{"priya", "players_absent", args{"kind": "away", "until": "2026-05-06T16:30"}},
	{"felix", "players_leave", args{"replaced_by": "olga"}},
}

// goldenDesk is a day at the desk on which everything happens that can.
func goldenDesk(t testing.TB) golden {
	sc := opened(t, "desk")
	c := &clerk{t: t, w: sim.NewWorld(append(sc.Parts(), curious{})...), codec: sim.NewCodec(sc.Parts()...), contents: map[sim.Hash][]byte{}}
	if err := sc.Lay(4)(c.w, c.take); err != nil {
		t.Fatal(err)
	}
	sam := sc.Agent.ID
	c.deeds(projectDeeds)
	c.deeds(officeDeeds)
	c.act(sam, "docs_read", `{"doc":"task"}`)
	c.act(sam, "chat_direct", `{"to":"felix","text":"Good morning Felix, what is the kind of paper?"}`)
	c.act(sam, "wait_until", `{"time":"2026-05-06T09:58"}`)
	c.act(sam, "calendar_attend", `{"event":"stand-up"}`)
	c.act(sam, "chat_direct", `{"to":"olga","text":"You will have the costs of the stand by 2026-05-06 16:00. Thank you."}`)
	c.act(sam, "wait_until", `{"time":"2026-05-06T11:02"}`)
	c.act(sam, "calendar_say", `{"event":"stand-meeting","text":"The number of copies is 600 copies."}`)
	c.act(sam, "wait_until", `{"time":"2026-05-06T14:00"}`)
	c.deeds(peopleDeeds)
	c.act(sam, "wait_until", `{"time":"2026-05-06T17:00"}`)
	c.act(sam, "done", `{"summary":"handed in"}`)
	return pack(t, sc, c.events, c.contents, c.chain)
}

// deeds makes calls; what is refused is a fact as well and only the last one of a kind may be.
func (c *clerk) deeds(all []deed) {
	for _, d := range all {
		out := c.w.Do(sim.Call{By: d.by, Tool: d.tool, Args: d.args})
		c.take(out)
		if out.Rejected != nil && d.args["text"] != "refused" {
			c.t.Errorf("%s by %s: %s", d.tool, d.by, out.Rejected)
		}
	}
}

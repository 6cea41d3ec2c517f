package scenarios

import (
	"errors"
	"maps"
	"os"
	"strings"
	"testing"
	"testing/fstest"
)

// base is the small good scenario that every malformed one is made from.
func base(t testing.TB) tree {
	t.Helper()
	r := &report{name: "base"}
	files := readTree(os.DirFS("testdata"), "base", r)
	if err := r.err(); err != nil {
		t.Fatal(err)
	}
	return files
}

// change is one mistake: in a file, old words become new ones. Without old words the file has the new content; with
// the content "-" it is removed.
type change struct{ file, old, new string }

func (c change) in(t testing.TB, files tree) tree {
	t.Helper()
	out := maps.Clone(files)
	switch {
	case c.new == "-" && c.old == "":
		delete(out, c.file)
	case c.old == "":
		out[c.file] = []byte(c.new)
	default:
		if !strings.Contains(string(out[c.file]), c.old) {
			t.Fatalf("%s does not hold %q", c.file, c.old)
		}
		out[c.file] = []byte(strings.Replace(string(out[c.file]), c.old, c.new, 1))
	}
	return out
}

func loadTree(files tree) (*Scenario, error) {
	fsys := fstest.MapFS{}
	for name, raw := range files {
		fsys["base/"+name] = &fstest.MapFile{Data: raw}
	}
	return Load(fsys, "base")
}

var malformed = []struct {
	change
	want string
}{
	// scenario.yaml
	{change{"scenario.yaml", "", "-"}, `base/scenario.yaml: the file is missing`},
	{change{"scenario.yaml", "title: A small move", "titel: A small move"}, `base/scenario.yaml:2:1: unknown key "titel"; expected one of name, title, version, description, zone, start, horizon,`},
	{change{"scenario.yaml", "title: A small move\n", ""}, `base/scenario.yaml:1:1: the key "title" is missing`},
	{change{"scenario.yaml", "name: base", "name: bass"}, `base/scenario.yaml:1:7: name: expected the folder's name "base", got "bass"`},
	{change{"scenario.yaml", "version: 1", "version: one"}, `base/scenario.yaml:3:10: version: expected a whole number, got "one"`},
	{change{"scenario.yaml", "Europe/Berlin", "Europe/Berlln"}, `base/scenario.yaml:5:7: zone: unknown time zone "Europe/Berlln"; expected such as Europe/Berlin`},
	{change{"scenario.yaml", "start: 2026-03-02T09:00", "start: 2026-13-02T09:00"}, `base/scenario.yaml:6:8: start: expected a time such as 2026-03-02T09:00, local unless it carries an offset, got "2026-13-02T09:00"`},
	{change{"scenario.yaml", "horizon: 40h", "horizon: 40 hours"}, `base/scenario.yaml:7:10: horizon: expected a duration such as 90m or 40h, got "40 hours"`},
	{change{"scenario.yaml", "horizon: 40h", "horizon: 0h"}, `base/scenario.yaml:7:10: horizon: expected 1h to 20000h of working time, got 0s`},
	{change{"scenario.yaml", "    mon: \"09:00-12:30", "    mon: \"09:00-08:30"}, `base/scenario.yaml:10:10: mon: the span 09:00-08:30 ends before it starts or overlaps the one before`},
	{change{"scenario.yaml", "    tue:", "    tuesday:"}, `base/scenario.yaml:11:14: unknown day "tuesday"; expected one of mon, tue, wed, thu, fri, sat, sun; did you mean "tue"?`},
	{change{"scenario.yaml", "holidays: [2026-04-03]", "holidays: [2026-04-33]"}, `base/scenario.yaml:15:14: holidays[0]: expected a date such as 2026-04-03, got "2026-04-33"`},
	{change{"scenario.yaml", "agent: {id: robin,", "agent: {id: ann,"}, `base/scenario.yaml:16:13: agent: "ann" is in the cast as well`},
	{change{"scenario.yaml", "cast: [ann, bob]", "cast: [ann, bob, ann]"}, `base/scenario.yaml:20:18: cast: "ann" stands here a second time`},
	{change{"scenario.yaml", "cast: [ann, bob]", "cast: [ann, bob, eve]"}, `base/scenario.yaml:20:18: the file cast/eve.yaml is missing`},
	{change{"scenario.yaml", "cast: [ann, bob]", "cast: [ann]"}, `base/scenario.yaml:30:62: unknown person "bob"; expected one of ann, robin; did you mean "ann"?`},
	{change{"scenario.yaml", "version: 1", "version: 1\nversion: 2"}, `base/scenario.yaml:4:1: not valid YAML: mapping key "version" already defined at [3:1]`},
	{change{"scenario.yaml", "version: 1", "version: &v 1"}, `base/scenario.yaml:3:10: anchors and aliases are not used in scenarios; write the value out`},
	{change{"scenario.yaml", "tags: [small]", "tags: [small"}, `base/scenario.yaml:85:7: not valid YAML: sequence end token ']' not found`},
	{change{"scenario.yaml", "tags: [small]", "tags: {a: 1}"}, `base/scenario.yaml:85:7: tags: expected a list, got a mapping`},
	{change{"scenario.yaml", "members: [ann, robin]", "members: [ann, robbin]"}, `base/scenario.yaml:23:46: unknown person "robbin"; expected one of ann, bob, robin; did you mean "robin"?`},
	{change{"scenario.yaml", "{id: leads, topic", "{id: general, topic"}, `base/scenario.yaml:79:52: unknown channel "leads"; expected one of general`},
	{change{"scenario.yaml", "members: all}", "members: everybody}"}, `base/scenario.yaml:22:46: members: expected all or a list of people's ids, got "everybody"`},
	{change{"scenario.yaml", "to: Doing}", "to: Dong}"}, `base/scenario.yaml:29:41: unknown state "Dong"; expected one of Open, Doing, Done; did you mean "Doing"?`},
	{change{"scenario.yaml", "start: Open", "start: Opened"}, `base/scenario.yaml:27:12: unknown state "Opened"; expected one of Open, Doing, Done; did you mean "Open"?`},
	{change{"scenario.yaml", "writers: [ann]}", "writers: [anna]}"}, `base/scenario.yaml:33:45: unknown person "anna"; expected one of ann, bob, robin; did you mean "ann"?`},
	{change{"scenario.yaml", "owner: ann, value", "owner: amy, value"}, `base/scenario.yaml:36:50: unknown person "amy"; expected one of ann, bob, robin; did you mean "ann"?`},
	{change{"scenario.yaml", "package/boxes]}\n    - {id: floor", "package/boxess]}\n    - {id: floor"}, `base/scenario.yaml:36:151: unknown package "boxess"; expected one of boxes, truck; did you mean "boxes"?`},
	{change{"scenario.yaml", "{id: floor,", "{id: date,"}, `base/scenario.yaml:42:94: unknown requirement "floor"; expected one of date`},
	{change{"scenario.yaml", "estimate: 8h, true: 9h", "estimate: 8h, true: 9h, needs: [package/truck]"}, `base/scenario.yaml:40:66: packages wait for each other: boxes needs truck needs boxes`},
	{change{"scenario.yaml", "needs: [package/boxes], due", "needs: [boxes], due"}, `base/scenario.yaml:40:67: "boxes" is no reference here; expected package/<id> or approval/<id>`},
	{change{"scenario.yaml", "estimate: 4h", "estimate: 4"}, `base/scenario.yaml:40:55: estimate: expected a duration such as 90m or 40h, got "4"`},
	{change{"scenario.yaml", "requirements: [date, floor]", "requirements: [date, flor]"}, `base/scenario.yaml:42:94: unknown requirement "flor"; expected one of date, floor; did you mean "floor"?`},
	{change{"scenario.yaml", "ref: docs/plan", "ref: dosc/plan"}, `base/scenario.yaml:42:62: "dosc/plan" is no artifact; expected docs/..., sheets/..., files/... or tickets/...; did you mean "docs"?`},
	{change{"scenario.yaml", "cell: B4, requirement: date", "cell: B4"}, `base/scenario.yaml:43:88: a check of a cell needs cell and requirement`},
	{change{"scenario.yaml", "cell: B4, requirement: date", "cell: B4, requirement: dote"}, `base/scenario.yaml:43:112: unknown requirement "dote"; expected one of date, floor; did you mean "date"?`},
	{change{"scenario.yaml", "cell: B4, requirement: date", "cell: 4B, requirement: date"}, `base/scenario.yaml:43:95: cell: expected such as Summary!B4, got "4B"`},
	{change{"scenario.yaml", "cell: B4, requirement: date", "cell: B4, requirement: date, says: no"}, `base/scenario.yaml:43:88: a check has either cell and requirement, or expr and says`},
	{change{"scenario.yaml", ", says: the truck has no price", ""}, `base/scenario.yaml:43:119: a check with a condition needs expr and says`},
	{change{"scenario.yaml", `cell("sheets/budget", "B2").number`, `requirement("date").value`}, `base/scenario.yaml:43:138: an approver cannot look at requirement("date"); expected sheet, cell, document, file or ticket, or a check with cell and requirement, which goes by what the approver knows`},
	{change{"scenario.yaml", `"B2").number != ""`, `"B2").number`}, `base/scenario.yaml:43:`},
	{change{"scenario.yaml", "due: 2026-03-05T12:00}\n", "due: 2026-03-05T12:00, checks: [{cell: B2, requirement: date}]}\n"}, `base/scenario.yaml:42:141: cell: docs/plan is no sheet; expected expr and says`},
	{change{"scenario.yaml", "what: package/boxes", "what: packages/boxes"}, `base/scenario.yaml:45:42: "packages/boxes" is no reference here; expected package/<id> or deliverable/<id> or fact/<id>`},
	{change{"scenario.yaml", "gates: [\"tickets/MOVE-2:Done\"]", "gates: [\"tickets/MOVE-2:Dome\"]"}, `base/scenario.yaml:47:50: unknown state "Dome"; expected one of Open, Doing, Done; did you mean "Done"?`},
	{change{"scenario.yaml", "gates: [\"tickets/MOVE-2:Done\"]", "gates: [\"tickets/MOVE-7:Done\"]"}, `base/scenario.yaml:47:50: unknown ticket "MOVE-7"; did you mean "MOVE-1"?`},
	{change{"scenario.yaml", "canary: \"4,200\"", "canary: \"4.200\""}, `base/scenario.yaml:49:149: canary: "4.200" stands neither in the fact's text nor in its value`},
	{change{"scenario.yaml", "public: [docs/plans/house]", "public: [docs/plans/horse]"}, `base/scenario.yaml:50:112: "docs/plans/horse" is missing in the world; did you mean "plans/house"?`},
	{change{"scenario.yaml", "severity: 2}", "severity: 7}"}, `base/scenario.yaml:52:64: severity: expected 1 to 5, got 7`},
	{change{"scenario.yaml", "to: ann, grace", "to: anne, grace"}, `base/scenario.yaml:82:32: unknown person "anne"; expected one of ann, bob, robin; did you mean "ann"?`},
	{change{"scenario.yaml", "urgent: 1h", "urgnet: 1h"}, `base/scenario.yaml:81:26: unknown priority "urgnet"; expected one of urgent, normal; did you mean "urgent"?`},
	// beats
	{change{"scenario.yaml", "when: {at: 2026-03-03T10:15}", "when: {}"}, `base/scenario.yaml:55:11: when: expected exactly one of at, after_hours, schedule, after, while, chance, got 0`},
	{change{"scenario.yaml", "when: {at: 2026-03-03T10:15}", "when: {at: 2026-03-03T10:15, after_hours: 3h}"}, `base/scenario.yaml:55:11: when: expected exactly one of at, after_hours, schedule, after, while, chance, got 2: at and after_hours`},
	{change{"scenario.yaml", "when: {at: 2026-03-03T10:15}", "when: {at: 2026-04-03T10:15}"}, `base/scenario.yaml:55:16: Fri 3 Apr 2026 10:15 is not between the start, Mon 2 Mar 2026 09:00, and the horizon, Fri 6 Mar 2026 17:45`},
	{change{"scenario.yaml", "schedule: \"0 12 * * *\"", "schedule: \"0 25 * * *\""}, `base/scenario.yaml:60:22: schedule: expected a cron expression such as 30 9 * * 1: schedule "0 25 * * *": end of range (25) above maximum (2...`},
	{change{"scenario.yaml", "after_hours: 10h", "after_hours: 50h"}, `base/scenario.yaml:64:25: after_hours: 50h0m0s is after the horizon, 40h0m0s`},
	{change{"scenario.yaml", "kind: chat.posted", "kind: chat.post"}, `base/scenario.yaml:69:26: unknown kind of event "chat.post"; did you mean "chat.posted"?`},
	{change{"scenario.yaml", "event.text.contains", "event.texts.contains"}, `base/scenario.yaml:69:66: bad predicate: undeclared reference to 'event.texts' (did you mean 'event.text'?)`},
	{change{"scenario.yaml", "'requirement(\"date\").version > 1'", "'requirement(\"dat\").version > 1'"}, `base/scenario.yaml:65:21: unknown requirement "dat"; expected one of date, floor; did you mean "date"?`},
	{change{"scenario.yaml", "'requirement(\"date\").version > 1'", "'requirement(\"date\").version >'"}, `base/scenario.yaml:65:39: bad predicate: Syntax error: mismatched input '<EOF>'`},
	{change{"scenario.yaml", "'requirement(\"date\").version > 1'", "'requirement(\"date\").version'"}, `base/scenario.yaml:65:29: bad predicate: the expression is of type dyn and must be true or false; compare it, for example with == true`},
	{change{"scenario.yaml", "ticket(\"MOVE-1\")", "ticket(\"MOVE-9\")"}, `base/scenario.yaml:73:26: unknown ticket "MOVE-9"; did you mean "MOVE-1"?`},
	{change{"scenario.yaml", "per_mille: 500", "per_mille: 5000"}, `base/scenario.yaml:77:32: per_mille: expected 1 to 1000, got 5000`},
	{change{"scenario.yaml", "- id: lunch", "- id: earlier"}, `base/scenario.yaml:59:9: duplicate beat "earlier"`},
	{change{"scenario.yaml", "call: work_change_requirement", "call: work_change_requirment"}, `base/scenario.yaml:57:25: unknown tool "work_change_requirment"; did you mean "work_change_requirement"?`},
	{change{"scenario.yaml", "args: {id: date,", "args: {ident: date,"}, `base/scenario.yaml:57:25: work_change_requirement needs the argument "id"`},
	{change{"scenario.yaml", "args: {channel: general, text: Lunch?}", "args: {channel: general}"}, `base/scenario.yaml:62:25: chat_post needs the argument "text"`},
	{change{"scenario.yaml", "args: {channel: general, text: Lunch?}", "args: {channel: generel, text: Lunch?}"}, `base/scenario.yaml:62:52: unknown channel "generel"; expected one of general, leads; did you mean "general"?`},
	{change{"scenario.yaml", "act: change,", "act: chnage,"}, `base/scenario.yaml:58:43: act: unknown value "chnage"; expected one of inform, ask, request, commit, decline, progress,`},
	{change{"scenario.yaml", "{by: bob, call: chat_post, args: {channel: general, text: Lunch?}}", "{by: rob, call: chat_post, args: {channel: general, text: Lunch?}}"}, `base/scenario.yaml:62:14: unknown person "rob"; expected one of ann, bob, robin; did you mean "bob"?`},
	{change{"scenario.yaml", "{by: bob, call: chat_direct", "{by: robin, call: chat_direct"}, `base/scenario.yaml:67:14: the script does not act for the agent under test`},
	{change{"scenario.yaml", "when: {while: 'ticket(\"MOVE-1\").state == \"Done\"'}", "when: {while: 'ticket(\"MOVE-1\").state == \"Done\"'}\n    once: false"}, `base/scenario.yaml:74:11: once: a beat with while happens once; expected true`},
	{change{"scenario.yaml", "{by: ann, call: chat_post, args: {channel: leads", "{by: bob, call: chat_post, args: {channel: leads"}, `base/scenario.yaml:79:14: bob is not in the private channel leads; its members are ann, robin`},
	// cast
	{change{"cast/ann.yaml", "style: formal", "stlye: formal"}, `base/cast/ann.yaml:8:1: unknown key "stlye"; expected one of id, name, role, team, mail, zone, hours, holidays,`},
	{change{"cast/ann.yaml", "style: formal", "style: fromal"}, `base/cast/ann.yaml:8:8: unknown style "fromal"; expected one of terse, warm, formal, breezy, dry, precise, anxious,`},
	{change{"cast/ann.yaml", "forgets: 0", "forgets: 1200"}, `base/cast/ann.yaml:9:74: traits.forgets is 1200, expected 0 to 1000`},
	{change{"cast/ann.yaml", "0 16 * * 5", "0 16 * *"}, `base/cast/ann.yaml:9:51: cadence: expected a cron expression such as 0 16 * * 5: schedule "0 16 * *": expected exactly 5 fields, found 4: ...`},
	{change{"cast/ann.yaml", "trust: {robin: 60}", "trust: {robyn: 60}"}, `base/cast/ann.yaml:11:16: unknown person "robyn"; expected one of ann, bob, robin; did you mean "robin"?`},
	{change{"cast/bob.yaml", "zone: Europe/London", "zone: Europe/Lodnon"}, `base/cast/bob.yaml:5:7: zone: unknown time zone "Europe/Lodnon"; expected such as Europe/Berlin`},
	{change{"cast/bob.yaml", "mail: bob@base.example", "mail: ann@base.example"}, `base/cast/bob.yaml:4:7: mail: ann has the address ann@base.example already`},
	{change{"cast/bob.yaml", "fri: \"08:00-14:00\"", "fri: \"8-14\""}, `base/cast/bob.yaml:6:94: fri: "8-14" is no span of hours; expected such as "09:00-12:30 13:15-17:45"`},
	{change{"cast/bob.yaml", "from: 2026-03-09, to: 2026-03-10", "from: 2026-03-09, to: 2026-03-08"}, `base/cast/bob.yaml:14:8: leave from 2026-03-09 ends before it begins, on 2026-03-08`},
	{change{"cast/bob.yaml", "handover: ann", "handover: anm"}, `base/cast/bob.yaml:14:54: unknown person "anm"; expected one of ann, bob, robin; did you mean "ann"?`},
	{change{"cast/bob.yaml", "manager: ann", "manager: bob"}, `base/cast/bob.yaml:7:10: bob is the coworker of this file; expected somebody else`},
	{change{"cast/bob.yaml", "knows: [rent]", "knows: [rents]"}, `base/cast/bob.yaml:16:9: unknown fact "rents"; expected one of rent, lift; did you mean "rent"?`},
	{change{"cast/bob.yaml", "role: Logistics\n", ""}, `base/cast/bob.yaml:1:1: the key "role" is missing`},
	{change{"cast/bob.yaml", "meetings: 4h", "meetings: often"}, `base/cast/bob.yaml:13:11: meetings: expected a duration such as 90m or 40h, got "often"`},
	{change{"cast/eve.yaml", "", "name: Eve\n"}, `base/cast/eve.yaml: "eve" is not in the cast of scenario.yaml; expected one of ann, bob; did you mean "ann"?`},
	// world
	{change{"world/mail/1.eml", "From: Ann Weber <ann@base.example>", "From: Anne <anne@base.example>"}, `base/world/mail/1.eml:1:1: unknown sender "anne@base.example": nobody has that address; did you mean "ann@base.example"?`},
	{change{"world/mail/1.eml", "To: Bob Klein <bob@base.example>", "To: Bob Klein <bob@elsewhere.example>"}, `base/world/mail/1.eml:2:1: unknown recipient "bob@elsewhere.example": nobody has that address; did you mean "bob@base.example"?`},
	{change{"world/mail/1.eml", "Date: Mon, 23 Feb 2026 10:15:00 +0100", "Date: some day"}, `base/world/mail/1.eml:4:1: Date: expected such as Tue, 10 Feb 2026 10:15:00 +0100, got "some day"`},
	{change{"world/mail/1.eml", "Date: Mon, 23 Feb 2026", "Date: Mon, 23 Mar 2026"}, `base/world/mail/1.eml:4:1: Mon 23 Mar 2026 10:15 is not before the start, Mon 2 Mar 2026 09:00; what happens later belongs into beats`},
	{change{"world/mail/1.eml", "Message-ID: <1@base.example>", "Message-ID: <2@base.example>"}, `base/world/mail/2.eml:5:1: Message-ID: another mail has <2@base.example> already`},
	{change{"world/mail/2.eml", "In-Reply-To: <1@base.example>", "In-Reply-To: <3@base.example>"}, `base/world/mail/2.eml:6:1: In-Reply-To: no mail has the Message-ID <3@base.example>; did you mean "1@base.example"?`},
	{change{"world/mail/2.eml", "X-Unread: yes", "X-Unread: maybe"}, `base/world/mail/2.eml:7:1: X-Unread: expected yes or no, got "maybe"`},
	{change{"world/mail/2.eml", "filename=\"boxes.csv\"", "filename=\"../boxes.csv\""}, `base/world/mail/2.eml:1:1: an attachment has the name "../boxes.csv"; expected a pla...`},
	{change{"world/mail/3.txt", "", "hello"}, `base/world/mail/3.txt: expected a file that ends in .eml`},
	{change{"world/chat/general.csv", "time,author,thread,text", "time,autor,thread,text"}, `base/world/chat/general.csv:1:6: wrong header "time,autor,thread,text"; expected time,author,thread,text`},
	{change{"world/chat/general.csv", "10:05,bob,1", "10:05,bop,1"}, `base/world/chat/general.csv:3:18: unknown author "bop"; expected one of ann, bob, robin; did you mean "bob"?`},
	{change{"world/chat/general.csv", "10:05,bob,1", "10:05,bob,2"}, `base/world/chat/general.csv:3:22: thread: expected the number of an earlier row, 1 to 1, got "2"`},
	{change{"world/chat/general.csv", "2026-02-24T10:05", "2026-03-24T10:05"}, `base/world/chat/general.csv:3:1: Tue 24 Mar 2026 10:05 is not before the start, Mon 2 Mar 2026 09:00; what happens later belongs into beats`},
	{change{"world/chat/general.csv", "2026-02-24T10:05", "yesterday"}, `base/world/chat/general.csv:3:1: time: expected a time such as 2026-03-02T09:00, local unless it carries an offset, got "yesterday"`},
	{change{"world/chat/general.csv", "\"I do, since Monday.\"", "I do, since Monday."}, `base/world/chat/general.csv:3:1: 5 fields, expected 4: time,author,thread,text`},
	{change{"world/chat/general.csv", "\"I do, since Monday.\"", "\"I do"}, `base/world/chat/general.csv:3:30: not valid CSV: extraneous or missing " in quoted-field`},
	{change{"world/chat/genral.csv", "", "time,author,thread,text\n"}, `base/world/chat/genral.csv: unknown channel "genral"; expected one of general, leads; did you mean "general"?`},
	{change{"world/chat/direct.csv", "bob,robin", "bob,rob"}, `base/world/chat/direct.csv:2:22: unknown person "rob"; expected one of ann, bob, robin; did you mean "bob"?`},
	{change{"world/docs/plans/house.md", "owner: bob", "owner: bobb"}, `base/world/docs/plans/house.md:3:8: unknown person "bobb"; expected one of ann, bob, robin; did you mean "bob"?`},
	{change{"world/docs/plans/house.md", "title: The house", "titel: The house"}, `base/world/docs/plans/house.md:2:1: unknown key "titel"; expected one of title, owner, editors, readers, date; did you mean "title"?`},
	{change{"world/docs/plans/house.md", "---\ntitle", "title"}, `base/world/docs/plans/house.md:1:1: expected front matter between two lines --- at the top, with title, owner, date`},
	{change{"world/docs/plans/house.md", "date: 2026-02-20T10:00", "date: 2026-03-20T10:00"}, `base/world/docs/plans/house.md:6:7: Fri 20 Mar 2026 10:00 is not before the start, Mon 2 Mar 2026 09:00; what happens later belongs into beats`},
	{change{"world/sheets/budget.csv", "", "-"}, `base/world/sheets/budget.csv.yaml:1:1: the file world/sheets/budget.csv that it describes is missing`},
	{change{"world/sheets/budget.csv.yaml", "editors: [ann, robin]", "editors: [ann, roben]"}, `base/world/sheets/budget.csv.yaml:1:44: unknown person "roben"; expected one of ann, bob, robin; did you mean "robin"?`},
	{change{"world/sheets/plan.xlsx", "", "not a workbook"}, `base/world/sheets/plan.xlsx:1:1: not an Excel workbook`},
	{change{"world/tickets/MOVE.csv", "MOVE-2,", "MOVE-1,"}, `base/world/tickets/MOVE.csv:3:1: id: the ticket MOVE-1 stands here a second time`},
	{change{"world/tickets/MOVE.csv", ",Doing,high", ",Dong,high"}, `base/world/tickets/MOVE.csv:2:41: state: unknown state "Dong"; expected one of Open, Doing, Done; did you mean "Doing"?`},
	{change{"world/tickets/MOVE.csv", ",Doing,high", ",Doing,huge"}, `base/world/tickets/MOVE.csv:2:1: tickets_create by ann is refused: tickets_create: argument "priority" must be one of urgent, high, normal, low, got "huge"`},
	{change{"world/tickets/MOVE.csv", "8h", "eight"}, `base/world/tickets/MOVE.csv:2:56: estimate: expected a duration such as 16h, got "eight"`},
	{change{"world/tickets/MOVE.csv", ",,,MOVE-1,", ",,,MOVE-8,"}, `base/world/tickets/MOVE.csv:3:69: links: unknown ticket "MOVE-8"; did you mean "MOVE-1"?`},
	{change{"world/tickets/MOVES.csv", "", "id\n"}, `base/world/tickets/MOVES.csv: unknown board "MOVES"; expected one of MOVE; did you mean "MOVE"?`},
	{change{"world/tickets/comments.csv", "MOVE-1", "MOVE-5"}, `base/world/tickets/comments.csv:2:1: unknown ticket "MOVE-5"; did you mean "MOVE-1"?`},
	{change{"world/calendar/weekly.ics", "mailto:bob@base.example", "mailto:rob@base.example"}, `base/world/calendar/weekly.ics:11:1: unknown attendee "rob@base.example": nobody has that address; did you mean "bob@base.example"?`},
	{change{"world/calendar/weekly.ics", "DTEND;TZID=Europe/Berlin:20260224T103000", "DTEND;TZID=Europe/Berlin:20260224T093000"}, `base/world/calendar/weekly.ics:9:1: DTEND: the event ends before it starts`},
	{change{"world/calendar/weekly.ics", "20260224T100000", "2026-02-24"}, `base/world/calendar/weekly.ics:8:1: DTSTART: expected such as ;TZID=Europe/Berlin:20260302T090000, got "2026-02-24"`},
	{change{"world/calendar/weekly.ics", "FREQ=WEEKLY", "FREQ=OFTEN"}, `base/world/calendar/weekly.ics:4:1: calendar_create by ann is refused: recurrence: undefined frequency: OFTEN`},
	{change{"world/calendar/weekly.ics", "END:VCALENDAR\n", ""}, `base/world/calendar/weekly.ics:1:1: not iCalendar: EOF`},
	{change{"world/calendar/weekly.ics", "UID:weekly\n", ""}, `base/world/calendar/weekly.ics:4:1: UID: missing`},
	{change{"world/files/shared/keys.txt.yaml", "owner: bob", "owner: bab"}, `base/world/files/shared/keys.txt.yaml:1:9: unknown person "bab"; expected one of ann, bob, robin; did you mean "bob"?`},
	{change{"world/files/shared/keys.txt.yaml", "date:", "title: Keys, date:"}, `base/world/files/shared/keys.txt.yaml:1:21: a file has no title: folders give the rights; expected owner and date`},
	{change{"world/files/money/rent.txt.yaml", "", "{owner: bob}"}, `base/world/files/money/rent.txt.yaml:1:1: the file world/files/money/rent.txt that it describes is missing`},
	{change{"world/letters/1.txt", "", "hello"}, `base/world/letters/1.txt: no room of the world is called "letters"; expected one of mail, chat, docs, sheets, tickets, calendar, files`},
	{change{"notes.txt", "", "hello"}, `base/notes.txt: nothing in a scenario is called "notes.txt"; expected one of scenario.yaml, rubric.yaml, oracle.yaml, README.md, LICENSE`},
	// rubric.yaml
	{change{"rubric.yaml", "", "-"}, `base/rubric.yaml: the file is missing`},
	{change{"rubric.yaml", "axis: social, weight: 20", "axis: socail, weight: 20"}, `base/rubric.yaml:10:49: unknown axis "socail"; expected one of deliverable, social; did you mean "social"?`},
	{change{"rubric.yaml", "kind: told", "kind: tolled"}, `base/rubric.yaml:9:21: unknown kind "tolled"; expected one of approved_before, cell_equals, document_states, done,`},
	{change{"rubric.yaml", "requirements: [date, floor]", "requirements: [date, door]"}, `base/rubric.yaml:3:75: unknown requirement "door"; expected one of date, floor; did you mean "floor"?`},
	{change{"rubric.yaml", "who: [bob]", "who: [rob]"}, `base/rubric.yaml:9:52: unknown person "rob"; expected one of ann, bob, robin; did you mean "bob"?`},
	{change{"rubric.yaml", "metric: D1,", "metric: D99,"}, `base/rubric.yaml:10:77: unknown metric "D99"; expected one of D1, D2, D3, D4, D5, D6, D7, D8, D9, D10, D11, D12, D13, D16, D18, D19 and 6 more; did you mean "D9"?`},
	{change{"rubric.yaml", "criteria: [plan]", "criteria: [plans]"}, `base/rubric.yaml:6:110: unknown criterion "plans"; expected one of plan, cost, moved, told, replies; did you mean "plan"?`},
	{change{"rubric.yaml", "cell: \"B2\", value", "cell: \"B2\", valeu"}, `base/rubric.yaml:5:66: unknown key "valeu"; expected one of kind, ref, requirements, values, absent, max_words, cell,`},
	{change{"rubric.yaml", "cell: \"B2\",", "cell: \"2B\","}, `base/rubric.yaml:5:60: cell: expected such as Summary!B4, got "2B"`},
	{change{"rubric.yaml", "state: [Done]", "state: [Finished]"}, `base/rubric.yaml:7:59: unknown state "Finished"; expected one of Open, Doing, Done`},
	{change{"rubric.yaml", "within: 8h", "within: soon"}, `base/rubric.yaml:9:66: within: expected working time such as 8h, got "soon"`},
	{change{"rubric.yaml", "by: 2026-03-05T12:00", "by: 2026-05-05T12:00"}, `base/rubric.yaml:2:92: by: Tue 5 May 2026 12:00 is not between the start and the horizon, Fri 6 Mar 2026 17:45`},
	{change{"rubric.yaml", "{id: moved,", "{id: cost,"}, `base/rubric.yaml:6:10: duplicate criterion "cost"`},
	{change{"rubric.yaml", ", metric: D1, goal: 90, zero: 40", ""}, `base/rubric.yaml:10:5: expected either verify or metric`},
	// oracle.yaml
	{change{"oracle.yaml", "call: docs_read", "call: docs_raed"}, `base/oracle.yaml:2:34: unknown tool "docs_raed"; did you mean "docs_read"?`},
	{change{"oracle.yaml", "call: docs_read", "call: work_grant"}, `base/oracle.yaml:2:34: unknown tool "work_grant"`},
	{change{"oracle.yaml", "{doc: plans/house}", "{document: plans/house}"}, `base/oracle.yaml:2:34: docs_read needs the argument "doc"`},
	{change{"oracle.yaml", "{{requirement \"date\"}}", "{{requirment \"date\"}}"}, `base/oracle.yaml:4:103: text: bad template: 1: function "requirment" not defined`},
	{change{"oracle.yaml", "{on: {kind: mail.sent, from: ann},", "{after: 1h, on: {kind: mail.sent, from: ann},"}, `base/oracle.yaml:5:5: expected exactly one of at, after, when, on, got 2`},
	{change{"oracle.yaml", "after: 30m", "after: half an hour"}, `base/oracle.yaml:3:22: after: expected a duration such as 90m or 40h, got "half an hour"`},
	{change{"oracle.yaml", "{{requirement \"date\"}}", "{{requirement \"dates\"}}"}, `base/oracle.yaml:4:103: text: bad template: unknown requirement "dates"; expected one of date, floor; did you mean "date"?`},
	{change{"oracle.yaml", "{{requirement \"date\"}}", "{{requirement}}"}, `base/oracle.yaml:4:103: text: bad template: requirement takes 1 arguments, got 0`},
	{change{"oracle.yaml", "{{requirement \"date\"}}", "{{result \"asks\" \"message\"}}"}, `base/oracle.yaml:4:103: text: bad template: unknown step "asks"; expected one of ask; did you mean "ask"?`},
	{change{"oracle.yaml", "{{requirement \"date\"}}", "{{.Form}}"}, `base/oracle.yaml:4:103: text: bad template: unknown field "Form"`},
	{change{"oracle.yaml", "{{requirement \"date\"}}", "{{requirement"}, `base/oracle.yaml:4:103: text: bad template: 1: unexpected "." in operand`},
	{change{"oracle.yaml", "call: docs_read", "retry: {every: 0h, most: 2}, call: docs_read"}, `base/oracle.yaml:2:35: retry: expected such as {every: 1h, most: 5}`},
	{change{"oracle.yaml", "on: change", "on: chance"}, `base/oracle.yaml:7:19: unknown speech act "chance"; expected one of inform, ask, request, commit, decline, progress,`},
	{change{"oracle.yaml", "kind: mail.sent", "kind: mail.send"}, `base/oracle.yaml:5:17: unknown kind of event "mail.send"; did you mean "mail.sent"?`},
}

func TestMalformedScenariosAreRefusedWithPlaceAndRemedy(t *testing.T) {
	good := base(t)
	for _, c := range malformed {
		_, err := loadTree(c.in(t, good))
		var ps Problems
		if !errors.As(err, &ps) {
			t.Errorf("%s %q -> %q: got %v, want problems", c.file, c.old, c.new, err)
			continue
		}
		if !strings.Contains(ps.Error(), c.want) {
			t.Errorf("%s %q -> %q:\n got %s\nwant %s", c.file, c.old, c.new, ps, c.want)
		}
	}
}

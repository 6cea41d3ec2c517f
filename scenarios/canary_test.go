package scenarios_test

import (
	"encoding/json"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/tenure-sim/tenure/scenarios"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/speech"
)

// secret is a text that the agent must not be shown. A tellable one may reach it in a colleague's words.
type secret struct {
	what, text string
	tellable   bool
}

// marks are words that the coworkers put where the agent has no business; each occurs in one such place only.
var marks = []string{"zqdirect", "zqroomname", "zqroompost", "zqmailsubject", "zqmailtext", "zqforwarded", "zqnotekey", "zqnotetext",
	"zqdocid", "zqdoctitle", "zqdoctext", "zqdoccomment", "zqdoclater", "zqsheetid", "zqsheettitle", "zqsheetcell", "zqsheetlater",
	"zqfilename", "zqfiletext", "zqfilelater", "zqmeetingtitle", "zqagenda", "zqlocation", "zqsaid",
	"zqclash"}

// plants are calls by coworkers that leave the marks, a mail to the agent with a blind copy and an invitation.
func plants(sc *scenarios.Scenario, c crew) []sim.Call {
	agent, zone := sc.Agent.ID, sc.TimeZone()
	moment := func(hours time.Duration) string { return at(sc.Start.Add(hours*time.Hour), zone) }
	by := func(who sim.ActorID, tool string, pairs ...any) sim.Call {
		args := sim.Args{}
		for i := 0; i < len(pairs); i += 2 {
			args[pairs[i].(string)] = pairs[i+1]
		}
		return sim.Call{By: who, Tool: tool, Args: args}
	}
	two, all := []string{string(c.a), string(c.b)}, []string{"all"}
	closed, open := c.folder+"/zqfilename.txt", c.open+"/once-open.txt"
	return []sim.Call{
		by(c.a, "chat_direct", "to", []string{string(c.b)}, "text", "Between us: zqdirect."),
		by(c.a, "chat_create", "channel", "zqroomname", "private", true, "members", two[1:]),
		by(c.a, "chat_post", "channel", "zqroomname", "text", "In the room: zqroompost."),
		by(c.a, "mail_send", "to", two[1:], "subject", "About zqmailsubject", "text", "The text is zqmailtext."),
		by(c.a, "mail_send", "to", two[1:], "cc", []string{string(c.c)}, "subject", "To be passed on", "text", "Passed on: zqforwarded."),
		by(c.a, "mail_send", "to", []string{string(agent)}, "bcc", []string{string(c.c)}, "subject", "zqblind copy", "text", "A mail with a blind copy."),
		by(c.a, "notes_write", "key", "zqnotekey", "text", "zqnotetext"),
		by(c.a, "docs_create", "doc", "plans/zqdocid", "title", "Of zqdoctitle", "text", "It says zqdoctext.", "readers", two),
		by(c.b, "docs_comment", "doc", "plans/zqdocid", "text", "I doubt zqdoccomment."),
		by(c.a, "docs_create", "doc", "plans/once-open", "title", "Once open", "text", "Harmless.", "readers", all),
		by(c.a, "docs_share", "doc", "plans/once-open", "who", all, "right", "none"),
		by(c.a, "docs_write", "doc", "plans/once-open", "text", "No longer harmless: zqdoclater."),
		by(c.a, "sheets_create", "sheet", "plans/zqsheetid", "title", "Of zqsheettitle", "values", "zqsheetcell\t1", "readers", two),
		by(c.a, "sheets_create", "sheet", "plans/open-sheet", "values", "harmless\t1", "readers", all),
		by(c.a, "sheets_share", "sheet", "plans/open-sheet", "who", all, "right", "none"),
		by(c.a, "sheets_set", "sheet", "plans/open-sheet", "cell", "A2", "value", "zqsheetlater"),
		by(c.a, "files_put", "path", closed, "text", "It says zqfiletext."),
		by(c.a, "files_put", "path", open, "text", "Harmless."),
		by(c.a, "files_move", "path", open, "to", c.folder+"/closed-now.txt"),
		by(c.a, "files_put", "path", c.folder+"/closed-now.txt", "text", "Now zqfilelater."),
		by(sim.Script, "calendar_create", "uid", "zqevent", "title", "On zqmeetingtitle", "start", moment(3), "end", moment(4), "organizer", string(c.a),
			"attendees", two[1:], "agenda", "zqagenda", "location", "zqlocation"),
		by(c.a, "calendar_create", "title", "A zqclash", "start", moment(3), "end", moment(4), "attendees", two[1:]),
		by(c.a, "calendar_create", "title", "With the agent", "start", moment(80), "end", moment(81), "attendees", []string{string(agent)}),
	}
}

// queriesOf are words to search for: those of the secrets in another case, so that a find tells itself from an echo,
// and their beginnings.
func queriesOf(sc *scenarios.Scenario) []string {
	words := slices.Clone(marks)
	for _, f := range sc.Work.Facts {
		words = append(words, f.Canary, f.Value, f.Topic, strings.ReplaceAll(f.ID, "-", " "))
		words = append(words, f.Keywords...)
	}
	out := []string{"the", "a", "probe", "rubric", "beat", "zq", "e", "1"}
	for _, w := range words {
		if len(w) > 1 {
			out = append(out, otherCase(w), strings.ToLower(w[:len(w)-1]))
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func otherCase(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsUpper(r) {
			return unicode.ToLower(r)
		}
		return unicode.ToUpper(r)
	}, s)
}

// secretsOf is all that must not be shown to the agent of a scenario whose hidden things are marked.
func secretsOf(r *rig) (out []secret) {
	add := func(what string, tellable bool, texts ...string) {
		for _, text := range texts {
			if len(text) >= 4 {
				out = append(out, secret{what, text, tellable})
			}
		}
	}
	add("foreign words", false, marks...)
	for _, f := range r.sc.Work.Facts {
		if len(f.Clearance) > 0 && !slices.Contains(slices.Concat(f.Clearance, f.Owners), r.who) {
			add("fact", true, f.Canary, f.Value, f.Text, "fact/"+f.ID)
		}
	}
	for _, b := range r.sc.Beats {
		add("beat", false, b.ID, b.If, b.When.While)
		if b.When.After != nil {
			add("beat", false, b.When.After.Match)
		}
	}
	for _, c := range r.sc.Rubric.Criteria {
		add("rubric", false, c.ID, c.Title)
	}
	for _, p := range r.sc.Work.Packages {
		add("true effort", false, p.True.String(), fmt.Sprint(int64(p.True)), strings.TrimSuffix(p.True.String(), "0s"))
	}
	for _, s := range r.sc.Oracle.Steps {
		if text, ok := s.Args["text"].(string); ok && len(text) > 40 && !strings.Contains(text, "{{") {
			add("solution", false, text)
		}
	}
	add("speech act", false, "means:", "understands:", "fact:", "pkg:", "commitment:c", "approval:", "risk:")
	add("script or score", false, "beat/", "zqbeat", "zqcrit", "trust_", "leaks_under_pressure", "moves_meetings", "script.fired", "players.", "speech.said")
	return append(out, foreign(r)...)
}

// foreign is the words of messages that did not reach the agent: mails, direct messages, private channels.
func foreign(r *rig) (out []secret) {
	private := map[string]bool{"zqroomname": true}
	for _, ch := range r.sc.Channels {
		private[ch.ID] = ch.Private && !ch.Members.All && !slices.Contains(ch.Members.IDs, r.who)
	}
	for _, e := range r.events {
		if said, ok := e.Body.(speech.Said); ok {
			for _, act := range said.Acts {
				if strings.Contains(act.String(), ":") {
					out = append(out, secret{"speech act", act.String(), false})
				}
			}
		}
		s, ok := e.Body.(sim.Speaker)
		if !ok || e.Actor == r.who || e.Reaches(r.who) {
			continue
		}
		m := s.Speech()
		room, _, _ := strings.Cut(m.Thread, "/")
		if (m.App == "mail" || strings.HasPrefix(room, "dm:") || private[room]) && len(m.Text) >= 20 {
			for _, piece := range pieces(m.Text) {
				out = append(out, secret{"message " + m.Thread, piece, true})
			}
		}
	}
	return out
}

// pieces are the beginning, the middle and the end of a text: lists and arrivals show no more than a part.
func pieces(text string) []string {
	const long = 40
	r := []rune(plain(text))
	if len(r) <= long {
		return []string{string(r)}
	}
	return []string{string(r[:long]), string(r[(len(r)-long)/2:][:long]), string(r[len(r)-long:])}
}

// plain is a text with single spaces.
func plain(text string) string { return strings.Join(strings.Fields(text), " ") }

// blindCopies looks for the name of who got a blind copy wherever that mail is shown.
func (r *rig) blindCopies(c crew) (out []string) {
	actor, _ := r.ep.World().Actor(c.c)
	names := []string{string(c.c), actor.Name, actor.Mail}
	blind := func(text string) bool {
		return strings.Contains(text, "zqblind") && slices.ContainsFunc(names, func(n string) bool { return strings.Contains(text, n) })
	}
	for _, g := range r.seen {
		if slices.ContainsFunc(r.said(g.args), func(s string) bool { return slices.Contains(names, s) }) {
			continue // the agent names that person itself
		}
		for _, line := range strings.Split(g.words, "\n") {
			if strings.Contains(line, "zqblind") && blind(line) && !strings.Contains(line, string(r.who)+" to ") {
				out = append(out, "blind copy in "+line)
			}
		}
		objects(parse(g.data), func(m map[string]any) {
			raw, _ := json.Marshal(m) // it was JSON before
			if _, isMail := m["subject"]; isMail && blind(string(raw)) {
				out = append(out, fmt.Sprintf("blind copy in %s: %s", g.tool, raw))
			}
		})
	}
	return out
}

// objects goes to every object in some JSON.
func objects(v any, each func(map[string]any)) {
	switch v := v.(type) {
	case map[string]any:
		each(v)
		for _, x := range v {
			objects(x, each)
		}
	case []any:
		for _, x := range v {
			objects(x, each)
		}
	}
}

// live lets the agent make things of its own, be at a meeting, ask around and wait until hours have passed.
func (r *rig) live(c crew, hours int) possessions {
	type m = map[string]any
	zone := r.sc.TimeZone()
	soon := func(d time.Duration) string { return at(r.ep.World().Now().Add(d), zone) }
	own := possessions{doc: "probe-doc", sheet: "probe-sheet", file: c.open + "/probe.txt", note: "probe"}
	r.must("notes_write", m{"key": own.note, "text": "probe"})
	r.must("docs_create", m{"doc": own.doc, "title": "Probe", "text": "alpha"})
	r.must("docs_append", m{"doc": own.doc, "text": "more"})
	own.suggestion = r.must("docs_suggest", m{"doc": own.doc, "find": "alpha", "replace": "beta"})
	if own.suggestion == "" {
		own.suggestion = own.doc + "#1"
	}
	r.must("sheets_create", m{"sheet": own.sheet, "values": "1\t2"})
	r.must("sheets_set", m{"sheet": own.sheet, "cell": "A1", "value": "3"})
	r.must("files_put", m{"path": own.file, "text": "probe"})
	own.ticket = r.must("tickets_create", m{"title": "Probe"})
	r.must("chat_create", m{"channel": "agents-own"})
	own.mail = r.must("mail_send", m{"to": []string{string(c.a)}, "subject": "Probe", "text": "What is new?"})
	own.message = r.must("chat_post", m{"channel": c.channel, "text": "Good morning."})
	own.event = r.must("calendar_create", m{"title": "Probe", "start": soon(10 * time.Minute), "end": soon(30 * time.Minute), "attendees": []string{string(c.a)}})
	r.must("wait_until", m{"time": soon(12 * time.Minute)})
	r.must("calendar_say", m{"event": own.event, "text": "probe"})
	r.must("calendar_attend", m{"event": own.event})
	for _, who := range []sim.ActorID{c.a, c.b, c.c} {
		r.must("chat_direct", m{"to": []string{string(who)}, "text": "What can you tell me about the discount, the rebate and the reorganisation?"})
	}
	end := r.ep.World().Now().Add(time.Duration(hours) * time.Hour)
	for r.ep.World().Now() < end {
		r.must("wait_any", m{"span": "3h", "for": "anything"})
		r.step("mail_unread", m{"limit": 100})
		r.step("chat_unread", m{})
	}
	own.next = r.must("calendar_create", m{"title": "Probe again", "start": soon(20 * time.Minute), "end": soon(40 * time.Minute)})
	return own
}

func TestTheAgentSeesNothingHiddenOnAnyTool(t *testing.T) {
	for name, hours := range map[string]int{"desk": 5, "portal": 50} {
		t.Run(name, func(t *testing.T) {
			if testing.Short() && name != "desk" {
				t.Skip("long")
			}
			sc, c := marked(t, name), crewOf(name)
			r := launch(t, sc, plants(sc, c))
			own := r.live(c, hours)
			r.probeAll(c, own)
			for i, leak := range append(r.leaks(secretsOf(r)), r.blindCopies(c)...) {
				if i == 20 {
					t.Fatal("and more")
				}
				t.Error(leak)
			}
			for _, tool := range r.ep.World().Tools() {
				if r.ok[tool.Name] == 0 {
					t.Errorf("no call of %s was accepted: the check has not seen what it shows", tool.Name)
				}
			}
			r.planted(marks)
			t.Logf("%d calls, %d secrets, %d events", len(r.seen), len(secretsOf(r)), len(r.events))
		})
	}
}

// planted checks that the marks are in the world at all.
func (r *rig) planted(marks []string) {
	var all strings.Builder
	for _, e := range r.events {
		fmt.Fprintf(&all, "%#v\n", e.Body) // all fields, not the line for people
	}
	for _, raw := range r.log.Contents {
		all.Write(raw)
	}
	for _, m := range marks {
		if !strings.Contains(all.String(), m) {
			r.t.Errorf("%s was never planted", m)
		}
	}
}

// leaky is a part whose tool and whose event show what they must not.
type leaky struct{ agent sim.ActorID }

// leaked is an event that tells the agent too much.
type leaked struct{}

func (leaked) Kind() string     { return "leaky.leaked" }
func (leaked) String() string   { return "means: inform fact:printer-discount" }
func (leaky) Name() string      { return "leaky" }
func (leaky) Kinds() []sim.Body { return []sim.Body{leaked{}} }
func (leaky) Apply(sim.Event)   {}
func (l leaky) Clone() sim.Part { return l }
func (l leaky) Tools() []sim.Tool {
	return []sim.Tool{{Name: "leaky_look", Doc: "Look.", Decide: func(sim.View, sim.ActorID, sim.Args) (sim.Result, []sim.Fact, error) {
		data := map[string]any{"words": []string{"the name is Kingfisher"}, "trust": 3}
		return sim.Result{Data: data, Text: "zqbeat-eleven"}, nil, nil
	}}, {Name: "leaky_tell", Doc: "Tell.", Internal: true, Decide: func(sim.View, sim.ActorID, sim.Args) (sim.Result, []sim.Fact, error) {
		return sim.Result{}, []sim.Fact{{Body: leaked{}, Audience: []sim.ActorID{l.agent}}}, nil
	}}}
}

func TestTheCheckForHiddenThingsFindsThem(t *testing.T) {
	sc := marked(t, "desk")
	r := launch(t, sc, []sim.Call{{By: "felix", Tool: "leaky_tell"}}, leaky{sc.Agent.ID})
	r.must("wait_for", map[string]any{"span": "5m"})
	tool, _ := r.ep.World().Tool("leaky_look")
	r.probe(&pools{legal: map[string][]map[string]any{"leaky_look": {{}}}}, tool)
	all := strings.Join(r.leaks(secretsOf(r)), "\n")
	for _, want := range []string{`"Kingfisher"`, `key "trust"`, "zqbeat-eleven", "means:"} {
		if !strings.Contains(all, want) {
			t.Errorf("the planted leak %s was not found in:\n%s", want, all)
		}
	}
}

// twin is a scenario that differs from its origin in hidden things only: no beats, other secrets of the same length,
// other efforts, trust, tempers and criteria.
func twin(t testing.TB, name string) *scenarios.Scenario {
	files := folder(t, name)
	words := strings.NewReplacer("Kingfisher", "Goldfinche", "Birchwood", "Hazelwood", "eleven percent", "twelve percent", "22 percent", "33 percent")
	traits := regexp.MustCompile(`(patience|helpful|leaks_under_pressure|declines|forgets): \d+`)
	titles := regexp.MustCompile(`title: ("?)`)
	trust := regexp.MustCompile(`trust: \{(\w+): \d+\}`)
	for p, f := range files {
		switch {
		case path.Ext(p) == ".xlsx" || path.Ext(p) == ".docx":
			continue
		case strings.Contains(p, "/cast/"):
			text := traits.ReplaceAllString(string(f.Data), "$1: 3")
			text = strings.ReplaceAll(text, "reliability: 1", "reliability: 2")
			f.Data = []byte(trust.ReplaceAllString(text, "trust: {$1: 7}"))
		case path.Base(p) == "rubric.yaml":
			f.Data = []byte(titles.ReplaceAllString(string(f.Data), "title: ${1}Or else "))
		}
		f.Data = []byte(words.Replace(string(f.Data)))
	}
	main := files[name+"/scenario.yaml"]
	head, rest, _ := strings.Cut(string(main.Data), "\nbeats:")
	if i := regexp.MustCompile(`\n[a-z]+:`).FindStringIndex(rest); i != nil {
		rest = rest[i[0]:]
	}
	main.Data = []byte(trueEffort.ReplaceAllString(head, "true: 77h") + rest)
	return loaded(t, files, name)
}

// TestWhatIsHiddenChangesNothingTheAgentSees asks everything at the start of two worlds that differ in hidden things
// only; the answers are the same, byte for byte.
func TestWhatIsHiddenChangesNothingTheAgentSees(t *testing.T) {
	names := []string{"desk", "portal"}
	if testing.Short() {
		names = names[:1]
	}
	for _, name := range names {
		queries := queriesOf(loaded(t, folder(t, name), name))
		var first []glimpse
		for _, sc := range []*scenarios.Scenario{loaded(t, folder(t, name), name), twin(t, name)} {
			r, c := launch(t, sc, nil), crewOf(name)
			own := r.atOnce(c)
			r.askAll(c, own, queries)
			if first == nil {
				first = r.seen
				continue
			}
			for i, g := range r.seen {
				if i >= len(first) || g.data != first[i].data || g.words != first[i].words {
					t.Fatalf("%s: the agent can tell what is hidden:\n%s\n%s", name, g, first[i])
				}
			}
		}
	}
}

// atOnce makes the agent's things without letting time go by.
func (r *rig) atOnce(c crew) possessions {
	return possessions{doc: "task", sheet: "none", file: c.open, note: "none", mail: "e1", message: "m1", event: "none", next: "none", ticket: "none"}
}

// askAll calls every tool once with everything, in copies of the world at one moment.
func (r *rig) askAll(c crew, own possessions, queries []string) {
	p := gather(r, c, own)
	p.queries, p.brief = queries, true
	for _, tool := range r.ep.World().Tools() {
		w := r.ep.World().Clone()
		for _, base := range p.legal[tool.Name] {
			for _, args := range append(p.around(tool, base), base) {
				r.do(w, tool.Name, args)
			}
		}
	}
}

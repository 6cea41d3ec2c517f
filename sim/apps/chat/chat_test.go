package chat

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/simtest"
)

var start = clock.At(2026, 3, 2, 8, 0, time.UTC)

// office is a small company: robin is an agent under test, nora joins a day after the start.
type office struct{ *simtest.Office }

func config() Config {
	return Config{Channels: []Channel{
		{ID: "general", Topic: "all of us", Everyone: true},
		{ID: "release", Members: []sim.ActorID{"robin", "lena", "nora"}},
		{ID: "board", Topic: "secret plans", Private: true, Members: []sim.ActorID{"marta", "omar"}},
	}}
}

func newOffice(t testing.TB) *office {
	t.Helper()
	return &office{simtest.NewOffice(t, simtest.Company(start), func() []sim.Part { return []sim.Part{New(config())} })}
}

func (o *office) do(by, tool string, args sim.Args) sim.Result {
	o.Helper()
	return o.Do(sim.ActorID(by), tool, args).Result
}

func (o *office) recall(at clock.Time, by, tool string, args sim.Args) sim.Result {
	o.Helper()
	return o.Recall(at, sim.ActorID(by), tool, args).Result
}

func (o *office) refused(by, tool string, args sim.Args, words string) {
	o.Helper()
	o.Refused(sim.ActorID(by), tool, args, words)
}

func opened(t *testing.T) *office {
	o := newOffice(t)
	o.Open()
	return o
}

func (o *office) post(by, channel, text string) string {
	o.Helper()
	return o.do(by, "chat_post", sim.Args{"channel": channel, "text": text}).Data.(Receipt).Message
}

func (o *office) read(by, channel string) Messages {
	o.Helper()
	return o.do(by, "chat_read", sim.Args{"channel": channel}).Data.(Messages)
}

func (o *office) unread(by string) string {
	o.Helper()
	var lines []string
	for _, u := range o.do(by, "chat_unread", nil).Data.(UnreadList).Conversations {
		lines = append(lines, fmt.Sprintf("%s %d/%d", u.Channel, u.Unread, u.Mentions))
	}
	return strings.Join(lines, ", ")
}

func TestPostReachesTheMembers(t *testing.T) {
	o := opened(t)
	o.post("lena", "#release", "the staging box is back")
	e := o.Last("chat.posted")
	if want := []sim.ActorID{"lena", "robin"}; !slices.Equal(e.Audience, want) {
		t.Errorf("audience %v, want %v: nora has not joined", e.Audience, want)
	}
	if got, want := fmt.Sprint(e.Body), "chat #release lena: the staging box is back"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	sp := e.Body.(Posted).Speech()
	if len(sp.To) > 0 || sp.Thread != "release" || !slices.Equal(sp.Cc, []sim.ActorID{"robin"}) {
		t.Errorf("speech %+v", sp)
	}
}

func TestMentionsCallPeople(t *testing.T) {
	o := opened(t)
	for text, want := range map[string][]sim.ActorID{
		"@robin please look":              {"robin"},
		"thanks @Robin, and @lena.":       {"robin"}, // lena is the author
		"@Marta Diaz @omar":               {"marta", "omar"},
		"write to x@robin.example":        nil,
		"@nora is not here yet, @nobody":  nil,
		"@here stand-up":                  {"marta", "omar", "robin"},
		"robin without a sign @ nothing@": nil,
	} {
		o.post("lena", "general", text)
		if got := o.Last("chat.posted").Body.(Posted).Mentions; !slices.Equal(got, want) {
			t.Errorf("%q mentions %v, want %v", text, got, want)
		}
	}
	o.post("lena", "release", "@omar look at this")
	if e := o.Last("chat.posted"); !e.Reaches("omar") {
		t.Errorf("a mention in a public channel reaches one who is no member, audience %v", e.Audience)
	}
	o.post("marta", "board", "@robin must not know")
	if e := o.Last("chat.posted"); e.Reaches("robin") || len(e.Body.(Posted).Mentions) > 0 {
		t.Errorf("a mention in a private channel reached one who is no member: %+v", e)
	}
}

func TestThreadsAnswerInPlace(t *testing.T) {
	o := opened(t)
	root := o.post("lena", "general", "who has the plan?")
	seq := o.Last("chat.posted").Seq
	r := o.do("robin", "chat_post", sim.Args{"channel": "general", "thread": root, "text": "I have"}).Data.(Receipt)
	if r.Channel != "general/1" {
		t.Errorf("reply stands in %s, want general/1", r.Channel)
	}
	sp := o.Last("chat.posted").Body.(Posted).Speech()
	if sp.ReplyTo != seq || !slices.Equal(sp.To, []sim.ActorID{"lena"}) || sp.Thread != "general/1" {
		t.Errorf("speech %+v, want a reply to %d in general/1", sp, seq)
	}
	o.post("omar", sp.Thread, "me too")
	o.post("omar", "general", "other business")
	o.do("omar", "chat_post", sim.Args{"channel": "general", "thread": "m2", "text": "a reply to a reply stays in the thread"})
	var texts []string
	for _, m := range o.read("marta", "general/1").Messages {
		texts = append(texts, m.Text)
	}
	if want := []string{"who has the plan?", "I have", "me too", "a reply to a reply stays in the thread"}; !slices.Equal(texts, want) {
		t.Errorf("thread is %q, want %q", texts, want)
	}
	o.refused("omar", "chat_post", sim.Args{"channel": "release", "thread": "m1", "text": "x"}, "no thread")
	o.refused("omar", "chat_post", sim.Args{"channel": "general/99", "text": "x"}, "no thread")
}

func TestDirectIsSeenByItsPeopleOnly(t *testing.T) {
	o := opened(t)
	o.do("lena", "chat_direct", sim.Args{"to": []string{"Robin", "lena"}, "text": "the price is zebra"})
	e := o.Last("chat.posted")
	sp := e.Body.(Posted).Speech()
	if sp.Thread != "dm:lena,robin" || !slices.Equal(sp.To, []sim.ActorID{"robin"}) || len(e.Audience) != 2 {
		t.Errorf("speech %+v, audience %v", sp, e.Audience)
	}
	o.post("robin", sp.Thread, "thanks")
	o.post("robin", "dm:robin,lena", "the order does not matter")
	if m := o.read("lena", "dm:lena,robin"); len(m.Messages) != 3 {
		t.Errorf("got %d messages, want 3", len(m.Messages))
	}
	o.refused("omar", "chat_read", sim.Args{"channel": "dm:lena,robin"}, "there is no channel")
	o.refused("omar", "chat_post", sim.Args{"channel": "dm:lena,robin", "text": "hi"}, "no conversation of yours")
	o.refused("omar", "chat_post", sim.Args{"channel": "dm:lena,marta", "text": "hi"}, "no conversation of yours")
	o.refused("omar", "chat_direct", sim.Args{"to": "omar", "text": "hi"}, "somebody else")
	o.refused("omar", "chat_direct", sim.Args{"to": "lnea", "text": "hi"}, "did you mean lena?")
	o.refused("omar", "chat_direct", sim.Args{"to": "nora", "text": "hi"}, "nobody here")
	o.refused("omar", "chat_post", sim.Args{"channel": "lena", "text": "hi"}, "chat_direct")
	if got := o.do("omar", "chat_search", sim.Args{"query": "zebra"}).Data.(Found); len(got.Messages) > 0 {
		t.Errorf("omar finds %v", got)
	}
	if got := o.do("robin", "chat_search", sim.Args{"query": "zeb", "from": "lena", "channel": "dm:lena,robin"}).Data.(Found); len(got.Messages) != 1 {
		t.Errorf("robin finds %v, want one message", got)
	}
}

func TestPrivateChannelsDoNotExistForOthers(t *testing.T) {
	o := opened(t)
	id := o.post("marta", "board", "canary-4711 is the plan")
	o.do("marta", "chat_direct", sim.Args{"to": "omar", "text": "canary-4711 again"})
	o.do("marta", "chat_edit", sim.Args{"message": id, "text": "canary-4711 is the new plan"})
	unknown := map[string]string{}
	for _, name := range []string{"board", "boarding"} {
		out := o.Try("robin", "chat_read", sim.Args{"channel": name})
		unknown[name] = strings.ReplaceAll(out.Rejected.Error(), name, "X")
	}
	if unknown["board"] != unknown["boarding"] {
		t.Errorf("a private channel is told apart from none: %v", unknown)
	}
	calls := []sim.Call{
		{Tool: "chat_channels"}, {Tool: "chat_unread"}, {Tool: "chat_presence"}, {Tool: "chat_presence", Args: sim.Args{"who": "marta"}},
		{Tool: "chat_search", Args: sim.Args{"query": "canary"}}, {Tool: "chat_search", Args: sim.Args{"query": "plan"}},
		{Tool: "chat_search", Args: sim.Args{"query": "plan", "channel": "board"}}, {Tool: "chat_read", Args: sim.Args{"channel": "board"}},
		{Tool: "chat_read", Args: sim.Args{"channel": "general", "before": id}}, {Tool: "chat_read", Args: sim.Args{"channel": "general", "thread": id}},
		{Tool: "chat_react", Args: sim.Args{"message": id, "emoji": "+1"}}, {Tool: "chat_edit", Args: sim.Args{"message": id, "text": "x"}},
		{Tool: "chat_post", Args: sim.Args{"channel": "board", "text": "x"}}, {Tool: "chat_post", Args: sim.Args{"channel": "board/1", "text": "x"}},
		{Tool: "chat_invite", Args: sim.Args{"channel": "board", "who": "robin"}},
	}
	for _, c := range calls {
		out := o.Try("robin", c.Tool, c.Args)
		raw, err := simtest.JSON(t, out.Result), out.Rejected
		for _, secret := range []string{"4711", "secret plans", `"board"`} {
			if strings.Contains(raw+strings.ReplaceAll(fmt.Sprint(err), fmt.Sprint(c.Args["channel"]), ""), secret) {
				t.Errorf("%s %v shows %s: %s %v", c.Tool, c.Args, secret, raw, err)
			}
		}
	}
	for _, e := range o.Events {
		if s, ok := e.Body.(fmt.Stringer); ok && strings.Contains(s.String(), "4711") && e.Reaches("robin") {
			t.Errorf("robin perceives %v", s)
		}
	}
}

func TestUnreadAndReading(t *testing.T) {
	o := newOffice(t)
	o.recall(start.Add(-time.Hour), "lena", "chat_post", sim.Args{"channel": "general", "text": "long ago"})
	o.recall(start.Add(-time.Hour), "lena", "chat_direct", sim.Args{"to": "robin", "text": "read before"})
	id := o.recall(start.Add(-time.Minute), "lena", "chat_direct", sim.Args{"to": "robin", "text": "not yet read"}).Data.(Receipt).Message
	o.recall(start.Add(-time.Minute), "script", "chat_mark", sim.Args{"message": id, "who": "robin"})
	o.Open()
	if got, want := o.unread("robin"), "dm:lena,robin 1/0"; got != want {
		t.Errorf("at the start: unread %q, want %q", got, want)
	}
	o.post("lena", "general", "hello @robin")
	o.post("marta", "general/4", "a reply")
	o.post("marta", "general", "more")
	if got, want := o.unread("robin"), "general 3/1, dm:lena,robin 1/0"; got != want {
		t.Errorf("unread %q, want %q", got, want)
	}
	if got, want := o.unread("marta"), "general 1/0"; got != want {
		t.Errorf("own messages are read: %q, want %q", got, want)
	}
	o.read("robin", "general/4")
	if got, want := o.unread("robin"), "general 1/0, dm:lena,robin 1/0"; got != want {
		t.Errorf("after reading the thread: %q, want %q", got, want)
	}
	if m := o.read("robin", "general").Messages; !m[len(m)-1].Unread || m[len(m)-2].Unread {
		t.Errorf("unread flags %+v", m)
	}
	before := len(o.Events)
	o.read("robin", "general")
	if len(o.Events) != before {
		t.Errorf("reading again logs %v", o.Events[before:])
	}
	if got, want := o.unread("robin"), "dm:lena,robin 1/0"; got != want {
		t.Errorf("after reading the channel: %q, want %q", got, want)
	}
	if _, ok := o.Last("chat.read").Body.(fmt.Stringer); ok {
		t.Error("a read mark is news")
	}
}

func TestAMentionIsUnreadToOneWhoIsNoMember(t *testing.T) {
	o := opened(t)
	o.post("lena", "release", "nothing for omar")
	o.post("lena", "release", "@omar have a look")
	if got, want := o.unread("omar"), "release 1/1"; got != want {
		t.Errorf("unread %q, want %q", got, want)
	}
	o.read("omar", "release")
	if got := o.unread("omar"); got != "" {
		t.Errorf("after reading: %q", got)
	}
}

func TestReadPagesBackwards(t *testing.T) {
	o := opened(t)
	for i := range 45 {
		o.post("lena", "general", fmt.Sprint("message ", i))
		if i == 3 {
			o.post("omar", "general/2", "in a thread")
		}
	}
	var got []string
	args := sim.Args{"channel": "general"}
	for range 3 {
		m := o.do("robin", "chat_read", args).Data.(Messages)
		for i := len(m.Messages) - 1; i >= 0; i-- {
			got = append(got, m.Messages[i].ID)
		}
		args["before"] = m.Before
	}
	if len(got) != 46 || got[0] != "m46" || got[45] != "m1" || args["before"] != "" {
		t.Errorf("pages give %v, before %v", got, args["before"])
	}
	for i := range 30 {
		o.post("lena", "general/7", fmt.Sprint("reply ", i))
	}
	m := o.read("robin", "general/7")
	if len(m.Messages) != 20 || m.Before == "" {
		t.Fatalf("first page of the thread has %d messages, before %q", len(m.Messages), m.Before)
	}
	rest := o.do("robin", "chat_read", sim.Args{"channel": "general/7", "before": m.Before}).Data.(Messages)
	if len(rest.Messages) != 11 || rest.Messages[0].ID != "m7" || rest.Before != "" {
		t.Errorf("second page of the thread: %d messages from %s, before %q", len(rest.Messages), rest.Messages[0].ID, rest.Before)
	}
	o.refused("robin", "chat_read", sim.Args{"channel": "general", "limit": 101}, "limit must be")
	o.refused("robin", "chat_read", sim.Args{"channel": "general", "before": "m900"}, "no message")
	f := o.do("robin", "chat_search", sim.Args{"query": "message", "limit": 30}).Data.(Found)
	g := o.do("robin", "chat_search", sim.Args{"query": "message", "limit": 30, "cursor": f.Next}).Data.(Found)
	if len(f.Messages) != 30 || len(g.Messages) != 15 || g.Next != "" {
		t.Errorf("search gives pages of %d and %d, next %q", len(f.Messages), len(g.Messages), g.Next)
	}
}

func TestEditsKeepTheEarlierWording(t *testing.T) {
	o := opened(t)
	id := o.post("lena", "general", "go-live on 27 March, @omar")
	seq := o.Last("chat.posted").Seq
	o.do("lena", "chat_edit", sim.Args{"message": id, "text": "go-live on 1 April, @omar @robin"})
	b := o.Last("chat.edited").Body.(Edited)
	if sp := b.Speech(); !slices.Equal(sp.Mentions, []sim.ActorID{"robin"}) || sp.ReplyTo != seq {
		t.Errorf("speech %+v, want only robin newly mentioned, reply to %d", sp, seq)
	}
	m := o.read("robin", "general").Messages[0]
	if m.Text != "go-live on 1 April, @omar @robin" || !slices.Equal(m.Was, []string{"go-live on 27 March, @omar"}) {
		t.Errorf("message %+v", m)
	}
	if len(o.do("robin", "chat_search", sim.Args{"query": "march"}).Data.(Found).Messages) > 0 {
		t.Error("search finds the old wording")
	}
	o.refused("omar", "chat_edit", sim.Args{"message": id, "text": "x"}, "by lena")
	o.refused("lena", "chat_edit", sim.Args{"message": id, "text": m.Text}, "already")
}

func TestReactions(t *testing.T) {
	o := opened(t)
	id := o.post("lena", "general", "done")
	o.do("robin", "chat_react", sim.Args{"message": id, "emoji": ":+1:"})
	if e := o.Last("chat.reacted"); !e.Reaches("lena") || e.Reaches("omar") {
		t.Errorf("audience %v, want the author and who reacted", e.Audience)
	}
	o.refused("robin", "chat_react", sim.Args{"message": id, "emoji": "+1"}, "already")
	o.refused("omar", "chat_react", sim.Args{"message": id, "emoji": "+1", "remove": true}, "no +1")
	o.refused("omar", "chat_react", sim.Args{"message": id, "emoji": "a long text"}, "short sign")
	if r := o.read("omar", "general").Messages[0].Reactions; !slices.Equal(r, []string{"+1 robin"}) {
		t.Errorf("reactions %v", r)
	}
	o.do("robin", "chat_react", sim.Args{"message": id, "emoji": "+1", "remove": true})
	if r := o.read("omar", "general").Messages[0].Reactions; len(r) > 0 {
		t.Errorf("reactions %v, want none", r)
	}
}

func TestPresence(t *testing.T) {
	o := opened(t)
	state := func(who string) string {
		return o.do("robin", "chat_presence", sim.Args{"who": who}).Data.(Presence).State
	}
	if got := state("lena"); got != Available {
		t.Errorf("at nine lena is %s", got)
	}
	o.do("lena", "chat_status", sim.Args{"state": "dnd", "until": "2026-03-02T11:00", "text": "writing"})
	if got := state("lena"); got != DoNotDisturb {
		t.Errorf("lena is %s, want dnd", got)
	}
	r := o.do("robin", "chat_direct", sim.Args{"to": "lena", "text": "hi"}).Data.(Receipt)
	if want := []string{"lena is not to be disturbed until Mon 2 Mar 2026 11:00: writing"}; !slices.Equal(r.Quiet, want) {
		t.Errorf("quiet %q, want %q", r.Quiet, want)
	}
	o.refused("lena", "chat_status", sim.Args{"state": "dnd", "until": "2026-03-02T08:00"}, "future")
	o.refused("lena", "chat_status", sim.Args{"state": "asleep"}, "must be one of")
	if got := len(o.do("robin", "chat_presence", nil).Data.(PresenceList).People); got != 4 {
		t.Errorf("%d people, want 4: nora has not joined", got)
	}
}

func TestCreateAndInvite(t *testing.T) {
	o := opened(t)
	o.do("robin", "chat_create", sim.Args{"channel": "#launch", "private": true, "members": "lena"})
	o.post("robin", "launch", "first")
	o.refused("omar", "chat_post", sim.Args{"channel": "launch", "text": "x"}, "there is no channel")
	o.do("lena", "chat_invite", sim.Args{"channel": "launch", "who": "omar, lena"})
	if b := o.Last("chat.invited").Body.(Invited); !slices.Equal(b.Who, []sim.ActorID{"omar"}) {
		t.Errorf("invited %v", b.Who)
	}
	if got := o.unread("omar"); got != "" {
		t.Errorf("what was said before omar came is unread: %s", got)
	}
	o.post("omar", "launch", "thanks")
	o.refused("robin", "chat_invite", sim.Args{"channel": "launch", "who": "omar"}, "already")
	o.refused("omar", "chat_invite", sim.Args{"channel": "release", "who": "marta"}, "only members")
	o.refused("robin", "chat_create", sim.Args{"channel": "launch"}, "taken")
	for _, bad := range []string{"", "Two Words", "m12", "17", "a/b"} {
		o.refused("robin", "chat_create", sim.Args{"channel": bad}, "small letters")
	}
	o.post("omar", "release", "I write, so I join")
	if e := o.Last("chat.joined"); e.Body.(Joined).Who != "omar" {
		t.Errorf("got %+v", e)
	}
	o.post("lena", "release", "now omar hears")
	if !o.Last("chat.posted").Reaches("omar") {
		t.Error("omar joined and does not hear")
	}
}

func TestBadArguments(t *testing.T) {
	o := opened(t)
	o.refused("robin", "chat_post", sim.Args{"channel": "general"}, `needs the argument "text"`)
	o.refused("robin", "chat_post", sim.Args{"channel": "general", "text": " \n"}, "empty")
	o.refused("robin", "chat_post", sim.Args{"channel": "general", "text": strings.Repeat("x", textMost+1)}, "at most")
	o.refused("robin", "chat_post", sim.Args{"channel": "relase", "text": "x"}, "did you mean release?")
	o.refused("robin", "chat_post", sim.Args{"channel": "general", "text": "x", "colour": "red"}, `no argument "colour"`)
	o.refused("robin", "chat_post", sim.Args{"channel": "dm:robin", "text": "x"}, "2 to 20")
	o.refused("robin", "chat_post", sim.Args{"channel": "dm:robin,nobody", "text": "x"}, "nobody here")
	o.refused("robin", "chat_mark", sim.Args{"message": "m1"}, "no tool")
}

func TestUrgent(t *testing.T) {
	o := opened(t)
	o.post("lena", "general", "URGENT: staging is down")
	first := o.Last("chat.posted").Body.(Posted).Speech().Urgent
	o.do("lena", "chat_post", sim.Args{"channel": "general", "text": "down", "urgent": true})
	if !first || !o.Last("chat.posted").Body.(Posted).Speech().Urgent {
		t.Error("not urgent")
	}
}

// story does a bit of everything.
func story(o *office) {
	id := o.post("lena", "general", "hello @robin")
	o.post("robin", "general/1", "hello")
	o.do("robin", "chat_direct", sim.Args{"to": "lena,omar", "text": "direct"})
	o.do("lena", "chat_edit", sim.Args{"message": id, "text": "hello all"})
	o.do("omar", "chat_react", sim.Args{"message": id, "emoji": "eyes"})
	o.do("lena", "chat_status", sim.Args{"state": "away", "until": "2026-03-02T12:00"})
	o.do("lena", "chat_create", sim.Args{"channel": "war-room", "members": "omar"})
	o.do("lena", "chat_invite", sim.Args{"channel": "war-room", "who": "marta"})
	o.post("robin", "war-room", "I come too")
	o.read("robin", "general")
	o.do("script", "chat_mark", sim.Args{"message": id, "who": "marta"})
}

// state is all that a part shows, for comparing.
func (o *office) state() string { return stateOf(o.World) }

func stateOf(w *sim.World) string {
	p := w.Part("chat").(*Part)
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(p.convs)) {
		x, _ := p.Exhibit(w, name)
		fmt.Fprintln(&b, name, x)
	}
	for _, m := range p.messages {
		fmt.Fprintf(&b, "%+v\n", *m)
	}
	fmt.Fprintln(&b, p.read, p.status, p.opened, p.index.Search("hello", 10, nil))
	return b.String()
}

func TestReplayGivesTheSameState(t *testing.T) {
	o := opened(t)
	story(o)
	again := o.Replayed().World
	if got, want := stateOf(again), o.state(); got != want {
		t.Errorf("replay gives\n%s\nwant\n%s", got, want)
	}
}

func TestClonesGoTheirOwnWay(t *testing.T) {
	o := opened(t)
	story(o)
	before := o.state()
	fork := &office{o.Fork()}
	if fork.state() != before {
		t.Fatal("a clone differs from the start")
	}
	fork.do("lena", "chat_edit", sim.Args{"message": "m1", "text": "hello fork"})
	fork.do("robin", "chat_react", sim.Args{"message": "m1", "emoji": "eyes"})
	fork.post("omar", "general/1", "only in the fork")
	fork.do("lena", "chat_invite", sim.Args{"channel": "release", "who": "marta, omar"})
	fork.read("omar", "general")
	if got := o.state(); got != before {
		t.Errorf("stepping the clone changed the original:\n%s\nwas\n%s", got, before)
	}
	forked := fork.state()
	o.post("marta", "general/1", "only in the original")
	o.do("lena", "chat_edit", sim.Args{"message": "m1", "text": "hello original"})
	if got := fork.state(); got != forked {
		t.Errorf("stepping the original changed the clone:\n%s\nwas\n%s", got, forked)
	}
}

func BenchmarkHistory(b *testing.B) {
	o := newOffice(&testing.T{})
	for i := 0; b.Loop(); i++ {
		o.World.Recall(start.Add(-time.Hour), sim.Call{By: "lena", Tool: "chat_post",
			Args: sim.Args{"channel": "general", "text": fmt.Sprintf("message number %d about the release plan and PORT-%d", i, i%50)}})
	}
}

package scenarios

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tenure-sim/tenure/sim"
)

func load1(t testing.TB, changes ...change) *Scenario {
	t.Helper()
	files := base(t)
	for _, c := range changes {
		files = c.in(t, files)
	}
	sc, err := loadTree(files)
	if err != nil {
		t.Fatal(err)
	}
	return sc
}

// stage is a world of the base scenario and its log.
type stage struct {
	t   testing.TB
	w   *sim.World
	log []sim.Event
}

func open(t testing.TB, sc *Scenario, seed uint64) *stage {
	t.Helper()
	s := &stage{t: t, w: sim.NewWorld(sc.Parts()...)}
	if err := sc.Lay(seed)(s.w, func(o sim.Outcome) error { s.log = append(s.log, o.Events...); return nil }); err != nil {
		t.Fatal(err)
	}
	return s
}

func (s *stage) take(o sim.Outcome) sim.Outcome {
	s.log = append(s.log, o.Events...)
	return o
}

// act is an agent's action and all that happens until it is ready again.
func (s *stage) act(tool string, args map[string]any) sim.Observation {
	s.t.Helper()
	raw, err := json.Marshal(args)
	if err != nil {
		s.t.Fatal(err)
	}
	s.take(s.w.Begin("robin", sim.Began{Tool: tool, Args: string(raw)}))
	for s.w.Ended() == nil {
		if o, ok := s.w.Waits(); ok {
			return o
		}
		s.take(s.w.Fire())
	}
	return s.w.Last("robin")
}

// fired lists the beats that fired.
func (s *stage) fired() map[string]int {
	out := map[string]int{}
	for _, e := range s.log {
		if f, ok := e.Body.(Fired); ok {
			out[f.Beat]++
		}
	}
	return out
}

func TestHistoryIsThereBeforeTheStartAndInOrder(t *testing.T) {
	sc := load1(t)
	s := open(t, sc, 1)
	opened := slices.IndexFunc(s.log, func(e sim.Event) bool { _, ok := e.Body.(sim.Opened); return ok })
	kinds := map[string]int{}
	for i, e := range s.log[1:opened] {
		kinds[e.Body.Kind()]++
		if e.At >= sc.Start {
			t.Errorf("event %d of the history is at %s", e.Seq, e.At)
		}
		if i > 0 && e.At < s.log[i].At {
			t.Errorf("event %d is before event %d", e.Seq, s.log[i].Seq)
		}
		if _, bad := e.Body.(sim.Rejected); bad {
			t.Errorf("refused: %v", e.Body)
		}
	}
	for kind, n := range map[string]int{"mail.sent": 2, "chat.posted": 3, "docs.created": 2, "tickets.created": 2, "files.put": 2} {
		if kinds[kind] != n {
			t.Errorf("%d events of kind %s, want %d; all: %v", kinds[kind], kind, n, kinds)
		}
	}
	if s.log[1].Body.Kind() != "work.requirement_set" {
		t.Errorf("the history begins with %s, want the ledger", s.log[1].Body.Kind())
	}
}

func TestAnswersStandInTheThreadOfWhatTheyAnswer(t *testing.T) {
	s := open(t, load1(t), 1)
	var mails []map[string]any
	for _, e := range s.log {
		if e.Body.Kind() == "mail.sent" {
			raw, _ := json.Marshal(e.Body)
			var m map[string]any
			json.Unmarshal(raw, &m)
			mails = append(mails, m)
		}
	}
	if len(mails) != 2 || mails[0]["Thread"] != mails[1]["Thread"] || mails[1]["Subject"] != "Re: The move" {
		t.Errorf("got %v, want the second in the thread of the first", mails)
	}
	o := s.act("chat_read", map[string]any{"channel": "general"})
	if !strings.Contains(string(o.Data), "I do, since Monday.") {
		t.Errorf("the agent reads %s", o.Data)
	}
}

func TestAnAttachmentIsForThoseTheMailWentTo(t *testing.T) {
	s := open(t, load1(t), 1)
	if o := s.act("files_search", map[string]any{"query": "room"}); strings.Contains(string(o.Data), "boxes") {
		t.Errorf("the agent finds the attachment of a mail it never got: %s", o.Data)
	}
	sc := load1(t, change{"world/mail/2.eml", "To: Ann Weber <ann@base.example>", "To: ann@base.example, robin@base.example"})
	s = open(t, sc, 1)
	if o := s.act("files_get", map[string]any{"path": "mail/2/boxes.csv"}); !strings.Contains(string(o.Data), "room,boxes") {
		t.Errorf("the agent cannot open the attachment of its mail: %s %s", o.Data, o.Rejected)
	}
}

func TestTheAgentFindsItsTaskAndNoSecrets(t *testing.T) {
	s := open(t, load1(t), 1)
	if o := s.act("docs_read", map[string]any{"doc": TaskDoc}); !strings.Contains(string(o.Data), "tell everybody the date") {
		t.Errorf("got %s, %s", o.Data, o.Rejected)
	}
	for _, tool := range []string{"docs_list", "files_list", "chat_channels", "mail_list", "calendar_list", "sheets_list", "directory_list", "tickets_list"} {
		o := s.act(tool, map[string]any{})
		if o.Rejected != "" {
			t.Errorf("%s: %s", tool, o.Rejected)
		}
		if strings.Contains(string(o.Data), "4,200") || strings.Contains(string(o.Data), "earlier") {
			t.Errorf("%s shows %s", tool, o.Data)
		}
	}
}

func TestBeatsFireByTheirTriggers(t *testing.T) {
	s := open(t, load1(t), 3)
	s.act("chat_post", map[string]any{"channel": "general", "text": "hello all"})
	if s.fired()["answer"] != 1 {
		t.Errorf("fired %v, want answer after the agent's message", s.fired())
	}
	s.act("chat_post", map[string]any{"channel": "general", "text": "hello again"})
	s.act("tickets_move", map[string]any{"ticket": "MOVE-1", "to": "Done"})
	if s.fired()["done-already"] != 0 {
		t.Error("a while predicate was asked at once")
	}
	s.act("wait_for", map[string]any{"span": "16m"})
	s.act("wait_until", map[string]any{"time": "2026-03-10T10:00"})
	got := s.fired()
	for beat, n := range map[string]int{"earlier": 1, "lunch": 5, "hour-ten": 1, "answer": 1, "done-already": 1} {
		if got[beat] != n {
			t.Errorf("%s fired %d times, want %d; all: %v", beat, got[beat], n, got)
		}
	}
	if v := s.w.Part("work").(sim.Exhibitor); v != nil {
		m, _ := v.Exhibit(s.w, "requirement/date")
		if m["value"] != "2026-03-05" {
			t.Errorf("the date is %v", m["value"])
		}
	}
}

func TestBeatsFireAtTheirMoment(t *testing.T) {
	sc := load1(t)
	s := open(t, sc, 3)
	s.act("wait_until", map[string]any{"time": "2026-03-06T17:00"})
	at := map[string]string{}
	for _, e := range s.log {
		if f, ok := e.Body.(Fired); ok && at[f.Beat] == "" {
			at[f.Beat] = e.At.Format(sc.TimeZone())
		}
	}
	// Ten working hours of eight a day end on Tuesday at 11:00.
	want := map[string]string{"earlier": "Tue 3 Mar 2026 10:15", "lunch": "Mon 2 Mar 2026 12:00", "hour-ten": "Tue 3 Mar 2026 11:00"}
	for beat, when := range want {
		if at[beat] != when {
			t.Errorf("%s fired on %s, want %s", beat, at[beat], when)
		}
	}
}

func TestAConditionThatDoesNotHoldPassesABeatOver(t *testing.T) {
	sc := load1(t, change{"scenario.yaml", "when: {at: 2026-03-03T10:15}", "when: {at: 2026-03-04T10:15}"})
	s := open(t, sc, 3)
	s.act("wait_until", map[string]any{"time": "2026-03-03T12:00"})
	var skipped []string
	for _, e := range s.log {
		if b, ok := e.Body.(Skipped); ok {
			skipped = append(skipped, b.Beat)
		}
	}
	if !slices.Equal(skipped, []string{"hour-ten"}) || s.fired()["hour-ten"] != 0 {
		t.Errorf("passed over %v, fired %v; want hour-ten passed over", skipped, s.fired())
	}
}

func TestWhatABeatIsRefusedIsSeenAndCounted(t *testing.T) {
	// The requirement has that value already, so the call is refused.
	sc := load1(t, change{"scenario.yaml", "value: 2026-03-05, text: We move on 5", "value: 2026-03-06, text: We move on 6"})
	s := open(t, sc, 3)
	s.act("wait_until", map[string]any{"time": "2026-03-03T12:00"})
	m, ok := s.w.Part("script").(*Script).Exhibit(s.w, "beat/earlier")
	if !ok || m["fired"] != int64(1) || m["rejected"] != int64(1) {
		t.Errorf("got %v", m)
	}
}

func TestChanceIsDrawnOnceADayAndDependsOnTheSeedAlone(t *testing.T) {
	sc := load1(t)
	days := map[string]int{}
	for seed := range uint64(12) {
		s := open(t, sc, seed)
		s.act("wait_until", map[string]any{"time": "2026-03-06T17:30"})
		when := "never"
		for _, e := range s.log {
			if f, ok := e.Body.(Fired); ok && f.Beat == "storm" {
				when = e.At.Format(sc.TimeZone())[:3]
				if !sc.Hours().Working(e.At) {
					t.Errorf("seed %d: the storm comes at %s, outside working time", seed, e.At)
				}
			}
		}
		days[when]++
	}
	if days["Mon"] < 2 || days["Mon"] > 10 || len(days) < 3 {
		t.Errorf("storms on %v in twelve seeds at 500 per mille a day", days)
	}
}

func TestABeatThatSetsItselfOffDoesSoOnce(t *testing.T) {
	loop := "when: {after: {kind: chat.posted}}\n    once: false"
	sc := load1(t, change{"scenario.yaml", "when: {schedule: \"0 12 * * *\"}", loop})
	s := open(t, sc, 3)
	s.act("chat_post", map[string]any{"channel": "general", "text": "one"})
	if n := s.fired()["lunch"]; n != 1 {
		t.Errorf("fired %d times at one moment, want 1", n)
	}
}

func TestReplayOfAScenarioIsItsWorld(t *testing.T) {
	sc := load1(t)
	s := open(t, sc, 3)
	s.act("chat_post", map[string]any{"channel": "general", "text": "hello all"})
	s.act("wait_until", map[string]any{"time": "2026-03-04T12:00"})
	enc, dec := sim.NewCodec(sc.Parts()...), sim.NewCodec(sc.Parts()...)
	again := &stage{t: t, w: sim.NewWorld(sc.Parts()...)}
	contents := map[sim.Hash][]byte{}
	again.w.Provide(func(h sim.Hash) ([]byte, error) {
		if b, ok := contents[h]; ok {
			return b, nil
		}
		return s.w.Content(h), nil
	})
	for _, e := range s.log {
		got, err := dec.Decode(enc.Encode(e))
		if err != nil {
			t.Fatal(err)
		}
		again.w.Apply(got)
	}
	twin := &stage{t: t, w: s.w.Clone()}
	for _, x := range []*stage{s, again, twin} {
		x.log = nil
		x.act("wait_until", map[string]any{"time": "2026-03-06T17:00"})
	}
	if a, b, c := fmt.Sprint(s.log), fmt.Sprint(again.log), fmt.Sprint(twin.log); a != b || a != c {
		t.Errorf("the world, its replay and its clone go on differently: %d, %d and %d events", len(s.log), len(again.log), len(twin.log))
	}
}

func TestTheBeatsOfACloneAreItsOwn(t *testing.T) {
	s := open(t, load1(t), 3)
	c := &stage{t: t, w: s.w.Clone()}
	c.act("wait_until", map[string]any{"time": "2026-03-03T12:00"})
	m, _ := s.w.Part("script").(*Script).Exhibit(s.w, "beat/lunch")
	if m["fired"] != int64(0) || c.fired()["lunch"] == 0 {
		t.Errorf("lunch in the clone shows as %v in its origin", m)
	}
}

func TestHoursOfTheProject(t *testing.T) {
	sc := load1(t)
	if got := sc.At(8 * time.Hour).Format(sc.TimeZone()); got != "Mon 2 Mar 2026 17:45" {
		t.Errorf("eight working hours end on %s, want Mon 2 Mar 2026 17:45", got)
	}
	if got := sc.End().Format(sc.TimeZone()); got != "Fri 6 Mar 2026 17:45" {
		t.Errorf("the horizon is %s, want Fri 6 Mar 2026 17:45", got)
	}
	if got := sc.Elapsed(sc.At(13 * time.Hour)); got != 13*time.Hour {
		t.Errorf("elapsed %s, want 13h", got)
	}
}

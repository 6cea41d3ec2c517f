package agents

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/scenarios"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/engine"
)

// playScript plays a solution on the desk and returns what the agent called, with the moment it began.
func playScript(t *testing.T, script scenarios.OracleScript) (calls, refused []string) {
	t.Helper()
	sc, err := scenarios.Open("desk")
	if err != nil {
		t.Fatal(err)
	}
	sc.Oracle = script
	d := seatIn(t, sc, "oracle")
	d.play(1, 0)
	for _, e := range d.events {
		if b, ok := e.Body.(sim.Began); ok && !strings.HasPrefix(b.Tool, "wait_") {
			calls = append(calls, e.At.In(sc.TimeZone()).Format("15:04")+" "+b.Tool+" "+b.Args)
		}
	}
	return calls, d.agent.(*Oracle).Refused()
}

func at(hour, min int) clock.Time {
	zone, err := clock.Zone("Europe/Berlin")
	if err != nil {
		panic(err)
	}
	return clock.At(2026, time.May, 6, hour, min, zone)
}

func TestStepsComeInOrderAtTheirMoments(t *testing.T) {
	calls, refused := playScript(t, scenarios.OracleScript{Steps: []scenarios.OracleStep{
		{ID: "book", At: at(9, 10), Call: "docs_list", Args: map[string]any{"limit": int64(5)}},
		{After: time.Hour, Call: "docs_read", Args: map[string]any{"doc": `{{result "book" "documents.0.doc"}}`}},
		{When: `requirement("copies").version == 2`, Call: "chat_direct", Args: map[string]any{"to": []string{"olga"},
			"text": `Noted: {{requirement "copies"}}, {{req_date "pickup"}}, {{due "order"}}, {{value "paper"}}, {{today}}.`}},
		{After: 0, If: `requirement("copies").version == 1`, Call: "done", Args: map[string]any{"summary": "never"}},
		{After: time.Hour, Call: "done", Args: map[string]any{"summary": "over"}},
	}})
	want := []string{
		`09:10 docs_list {"limit":5}`,
		`10:10 docs_read {"doc":"task"}`,
		`chat_direct {"text":"Noted: 800 copies, Thursday, 7 May 2026, 2026-05-06 14:00, 135 g matt, 2026-05-06.","to":["olga"]}`,
		`done {"summary":"over"}`,
	}
	if len(calls) != len(want) || len(refused) > 0 {
		t.Fatalf("calls %q, refused %q", calls, refused)
	}
	for i, w := range want {
		if !strings.HasSuffix(calls[i], w) {
			t.Errorf("call %d is %q, want %q", i, calls[i], w)
		}
	}
}

func TestReactionsAnswerWhatTheyWaitFor(t *testing.T) {
	calls, refused := playScript(t, scenarios.OracleScript{
		Steps: []scenarios.OracleStep{
			{On: &scenarios.On{Kind: "mail.sent", From: "priya"}, Call: "mail_unread", Args: nil},
			{At: at(17, 0), Call: "done", Args: map[string]any{"summary": "over"}},
		},
		Reactions: []scenarios.Reaction{{On: scenarios.On{Act: "change"}, After: 10 * time.Minute, Do: []scenarios.OracleCall{
			{Call: "chat_direct", Args: map[string]any{"to": []string{"{{.From}}"}, "text": `Acknowledged: {{.Req}} is {{requirement .Req}}.`}}}}},
	})
	for _, want := range []string{
		`10:00 mail_unread {}`,
		`11:10 chat_direct {"text":"Acknowledged: copies is 800 copies.","to":["olga"]}`,
		`11:40 chat_direct {"text":"Acknowledged: pickup is 2026-05-08.","to":["priya"]}`,
	} {
		if !slices.Contains(calls, want) {
			t.Errorf("%q was not called; calls %q, refused %q", want, calls, refused)
		}
	}
}

func TestARefusedCallIsMadeAgainAsOftenAsTheScriptSaysAndKept(t *testing.T) {
	calls, refused := playScript(t, scenarios.OracleScript{Steps: []scenarios.OracleStep{
		{At: at(9, 30), Call: "tickets_move", Args: map[string]any{"ticket": "DESK-2", "to": "Ordered"}, Retry: &scenarios.Retry{Every: 30 * time.Minute, Most: 2}},
		{After: 0, Call: "mail_reply", Args: map[string]any{"id": `{{result "nothing" "id"}}`, "text": "x"}},
		{After: 0, Call: "done", Args: map[string]any{"summary": "over"}},
	}})
	if len(calls) != 4 || len(refused) != 4 {
		t.Errorf("%d calls %q and %d refusals %q, want 4 and 4", len(calls), calls, len(refused), refused)
	}
}

func TestAnOracleThatHearsNothingSaysSo(t *testing.T) {
	sc, err := scenarios.Open("desk")
	if err != nil {
		t.Fatal(err)
	}
	sc.Oracle = scenarios.OracleScript{Steps: []scenarios.OracleStep{{On: &scenarios.On{Act: "change"}, Call: "mail_unread"}}}
	d := seatIn(t, sc, "oracle")
	e, err := engine.Create(d.world, engine.Config{Log: d.log}, sc.Lay(1))
	if err != nil {
		t.Fatal(err)
	}
	if ended, err := e.Run(context.Background(), d.seats(), engine.Limits{}); ended != engine.Crashed || !strings.Contains(fmt.Sprint(err), "Watch") {
		t.Errorf("%s, %v", ended, err)
	}
}

package scenarios

import (
	"strings"
	"testing"

	"github.com/tenure-sim/tenure/sim/work"
)

// needsCosts makes Ann approve the sheet with the costs of the move, and Robin free to write in it.
func needsCosts(more ...change) []change {
	return append([]change{{"scenario.yaml", "needs: [deliverable/plan]", "needs: [deliverable/costs]"}}, more...)
}

// ask has the agent ask Ann for her approval and gives the state of it a day later, and the words of the last refusal.
func (s *stage) ask() (state work.ApprovalState, refused string) {
	s.t.Helper()
	s.act("chat_direct", map[string]any{"to": "ann", "text": "Could you approve the go please?"})
	s.act("wait_for", map[string]any{"span": "24h"})
	for _, e := range s.log {
		if r, ok := e.Body.(work.ApprovalRefused); ok {
			refused = r.Note
		}
	}
	g, _ := s.w.Part("work").(*work.Ledger).Approval("go")
	return g.State, refused
}

func TestAnApproverOfASheetIsNotContentThatItIsThere(t *testing.T) {
	s := open(t, load1(t, needsCosts(change{"world/sheets/budget.csv", "Truck,300", "Truck,"})...), 1)
	if state, why := s.ask(); state != work.Refused || !strings.Contains(why, "the truck has no price") {
		t.Errorf("seed 1: got %s, %q; want refused: the truck has no price", state, why)
	}
	s.act("sheets_set", map[string]any{"sheet": "budget", "cell": "B2", "value": "300"})
	if state, why := s.ask(); state != work.Refused || strings.Contains(why, "truck") || !strings.Contains(why, "the date of the move") {
		t.Errorf("seed 1: got %s, %q; want refused for the date alone", state, why)
	}
	date, _ := s.w.Part("work").(*work.Ledger).Requirement("date")
	s.act("sheets_set", map[string]any{"sheet": "budget", "cell": "B4", "value": date.Current().Value})
	if state, why := s.ask(); state != work.Granted {
		t.Errorf("seed 1: got %s, %q; want granted", state, why)
	}
}

func TestWhatIsApprovedWhateverItIsAndWhatTellsTooMuch(t *testing.T) {
	warns := func(want string, changes ...change) {
		t.Helper()
		all := load1(t, changes...).Warnings()
		got := 0
		for _, w := range all {
			if strings.Contains(w.String(), want) {
				got++
			}
		}
		if got != 1 {
			t.Errorf("got %v, want one of %q", all, want)
		}
	}
	const checks = `, checks: [{cell: B4, requirement: date}, {expr: 'cell("sheets/budget", "B2").number != ""', says: the truck has no price}]`
	warns("scenario.yaml:47:82: ann approves the sheet of deliverable/costs whatever its figures are: it has no checks",
		needsCosts(change{"scenario.yaml", checks, ""})...)
	warns("says gives away 300, which criterion cost expects", change{"scenario.yaml", "the truck has no price", "the truck is not 300"})
	warns("says tells the secret of fact rent to whoever asks", change{"scenario.yaml", "the truck has no price", `"the rent is 4,200"`})
	for _, w := range load1(t, needsCosts()...).Warnings() {
		if strings.Contains(w.String(), "approves the sheet") {
			t.Errorf("a sheet with checks is warned of: %s", w)
		}
	}
}

func TestABeatMayAddACheckThatIsSound(t *testing.T) {
	beat := func(expr string) change {
		return change{"scenario.yaml", "beats:\n", "beats:\n  - id: stricter\n    when: {after_hours: 1h}\n    do:\n" +
			"      - {by: script, call: work_check, args: {deliverable: costs, says: no, expr: '" + expr + "'}}\n"}
	}
	s := open(t, load1(t, beat(`cell("sheets/budget", "B3").number == "80"`)), 1)
	s.act("wait_for", map[string]any{"span": "8h"})
	if d, _ := s.w.Part("work").(*work.Ledger).Deliverable("costs"); len(d.Checks) != 3 {
		t.Errorf("seed 1: got checks %v, want 3", d.Checks)
	}
	for expr, want := range map[string]string{"1 +": "bad predicate", `fact("rent").value == ""`: "an approver cannot look at fact"} {
		if _, err := loadTree(beat(expr).in(t, base(t))); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", expr, err, want)
		}
	}
}

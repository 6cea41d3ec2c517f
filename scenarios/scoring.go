package scenarios

import "github.com/tenure-sim/tenure/sim/score"

// Scoring is what an episode of the scenario is scored by: its rubric, and what the company expects of people.
func (sc *Scenario) Scoring() score.Setup {
	p := sc.Policy
	return score.Setup{Agent: sc.Agent.ID, Rubric: sc.Rubric, Zone: sc.TimeZone(), Policy: score.Policy{
		ReplyUrgent: p.ReplyWithin["urgent"], ReplyNormal: p.ReplyWithin["normal"], EscalateTo: p.Escalation.To,
		EscalateWait: p.Escalation.After, EscalateOver: p.Escalation.Grace, EarlyWarning: p.EarlyWarning,
	}}
}

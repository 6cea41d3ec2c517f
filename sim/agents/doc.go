// Package agents holds the agents under test that ship with Tenure. They are baselines to compare a model with:
//
//   - null waits for the end;
//   - spammer pings everybody, claims that all is done and stuffs its documents with keywords;
//   - steady is an honest coordinator that works by rules;
//   - oracle plays the solution that a scenario brings along, to prove that the work can be done.
//
// Steady and the spammer find people, documents, tickets and what is wanted by reading, so they work in any scenario
// whose task numbers its deliverables and names them, as in "1. **Plan**, the document `plan`".
//
// All of them act on their observations alone and keep no clock and no chance of their own, so the same
// observations lead to the same actions. The oracle alone may look behind the scenes: it is no contestant.
package agents

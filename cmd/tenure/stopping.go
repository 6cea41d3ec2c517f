package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/tenure-sim/tenure/personas"
	"github.com/tenure-sim/tenure/personas/cassette"
	"github.com/tenure-sim/tenure/personas/models"
	"github.com/tenure-sim/tenure/personas/purse"
	"github.com/tenure-sim/tenure/sim/engine"
)

// tellStopped says how far a run came, why it stopped when that was not asked for, and how it goes on.
func (s *session) tellStopped(out io.Writer, r *result, f runFlags) error {
	why := ""
	if errors.Is(r.why, engine.ErrBudget) { // other reasons are failures, which are told of at the end
		why = ": " + r.reason()
	}
	_, err := fmt.Fprintf(out, "%s after %s of %s%s. %s %s\n", r.ended, hours(r.worked), hours(s.scenario.Horizon), why, r.voices.kept(), s.goesOn(r.why, f))
	r.voices.tell(out)
	return err
}

// faulty is what an answer is degraded for that a model never gave: its endpoint failed or refused.
const faulty = "fault"

// kept says that no step is lost, and what a failing endpoint has cost for good.
func (v *voices) kept() string {
	if v == nil || v.Reasons[faulty] == 0 {
		return "Nothing is lost."
	}
	n := v.Reasons[faulty]
	return fmt.Sprintf("No step is lost; %s degraded for good, for the endpoint failed or refused.", verb(n, "is", "are", plural(n, "answer")))
}

// reason is why the run ended on a line, or nothing.
func (r *result) reason() string {
	if r.why == nil {
		return ""
	}
	line, _, _ := strings.Cut(r.why.Error(), "\n")
	return plainly(line)
}

// goesOn says what is to be done before the run can go on, and the line to type.
func (s *session) goesOn(why error, f runFlags) string {
	line := func(f runFlags) string { return "\n  " + s.command(f.going(s.branch.Name)...) }
	switch {
	case errors.Is(why, engine.ErrBudget):
		raise := fmt.Sprintf("Raise that budget in %s and go on with:%s", f.models.source(), line(f))
		if f.models.onBudget == string(purse.Templates) || !s.templatesServe(why) {
			return raise
		}
		other := f
		other.models.onBudget = string(purse.Templates)
		return raise + "\nor let coworkers go on with templates:" + line(other)
	case errors.Is(why, engine.ErrStop) && f.models.cassette != "" && f.models.mode == string(cassette.Strict):
		f.models.mode = string(cassette.Record)
		if s.casting != nil && s.casting.tape.Fakes() {
			f.models.mode = string(cassette.Synthetic)
			return "A fake answered what is on the cassette. Let it answer the rest too with:" + line(f)
		}
		return "The same line would stop here again. Ask what the cassette lacks, and keep it there, with:" + line(f)
	case errors.Is(why, engine.ErrStop):
		return "When that is mended go on with:" + line(f)
	}
	return "Go on with:" + line(f)
}

// templatesServe says whether templates can stand in for what the budget refused. An agent has none, and one that a model
// plays shares the episode's budget.
func (s *session) templatesServe(why error) bool {
	plays, text := strings.HasPrefix(s.branch.Agent, agentModel), why.Error()
	return s.casting != nil && s.casting.backing != (personas.Backing{}) && !strings.Contains(text, "role "+models.Agent) &&
		(!plays || strings.Contains(text, "role "))
}

// source is where the models of the run are written down.
func (f modelFlags) source() string {
	for _, file := range []string{f.models, f.personas} {
		if file != "" && file != fromEnv {
			return file
		}
	}
	return "a file of models"
}

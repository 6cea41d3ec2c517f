package main

import (
	"fmt"
	"strings"

	"github.com/tenure-sim/tenure/personas"
	"github.com/tenure-sim/tenure/personas/purse"
)

// verdictHelp says when a run should not be counted.
const verdictHelp = `With models behind the coworkers the score says whether the run counts. INVALID: more than the set share (a fifth) of
texts, of readings or of choices is degraded, so that rules and templates did what was to be measured. MARKED budget: a
budget was spent and the coworkers went on without models; the score holds for such a mixture and for nothing else.`

// judgedKinds are the kinds of questions whose answers make a run, in the order in which they are told.
var judgedKinds = []struct{ what, name string }{{personas.ForWords, "texts of coworkers"}, {personas.ForReading, "readings"}, {personas.ForChoice, "choices"}}

// judged counts an answer of no use. A reading or a choice for which the world had moved on says nothing against the model;
// a text that a template had to replace does, whatever the reason.
func (v *voices) judged(d personas.Degraded) {
	if d.What == personas.ForWords || d.Reason != "late" {
		v.bad[d.What]++
	}
}

// judge says whether the run counts: coworkers whose words are mostly the templates' after all, who read by rule or choose
// by chance, are not what was to be measured.
func (v *voices) judge() {
	if !v.Backed {
		return
	}
	if v.Reasons[purse.Fault] > 0 {
		v.Marked = purse.Fault
	}
	var why []string
	for _, k := range judgedKinds {
		if n, bad := v.Asked[k.what], v.bad[k.what]; bad*1000 > n*v.Share {
			why = append(why, fmt.Sprintf("%d of %d %s are degraded", bad, n, k.name))
		}
	}
	if len(why) > 0 {
		v.Invalid = fmt.Sprintf("%s, and at most %.0f %% may be", strings.Join(why, ", "), float64(v.Share)/10)
	}
}

// unpaid says what a spent budget did to the run.
func (v *voices) unpaid() string {
	n := v.Reasons[purse.Fault]
	return fmt.Sprintf("%s not paid any more, and rules and templates answered in place of models", verb(n, "was", "were", plural(n, "question")))
}

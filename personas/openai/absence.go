package openai

import (
	"fmt"
	"time"
)

// An endpoint that was there and to which no connection holds any more is a server that is being started again, or one that
// is gone. The two look alike for minutes, so a question waits for longer than its tries would take; when the endpoint stays
// away the run stops with the question open.

// awayUsual is how long an endpoint that went away is waited for: as long as Kubernetes gives a deployment to come up
// (progressDeadlineSeconds, 600). A server with a large model reads its weights for minutes.
const awayUsual = 10 * time.Minute

// waits says whether a question that has had its tries is held open until the endpoint is back. Where another role is asked
// instead nobody waits. When the endpoint came back as often as a question is tried, and this one found it away each time, it is the
// question that it does not bear.
func (t *tries) waits(f *Fault) bool {
	long, back := t.at.breaker.away(time.Now())
	came := back != t.back
	if came {
		t.back, t.returns = back, t.returns+1
	}
	switch {
	case t.at.breaker.absent(), t.client.roles[t.request.Tier].Fallback != "", t.returns > t.client.opt.Tries:
		return false
	case f.Kind == Open: // it was not looked for
		return long > 0 || came
	}
	return f.away && long < t.client.opt.Away
}

// lost says that the endpoint has been away for as long as anybody waits.
func (t *tries) lost(f *Fault) (advice string, lost bool) {
	long, _ := t.at.breaker.away(time.Now())
	if !f.away || long < t.client.opt.Away || t.client.roles[t.request.Tier].Fallback != "" {
		return "", false
	}
	return fmt.Sprintf("it was there in this run and has been away for %s: start it again, or look into its log why it went", long.Round(time.Second)), true
}

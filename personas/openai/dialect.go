package openai

import (
	"net/http"
	"regexp"
	"strings"
	"sync"

	"github.com/tenure-sim/tenure/personas/models"
)

// schemaMode is how an endpoint is told the shape of an answer.
type schemaMode int

const (
	schemaNative schemaMode = iota // response_format json_schema
	schemaObject                   // response_format json_object, and the schema in the text
	schemaText                     // the text alone
)

// dialect is what an endpoint understands. It starts from the configuration and only ever becomes poorer.
type dialect struct {
	newLimit      bool // max_completion_tokens instead of max_tokens
	swapped       bool // that was changed once; not again
	noTemperature bool
	noUsage       bool // no stream_options
	noStream      bool
	schema        schemaMode
	schemaFixed   bool
	textTools     bool
	toolsFixed    bool
}

func dialectOf(m models.Model) dialect {
	d := dialect{schemaFixed: m.Schema == "native", toolsFixed: m.Tools == "native", textTools: m.Tools == "text"}
	if m.Schema == "text" {
		d.schema = schemaText
	}
	return d
}

// refusing are the words by which an endpoint says that it does not take a field. Without one of them a message that
// happens to name a field ("upstream reset") teaches nothing. An endpoint's own failures have to be plainer still.
var (
	refusing      = regexp.MustCompile(`support|unknown|unrecogni|unexpected|extra|not permitted|not allowed|forbidden|invalid|requires|must|unable|cannot|only|disabled|not implemented`)
	refusingPlain = regexp.MustCompile(`support|requires|not implemented`)
	limitField    = regexp.MustCompile(`max_(completion_)?tokens`)
	usageField    = regexp.MustCompile(`stream_options|include_usage`)
	schemaField   = regexp.MustCompile(`response_format|json_schema|json_object|schema|grammar`)
	toolField     = regexp.MustCompile(`\b(tools?|tool_choice|functions?)\b`)
	streamField   = regexp.MustCompile(`\bstream(ing)?\b`)
)

// poorer is the dialect without what a refusal names; ok is false if it names nothing that could be left out of this
// question.
func (d dialect) poorer(f *Fault, q ask) (_ dialect, ok bool) {
	said, words := strings.ToLower(f.Text), refusing
	if f.Status >= 500 && f.Status != http.StatusNotImplemented {
		words = refusingPlain
	}
	if !words.MatchString(said) {
		return d, false
	}
	switch {
	case limitField.MatchString(said) && q.most > 0 && !d.swapped:
		d.newLimit, d.swapped = !d.newLimit, true
	case usageField.MatchString(said) && !d.noStream && !d.noUsage:
		d.noUsage = true
	case toolField.MatchString(said) && len(q.prompt.Tools) > 0 && !d.textTools && !d.toolsFixed:
		d.textTools = true
	case schemaField.MatchString(said) && len(q.schema) > 0 && d.schema < schemaText && !d.schemaFixed:
		d.schema++
	case strings.Contains(said, "temperature") && !d.noTemperature:
		d.noTemperature = true
	case streamField.MatchString(said) && !d.noStream:
		d.noStream = true
	default:
		return d, false
	}
	return d, true
}

// heatless says that a temperature is left out.
const heatless = "the endpoint refuses a temperature, so none is sent and its own holds"

// learner holds a dialect that several calls use and teach.
type learner struct {
	mu sync.Mutex // guards d
	d  dialect
}

func (l *learner) now() dialect {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.d
}

// learn takes a poorer dialect than the one that was used, unless somebody learnt something in between: then the next
// try shows whether that was enough.
func (l *learner) learn(used, poorer dialect) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.d == used {
		l.d = poorer
	}
}

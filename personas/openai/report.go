package openai

import "time"

// Support says whether an endpoint can do something.
type Support string

// What was found.
const (
	Yes      Support = "yes"
	No       Support = "no"
	Ignored  Support = "ignored" // it takes the wish and does not follow it
	Untested Support = ""
)

// word is what was found for people: that nothing could be is said too.
func (s Support) word() string {
	if s == Untested {
		return "untested"
	}
	return string(s)
}

// Report is what was found at one model's endpoint.
type Report struct {
	Name    string
	URL     string
	ID      string
	Usable  bool     // it answers questions
	Reached bool     // something there speaks HTTP
	Listed  []string // ids that it offers, a few dozen at most
	Known   bool     // ID is among them
	Context int      // tokens, if it tells

	Streaming   Support
	StreamUsage Support // usage at the end of a stream
	Tools       Support
	Schema      Support // native JSON schema
	Logprobs    Support

	First time.Duration // to the first piece of an answer, median of a few
	Whole time.Duration // to the end of a short answer

	Problems []Problem
}

// Problem is something that is wrong and how to mend it.
type Problem struct {
	What   string
	Advice string
	Fatal  bool // the model cannot be used like this
}

func (r *Report) fatal(what, advice string) {
	r.Problems = append(r.Problems, Problem{what, advice, true})
}
func (r *Report) note(what, advice string) {
	r.Problems = append(r.Problems, Problem{what, advice, false})
}

package models

import "strings"

// own are the fields that a request says by itself, and where each is to be said instead.
var own = map[string]string{
	"model":                 "write it as id of the model",
	"messages":              "they are the question itself",
	"tools":                 toolsAt,
	"tool_choice":           toolsAt,
	"functions":             toolsAt,
	"function_call":         toolsAt,
	"n":                     "one answer is used of each question",
	"max_tokens":            mostAt,
	"max_completion_tokens": mostAt,
	"temperature":           "write it as temperature of a role",
	"stream":                streamAt,
	"stream_options":        streamAt,
	"response_format":       "write schema: native or schema: text for the model",
}

const (
	toolsAt  = "--tools chooses an agent's tools, and tools: native or tools: text says how the model is told of them"
	mostAt   = "write it as most of a role"
	streamAt = "answers are streamed where the endpoint can"
)

// Own says whether a request says a field by itself, so that params may not, and where it is to be said instead.
func Own(name string) (instead string, ok bool) {
	instead, ok = own[strings.ToLower(name)]
	return instead, ok
}

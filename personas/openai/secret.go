package openai

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"

	"github.com/tenure-sim/tenure/personas/models"
	"github.com/tenure-sim/tenure/sim/prompt"
)

// secret is a key. It prints as nothing.
type secret struct{ value string }

func (secret) String() string   { return hidden }
func (secret) GoString() string { return hidden }

const hidden = "[key]"

// keyLeast is the length from which on a key is one, and from which on a part of one is told. Servers without keys want
// any word, and such a word may stand in a text.
const keyLeast = 8

// forms are the key as it stands in a text, in an address and in JSON.
func (s secret) forms() []string {
	if len(s.value) < keyLeast {
		return nil
	}
	quoted, err := json.Marshal(s.value)
	if err != nil {
		panic(fmt.Sprintf("openai: a key of plain letters does not encode: %v", err))
	}
	inJSON := string(quoted[1 : len(quoted)-1])
	return []string{s.value, url.QueryEscape(s.value), url.PathEscape(s.value), inJSON, strings.ReplaceAll(s.value, "/", `\/`)}
}

// hide takes the key out of what a model said. Where the text was cut in the middle of the key, its part goes as well; in
// between a part stays: a key may begin with a word that people use.
func (s secret) hide(text string) string {
	for _, key := range s.forms() {
		text = strings.ReplaceAll(text, key, hidden)
		for n := len(key) - 1; n >= keyLeast; n-- {
			if strings.HasSuffix(text, key[:n]) {
				text = text[:len(text)-n] + hidden
				break
			}
		}
		for n := len(key) - 1; n >= keyLeast; n-- {
			if strings.HasPrefix(text, key[len(key)-n:]) {
				text = hidden + text[n:]
				break
			}
		}
	}
	return text
}

// hideParts takes the key and every beginning and end of it out of what is said of a failure: endpoints like to show a part
// of a key that they refuse.
func (s secret) hideParts(text string) string {
	for _, key := range s.forms() {
		text = strings.ReplaceAll(text, key, hidden)
		text = hideFrom(text, key[:keyLeast], func(rest string) int { return common(rest, key) })
		text = hideFrom(text, key[len(key)-keyLeast:], func(string) int { return keyLeast })
	}
	return text
}

// hideFrom hides what begins with a part, as far as length says.
func hideFrom(text, part string, length func(string) int) string {
	var b strings.Builder
	for {
		at := strings.Index(text, part)
		if at < 0 {
			b.WriteString(text)
			return b.String()
		}
		b.WriteString(text[:at] + hidden)
		text = text[at+length(text[at:]):]
	}
}

// common is how many bytes two texts begin with alike.
func common(a, b string) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

// hideCalls takes the key out of all that a call holds.
func (s secret) hideCalls(calls []prompt.Call) {
	for i, c := range calls {
		calls[i] = prompt.Call{ID: s.hide(c.ID), Tool: s.hide(c.Tool), Args: s.hide(c.Args)}
	}
}

// newKey reads a key. What is wrong with it is said without showing it.
func newKey(m models.Model, getenv func(string) string) (secret, error) {
	if m.KeyEnv == "" {
		return secret{}, nil
	}
	v := strings.TrimSpace(getenv(m.KeyEnv))
	if v == "" {
		return secret{}, fmt.Errorf("model %s: the environment variable %s, which is to hold its key, is empty; set it", m.Name, m.KeyEnv)
	}
	if strings.ContainsFunc(v, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return secret{}, fmt.Errorf("model %s: the environment variable %s holds spaces or marks that no key has", m.Name, m.KeyEnv)
	}
	return secret{v}, nil
}

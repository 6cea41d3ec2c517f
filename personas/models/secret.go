package models

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode"
)

// Names of values that must not stand in a file: words of a name, and parts of it however they are joined.
var (
	secretWords = []string{"key", "keys", "token", "auth", "cookie", "header", "headers", "passwd", "credentials"}
	secretParts = []string{"secret", "password", "authorization", "bearer", "credential", "apikey", "accesskey", "privatekey", "apitoken", "accesstoken", "authtoken"}
	// What endpoints call the pieces of a text, and the prompt that they keep, is none.
	tokenWords = []string{"max", "min", "stop", "skip", "special", "eos", "bos", "pad", "id", "ids", "bias", "budget", "limit", "count", "repeat", "cache"}
)

// Secret says whether a value under that name is one that must not be written into a file.
func Secret(name string) bool {
	words := wordsOf(name)
	joined := strings.Join(words, "")
	if slices.ContainsFunc(secretParts, func(part string) bool { return strings.Contains(joined, part) }) {
		return true
	}
	if !slices.ContainsFunc(words, func(w string) bool { return slices.Contains(secretWords, w) }) {
		return false
	}
	return !slices.ContainsFunc(words, func(w string) bool { return slices.Contains(tokenWords, w) }) || slices.Contains(words, "auth")
}

// LooksSecret knows how keys of hosted models mostly begin.
func LooksSecret(v string) bool {
	known := slices.ContainsFunc(secretHeads, func(head string) bool { return strings.HasPrefix(v, head) })
	return strings.HasPrefix(v, "Bearer ") || known && len(v) >= 20 && !strings.ContainsAny(v, " /")
}

var secretHeads = []string{"sk-", "sk_", "gsk_", "AIza", "hf_", "xai-", "nvapi-", "pplx-", "r8_", "csk-", "tgp_"}

// wordsOf parts a name at its marks and capitals, in small letters.
func wordsOf(name string) []string {
	var b strings.Builder
	before := ' '
	for _, r := range name {
		if unicode.IsUpper(r) && unicode.IsLower(before) {
			b.WriteByte(' ')
		}
		before = r
		if !unicode.IsLetter(r) {
			r = ' '
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return strings.Fields(b.String())
}

// secretWithin says whether a value has such a name somewhere inside.
func secretWithin(raw json.RawMessage) bool {
	var v any
	return json.Unmarshal(raw, &v) == nil && namesSecret(v)
}

func namesSecret(v any) bool {
	switch v := v.(type) {
	case []any:
		return slices.ContainsFunc(v, namesSecret)
	case map[string]any:
		for name, x := range v {
			if Secret(name) || namesSecret(x) {
				return true
			}
		}
	}
	return false
}

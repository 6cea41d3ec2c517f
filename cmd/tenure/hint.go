package main

import (
	"os"
	"os/exec"
	"strings"
	"sync"
)

// storeDefault is the store that commands use when none is named.
const storeDefault = "tenure.db"

// program is how the command was started: by its name alone when that is enough to start it again.
var program = sync.OnceValue(func() string {
	at, err := exec.LookPath("tenure")
	if err != nil {
		return os.Args[0]
	}
	found, err := os.Stat(at)
	if err != nil {
		return os.Args[0]
	}
	if self, err := os.Executable(); err == nil {
		if info, err := os.Stat(self); err == nil && os.SameFile(info, found) {
			return "tenure"
		}
	}
	return os.Args[0]
})

// typed is a line to type: the command as it was started, and some words.
func typed(words ...string) string {
	line := quote(program())
	for _, w := range words {
		line += " " + quote(w)
	}
	return line
}

// quote makes one word of a shell of a text.
func quote(word string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_./:=,@+%", r)
	}
	if word != "" && strings.IndexFunc(word, func(r rune) bool { return !plain(r) }) < 0 {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// spoken puts the command as it was started into a text that names commands by 'tenure'.
func spoken(text string) string {
	return strings.ReplaceAll(text, "'tenure ", "'"+quote(program())+" ")
}

// command is a line to type that works on the session's store.
func (s *session) command(words ...string) string {
	if path := s.store.Path(); path != storeDefault {
		words = append(words, "--store", path)
	}
	return typed(words...)
}

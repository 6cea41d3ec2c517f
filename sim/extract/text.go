package extract

import (
	"path"
	"slices"
	"strings"
	"unicode/utf8"
)

// textMost bounds the text taken out of one file, in bytes.
const textMost = 2 << 20

var plainKinds = []string{".txt", ".md", ".csv", ".eml", ".ics", ".json", ".yaml", ".yml", ".xml", ".html", ".log", ".tsv"}

// Text returns what a person would read in the file. ok is false when the file holds no text that can be read:
// the kind is unknown or the file is broken.
func Text(name string, raw []byte) (text string, ok bool) {
	switch ext := strings.ToLower(path.Ext(name)); {
	case ext == ".xlsx":
		text, ok = workbookText(raw)
	case ext == ".docx":
		text, ok = documentText(raw)
	case slices.Contains(plainKinds, ext) || ext == "":
		text, ok = string(raw), isText(raw)
	}
	if !ok {
		return "", false
	}
	return cut(text, textMost), true
}

// Plain says whether the file's bytes are its text, with nothing to take out.
func Plain(name string) bool {
	ext := strings.ToLower(path.Ext(name))
	return ext == "" || slices.Contains(plainKinds, ext)
}

func isText(raw []byte) bool {
	return utf8.Valid(raw) && !slices.Contains(raw, 0)
}

// cut shortens a text to at most n bytes without splitting a rune.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

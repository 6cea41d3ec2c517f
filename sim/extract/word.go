package extract

import (
	"bytes"
	"encoding/xml"
	"io"
	"strings"
)

// documentText reads the paragraphs of a Word document: runs of text, tabs, line breaks; table cells are set
// apart by tabs.
func documentText(raw []byte) (string, bool) {
	z, err := unzip(raw)
	if err != nil {
		return "", false
	}
	body, err := entry(z, "word/document.xml")
	if err != nil {
		return "", false
	}
	var w wordReader
	d := xml.NewDecoder(bytes.NewReader(body))
	for {
		t, err := d.Token()
		if err == io.EOF {
			return strings.TrimSpace(w.out.String()), true
		}
		if err != nil || w.out.Len() > textMost {
			return cut(w.out.String(), textMost), err == nil
		}
		w.token(t)
	}
}

type wordReader struct {
	out    strings.Builder
	inText bool
	inCell int
}

func (w *wordReader) token(t xml.Token) {
	switch t := t.(type) {
	case xml.StartElement:
		w.start(t.Name.Local)
	case xml.EndElement:
		w.end(t.Name.Local)
	case xml.CharData:
		if w.inText {
			w.out.Write(t)
		}
	}
}

func (w *wordReader) start(name string) {
	switch name {
	case "t":
		w.inText = true
	case "tab":
		w.out.WriteByte('\t')
	case "br", "cr":
		w.out.WriteByte('\n')
	case "tc":
		w.inCell++
	}
}

func (w *wordReader) end(name string) {
	switch name {
	case "t":
		w.inText = false
	case "p":
		w.paragraph()
	case "tc":
		w.inCell--
		w.out.WriteByte('\t')
	case "tr":
		w.out.WriteByte('\n')
	}
}

// paragraph ends one: with a line, or within a table cell with a space, so that a row stays one line.
func (w *wordReader) paragraph() {
	if w.inCell > 0 {
		w.out.WriteByte(' ')
		return
	}
	w.out.WriteByte('\n')
}

package extract

import (
	"archive/zip"
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"
)

func archive(t testing.TB, files map[string]string) []byte {
	t.Helper()
	var buf bytes.Buffer
	z := zip.NewWriter(&buf)
	for name, text := range files {
		f, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

func word(t testing.TB, body string) []byte {
	return archive(t, map[string]string{"word/document.xml": `<?xml version="1.0"?><w:document xmlns:w="x"><w:body>` + body + `</w:body></w:document>`})
}

func workbook(t testing.TB) []byte {
	t.Helper()
	f := excelize.NewFile()
	defer f.Close()
	for cell, v := range map[string]any{"A1": "vendor", "B1": 18400, "A3": "ünder"} {
		if err := f.SetCellValue("Sheet1", cell, v); err != nil {
			t.Fatal(err)
		}
	}
	buf, err := f.WriteToBuffer()
	if err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

func TestText(t *testing.T) {
	for _, c := range []struct {
		name string
		raw  []byte
		want string
		ok   bool
	}{
		{"a.txt", []byte("hello"), "hello", true},
		{"README", []byte("hello"), "hello", true},
		{"a.TXT", []byte{0xff, 0xfe}, "", false},
		{"a.png", []byte("hello"), "", false},
		{"a.docx", word(t, `<w:p><w:r><w:t>One </w:t></w:r><w:r><w:t>line</w:t><w:br/></w:r></w:p><w:p><w:t>Two</w:t></w:p>`), "One line\n\nTwo", true},
		{"a.docx", word(t, `<w:tbl><w:tr><w:tc><w:p><w:t>a</w:t></w:p></w:tc><w:tc><w:p><w:t>b</w:t></w:p></w:tc></w:tr></w:tbl>`), "a \tb", true},
		{"a.docx", []byte("no zip"), "", false},
		{"a.docx", archive(t, map[string]string{"other.xml": "x"}), "", false},
		{"a.xlsx", workbook(t), "[Sheet1]\nvendor\t18400\n\nünder", true},
		{"a.xlsx", []byte("no zip"), "", false},
		{"a.xlsx", archive(t, map[string]string{"xl/workbook.xml": "<broken"}), "", false},
	} {
		if got, ok := Text(c.name, c.raw); got != c.want || ok != c.ok {
			t.Errorf("%s: got %q, %v; want %q, %v", c.name, got, ok, c.want, c.ok)
		}
	}
}

func TestBombsAreNotUnpacked(t *testing.T) {
	bomb := archive(t, map[string]string{"word/document.xml": strings.Repeat("\x00", unpackedMost+1)})
	if len(bomb) > 1<<20 {
		t.Fatalf("the test's bomb has %d bytes", len(bomb))
	}
	if _, ok := Text("a.docx", bomb); ok {
		t.Error("a docx bomb has text")
	}
	if _, err := Open(bomb); err == nil {
		t.Error("an xlsx bomb opens")
	}
	many := map[string]string{}
	for i := range entriesMost + 1 {
		many[fmt.Sprint(i)] = ""
	}
	if _, ok := Text("a.docx", archive(t, many)); ok {
		t.Error("an archive of many entries has text")
	}
}

func FuzzText(f *testing.F) {
	f.Add("a.docx", word(f, `<w:p><w:t>One</w:t></w:p>`))
	f.Add("a.xlsx", workbook(f))
	f.Add("a.txt", []byte("x"))
	f.Fuzz(func(t *testing.T, name string, raw []byte) {
		a, ok := Text(name, raw)
		if b, again := Text(name, raw); a != b || ok != again {
			t.Errorf("%q then %q", a, b)
		}
	})
}

func TestShelf(t *testing.T) {
	texts := map[string]string{"a/plan.md": "go live", "b/plan.md": "go later", "c": "nothing"}
	text := func(n string) string { return texts[n] }
	all := func(string) bool { return true }
	s := NewShelf()
	for i, n := range []string{"a/plan.md", "b/plan.md", "c"} {
		s.Put(n, uint64(i+1))
	}
	find := func(s *Shelf, q string) string { return fmt.Sprint(s.Search(q, 10, text, all)) }
	if got := find(s, "go"); got != "[b/plan.md a/plan.md]" {
		t.Errorf("got %s", got)
	}
	c := s.Clone()
	texts["a/plan.md"] = "live on"
	s.Put("a/plan.md", 9)
	if got := find(s, "go"); got != "[b/plan.md]" {
		t.Errorf("after a change got %s", got)
	}
	if got := find(c, "go"); got != "[b/plan.md a/plan.md]" {
		t.Errorf("the clone finds %s", got)
	}
	s.Remove("b/plan.md")
	if got := find(s, "go"); got != "[]" {
		t.Errorf("after removal got %s", got)
	}
	if got := s.Search("live", 10, text, func(n string) bool { return n != "a/plan.md" }); len(got) != 0 {
		t.Errorf("a hidden name is found: %v", got)
	}
	if got := c.Nearest("plan", func(n string) bool { return n != "b/plan.md" }); fmt.Sprint(got) != "[a/plan.md]" {
		t.Errorf("nearest %v", got)
	}
}

func TestSnippet(t *testing.T) {
	long := strings.Repeat("é ", 200) + "the Price is 18,400 EUR " + strings.Repeat("x ", 200)
	if got := Snippet(long, "price eur"); !strings.Contains(got, "Price is 18,400 EUR") || !strings.HasPrefix(got, "…") {
		t.Errorf("got %q", got)
	}
	if got := Snippet("short\ntext", "absent"); got != "short text" {
		t.Errorf("got %q", got)
	}
}

package scenarios

import (
	"bytes"
	"encoding/base64"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
)

// sidecar is what is said about a document, a sheet or a file besides its content.
type sidecar struct {
	Title   string      `yaml:"title"`
	Owner   sim.ActorID `yaml:"owner"`
	Editors People      `yaml:"editors"`
	Readers People      `yaml:"readers"`
	Date    clock.Time  `yaml:"date"`
}

// about checks a sidecar and fills in what it leaves out.
func (l *loader) about(s *source, name string, c *sidecar) bool {
	known := len(l.problems)
	if c.Owner == "" {
		c.Owner = l.keeper()
	} else {
		l.person(s.file, s.pos("owner"), "person", string(c.Owner))
	}
	l.peopleAt(s, "editors", c.Editors)
	l.peopleAt(s, "readers", c.Readers)
	if c.Date == 0 {
		c.Date = l.usual()
	} else {
		l.before(s.file, s.pos("date"), c.Date)
	}
	if c.Title == "" {
		c.Title = strings.TrimSuffix(path.Base(name), path.Ext(name))
	}
	return len(l.problems) == known
}

// keeper is who owns what has no owner: the agent's manager, or the first of the cast.
func (l *loader) keeper() sim.ActorID {
	if l.sc.Agent.Manager != "" {
		return l.sc.Agent.Manager
	}
	return sim.ActorID(l.people.list[0])
}

func (l *loader) peopleAt(s *source, path string, p People) {
	for i, id := range p.IDs {
		l.person(s.file, s.pos(index(path, i)), "person", string(id))
	}
}

// rights adds readers and editors to the arguments of a call.
func (c *sidecar) rights(s *source, args sim.Args) sim.Args {
	for _, r := range []struct {
		name string
		who  People
	}{{"readers", c.Readers}, {"editors", c.Editors}} {
		switch {
		case r.who.All:
			args[r.name] = []string{"all"}
		case s.has(r.name):
			list := make([]string, len(r.who.IDs))
			for i, id := range r.who.IDs {
				list[i] = string(id)
			}
			args[r.name] = list
		}
	}
	return args
}

// doc reads a document: Markdown below its front matter.
func (l *loader) doc(name, inner string) {
	id, ok := strings.CutSuffix(inner, ".md")
	if !ok {
		l.problem(name, pos{}, "expected a file that ends in .md")
		return
	}
	l.docs[id] = true
	front, body, ok := frontMatter(l.files[name])
	if !ok {
		l.problem(name, pos{1, 1}, "expected front matter between two lines --- at the top, with title, owner, date")
		return
	}
	s, n := l.read(name, front, l.sc.zone)
	if n == nil {
		return
	}
	var c sidecar
	if n.kind != nothing {
		s.decode(n, &c)
	}
	if !l.about(s, name, &c) {
		return
	}
	args := c.rights(s, sim.Args{"doc": id, "title": c.Title, "text": body})
	l.add(item{at: c.Date, file: name, pos: s.pos("owner"), call: sim.Call{By: c.Owner, Tool: "docs_create", Args: args}})
}

// frontMatter parts a document. The front keeps its line numbers.
func frontMatter(raw []byte) (front []byte, body string, ok bool) {
	raw = bytes.ReplaceAll(raw, []byte("\r\n"), []byte("\n"))
	rest, ok := bytes.CutPrefix(raw, []byte("---\n"))
	if !ok {
		return nil, "", false
	}
	front, after, ok := bytes.Cut(rest, []byte("\n---\n"))
	if !ok || !utf8.Valid(after) {
		return nil, "", false
	}
	return append([]byte("\n"), front...), string(after), true
}

// beside reads the sidecar of a file, if it has one.
func (l *loader) beside(name string) (*source, sidecar, bool) {
	var c sidecar
	side := name + ".yaml"
	raw, ok := l.files[side]
	if !ok {
		s := &source{report: l.report, file: name, at: map[string]*node{}}
		return s, c, l.about(s, name, &c)
	}
	s, n := l.read(side, raw, l.sc.zone)
	if n == nil {
		return s, c, false
	}
	known := len(l.problems)
	s.decode(n, &c)
	return s, c, l.about(s, name, &c) && len(l.problems) == known
}

// isSidecar says whether a file describes another one that is there.
func (l *loader) isSidecar(name string) bool {
	of, ok := strings.CutSuffix(name, ".yaml")
	return ok && l.files[of] != nil
}

func (l *loader) sheet(name, inner string) {
	if l.isSidecar(name) {
		return
	}
	ext := path.Ext(inner)
	if ext == ".yaml" {
		l.problem(name, pos{1, 1}, "the file %s that it describes is missing", strings.TrimSuffix(name, ".yaml"))
		return
	}
	if ext != ".xlsx" && ext != ".csv" {
		l.problem(name, pos{}, "expected a file that ends in .xlsx or .csv")
		return
	}
	id := strings.TrimSuffix(inner, ext)
	l.sheets[id] = true
	if ext == ".xlsx" && !bytes.HasPrefix(l.files[name], []byte("PK\x03\x04")) {
		l.problem(name, pos{1, 1}, "not an Excel workbook")
		return
	}
	s, c, ok := l.beside(name)
	if !ok {
		return
	}
	args := c.rights(s, sim.Args{"sheet": id, "title": c.Title, "data": base64.StdEncoding.EncodeToString(l.files[name])})
	l.add(item{at: c.Date, file: name, pos: pos{1, 1}, call: sim.Call{By: c.Owner, Tool: "sheets_import", Args: args}})
}

// share reads a file of the file share.
func (l *loader) share(name, inner string) {
	if l.isSidecar(name) {
		return
	}
	if of, ok := strings.CutSuffix(name, ".yaml"); ok && path.Ext(of) != "" {
		l.problem(name, pos{1, 1}, "the file %s that it describes is missing", of)
		return
	}
	l.shared[inner] = true
	s, c, ok := l.beside(name)
	if !ok {
		return
	}
	for _, key := range []string{"title", "editors", "readers"} {
		if s.has(key) {
			l.problem(s.file, s.pos(key), "a file has no %s: folders give the rights; expected owner and date", key)
			return
		}
	}
	if !s.has("owner") {
		c.Owner = l.writer(inner, c.Owner)
	}
	at := pos{1, 1}
	file := name
	if s.has("owner") {
		at, file = s.pos("owner"), s.file
	}
	l.add(item{at: c.Date, file: file, pos: at, call: sim.Call{By: c.Owner, Tool: "files_put", Args: fileArgs(inner, l.files[name])}})
}

// writer is somebody who may write in the folder of a file.
func (l *loader) writer(file string, otherwise sim.ActorID) sim.ActorID {
	who, depth := otherwise, -1
	for _, f := range l.sc.Folders {
		p := strings.Trim(f.Path, "/")
		if len(p) > depth && strings.HasPrefix(file, p+"/") && len(f.Writers.IDs) > 0 {
			who, depth = f.Writers.IDs[0], len(p)
		}
	}
	return who
}

func fileArgs(path string, raw []byte) sim.Args {
	if utf8.Valid(raw) && !bytes.ContainsRune(raw, 0) {
		return sim.Args{"path": path, "text": string(raw)}
	}
	return sim.Args{"path": path, "text": base64.StdEncoding.EncodeToString(raw), "base64": true}
}

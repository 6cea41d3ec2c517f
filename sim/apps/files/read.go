package files

import (
	"fmt"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/company"
	"github.com/tenure-sim/tenure/sim/extract"
)

// shownMost is how many characters of a text are shown at once.
const shownMost = 20_000

// Open returns the bytes of a file's newest version, for another app's Decide. The file's rights hold.
func (p *Part) Open(v sim.View, by sim.ActorID, name string) ([]byte, error) {
	f, err := p.readable(by, name)
	if err != nil {
		return nil, err
	}
	return v.Content(f.latest.content), nil
}

type shown struct {
	Path       string      `json:"path"`
	Version    int         `json:"version"`
	Latest     int         `json:"latest"`
	By         sim.ActorID `json:"by"`
	Changed    string      `json:"changed"`
	Size       int         `json:"size"`
	Extracted  bool        `json:"extracted,omitempty"` // the text was taken out of an Office file
	Unreadable bool        `json:"unreadable,omitempty"`
	Text       string      `json:"text"`
	NextOffset int         `json:"nextOffset,omitempty"`
}

func (p *Part) decideGet(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	f, err := p.readable(by, a.String("path"))
	if err != nil {
		return sim.Result{}, nil, err
	}
	x := f.version(a.Int("version", f.latest.number))
	if x == nil {
		return sim.Result{}, nil, sim.Reject("%s has no version %d; files_versions lists them", f.path, a.Int("version", 0))
	}
	text, ok := extract.Text(f.path, v.Content(x.content))
	piece, next, err := window(text, a.Int("offset", 0))
	if err != nil {
		return sim.Result{}, nil, err
	}
	out := shown{Path: f.path, Version: x.number, Latest: f.latest.number, By: x.by, Changed: company.Stamp(v, by, x.at), Size: x.size,
		Extracted: ok && !extract.Plain(f.path), Unreadable: !ok, Text: piece, NextOffset: next}
	line := fmt.Sprintf("%s version %d, %d bytes", f.path, x.number, x.size)
	if !ok {
		line += ", no text can be read in it"
	}
	return sim.Result{Data: out, Text: line, Read: sim.Words(piece)}, nil, nil
}

// window cuts a long text at characters and returns the offset of what follows, 0 at the end.
func window(text string, offset int) (string, int, error) {
	runes := []rune(text)
	if offset < 0 || offset > len(runes) {
		return "", 0, sim.Reject("offset must be between 0 and %d, got %d", len(runes), offset)
	}
	end := min(offset+shownMost, len(runes))
	if end == len(runes) {
		return string(runes[offset:]), 0, nil
	}
	return string(runes[offset:end]), end, nil
}

type described struct {
	Path     string      `json:"path"`
	Version  int         `json:"version"`
	Size     int         `json:"size"`
	SHA256   string      `json:"sha256"`
	Created  string      `json:"created"`
	Author   sim.ActorID `json:"author"`
	Changed  string      `json:"changed"`
	By       sim.ActorID `json:"by"`
	Readers  []string    `json:"readers"`
	Writers  []string    `json:"writers"`
	MayWrite bool        `json:"mayWrite"`
}

func (p *Part) decideInfo(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	f, err := p.readable(by, a.String("path"))
	if err != nil {
		return sim.Result{}, nil, err
	}
	folder, first := p.rights.of(f.path), f.latest
	for first.before != nil {
		first = first.before
	}
	out := described{Path: f.path, Version: f.latest.number, Size: f.latest.size, SHA256: string(f.latest.content),
		Created: company.Stamp(v, by, first.at), Author: first.by, Changed: company.Stamp(v, by, f.latest.at), By: f.latest.by,
		Readers: names(folder.Readers), Writers: names(folder.Writers), MayWrite: folder.mayWrite(by)}
	if folder.Writers == nil {
		out.Writers = out.Readers
	}
	return sim.Result{Data: out, Text: fmt.Sprintf("%s is at version %d, %d bytes", f.path, out.Version, out.Size)}, nil, nil
}

func names(list []sim.ActorID) []string {
	if list == nil {
		return []string{string(company.Everyone)}
	}
	out := make([]string, len(list))
	for i, a := range list {
		out[i] = string(a)
	}
	return out
}

type versions struct {
	Path     string  `json:"path"`
	Versions []saver `json:"versions"`
	Next     string  `json:"next,omitempty"`
}

type saver struct {
	Version int         `json:"version"`
	At      string      `json:"at"`
	By      sim.ActorID `json:"by"`
	Size    int         `json:"size"`
	SHA256  string      `json:"sha256"`
}

func (p *Part) decideVersions(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	f, err := p.readable(by, a.String("path"))
	if err != nil {
		return sim.Result{}, nil, err
	}
	var all []saver
	for x := f.latest; x != nil; x = x.before {
		all = append(all, saver{x.number, company.Stamp(v, by, x.at), x.by, x.size, string(x.content)})
	}
	from, to, next, err := sim.Page(a, len(all))
	if err != nil {
		return sim.Result{}, nil, err
	}
	return sim.Result{Data: versions{f.path, all[from:to], next}, Read: 5 * (to - from),
		Text: fmt.Sprintf("%s has %d versions", f.path, len(all))}, nil, nil
}

// Exhibit implements sim.Exhibitor: a path, with or without "files/" before it, shows a file.
func (p *Part) Exhibit(v sim.View, name string) (map[string]any, bool) {
	f, ok := p.files[p.clean(name)]
	if !ok {
		return nil, false
	}
	return map[string]any{"text": p.text(v, f.path), "version": int64(f.latest.number), "size": int64(f.latest.size),
		"sha256": string(f.latest.content), "by": string(f.latest.by)}, true
}

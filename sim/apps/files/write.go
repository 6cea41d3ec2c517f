package files

import (
	"encoding/base64"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/extract"
)

type saved struct {
	Path    string `json:"path"`
	Version int    `json:"version"`
	Size    int    `json:"size"`
}

// binaryKinds cannot be written as text.
var binaryKinds = []string{".xlsx", ".docx", ".pptx", ".pdf", ".png", ".jpg", ".jpeg", ".gif", ".zip"}

func (p *Part) decidePut(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	name := p.clean(a.String("path"))
	content, err := decode(name, a)
	if err != nil {
		return sim.Result{}, nil, err
	}
	if f, ok := p.files[name]; ok && p.mayRead(by, name) {
		if base := a.Int("base_version", f.latest.number); base != f.latest.number {
			return sim.Result{}, nil, sim.Reject("version %d of %s is not the newest: %s saved version %d",
				base, name, f.latest.by, f.latest.number)
		}
	}
	facts, err := p.PutFacts(v, by, name, content)
	if err != nil {
		return sim.Result{}, nil, err
	}
	b := facts[0].Body.(Put)
	return sim.Result{Data: saved{b.Path, b.Version, b.Size}, Text: fmt.Sprintf("saved %s, version %d", b.Path, b.Version)}, facts, nil
}

func decode(name string, a sim.Args) ([]byte, error) {
	if a.Bool("base64") {
		content, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(a.String("text")), ""))
		if err != nil {
			return nil, sim.Reject("the text is not base64: %s", err)
		}
		return content, nil
	}
	if ext := strings.ToLower(path.Ext(name)); slices.Contains(binaryKinds, ext) {
		return nil, sim.Reject("a %s file is not plain text: give its bytes as base64, or save a .md, .txt or .csv file", ext)
	}
	return []byte(a.String("text")), nil
}

// PutFacts proposes to write a file as the actor, for another app's Decide. The file's rights hold.
func (p *Part) PutFacts(_ sim.View, by sim.ActorID, name string, content []byte) ([]sim.Fact, error) {
	name = p.clean(name)
	if err := p.place(by, name); err != nil {
		return nil, err
	}
	if len(content) > sizeMost {
		return nil, sim.Reject("a file has at most %d bytes, this one has %d", sizeMost, len(content))
	}
	b := Put{Path: name, From: by, Version: 1, Content: sim.HashOf(content), Size: len(content)}
	if extract.Plain(name) {
		b.Words = sim.Words(string(content))
	}
	f := p.files[name]
	if f != nil {
		if f.latest.content == b.Content {
			return nil, sim.Reject("%s has this very content already, as version %d", name, f.latest.number)
		}
		b.Version = f.latest.number + 1
	}
	return []sim.Fact{{Body: b, Audience: p.audience(by, f, name), Contents: [][]byte{content}}}, nil
}

func (p *Part) decideMove(_ sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	f, err := p.writable(by, a.String("path"))
	if err != nil {
		return sim.Result{}, nil, err
	}
	to := p.clean(a.String("to"))
	if err := p.place(by, to); err != nil {
		return sim.Result{}, nil, err
	}
	if _, ok := p.files[to]; ok {
		return sim.Result{}, nil, sim.Reject("there is a file %s already: remove it first or choose another name", to)
	}
	b := Moved{Path: f.path, To: to, From: by, Version: f.latest.number}
	return sim.Result{Data: saved{to, f.latest.number, f.latest.size}, Text: fmt.Sprintf("moved %s to %s", f.path, to)},
		[]sim.Fact{{Body: b, Audience: p.audience(by, f, f.path, to)}}, nil
}

func (p *Part) decideRemove(_ sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	f, err := p.writable(by, a.String("path"))
	if err != nil {
		return sim.Result{}, nil, err
	}
	b := Removed{Path: f.path, From: by, Version: f.latest.number}
	return sim.Result{Text: "removed " + f.path}, []sim.Fact{{Body: b, Audience: p.audience(by, f, f.path)}}, nil
}

package files

import (
	"time"

	"github.com/tenure-sim/tenure/sim"
)

// What handling files costs an agent before any word is read or written.
const (
	glance = 10 * time.Second
	handle = 20 * time.Second
	opened = 60 * time.Second
)

// Tools implements sim.Part.
func (p *Part) Tools() []sim.Tool {
	path := sim.Param{Name: "path", Type: sim.String, Doc: "such as plan/rollout.md"}
	folder := sim.Param{Name: "folder", Type: sim.String, Optional: true, Doc: "the top when not given"}
	version := sim.Param{Name: "version", Type: sim.Int, Optional: true, Doc: "an older version; the newest when not given"}
	return []sim.Tool{
		{Name: "files_list", Doc: "List a folder: its folders, then its files.", Base: glance, Decide: p.decideList,
			Params: append([]sim.Param{folder,
				{Name: "recursive", Type: sim.Bool, Optional: true, Doc: "true lists all files beneath it instead"}}, sim.PageParams()...)},
		{Name: "files_search", Doc: "Find files by words in path or text, the last changed first. Word and Excel files are searched too.",
			Base: glance, Decide: p.decideSearch,
			Params: append([]sim.Param{{Name: "query", Type: sim.String, Doc: "words that must all occur"}, folder}, sim.PageParams()...)},
		{Name: "files_get", Doc: "Open a file as text. The text of Word and Excel files is extracted.", Base: opened, Decide: p.decideGet,
			Params: []sim.Param{path, version,
				{Name: "offset", Type: sim.Int, Optional: true, Doc: "go on at this character of a long text"}}},
		{Name: "files_put", Doc: "Save a file: a new one, or a new version.", Base: opened, Decide: p.decidePut,
			Params: []sim.Param{path,
				{Name: "text", Type: sim.String, Writes: true, Doc: "the whole content"},
				{Name: "base64", Type: sim.Bool, Optional: true, Doc: "true when text holds bytes as base64"},
				{Name: "base_version", Type: sim.Int, Optional: true,
					Doc: "the version you read; the call is refused when somebody saved a newer one"}}},
		{Name: "files_move", Doc: "Move or rename a file.", Base: handle, Decide: p.decideMove,
			Params: []sim.Param{path, {Name: "to", Type: sim.String, Doc: "the new path"}}},
		{Name: "files_remove", Doc: "Remove a file with all its versions.", Base: handle, Decide: p.decideRemove, Params: []sim.Param{path}},
		{Name: "files_info", Doc: "Show a file's size, hash, authors and who may read and write it.", Base: glance,
			Decide: p.decideInfo, Params: []sim.Param{path}},
		{Name: "files_versions", Doc: "List a file's versions, the newest first.", Base: glance, Decide: p.decideVersions,
			Params: append([]sim.Param{path}, sim.PageParams()...)},
	}
}

package docs

import (
	"time"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/company"
)

// What opening and handling a document costs an agent before any word is read or written.
const (
	glance = 10 * time.Second
	remark = 25 * time.Second
	opened = 60 * time.Second
)

// Tools implements sim.Part.
func (p *Part) Tools() []sim.Tool {
	doc := sim.Param{Name: "doc", Type: sim.String, Doc: "the document's id, such as plans/release"}
	text := sim.Param{Name: "text", Type: sim.String, Writes: true, Doc: "Markdown"}
	base := sim.Param{Name: "base_version", Type: sim.Int, Optional: true,
		Doc: "the version you read; the call is refused when somebody wrote a newer one"}
	return append(p.writingTools(doc, text, base), p.readingTools(doc)...)
}

func (p *Part) writingTools(doc, text, base sim.Param) []sim.Tool {
	readers := sim.Param{Name: "readers", Type: sim.Strings, Optional: true, Doc: "people's ids, or all (the default)"}
	editors := sim.Param{Name: "editors", Type: sim.Strings, Optional: true, Doc: "people's ids, or all; only the owner when not given"}
	title := sim.Param{Name: "title", Type: sim.String, Doc: "one line", Writes: true}
	find := sim.Param{Name: "find", Type: sim.String, Doc: "a passage exactly as it stands; it must occur once"}
	replace := sim.Param{Name: "replace", Type: sim.String, Writes: true, Doc: "what takes its place; may be empty"}
	note := sim.Param{Name: "note", Type: sim.String, Optional: true, Writes: true, Doc: "why"}
	reply := sim.Param{Name: "reply_to", Type: sim.Int, Optional: true, Doc: "the number of the comment you answer"}
	return []sim.Tool{
		{Name: "docs_create", Doc: "Create a document. You own it.", Base: opened, Decide: p.decideCreate,
			Params: []sim.Param{doc, title, text, readers, editors}},
		{Name: "docs_write", Doc: "Replace the whole text of a document by a new version.", Base: opened, Decide: p.decideWrite,
			Params: []sim.Param{doc, text, base}},
		{Name: "docs_edit", Doc: "Replace one passage of a document.", Base: opened, Decide: p.decideEdit,
			Params: []sim.Param{doc, find, replace, base}},
		{Name: "docs_append", Doc: "Add text at the end of a document, as a new paragraph.", Base: remark, Decide: p.decideAppend,
			Params: []sim.Param{doc, text}},
		{Name: "docs_comment", Doc: "Comment on a document; its owner is told. Name people as @id to address them.", Base: remark,
			Decide: p.decideComment, Params: []sim.Param{doc, text, reply}},
		{Name: "docs_suggest", Doc: "Suggest to replace a passage; the owner or an editor decides.", Base: remark,
			Decide: p.decideSuggest, Params: []sim.Param{doc, find, replace, note}},
		{Name: "docs_decide", Doc: "Accept or reject a suggestion on a document you may edit.", Base: remark, Decide: p.decideDecide,
			Params: []sim.Param{
				{Name: "suggestion", Type: sim.String, Doc: "its id, such as plans/release#2"},
				{Name: "accept", Type: sim.Bool, Doc: "true puts it into the text"}}},
		{Name: "docs_share", Doc: "Give people a right to a document, or take it away.", Base: remark, Decide: p.decideShare,
			Params: []sim.Param{doc,
				{Name: "who", Type: sim.Strings, Doc: "people's ids, or all"},
				{Name: "right", Type: sim.String, Enum: []string{string(company.Read), string(company.Edit), string(company.None)}, Doc: "what they may do"}}},
	}
}

func (p *Part) readingTools(doc sim.Param) []sim.Tool {
	query := sim.Param{Name: "query", Type: sim.String, Optional: true, Doc: "words that must all occur in title or text"}
	return []sim.Tool{
		{Name: "docs_list", Doc: "List or search the documents you may read, the last changed first.", Base: glance, Decide: p.decideList,
			Params: append([]sim.Param{query}, sim.PageParams()...)},
		{Name: "docs_read", Doc: "Open a document with its comments and open suggestions.", Base: opened, Decide: p.decideRead,
			Params: []sim.Param{doc,
				{Name: "version", Type: sim.Int, Optional: true, Doc: "an older version; the newest when not given"},
				{Name: "offset", Type: sim.Int, Optional: true, Doc: "go on at this character of a long text"}}},
		{Name: "docs_history", Doc: "List a document's versions, comments and suggestions, the newest first.", Base: glance, Decide: p.decideHistory,
			Params: append([]sim.Param{doc}, sim.PageParams()...)},
		{Name: "docs_diff", Doc: "Show what changed between two versions, line by line.", Base: remark, Decide: p.decideDiff,
			Params: []sim.Param{doc,
				{Name: "from", Type: sim.Int, Doc: "the older version"},
				{Name: "to", Type: sim.Int, Optional: true, Doc: "the newer version; the newest when not given"}}},
	}
}

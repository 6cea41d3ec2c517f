// Package docs is the office's written documents: Markdown texts with versions, comments, suggestions and rights.
//
// A Document has an owner, editors and readers. Every change of its text is a new version that is kept for ever; the
// text is a content of the log, named by its hash. Who follows a document (its owner and named editors, and whoever
// wrote in it or commented) perceives its changes; everybody else sees it when they look. A suggestion proposes to
// replace a passage and waits for the owner or an editor.
//
// The package formats nothing, merges nothing (a stale write is refused), and indexes texts only when somebody
// searches.
package docs

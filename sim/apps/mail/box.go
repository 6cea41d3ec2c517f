package mail

import (
	"cmp"
	"slices"
)

// The folders everybody has. Others come to be by moving a mail there.
const (
	inboxFolder   = "inbox"
	sentFolder    = "sent"
	archiveFolder = "archive"
)

// box is one person's mailbox. Clones do not share it.
type box struct {
	entries []entry // by mail, in the order of arrival
	unread  int
}

type entry struct {
	mail   uint64
	folder string
	unread bool
}

func (b *box) clone() *box { return &box{entries: slices.Clone(b.entries), unread: b.unread} }

// find is the entry of a mail; nil when the person does not have it.
func (b *box) find(n uint64) *entry {
	i, ok := slices.BinarySearchFunc(b.entries, n, func(e entry, n uint64) int { return cmp.Compare(e.mail, n) })
	if !ok {
		return nil
	}
	return &b.entries[i]
}

// put files a new mail. Who writes to themselves finds it in the inbox.
func (b *box) put(n uint64, folder string, unread bool) {
	if e := b.find(n); e != nil {
		e.folder = folder
		b.mark(n, unread)
		return
	}
	b.entries = append(b.entries, entry{mail: n, folder: folder})
	b.mark(n, unread)
}

func (b *box) mark(n uint64, unread bool) {
	e := b.find(n)
	if e.unread == unread {
		return
	}
	e.unread = unread
	if unread {
		b.unread++
		return
	}
	b.unread--
}

func (b *box) move(n uint64, folder string) { b.find(n).folder = folder }

// list returns the mails of a folder, or of all folders when it is "", newest first.
func (b *box) list(folder string, unreadOnly bool) []entry {
	var out []entry
	for i := len(b.entries) - 1; i >= 0; i-- {
		e := b.entries[i]
		if (folder == "" || e.folder == folder) && (e.unread || !unreadOnly) {
			out = append(out, e)
		}
	}
	return out
}

func (b *box) count(folder string) int {
	n := 0
	for _, e := range b.entries {
		if e.folder == folder {
			n++
		}
	}
	return n
}

// folders are the names of all folders of the box, sorted.
func (b *box) folders() []string {
	out := []string{archiveFolder, inboxFolder, sentFolder}
	for _, e := range b.entries {
		if !slices.Contains(out, e.folder) {
			out = append(out, e.folder)
		}
	}
	slices.Sort(out)
	return out
}

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
	entries []entry           // by mail, in the order of arrival
	shelves map[string]*shelf // by folder, and under "" of all: a page of a long list is looked up, not searched for
}

type entry struct {
	mail   uint64
	folder string
	unread bool
}

// shelf is the mails of one folder, oldest first.
type shelf struct{ all, unread []uint64 }

func newBox() *box { return &box{shelves: map[string]*shelf{"": {}}} }

func (b *box) clone() *box {
	c := &box{entries: slices.Clone(b.entries), shelves: make(map[string]*shelf, len(b.shelves))}
	for folder, s := range b.shelves {
		c.shelves[folder] = &shelf{slices.Clone(s.all), slices.Clone(s.unread)}
	}
	return c
}

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
	if b.find(n) == nil {
		b.entries = append(b.entries, entry{mail: n, folder: folder})
		b.shelves[""].all = added(b.shelves[""].all, n)
		b.shelf(folder).all = added(b.shelf(folder).all, n)
	} else {
		b.move(n, folder)
	}
	b.mark(n, unread)
}

func (b *box) mark(n uint64, unread bool) {
	e := b.find(n)
	if e.unread == unread {
		return
	}
	e.unread = unread
	for _, s := range []*shelf{b.shelf(""), b.shelf(e.folder)} {
		if unread {
			s.unread = added(s.unread, n)
		} else {
			s.unread = removed(s.unread, n)
		}
	}
}

func (b *box) move(n uint64, folder string) {
	e := b.find(n)
	if e.folder == folder {
		return
	}
	from, to := b.shelf(e.folder), b.shelf(folder)
	from.all, to.all = removed(from.all, n), added(to.all, n)
	if e.unread {
		from.unread, to.unread = removed(from.unread, n), added(to.unread, n)
	}
	if len(from.all) == 0 {
		delete(b.shelves, e.folder)
	}
	e.folder = folder
}

// shelf is that of a folder, which comes to be with the first mail in it.
func (b *box) shelf(folder string) *shelf {
	s := b.shelves[folder]
	if s == nil {
		s = &shelf{}
		b.shelves[folder] = s
	}
	return s
}

// added and removed keep ascending numbers, of which nearly all are put behind the last.
func added(ns []uint64, n uint64) []uint64 {
	i, there := slices.BinarySearch(ns, n)
	if there {
		return ns
	}
	return slices.Insert(ns, i, n)
}

func removed(ns []uint64, n uint64) []uint64 {
	i, there := slices.BinarySearch(ns, n)
	if !there {
		return ns
	}
	return slices.Delete(ns, i, i+1)
}

// list is the mails of a folder, or of all folders when it is "", oldest first. Nobody changes it.
func (b *box) list(folder string, unreadOnly bool) []uint64 {
	s := b.shelves[folder]
	switch {
	case s == nil:
		return nil
	case unreadOnly:
		return s.unread
	}
	return s.all
}

func (b *box) count(folder string) int { return len(b.list(folder, false)) }

func (b *box) unread() int { return len(b.list("", true)) }

// folders are the names of all folders of the box, sorted.
func (b *box) folders() []string {
	out := []string{archiveFolder, inboxFolder, sentFolder}
	for folder := range b.shelves {
		if folder != "" && !slices.Contains(out, folder) {
			out = append(out, folder)
		}
	}
	slices.Sort(out)
	return out
}

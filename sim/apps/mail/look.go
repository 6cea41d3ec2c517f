package mail

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/index/people"
)

// searchMost bounds how far the pages of a search go.
const searchMost = 500

// Line is a mail in a list.
type Line struct {
	ID          string   `json:"id"`
	Thread      string   `json:"thread"`
	From        string   `json:"from"`
	To          []string `json:"to"`
	Subject     string   `json:"subject"`
	Time        string   `json:"time"`
	Folder      string   `json:"folder,omitempty"`
	Unread      bool     `json:"unread,omitempty"`
	Urgent      bool     `json:"urgent,omitempty"`
	Attachments int      `json:"attachments,omitempty"`
}

// List is what the tools that list give.
type List struct {
	Mails   []Line   `json:"mails"`
	Unread  int      `json:"unread"` // in the whole mailbox
	Folders []string `json:"folders,omitempty"`
	Next    string   `json:"next,omitempty"`
}

// Opened is a mail as it is read.
type Opened struct {
	ID          string   `json:"id"`
	Thread      string   `json:"thread"`
	Answers     string   `json:"answers,omitempty"` // id of the mail it answers
	From        string   `json:"from"`
	To          []string `json:"to"`
	Cc          []string `json:"cc,omitempty"`
	Bcc         []string `json:"bcc,omitempty"` // shown to the sender only
	Subject     string   `json:"subject"`
	Time        string   `json:"time"`
	Text        string   `json:"text"`
	Attachments []string `json:"attachments,omitempty"`
	Urgent      bool     `json:"urgent,omitempty"`
}

// Mails is what mail_read gives.
type Mails struct {
	Mails []Opened `json:"mails"`
	Next  string   `json:"next,omitempty"`
}

func noBox() error { return sim.Reject("the script has no mailbox") }

// mine is the caller's mailbox and the folder asked for, which must be there.
func (p *Part) mine(by sim.ActorID, folder string) (*box, error) {
	if by == sim.Script {
		return nil, noBox()
	}
	b := p.boxes[by]
	if b == nil {
		b = newBox()
	}
	if folder != "" && !slices.Contains(b.folders(), folder) {
		return nil, sim.Reject("you have no folder %q: %s", folder, people.Hint(folder, b.folders()))
	}
	return b, nil
}

func (p *Part) listTool(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	folder := a.String("folder")
	if folder == "" {
		folder = inboxFolder
	}
	b, err := p.mine(by, folder)
	if err != nil {
		return sim.Result{}, nil, err
	}
	return p.list(v, by, a, b, newest(b.list(folder, a.Bool("unread"))))
}

func (p *Part) unreadTool(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	b, err := p.mine(by, "")
	if err != nil {
		return sim.Result{}, nil, err
	}
	return p.list(v, by, a, b, newest(b.list("", true)))
}

func (p *Part) searchTool(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	folder := a.String("folder")
	b, err := p.mine(by, folder)
	if err != nil {
		return sim.Result{}, nil, err
	}
	var from sim.ActorID
	if name := a.String("from"); name == postmaster {
		from = postmaster
	} else if name != "" {
		if from, err = people.Find(v, name); err != nil {
			return sim.Result{}, nil, err
		}
	}
	var found []uint64
	p.index.Search(a.String("query"), searchMost, func(n uint64) bool {
		e := b.find(n)
		if e == nil || folder != "" && e.folder != folder || from != "" && p.mails[n-1].From != from {
			return false
		}
		found = append(found, n)
		return true
	})
	return p.list(v, by, a, b, listing{len(found), func(i int) uint64 { return found[i] }})
}

// listing is so many mails, of which a page is looked at.
type listing struct {
	total int
	at    func(int) uint64
}

// newest lists mails that stand oldest first the other way round.
func newest(ns []uint64) listing {
	return listing{len(ns), func(i int) uint64 { return ns[len(ns)-1-i] }}
}

func (p *Part) list(v sim.View, by sim.ActorID, a sim.Args, b *box, l listing) (sim.Result, []sim.Fact, error) {
	from, to, next, err := sim.Page(a, l.total)
	if err != nil {
		return sim.Result{}, nil, err
	}
	out, words := List{Mails: []Line{}, Unread: b.unread(), Folders: b.folders(), Next: next}, 0
	for i := from; i < to; i++ {
		e := b.find(l.at(i))
		m := p.mails[e.mail-1]
		out.Mails = append(out.Mails, Line{
			ID: mailID(m.Number), Thread: threadID(m.Thread), From: string(m.From), To: plain(m.To), Subject: m.Subject,
			Time: people.Local(v, by, m.At), Folder: e.folder, Unread: e.unread, Urgent: m.Urgent, Attachments: len(m.Attachments),
		})
		words += sim.Words(m.Subject) + 4
	}
	return sim.Result{Data: out, Text: fmt.Sprintf("%d mails, %d unread in all", l.total, b.unread()), Read: words}, nil, nil
}

func (p *Part) readTool(v sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	m, err := p.mail(by, a.String("id"))
	if err != nil {
		return sim.Result{}, nil, err
	}
	ms := []*Mail{m}
	if strings.HasPrefix(strings.TrimSpace(a.String("id")), "t") {
		ms = p.thread(by, m.Thread)
	}
	from, to, next, err := sim.Page(a, len(ms))
	if err != nil {
		return sim.Result{}, nil, err
	}
	out, words := Mails{Mails: []Opened{}, Next: next}, 0
	var fresh []uint64
	for _, m := range ms[from:to] {
		out.Mails = append(out.Mails, p.show(v, by, m))
		words += sim.Words(m.Subject) + sim.Words(m.Text) + 6
		if b := p.boxes[by]; b != nil && b.find(m.Number) != nil && b.find(m.Number).unread {
			fresh = append(fresh, m.Number)
		}
	}
	var facts []sim.Fact
	if len(fresh) > 0 {
		facts = append(facts, sim.Fact{Body: Read{Who: by, Mails: fresh}, Audience: self(by)})
	}
	return sim.Result{Data: out, Text: fmt.Sprintf("%d of %d mails: %s", to-from, len(ms), m.Subject), Read: words}, facts, nil
}

func (p *Part) show(v sim.View, by sim.ActorID, m *Mail) Opened {
	o := Opened{
		ID: mailID(m.Number), Thread: threadID(m.Thread), From: string(m.From), To: plain(m.To), Cc: plain(m.Cc),
		Subject: m.Subject, Time: people.Local(v, by, m.At), Text: m.Text, Attachments: slices.Clone(m.Attachments), Urgent: m.Urgent,
	}
	if by == m.From {
		o.Bcc = plain(m.Blind)
	}
	if m.Answers > 0 && p.maySee(by, m.Answers) {
		o.Answers = mailID(m.Answers)
	}
	return o
}

func (p *Part) markTool(_ sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	m, err := p.owned(by, a)
	if err != nil {
		return sim.Result{}, nil, err
	}
	b := Marked{Who: by, Mail: m.Number, Unread: a.Bool("unread")}
	state := "read"
	if b.Unread {
		state = "unread"
	}
	if p.boxes[by].find(m.Number).unread == b.Unread {
		return sim.Result{}, nil, sim.Reject("%s is %s already", mailID(m.Number), state)
	}
	return sim.Result{Text: mailID(m.Number) + " is " + state}, []sim.Fact{{Body: b, Audience: self(by)}}, nil
}

func (p *Part) moveTool(_ sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
	m, err := p.owned(by, a)
	if err != nil {
		return sim.Result{}, nil, err
	}
	folder := strings.ToLower(strings.TrimSpace(a.String("folder")))
	if folder == "" || len(folder) > 40 || folder == sentFolder && m.From != by {
		return sim.Result{}, nil, sim.Reject("folder must be inbox, archive or a name of 1 to 40 characters, got %q", folder)
	}
	if p.boxes[by].find(m.Number).folder == folder {
		return sim.Result{}, nil, sim.Reject("%s is in %s already", mailID(m.Number), folder)
	}
	b := Moved{Who: by, Mail: m.Number, Folder: folder}
	return sim.Result{Text: mailID(m.Number) + " is in " + folder}, []sim.Fact{{Body: b, Audience: self(by)}}, nil
}

// owned is a mail in the caller's own mailbox.
func (p *Part) owned(by sim.ActorID, a sim.Args) (*Mail, error) {
	if by == sim.Script {
		return nil, noBox()
	}
	return p.mail(by, a.String("id"))
}

package scenarios

import (
	"bytes"
	"fmt"
	"path"
	"strings"

	"github.com/emersion/go-message"
	"github.com/emersion/go-message/mail"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
)

// letter is what an .eml file says.
type letter struct {
	id, answers  string // Message-IDs
	from         []*mail.Address
	to, cc, bcc  []*mail.Address
	at           clock.Time
	subject      string
	text         string
	unread       bool
	urgent       bool
	attachments  []attachment
	fault        string // what is wrong with it
	faultyHeader string
}

type attachment struct {
	name string
	body []byte
}

// mail reads one mail of the data room.
func (l *loader) mail(name string) {
	raw := l.files[name]
	if path.Ext(name) != ".eml" {
		l.problem(name, pos{}, "expected a file that ends in .eml")
		return
	}
	m := readLetter(raw)
	if m.fault != "" {
		l.problem(name, lineOf(raw, m.faultyHeader+":"), "%s", m.fault)
		if m.id != "" {
			l.letters[m.id] = sentMail{item: -1}
		}
		return
	}
	for _, h := range []struct {
		name string
		n    int
	}{{"To", len(m.to)}, {"Cc", len(m.cc)}, {"Bcc", len(m.bcc)}} {
		if h.n > peopleMost {
			l.problem(name, lineOf(raw, h.name+":"), "%s: %d people; expected at most %d", h.name, h.n, peopleMost)
			return
		}
	}
	if len(m.from) != 1 {
		l.problem(name, lineOf(raw, "From:"), "expected one sender in From, got %d", len(m.from))
		return
	}
	from, ok := l.address(name, lineOf(raw, "From:"), "sender", m.from[0].Address)
	to := l.addresses(name, lineOf(raw, "To:"), m.to)
	cc := l.addresses(name, lineOf(raw, "Cc:"), m.cc)
	bcc := l.addresses(name, lineOf(raw, "Bcc:"), m.bcc)
	if !ok || !l.before(name, lineOf(raw, "Date:"), m.at) {
		l.letters[m.id] = sentMail{item: -1}
		return
	}
	if len(to)+len(cc)+len(bcc) == 0 {
		l.problem(name, lineOf(raw, "To:"), "the mail goes to nobody")
		return
	}
	l.send(name, m, from, [3][]string{to, cc, bcc})
}

// send adds the mail to the history: its attachments first, then the mail, then who has not read it.
func (l *loader) send(name string, m letter, from sim.ActorID, to [3][]string) {
	args := sim.Args{"to": to[0], "subject": m.subject, "text": m.text}
	for i, field := range []string{"cc", "bcc"} {
		if len(to[i+1]) > 0 {
			args[field] = to[i+1]
		}
	}
	if m.urgent {
		args["urgent"] = true
	}
	if files := l.attach(name, m, from); len(files) > 0 {
		args["attachments"] = files
		l.sc.attached = append(l.sc.attached, Folder{Path: path.Dir(files[0][len("files/"):]),
			Readers: People{IDs: actors(string(from), to[:]...)}, Writers: People{IDs: []sim.ActorID{from}}})
	}
	it := item{at: m.at, file: name, row: attachmentsMost + 1, pos: pos{1, 1}, name: "mail " + m.id, id: "mail",
		call: sim.Call{By: from, Tool: "mail_send", Args: args}}
	if _, twice := l.letters[m.id]; twice {
		l.problem(name, lineOf(l.files[name], "Message-ID:"), "Message-ID: another mail has <%s> already", short(m.id))
		return
	}
	l.letters[m.id] = sentMail{len(l.items), from, to, m.subject, m.answers}
	l.add(it)
	if !m.unread {
		return
	}
	for i, who := range append(append(append([]string{}, to[0]...), to[1]...), to[2]...) {
		l.add(item{at: m.at, file: name, row: attachmentsMost + 2 + i, pos: pos{1, 1}, takes: map[string]string{"id": it.name},
			call: sim.Call{By: sim.ActorID(who), Tool: "mail_mark", Args: sim.Args{"unread": true}}})
	}
}

func actors(first string, lists ...[]string) []sim.ActorID {
	out := []sim.ActorID{sim.ActorID(first)}
	for _, list := range lists {
		for _, id := range list {
			out = append(out, sim.ActorID(id))
		}
	}
	return out
}

// attach puts attachments into the file share, where mails take them from. Whoever the mail goes to may open them.
func (l *loader) attach(name string, m letter, from sim.ActorID) []string {
	var out []string
	stem := strings.TrimSuffix(strings.TrimPrefix(name, "world/mail/"), ".eml")
	for i, a := range m.attachments {
		file := path.Join("mail", stem, a.name)
		l.add(item{at: m.at, file: name, row: i, pos: pos{1, 1}, call: sim.Call{By: from, Tool: "files_put",
			Args: fileArgs(file, a.body)}})
		out = append(out, "files/"+file)
	}
	return out
}

func (l *loader) addresses(name string, at pos, list []*mail.Address) []string {
	var out []string
	for _, a := range list {
		if id, ok := l.address(name, at, "recipient", a.Address); ok {
			out = append(out, string(id))
		}
	}
	return out
}

func (l *loader) address(name string, at pos, what, address string) (sim.ActorID, bool) {
	id, ok := l.byMail[strings.ToLower(address)]
	if !ok && !l.full() {
		l.problem(name, at, "unknown %s %q: nobody has that address%s", what, short(address), meant(address, l.mails))
	}
	return id, ok
}

// readLetter parses RFC 5322. It never panics.
func readLetter(raw []byte) (m letter) {
	defer func() {
		if recover() != nil {
			m = letter{fault: "not a mail that can be read"}
		}
	}()
	e, err := message.Read(bytes.NewReader(raw))
	if err != nil {
		return letter{fault: "not a mail: " + oneLine(err)}
	}
	m = readHeader(&mail.Header{Header: e.Header})
	if m.fault != "" {
		return m
	}
	if err := m.readBody(e); err != nil {
		m.fault = oneLine(err)
	}
	return m
}

func oneLine(err error) string {
	first, _, _ := strings.Cut(err.Error(), "\n")
	return short(first)
}

func readHeader(h *mail.Header) (m letter) {
	bad := func(header string, format string, args ...any) {
		if m.fault == "" {
			m.faultyHeader, m.fault = header, fmt.Sprintf(format, args...)
		}
	}
	for _, f := range []struct {
		name string
		list *[]*mail.Address
	}{{"From", &m.from}, {"To", &m.to}, {"Cc", &m.cc}, {"Bcc", &m.bcc}} {
		list, err := h.AddressList(f.name)
		if err != nil {
			bad(f.name, "%s: %s", f.name, oneLine(err))
		}
		*f.list = list
	}
	date, err := h.Date()
	at, ok := inRange(date)
	if err != nil || !h.Has("Date") || !ok {
		bad("Date", "Date: expected such as Tue, 10 Feb 2026 10:15:00 +0100, got %q", short(h.Get("Date")))
	}
	m.at = at
	if m.subject, err = h.Subject(); err != nil || strings.TrimSpace(m.subject) == "" {
		bad("Subject", "Subject: expected words in UTF-8, got %q", short(h.Get("Subject")))
	}
	if m.id, err = h.MessageID(); err != nil || m.id == "" {
		bad("Message-ID", "Message-ID: expected such as <1@example.org>, got %q", short(h.Get("Message-ID")))
	}
	if ids, err := h.MsgIDList("In-Reply-To"); err != nil {
		bad("In-Reply-To", "In-Reply-To: %s", oneLine(err))
	} else if len(ids) > 0 {
		m.answers = ids[0]
	}
	m.unread = m.yes(h, "X-Unread", bad)
	m.urgent = m.yes(h, "X-Urgent", bad) || h.Get("X-Priority") == "1" || strings.EqualFold(h.Get("Importance"), "high")
	return m
}

func (m *letter) yes(h *mail.Header, name string, bad func(string, string, ...any)) bool {
	switch v := strings.ToLower(strings.TrimSpace(h.Get(name))); v {
	case "yes", "true":
		return true
	case "", "no", "false":
	default:
		bad(name, "%s: expected yes or no, got %q", name, short(v))
	}
	return false
}

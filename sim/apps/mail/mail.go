package mail

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/index"
)

// Config is what a scenario gives.
type Config struct {
	// HasFile says whether somebody may see the file that they attach. Nil believes every reference. A world is
	// cloned with its parts, so it must find the files through the view it is given, not by a part it keeps.
	HasFile func(v sim.View, by sim.ActorID, path string) bool
}

// postmaster signs the notices of mails that could not be delivered.
const postmaster = "postmaster"

// Part is the mail of one world.
type Part struct {
	cfg     Config  `state:"-"`
	mails   []*Mail // by number, from 1
	boxes   map[sim.ActorID]*box
	away    map[sim.ActorID]AwaySet
	replied map[pair]int // the absence in which one has replied to the other automatically
	index   *index.Index `state:"-"` // of the mails
	opened  bool
}

// Mail is one mail as it stands. It is replaced, never changed.
type Mail struct {
	Sent
	Seq    uint64
	At     clock.Time
	Notice bool          // from the postmaster or automatic
	Blind  []sim.ActorID // for the sender's eyes only

	before uint64 // the mail before in the thread
	newest uint64 // of a thread's first mail: the newest in it
}

type pair struct{ from, to sim.ActorID }

// New makes the mail of a company.
func New(cfg Config) *Part {
	return &Part{
		cfg: cfg, boxes: map[sim.ActorID]*box{}, away: map[sim.ActorID]AwaySet{},
		replied: map[pair]int{}, index: index.New(),
	}
}

// Name implements sim.Part.
func (*Part) Name() string { return "mail" }

// Kinds implements sim.Part.
func (*Part) Kinds() []sim.Body {
	return []sim.Body{Sent{}, Copied{}, Undeliverable{}, Bounced{}, AutoReplied{}, AwaySet{}, Read{}, Marked{}, Moved{}}
}

// Clone implements sim.Part.
func (p *Part) Clone() sim.Part {
	c := &Part{
		cfg: p.cfg, mails: slices.Clone(p.mails), boxes: make(map[sim.ActorID]*box, len(p.boxes)),
		away: maps.Clone(p.away), replied: maps.Clone(p.replied), index: p.index.Clone(), opened: p.opened,
	}
	for who, b := range p.boxes {
		c.boxes[who] = b.clone()
	}
	return c
}

// Observe implements sim.Observer: what arrives before the start is not new to anybody.
func (p *Part) Observe(_ sim.View, e sim.Event) {
	if _, ok := e.Body.(sim.Opened); ok {
		p.opened = true
	}
}

// Apply implements sim.Part.
func (p *Part) Apply(e sim.Event) {
	switch b := e.Body.(type) {
	case Sent:
		p.add(&Mail{Sent: b, Seq: e.Seq, At: e.At})
		p.box(b.From).put(b.Number, sentFolder, false)
		p.deliver(b.Number, b.To)
		p.deliver(b.Number, b.Cc)
	case Copied:
		m := *p.mails[b.Mail.Number-1]
		m.Blind = append(slices.Clip(m.Blind), b.Who)
		p.mails[b.Mail.Number-1] = &m
		p.deliver(b.Mail.Number, []sim.ActorID{b.Who})
	case Bounced:
		p.notice(e, Sent{Number: b.Number, Thread: b.Thread, Answers: b.Answers, From: postmaster, Subject: b.Subject, Text: b.Text}, b.To)
	case AutoReplied:
		p.replied[pair{b.From, b.To}] = b.Absence
		p.notice(e, Sent{Number: b.Number, Thread: b.Thread, Answers: b.Answers, From: b.From, Subject: b.Subject, Text: b.Text}, b.To)
	case AwaySet:
		p.away[b.Who] = b
	case Read:
		for _, n := range b.Mails {
			p.box(b.Who).mark(n, false)
		}
	case Marked:
		p.box(b.Who).mark(b.Mail, b.Unread)
	case Moved:
		p.box(b.Who).move(b.Mail, b.Folder)
	}
}

func (p *Part) notice(e sim.Event, s Sent, to sim.ActorID) {
	s.To = []sim.ActorID{to}
	p.add(&Mail{Sent: s, Seq: e.Seq, At: e.At, Notice: true})
	p.deliver(s.Number, s.To)
}

func (p *Part) add(m *Mail) {
	p.mails = append(p.mails, m)
	root := *p.mails[m.Thread-1]
	m.before, root.newest = root.newest, m.Number
	if m.Thread == m.Number {
		m.newest = m.Number
	} else {
		p.mails[m.Thread-1] = &root
	}
	p.file(m)
}

// file makes the mail known to the search.
func (p *Part) file(m *Mail) {
	p.index.Put(m.Number, m.Subject+"\n"+m.Text+"\n"+string(m.From)+"\n"+strings.Join(m.Attachments, " "))
}

// Restored implements sim.Restorer.
func (p *Part) Restored(sim.View) {
	p.index = index.New()
	for _, m := range p.mails {
		p.file(m)
	}
}

func (p *Part) deliver(n uint64, to []sim.ActorID) {
	for _, who := range to {
		p.box(who).put(n, inboxFolder, p.opened)
	}
}

// box is somebody's mailbox; everybody has one.
func (p *Part) box(who sim.ActorID) *box {
	b := p.boxes[who]
	if b == nil {
		b = newBox()
		p.boxes[who] = b
	}
	return b
}

func (p *Part) maySee(by sim.ActorID, n uint64) bool {
	if by == sim.Script {
		return true
	}
	b := p.boxes[by]
	return b != nil && b.find(n) != nil
}

// mail returns a mail the caller has. What others have does not exist for them. A thread means its newest mail that
// the caller has.
func (p *Part) mail(by sim.ActorID, id string) (*Mail, error) {
	id = strings.TrimSpace(id)
	if n, ok := number(id, "e"); ok && n <= uint64(len(p.mails)) && p.maySee(by, n) {
		return p.mails[n-1], nil
	}
	if n, ok := number(id, "t"); ok {
		if ms := p.thread(by, n); len(ms) > 0 {
			return ms[len(ms)-1], nil
		}
	}
	return nil, sim.Reject("you have no mail %q; mail_list shows your mails with their ids, such as e12", id)
}

// thread returns the mails of a thread that the caller has, oldest first.
func (p *Part) thread(by sim.ActorID, first uint64) []*Mail {
	if first == 0 || first > uint64(len(p.mails)) || p.mails[first-1].Thread != first {
		return nil
	}
	var out []*Mail
	for n := p.mails[first-1].newest; n > 0; n = p.mails[n-1].before {
		if p.maySee(by, n) {
			out = append(out, p.mails[n-1])
		}
	}
	slices.Reverse(out)
	return out
}

func mailID(n uint64) string   { return "e" + strconv.FormatUint(n, 10) }
func threadID(n uint64) string { return "t" + strconv.FormatUint(n, 10) }

func number(id, letter string) (uint64, bool) {
	digits, ok := strings.CutPrefix(id, letter)
	n, err := strconv.ParseUint(digits, 10, 63)
	return n, ok && err == nil && n > 0
}

// Exhibit implements sim.Exhibitor: a mail ("e12"), a thread ("t12"), or the mailbox of an actor by id.
func (p *Part) Exhibit(v sim.View, name string) (map[string]any, bool) {
	if n, ok := number(name, "e"); ok && n <= uint64(len(p.mails)) {
		m := p.mails[n-1]
		return map[string]any{
			"from": string(m.From), "to": plain(m.To), "cc": plain(m.Cc), "subject": m.Subject, "text": m.Text,
			"thread": threadID(m.Thread), "attachments": slices.Clone(m.Attachments), "notice": m.Notice, "urgent": m.Urgent,
		}, true
	}
	if n, ok := number(name, "t"); ok {
		ms := p.thread(sim.Script, n)
		if len(ms) == 0 {
			return nil, false
		}
		last := ms[len(ms)-1]
		return map[string]any{"mails": int64(len(ms)), "subject": ms[0].Subject, "last": last.Text, "from": string(last.From)}, true
	}
	if _, ok := v.Actor(sim.ActorID(name)); ok {
		b := p.boxes[sim.ActorID(name)]
		if b == nil {
			b = newBox()
		}
		return map[string]any{"unread": int64(b.unread()), "inbox": int64(b.count(inboxFolder)), "mails": int64(len(b.entries))}, true
	}
	return nil, false
}

func plain(ids []sim.ActorID) []string {
	out := make([]string, len(ids))
	for i, id := range ids {
		out[i] = string(id)
	}
	return out
}

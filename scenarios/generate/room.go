package generate

import (
	"fmt"
	"strings"
	"time"

	"github.com/tenure-sim/tenure/clock"
)

// historyDays is how far back the data room goes.
const historyDays = 90

// room writes the data room. Of a hundred items 34 are mails, 34 messages, 12 documents, 10 tickets, 6 comments, 2 sheets
// and 2 files.
func (p *project) room(f *folder) {
	var tickets, comments strings.Builder
	chats := map[string]*strings.Builder{}
	var channels []string
	made := 0
	for i := range p.Items {
		switch k := i % 100 * 37 % 100; { // mixed, so that few items hold some of all
		case k < 34:
			f.add(fmt.Sprintf("world/mail/%05d.eml", i+1), p.mail(i))
		case k < 68:
			name := p.roomOf(i)
			if chats[name] == nil {
				chats[name] = &strings.Builder{}
				chats[name].WriteString("time,author,thread,text\n")
				channels = append(channels, name)
			}
			fmt.Fprintf(chats[name], "%s,%s,,%q\n", p.past(i), p.author(name, i), p.dice.sentence("message", i))
		case k < 80:
			f.add(fmt.Sprintf("world/docs/%s/note-%d.md", p.people[p.dice.roll("doc", i, len(p.people))].team, i+1), p.document(i))
		case k < 90 || k < 96 && made == 0:
			made++
			p.ticket(&tickets, made, i)
		case k < 96:
			fmt.Fprintf(&comments, "%s-%d,%s,%s,%q\n", board, 1+p.dice.roll("ticket", i, made), p.past(itemsMost), p.people[p.dice.roll("comment", i, len(p.people))].id,
				p.dice.sentence("comment", i))
		case k < 98:
			f.add(fmt.Sprintf("world/sheets/figures-%d.csv", i+1), p.figures(i))
			f.add(fmt.Sprintf("world/sheets/figures-%d.csv.yaml", i+1), p.about("Figures", i))
		default:
			f.add(fmt.Sprintf("world/files/shared/paper-%d.txt", i+1), p.dice.text("paper", i, 8)+"\n")
		}
	}
	for _, c := range channels {
		f.add("world/chat/"+c+".csv", chats[c].String())
	}
	if tickets.Len() > 0 {
		f.add("world/tickets/"+board+".csv", "id,created,author,title,state,priority,assignee,estimate,labels,links,text\n"+tickets.String())
	}
	if comments.Len() > 0 {
		f.add("world/tickets/comments.csv", "ticket,time,author,text\n"+comments.String())
	}
}

// past is when the i-th item was made: the higher its number the later, in the morning hours of a weekday.
func (p *project) past(i int) string { return p.pastTime(i).In(p.hours.Zone()).Format(localForm) }

func (p *project) pastTime(i int) clock.Time {
	zone := p.hours.Zone()
	day := clock.DayOf(p.start, zone).AddDays(-historyDays + min(i, p.Items-1)*(historyDays-2)/p.Items)
	for day.Weekday() == time.Saturday || day.Weekday() == time.Sunday {
		day = day.AddDays(-1)
	}
	if i >= p.Items { // after every item
		return clock.DayOf(p.start, zone).AddDays(-2).At(18*60+p.dice.roll("evening", i, 120), zone)
	}
	return day.At(9*60+i*480/p.Items%60+p.dice.roll("time", i, 420), zone)
}

// roomOf is the channel of the i-th message.
func (p *project) roomOf(i int) string {
	if p.dice.roll("channel", i, 4) == 0 {
		return "general"
	}
	return p.channel(p.dice.roll("room", i, len(p.people)))
}

// author is a member of the channel.
func (p *project) author(channel string, i int) string {
	k := p.dice.roll("author", i, len(p.people))
	for channel != "general" && p.channel(k) != channel {
		k = (k + 1) % len(p.people)
	}
	return p.people[k].id
}

func (p *project) mail(i int) string {
	from := p.dice.roll("from", i, len(p.people))
	to := p.people[p.other("to", i, from)]
	var b strings.Builder
	fmt.Fprintf(&b, "From: %s <%s>\r\n", p.people[from].name, p.people[from].mail)
	fmt.Fprintf(&b, "To: %s <%s>", to.name, to.mail)
	if p.dice.roll("agent", i, 8) == 0 {
		b.WriteString(", Robin Adler <robin.adler@meridian.example>")
	}
	fmt.Fprintf(&b, "\r\nDate: %s\r\n", p.pastTime(i).In(p.hours.Zone()).Format(time.RFC1123Z))
	fmt.Fprintf(&b, "Subject: %s of the %s\r\nMessage-ID: <%d@meridian.example>\r\n", strings.ToUpper(pieces[i%len(pieces)][:1])+pieces[i%len(pieces)][1:],
		of(p.dice, "subject", i, areas), i+1)
	b.WriteString("MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n")
	fmt.Fprintf(&b, "Hello %s,\r\n\r\n%s\r\n\r\n%s\r\n", to.name, p.dice.text("mail", i, 2+p.dice.roll("length", i, 6)), p.people[from].name)
	return b.String()
}

func (p *project) document(i int) string {
	owner := p.people[p.dice.roll("owner", i, len(p.people))].id
	var b strings.Builder
	fmt.Fprintf(&b, "---\ntitle: \"Note %d: %s\"\nowner: %s\neditors: [%s, %s]\nreaders: all\ndate: %s\n---\n# Note %d\n\n", i+1,
		of(p.dice, "document", i, areas), owner, owner, agent, p.past(i), i+1)
	for k := range 3 {
		fmt.Fprintf(&b, "## Part %d\n\n%s\n\n", k+1, p.dice.text("document "+number(k), i, 5))
	}
	return b.String()
}

func (p *project) ticket(b *strings.Builder, n, i int) {
	fmt.Fprintf(b, "%s-%d,%s,%s,%q,%s,%s,%s,%dh,%s,,%q\n", board, n, p.past(i), p.people[p.dice.roll("reporter", i, len(p.people))].id,
		p.titleOf(i), of(p.dice, "state", i, []string{"Backlog", "Doing", "Review", "Done"}), of(p.dice, "priority", i, []string{"low", "normal", "high"}),
		p.people[p.dice.roll("assignee", i, len(p.people))].id, 2+p.dice.roll("effort", i, 30), strings.ReplaceAll(of(p.dice, "label", i, areas), " ", "-"),
		p.dice.sentence("ticket", i))
}

func (p *project) figures(i int) string {
	var b strings.Builder
	b.WriteString("Area,Plan,Actual,Difference\n")
	for k := range 12 {
		fmt.Fprintf(&b, "%s,%d,%d,=C%d-B%d\n", areas[(i+k)%len(areas)], 100+p.dice.roll("plan", i*16+k, 900), 100+p.dice.roll("actual", i*16+k, 900), k+2, k+2)
	}
	return b.String()
}

func (p *project) about(title string, i int) string {
	owner := p.people[p.dice.roll("owner", i, len(p.people))].id
	return fmt.Sprintf("title: %s %d\nowner: %s\neditors: [%s, %s]\nreaders: all\ndate: %s\n", title, i+1, owner, owner, agent, p.past(i))
}

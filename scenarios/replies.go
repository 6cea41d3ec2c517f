package scenarios

import (
	"slices"
	"strings"

	"github.com/tenure-sim/tenure/sim"
)

// sentMail is a mail of the data room that later ones may answer.
type sentMail struct {
	item    int // in the loader's items; -1 when the mail is at fault
	from    sim.ActorID
	to      [3][]string
	subject string
	answers string
}

// replies turns mails that answer others into answers, so that they stand in one thread. The mail app decides by itself
// to whom an answer goes: a mail to anybody else stays a new one.
func (l *loader) replies() {
	for _, id := range sortedKeys(l.letters) {
		if l.full() {
			return
		}
		m := l.letters[id]
		if m.answers == "" || m.item < 0 {
			continue
		}
		it := &l.items[m.item]
		at := lineOf(l.files[it.file], "In-Reply-To:")
		first, ok := l.letters[m.answers]
		if !ok {
			l.problem(it.file, at, "In-Reply-To: no mail has the Message-ID <%s>%s", short(m.answers), meant(m.answers, sortedKeys(l.letters)))
			continue
		}
		if first.item < 0 {
			continue
		}
		if l.items[first.item].at > it.at {
			l.problem(it.file, at, "In-Reply-To: the mail answers one that is sent later")
			continue
		}
		if topic(m.subject) != topic(first.subject) || len(m.to[2]) > 0 {
			continue
		}
		for _, all := range []bool{false, true} {
			if to, cc := first.answerTo(m.from, all); same(to, m.to[0]) && same(cc, m.to[1]) {
				it.call.Tool = "mail_reply"
				it.call.Args = without(it.call.Args, "to", "cc", "subject")
				if all {
					it.call.Args["all"] = true
				}
				it.takes = map[string]string{"id": "mail " + m.answers}
				break
			}
		}
	}
}

// answerTo is to whom the mail app sends an answer.
func (m sentMail) answerTo(by sim.ActorID, all bool) (to, cc []string) {
	others := func(ids []string) []string {
		return slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return id == string(by) })
	}
	to = []string{string(m.from)}
	if m.from == by {
		to = others(m.to[0])
	}
	if all {
		to = append(to, others(m.to[0])...)
		cc = others(m.to[1])
	}
	return to, cc
}

func same(a, b []string) bool { return slices.Equal(sorted(a), sorted(b)) }

func without(args sim.Args, names ...string) sim.Args {
	out := sim.Args{}
	for k, v := range args {
		if !slices.Contains(names, k) {
			out[k] = v
		}
	}
	return out
}

// topic is a subject without what answers put before it.
func topic(subject string) string {
	for {
		subject = strings.TrimSpace(subject)
		cut := subject
		for _, p := range []string{"re:", "fwd:", "fw:", "aw:", "wg:"} {
			if len(cut) >= len(p) && strings.EqualFold(cut[:len(p)], p) {
				cut = cut[len(p):]
			}
		}
		if cut == subject {
			return subject
		}
		subject = cut
	}
}

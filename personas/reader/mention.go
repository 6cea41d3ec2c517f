package reader

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/tenure-sim/tenure/sim"
)

// named is a thing that a clause names.
type named struct {
	kind   Kind
	id     string
	score  int
	strong bool // by its id, its title or most of it; otherwise a guess from keywords
}

const (
	literal   = 1000 // an id, title or path as written
	partial   = 400  // most words of a title
	threshold = 18   // least score of a guess
)

var commitmentID = regexp.MustCompile(`\bc[-_]?\d+\b`)
var ticketID = regexp.MustCompile(`\b[a-z][a-z0-9]{1,9}-\d{1,5}\b`)

// find returns what the clause names, best first. Ties go to the lower kind, then to the order of the scenario.
func (l *Lexicon) find(c *clause) []named {
	scores := map[int]*tally{}
	l.byWords(c, scores)
	// A title that stands in the clause has its words there, so those that share no word need not be looked at.
	for _, i := range l.candidates(scores) {
		l.byTitle(c, i, scores)
	}
	for _, r := range l.refs {
		if strings.Contains(c.raw, r.text) && bounded(c.raw, r.text) {
			l.at(scores, r.entry).score += literal
		}
	}
	var out []named
	for _, i := range slices.Sorted(maps.Keys(scores)) {
		e, t := &l.entries[i], scores[i]
		strong := t.score >= partial || t.titled > 0 && t.titled*3 >= e.words*2
		if strong && t.score < partial {
			t.score += partial
		}
		if t.score >= threshold {
			out = append(out, named{e.kind, e.id, t.score, strong})
		}
	}
	for _, id := range commitmentID.FindAllString(c.raw, 4) {
		if l.promise[id] {
			out = append(out, named{Commitment, id, literal, true})
		}
	}
	slices.SortStableFunc(out, func(a, b named) int { return b.score - a.score })
	return out
}

// main finds what the clause is about: what it names before a condition or a reason, if anything.
func (l *Lexicon) main(c *clause) []named {
	for _, w := range []string{" until ", " once ", " because ", " so that ", " as soon as ", " in order to ", " due to "} {
		if i := strings.Index(c.norm, w); i > 0 {
			head := clause{raw: c.raw, norm: c.norm[:i+1]}
			if j := strings.Index(c.raw, w); j > 0 {
				head.raw = c.raw[:j]
			}
			if found := l.find(&head); len(found) > 0 {
				return found
			}
		}
	}
	return l.find(c)
}

// tally is what speaks for an entry.
type tally struct {
	score  int
	titled int // words of its title seen
}

func (l *Lexicon) at(scores map[int]*tally, i int) *tally {
	t := scores[i]
	if t == nil {
		t = &tally{}
		scores[i] = t
	}
	return t
}

// byWords weighs every stem by how few things it could name: an inverse document frequency in whole numbers.
func (l *Lexicon) byWords(c *clause, scores map[int]*tally) {
	seen := map[string]bool{}
	for w := range strings.FieldsSeq(c.norm) {
		s := stem(w)
		if stop[w] || seen[s] {
			continue
		}
		seen[s] = true
		ps := l.index[s]
		for _, p := range ps {
			t := l.at(scores, p.entry)
			t.score += p.weight * 12 / len(ps)
			if p.title {
				t.titled++
			}
			if p.id && !generic[w] {
				t.score += partial
			}
		}
	}
}

// candidates are the entries that the clause shares a word with, and those that must be looked at in any case.
func (l *Lexicon) candidates(scores map[int]*tally) []int {
	out := slices.AppendSeq(slices.Clone(l.always), maps.Keys(scores))
	slices.Sort(out)
	return slices.Compact(out)
}

// byTitle looks for the id or the title of an entry as it stands.
func (l *Lexicon) byTitle(c *clause, i int, scores map[int]*tally) {
	e := &l.entries[i]
	switch {
	case e.low != "" && (strings.Contains(c.raw, e.low) && bounded(c.raw, e.low) || strings.Contains(c.norm, e.spaced)):
		l.at(scores, i).score += literal
	case len(e.title) > 2 && strings.Contains(c.norm, e.title):
		l.at(scores, i).score += literal
	case e.titled != "" && strings.Contains(c.norm, e.titled):
		l.at(scores, i).score += partial
	}
}

// bounded says that the part stands in s as a word of its own.
func bounded(s, part string) bool {
	i := strings.Index(s, part)
	end := i + len(part)
	return (i == 0 || !wordByte(s[i-1])) && (end == len(s) || !wordByte(s[end]))
}

func wordByte(b byte) bool {
	return b >= 'a' && b <= 'z' || b >= '0' && b <= '9' || b == '_' || b == '-'
}

// who returns the first person the clause names other than those left out.
func (l *Lexicon) who(norm string, not ...sim.ActorID) sim.ActorID {
	words := strings.Fields(norm)
	for i, w := range words {
		if i+1 < len(words) {
			if id, ok := l.people[w+" "+words[i+1]]; ok && !slices.Contains(not, id) {
				return id
			}
		}
		if id, ok := l.people[w]; ok && !slices.Contains(not, id) {
			return id
		}
	}
	return ""
}

// pick returns the best thing of the first kinds that the clause names, and others of its kind named as clearly.
func pick(found []named, kinds ...Kind) []named {
	best := -1
	for i, f := range found {
		if !slices.Contains(kinds, f.kind) {
			continue
		}
		if best < 0 || rank(f, kinds) < rank(found[best], kinds) {
			best = i
		}
	}
	if best < 0 {
		return nil
	}
	out := []named{found[best]}
	for i, f := range found {
		if i != best && f.strong && out[0].strong && f.score >= literal == (out[0].score >= literal) && slices.Contains(kinds, f.kind) &&
			(f.kind == out[0].kind || sameRank(f.kind, out[0].kind, kinds)) && len(out) < 3 {
			out = append(out, f)
		}
	}
	return out
}

// rank is lower for what is named more clearly and then for the kind that fits the verb better.
func rank(f named, kinds []Kind) int {
	r := slices.Index(kinds, f.kind)
	switch {
	case f.score >= literal:
	case f.strong:
		r += 10
	default:
		r += 20
	}
	return r
}

// sameRank lets packages and deliverables stand side by side in one list.
func sameRank(a, b Kind, kinds []Kind) bool {
	work := func(k Kind) bool { return k == Package || k == Deliverable }
	return work(a) && work(b) && slices.Contains(kinds, a)
}

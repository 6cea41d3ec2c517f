package checkpoints

import (
	"fmt"
	"slices"
)

// Kind says what sort of thing is wrong. All findings of a kind have the same cure.
type Kind string

// The kinds, in the order in which they are told.
const (
	KindFirst    Kind = "first-page" // one of the two pages that tell the last commit
	KindPage     Kind = "page"       // a page of the file
	KindGone     Kind = "gone"       // what a salvage could not read
	KindRecord   Kind = "record"     // a small record: of an episode, its end, a checkpoint
	KindLog      Kind = "log"        // events that are missing or cannot be read
	KindPast     Kind = "past"       // an episode whose past lies in a damaged one
	KindHash     Kind = "hash"       // events that can be read and are not what was written
	KindContent  Kind = "content"    // a content that is missing or altered
	KindSnapshot Kind = "snapshot"
	KindOrphan   Kind = "orphan" // what is left of an episode whose record is lost
)

const doSalvage = "save what is whole with 'tenure salvage NEW'"

// kinds is what to do about each, in their order.
var kinds = []struct {
	kind   Kind
	advice string
}{
	{KindFirst, doSalvage},
	{KindPage, doSalvage},
	{KindGone, "what lay there is lost"},
	{KindRecord, doSalvage},
	{KindLog, doSalvage},
	{KindPast, doSalvage + ": such an episode is lost with its past"},
	{KindHash, doSalvage},
	{KindContent, "import the episode once more from a file, which brings its contents back, or " + doSalvage},
	{KindSnapshot, "nothing is lost: it is made again when it is needed; 'tenure gc' drops it"},
	{KindOrphan, doSalvage + ", which makes an episode of it again, or drop it for good with 'tenure gc --remains'"},
}

// Advice says what to do about findings of the kind.
func (k Kind) Advice() string {
	for _, x := range kinds {
		if x.kind == k {
			return x.advice
		}
	}
	return ""
}

// Finding is one thing that is wrong in a store.
type Finding struct {
	Kind    Kind   `json:"kind"`
	Episode string `json:"episode,omitempty"` // empty: the file
	Seq     uint64 `json:"event,omitempty"`
	What    string `json:"what"`
}

// Where is the place on a line.
func (f Finding) Where() string {
	switch {
	case f.Episode != "" && f.Seq > 0:
		return fmt.Sprintf("%s@%d", Tidy(f.Episode, TextMost), f.Seq)
	case f.Episode != "":
		return Tidy(f.Episode, TextMost)
	}
	return "the file"
}

// String is the finding on one line, with what to do about it.
func (f Finding) String() string {
	return f.Where() + ": " + Tidy(f.What, TextMost) + "; " + f.Kind.Advice()
}

// Trouble is the findings of one kind.
type Trouble struct {
	Kind     Kind
	Advice   string
	Findings []Finding // in the order in which they were found
}

// Troubles sorts findings by kind, so that each advice need be given once. In a damaged store nothing is to be dropped: GC
// refuses it.
func Troubles(fs []Finding) []Trouble {
	damaged := slices.ContainsFunc(fs, func(f Finding) bool { return f.Kind.Advice() == doSalvage })
	var out []Trouble
	for _, x := range kinds {
		of := slices.DeleteFunc(slices.Clone(fs), func(f Finding) bool { return f.Kind != x.kind })
		if damaged && x.kind == KindSnapshot {
			x.advice = "leave it: salvage takes what is whole and leaves the rest behind"
		}
		if len(of) > 0 {
			out = append(out, Trouble{x.kind, x.advice, of})
		}
	}
	return out
}

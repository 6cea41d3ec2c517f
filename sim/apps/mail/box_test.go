package mail

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// The shelves are only another way to see the entries: after any puts, moves and marks both say the same.
func TestShelvesSayWhatTheEntriesSay(t *testing.T) {
	t.Parallel()
	for seed := range uint64(50) {
		r := rand.New(rand.NewPCG(seed, 1))
		b, folders := newBox(), []string{inboxFolder, sentFolder, archiveFolder, "travel"}
		for n := range uint64(200) {
			at := 1 + r.Uint64N(n+1)
			switch folder := folders[r.IntN(len(folders))]; {
			case r.IntN(2) == 0 || b.find(at) == nil:
				b.put(n+1, folder, r.IntN(2) == 0)
			case r.IntN(2) == 0:
				b.move(at, folder)
			default:
				b.mark(at, r.IntN(2) == 0)
			}
			if r.IntN(20) == 0 {
				b.clone().put(n+2, "elsewhere", true) // must not be seen in b
			}
		}
		for _, folder := range append(folders, "") {
			for _, unread := range []bool{false, true} {
				if got, want := b.list(folder, unread), searched(b, folder, unread); !slices.Equal(got, want) {
					t.Fatalf("seed %d: folder %q, unread only %t: got %d, want %d", seed, folder, unread, got, want)
				}
			}
		}
	}
}

func searched(b *box, folder string, unreadOnly bool) []uint64 {
	var out []uint64
	for _, e := range b.entries {
		if (folder == "" || e.folder == folder) && (e.unread || !unreadOnly) {
			out = append(out, e.mail)
		}
	}
	return out
}

// What a page of the inbox takes does not grow with the inbox: once it was copied whole for each look.
func TestALookAtALongInboxAllocatesNoMore(t *testing.T) {
	looks := func(mails uint64) float64 {
		b := newBox()
		for n := range mails {
			b.put(n+1, inboxFolder, n%2 == 0)
		}
		return testing.AllocsPerRun(100, func() {
			l := newest(b.list(inboxFolder, true))
			if got := l.at(0); got != mails-1 || l.total != int(mails/2) {
				panic(fmt.Sprint("got ", got, l.total))
			}
			b.folders()
		})
	}
	if few, many := looks(10), looks(10_000); many > few {
		t.Errorf("%.0f allocations for 10,000 mails, %.0f for 10", many, few)
	}
}

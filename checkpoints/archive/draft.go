package archive

import (
	"bytes"

	"github.com/tenure-sim/tenure/checkpoints"
)

// begin is what an exported episode of any version begins with.
var begin = prelude(Version)[:preludeSize-2]

// Is says whether a file that begins so is an exported episode, of whatever version.
func Is(head []byte) bool { return bytes.HasPrefix(head, begin) }

// Drafts are the names of what killed exports left in a folder, beginning like an exported episode or empty. An export that
// is under way is none, if it writes to a checkpoints.Draft.
func Drafts(folder string) ([]string, error) { return checkpoints.Drafts(folder, isDraft) }

// ClearDrafts removes what Drafts names.
func ClearDrafts(folder string) ([]string, error) { return checkpoints.ClearDrafts(folder, isDraft) }

func isDraft(_ string, head []byte) bool {
	n := min(len(head), len(begin))
	return bytes.Equal(head[:n], begin[:n])
}

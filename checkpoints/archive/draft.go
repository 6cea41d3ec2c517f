package archive

import (
	"bytes"

	"github.com/tenure-sim/tenure/checkpoints"
)

// ClearDrafts removes what killed exports left in a folder, beginning like an exported episode or empty, and returns the
// names of the files. An export that is under way is left alone, if it writes to a checkpoints.Draft.
func ClearDrafts(folder string) ([]string, error) {
	begin := prelude(Version)[:preludeSize-2] // of any version
	return checkpoints.ClearDrafts(folder, func(_ string, head []byte) bool {
		n := min(len(head), len(begin))
		return bytes.Equal(head[:n], begin[:n])
	})
}

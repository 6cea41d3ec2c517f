package cassette

import "bytes"

// Is says whether a file that begins so is a tape.
func Is(head []byte) bool { return bytes.HasPrefix(head, header) }

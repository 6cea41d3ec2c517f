package report

import "bytes"

// HeadMost is how much of a file Is wants to see: a report has its title there, which may be long.
const HeadMost = 16 << 10

// Is says whether a file that begins so is a report, of this version or of one before.
func Is(head []byte) bool {
	return bytes.HasPrefix(head, []byte("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n")) &&
		bytes.Contains(head, []byte(`content="default-src 'none'; style-src`)) && bytes.Contains(head, []byte(": report of "))
}

package checkpoints

import "testing"

func TestALineOfTheListOfLocks(t *testing.T) {
	type holder struct {
		pid   int
		reads bool
	}
	for line, want := range map[string]holder{
		"1: FLOCK  ADVISORY  WRITE 8698 fe:00:42 0 EOF":    {8698, false},
		"2: FLOCK  ADVISORY  READ 8698 fe:00:42 0 EOF":     {8698, true},
		"2: -> FLOCK  ADVISORY  WRITE 8698 fe:00:42 0 EOF": {}, // somebody who waits
		"3: POSIX  ADVISORY  WRITE 8698 fe:00:42 0 EOF":    {},
		"4: FLOCK  ADVISORY  WRITE 8698 fe:00:43 0 EOF":    {},
		"5: FLOCK  ADVISORY  WRITE -1 fe:00:42 0 EOF":      {},
		"6: FLOCK  ADVISORY  WRITE x fe:00:42 0 EOF":       {},
		"": {},
	} {
		pid, reads := lockLine(line, 42)
		if got := (holder{pid, reads}); got != want {
			t.Errorf("%q: got %v, want %v", line, got, want)
		}
	}
}

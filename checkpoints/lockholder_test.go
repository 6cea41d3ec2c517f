package checkpoints

import "testing"

func TestALineOfTheListOfLocks(t *testing.T) {
	for line, want := range map[string]int{
		"1: FLOCK  ADVISORY  WRITE 8698 fe:00:42 0 EOF":    8698,
		"2: FLOCK  ADVISORY  READ 8698 fe:00:42 0 EOF":     0, // somebody who only reads
		"2: -> FLOCK  ADVISORY  WRITE 8698 fe:00:42 0 EOF": 0, // somebody who waits
		"3: POSIX  ADVISORY  WRITE 8698 fe:00:42 0 EOF":    0,
		"4: FLOCK  ADVISORY  WRITE 8698 fe:00:43 0 EOF":    0,
		"5: FLOCK  ADVISORY  WRITE -1 fe:00:42 0 EOF":      0,
		"6: FLOCK  ADVISORY  WRITE x fe:00:42 0 EOF":       0,
		"": 0,
	} {
		if got := lockLine(line, 42); got != want {
			t.Errorf("%q: got %d, want %d", line, got, want)
		}
	}
}

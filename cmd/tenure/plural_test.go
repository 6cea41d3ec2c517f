package main

import "testing"

func TestOneIsNotMany(t *testing.T) {
	for n, want := range map[int]string{0: "0 episodes", 1: "1 episode", 2: "2 episodes"} {
		if got := plural(n, "episode"); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	if one, two := verb(1, "is", "are", "a"), verb(2, "is", "are", "a, b"); one != "a is" || two != "a, b are" {
		t.Errorf("got %q and %q", one, two)
	}
}

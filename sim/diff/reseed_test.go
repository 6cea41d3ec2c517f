package diff

import (
	"reflect"
	"testing"
)

func TestNumbersOfEventsAreComparedAsTheyAreShifted(t *testing.T) {
	type body struct {
		Event uint64
		Note  string
		Parts []uint64
	}
	plain := body{700, "timer players/hear/700 of 12", []uint64{3, 701}}
	s := shift{past: 669}
	for name, x := range map[string]struct {
		other body
		same  bool
	}{
		"all one higher":                {body{701, "timer players/hear/701 of 12", []uint64{3, 702}}, true},
		"none":                          {plain, true},
		"two higher":                    {body{702, "timer players/hear/701 of 12", []uint64{3, 702}}, false},
		"one lower":                     {body{699, "timer players/hear/701 of 12", []uint64{3, 702}}, false},
		"a number of the past":          {body{701, "timer players/hear/701 of 13", []uint64{3, 702}}, false},
		"another of the past in a list": {body{701, "timer players/hear/701 of 12", []uint64{4, 702}}, false},
		"other words":                   {body{701, "timer players/heard/701 of 12", []uint64{3, 702}}, false},
		"one more":                      {body{701, "timer players/hear/701 of 12", []uint64{3, 702, 5}}, false},
	} {
		if got := s.same(reflect.ValueOf(plain), reflect.ValueOf(x.other)); got != x.same {
			t.Errorf("%s: same %v, want %v", name, got, x.same)
		}
		back := shift{past: 669, byA: true}
		if got := back.same(reflect.ValueOf(x.other), reflect.ValueOf(plain)); got != x.same {
			t.Errorf("%s, the other way round: same %v, want %v", name, got, x.same)
		}
	}
}

package models

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestAnEstimateIsArithmetic(t *testing.T) {
	c := Config{Models: []Model{{Name: "a", Price: Price{In: 1_000_000, Cached: 500_000, Out: 4_000_000}}},
		Roles:  map[string]Role{Small: {Model: "a", Budget: Budget{Calls: 100, Tokens: 1000}}, Agent: {Model: "a"}, Judge: {Model: "a"}},
		Budget: Budget{Money: 1}}
	got := c.Estimate(map[string]Takes{Agent: {20, 2000, 0, 200}, Small: {101, 1010, 404, 101}, Reader: {9, 9, 9, 9}})
	want := []Expected{
		{Role: Small, Model: "a", Calls: 101, In: 1010, Cached: 404, Out: 101, Money: 606 + 202 + 404, Reaches: "calls, tokens"},
		{Role: Agent, Model: "a", Calls: 20, In: 2000, Out: 200, Money: 2000 + 800},
		{Role: Total, Calls: 121, In: 3010, Cached: 404, Out: 301, Money: 4012, Reaches: "money"},
	}
	if len(got) != len(want) {
		t.Fatalf("got %+v", got)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("row %d: got %+v\nwant %+v", i, got[i], want[i])
		}
	}
}

func TestAnEstimateOfAnythingIsNeverBelowZero(t *testing.T) {
	number := rapid.Int64Range(0, math.MaxInt64)
	rapid.Check(t, func(t *rapid.T) {
		c := Config{Models: []Model{{Name: "a", Price: Price{In: number.Draw(t, "price"), Out: 1}}}, Roles: map[string]Role{Small: {Model: "a"}, Agent: {Model: "a"}}}
		takes := Takes{Calls: number.Draw(t, "calls"), In: number.Draw(t, "in"), Out: number.Draw(t, "out")}
		for _, e := range c.Estimate(map[string]Takes{Small: takes, Agent: takes}) {
			if e.Calls < 0 || e.In < 0 || e.Out < 0 || e.Money < 0 {
				t.Fatalf("got %+v", e)
			}
		}
	})
}

package main

import (
	"strings"
	"testing"

	"github.com/tenure-sim/tenure/personas/purse"
)

func TestAnAnswerThatARunDidNotUseIsNotCalledNone(t *testing.T) {
	got := paidWords(&purse.Line{Role: "agent", Model: "one", ID: "x", Paid: purse.Use{Calls: 1, In: 943, Out: 10}, Unused: 1})
	if strings.Contains(got, "without an answer") || !strings.Contains(got, "1 request, 1 of them when the run stopped, its answer not used, 943 tokens in") {
		t.Errorf("got %q", got)
	}
}

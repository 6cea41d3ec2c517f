package main

import "testing"

func TestMessagesOfOneKindAreComparedWhateverTheirNumber(t *testing.T) {
	early := map[string]wordCount{"progress mail": {90, 900}, "delay mail": {10, 400}, "ask chat": {5, 50}}
	late := map[string]wordCount{"progress mail": {10, 100}, "delay mail": {90, 3600}, "block mail": {5, 500}}
	was, is, share := perCall(early, late)
	if was != 25 || is != 25 || share < 0.95 || share > 0.96 {
		t.Errorf("got %g, %g and %g of all, want 25, 25 and 200 of 210", was, is, share)
	}
	late["delay mail"] = wordCount{90, 7200}
	if was, is, _ := perCall(early, late); was != 25 || is != 45 {
		t.Errorf("got %g and %g, want 25 and 45", was, is)
	}
	if n, all := mix(late); n != 95 || all != 105 {
		t.Errorf("%d of %d tell of late or blocked work, want 95 of 105", n, all)
	}
	if was, is, share := perCall(nil, late); was != 0 || is != 0 || share != 0 {
		t.Errorf("nothing early: got %g, %g, %g", was, is, share)
	}
}

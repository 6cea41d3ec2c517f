package voice

import (
	"strings"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/personas/words"
	"github.com/tenure-sim/tenure/sim/speech"
)

// samplesMost is the most tokens that the samples of a style cost.
const samplesMost = 200

// samples are a few messages in each style, by which a model hears how a speaker writes. They are about nothing that
// occurs in any project and state no value, so that there is nothing in them to be taken for true.
var samples = sampled()

func sampled() map[string]string {
	out := map[string]string{}
	monday := clock.At(2026, 3, 2, 10, 30, time.UTC)
	for _, style := range words.Styles {
		var lines []string
		for i, verb := range []speech.Verb{speech.Delay, speech.Ask, speech.Progress, speech.Decline, speech.Thank} {
			scene := words.Scene{App: words.Chat, Now: monday, Acts: []words.Details{{Act: speech.Act{Verb: verb}, Title: "packing list"}}}
			draw := func(_ string, n uint64) uint64 { return uint64(i) + n }
			text, _ := words.Render(words.Voice{Style: style, Zone: time.UTC}, scene, draw, func(string) bool { return false })
			lines = append(lines, "- "+oneLine(text))
		}
		out[style] = strings.Join(lines, "\n")
	}
	return out
}

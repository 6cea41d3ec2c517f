package diff

import (
	"fmt"
	"time"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/transcript"
)

// entry is the event's line. What has no words of its own is often what differs first, such as a coworker's plan.
func entry(e sim.Event, zone *time.Location) transcript.Entry { return transcript.Spelt(e, zone) }

// spelledOut is what an event says and all it holds, for two that say the same in words.
func spelledOut(e sim.Event, n transcript.Entry, zone *time.Location) string {
	return fmt.Sprintf("%s (%s; at %s, seen by %v)", n.Text, transcript.Fields(e.Body, zone), e.At.In(zone).Format("15:04:05.999999999"), e.Audience)
}

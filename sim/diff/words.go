package diff

import (
	"fmt"
	"reflect"
	"strings"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/transcript"
)

// entry is the event's line. What has no words of its own is often what differs first, such as a coworker's plan, so
// its fields are told with moments as people write them.
func entry(e sim.Event, zone *time.Location) transcript.Entry {
	n := transcript.Of(e, zone)
	_, told := e.Body.(fmt.Stringer)
	_, local := e.Body.(interface{ In(*time.Location) string })
	if !told && !local {
		n.Text = fieldsOf(e.Body, zone)
	}
	return n
}

// spelledOut is what an event says and all it holds, for two that say the same in words.
func spelledOut(e sim.Event, n transcript.Entry, zone *time.Location) string {
	return fmt.Sprintf("%s (%s; at %s, seen by %v)", n.Text, fieldsOf(e.Body, zone), e.At.In(zone).Format("15:04:05.999999999"), e.Audience)
}

func fieldsOf(b sim.Body, zone *time.Location) string {
	v := reflect.ValueOf(b)
	var out []string
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if !f.IsExported() || v.Field(i).IsZero() {
			continue
		}
		value := v.Field(i).Interface()
		if t, ok := value.(clock.Time); ok && t == clock.Never {
			value = "never"
		} else if ok {
			value = t.In(zone).Format(momentLayout)
		}
		out = append(out, fmt.Sprintf("%s %v", strings.ToLower(f.Name), value))
	}
	return strings.Join(out, ", ")
}

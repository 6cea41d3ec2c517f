package transcript

import (
	"fmt"
	"reflect"
	"strings"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
)

// Spelt is the entry of an event for people: what has no words of its own tells its fields as Fields does, and not as JSON.
func Spelt(e sim.Event, zone *time.Location) Entry {
	n := Of(e, zone)
	_, told := e.Body.(fmt.Stringer)
	_, local := e.Body.(zoned)
	if !told && !local {
		n.Text = Fields(e.Body, zone)
	}
	return n
}

// MomentLayout is how a moment in a field is written. It has seconds: work is done at odd moments.
const MomentLayout = "Mon 2 Jan 2006 15:04:05"

// Fields are a body's fields that say something, by name, with moments in the zone.
func Fields(b sim.Body, zone *time.Location) string {
	v := reflect.Indirect(reflect.ValueOf(b))
	if v.Kind() != reflect.Struct {
		return fmt.Sprint(b)
	}
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
			value = t.In(zone).Format(MomentLayout)
		}
		out = append(out, fmt.Sprintf("%s %v", strings.ToLower(f.Name), value))
	}
	return strings.Join(out, ", ")
}

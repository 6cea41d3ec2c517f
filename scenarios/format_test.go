package scenarios

import (
	"fmt"
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/tenure-sim/tenure/personas"
	"github.com/tenure-sim/tenure/sim/score"
)

// rowsOf are the rows of FORMAT.md's tables below a heading: what stands in their two columns.
func rowsOf(t *testing.T, heading string) [][2]string {
	t.Helper()
	raw, err := os.ReadFile("FORMAT.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, ok := strings.Cut(string(raw), "\n## "+heading+"\n")
	if !ok {
		t.Fatalf("FORMAT.md has no heading %q", heading)
	}
	text, _, _ = strings.Cut(text, "\n## ")
	var out [][2]string
	for _, m := range regexp.MustCompile(`(?m)^\| (.+) \| (.+) \|$`).FindAllStringSubmatch(text, -1) {
		out = append(out, [2]string{m[1], m[2]})
	}
	return out
}

// grouped writes a number as FORMAT.md does: 25,000, or 16 MiB.
func grouped(n int) string {
	if n >= 1<<20 && n%(1<<20) == 0 {
		return fmt.Sprintf("%d MiB", n>>20)
	}
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

func TestTheFormatNamesEveryLimit(t *testing.T) {
	var got []string
	for _, r := range rowsOf(t, "Limits")[2:] {
		got = append(got, r[0])
	}
	var want []string
	for _, n := range []int{filesMost, fileMost, totalMost, pathMost, yamlMost, yamlAllMost, keysMost, valuesMost, valuesAllMost, emptyMost, depthMost,
		castMost, peopleMost, channelsMost, boardsMost, statesMost, movesMost, packagesMost, ledgerMost, checksMost, beatsMost, deedsMost, asksMost,
		criteriaMost, stepsMost, reactionsMost, historyMost, heardMost, occasionsMost, meetingsMost, calendarMost, beginsMost, propertyMost,
		linksMost, partsMost, insideMost, attachmentsMost} {
		want = append(want, grouped(n))
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("FORMAT.md lists %v, the code has %v", got, want)
	}
	if foldersMost != channelsMost {
		t.Error("folders need a row of their own")
	}
}

// defaults is what a struct holds by its yaml keys, as FORMAT.md writes it.
func defaults(v reflect.Value, prefix string, out map[string]string) {
	for i := range v.NumField() {
		name, f := prefix+tagName(v.Type().Field(i)), v.Field(i)
		switch f := f.Interface().(type) {
		case string:
			out[name] = f
		case int:
			out[name] = fmt.Sprint(f)
		case time.Duration:
			out[name] = fmt.Sprintf("%dh", int(f.Hours()))
		case personas.Traits:
			defaults(reflect.ValueOf(f), name+".", out)
		}
	}
}

func TestTheFormatNamesEveryDefault(t *testing.T) {
	want := map[string]string{}
	defaults(reflect.ValueOf(personas.Default("")), "", want)
	for name, v := range want {
		if v == "" {
			delete(want, name)
		}
	}
	p := score.Policy{}.Defaults()
	hours := func(d time.Duration) string { return fmt.Sprintf("%dh", int(d.Hours())) }
	want["policy.reply_within.urgent"], want["policy.reply_within.normal"] = hours(p.ReplyUrgent), hours(p.ReplyNormal)
	want["policy.escalation.after"], want["policy.escalation.grace"] = hours(p.EscalateWait), hours(p.EscalateOver)
	want["policy.early_warning"] = hours(p.EarlyWarning)
	want["hazards.requirements"], want["hazards.sickness"] = fmt.Sprint(personas.HazardUsual), fmt.Sprint(personas.SickUsual)
	want["trust.<id>"], want["latitude"] = fmt.Sprint(personas.TrustStart), "`"+personas.LatitudeWords+"`"
	got := map[string]string{}
	for _, r := range rowsOf(t, "What is left out") {
		got[strings.Trim(r[0], "`")] = r[1]
	}
	for _, name := range sortedKeys(want) {
		if v, ok := got[name]; !ok || v != want[name] && !strings.HasPrefix(v, want[name]+" ") && !strings.HasPrefix(v, want[name]+",") {
			t.Errorf("%s: FORMAT.md says %q, the code %q", name, got[name], want[name])
		}
	}
}

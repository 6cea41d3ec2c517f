package scenarios

import (
	"bytes"
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/fxamacker/cbor/v2"
)

// row repeats words, with # for the number.
func row(n int, words string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.ReplaceAll(words, "#", fmt.Sprint(i)))
	}
	return b.String()
}

const letterHead = "From: ann@base.example\nTo: bob@base.example\nDate: Tue, 10 Feb 2026 10:15:00 +0100\nSubject: x\nMessage-ID: <n@x>\n"

// inside is a mail with multiparts inside each other.
func inside(n int) string {
	var b strings.Builder
	b.WriteString(letterHead + "Content-Type: multipart/mixed; boundary=b0\n\n")
	for i := 1; i < n; i++ {
		fmt.Fprintf(&b, "--b%d\nContent-Type: multipart/mixed; boundary=b%d\n\n", i-1, i)
	}
	fmt.Fprintf(&b, "--b%d\nContent-Type: text/plain\n\nhello\n", n-1)
	for i := n - 1; i >= 0; i-- {
		fmt.Fprintf(&b, "--b%d--\n", i)
	}
	return b.String()
}

// Each limit holds: what exceeds it is refused with the limit and where it is, and nothing else is said.
func TestWhatExceedsALimitIsRefused(t *testing.T) {
	good := base(t)
	event := "BEGIN:VEVENT\nUID:u#\nDTSTAMP:20260210T090000Z\nSUMMARY:s\nDTSTART:20260310T090000Z\nDTEND:20260310T100000Z\nORGANIZER:mailto:ann@base.example\nEND:VEVENT\n"
	message := "2026-02-10T09:00,ann,,x\n"
	for name, c := range map[string]struct {
		change
		want string
	}{
		"cast": {change{"scenario.yaml", "cast: [ann, bob]", "cast: [ann, bob, " + row(castMost, "a#, ") + "]"},
			`base/scenario.yaml:20:7: 1002 coworkers; expected at most 1000`},
		"beats": {change{"scenario.yaml", "beats:\n", "beats:\n" + row(beatsMost, "  - {id: b#, when: {after_hours: 1h}, do: []}\n")},
			`5006 beats; expected at most 5000`},
		"deeds": {change{"scenario.yaml", "    do:\n", "    do:\n" + row(deedsMost, "      - {by: bob, call: x}\n")}, `things to do; expected at most 100`},
		"people": {change{"scenario.yaml", "readers: all,", "readers: [" + row(peopleMost+1, "ann, ") + "],"},
			`1002 people; expected at most 1001`},
		"channels":  {change{"scenario.yaml", "channels:\n", "channels:\n" + row(channelsMost, "  - {id: c#, members: all}\n")}, `1002 channels; expected at most 1000`},
		"states":    {change{"scenario.yaml", "states: [Open,", "states: [Open, " + row(statesMost, "S#, ")}, `203 states; expected at most 200`},
		"ledger":    {change{"scenario.yaml", "  risks:\n", "  risks:\n" + row(ledgerMost, "    - {id: r#, title: t, owner: ann}\n")}, `5001 risks; expected at most 5000`},
		"criteria":  {change{"rubric.yaml", "", "criteria:\n" + row(criteriaMost+1, "  - {id: c#, title: t, axis: social, weight: 1, verify: {kind: done}}\n")}, `base/rubric.yaml:2:3: 1001 criteria; expected at most 1000`},
		"steps":     {change{"oracle.yaml", "", "steps:\n" + row(stepsMost+1, "  - {call: x}\n")}, `base/oracle.yaml:2:3: 5001 steps; expected at most 5000`},
		"reactions": {change{"oracle.yaml", "", "reactions:\n" + row(reactionsMost+1, "  - {id: r#, on: change, do: []}\n")}, `1001 reactions; expected at most 1000`},
		"history": {change{"world/chat/general.csv", "", "time,author,thread,text\n" + strings.Repeat(message, historyMost+1)},
			`the history has more than 100000 items; expected at most so many with 3 people`},
		"recipients": {change{"world/mail/9.eml", "", strings.Replace(letterHead, "bob@base.example", strings.Repeat("bob@base.example, ", peopleMost)+"bob@base.example", 1) + "\nx"},
			`base/world/mail/9.eml:2:1: To: 1002 people; expected at most 1001`},
		"direct": {change{"world/chat/direct.csv", "", "time,author,to,thread,text\n2026-02-10T09:00,ann," + strings.Repeat("bob ", peopleMost+1) + ",,x\n"},
			`base/world/chat/direct.csv:2:22: to: 1002 people; expected at most 1001`},
		"multiparts":  {change{"world/mail/9.eml", "", inside(insideMost + 1)}, `more than 10 multiparts inside each other`},
		"many deep":   {change{"world/mail/9.eml", "", inside(20_000)}, `more than 10 multiparts inside each other`},
		"parts":       {change{"world/mail/9.eml", "", letterHead + "Content-Type: multipart/mixed; boundary=b\n\n" + strings.Repeat("--b\nContent-Type: text/plain\n\nx\n", partsMost) + "--b--\n"}, `more than 100 parts`},
		"begins":      {change{"world/calendar/weekly.ics", "", strings.Repeat("BEGIN:\n", 300_000)}, `base/world/calendar/weekly.ics:20001:1: more than 20000 BEGIN`},
		"parted":      {change{"world/calendar/weekly.ics", "", strings.Repeat("beg\r\n in;a=\":\":\r\n", 50_000)}, `weekly.ics:40002:1: more than 20000 BEGIN`},
		"calendar":    {change{"world/calendar/weekly.ics", "", strings.Repeat("X", calendarMost+1)}, `a calendar has at most 4194304`},
		"parameters":  {change{"world/calendar/weekly.ics", "", "BEGIN:VCALENDAR\nX;A=" + strings.Repeat("y", 300) + "\n " + strings.Repeat("y", 300) + ":1\n"}, `weekly.ics:3:1: more than 500 bytes before the colon`},
		"one file":    {change{"world/calendar/weekly.ics", "", "BEGIN:VCALENDAR\n" + row(meetingsMost+1, event) + "END:VCALENDAR\n"}, `2001 events; expected 1 to 2000`},
		"links":       {change{"world/tickets/MOVE.csv", "text\n", "text\nMOVE-9,2026-02-10T09:00,ann,t,Open,,,,," + strings.Repeat("MOVE-2 ", linksMost+1) + ",\n"}, `the tickets have more than 10000 links`},
		"predicates":  {change{"scenario.yaml", "beats:\n", "beats:\n" + row(50, "  - {id: b#, when: {while: 'true'}, do: [{by: bob, call: chat_post, args: {channel: general, text: x}}]}\n")}, ""},
		"long prefix": {change{"scenario.yaml", "title: A small move", strings.Repeat("x", 3000) + ": 1"}, `unknown key "xxxxx`},
	} {
		_, err := loadTree(c.in(t, good))
		if c.want == "" {
			if err != nil {
				t.Errorf("%s: got %v, want it loaded", name, err)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %.300v, want %q", name, err, c.want)
		}
		if err != nil && len(err.Error()) > 600 {
			t.Errorf("%s: %d bytes are said, which begin with %.600v", name, len(err.Error()), err)
		}
	}
}

func TestMultipartsMayBeInsideEachOther(t *testing.T) {
	files := maps.Clone(base(t))
	files["world/mail/9.eml"] = []byte(inside(insideMost))
	if _, err := loadTree(files); err != nil {
		t.Fatal(err)
	}
	if m := readLetter(files["world/mail/9.eml"]); m.text != "hello" {
		t.Errorf("got the text %q, want hello", m.text)
	}
}

func TestOneMistakeManyTimesEndsTheReading(t *testing.T) {
	r := &report{name: "x"}
	for range againMost + 1 {
		r.problem("a", pos{1, 1}, "no")
	}
	if !r.full() || len(r.problems) != 1 {
		t.Errorf("full: %t, %v", r.full(), r.problems)
	}
}

// packed is a bundle as whoever means harm would write it.
func packed(t *testing.T, v any) []byte {
	t.Helper()
	raw, err := cbor.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

func TestABundleIsHeldToTheLimitsOfAFolder(t *testing.T) {
	good := base(t)
	with := func(name string, raw []byte) tree {
		files := maps.Clone(good)
		files[name] = raw
		return files
	}
	many := tree{}
	for i := range filesMost + 1 {
		many[fmt.Sprintf("world/docs/%d.md", i)] = nil
	}
	total := tree{}
	for i := range totalMost/fileMost + 1 {
		total[fmt.Sprintf("world/files/%d", i)] = make([]byte, fileMost)
	}
	for name, c := range map[string]struct {
		a    archive
		want string
	}{
		"good":         {archive{archiveFormat, "base", good}, ""},
		"a large file": {archive{archiveFormat, "base", with("world/files/x", make([]byte, fileMost+1))}, "world/files/x has 16777217 bytes; a file has at most 16777216"},
		"all files":    {archive{archiveFormat, "base", total}, "bytes"},
		"many files":   {archive{archiveFormat, "base", many}, ""},
		"a bell":       {archive{archiveFormat, "base", with("world/files/\a", nil)}, `"world/files/\a" is not a path`},
		"an escape":    {archive{archiveFormat, "base", with("world/files/\x1b[2J", nil)}, "is not a path"},
		"a line":       {archive{archiveFormat, "base", with("world/files/a\nb", nil)}, "is not a path"},
		"from right":   {archive{archiveFormat, "base", with("world/files/a\u202eb", nil)}, "is not a path"},
		"above":        {archive{archiveFormat, "base", with("../x", nil)}, "is not a path"},
		"long":         {archive{archiveFormat, "base", with("world/files/"+strings.Repeat("x", pathMost), nil)}, "is not a path"},
		"name":         {archive{archiveFormat, "ba\x1bse", good}, `"ba\x1bse" is no name`},
		"no name":      {archive{archiveFormat, "", good}, `"" is no name`},
		"format 0":     {archive{0, "base", good}, "format 0; this version reads format 1"},
	} {
		_, err := FromBundle(packed(t, c.a))
		switch {
		case name == "many files" && err == nil, name != "many files" && c.want == "" && err != nil,
			c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: got %v, want %q", name, err, c.want)
		case err != nil && strings.ContainsAny(err.Error(), "\a\x1b\u202e"):
			t.Errorf("%s: the message has control characters: %q", name, err)
		}
	}
}

func TestABundleOfANewerFormatSaysSo(t *testing.T) {
	_, err := FromBundle(packed(t, map[int]any{1: archiveFormat + 1, 2: []string{"another", "shape"}, 9: map[string]int{"x": 1}}))
	if err == nil || !strings.Contains(err.Error(), "needs a newer version") {
		t.Errorf("got %v, want that it needs a newer version", err)
	}
	if _, err := FromBundle(bytes.Repeat([]byte{0x81}, 1000)); err == nil {
		t.Error("deep nesting is read")
	}
}

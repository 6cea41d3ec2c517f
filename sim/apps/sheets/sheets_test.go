package sheets

import (
	"encoding/base64"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tenure-sim/tenure/sim"
)

func budget(t *testing.T) *office {
	o := newOffice(t)
	o.Open()
	o.do("robin", "sheets_create", sim.Args{"sheet": "budget", "title": "Budget", "tabs": "Summary,Items", "editors": "lena",
		"values": "Item\tCost\nVendor\t18400\nStaging\t2,100\nTotal\t=SUM(B2:B3)"})
	return o
}

func (o *office) cell(ref string) string {
	o.Helper()
	return o.exhibit(ref)["value"].(string)
}

func TestFormulasFollowCells(t *testing.T) {
	o := budget(t)
	if got := o.cell("budget!Summary!B4"); got != "20500" {
		t.Fatalf("got %s", got)
	}
	o.do("lena", "sheets_set", sim.Args{"sheet": "sheets/budget", "cell": "summary!b2", "value": "20000"})
	m := o.exhibit("sheets/budget!Summary!B4")
	if m["value"] != "22100" || m["formula"] != "=SUM(B2:B3)" || m["version"] != int64(2) || m["number"] != "22100" {
		t.Fatalf("got %v", m)
	}
	e := o.Newest()
	if tx := e.Body.(Written).Touched(); tx.Text != "Summary!B2=20000\n" || tx.Ref != "sheets/budget" || !e.Reaches("robin") {
		t.Fatalf("got %+v to %v", tx, e.Audience)
	}
	if b := e.Body.(Written); len(b.Cells) != 1 {
		t.Fatalf("the event carries %v", b.Cells)
	}
	if got := o.do("marta", "sheets_read", sim.Args{"sheet": "budget", "formulas": true}); !strings.Contains(got, `["Total","22100"]`) || !strings.Contains(got, "B4==SUM(B2:B3)") {
		t.Fatalf("got %s", got)
	}
	if got := o.do("marta", "sheets_read", sim.Args{"sheet": "budget", "range": "B2:B4", "version": 1}); !strings.Contains(got, `[["18400"],["2,100"],["20500"]]`) {
		t.Fatalf("got %s", got)
	}
	if got := o.do("marta", "sheets_diff", sim.Args{"sheet": "budget", "from": 1}); !strings.Contains(got, `"was":"=SUM(B2:B3) -\u003e 20500"`) {
		t.Fatalf("got %s", got)
	}
	o.do("robin", "sheets_write", sim.Args{"sheet": "budget", "range": "Plan!A1", "new_tab": true, "values": "a\tb\n\t=Summary!B4*2"})
	if got := o.cell("budget!plan!B2"); got != "44200" {
		t.Fatalf("got %s", got)
	}
	if got := o.exhibit("budget")["tabs"]; !reflect.DeepEqual(got, []string{"Summary", "Items", "Plan"}) {
		t.Fatalf("got %v", got)
	}
	if got := o.do("robin", "sheets_history", sim.Args{"sheet": "budget"}); !strings.Contains(got, `"newTab":"Plan"`) {
		t.Fatalf("got %s", got)
	}
}

func TestValues(t *testing.T) {
	o := newOffice(t)
	o.Open()
	for i, c := range []struct{ cells, at, want string }{
		{"0.1\t0.2\t=A1+B1", "C1", "0.3"},
		{"1\t0\t=A1/B1\t=C1+1\t=IFERROR(C1,7)\t=ISERROR(D1)", "C1", "#DIV/0!"},
		{"1\t0\t=A1/B1\t=C1+1\t=IFERROR(C1,7)\t=ISERROR(D1)", "D1", "#DIV/0!"},
		{"1\t0\t=A1/B1\t=C1+1\t=IFERROR(C1,7)\t=ISERROR(D1)", "E1", "7"},
		{"1\t0\t=A1/B1\t=C1+1\t=IFERROR(C1,7)\t=ISERROR(D1)", "F1", "TRUE"},
		{"12%\t200\t=A1*B1", "C1", "24"},
		{"2026-03-27\t=A1+5", "B1", "2026-04-01"},
		{"2026-03-27\t2026-04-01\t=B1-A1", "C1", "5"},
		{"2026-03-27\t2026-04-01\t=MAX(A1:B1)\t=C1+1", "D1", "2026-04-02"},
		{"2026-03-27\t=WORKDAY(A1,2)", "B1", "2026-03-31"},
		{"2026-03-27\t=TEXT(A1,\"dd.mm.yyyy\")", "B1", "27.03.2026"},
		{"2026-03-27\t=IF(A1>DATE(2026,3,1),\"late\",\"in time\")", "B1", "late"},
		{"2026-03-02\t2026-03-27\t=NETWORKDAYS(A1,B1)", "C1", "20"},
		{"'00123\t=LEN(A1)", "B1", "5"},
		{"'00123\t=LEN(A1)", "A1", "00123"},
		{"true\t=IF(A1,1,2)", "B1", "1"},
		{"3\t=sum(a1:a1)*2", "B1", "6"},
		{"2026-01-31\t=DATE(YEAR(A1),MONTH(A1)+2,0)", "B1", "2026-02-28"},
		{"a\t=if(a1=\"a\",\"yes, sum(a1)\",0)", "B1", "yes, sum(a1)"},
		{"7\t=sheet1!a1+'Sheet1'!$a$1", "B1", "14"},
		{"5\t=SUM(A:A)", "B1", "5"},
		{"a\tb\t=A1&B1", "C1", "ab"},
		{"=1/3", "A1", "0.333333333333333"},
		{"=B1\t=C1\t4", "A1", "4"},
		{"=VLOOKUP(\"b\",A2:B3,2,FALSE)\na\t1\nb\t2", "A1", "2"},
		{"=SUMIF(A2:A4,\"x\",B2:B4)\nx\t1\ny\t2\nx\t5", "A1", "6"},
		{"=B1+1", "A1", "1"},
		{"=NA()\t=IFERROR(A1,3)", "B1", "3"},
		{"=VALUE(\"x\")\t=A1", "A1", "#VALUE!"},
		{"=1+", "A1", broken},
	} {
		id := fmt.Sprintf("s%d", i)
		o.do("robin", "sheets_create", sim.Args{"sheet": id, "values": c.cells})
		if got := o.cell(id + "!" + c.at); got != c.want {
			t.Errorf("%s of %q: got %s, want %s", c.at, c.cells, got, c.want)
		}
	}
}

func TestRefusals(t *testing.T) {
	o := budget(t)
	o.do("marta", "sheets_create", sim.Args{"sheet": "pay", "readers": "ines"})
	set := func(v string) sim.Args { return sim.Args{"sheet": "budget", "cell": "B9", "value": v} }
	for _, c := range []struct {
		by   sim.ActorID
		tool string
		args sim.Args
		want string
	}{
		{"robin", "sheets_set", set("=NOW()"), "changes by itself"},
		{"robin", "sheets_set", set("=A1+TODAY()"), "changes by itself"},
		{"robin", "sheets_set", set("=IF(A1,RAND(),2)"), "changes by itself"},
		{"robin", "sheets_set", set("=randbetween(1,2)"), "changes by itself"},
		{"robin", "sheets_set", set("=LET(x,1,x)"), "not available"},
		{"robin", "sheets_set", set(`=REPT("x",1000000000)`), "not available"},
		{"robin", "sheets_set", set(`=INDIRECT("B9")`), "changes by itself"},
		{"robin", "sheets_set", set("=EDATE(A1,1000000000000)"), "not available"},
		{"robin", "sheets_set", set("=B9"), "depend on itself"},
		{"robin", "sheets_set", sim.Args{"sheet": "budget", "cell": "B2", "value": "=B4/2"}, "depend on itself"},
		{"robin", "sheets_set", set("=Missing!A1"), `no tab "Missing"; there is Summary, Items`},
		{"robin", "sheets_set", set("=Total"), "no cell or range"},
		{"robin", "sheets_set", set("=A1:XFC1048575"), "outside the sheet"},
		{"robin", "sheets_set", set(strings.Repeat("x", 5000)), "at most 4000"},
		{"robin", "sheets_set", sim.Args{"sheet": "budget", "cell": "B2", "value": "18400"}, "nothing would change"},
		{"robin", "sheets_set", sim.Args{"sheet": "budget", "cell": "nowhere", "value": "1"}, "no cell or range"},
		{"robin", "sheets_set", sim.Args{"sheet": "budget", "cell": "B2"}, `needs the argument "value"`},
		{"robin", "sheets_set", sim.Args{"sheet": "budget", "cell": "B2", "value": "1", "base_version": 7}, "not the newest"},
		{"robin", "sheets_write", sim.Args{"sheet": "budget", "range": "B9999", "values": "1\n2\n3"}, "reach beyond"},
		{"robin", "sheets_write", sim.Args{"sheet": "budget", "range": "Plan!A1", "values": "1"}, "no tab"},
		{"robin", "sheets_write", sim.Args{"sheet": "budget", "range": "A[b!A1", "values": "1", "new_tab": true}, "no name for a tab"},
		{"robin", "sheets_write", sim.Args{"sheet": "budget", "range": "A1", "values": "1", "color": "red"}, `no argument "color"`},
		{"marta", "sheets_set", set("1"), "not edit"},
		{"robin", "sheets_read", sim.Args{"sheet": "pay"}, `there is no sheet "pay"`},
		{"robin", "sheets_read", sim.Args{"sheet": "budge"}, "there is budget"},
		{"robin", "sheets_read", sim.Args{"sheet": "budget", "version": 3}, "versions 1 to 1"},
		{"robin", "sheets_create", sim.Args{"sheet": "budget"}, "taken"},
		{"robin", "sheets_create", sim.Args{"sheet": "a!b"}, "not allowed"},
		{"robin", "sheets_create", sim.Args{"sheet": "a", "tabs": "x,X"}, "two tabs"},
		{"robin", "sheets_create", sim.Args{"sheet": "a", "readers": "bob"}, "nobody"},
		{"robin", "sheets_create", sim.Args{"sheet": "a", "values": "=B1\t=A1"}, "depend on itself"},
		{"robin", "sheets_import", sim.Args{"sheet": "a"}, "give either"},
		{"robin", "sheets_import", sim.Args{"sheet": "a", "data": "?"}, "not base64"},
		{"robin", "sheets_import", sim.Args{"sheet": "a", "data": base64.StdEncoding.EncodeToString([]byte("PKxx"))}, "cannot be opened"},
		{"robin", "sheets_import", sim.Args{"sheet": "a", "file": "gone.xlsx"}, "no file"},
		{"robin", "sheets_export", sim.Args{"sheet": "budget", "file": "a.pdf"}, "must end in"},
		{"robin", "sheets_share", sim.Args{"sheet": "budget", "who": "robin", "right": "none"}, "keeps every right"},
	} {
		o.Refused(c.by, c.tool, c.args, c.want)
	}
}

// Every write is refused that would make the calculation run without bound.
func TestCalculationIsBounded(t *testing.T) {
	o := newOffice(t)
	o.Open()
	rows := make([]string, 1500)
	for i := range rows {
		rows[i] = fmt.Sprintf("=SUM(B1:B1500)\t%d", i)
	}
	o.Refused("robin", "sheets_create", sim.Args{"sheet": "wide", "values": strings.Join(rows, "\n")}, "at most 2000")
	for i := range rows {
		rows[i] = "=1+SUM(B1:Z1500)"
	}
	o.Refused("robin", "sheets_create", sim.Args{"sheet": "wide", "values": strings.Join(rows, "\n")}, "smaller ranges")
	o.do("robin", "sheets_create", sim.Args{"sheet": "wide", "values": strings.Join(rows[:5], "\n")})
	cells := []string{strings.Repeat("x", 1000)}
	for i := range 40 {
		name := place{0, 1, i + 1}.name()
		cells = append(cells, fmt.Sprintf("=%s&%s", name, name))
	}
	o.do("robin", "sheets_create", sim.Args{"sheet": "long", "values": strings.Join(cells, "\t")})
	if got := o.cell("long!AO1"); len(got) > longMost {
		t.Fatalf("a text of %d bytes", len(got))
	}
	chain := []string{"1"}
	for i := 1; i < 1800; i++ {
		chain = append(chain, fmt.Sprintf("=A%d+1", i))
	}
	o.do("robin", "sheets_create", sim.Args{"sheet": "chain", "values": strings.Join(chain, "\n")})
	if got := o.cell("chain!A1800"); got != "1800" {
		t.Fatalf("got %s", got)
	}
}

func TestHiddenSheetsStayHidden(t *testing.T) {
	o := budget(t)
	o.do("marta", "sheets_create", sim.Args{"sheet": "hr/canary", "title": "Canary", "values": "canary\t90000", "readers": "ines"})
	o.do("marta", "sheets_set", sim.Args{"sheet": "hr/canary", "cell": "C1", "value": "canary too"})
	for _, by := range []sim.ActorID{"robin", "lena"} {
		for _, c := range []sim.Call{
			{Tool: "sheets_list"}, {Tool: "sheets_search", Args: sim.Args{"query": "90000"}}, {Tool: "sheets_search", Args: sim.Args{"query": "canar"}},
			{Tool: "sheets_read", Args: sim.Args{"sheet": "hr/x"}}, {Tool: "sheets_history", Args: sim.Args{"sheet": "hr/x"}},
			{Tool: "sheets_diff", Args: sim.Args{"sheet": "hr/x", "from": 1}}, {Tool: "sheets_recalculate", Args: sim.Args{"sheet": "hr"}},
			{Tool: "sheets_export", Args: sim.Args{"sheet": "hr/x", "file": "x.csv"}}, {Tool: "sheets_set", Args: sim.Args{"sheet": "hr/x", "cell": "A1", "value": "1"}},
		} {
			out := o.Try(by, c.Tool, c.Args)
			if s := fmt.Sprintf("%+v %v", out.Result, out.Rejected); strings.Contains(strings.ToLower(s), "canary") {
				t.Errorf("%s sees it by %s: %s", by, c.Tool, s)
			}
		}
	}
	for _, e := range o.Events {
		if strings.Contains(fmt.Sprint(e.Body), "canary") && (e.Reaches("robin") || e.Reaches("lena")) {
			t.Errorf("event %d reaches outsiders: %v", e.Seq, e.Audience)
		}
	}
	o.do("marta", "sheets_share", sim.Args{"sheet": "hr/canary", "who": "lena", "right": "edit"})
	o.do("lena", "sheets_set", sim.Args{"sheet": "hr/canary", "cell": "A1", "value": "x"})
	o.do("marta", "sheets_share", sim.Args{"sheet": "hr/canary", "who": "lena", "right": "none"})
	o.do("marta", "sheets_set", sim.Args{"sheet": "hr/canary", "cell": "A1", "value": "y"})
	if o.Newest().Reaches("lena") {
		t.Error("lena follows a sheet she may no longer read")
	}
}

func TestExportAndImport(t *testing.T) {
	o := budget(t)
	o.do("robin", "sheets_write", sim.Args{"sheet": "budget", "range": "Items!A1",
		"values": "2026-03-27\t12%\tTRUE\t'007\t=IF(Summary!B4>1,\"much\",\"little\")\n=A1+1\t0.25\t-1.5\t1,000"})
	before := o.do("robin", "sheets_read", sim.Args{"sheet": "budget", "range": "Items", "formulas": true})
	o.do("robin", "sheets_export", sim.Args{"sheet": "budget", "file": "plan/budget.xlsx"})
	first := o.Newest().Body.(stored).Content
	for range 5 {
		clone := &office{o.Fork()}
		clone.do("robin", "sheets_export", sim.Args{"sheet": "budget", "file": "plan/budget.xlsx"})
		if again := clone.Newest().Body.(stored).Content; again != first {
			t.Fatal("the same book gives other bytes")
		}
	}
	o.Refused("omar", "sheets_export", sim.Args{"sheet": "budget", "file": "x.xlsx"}, "may not write")
	o.Refused("omar", "sheets_import", sim.Args{"sheet": "copy", "file": "plan/budget.xlsx"}, "no file")
	o.do("lena", "sheets_import", sim.Args{"sheet": "copy", "file": "plan/budget.xlsx", "title": "Copy"})
	for ref, want := range map[string]string{"Summary!B4": "20500", "Items!A1": "2026-03-27", "Items!A2": "2026-03-28", "Items!B1": "0.12",
		"Items!C1": "TRUE", "Items!D1": "007", "Items!E1": "much", "Items!D2": "1000", "Items!C2": "-1.5"} {
		if got := o.cell("copy!" + ref); got != want {
			t.Errorf("%s: got %s, want %s (was %s)", ref, got, want, before)
		}
	}
	if got := o.exhibit("copy!Items!E1")["formula"]; got != `=IF(Summary!B4>1,"much","little")` {
		t.Errorf("got %v", got)
	}
	o.do("robin", "sheets_export", sim.Args{"sheet": "budget", "file": "items.csv", "tab": "Summary"})
	if got := string(o.Contents[o.Newest().Body.(stored).Content]); got != "Item,Cost\nVendor,18400\nStaging,\"2,100\"\nTotal,20500\n" {
		t.Errorf("got %q", got)
	}
	o.do("lena", "sheets_import", sim.Args{"sheet": "copy", "data": base64.StdEncoding.EncodeToString([]byte("\ufeffa,b\n=TODAY(),=A1&B1\n"))})
	if o.exhibit("copy")["version"] != int64(2) || o.cell("copy!A2") != "=TODAY()" || o.cell("copy!B2") != "ab" {
		t.Errorf("got %v", o.exhibit("copy"))
	}
	o.do("lena", "sheets_import", sim.Args{"sheet": "loop", "data": base64.StdEncoding.EncodeToString([]byte("=B1,=A1,=A1+1,5\n"))})
	if got := o.do("robin", "sheets_recalculate", sim.Args{"sheet": "loop"}); strings.Count(got, cycle) != 3 {
		t.Errorf("got %s", got)
	}
	o.do("lena", "sheets_set", sim.Args{"sheet": "loop", "cell": "D1", "value": "6"})
	o.same(o.Replayed(), "copy!B2")
	o.same(o.Replayed(), "loop!A1")
}

func TestSearchAndPaging(t *testing.T) {
	o := newOffice(t)
	for i := range 45 {
		o.Recall(o.World.Start().Add(-time.Hour), "marta", "sheets_create", sim.Args{"sheet": fmt.Sprintf("s/%02d", i), "values": fmt.Sprintf("number%d\tshared", i)})
	}
	o.Open()
	if got := o.Paged("robin", "sheets_list", sim.Args{}, `"sheet":`); got != 45 {
		t.Fatalf("paged through %d", got)
	}
	if got := o.do("robin", "sheets_search", sim.Args{"query": "shared number7"}); !strings.Contains(got, `["Sheet1!A1=number7","Sheet1!B1=shared"]`) {
		t.Fatalf("got %s", got)
	}
	if n := len(o.World.Part("sheets").(*Part).books); n > booksMost {
		t.Fatalf("%d books are kept", n)
	}
}

func TestReplayAndClonesGoTheirOwnWay(t *testing.T) {
	o := budget(t)
	for i := range 20 {
		o.do("lena", "sheets_set", sim.Args{"sheet": "budget", "cell": "B3", "value": fmt.Sprint(i)})
	}
	o.do("robin", "sheets_share", sim.Args{"sheet": "budget", "who": "omar", "right": "edit"})
	r := o.Replayed()
	o.same(r, "budget")
	o.same(r, "budget!B4")
	fork := &office{o.Fork()}
	before := o.exhibit("budget!B4")
	fork.do("omar", "sheets_set", sim.Args{"sheet": "budget", "cell": "B2", "value": "1"})
	if !reflect.DeepEqual(before, o.exhibit("budget!B4")) {
		t.Fatal("the clone changed its origin")
	}
	o.do("omar", "sheets_set", sim.Args{"sheet": "budget", "cell": "B2", "value": "2"})
	if a, b := fork.cell("budget!B4"), o.cell("budget!B4"); a != "20" || b != "21" {
		t.Fatalf("got %s and %s", a, b)
	}
	if got := o.do("robin", "sheets_read", sim.Args{"sheet": "budget", "range": "B3", "version": 5}); !strings.Contains(got, `[["3"]]`) {
		t.Fatalf("got %s", got)
	}
}

func TestFunctionsAreSorted(t *testing.T) {
	if !slices.IsSorted(functions) || !slices.IsSorted(volatile) {
		t.Fatal("the tables are searched by halving and must be sorted")
	}
}

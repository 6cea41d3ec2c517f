package files

import (
	"archive/zip"
	"bytes"
	"encoding/base64"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/tenure-sim/tenure/sim"
)

func share(t *testing.T) *office {
	o := newOffice(t)
	o.Open()
	o.do("robin", "files_put", sim.Args{"path": "plan/rollout.md", "text": "Roll out on Monday."})
	o.do("ines", "files_put", sim.Args{"path": "finance/pay.csv", "text": "canary,90000"})
	o.do("ines", "files_put", sim.Args{"path": "finance/public/rates.txt", "text": "rates for all"})
	return o
}

// wordFile is a small Word document as base64.
func wordFile(t *testing.T, text string) string {
	t.Helper()
	var buf bytes.Buffer
	z := zip.NewWriter(&buf)
	f, err := z.Create("word/document.xml")
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(f, `<w:document xmlns:w="w"><w:body><w:p><w:t>%s</w:t></w:p></w:body></w:document>`, text)
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return base64.StdEncoding.EncodeToString(buf.Bytes())
}

func TestVersionsAreKept(t *testing.T) {
	o := share(t)
	o.do("lena", "files_put", sim.Args{"path": "/plan/rollout.md", "text": "Roll out on Friday.", "base_version": 1})
	if got := o.Newest(); !reflect.DeepEqual(got.Audience, []sim.ActorID{"lena", "robin"}) || got.Body.(Put).Touched().Verb != "edited" {
		t.Fatalf("got %+v", got)
	}
	if m := o.exhibit("files/plan/rollout.md"); m["text"] != "Roll out on Friday." || m["version"] != int64(2) || m["size"] != int64(19) {
		t.Fatalf("got %v", m)
	}
	if got := o.do("robin", "files_get", sim.Args{"path": "files/plan/rollout.md", "version": 1}); !strings.Contains(got, "Monday") {
		t.Fatalf("got %s", got)
	}
	o.do("robin", "files_move", sim.Args{"path": "plan/rollout.md", "to": "plan/old/rollout.md"})
	if b := o.Newest().Body.(Moved); b.Touched().Ref != "files/plan/old/rollout.md" || !o.Newest().Reaches("lena") {
		t.Fatalf("got %+v", o.Newest())
	}
	if got := o.do("omar", "files_versions", sim.Args{"path": "plan/old/rollout.md"}); strings.Count(got, `"version":`) != 2 {
		t.Fatalf("got %s", got)
	}
	if got := o.do("omar", "files_info", sim.Args{"path": "plan/old/rollout.md"}); !strings.Contains(got, `"author":"robin"`) || !strings.Contains(got, `"readers":["all"]`) {
		t.Fatalf("got %s", got)
	}
	o.do("omar", "files_remove", sim.Args{"path": "plan/old/rollout.md"})
	o.Refused("robin", "files_get", sim.Args{"path": "plan/old/rollout.md"}, "there is no file")
	if got := o.do("robin", "files_list", nil); strings.Contains(got, `"plan"`) {
		t.Fatalf("an empty folder is left: %s", got)
	}
}

func TestOfficeFilesAreReadAndFound(t *testing.T) {
	o := share(t)
	o.do("robin", "files_put", sim.Args{"path": "plan/budget.docx", "text": wordFile(t, "Meilisearch licence"), "base64": true})
	if got := o.do("lena", "files_get", sim.Args{"path": "plan/budget.docx"}); !strings.Contains(got, `"extracted":true`) || !strings.Contains(got, "Meilisearch licence") {
		t.Fatalf("got %s", got)
	}
	if got := o.do("lena", "files_search", sim.Args{"query": "licence"}); !strings.Contains(got, "plan/budget.docx") {
		t.Fatalf("got %s", got)
	}
	o.do("robin", "files_put", sim.Args{"path": "plan/broken.docx", "text": "AAAA", "base64": true})
	if got := o.do("lena", "files_get", sim.Args{"path": "plan/broken.docx"}); !strings.Contains(got, `"unreadable":true`) {
		t.Fatalf("got %s", got)
	}
	if got := o.do("lena", "files_search", sim.Args{"query": "broken", "folder": "plan"}); !strings.Contains(got, "plan/broken.docx") {
		t.Fatalf("got %s", got)
	}
}

func TestRefusals(t *testing.T) {
	o := share(t)
	for _, c := range []struct {
		by   sim.ActorID
		tool string
		args sim.Args
		want string
	}{
		{"lena", "files_get", sim.Args{"path": "rollout.md"}, "there is plan/rollout.md"},
		{"lena", "files_get", sim.Args{"path": "finance/pay.csv"}, `there is no file "finance/pay.csv"`},
		{"lena", "files_get", sim.Args{}, `needs the argument "path"`},
		{"lena", "files_get", sim.Args{"path": "plan/rollout.md", "mode": "x"}, `no argument "mode"`},
		{"lena", "files_get", sim.Args{"path": "plan/rollout.md", "version": 7}, "no version 7"},
		{"lena", "files_get", sim.Args{"path": "plan/rollout.md", "offset": -1}, "offset"},
		{"lena", "files_put", sim.Args{"path": "finance/x.md", "text": "x"}, `no folder "finance"`},
		{"marta", "files_put", sim.Args{"path": "finance/x.md", "text": "x"}, "not write there"},
		{"lena", "files_put", sim.Args{"path": "finance/public/x.md", "text": "x"}, "not write there"},
		{"lena", "files_put", sim.Args{"path": "../x", "text": "x"}, "no path"},
		{"lena", "files_put", sim.Args{"path": "a//x", "text": "x"}, "no path"},
		{"lena", "files_put", sim.Args{"path": "a\nx", "text": "x"}, "not allowed"},
		{"lena", "files_put", sim.Args{"path": "", "text": "x"}, "1 to 300"},
		{"lena", "files_put", sim.Args{"path": "plan", "text": "x"}, "is a folder"},
		{"lena", "files_put", sim.Args{"path": "plan/rollout.md/x", "text": "x"}, "is a file"},
		{"lena", "files_put", sim.Args{"path": "x.xlsx", "text": "x"}, "not plain text"},
		{"lena", "files_put", sim.Args{"path": "x.xlsx", "text": "?", "base64": true}, "not base64"},
		{"lena", "files_put", sim.Args{"path": "plan/rollout.md", "text": "x", "base_version": 3}, "not the newest"},
		{"lena", "files_put", sim.Args{"path": "plan/rollout.md", "text": "Roll out on Monday."}, "very content"},
		{"lena", "files_move", sim.Args{"path": "plan/rollout.md", "to": "finance/x"}, "no folder"},
		{"marta", "files_move", sim.Args{"path": "finance/pay.csv", "to": "x"}, "not change it"},
		{"ines", "files_move", sim.Args{"path": "finance/pay.csv", "to": "plan/rollout.md"}, "already"},
		{"marta", "files_remove", sim.Args{"path": "finance/pay.csv"}, "not change it"},
		{"lena", "files_list", sim.Args{"folder": "finance/pay"}, "no folder"},
		{"omar", "files_list", sim.Args{"folder": "team"}, `no folder "team"`},
		{"omar", "files_list", sim.Args{"cursor": "x"}, "cursor"},
	} {
		o.Refused(c.by, c.tool, c.args, c.want)
	}
}

// A hidden file must leave no trace in anything its outsiders can call.
func TestHiddenFilesStayHidden(t *testing.T) {
	o := share(t)
	o.do("ines", "files_put", sim.Args{"path": "finance/canary/canary.md", "text": "canary"})
	for _, by := range []sim.ActorID{"robin", "lena"} {
		for _, c := range []sim.Call{
			{Tool: "files_list"}, {Tool: "files_list", Args: sim.Args{"recursive": true}}, {Tool: "files_list", Args: sim.Args{"folder": "finance"}},
			{Tool: "files_search", Args: sim.Args{"query": "canar"}}, {Tool: "files_search", Args: sim.Args{"query": "90000"}},
			{Tool: "files_get", Args: sim.Args{"path": "finance/pay"}}, {Tool: "files_info", Args: sim.Args{"path": "pay.csv"}},
			{Tool: "files_versions", Args: sim.Args{"path": "finance/p"}}, {Tool: "files_remove", Args: sim.Args{"path": "finance/p"}},
			{Tool: "files_move", Args: sim.Args{"path": "finance/p", "to": "x"}},
			{Tool: "files_put", Args: sim.Args{"path": "finance/pay.md", "text": "x"}},
		} {
			out := o.Try(by, c.Tool, c.Args)
			s := fmt.Sprintf("%+v %v", out.Result, out.Rejected)
			if strings.Contains(s, "canary") || strings.Contains(s, "pay.csv") && c.Args["path"] != "pay.csv" {
				t.Errorf("%s sees it by %s: %s", by, c.Tool, s)
			}
		}
	}
	if got := o.do("lena", "files_list", sim.Args{"folder": "finance"}); !strings.Contains(got, `{"path":"finance/public","folder":true,"files":1}`) {
		t.Errorf("got %s", got)
	}
	if got := o.do("marta", "files_list", sim.Args{"folder": "finance"}); !strings.Contains(got, "pay.csv") {
		t.Errorf("got %s", got)
	}
	for _, e := range o.Events {
		if b, ok := e.Body.(Put); ok && b.From == "ines" && (e.Reaches("robin") || e.Reaches("lena")) {
			t.Errorf("event %d reaches outsiders: %v", e.Seq, e.Audience)
		}
	}
}

// A writer who cannot see the new place is not told of it.
func TestMovingOutOfSight(t *testing.T) {
	o := share(t)
	o.do("omar", "files_put", sim.Args{"path": "plan/rollout.md", "text": "x"})
	o.do("robin", "files_move", sim.Args{"path": "plan/rollout.md", "to": "team/rollout.md"})
	if o.Newest().Reaches("omar") {
		t.Fatal("omar learns the hidden path")
	}
	o.do("lena", "files_put", sim.Args{"path": "team/rollout.md", "text": "y"})
	if o.Newest().Reaches("omar") || !o.Newest().Reaches("robin") {
		t.Fatalf("audience %v", o.Newest().Audience)
	}
}

func TestPagingAndLoading(t *testing.T) {
	o := newOffice(t)
	for i := range 120 {
		o.Recall(o.World.Start().Add(-time.Hour), "marta", "files_put", sim.Args{"path": fmt.Sprintf("a/%03d.txt", i), "text": fmt.Sprint("n", i)})
	}
	o.Open()
	if got := o.Paged("robin", "files_list", sim.Args{"folder": "a", "limit": 50}, `"path":`); got != 120 {
		t.Fatalf("paged through %d", got)
	}
}

func TestOtherAppsKeepTheRights(t *testing.T) {
	o := share(t)
	p := o.World.Part("files").(*Part)
	if raw, err := p.Open(o.World, "lena", "plan/rollout.md"); err != nil || string(raw) != "Roll out on Monday." {
		t.Fatal(err, raw)
	}
	if _, err := p.Open(o.World, "lena", "finance/pay.csv"); err == nil {
		t.Fatal("lena opens finance")
	}
	if _, err := p.PutFacts(o.World, "lena", "finance/x", nil); err == nil {
		t.Fatal("lena writes finance")
	}
	facts, err := p.PutFacts(o.World, "lena", "plan/rollout.md", []byte("z"))
	if err != nil || facts[0].Body.(Put).Version != 2 || len(facts[0].Contents) != 1 {
		t.Fatal(err, facts)
	}
}

func TestReplayAndClonesGoTheirOwnWay(t *testing.T) {
	o := share(t)
	o.do("lena", "files_put", sim.Args{"path": "plan/rollout.md", "text": "second"})
	o.do("lena", "files_move", sim.Args{"path": "plan/rollout.md", "to": "plan/r.md"})
	o.do("lena", "files_put", sim.Args{"path": "plan/gone.md", "text": "gone"})
	o.do("lena", "files_remove", sim.Args{"path": "plan/gone.md"})
	r := o.Replayed()
	o.same(r, "plan/r.md")
	if !reflect.DeepEqual(r.World.Part("files").(*Part).below, o.World.Part("files").(*Part).below) {
		t.Fatal("folders differ after replay")
	}
	fork := &office{o.Fork()}
	before := o.exhibit("plan/r.md")
	fork.do("omar", "files_put", sim.Args{"path": "plan/r.md", "text": "fork"})
	if !reflect.DeepEqual(before, o.exhibit("plan/r.md")) {
		t.Fatal("the clone changed its origin")
	}
	o.do("omar", "files_put", sim.Args{"path": "plan/r.md", "text": "origin"})
	if fork.exhibit("plan/r.md")["text"] != "fork" {
		t.Fatal("clones share a file")
	}
	if got := fork.do("robin", "files_search", sim.Args{"query": "origin"}); strings.Contains(got, "r.md") {
		t.Fatalf("got %s", got)
	}
}

func BenchmarkLoad(b *testing.B) {
	p := New(Config{})
	for i := range b.N {
		p.Apply(sim.Event{Seq: uint64(i + 1), Body: Put{Path: fmt.Sprintf("a/b/%d.txt", i), From: "marta", Version: 1}})
	}
}

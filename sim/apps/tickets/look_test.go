package tickets

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/simtest"
)

func TestFindByAllConditions(t *testing.T) {
	o := opened(t)
	o.make("Search box", "text", "the box of the portal", "labels", "web", "priority", "high", "assignee", "robin") // 1
	o.make("Search index", "labels", "web,api")                                                                     // 2
	o.make("Login", "priority", "high")                                                                             // 3
	o.Do("robin", "tickets_comment", sim.Args{"ticket": "PORT-3", "text": "the search team knows"})
	o.Do("robin", "tickets_comment", sim.Args{"ticket": "PORT-3", "text": "search again"})
	o.Do("robin", "tickets_move", sim.Args{"ticket": "PORT-2", "to": "Doing"})
	cases := []struct {
		args sim.Args
		want string
	}{
		{sim.Args{}, "PORT-3 PORT-2 PORT-1"},
		{sim.Args{"text": "search"}, "PORT-3 PORT-2 PORT-1"},
		{sim.Args{"text": "search bo"}, "PORT-1"},
		{sim.Args{"text": "search", "state": "backlog"}, "PORT-3 PORT-1"},
		{sim.Args{"label": "WEB"}, "PORT-2 PORT-1"},
		{sim.Args{"label": "web", "state": "Doing"}, "PORT-2"},
		{sim.Args{"priority": "high", "assignee": "nobody"}, "PORT-3"},
		{sim.Args{"assignee": "me"}, "PORT-1"},
		{sim.Args{"assignee": "tomas"}, ""},
		{sim.Args{"board": "port", "text": "login"}, "PORT-3"},
		{sim.Args{"label": "none"}, ""},
	}
	for _, c := range cases {
		if got := found(o.Do("robin", "tickets_list", c.args)); got != c.want {
			t.Errorf("%v: %s, want %s", c.args, got, c.want)
		}
	}
	o.Do("robin", "tickets_update", sim.Args{"ticket": "PORT-1", "title": "Query field", "labels": "ui"})
	if got := found(o.Do("robin", "tickets_list", sim.Args{"text": "query"})); got != "PORT-1" {
		t.Errorf("after the change: %s", got)
	}
	o.Refused("robin", "tickets_list", sim.Args{"state": "Open"}, "there is Backlog, Doing")
	o.Refused("robin", "tickets_list", sim.Args{"board": "SEC"}, `no board "SEC"; there is PORT`)
	o.Refused("robin", "tickets_list", sim.Args{"limit": int64(101)}, "limit")
}

func TestPages(t *testing.T) {
	o := opened(t)
	for i := range 130 {
		o.make(fmt.Sprintf("T%d", i))
	}
	seen, cursor := 0, ""
	for {
		args := sim.Args{"limit": int64(50)}
		if cursor != "" {
			args["cursor"] = cursor
		}
		page := o.Do("robin", "tickets_list", args).Result.Data.(Lines)
		if want := fmt.Sprintf("PORT-%d", 130-seen); page.Tickets[0].Ticket != want {
			t.Fatalf("page begins with %s, want %s", page.Tickets[0].Ticket, want)
		}
		seen += len(page.Tickets)
		if cursor = page.Next; cursor == "" {
			break
		}
	}
	if seen != 130 {
		t.Fatalf("%d on all pages", seen)
	}
	for i := range 25 {
		o.Do("robin", "tickets_comment", sim.Args{"ticket": "PORT-1", "text": fmt.Sprintf("c%d", i)})
	}
	sheet := o.Do("robin", "tickets_show", sim.Args{"ticket": "PORT-1"}).Result.Data.(Sheet)
	if len(sheet.Comments) != 20 || sheet.Comments[0].Text != "c24" || sheet.Total != 25 || sheet.Next == "" {
		t.Fatalf("%d comments of %d", len(sheet.Comments), sheet.Total)
	}
	if got := simtest.JSON(t, o.Do("robin", "tickets_history", sim.Args{"ticket": "PORT-1", "cursor": "20"}).Result.Data); !strings.Contains(got, "created in Backlog") {
		t.Fatalf("history %s", got)
	}
}

func TestBoardShowsColumnsAndMoves(t *testing.T) {
	o := opened(t)
	for i := range 12 {
		o.make(fmt.Sprintf("T%d", i))
	}
	o.make("Now", "priority", "urgent")
	o.make("Later")
	out := o.Do("robin", "tickets_board", sim.Args{}).Result.Data.(map[string]any)["columns"].([]Column)
	if len(out) != 5 || out[0].Count != 14 || len(out[0].Tickets) != 10 || out[0].Tickets[0].Title != "Now" || out[0].Tickets[1].Title != "Later" {
		t.Fatalf("columns %+v", out)
	}
	if out[3].Moves != "from Done it can go to Released (by robin only)" {
		t.Fatalf("moves %q", out[3].Moves)
	}
}

func TestPrivateBoardDoesNotExistForOthers(t *testing.T) {
	o := opened(t)
	o.Do("ines", "tickets_create", sim.Args{"board": "SEC", "title": "canary-7731", "text": "canary-7731", "labels": "canary-7731"})
	o.make("Public")
	o.Do("marta", "tickets_link", sim.Args{"ticket": "PORT-1", "kind": "relates", "to": "SEC-1"})
	if o.Newest().Reaches("lena") || !o.Newest().Reaches("marta") {
		t.Fatalf("the link reaches %s", reaches(o.Newest()))
	}
	o.Do("marta", "tickets_comment", sim.Args{"ticket": "SEC-1", "text": "canary-7731 @robin"})
	o.Refused("marta", "tickets_assign", sim.Args{"ticket": "SEC-1", "to": "robin"}, "not a member")
	var outs []string
	for _, c := range []struct {
		tool string
		args sim.Args
	}{
		{"tickets_list", sim.Args{}}, {"tickets_list", sim.Args{"text": "canary"}}, {"tickets_list", sim.Args{"assignee": "nobody"}},
		{"tickets_board", sim.Args{}}, {"tickets_show", sim.Args{"ticket": "PORT-1"}}, {"tickets_history", sim.Args{"ticket": "PORT-1"}},
	} {
		outs = append(outs, simtest.JSON(t, o.Do("robin", c.tool, c.args).Result.Data))
	}
	for _, tool := range o.part().Tools() {
		hidden, missing := sim.Args{}, sim.Args{}
		for _, p := range tool.Params {
			if p.Name == "ticket" {
				hidden["ticket"], missing["ticket"] = "SEC-1", "SEC-9"
			} else if !p.Optional && p.Name != "to" && len(p.Enum) == 0 {
				hidden[p.Name], missing[p.Name] = "PORT-1", "PORT-1"
			} else if !p.Optional {
				hidden[p.Name], missing[p.Name] = "relates", "relates"
			}
		}
		if hidden["ticket"] == nil {
			continue
		}
		a := o.Try("robin", tool.Name, hidden).Rejected
		b := o.Try("robin", tool.Name, missing).Rejected
		if a == nil || b == nil || strings.ReplaceAll(a.Error(), "SEC-1", "SEC-9") != b.Error() {
			t.Fatalf("%s: a hidden ticket is refused with %v, a missing one with %v", tool.Name, a, b)
		}
	}
	for _, e := range o.Events {
		if s, ok := e.Body.(fmt.Stringer); ok && e.Reaches("robin") && e.Body.Kind() != "sim.rejected" {
			outs = append(outs, s.String())
		}
	}
	for _, out := range outs {
		if strings.Contains(out, "canary") || strings.Contains(out, "SEC") {
			t.Fatalf("robin sees %s", out)
		}
	}
	if got := simtest.JSON(t, o.Do("ines", "tickets_show", sim.Args{"ticket": "PORT-1"}).Result.Data); !strings.Contains(got, "SEC-1") {
		t.Fatalf("ines sees %s", got)
	}
}

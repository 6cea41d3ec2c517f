package tickets

import (
	"reflect"
	"strings"
	"testing"

	"github.com/tenure-sim/tenure/sim"
)

func TestTicketGoesThroughItsWorkflow(t *testing.T) {
	o := opened(t)
	id := o.make("Search box", "assignee", "robin")
	if id != "PORT-1" || reaches(o.Newest()) != "lena,marta,robin" {
		t.Fatalf("%s reaches %s", id, reaches(o.Newest()))
	}
	o.Do("robin", "tickets_move", sim.Args{"ticket": id, "to": "doing"})
	o.Do("robin", "tickets_move", sim.Args{"ticket": "port-1", "to": "submit"}) // a move's name will do
	o.Do("lena", "tickets_move", sim.Args{"ticket": id, "to": "Done"})
	o.Refused("lena", "tickets_move", sim.Args{"ticket": id, "to": "Released"}, "from Done it can go to Released (by robin only)")
	o.Do("robin", "tickets_move", sim.Args{"ticket": id, "to": "Released"})
	touch := o.Newest().Body.(sim.Toucher).Touched()
	if want := (sim.Touched{Ref: "tickets/PORT-1", Version: 6, Verb: "moved to Released"}); touch != want {
		t.Fatalf("touched %+v, want %+v", touch, want)
	}
	want := []string{"Backlog", "Doing", "Review", "Done", "Released"}
	if x := o.show("PORT-1"); x["state"] != "Released" || !reflect.DeepEqual(x["history"], want) {
		t.Fatalf("exhibit %v", x)
	}
	o.Refused("robin", "tickets_move", sim.Args{"ticket": id, "to": "Done"}, "goes nowhere")
}

func TestRefusedMoveNamesWhatIsAllowed(t *testing.T) {
	o := opened(t)
	id := o.make("A")
	o.Refused("robin", "tickets_move", sim.Args{"ticket": id, "to": "Released"}, "from Backlog it can go to Doing (by anyone)")
	o.Do("robin", "tickets_move", sim.Args{"ticket": id, "to": "Doing"})
	for range 50 { // an fsm tells its transitions in random order
		o.Refused("robin", "tickets_move", sim.Args{"ticket": id, "to": "Nowhere"}, "from Doing it can go to Backlog (by anyone), Review (by anyone)")
	}
	o.Refused("robin", "tickets_move", sim.Args{"ticket": id, "to": "Doing"}, "in Doing already")
	o.Do("script", "tickets_move", sim.Args{"ticket": id, "to": "Review"})
}

func TestCommentSpeaksToAuthorAndAssignee(t *testing.T) {
	o := opened(t)
	id := o.make("A", "assignee", "tomas", "priority", "urgent")
	o.Do("robin", "tickets_comment", sim.Args{"ticket": id, "text": "is this needed, @Ines? mail me at x@y.example"})
	sp := o.Newest().Body.(sim.Speaker).Speech()
	want := sim.Speech{App: "tickets", Thread: "PORT-1", To: []sim.ActorID{"tomas", "lena"}, Mentions: []sim.ActorID{"ines"},
		Cc: []sim.ActorID{"marta"}, Subject: "A", Text: "is this needed, @Ines? mail me at x@y.example", Urgent: true}
	if !reflect.DeepEqual(sp, want) {
		t.Fatalf("speech %+v, want %+v", sp, want)
	}
	if reaches(o.Newest()) != "ines,lena,marta,robin,tomas" {
		t.Fatalf("reaches %s", reaches(o.Newest()))
	}
	o.Do("lena", "tickets_comment", sim.Args{"ticket": id, "text": "yes"})
	if sp := o.Newest().Body.(sim.Speaker).Speech(); !reflect.DeepEqual(sp.To, []sim.ActorID{"tomas"}) || !o.Newest().Reaches("robin") {
		t.Fatalf("to %v, reaches %s", sp.To, reaches(o.Newest()))
	}
	if o.Newest().Reaches("ines") {
		t.Fatal("being named once makes nobody follow")
	}
	o.Refused("lena", "tickets_comment", sim.Args{"ticket": id, "text": " "}, "between 1 and")
}

func TestUpdateChangesOnlyWhatDiffers(t *testing.T) {
	o := opened(t)
	id := o.make("A", "labels", "web,api", "estimate", "8h")
	o.Do("robin", "tickets_update", sim.Args{"ticket": id, "title": "B", "priority": "normal", "estimate": "16h30m", "text": "new words", "labels": []string{}})
	u := o.Newest().Body.(Updated)
	if want := `title from A to B; estimate from 8h to 16h30m; labels from web, api to nothing; text is now new words`; said(u.Changes) != want {
		t.Fatalf("changes %q", said(u.Changes))
	}
	if got := u.Touched(); got.Text != "B\nnew words\n" || got.Verb != "edited" {
		t.Fatalf("touched %+v", got)
	}
	x := o.show(id)
	if x["title"] != "B" || x["estimate"] != "16h30m" || len(x["labels"].([]string)) != 0 || x["text"] != "new words" {
		t.Fatalf("exhibit %v", x)
	}
	o.Refused("robin", "tickets_update", sim.Args{"ticket": id, "title": "B"}, "nothing in PORT-1 would change")
	o.Refused("robin", "tickets_update", sim.Args{"ticket": id, "title": ""}, "must not be empty")
	o.Refused("robin", "tickets_update", sim.Args{"ticket": id, "priority": "asap"}, "must be one of urgent, high, normal, low")
}

func TestAssign(t *testing.T) {
	o := opened(t)
	id := o.make("A")
	o.Do("marta", "tickets_assign", sim.Args{"ticket": id, "to": "robin"})
	if got := o.Newest().Body.(sim.Assigner).Assignment(); got.To != "robin" || got.Ref != "tickets/PORT-1" || !o.Newest().Reaches("robin") {
		t.Fatalf("assignment %+v, reaches %s", got, reaches(o.Newest()))
	}
	o.Refused("marta", "tickets_assign", sim.Args{"ticket": id, "to": "Robin Adler"}, "already")
	o.Refused("marta", "tickets_assign", sim.Args{"ticket": id, "to": "rob"}, `nobody called "rob"`)
	o.Do("marta", "tickets_assign", sim.Args{"ticket": id})
	if o.show(id)["assignee"] != "" || !o.Newest().Reaches("robin") {
		t.Fatal("robin keeps the ticket, or is not told")
	}
}

func TestLinksHaveTwoEnds(t *testing.T) {
	o := opened(t)
	a, b := o.make("A"), o.make("B")
	o.Do("robin", "tickets_link", sim.Args{"ticket": a, "kind": "blocks", "to": b})
	if got := o.show(b)["links"]; !reflect.DeepEqual(got, []string{"blocked by PORT-1"}) {
		t.Fatalf("links %v", got)
	}
	o.Refused("robin", "tickets_link", sim.Args{"ticket": a, "kind": "blocks", "to": b}, "already")
	o.Refused("robin", "tickets_link", sim.Args{"ticket": a, "kind": "relates", "to": a}, "itself")
	o.Refused("robin", "tickets_link", sim.Args{"ticket": a, "kind": "duplicates", "to": b, "remove": true}, "does not say")
	o.Do("robin", "tickets_link", sim.Args{"ticket": a, "kind": "blocks", "to": b, "remove": true})
	if got := o.show(b)["links"]; len(got.([]string)) != 0 {
		t.Fatalf("links %v", got)
	}
}

func TestImportedTicketsKeepTheirNumbers(t *testing.T) {
	o := newOffice(t)
	o.recall("lena", "tickets_create", sim.Args{"id": "PORT-30", "title": "Release", "state": "Done", "priority": "high", "assignee": "tomas"})
	o.recall("lena", "tickets_create", sim.Args{"id": "PORT-12", "title": "Old"})
	o.Open()
	if got := o.make("New"); got != "PORT-31" {
		t.Fatalf("the next ticket is %s", got)
	}
	if x := o.show("tickets/PORT-30"); x["state"] != "Done" || x["assignee"] != "tomas" || !reflect.DeepEqual(x["history"], []string{"Done"}) {
		t.Fatalf("exhibit %v", x)
	}
	o.Refused("script", "tickets_create", sim.Args{"id": "PORT-30", "title": "X"}, "already")
	o.Refused("script", "tickets_create", sim.Args{"id": "PORT-07", "title": "X"}, "such as PORT-12")
	o.Refused("script", "tickets_create", sim.Args{"id": "PORT-77", "title": "X", "state": "Ready"}, "it has Backlog, Doing")
	o.Refused("robin", "tickets_create", sim.Args{"id": "PORT-77", "title": "X"}, "scenario")
	o.Refused("marta", "tickets_create", sim.Args{"title": "X"}, "say which board: PORT, SEC")
	o.Refused("robin", "tickets_create", sim.Args{"title": strings.Repeat("x", 201)}, "200 characters")
	o.Refused("robin", "tickets_create", sim.Args{"title": "X", "assignee": "nobody-here"}, "nobody called")
}

func TestBadBoardsAreRefused(t *testing.T) {
	states := []string{"A", "B"}
	cases := []struct {
		b    Board
		want string
	}{
		{Board{ID: "x", States: states, Start: "A"}, "capitals"},
		{Board{ID: "X", States: states, Start: "C"}, "start"},
		{Board{ID: "X", States: states, Start: "A", Moves: []Move{{From: []string{"Z"}, To: "A"}}}, "not one of the states"},
		{Board{ID: "X", States: states, Start: "A", Moves: []Move{{From: []string{"A"}, To: "A"}}}, "leads nowhere"},
		{Board{ID: "X", States: states, Start: "A", Moves: []Move{{Name: "m", From: []string{"A"}, To: "B"}, {Name: "m", From: []string{"A"}, To: "B"}}}, "twice"},
	}
	for _, c := range cases {
		if err := (Config{Boards: []Board{c.b}}).Check(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %q", c.b, err, c.want)
		}
	}
	w := sim.NewWorld(New(Config{})) // no boards: a calm world
	if _, err := w.Found(founding()); err != nil {
		t.Fatal(err)
	}
	w.Open()
	if out := w.Do(sim.Call{By: "robin", Tool: "tickets_create", Args: sim.Args{"title": "X"}}); out.Rejected == nil {
		t.Fatal("a ticket without a board")
	}
}

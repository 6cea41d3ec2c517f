package personas

import (
	"fmt"
	"testing"
	"time"

	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/work"
)

// BenchmarkCompany is 25 coworkers through 1,000 working hours with an agent that writes every hour.
func BenchmarkCompany(b *testing.B) {
	for range b.N {
		n := company(b)
		b.ReportMetric(float64(n), "events")
	}
}

func company(b *testing.B) int {
	var cast []Persona
	actors := []sim.Actor{member("robin", "p00", sim.Agent)}
	for i := range 25 {
		id := sim.ActorID(fmt.Sprintf("p%02d", i))
		one := Default(id)
		one.Traits.Chatty = 300
		cast = append(cast, one)
		actors = append(actors, member(id, "p00", sim.Persona))
	}
	players, err := New(Config{Personas: cast})
	if err != nil {
		b.Fatal(err)
	}
	fake := &apps{closed: map[string]bool{}}
	for _, a := range actors {
		fake.members = append(fake.members, a.ID)
	}
	w := sim.NewWorld(work.New(), players, fake)
	end := day(0, 9, 0).Add(180 * 24 * time.Hour)
	if _, err := w.Found(sim.Founded{Scenario: "bench", Seed: 7, Start: day(1, 9, 0), Horizon: end, Actors: actors}); err != nil {
		b.Fatal(err)
	}
	for i := range 200 {
		args := sim.Args{"id": fmt.Sprintf("k%03d", i), "title": fmt.Sprintf("Package number %d", i), "owner": fmt.Sprintf("p%02d", i%25),
			"estimate": "30h", "due": day(0, 9, 0).Add(time.Duration(i) * 20 * time.Hour)}
		if i >= 25 {
			args["needs"] = []string{fmt.Sprintf("package/k%03d", i-25+i%3)}
		}
		if _, err := w.Recall(day(0, 12, 0), sim.Call{By: sim.Script, Tool: "work_plan", Args: args}); err != nil {
			b.Fatal(err)
		}
	}
	n := len(w.Open().Events)
	at, k := day(1, 9, 30), 0
	for w.Ended() == nil {
		next, ok := w.Next()
		if !ok {
			break
		}
		if next.Due > at {
			n += len(w.Do(writes(k)).Events)
			at, k = at.Add(time.Hour), k+1
		}
		n += len(w.Fire().Events)
	}
	return n
}

// writes is the agent's k-th message.
func writes(k int) sim.Call {
	to := fmt.Sprintf("p%02d", k%25)
	switch k % 4 {
	case 0:
		return sim.Call{By: "robin", Tool: "chat_direct", Args: sim.Args{"to": to, "text": fmt.Sprintf("How is package number %d going?", k%200)}}
	case 1:
		return sim.Call{By: "robin", Tool: "mail_send", Args: sim.Args{"to": to, "subject": "Plan", "text": "Could you tell me what you are working on, please?"}}
	case 2:
		return sim.Call{By: "robin", Tool: "chat_post", Args: sim.Args{"channel": "general", "text": fmt.Sprintf("Who can tell me about package number %d?", k%200)}}
	}
	return sim.Call{By: "robin", Tool: "chat_direct", Args: sim.Args{"to": to, "text": "Thanks, will do that by Friday."}}
}

// BenchmarkClone is what a fork costs after a fortnight.
func BenchmarkClone(b *testing.B) {
	s := busy(&testing.T{}, 1)
	for b.Loop() {
		s.w.Part("players").Clone()
	}
}

package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/tenure-sim/tenure/personas"
	"github.com/tenure-sim/tenure/personas/models"
	"github.com/tenure-sim/tenure/personas/openai"
	"github.com/tenure-sim/tenure/personas/openai/fake"
	"github.com/tenure-sim/tenure/personas/standin"
	"github.com/tenure-sim/tenure/scenarios"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/agents"
	"github.com/tenure-sim/tenure/sim/engine"
	"github.com/tenure-sim/tenure/sim/spend"
)

// allBacked has models do all they may.
var allBacked = personas.Backing{Small: true, Strong: true, Reader: true, Latitude: personas.LatitudeActs}

// backed is a project that is played with models behind its coworkers.
type backed struct {
	*trial
	moves  []move // of a play that is timed
	agent  engine.Agent
	end    *endpoint     // where the answers come from, if it is one
	lap    time.Time     // when the stretch that is played began
	last   time.Time     // of what was done before
	waited time.Duration // for answers alone
	saved  int           // of the moves, those that were in the log when it was last written
}

// backing is how a project is played.
type backing struct {
	model engine.Model // nil: the coworkers are scripted
	timed bool
}

func newBacked(t *trial, how backing) (*backed, error) {
	b := &backed{trial: t}
	b.end, _ = how.model.(*endpoint)
	w := sim.NewWorld(t.scenario.Parts()...)
	var err error
	if b.agent, _, err = agents.Seat("steady", t.scenario, w); err != nil {
		return nil, err
	}
	conf := engine.Config{Log: t.log, Model: how.model}
	if how.timed {
		conf.Watch, conf.Log = b.watch, watched{t.log, b}
	}
	var laid []sim.Call
	if how.model != nil {
		laid = append(laid, personas.Back(allBacked))
	}
	b.lap = time.Now()
	t.episode, err = engine.Create(w, conf, t.scenario.Lay(benchSeed, laid...))
	b.wall = time.Since(b.lap)
	return b, err
}

// count is what the log says that models were asked, and what they said.
func (b *backed) count() (*spend.Sheet, *sayings, error) {
	said := newSayings(b.scenario.Hours())
	sheet := spend.New(spend.Setup{Hours: b.scenario.Hours(), Content: b.log.Content})
	codec := sim.NewCodec(b.scenario.Parts()...)
	err := b.log.Read(0, func(_ uint64, raw []byte) error {
		e, err := codec.Decode(raw)
		if err != nil {
			return err
		}
		said.take(e)
		return sheet.Take(e)
	})
	return sheet, said, errors.Join(err, sheet.Finish())
}

func (b *backed) watch(e sim.Event) {
	now := time.Now()
	switch body := e.Body.(type) {
	case sim.Asked:
		b.moves = append(b.moves, move{question: body.ID, worked: b.own(now)})
	case sim.Replied:
		if b.end != nil {
			b.waited += b.end.waited(body.ID, b.last)
		}
		b.moves = append(b.moves, move{question: body.ID, needed: true, worked: b.own(now)})
	}
	b.last = now
}

// watched is a log of a play that is timed. A question is sent when it is saved and not before, so that is when it counts
// as asked.
type watched struct {
	engine.Log
	b *backed
}

func (w watched) Append(batch sim.Batch) error {
	err := w.Log.Append(batch)
	b, now := w.b, time.Now()
	for ; b.saved < len(b.moves); b.saved++ {
		if m := &b.moves[b.saved]; !m.needed {
			m.worked = b.own(now)
		}
	}
	b.last = now
	return err
}

// own is what the simulation itself has taken by now.
func (b *backed) own(now time.Time) time.Duration { return b.wall + now.Sub(b.lap) - b.waited }

// play goes on to so many working hours after the start, or to the end when 0.
func (b *backed) play(ctx context.Context, hours int) error {
	lim := engine.Limits{}
	if hours > 0 {
		lim.Until = b.scenario.At(time.Duration(hours) * time.Hour)
	}
	b.lap = time.Now()
	_, err := b.episode.Run(ctx, map[sim.ActorID]engine.Agent{b.scenario.Agent.ID: b.agent}, lim)
	b.wall += time.Since(b.lap)
	return errors.Join(err, ctx.Err())
}

// sameMoves says whether two plays asked the same questions in the same order.
func sameMoves(a, b []move) error {
	if len(a) != len(b) {
		return fmt.Errorf("one play has %d questions and answers and the other %d", len(a), len(b))
	}
	for i := range a {
		if a[i].question != b[i].question || a[i].needed != b[i].needed {
			return fmt.Errorf("two plays of one project differ at question %d", a[i].question)
		}
	}
	return nil
}

// span is when a question was sent and its answer came.
type span struct{ sent, came time.Time }

// endpoint is a fake endpoint on loopback with a client of ours, and how long each of its answers took.
type endpoint struct {
	server *fake.Server
	client *openai.Client
	slots  chan struct{}

	mu   sync.Mutex // guards the rest
	took map[uint64]time.Duration
	out  map[uint64]span
}

func newEndpoint(slots int, median time.Duration) (*endpoint, error) {
	s, err := fake.Start(fake.Options{Seed: benchSeed, Median: median, Sigma: benchSigma, Answer: answerPlainly})
	if err != nil {
		return nil, err
	}
	role := models.Role{Model: "fake"}
	c, err := openai.New(models.Config{
		Models: []models.Model{{Name: "fake", URL: s.URL(), ID: "fake", Limits: models.Limits{Calls: slots}, Schema: "native"}},
		Roles:  map[string]models.Role{personas.RoleSmall: role, personas.RoleStrong: role, personas.RoleReader: role},
	}, openai.Options{})
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return &endpoint{server: s, client: c, slots: make(chan struct{}, slots), took: map[uint64]time.Duration{}, out: map[uint64]span{}}, nil
}

// answerPlainly is the fake's answer.
func answerPlainly(q fake.Question) fake.Answer {
	schema := ""
	if q.Format != nil {
		schema = string(q.Format.Schema.Schema)
	}
	return fake.Answer{Text: standin.Answer(q.Messages[len(q.Messages)-1].Content, schema)}
}

// Complete implements engine.Model. The time of an answer begins when there is a slot for the question.
func (e *endpoint) Complete(ctx context.Context, r engine.Request) (engine.Response, error) {
	sent := time.Now()
	select {
	case e.slots <- struct{}{}:
	case <-ctx.Done():
		return engine.Response{}, ctx.Err()
	}
	start := time.Now()
	a, err := e.client.Complete(ctx, r)
	came := time.Now()
	<-e.slots
	e.mu.Lock()
	defer e.mu.Unlock()
	e.took[r.ID], e.out[r.ID] = came.Sub(start), span{sent, came}
	return a, err
}

// waited is how long an answer was waited for by somebody who had done all else by then.
func (e *endpoint) waited(question uint64, then time.Time) time.Duration {
	e.mu.Lock()
	defer e.mu.Unlock()
	s := e.out[question]
	if then.Before(s.sent) {
		then = s.sent
	}
	return max(0, s.came.Sub(then))
}

func (e *endpoint) close() error {
	e.client.Close()
	return e.server.Close()
}

// withBacked plays a project in a store of its own, and looks at it.
func (l *lab) withBacked(sc *scenarios.Scenario, how backing, do func(*backed) error) error {
	return l.with(sc, func(t *trial) error {
		b, err := newBacked(t, how)
		if err != nil {
			return err
		}
		return do(b)
	})
}

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
	sheet  *spend.Sheet
	said   *sayings
	moves  []move
	agent  engine.Agent
	lap    time.Time // when the stretch that is played began
	faults error
}

func newBacked(t *trial, m engine.Model) (*backed, error) {
	b := &backed{trial: t, sheet: spend.New(spend.Setup{Hours: t.scenario.Hours(), Content: t.log.Content}), said: newSayings(t.scenario.Hours())}
	w := sim.NewWorld(t.scenario.Parts()...)
	var err error
	if b.agent, _, err = agents.Seat("steady", t.scenario, w); err != nil {
		return nil, err
	}
	b.lap = time.Now()
	t.episode, err = engine.Create(w, engine.Config{Log: t.log, Model: m, Watch: b.watch}, t.scenario.Lay(benchSeed, personas.Back(allBacked)))
	b.wall = time.Since(b.lap)
	return b, err
}

func (b *backed) watch(e sim.Event) {
	b.events++
	b.faults = errors.Join(b.faults, b.sheet.Take(e))
	b.said.take(e)
	switch body := e.Body.(type) {
	case sim.Asked:
		b.moves = append(b.moves, move{question: body.ID, worked: b.wall + time.Since(b.lap)})
	case sim.Replied:
		b.moves = append(b.moves, move{question: body.ID, needed: true, worked: b.wall + time.Since(b.lap)})
	}
}

// play goes on to so many working hours after the start, or to the end when 0.
func (b *backed) play(ctx context.Context, hours int) error {
	lim := engine.Limits{}
	if hours > 0 {
		lim.Until = b.scenario.At(time.Duration(hours) * time.Hour)
	}
	b.lap = time.Now()
	_, err := b.episode.Run(ctx, map[sim.ActorID]engine.Agent{b.scenario.Agent.ID: b.agent}, lim)
	b.wall += time.Since(b.lap)
	return errors.Join(err, b.faults, ctx.Err())
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

// endpoint is a fake endpoint on loopback with a client of ours, and how long each of its answers took.
type endpoint struct {
	server *fake.Server
	client *openai.Client
	slots  chan struct{}

	mu   sync.Mutex // guards took
	took map[uint64]time.Duration
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
	return &endpoint{server: s, client: c, slots: make(chan struct{}, slots), took: map[uint64]time.Duration{}}, nil
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
	select {
	case e.slots <- struct{}{}:
	case <-ctx.Done():
		return engine.Response{}, ctx.Err()
	}
	start := time.Now()
	a, err := e.client.Complete(ctx, r)
	took := time.Since(start)
	<-e.slots
	e.mu.Lock()
	defer e.mu.Unlock()
	e.took[r.ID] = took
	return a, err
}

func (e *endpoint) close() error {
	e.client.Close()
	return e.server.Close()
}

// withBacked plays a project with a model in a store of its own, and looks at it.
func (l *lab) withBacked(sc *scenarios.Scenario, m engine.Model, do func(*backed) error) error {
	return l.with(sc, func(t *trial) error {
		b, err := newBacked(t, m)
		if err != nil {
			return err
		}
		return do(b)
	})
}

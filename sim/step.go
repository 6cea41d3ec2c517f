package sim

import (
	"errors"
	"fmt"

	"github.com/tenure-sim/tenure/clock"
)

// cascadeMost bounds the calls that one input may lead to at one moment: more means that two parts answer
// each other for ever.
const cascadeMost = 20_000

// reasonMost bounds what a rejection, or a result in one line, quotes of what was asked for.
const reasonMost = 2000

// Outcome is what one step did.
type Outcome struct {
	Events   []Event
	Contents [][]byte // new contents that the events name
	Result   Result
	Rejected error // the first call's rejection; it is an event as well
}

// Found makes the first event. It fails when the cast cannot live: a bad zone or week.
func (w *World) Found(f Founded) (Outcome, error) {
	if w.seq != 0 {
		return Outcome{}, fmt.Errorf("the world is founded already")
	}
	for i := range f.Actors {
		if err := f.Actors[i].prepare(nil); err != nil {
			return Outcome{}, err
		}
	}
	var out Outcome
	w.emit(&out, Nature, 0, Fact{Body: f})
	return out, nil
}

// Recall lets an actor act at an earlier moment than the start, to lay down history. Nobody reacts to it, and
// timers due before the start are dropped. Moments must not go backwards.
func (w *World) Recall(at clock.Time, c Call) (Outcome, error) {
	if w.opened {
		return Outcome{}, fmt.Errorf("the project has started: history is closed")
	}
	if at > w.Start() {
		return Outcome{}, fmt.Errorf("history at %s is after the start at %s", at, w.Start())
	}
	if w.now < at {
		w.now = at
	}
	var out Outcome
	w.call(&out, c, true)
	return out, nil
}

// Open ends the history and starts the project.
func (w *World) Open() Outcome {
	if w.opened {
		panic("sim: opened twice")
	}
	w.now = w.Start()
	var out Outcome
	w.emit(&out, Nature, 0, Fact{Body: Opened{Horizon: w.Horizon()}})
	for _, s := range w.seats {
		w.present(&out, s)
	}
	w.react(&out)
	return out
}

// Do lets an actor use a tool now, with all that follows at once.
func (w *World) Do(c Call) Outcome {
	var out Outcome
	w.call(&out, c, true)
	w.react(&out)
	return out
}

// Fire lets time go on to the timer that is due first. It panics when there is none or when it stands for a
// question: those are answered by Reply.
func (w *World) Fire() Outcome {
	it, ok := w.queue.Peek()
	if !ok {
		panic("sim: nothing is due")
	}
	t := it.What
	if t.Owner == askOwner {
		panic("sim: the timer " + t.Key + " waits for an answer")
	}
	w.now = max(w.now, t.Due)
	var out Outcome
	fired := w.emit(&out, Nature, t.SetBy, Fact{Body: Fired{Owner: t.Owner, Key: t.Key}})
	if t.Owner == kernel {
		w.emit(&out, Nature, fired.Seq, Fact{Body: Ended{How: Reached}})
		return out
	}
	if t.Owner == seatOwner {
		w.wakeSeat(&out, w.seat(ActorID(t.Key)))
	} else if p, ok := w.Part(t.Owner).(Waker); ok {
		w.calls(&out, p.Wake(w, t), fired.Seq)
	}
	w.react(&out)
	return out
}

// Reply gives the answer to the question that is due. Time goes on to its due moment.
func (w *World) Reply(r Replied) Outcome {
	q, ok := w.questions[questionKey{r.Owner, r.ID}]
	if !ok {
		panic(fmt.Sprintf("sim: %s/%d was not asked or is answered", r.Owner, r.ID))
	}
	if next, _ := w.Next(); next.Due < q.Due {
		panic(fmt.Sprintf("sim: the answer to %s/%d comes at %s and something is due at %s", r.Owner, r.ID, q.Due, next.Due))
	}
	w.now = max(w.now, q.Due)
	var out Outcome
	e := w.emit(&out, Nature, q.Seq, Fact{Body: r})
	if p, ok := w.Part(q.Owner).(Answerer); ok {
		w.calls(&out, p.Answer(w, q, r), e.Seq)
	}
	w.react(&out)
	w.contents.forget(q.Prompt, q.Schema) // nobody asks it again, and prompts are most of what an episode stores
	return out
}

// Reseed lets all chance go on from another seed: what is drawn from here on is not what would have been.
func (w *World) Reseed(seed uint64) Outcome {
	var out Outcome
	w.emit(&out, Nature, 0, Fact{Body: Reseeded{Seed: seed}})
	return out
}

// End closes the episode for a reason from outside: the machinery broke.
func (w *World) End(how Ending, why string) Outcome {
	var out Outcome
	w.emit(&out, Nature, 0, Fact{Body: Ended{How: how, Why: why}})
	return out
}

func (w *World) calls(out *Outcome, cs []Call, cause uint64) {
	for _, c := range cs {
		if c.Cause == 0 {
			c.Cause = cause
		}
		w.call(out, c, false)
	}
}

func (w *World) call(out *Outcome, c Call, first bool) {
	res, facts, err := w.decide(c)
	if err != nil {
		r := refusal(err)
		w.emit(out, c.By, c.Cause, Fact{Body: Rejected{Tool: c.Tool, Reason: r.Reason}, Audience: w.self(c.By)})
		if first {
			out.Rejected = r
		}
		return
	}
	if first {
		out.Result = res
	}
	for _, f := range facts {
		w.emit(out, c.By, c.Cause, f)
	}
}

// refusal is why a call was refused, as a log can hold it and an agent can be told it. It is a rejection of its own: a
// tool may hand out the same one again and again, in worlds that run side by side.
func refusal(err error) *Rejection {
	why := err.Error()
	if r, ok := errors.AsType[*Rejection](err); ok {
		why = r.Reason
	}
	return &Rejection{Reason: cutBytes(writable(why), reasonMost)}
}

func (w *World) self(by ActorID) []ActorID {
	if w.actors[by] == nil {
		return nil
	}
	return []ActorID{by}
}

func (w *World) decide(c Call) (Result, []Fact, error) {
	if w.ended != nil {
		return Result{}, nil, Reject("the project is over")
	}
	t, ok := w.tools[c.Tool]
	a, known := w.actors[c.By]
	if !ok || (t.Internal && known && a.Kind == Agent) {
		return Result{}, nil, Reject("there is no tool %q; the tools are listed with their arguments in the task", c.Tool)
	}
	if !known && c.By != Script && c.By != Nature {
		panic(fmt.Sprintf("sim: %q calls %s and is not in the cast", c.By, c.Tool))
	}
	zone := a.zone()
	args, err := check(t, c.Args, zone)
	if err != nil {
		return Result{}, nil, err
	}
	return t.Decide(w, c.By, args)
}

func (w *World) emit(out *Outcome, by ActorID, cause uint64, f Fact) Event {
	e := Event{Seq: w.seq + 1, At: w.now, Actor: by, Cause: cause, Audience: audience(f.Audience), Body: f.Body}
	for _, c := range f.Contents {
		w.contents.put(c)
		out.Contents = append(out.Contents, c)
	}
	w.Apply(e)
	out.Events = append(out.Events, e)
	return e
}

// react lets every reactor answer every event of the step, in the order in which they happened, including the
// events that the answers make.
func (w *World) react(out *Outcome) {
	if !w.opened {
		return
	}
	for i := 0; i < len(out.Events) && w.ended == nil; i++ {
		if i > cascadeMost {
			panic(fmt.Sprintf("sim: %d events at one moment (%s): parts answer each other for ever; the last is %s by %s",
				i, w.now, out.Events[i].Body.Kind(), out.Events[i].Actor))
		}
		e := out.Events[i]
		for _, r := range w.reactors {
			w.calls(out, r.React(w, e), e.Seq)
		}
		w.interrupt(out, e)
	}
}

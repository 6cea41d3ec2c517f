package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/engine"
)

// hangs is how long a process may be silent before that is a failure of its own.
const hangs = 2 * time.Minute

// unbroken is what an episode is when nobody kills it.
type unbroken struct {
	events  [][]byte
	chains  []sim.Chain // after so many events
	answers []answer    // by step
	acts    []engine.Action
	saved   []uint64 // the event at which the answer of a step is complete
	opening time.Duration
	step    time.Duration // on average
}

// reference steps the job's episode in a store of its own and takes down what there is to compare with.
func reference(j job, dir string) (*unbroken, error) {
	j.Store, j.Sent, j.Hasty, j.Have = filepath.Join(dir, j.episode()+"-unbroken.db"), false, false, 0
	p, err := startStepper(j, nil)
	if err != nil {
		return nil, err
	}
	defer os.Remove(j.Store)
	u := &unbroken{}
	began := time.Now()
	for a, ok := p.next(); ok; a, ok = p.next() {
		if u.opening == 0 {
			u.opening = time.Since(began)
		}
		if a.Step != len(u.answers) {
			return nil, fmt.Errorf("the unbroken run answers step %d after %d", a.Step, len(u.answers)-1)
		}
		u.answers = append(u.answers, a)
	}
	if killed, err := p.wait(); err != nil || killed {
		return nil, fmt.Errorf("the unbroken run: killed %t, %w", killed, err)
	}
	if n := len(u.answers); n < 2 || !u.answers[n-1].Ended {
		return nil, fmt.Errorf("the unbroken run has %d steps and no end", n)
	}
	u.step = (time.Since(began) - u.opening) / time.Duration(len(u.answers))
	return u, u.fold(j)
}

// fold reads the log of the unbroken run, and where in it each answer is complete.
func (u *unbroken) fold(j job) (err error) {
	store, err := checkpoints.Open(j.Store, checkpoints.Options{ReadOnly: true})
	if err != nil {
		return err
	}
	defer store.Close()
	s, err := loadSession(store, j.episode())
	if err != nil {
		return err
	}
	u.chains = append(u.chains, sim.Chain{})
	err = store.Read(j.episode(), 0, func(_ uint64, e []byte) error {
		u.events = append(u.events, bytes.Clone(e))
		u.chains = append(u.chains, u.chains[len(u.chains)-1].Next(e))
		return nil
	})
	if err != nil {
		return err
	}
	w, agent := s.world(), s.scenario.Agent.ID
	var found []answer
	_, err = engine.Replay(w, s.log(), engine.Visitor{After: func(ev sim.Event) {
		if b, ok := ev.Body.(sim.Began); ok {
			u.acts = append(u.acts, engine.Action{Tool: b.Tool, Args: json.RawMessage(b.Args), ID: b.ID})
		}
		if _, ready := w.Waits(); !ready && w.Ended() == nil {
			return
		}
		if a, err := answerOf(w.Last(agent)); err == nil && a.Step == len(found) {
			found, u.saved = append(found, a), append(u.saved, ev.Seq)
		}
	}})
	if err == nil && fmt.Sprint(found) != fmt.Sprint(u.answers) {
		err = fmt.Errorf("the unbroken run's log tells %d answers, it gave %d: %v and %v", len(found), len(u.answers), found, u.answers)
	}
	return err
}

// stepper is a process that steps an episode.
type stepper struct {
	cmd    *exec.Cmd
	out    *bufio.Reader
	errs   bytes.Buffer
	broken error // a line that is none
	limit  *time.Timer
}

func startStepper(j job, acts []engine.Action) (*stepper, error) {
	text, err := json.Marshal(j)
	if err != nil {
		return nil, err
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	p := &stepper{cmd: exec.Command(self)}
	p.cmd.Env = append(os.Environ(), stepperEnv+"="+string(text))
	p.cmd.Stderr, p.cmd.Stdin = &p.errs, lines(acts)
	pipe, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	p.out = bufio.NewReader(pipe)
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	p.limit = time.AfterFunc(hangs, func() { p.cmd.Process.Signal(syscall.SIGQUIT) }) // its goroutines are then on stderr
	return p, nil
}

// lines are the actions as a sender writes them: all at once, for what is killed does not tell how far it came.
func lines(acts []engine.Action) io.Reader {
	var b bytes.Buffer
	for _, act := range acts {
		raw, err := json.Marshal(act)
		if err != nil {
			panic(err) // they come from a log
		}
		b.Write(append(raw, '\n'))
	}
	return &b
}

// next is the next answer; ok is false at the end of the output. A line without an end was cut by a kill: nobody
// could have relied on it.
func (p *stepper) next() (a answer, ok bool) {
	line, err := p.out.ReadBytes('\n')
	if err != nil {
		if err != io.EOF {
			p.broken = err
		}
		return a, false
	}
	if err := json.Unmarshal(line, &a); err != nil {
		p.broken = fmt.Errorf("%q is no answer: %w", line, err)
		return a, false
	}
	return a, true
}

// wait says whether the process was alive when it was killed. Any other end but a good one is an error.
func (p *stepper) wait() (killed bool, err error) {
	io.Copy(io.Discard, p.out)
	err = p.cmd.Wait()
	p.limit.Stop()
	if p.broken != nil {
		return false, p.broken
	}
	status, ok := p.cmd.ProcessState.Sys().(syscall.WaitStatus)
	if ok && status.Signaled() && status.Signal() == syscall.SIGKILL {
		return true, nil
	}
	if err != nil {
		return false, fmt.Errorf("the stepper ended by itself: %w\n%s", err, p.errs.String())
	}
	return false, nil
}

// shot is when a stepper is killed: so long after so many answers.
type shot struct {
	answers int
	later   time.Duration
}

func (m shot) String() string { return fmt.Sprintf("%s after answer %d", m.later, m.answers) }

// draw takes one kill in five from the time in which an episode is opened; the others come within two steps of an
// answer, in the midst of a commit as often as not.
func (u *unbroken) draw(r *rand.Rand) shot {
	if r.IntN(5) == 0 {
		return shot{0, time.Duration(r.Int64N(int64(u.opening) + 1))}
	}
	return shot{1 + r.IntN(max(6, len(u.answers)/25)), time.Duration(r.Int64N(int64(2*u.step) + 1))}
}

// shoot starts a stepper, kills it at the moment and returns what it had answered. A sender sends every action that
// has no answer yet.
func (u *unbroken) shoot(j job, m shot) (got []answer, killed bool, err error) {
	p, err := startStepper(j, u.acts[max(0, j.Have-1):])
	if err != nil {
		return nil, false, err
	}
	for len(got) < m.answers {
		a, ok := p.next()
		if !ok {
			break
		}
		got = append(got, a)
	}
	<-time.After(m.later)
	p.cmd.Process.Kill() // of one that has ended is no kill, and wait says so
	for a, ok := p.next(); ok; a, ok = p.next() {
		got = append(got, a)
	}
	killed, err = p.wait()
	return got, killed, err
}

// check compares what was answered, and what is in the store, with the unbroken run. It returns how many events
// are saved.
func (u *unbroken) check(j job, got []answer) (seq uint64, err error) {
	for i, a := range got {
		if a.Step >= len(u.answers) || a != u.answers[a.Step] {
			return 0, fmt.Errorf("step %d was answered with %v, unbroken with %v", a.Step, a, u.answers[min(a.Step, len(u.answers)-1)])
		}
		if want := got[0].Step + i; a.Step != want || j.Sent && i == 0 && a.Step != j.Have {
			return 0, fmt.Errorf("answer %d of the process is to step %d, after step %d was answered before; want step %d", i, a.Step, j.Have-1, want)
		}
	}
	if _, err := os.Stat(j.Store); os.IsNotExist(err) && len(got) == 0 {
		return 0, nil // killed before it could make one
	}
	store, err := checkpoints.Open(j.Store, checkpoints.Options{})
	if err != nil {
		return 0, fmt.Errorf("after the kill: %w", err)
	}
	defer store.Close()
	if seq, err = u.compare(store, j.episode()); err != nil {
		return seq, err
	}
	if len(got) == 0 {
		return seq, nil
	}
	if last := got[len(got)-1]; seq < u.saved[last.Step] {
		return seq, fmt.Errorf("step %d was answered, and is lost: it ends at event %d and the log at %d", last.Step, u.saved[last.Step], seq)
	}
	return seq, nil
}

// compare holds every event of the log to the unbroken run's.
func (u *unbroken) compare(store *checkpoints.Store, name string) (uint64, error) {
	head, err := store.Head(name)
	if isMissing(err) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	seq := uint64(0)
	err = store.Read(name, 0, func(n uint64, e []byte) error {
		seq = n
		if n > uint64(len(u.events)) || !bytes.Equal(e, u.events[n-1]) {
			return fmt.Errorf("event %d is not that of the unbroken run", n)
		}
		return nil
	})
	if err != nil {
		return seq, err
	}
	if head.Seq != seq || head.Chain != u.chains[seq] {
		return seq, fmt.Errorf("the head says event %d and %s, the log has %d and the unbroken run's hash there is %s", head.Seq, head.Chain, seq, u.chains[seq])
	}
	return seq, nil
}

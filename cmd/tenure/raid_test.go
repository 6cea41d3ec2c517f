package main

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/sim"
)

// raid is a command that is killed at its work. Whatever it does to the store and to its output is done whole or not
// at all, and the same command again does the rest.
type raid struct {
	name   string
	args   []string
	out    string                                // a file that it makes
	same   func(a, b string) error               // compares two such files
	before func(t *testing.T, dir string)        // what the command needs besides the store
	full   func(*raid, *checkpoints.Store) error // what is so when it has come to its end
	kept   map[string]string                     // the store's episodes before, by name
	made   map[string]string                     // and after
	base   string                                // the folder that each kill begins with
	whole  string                                // the folder as the command leaves it
	took   time.Duration                         // from start to end
	quiet  time.Duration                         // from start to the first sign of work in the folder
	ends   map[string]int                        // what was found after the kills
}

// spree is the folder in which one process is killed.
type spree struct {
	*raid
	dir string
}

func (r *raid) store(dir string) string { return filepath.Join(dir, "tenure.db") }

// measure lets the command come to its end and takes down what it makes and how long that takes.
func (r *raid) measure(t *testing.T) error {
	if r.before != nil {
		r.before(t, r.base)
	}
	var err error
	if r.kept, err = r.episodes(r.base, false); err != nil {
		return err
	}
	r.whole, r.ends = t.TempDir(), map[string]int{}
	if err := os.CopyFS(r.whole, os.DirFS(r.base)); err != nil {
		return err
	}
	began, first := time.Now(), traces(r.whole)
	cmd, errs := r.command(r.whole)
	if err := cmd.Start(); err != nil {
		return err
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for running := true; running; {
		select {
		case err = <-ended:
			running = false
		case <-time.After(pollEvery):
		}
		if r.quiet == 0 && (traces(r.whole) != first || !running) {
			r.quiet = time.Since(began)
		}
	}
	if r.took = time.Since(began); err != nil {
		return fmt.Errorf("unkilled: %w\n%s", err, errs)
	}
	r.made, err = r.episodes(r.whole, true)
	return err
}

// pollEvery is how often a folder is looked at for a sign of work.
const pollEvery = 100 * time.Microsecond

// traces is the folder's files with their sizes and times: any work in it changes them.
func traces(dir string) string {
	files, err := os.ReadDir(dir)
	if err != nil {
		return err.Error()
	}
	var b bytes.Buffer
	for _, f := range files {
		if info, err := f.Info(); err == nil { // it may be gone already
			fmt.Fprintln(&b, f.Name(), info.Size(), info.ModTime().UnixNano())
		}
	}
	return b.String()
}

func (r *raid) command(dir string) (*exec.Cmd, *bytes.Buffer) {
	var errs bytes.Buffer
	cmd := exec.Command(binary, r.args...)
	cmd.Dir, cmd.Stderr = dir, &errs
	return cmd, &errs
}

// blow is when a command is killed: so long after its start, or after the first sign of its work.
type blow struct {
	sign  bool
	later time.Duration
}

func (b blow) String() string {
	if b.sign {
		return fmt.Sprintf("%s after the first sign of work", b.later)
	}
	return fmt.Sprintf("%s after the start", b.later)
}

func (r *raid) draw(random *rand.Rand) blow {
	if random.IntN(3) == 0 {
		return blow{false, time.Duration(random.Int64N(int64(r.took)))}
	}
	return blow{true, time.Duration(random.Int64N(int64((r.took-r.quiet)*5/4 + time.Millisecond)))} // some after its end
}

// strike begins the command and kills it. It says whether the process was alive then.
func (s spree) strike(b blow) (bool, error) {
	first := traces(s.dir)
	cmd, errs := s.command(s.dir)
	if err := cmd.Start(); err != nil {
		return false, err
	}
	for until := time.Now().Add(2 * s.took); b.sign && traces(s.dir) == first && time.Now().Before(until); {
		<-time.After(pollEvery)
	}
	<-time.After(b.later)
	cmd.Process.Kill()
	err := cmd.Wait()
	status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus)
	if ok && status.Signaled() && status.Signal() == syscall.SIGKILL {
		return true, nil
	}
	if err != nil {
		return false, fmt.Errorf("it ended by itself: %w\n%s", err, errs)
	}
	return false, nil
}

// examine says what the kill has left: nothing done, all done, or what must not be.
func (s spree) examine() (done bool, err error) {
	have, err := s.episodes(s.dir, false)
	if err != nil {
		return false, fmt.Errorf("the store after the kill: %w", err)
	}
	before, after := difference(have, s.kept), difference(have, s.made)
	if before != "" && after != "" {
		return false, fmt.Errorf("the store is neither as before, %s, nor as the command leaves it, %s", before, after)
	}
	if s.full != nil && after == "" {
		_, err := s.episodes(s.dir, true)
		return err == nil, nil
	}
	if s.out == "" {
		return after == "", nil
	}
	out := filepath.Join(s.dir, s.out)
	if _, err := os.Stat(out); os.IsNotExist(err) {
		return false, nil
	}
	return true, s.same(out, filepath.Join(s.whole, s.out))
}

// again runs the command once more. When the kill came too late to matter it may be refused, and changes nothing.
func (s spree) again(done bool) error {
	cmd, errs := s.command(s.dir)
	err := cmd.Run()
	if code := cmd.ProcessState.ExitCode(); err != nil && (!done || code != exitUsage || s.full != nil) {
		return fmt.Errorf("the same command again: %w\n%s", err, errs)
	}
	have, err := s.episodes(s.dir, true)
	if err != nil {
		return fmt.Errorf("the store after the same command again: %w", err)
	}
	if d := difference(have, s.made); d != "" {
		return fmt.Errorf("after the same command again the store is not as it leaves it unkilled: %s", d)
	}
	if s.out == "" {
		return nil
	}
	return s.same(filepath.Join(s.dir, s.out), filepath.Join(s.whole, s.out))
}

// verify asks the command of that name, once there is one.
func (s spree) verify() error {
	if !isCommand("verify") {
		return nil
	}
	out, err := exec.Command(binary, "verify", "--store", s.store(s.dir)).CombinedOutput()
	if err != nil {
		return fmt.Errorf("verify: %w\n%s", err, out)
	}
	return nil
}

func isCommand(name string) bool {
	for _, c := range newRoot().Commands() {
		if c.Name() == name {
			return true
		}
	}
	return false
}

// episodes reads the store in a folder. When the command has come to its end it looks for what must be so then.
func (r *raid) episodes(dir string, ended bool) (map[string]string, error) {
	if ended && r.full != nil {
		s, err := checkpoints.Open(r.store(dir), checkpoints.Options{})
		if err != nil {
			return nil, err
		}
		if err := errors.Join(r.full(r, s), s.Close()); err != nil {
			return nil, err
		}
	}
	return episodesIn(r.store(dir))
}

// episodesIn reads everything of every episode in a store, and the contents that its events name.
func episodesIn(path string) (map[string]string, error) {
	s, err := checkpoints.Open(path, checkpoints.Options{})
	if err != nil {
		return nil, err
	}
	defer s.Close()
	tips, err := s.Heads()
	if err != nil {
		return nil, err
	}
	out, seen := map[string]string{}, map[sim.Hash]bool{}
	has := func(c sim.Hash) bool {
		if _, known := seen[c]; !known {
			seen[c] = holds(s, c)
		}
		return seen[c]
	}
	for _, tip := range tips {
		if out[tip.Branch.Name], err = digestOf(s, tip, has); err != nil {
			return nil, fmt.Errorf("episode %s: %w", tip.Branch.Name, err)
		}
	}
	return out, nil
}

func digestOf(s *checkpoints.Store, tip checkpoints.Tip, has func(sim.Hash) bool) (string, error) {
	h := sha256.New()
	b := tip.Branch
	b.ID = 0 // another store counts otherwise
	marks, err := s.Checkpoints(b.Name)
	if err != nil {
		return "", err
	}
	fmt.Fprintln(h, b, tip.Head, marks)
	chain, last := sim.Chain{}, uint64(0)
	err = s.Read(b.Name, 0, func(seq uint64, e []byte) error {
		chain, last = chain.Next(e), seq
		checkpoints.References(e, func(c sim.Hash) { fmt.Fprintln(h, c, has(c)) })
		return nil
	})
	if err != nil {
		return "", err
	}
	if last != tip.Head.Seq || chain != tip.Head.Chain {
		return "", fmt.Errorf("its head is event %d, %s, and its log ends at event %d, %s", tip.Head.Seq, tip.Head.Chain, last, chain)
	}
	if b.Bundle != "" && !has(b.Bundle) {
		return "", fmt.Errorf("its scenario is gone")
	}
	return fmt.Sprintf("%d events, %x", last, h.Sum(nil)[:8]), nil
}

// holds says whether the store has a content. Not every hash in an event is one's.
func holds(s *checkpoints.Store, c sim.Hash) bool {
	_, err := s.Content(c)
	return err == nil
}

func difference(have, want map[string]string) string {
	var names []string
	for name := range have {
		names = append(names, name)
	}
	for name := range want {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		if have[name] != want[name] {
			return fmt.Sprintf("%s has %q, want %q", name, have[name], want[name])
		}
	}
	return ""
}

func sameBytes(a, b string) error {
	x, err := os.ReadFile(a)
	if err != nil {
		return err
	}
	y, err := os.ReadFile(b)
	if err == nil && !bytes.Equal(x, y) {
		err = fmt.Errorf("%s has %d bytes and is not the file of %d bytes that is made unkilled", a, len(x), len(y))
	}
	return err
}

func sameEpisodes(a, b string) error {
	x, err := episodesIn(a)
	if err != nil {
		return fmt.Errorf("%s: %w", a, err)
	}
	y, err := episodesIn(b)
	if d := difference(x, y); err == nil && d != "" {
		err = fmt.Errorf("%s: %s", a, d)
	}
	return err
}

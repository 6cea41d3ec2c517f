package main

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/sim"
)

// killsOfCommand is how often each command is killed; a longer trial kills each once for fifty of its kills.
const killsOfCommand = 12

// orphan is a content that no episode names any more, and that does not pack.
func orphan(n uint64) []byte {
	seed := sha256.Sum256(fmt.Appendf(nil, "orphan %d", n))
	b := make([]byte, 64<<10)
	rand.NewChaCha8(seed).Read(b)
	return b
}

// raids are the commands that write, each with what it has to do.
func raids() []*raid {
	return []*raid{
		{name: "fork", args: []string{"fork", "p@last", "-n", "8", "--name", "f"}},
		{name: "fork-reseeded", args: []string{"fork", "p@hour:20", "-n", "4", "--name", "g", "--reseed"}},
		{name: "checkpoint", args: []string{"checkpoint", "create", "p@hour:20", "half"}},
		{name: "export", args: []string{"export", "p", "p.out"}, out: "p.out", same: sameBytes},
		{name: "import", args: []string{"import", "given.out", "--name", "copy"}, before: give},
		{name: "gc", args: []string{"gc"}, before: strew, full: swept},
		{name: "compact", args: []string{"compact"}, before: empty, full: shrunk},
		{name: "salvage", args: []string{"salvage", "new.db"}, out: "new.db", same: sameEpisodes},
	}
}

// TestCommandsThatAreKilledDoAllOrNothing kills each command at moments spread over the time that it takes, most of
// them after it has begun to write.
func TestCommandsThatAreKilledDoAllOrNothing(t *testing.T) {
	t.Parallel()
	base := newCLI(t)
	base.ok("run", "portal", "--name", "p", "--report", "none", "--until", "60h")
	base.ok("run", "desk", "--name", "d", "--report", "none")
	base.ok("fork", "p@hour:30", "-n", "2", "--name", "old")
	base.ok("checkpoint", "create", "p@hour:10", "early")
	n, seed, _ := trialOf(t)
	kills := max(few(killsOfCommand), n/50)
	if testing.Short() {
		kills = 1
	}
	for i, r := range raids() {
		t.Run(r.name, func(t *testing.T) {
			if !isCommand(r.args[0]) {
				t.Skipf("there is no command %s", r.args[0])
			}
			r.base = t.TempDir()
			if err := os.CopyFS(r.base, os.DirFS(base.dir)); err != nil {
				t.Fatal(err)
			}
			if err := r.run(t, kills, rand.New(rand.NewPCG(uint64(seed), uint64(i)))); err != nil {
				t.Fatalf("%v\nrepeat with: %s", err, repeat(t))
			}
		})
	}
}

func (r *raid) run(t *testing.T, kills int, random *rand.Rand) error {
	if err := r.measure(t); err != nil {
		return err
	}
	done := 0
	for rounds := 0; done < kills; rounds++ {
		if rounds > 3*kills+10 {
			return fmt.Errorf("only %d of %d kills met a living process, of %s", done, kills, r.took)
		}
		s := spree{r, filepath.Join(t.TempDir(), "s")}
		b := r.draw(random)
		killed, err := s.suffer(b)
		if err != nil {
			return fmt.Errorf("kill %d, %s of %s: %w", done, b, r.took, err)
		}
		if killed {
			done++
		} else { // it was measured on a busier machine than this one is now
			r.took = max(r.took*7/8, time.Millisecond)
			r.quiet = min(r.quiet, r.took)
		}
		if err := os.RemoveAll(s.dir); err != nil {
			return err
		}
	}
	t.Logf("%d kills in %s, the first %s quiet; found after them: %v", done, r.took, r.quiet, r.ends)
	return nil
}

// suffer is one kill and what must be so after it.
func (s spree) suffer(b blow) (bool, error) {
	if err := os.CopyFS(s.dir, os.DirFS(s.base)); err != nil {
		return false, err
	}
	killed, err := s.strike(b)
	if err != nil {
		return false, err
	}
	left, err := s.litter()
	if err != nil {
		return false, err
	}
	done, err := s.examine()
	if err != nil {
		return false, err
	}
	if err := s.verify(); err != nil {
		return false, err
	}
	if killed {
		found := "nothing done"
		if done {
			found = "all done"
		}
		s.ends[left+found]++
	}
	return killed, s.again(done)
}

// litter is what a kill has left beside the store, for the record: files and episodes that were being made.
func (s spree) litter() (string, error) {
	files, err := os.ReadDir(s.dir)
	if err != nil {
		return "", err
	}
	left := ""
	for _, f := range files {
		if _, err := os.Stat(filepath.Join(s.whole, f.Name())); os.IsNotExist(err) {
			left = "half a file, "
		}
	}
	n, err := staged(s.store(s.dir))
	if before, _ := staged(s.store(s.base)); err == nil && n > before {
		left += "half an episode, "
	}
	return left, err
}

func staged(path string) (int, error) {
	store, err := checkpoints.Open(path, checkpoints.Options{})
	if err != nil {
		return 0, fmt.Errorf("the store after the kill: %w", err)
	}
	defer store.Close()
	all, err := store.AllBranches()
	return len(slices.DeleteFunc(all, func(b checkpoints.Branch) bool { return !b.Staging() })), err
}

// give puts a file to import beside the store.
func give(t *testing.T, dir string) {
	t.Helper()
	command(t, dir, "export", "p", "given.out")
}

func command(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd := exec.Command(binary, args...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("tenure %s: %v\n%s", args[0], err, out)
	}
}

// strew leaves behind what gc is for: an episode that was being made, and one that was removed.
func strew(t *testing.T, dir string) {
	t.Helper()
	store, err := checkpoints.Open(filepath.Join(dir, "tenure.db"), checkpoints.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	p, err := store.Branch("p")
	if err != nil {
		t.Fatal(err)
	}
	p.Name = "half"
	staging, err := store.Stage(p, nil)
	if err != nil {
		t.Fatal(err)
	}
	b := sim.Batch{}
	err = store.ReadTo("p", 0, 2000, func(seq uint64, e []byte) error {
		b.Events, b.Chain = append(b.Events, bytes.Clone(e)), b.Chain.Next(e)
		if seq%25 == 0 {
			b.Contents = [][]byte{orphan(seq)}
			err := store.Append(staging.Name, b)
			b = sim.Batch{After: seq, Chain: b.Chain}
			return err
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := store.Create(checkpoints.Branch{Name: "gone"}, orphan(0)); err != nil {
		t.Fatal(err)
	}
	if err := store.Remove("gone"); err != nil {
		t.Fatal(err)
	}
}

// empty leaves behind what compact is for: pages that nothing is in.
func empty(t *testing.T, dir string) {
	t.Helper()
	strew(t, dir)
	command(t, dir, "gc")
}

func shrunk(r *raid, s *checkpoints.Store) error {
	before, err := os.Stat(r.store(r.base))
	if err != nil {
		return err
	}
	after, err := os.Stat(s.Path())
	if err != nil {
		return err
	}
	if after.Size() >= before.Size() || after.Mode() != before.Mode() {
		return fmt.Errorf("it has %d bytes and mode %s, before %d and %s", after.Size(), after.Mode(), before.Size(), before.Mode())
	}
	return nil
}

func swept(_ *raid, s *checkpoints.Store) error {
	all, err := s.AllBranches()
	if err != nil {
		return err
	}
	for _, b := range all {
		if b.Staging() {
			return fmt.Errorf("%s is not swept away", b.Name)
		}
	}
	if holds(s, sim.HashOf(orphan(0))) {
		return fmt.Errorf("a content is kept that nobody names")
	}
	return nil
}

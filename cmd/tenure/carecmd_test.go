package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	bolt "go.etcd.io/bbolt"

	"github.com/tenure-sim/tenure/checkpoints"
)

// caredFor is a folder with a store that holds an hour of an episode, a checkpoint and two forks.
func caredFor(t *testing.T) *cli {
	t.Helper()
	c := newCLI(t)
	c.ok("run", "desk", "--report", "none", "--until", "1h")
	c.ok("checkpoint", "create", "desk-steady-1", "first-hour")
	c.ok("fork", "desk-steady-1@first-hour", "-n", "2", "--name", "try")
	return c
}

func TestVerifyOfAWholeStore(t *testing.T) {
	t.Parallel()
	c := caredFor(t)
	if out := c.ok("verify"); !strings.Contains(out, "3 episodes") || !strings.Contains(out, "all is well") {
		t.Errorf("got %q", out)
	}
	var res checkpoints.VerifyResult
	if err := json.Unmarshal([]byte(c.ok("verify", "try-1", "--json")), &res); err != nil || res.Episodes != 2 || len(res.Findings) > 0 {
		t.Errorf("got %+v, %v; want the fork and its parent", res, err)
	}
	for _, args := range [][]string{{"verify", "nobody"}, {"verify", "--store", "none.db"}, {"gc", "--store", "none.db"}, {"compact", "--store", "none.db"},
		{"salvage", "new.db", "--store", "none.db"}, {"salvage"}, {"salvage", "tenure.db"}, {"gc", "all"}, {"du", "--store", "none.db"}} {
		if out, errs, code := c.run(args...); code != exitUsage {
			t.Errorf("tenure %v: exit %d, want %d\n%s%s", args, code, exitUsage, out, errs)
		}
	}
	if _, err := os.Stat(filepath.Join(c.dir, "none.db")); err == nil {
		t.Error("a store was made by a command that looks after one")
	}
}

func TestADamagedStoreIsFoundAndSalvaged(t *testing.T) {
	t.Parallel()
	c := caredFor(t)
	path := filepath.Join(c.dir, "tenure.db")
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	damaged := strings.ReplaceAll(string(whole), "chat.posted", "Chat.posted") // all: some lie in pages that are free
	if damaged == string(whole) {
		t.Fatal("no message lies unpacked in the file")
	}
	if err := os.WriteFile(path, []byte(damaged), 0o644); err != nil {
		t.Fatal(err)
	}
	out, errs, code := c.run("verify")
	if code != exitFailed || !strings.Contains(out, "tenure salvage") || errs != "" {
		t.Errorf("exit %d, want %d with findings\n%s%s", code, exitFailed, out, errs)
	}
	advice := regexp.MustCompile(`(?m)^for \d+: (.*)$`).FindAllStringSubmatch(out, -1)
	for i, a := range advice {
		if slices.ContainsFunc(advice[:i], func(b []string) bool { return a[1] == b[1] }) {
			t.Errorf("the advice %q is there more than once:\n%s", a[1], out)
		}
	}
	if len(advice) == 0 || len(advice) != strings.Count(out, "salvage NEW") {
		t.Errorf("advice is given %d times at the end, want it there and nowhere else:\n%s", len(advice), out)
	}
	if n := len(regexp.MustCompile(`(?m)^desk-steady-1[@:]`).FindAllString(out, -1)); n != 1 {
		t.Errorf("an episode has %d lines, want one:\n%s", n, out)
	}
	out, errs, code = c.run("salvage", "new.db")
	if code != exitFailed || errs != "" || !regexp.MustCompile(`(?m)^desk-steady-1 +(cut|lost) `).MatchString(out) || !strings.Contains(out, "the new store is new.db") {
		t.Errorf("exit %d, want %d with what is cut or lost\n%s%s", code, exitFailed, out, errs)
	}
	if _, _, code := c.run("salvage", "again.db", "--json"); code != exitFailed {
		t.Errorf("salvage --json that lost something: exit %d, want %d", code, exitFailed)
	}
	if out := c.ok("verify", "--store", "new.db"); !strings.Contains(out, "all is well") {
		t.Errorf("got %q", out)
	}
}

func TestSalvageOfAWholeStoreSaysSo(t *testing.T) {
	t.Parallel()
	c := caredFor(t)
	if out := c.ok("salvage", "new.db"); strings.Count(out, " whole ") != 3 || strings.Contains(out, "cut") {
		t.Errorf("got %q, want three that are whole", out)
	}
}

func TestFindingsAreALineAnEpisodeAndAnEndOfThem(t *testing.T) {
	t.Parallel()
	var all []checkpoints.Finding
	for i := range 3 * findingLines {
		all = append(all, checkpoints.Finding{Episode: fmt.Sprint("e", i/2), Seq: 7, What: strings.Repeat("long ", 100), Kind: checkpoints.KindContent})
	}
	all = append(all, checkpoints.Finding{Episode: "e0", Seq: 9, What: "odd", Kind: checkpoints.KindSnapshot})
	var out strings.Builder
	if err := printAdvised(&out, all, 5); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	want := []string{"and 20 more episodes", "for 120: " + spoken(checkpoints.KindContent.Advice()), "",
		"e0@9: odd", "for 1: " + spoken(checkpoints.KindSnapshot.Advice()), "", "5 more are not listed"} // each advice below what it is for
	if len(lines) < findingLines || !slices.Equal(lines[findingLines:], want) {
		t.Errorf("%d lines, the last %q; want %q after %d", len(lines), lines[min(findingLines, len(lines)):], want, findingLines)
	}
	if !strings.HasPrefix(lines[0], "e0@7: long") || !strings.HasSuffix(lines[0], "… (and 1 more)") || len(lines[0]) > 200 {
		t.Errorf("an episode's line is %q", lines[0])
	}
}

func TestGCCompactAndDu(t *testing.T) {
	t.Parallel()
	c := caredFor(t)
	if out := c.ok("gc", "--dry-run"); !strings.Contains(out, "would drop 0 unfinished") {
		t.Errorf("got %q", out)
	}
	c.ok("gc", "--json")
	var res checkpoints.Compacted
	if err := json.Unmarshal([]byte(c.ok("compact", "--json")), &res); err != nil || res.After >= res.Before || res.After == 0 {
		t.Errorf("got %+v, %v; want a smaller file", res, err)
	}
	var use checkpoints.UsageResult
	if err := json.Unmarshal([]byte(c.ok("du", "--json")), &use); err != nil || len(use.Episodes) != 3 || use.File != res.After {
		t.Errorf("got %+v, %v", use, err)
	}
	if out := c.ok("du"); !strings.Contains(out, "desk-steady-1") {
		t.Errorf("got %q", out)
	}
	if s := c.last("resume", "try-2", "--report", "none"); len(s.Hash) != 64 {
		t.Errorf("got %+v; want the fork to go on in the compacted store", s)
	}
	c.ok("verify")
}

// A dry run names what would go, and the same is gone afterwards; what is not an export's stays.
func TestGCNamesTheFilesOfKilledExports(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	c.ok("run", "desk", "--report", "none", "--until", "1h")
	c.ok("export", "desk-steady-1", "d.tenure")
	whole, err := os.ReadFile(filepath.Join(c.dir, "d.tenure"))
	if err != nil {
		t.Fatal(err)
	}
	left := c.put("e.tenure.part-0000000000000007", string(whole[:100]), 0o600)
	others := []string{c.put("d.tenure.part-1", string(whole), 0o600), c.put("x.part-0000000000000008", "of some other program", 0o600)}
	name := filepath.Base(left)
	if out := c.ok("gc", "--dry-run"); !strings.Contains(out, "would remove "+name+",") || strings.Count(out, ".part-") != 1 {
		t.Errorf("a dry run says %q; want it to name %s", out, name)
	}
	var told checkpoints.GCResult
	if err := json.Unmarshal([]byte(c.ok("gc", "--dry-run", "--json")), &told); err != nil || !slices.Equal(told.Drafts, []string{name}) {
		t.Errorf("got %+v, %v; want %s", told, err, name)
	}
	if _, err := os.Stat(left); err != nil {
		t.Errorf("a dry run has removed it: %v", err)
	}
	if out := c.ok("gc"); !strings.Contains(out, "removed "+name+",") {
		t.Errorf("got %q; want it to name %s", out, name)
	}
	if _, err := os.Stat(left); !os.IsNotExist(err) {
		t.Errorf("it is still there (%v)", err)
	}
	for _, other := range others {
		if _, err := os.Stat(other); err != nil {
			t.Errorf("what is no killed export's is gone: %v", err)
		}
	}
}

func TestVerifySaysWhatWasLostBeforeASalvage(t *testing.T) {
	t.Parallel()
	c := caredFor(t)
	c.ok("run", "desk", "--report", "none")
	c.ok("export", "desk-steady-1", "d.tenure")
	dropContents(t, filepath.Join(c.dir, "tenure.db"))
	if out, _, code := c.run("verify"); code != exitFailed || !strings.Contains(out, "salvage") || strings.Contains(out, "gc' drops") {
		t.Errorf("exit %d:\n%s", code, out)
	}
	if _, _, code := c.run("salvage", "new.db"); code != exitFailed {
		t.Errorf("salvage without a content: exit %d", code)
	}
	out := c.ok("verify", "--store", "new.db")
	if strings.Contains(out, "all is well") || !strings.Contains(out, "lost before the store was salvaged") || !strings.Contains(out, "imported again") {
		t.Errorf("got %q, want it to say what is known to be lost", out)
	}
}

// dropContents takes all contents out of a store but the scenarios, which are the largest.
func dropContents(t *testing.T, path string) {
	t.Helper()
	db, err := bolt.Open(path, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	err = db.Update(func(tx *bolt.Tx) error {
		b := tx.Bucket([]byte("contents"))
		var keys [][]byte
		largest := 0
		err := b.ForEach(func(k, v []byte) error {
			largest = max(largest, len(v))
			return nil
		})
		if err != nil {
			return err
		}
		err = b.ForEach(func(k, v []byte) error {
			if len(v) < largest {
				keys = append(keys, bytes.Clone(k))
			}
			return nil
		})
		for _, k := range keys {
			err = errors.Join(err, b.Delete(k))
		}
		return err
	})
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
}

func TestDuEndsInSentences(t *testing.T) {
	t.Parallel()
	c := caredFor(t)
	c.ok("gc")
	c.ok("compact")
	out := c.ok("du")
	for _, want := range []string{"The file has ", "gc' would drop none", "compact' would "} {
		if !strings.Contains(out, want) {
			t.Errorf("got\n%s\nwant %q in it", out, want)
		}
	}
	if line := freeLine(checkpoints.UsageResult{}); !strings.Contains(line, "not make it smaller") {
		t.Errorf("of a file without room: %q", line)
	}
	if line := freeLine(checkpoints.UsageResult{Slack: 5_000_000}); !strings.Contains(line, "No page of the file is free") || !strings.Contains(line, "5000 kB") {
		t.Errorf("of a file that was just compacted: %q", line)
	}
	if again := c.ok("compact"); strings.Contains(again, "in use") {
		t.Errorf("compact says %q, and du that pages have room", again)
	}
	if line := idleLine(checkpoints.UsageResult{Idle: 7}); !strings.Contains(line, "'tenure gc' drops them") {
		t.Errorf("of contents that nobody names: %q", line)
	}
}

// What a killed compact or salvage of the store left is named, and goes; what is another store's stays.
func TestGCNamesTheFilesOfKilledCompactsAndSalvages(t *testing.T) {
	t.Parallel()
	c := newCLI(t)
	c.ok("run", "desk", "--report", "none", "--until", "1h")
	whole, err := os.ReadFile(filepath.Join(c.dir, storeDefault))
	if err != nil {
		t.Fatal(err)
	}
	left := []string{c.put(storeDefault+".part-0000000000000007", string(whole), 0o600), c.put(storeDefault+".part-0000000000000008", "", 0o600)}
	others := []string{c.put("other.db.part-0000000000000009", string(whole), 0o600), c.put(storeDefault+".part-1", string(whole), 0o600)}
	for _, args := range [][]string{{"gc", "--dry-run"}, {"gc"}} {
		if out := c.ok(args...); strings.Count(out, " remove")+strings.Count(out, "removed ") != 2 || strings.Count(out, "which a compact or a salvage left") != 2 {
			t.Errorf("%v says %q; want it to name two files", args, out)
		}
		for _, file := range left {
			if _, err := os.Stat(file); os.IsNotExist(err) == (len(args) > 1) {
				t.Errorf("after %v: %s: %v", args, file, err)
			}
		}
	}
	for _, file := range others {
		if _, err := os.Stat(file); err != nil {
			t.Errorf("what is not of this store is gone: %v", err)
		}
	}
}

package checkpoints_test

import (
	"context"
	"errors"
	"path/filepath"
	"testing"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/sim"
)

// keptStores are files as earlier versions wrote them, with what is in them. They are never written anew.
var keptStores = []struct {
	file      string
	chains    map[string]string // by episode, at its end
	events    map[string]uint64
	marks     map[string]uint64 // of desk-steady-1
	snapshots int
}{
	{"format1.db", map[string]string{
		"desk-steady-1": "7419b56b7d5ab833bceace1b16e350b894a2c45baf041d0ea36386217fa3419a",
		"desk-fork":     "97ef518c13eca6ee2eb28f192e398e435f8df2001f106a7a9bce005296bf29dc",
	}, map[string]uint64{"desk-steady-1": 336, "desk-fork": 149}, nil, 0},
	{"format2.db", map[string]string{
		"desk-steady-1": "7419b56b7d5ab833bceace1b16e350b894a2c45baf041d0ea36386217fa3419a",
		"desk-fork":     "97ef518c13eca6ee2eb28f192e398e435f8df2001f106a7a9bce005296bf29dc",
		"try-1":         "7419b56b7d5ab833bceace1b16e350b894a2c45baf041d0ea36386217fa3419a",
		"try-2":         "7419b56b7d5ab833bceace1b16e350b894a2c45baf041d0ea36386217fa3419a",
	}, map[string]uint64{"desk-steady-1": 336, "desk-fork": 149, "try-1": 336, "try-2": 336},
		map[string]uint64{"early": 141, "first-hour": 336}, 2},
	{"format3.db", map[string]string{
		"desk-steady-1": "760c127e1252840e1f8412fd34ec47ca6ea11502eef63b7e03f0d770528f1f87",
		"desk-fork":     "7419b56b7d5ab833bceace1b16e350b894a2c45baf041d0ea36386217fa3419a",
		"try-1":         "6ab0cbf1aac54b745784c93ee85257cb995bbdd4883fe1a6816fcd0368fa2bac",
		"try-2":         "a2775782c4a649db1ef85fa82d04dccb751a6c0c0883c4000c7b2ca8c2989b44",
	}, map[string]uint64{"desk-steady-1": 667, "desk-fork": 336, "try-1": 613, "try-2": 613},
		map[string]uint64{"early": 336, "first-hours": 612}, 2},
	{"format4.db", map[string]string{
		"desk-steady-1": "001af747552e9a4cd0b23baf85644070726f7789f7060a5f5c9b5da1badc3ff7",
		"desk-fork":     "bcf3c688dc2b9e82dcadd6dae9617bedcf2c9597c30491f121fadfbf19be8266",
		"try-1":         "4e938b77fd2d9f2c59578ef05399b40af22474ca1d2ed50072f974727fc09932",
		"try-2":         "4c1d66896b785d883666789d090364d4f67a1e48498d91fa5da293a094271096",
	}, map[string]uint64{"desk-steady-1": 774, "desk-fork": 91, "try-1": 812, "try-2": 806},
		map[string]uint64{"early": 91, "first-hours": 667}, 0},
}

// The stores of formats that have holders remember them: attempt 9 of old was released, r2 holds a branch.
func TestHoldersOfFormat4AreRemembered(t *testing.T) {
	path := filepath.Join(t.TempDir(), "format4.db")
	writeFile(t, path, readFile(t, filepath.Join("testdata", "format4.db")))
	s, err := checkpoints.Open(path, checkpoints.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for _, c := range []struct {
		branch string
		h      checkpoints.Holder
		fenced bool
	}{
		{"desk-steady-1", checkpoints.Holder{Rollout: "old", Attempt: 9}, true},
		{"desk-steady-1", checkpoints.Holder{Rollout: "old", Attempt: 10}, false},
		{"try-1", checkpoints.Holder{Rollout: "r3", Attempt: 9}, true},
		{"try-1", checkpoints.Holder{Rollout: "r2", Attempt: 1}, true},
		{"try-1", checkpoints.Holder{Rollout: "r2", Attempt: 2}, false},
	} {
		if _, err := s.Take(c.branch, c.h); errors.Is(err, checkpoints.ErrFenced) != c.fenced || err != nil && !c.fenced {
			t.Errorf("%s by %+v: got %v, want fenced %t", c.branch, c.h, err, c.fenced)
		}
	}
}

func endOf(t *testing.T, s *checkpoints.Store, name string) (sim.Chain, uint64) {
	t.Helper()
	var c sim.Chain
	n := uint64(0)
	err := s.Read(name, 0, func(seq uint64, e []byte) error {
		c, n = c.Next(e), seq
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return c, n
}

func TestStoresOfEarlierVersionsOpenAndGoOn(t *testing.T) {
	for _, kept := range keptStores {
		t.Run(kept.file, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), kept.file)
			writeFile(t, path, readFile(t, filepath.Join("testdata", kept.file)))
			if res := verify(t, path); len(res.Findings) > 0 || res.Snapshots != kept.snapshots || res.Checkpoints != len(kept.marks) {
				t.Fatalf("got %+v", res)
			}
			for _, o := range []checkpoints.Options{{ReadOnly: true}, {}} { // as it is, then upgraded
				s, err := checkpoints.Open(path, o)
				if err != nil {
					t.Fatal(err)
				}
				for name, want := range kept.chains {
					if c, n := endOf(t, s, name); c.String() != want || n != kept.events[name] {
						t.Errorf("%s: got %d events with the hash %s, want %d with %s", name, n, c, kept.events[name], want)
					}
				}
				marks, err := s.Checkpoints("desk-steady-1")
				if err != nil || len(marks) != len(kept.marks) {
					t.Errorf("got %v, %v; want %v", marks, err, kept.marks)
				}
				for _, m := range marks {
					if m.Seq != kept.marks[m.Name] {
						t.Errorf("got %+v, want it at %d", m, kept.marks[m.Name])
					}
				}
				s.Close()
			}
			goesOn(t, path, kept.chains["desk-fork"])
		})
	}
}

// goesOn appends to a fork what its parent did next, and uses what the newest format has.
func goesOn(t *testing.T, path, before string) {
	t.Helper()
	s, err := checkpoints.Open(path, checkpoints.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	c, last := endOf(t, s, "desk-fork")
	if c.String() != before {
		t.Fatalf("got the hash %s, want %s", c, before)
	}
	b := sim.Batch{After: last, Chain: c}
	err = s.ReadTo("desk-steady-1", last, last+10, func(_ uint64, e []byte) error {
		b.Events, b.Chain = append(b.Events, append([]byte(nil), e...)), b.Chain.Next(e)
		return nil
	})
	if err == nil {
		err = s.Append("desk-fork", b)
	}
	if err == nil {
		err = s.Mark("desk-fork", checkpoints.Checkpoint{Name: "new", Seq: last + 10})
	}
	if err != nil {
		t.Fatal(err)
	}
	if c, n := endOf(t, s, "desk-fork"); c != b.Chain || n != last+10 {
		t.Errorf("got %d events with the hash %s, want %d with %s", n, c, last+10, b.Chain)
	}
	s.Close()
	if _, err := checkpoints.Compact(context.Background(), path, checkpoints.CompactOptions{}); err != nil {
		t.Error(err)
	}
	if res := verify(t, path); len(res.Findings) > 0 {
		t.Errorf("got %v", res.Findings)
	}
}

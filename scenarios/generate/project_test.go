package generate

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"testing"

	"github.com/tenure-sim/tenure/scenarios"
)

func TestGeneratedProjectsLoadWithoutProblemsOrWarnings(t *testing.T) {
	for _, o := range []Options{{}, {Hours: 16, People: 2, Items: 1}, {Hours: 40, People: 3, Items: 30}, {Hours: 400, People: 60, Seed: 7, Items: 1500}} {
		t.Run(fmt.Sprintf("%+v", o), func(t *testing.T) {
			sc, err := scenarios.Load(Project(o), Name)
			if err != nil {
				t.Fatal(err)
			}
			if w := sc.Warnings(); len(w) > 0 {
				t.Errorf("warnings:\n%v", w)
			}
			o = o.filled()
			s := sc.Summary()
			items := 0
			for _, c := range s.Items {
				items += c.N
			}
			if s.Hours != o.Hours || len(s.Cast) != o.People {
				t.Errorf("got %d hours and %d people, want %d and %d", s.Hours, len(s.Cast), o.Hours, o.People)
			}
			t.Logf("%d packages, %d beats, %d items, %v", s.Packages, s.Beats, items, s.Items)
		})
	}
}

func TestTheSameOptionsGiveTheSameFiles(t *testing.T) {
	a, b, other := digest(t, Options{Hours: 80, Seed: 3}), digest(t, Options{Hours: 80, Seed: 3}), digest(t, Options{Hours: 80, Seed: 4})
	if a != b {
		t.Error("two projects of the same options differ")
	}
	if a == other {
		t.Error("two seeds give the same project")
	}
}

func digest(t *testing.T, o Options) string {
	t.Helper()
	sum := sha256.New()
	p := Project(o)
	err := fs.WalkDir(p, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		raw, err := fs.ReadFile(p, name)
		fmt.Fprintf(sum, "%s %d\n%s", name, len(raw), raw)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%x", sum.Sum(nil))
}

func TestWrongOptionsAreRefused(t *testing.T) {
	for _, o := range []Options{{Hours: 7}, {People: 1}, {Items: -1}, {Hours: 20_000, People: 25}, {Hours: hoursMost + 1}} {
		if o.Check() == nil {
			t.Errorf("%+v is accepted", o)
		}
	}
}

package files

import (
	"reflect"
	"testing"
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/simtest"
)

// office is a small company: marta, lena, ines and omar, and robin, the agent under test.
type office struct{ *simtest.Office }

func newOffice(t testing.TB) *office {
	t.Helper()
	start := clock.At(2026, time.March, 2, 8, 0, time.UTC)
	f := sim.Founded{Scenario: "test", Seed: 1, Start: start, Horizon: start.Add(1000 * time.Hour)}
	for _, id := range []string{"marta", "lena", "ines", "omar"} {
		f.Actors = append(f.Actors, simtest.Colleague(id, id, sim.Persona))
	}
	f.Actors = append(f.Actors, simtest.Colleague("robin", "robin", sim.Agent))
	return &office{simtest.NewOffice(t, f, func() []sim.Part { return []sim.Part{New(testConfig())} })}
}

// do calls a tool that must work and returns its result as JSON, and what is said of it.
func (o *office) do(by sim.ActorID, tool string, args sim.Args) string {
	o.Helper()
	out := o.Do(by, tool, args)
	return simtest.JSON(o, out.Result.Data) + " " + out.Result.Text
}

func (o *office) exhibit(name string) map[string]any {
	o.Helper()
	return o.Exhibit("files", name)
}

func (o *office) same(other *simtest.Office, name string) {
	o.Helper()
	if got, want := other.Exhibit("files", name), o.exhibit(name); !reflect.DeepEqual(got, want) {
		o.Fatalf("%s: got %v, want %v", name, got, want)
	}
}

func testConfig() Config {
	return Config{Folders: []Folder{
		{Path: "finance", Readers: []sim.ActorID{"ines", "marta"}, Writers: []sim.ActorID{"ines"}},
		{Path: "/finance/public/", Writers: []sim.ActorID{"ines"}},
		{Path: "team", Readers: []sim.ActorID{"lena", "robin"}},
	}}
}

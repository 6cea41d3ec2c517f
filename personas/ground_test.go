package personas

import (
	"slices"
	"testing"

	"github.com/tenure-sim/tenure/personas/voice"
	"github.com/tenure-sim/tenure/sim"
)

// folder shows one document.
type folder struct{}

func (folder) Name() string      { return "docs" }
func (folder) Kinds() []sim.Body { return nil }
func (folder) Apply(sim.Event)   {}
func (folder) Clone() sim.Part   { return folder{} }
func (folder) Tools() []sim.Tool { return nil }
func (folder) Exhibit(_ sim.View, name string) (map[string]any, bool) {
	return map[string]any{"title": "Blue Heron memo"}, name == "docs/release-plan"
}

func TestNamesAreThoseOfDocumentsAndTeamsToo(t *testing.T) {
	s := raiseWith(t, 1, nil, []sim.Part{folder{}})
	got := names(s.w)
	for _, want := range []voice.Called{{Text: "Blue Heron memo"}, {Text: "Northwind"}, {Text: "Lena Vogt", Person: true}, {Text: "Search API"}} {
		if !slices.Contains(got, want) {
			t.Errorf("got %v, want %v in it", got, want)
		}
	}
}

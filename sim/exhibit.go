package sim

// Exhibitor is a part that shows its state to predicates and verifiers as plain values: string, int64, bool,
// []string. It serves the scenario and the score, never an actor.
type Exhibitor interface {
	Exhibit(v View, name string) (map[string]any, bool)
}

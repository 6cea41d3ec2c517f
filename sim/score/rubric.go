package score

// Axis is what a criterion speaks about.
type Axis string

// The two axes.
const (
	Deliverable Axis = "deliverable"
	Social      Axis = "social"
)

// Rubric is how an episode is scored: rubric.yaml.
type Rubric struct {
	Criteria []Criterion `yaml:"criteria"`
}

// Criterion is one thing that is scored. It has either Verify or Metric.
type Criterion struct {
	ID       string   `yaml:"id"`
	Title    string   `yaml:"title"`
	Axis     Axis     `yaml:"axis"`
	Weight   int      `yaml:"weight"`
	By       string   `yaml:"by"` // local time in the scenario's zone; judged as of then. Empty: at the end
	Requires Requires `yaml:"requires"`
	Verify   *Verify  `yaml:"verify"`
	Metric   string   `yaml:"metric"` // D1 ...; its value is mapped from Zero (no points) to Goal (all points)
	Goal     int      `yaml:"goal"`
	Zero     int      `yaml:"zero"`
}

// Requires is what must have been done at all for a criterion to give points: nobody scores by not being there.
type Requires struct {
	Messages int      `yaml:"messages"` // sent by the agent
	Criteria []string `yaml:"criteria"` // that must not have failed
}

// Verify says what to look at. Which fields a kind needs is checked when the scenario is loaded.
type Verify struct {
	Kind         string   `yaml:"kind"`
	Ref          string   `yaml:"ref"` // docs/..., sheets/..., files/...
	Requirements []string `yaml:"requirements"`
	Values       []string `yaml:"values"`
	Absent       []string `yaml:"absent"`
	MaxWords     int      `yaml:"max_words"`
	Cell         string   `yaml:"cell"`
	Value        string   `yaml:"value"`
	Requirement  string   `yaml:"requirement"`
	Tolerance    string   `yaml:"tolerance"`
	Exists       bool     `yaml:"exists"`
	Ticket       string   `yaml:"ticket"`
	State        []string `yaml:"state"`
	Assignee     string   `yaml:"assignee"`
	Approval     string   `yaml:"approval"`
	Action       string   `yaml:"action"`
	Package      string   `yaml:"package"`
	By           string   `yaml:"by"`
	Expr         string   `yaml:"expr"`
	Fact         string   `yaml:"fact"`
	Who          []string `yaml:"who"`
	Within       string   `yaml:"within"` // working time: "8h"
}

package simcheck

import (
	"bufio"
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"github.com/tenure-sim/tenure/sim/agents"
)

// Case is one leg of one seed: all that is needed to go it again.
type Case struct {
	Scenario string
	Agent    string
	Seed     uint64
	Leg      Leg
	At       uint64  // the event of the plain run at which the leg leaves it; 0: drawn by the seed, or it has none
	Upto     uint64  // compare so many events; 0: all
	Faults   []Fault // of the leg "faults"
}

// defaultAgent is who plays when nobody is named.
const defaultAgent = "steady"

// Command is the line that goes the leg again.
func (c Case) Command() string {
	var b strings.Builder
	fmt.Fprintf(&b, "tenure simcheck %s", c.Scenario)
	if c.Agent != defaultAgent {
		fmt.Fprintf(&b, " --agent %s", c.Agent)
	}
	fmt.Fprintf(&b, " --seed %d --leg %s", c.Seed, c.Leg)
	if c.At != 0 {
		fmt.Fprintf(&b, " --at %d", c.At)
	}
	if c.Upto != 0 {
		fmt.Fprintf(&b, " --upto %d", c.Upto)
	}
	if len(c.Faults) > 0 {
		fmt.Fprintf(&b, " --faults=%s", strings.ReplaceAll(names(c.Faults), ", ", ","))
	}
	return b.String()
}

// caseMost bounds the file of a case.
const caseMost = 64 << 10

// Text writes the case as a file: a name and a value a line, and what was found as comments.
func (c Case) Text(found []string) []byte {
	var b bytes.Buffer
	if len(found) > 0 {
		fmt.Fprintf(&b, "# %s\n", strings.ReplaceAll(strings.Join(found, "\n"), "\n", "\n# "))
	}
	fmt.Fprintf(&b, "scenario %s\nagent %s\nseed %d\nleg %s\n", c.Scenario, c.Agent, c.Seed, c.Leg)
	if c.At != 0 {
		fmt.Fprintf(&b, "at %d\n", c.At)
	}
	if c.Upto != 0 {
		fmt.Fprintf(&b, "upto %d\n", c.Upto)
	}
	if len(c.Faults) > 0 {
		fmt.Fprintf(&b, "faults %s\n", strings.ReplaceAll(names(c.Faults), ", ", ","))
	}
	return b.Bytes()
}

// ParseCase reads what Text wrote.
func ParseCase(raw []byte) (Case, error) {
	c := Case{Agent: defaultAgent}
	if len(raw) > caseMost {
		return c, fmt.Errorf("a case has at most %d bytes, this one has %d", caseMost, len(raw))
	}
	lines := bufio.NewScanner(bytes.NewReader(raw))
	lines.Buffer(nil, caseMost+1)
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		name, value, _ := strings.Cut(line, " ")
		if err := c.set(name, strings.TrimSpace(value)); err != nil {
			return c, fmt.Errorf("line %d: %w", n, err)
		}
	}
	if err := lines.Err(); err != nil {
		return c, err
	}
	if c.Scenario == "" || c.Leg == "" {
		return c, fmt.Errorf("a case needs at least a scenario and a leg")
	}
	return c, nil
}

func (c *Case) set(name, value string) (err error) {
	switch name {
	case "scenario":
		c.Scenario = value
	case "agent":
		c.Agent, err = value, knownAgent(value)
	case "seed":
		c.Seed, err = number(name, value)
	case "leg":
		c.Leg, err = ParseLeg(value)
	case "at":
		c.At, err = number(name, value)
	case "upto":
		c.Upto, err = number(name, value)
	case "faults":
		c.Faults, err = ParseFaults(strings.Split(value, ","))
	default:
		return fmt.Errorf("%q is nothing a case has; expected scenario, agent, seed, leg, at, upto or faults", name)
	}
	return err
}

func number(name, value string) (uint64, error) {
	n, err := strconv.ParseUint(value, 10, 64)
	if err != nil {
		return 0, fmt.Errorf("%s: %q is no whole number from 0 on", name, value)
	}
	return n, nil
}

func knownAgent(name string) error {
	for _, n := range agents.Names() {
		if n == name {
			return nil
		}
	}
	return fmt.Errorf("there is no agent %q; the agents are %s", name, strings.Join(agents.Names(), ", "))
}

// ParseFaults reads a list of faults by name.
func ParseFaults(list []string) ([]Fault, error) {
	var out []Fault
	for _, name := range list {
		f, err := ParseFault(strings.TrimSpace(name))
		if err != nil {
			return nil, err
		}
		out = append(out, f)
	}
	return out, nil
}

package models

// Profile is how often roles are asked and how long that is, as it was measured.
type Profile struct {
	Source string  `json:"source"`
	Rows   []Usual `json:"rows"`
}

// Usual is what one role takes. Calls are whole thousandths.
type Usual struct {
	Role    string `json:"role"`
	PerDay  int64  `json:"calls_per_1000_persona_days"` // of one coworker's working days
	PerHour int64  `json:"calls_per_1000_hours"`        // of working time, whoever is there
	In      int64  `json:"in"`                          // tokens a call
	Cached  int64  `json:"cached"`                      // of those, what stays the same from call to call
	Out     int64  `json:"out"`
}

// UsualProfile was measured on 2026-12-02 in 120 working hours of the scenario portal, nine coworkers and the agent steady,
// with models that find words, choose and read; scenarios/profile_test.go measures it again. Tokens are upper bounds, and
// answers are as long as templates. The agent's row is an assumption: a step is one call, steady took six an hour, and a
// conversation is some ten thousand tokens long.
var UsualProfile = Profile{Source: "portal with the agent steady, 120 h, 2026-12-02", Rows: []Usual{
	{Role: Small, PerDay: 850, In: 1190, Cached: 1000, Out: 40},
	{Role: Strong, PerDay: 65, In: 1790, Cached: 1390, Out: 60},
	{Role: Reader, PerDay: 450, In: 1150, Cached: 530, Out: 60},
	{Role: Agent, PerHour: 6000, In: 12_000, Cached: 9_000, Out: 150},
}}

// Size is how much there is of what roles are asked for.
type Size struct {
	PersonaDays int64 `json:"persona_days"` // working days of coworkers
	Hours       int64 `json:"hours"`        // of working time
}

// Expected is what one role will take.
type Expected struct {
	Role    string `json:"role"`
	Model   string `json:"model"`
	Calls   int64  `json:"calls"`
	In      int64  `json:"in"`
	Cached  int64  `json:"cached"`
	Out     int64  `json:"out"`
	Money   int64  `json:"micro_dollars"`
	Reaches string `json:"reaches,omitempty"` // the bounds of its budget that this passes: calls, tokens, money
}

// Total is the name of the last row of an estimate.
const Total = "total"

// Estimate is what an episode will take by role, in the order of RoleNames, and in all. Roles that nobody plays take nothing
// and have no row.
func (c Config) Estimate(p Profile, s Size) []Expected {
	var out []Expected
	all := Expected{Role: Total}
	for _, role := range RoleNames {
		m, ok := c.Playing(role)
		if !ok {
			continue
		}
		for _, u := range p.Rows {
			if u.Role != role {
				continue
			}
			e := u.expected(s, m)
			e.Reaches = reaches(c.Roles[role].Budget, e)
			out = append(out, e)
			all = Expected{Role: Total, Calls: Sum(all.Calls, e.Calls), In: Sum(all.In, e.In), Cached: Sum(all.Cached, e.Cached),
				Out: Sum(all.Out, e.Out), Money: Sum(all.Money, e.Money)}
		}
	}
	all.Reaches = reaches(c.Budget, all)
	return append(out, all)
}

func (u Usual) expected(s Size, m Model) Expected {
	calls := (times(u.PerDay, s.PersonaDays) + times(u.PerHour, s.Hours) + 999) / 1000
	e := Expected{Role: u.Role, Model: m.Name, Calls: calls, In: times(calls, u.In), Cached: times(calls, u.Cached), Out: times(calls, u.Out)}
	e.Money = m.Price.Cost(e.In, e.Cached, e.Out)
	return e
}

// times is a product that stays far below what overflows.
func times(a, b int64) int64 {
	const most = 1 << 60
	if a <= 0 || b <= 0 {
		return 0
	}
	if a > most/b {
		return most
	}
	return a * b
}

func reaches(b Budget, e Expected) string {
	out := ""
	add := func(over bool, what string) {
		if over && out != "" {
			out += ", "
		}
		if over {
			out += what
		}
	}
	add(b.Calls > 0 && e.Calls > int64(b.Calls), "calls")
	add(b.Tokens > 0 && Sum(e.In, e.Out) > b.Tokens, "tokens")
	add(b.Money > 0 && e.Money > b.Money, "money")
	return out
}

package models

// Takes is what a role is asked and answers.
type Takes struct{ Calls, In, Cached, Out int64 }

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

// Estimate prices what roles will take, in the order of RoleNames, and in all. Roles that nobody plays cost nothing and have
// no row.
func (c Config) Estimate(takes map[string]Takes) []Expected {
	var out []Expected
	all := Expected{Role: Total}
	for _, role := range RoleNames {
		m, ok := c.Playing(role)
		t, asked := takes[role]
		if !ok || !asked {
			continue
		}
		e := Expected{Role: role, Model: m.Name, Calls: t.Calls, In: t.In, Cached: t.Cached, Out: t.Out, Money: m.Price.Cost(t.In, t.Cached, t.Out)}
		e.Reaches = reaches(c.Roles[role].Budget, e)
		out = append(out, e)
		all = Expected{Role: Total, Calls: Sum(all.Calls, e.Calls), In: Sum(all.In, e.In), Cached: Sum(all.Cached, e.Cached),
			Out: Sum(all.Out, e.Out), Money: Sum(all.Money, e.Money)}
	}
	all.Reaches = reaches(c.Budget, all)
	return append(out, all)
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

package models

// Takes is what a role is asked and answers.
type Takes struct{ Calls, In, Cached, Out int64 }

// Usual is how often a role is asked and how long that is, where nothing can be played to find out.
type Usual struct{ PerHour, In, Cached, Out int64 }

// AgentUsual is what an agent that is a model takes. It is an assumption: a step is one call, the agent steady took six an
// hour in portal (2026-12-02), and a conversation is some ten thousand tokens long.
var AgentUsual = Usual{PerHour: 6, In: 12_000, Cached: 9_000, Out: 150}

// Over is what it comes to in so many hours of working time.
func (u Usual) Over(hours int64) Takes {
	calls := times(u.PerHour, hours)
	return Takes{calls, times(calls, u.In), times(calls, u.Cached), times(calls, u.Out)}
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
		all = Expected{Role: Total, Calls: plus(all.Calls, e.Calls), In: plus(all.In, e.In), Cached: plus(all.Cached, e.Cached),
			Out: plus(all.Out, e.Out), Money: plus(all.Money, e.Money)}
	}
	all.Reaches = reaches(c.Budget, all)
	return append(out, all)
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
	add(b.Tokens > 0 && plus(e.In, e.Out) > b.Tokens, "tokens")
	add(b.Money > 0 && e.Money > b.Money, "money")
	return out
}

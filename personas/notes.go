package personas

import (
	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
)

// The tools by which coworkers write down what went on in their heads. Each proposes one fact.
const (
	toolHandle  = "players_handle"
	toolPlan    = "players_plan"
	toolMark    = "players_mark"
	toolLearn   = "players_learn"
	toolAccount = "players_account"
	toolTrust   = "players_trust"
)

func handle(m *player, seq uint64, how string, cost clock.Duration) sim.Call {
	return sim.Call{By: m.id, Tool: toolHandle, Args: sim.Args{"message": int64(seq), "how": how, "cost": cost}}
}

func planCall(m *player, what string, due clock.Time) sim.Call {
	return sim.Call{By: m.id, Tool: toolPlan, Args: sim.Args{"what": what, "due": due}}
}

func mark(m *player, what string, n int64) sim.Call {
	return sim.Call{By: m.id, Tool: toolMark, Args: sim.Args{"what": what, "n": n}}
}

func learn(m *player, req string, version int, because uint64) sim.Call {
	return sim.Call{By: m.id, Tool: toolLearn, Args: sim.Args{"requirement": req, "version": version, "because": int64(because)}}
}

func account(m *player, pkg string) sim.Call {
	return sim.Call{By: m.id, Tool: toolAccount, Args: sim.Args{"package": pkg}}
}

func trustCall(m *player, of sim.ActorID, why Why, because uint64) sim.Call {
	return sim.Call{By: m.id, Tool: toolTrust, Args: sim.Args{"of": string(of), "why": string(why), "because": int64(because)}}
}

// Tools implements sim.Part.
func (p *Players) Tools() []sim.Tool {
	text := func(name string) sim.Param { return sim.Param{Name: name, Type: sim.String} }
	number := func(name string) sim.Param { return sim.Param{Name: name, Type: sim.Int} }
	maybe := func(x sim.Param) sim.Param { x.Optional = true; return x }
	span := func(name string) sim.Param { return sim.Param{Name: name, Type: sim.Duration} }
	tools := []sim.Tool{p.openTool(), p.moveTool(), p.readTool(), p.noteTool(), p.sayTool(), p.absentTool(), p.leaveTool(), p.joinTool(), p.driftTool(), p.backTool(), p.answerTool(), p.ponderTool(), p.cardTool()}
	return append(tools,
		p.factTool(toolHandle, "A coworker is done with a message.", func(m *player, a sim.Args) []sim.Fact {
			cost, _ := a.Duration("cost")
			return one(Handled{Who: m.id, Message: uint64(a.Int("message", 0)), How: a.String("how"), Cost: cost})
		}, number("message"), text("how"), span("cost")),
		p.factTool(toolPlan, "A coworker means to do something at a moment.", func(m *player, a sim.Args) []sim.Fact {
			due, _ := a.Time("due")
			return one(Planned{Who: m.id, What: a.String("what"), Due: due})
		}, text("what"), sim.Param{Name: "due", Type: sim.Moment}),
		p.factTool(toolMark, "A coworker remembers that it has said something.", func(m *player, a sim.Args) []sim.Fact {
			return one(Marked{Who: m.id, What: a.String("what"), N: int64(a.Int("n", 0))})
		}, text("what"), maybe(number("n"))),
		p.factTool(toolLearn, "A coworker hears of a version of a requirement.", func(m *player, a sim.Args) []sim.Fact {
			if v := a.Int("version", 1); v > p.Knows(m.id, a.String("requirement")) {
				return one(Learned{Who: m.id, Req: a.String("requirement"), Version: v, Because: uint64(a.Int("because", 0))})
			}
			return nil
		}, text("requirement"), number("version"), maybe(number("because"))),
		p.factTool(toolAccount, "A coworker's time counts for another piece of work from now on.", func(m *player, a sim.Args) []sim.Fact {
			return one(Accounted{Who: m.id, Package: a.String("package")})
		}, maybe(text("package"))),
		p.factTool(toolTrust, "A coworker's trust moves by the table.", func(m *player, a sim.Args) []sim.Fact {
			return m.moves(nil, sim.ActorID(a.String("of")), Why(a.String("why")), uint64(a.Int("because", 0)))
		}, text("of"), sim.Param{Name: "why", Type: sim.String, Enum: whys()}, maybe(number("because"))),
	)
}

func one(b sim.Body) []sim.Fact { return []sim.Fact{{Body: b}} }

func whys() []string {
	out := make([]string, len(TrustTable))
	for i, row := range TrustTable {
		out[i] = string(row.Why)
	}
	return out
}

// factTool is an internal tool of coworkers that proposes what its function says.
func (p *Players) factTool(name, doc string, facts func(*player, sim.Args) []sim.Fact, params ...sim.Param) sim.Tool {
	return sim.Tool{Name: name, Doc: doc, Params: params, Internal: true,
		Decide: func(_ sim.View, by sim.ActorID, a sim.Args) (sim.Result, []sim.Fact, error) {
			m := p.all[by]
			if m == nil {
				return sim.Result{}, nil, sim.Reject("%s is for coworkers, and %s is none", name, by)
			}
			return sim.Result{}, facts(m, a), nil
		}}
}

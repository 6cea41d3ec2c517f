package scenarios

import (
	"time"

	"github.com/tenure-sim/tenure/clock"
	"github.com/tenure-sim/tenure/sim"
)

// Task is what the agent is told to do, in Markdown. The agent finds it as the document "task" as well.
func (sc *Scenario) Task() string { return sc.Config.Task }

// TaskDoc is the id of the document that holds the task.
const TaskDoc = "task"

// ledger adds the project to the history, before everything else in it.
func (l *loader) ledger() {
	w := &l.sc.Work
	first := l.sc.Start.Add(-time.Minute)
	for _, it := range l.items {
		first = min(first, it.at)
	}
	row := 0
	add := func(path, tool string, args sim.Args) {
		for name, v := range args {
			if s, ok := v.(string); ok && s == "" {
				delete(args, name)
			}
			if t, ok := v.(clock.Time); ok && t == 0 {
				delete(args, name)
			}
		}
		row++
		l.items = append(l.items, item{at: first, file: ledgerFile, row: row, pos: l.config.pos(path),
			call: sim.Call{By: sim.Script, Tool: tool, Args: args}})
	}
	for i, r := range w.Requirements {
		add(index("work.requirements", i), "work_require", sim.Args{"id": r.ID, "title": r.Title, "owner": string(r.Owner), "value": r.Value,
			"text": r.Text, "informed": texts(r.Informed), "dependents": texts(r.Dependents)})
	}
	for i, d := range w.Deliverables {
		add(index("work.deliverables", i), "work_deliverable", sim.Args{"id": d.ID, "title": d.Title, "owner": string(d.Owner), "ref": d.Ref,
			"requirements": texts(d.Requirements), "due": d.Due})
		for j, c := range d.Checks {
			add(index(index("work.deliverables", i)+".checks", j), "work_check", sim.Args{"deliverable": d.ID, "cell": c.Cell,
				"requirement": c.Requirement, "expr": c.Expr, "says": c.Says})
		}
	}
	for i, p := range w.Packages {
		args := sim.Args{"id": p.ID, "title": p.Title, "owner": string(p.Owner), "skill": p.Skill, "estimate": p.Estimate,
			"needs": texts(p.Needs), "due": p.Due}
		if p.True > 0 {
			args["true"] = p.True
		}
		add(index("work.packages", i), "work_plan", args)
	}
	for i, a := range w.Approvals {
		add(index("work.approvals", i), "work_approval", sim.Args{"id": a.ID, "title": a.Title, "approver": string(a.Approver),
			"gates": texts(a.Gates), "needs": texts(a.Needs)})
	}
	l.ledgerTalk(add)
}

// ledgerTalk adds facts, risks and promises.
func (l *loader) ledgerTalk(add func(path, tool string, args sim.Args)) {
	w := &l.sc.Work
	for i, f := range w.Facts {
		add(index("work.facts", i), "work_fact", sim.Args{"id": f.ID, "topic": f.Topic, "text": f.Text, "value": f.Value,
			"owners": texts(f.Owners), "clearance": texts(f.Clearance), "canary": f.Canary, "severity": int64(f.Severity),
			"public": texts(f.Public), "keywords": texts(f.Keywords)})
	}
	for i, r := range w.Risks {
		args := sim.Args{"id": r.ID, "title": r.Title, "owner": string(r.Owner)}
		if r.Severity > 0 {
			args["severity"] = int64(r.Severity)
		}
		add(index("work.risks", i), "work_risk", args)
	}
	for i, c := range w.Commitments {
		add(index("work.commitments", i), "work_promise", sim.Args{"id": c.ID, "by": string(c.By), "to": string(c.To), "what": c.What, "due": c.Due})
	}
	for _, p := range l.sc.Personas {
		for _, f := range p.Knows {
			add("cast", "work_tell", sim.Args{"fact": f, "to": []string{string(p.ID)}, "from": string(p.ID)})
		}
	}
}

func texts[T ~string](list []T) []string {
	out := make([]string, len(list))
	for i, x := range list {
		out[i] = string(x)
	}
	return out
}

// task adds the agent's task as a document of its manager.
func (l *loader) task() {
	by := l.keeper()
	l.items = append(l.items, item{at: l.sc.Start.Add(-time.Minute), file: "scenario.yaml", pos: l.config.pos("task"),
		call: sim.Call{By: by, Tool: "docs_create", Args: sim.Args{"doc": TaskDoc, "title": l.sc.Title, "text": l.sc.Config.Task,
			"readers": []string{string(l.sc.Agent.ID)}}}})
}

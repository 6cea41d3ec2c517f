package work

import "github.com/tenure-sim/tenure/sim"

// Tools implements sim.Part. All are internal.
func (l *Ledger) Tools() []sim.Tool {
	var out []sim.Tool
	for _, group := range [][]sim.Tool{l.requirementTools(), l.packageTools(), l.commitmentTools(), l.approvalTools(), l.otherTools()} {
		out = append(out, group...)
	}
	for i := range out {
		out[i].Internal = true
	}
	return out
}

func text(name, doc string) sim.Param { return sim.Param{Name: name, Type: sim.String, Doc: doc} }

func param(name string, t sim.Type, doc string) sim.Param {
	return sim.Param{Name: name, Type: t, Doc: doc}
}

func optional(p sim.Param) sim.Param {
	p.Optional = true
	return p
}

var (
	pkgParam  = text("package", "the package's id")
	noteParam = optional(text("note", "the reason, in a few words"))
)

func (l *Ledger) requirementTools() []sim.Tool {
	return []sim.Tool{
		{Name: "work_require", Doc: "Set a requirement with its first version.", Decide: l.require, Params: []sim.Param{
			text("id", "its id"), text("title", "what it is"), text("owner", "who decides on it"),
			text("value", "the normalised value"), optional(text("text", "the requirement in words")),
			optional(param("informed", sim.Strings, "who must be told when it changes")),
			optional(param("dependents", sim.Strings, "deliverables and packages that build on it, such as deliverable/plan"))}},
		{Name: "work_change_requirement", Doc: "Put a new version in force.", Decide: l.changeRequirement, Params: []sim.Param{
			text("id", "the requirement's id"), text("value", "the new value"), optional(text("text", "the new words"))}},
		{Name: "work_rebase", Doc: "Note that something was brought up to a version of a requirement.", Decide: l.rebase, Params: []sim.Param{
			text("what", "deliverable/<id> or package/<id>"), text("req", "the requirement's id"),
			optional(param("version", sim.Int, "which version; the one in force when not given"))}},
		{Name: "work_deliverable", Doc: "Plan a result that is handed over.", Decide: l.planDeliverable, Params: []sim.Param{
			text("id", "its id"), text("title", "what it is"), text("owner", "who hands it over"),
			optional(text("ref", "where it is, such as docs/release-plan")),
			optional(param("requirements", sim.Strings, "ids of the requirements it must state or meet")),
			optional(param("due", sim.Moment, "when it is due"))}},
		{Name: "work_check", Doc: "Add what an approver looks for in a deliverable: cell and requirement, or expr and says.", Decide: l.addCheck, Params: []sim.Param{
			text("deliverable", "the deliverable's id"),
			optional(text("cell", "a cell of the sheet, such as Summary!B5")),
			optional(text("requirement", "the requirement whose value the cell must hold, as the approver knows it")),
			optional(text("expr", "a condition about artifacts, such as cell(\"sheets/b\", \"A1\").value != \"\"")),
			optional(text("says", "what the approver says when the condition does not hold"))}},
	}
}

func (l *Ledger) packageTools() []sim.Tool {
	return []sim.Tool{
		{Name: "work_plan", Doc: "Plan a package of work.", Decide: l.plan, Params: []sim.Param{
			text("id", "its id"), text("title", "what it is"), text("owner", "who does it"), optional(text("skill", "what it takes")),
			param("estimate", sim.Duration, "working time that everybody believes it takes"),
			optional(param("true", sim.Duration, "working time it will take; drawn when not given")),
			optional(param("needs", sim.Strings, "what must be done first, such as package/schema or approval/security")),
			optional(param("due", sim.Moment, "when it is due"))}},
		{Name: "work_start", Doc: "Begin a package.", Decide: l.start, Params: []sim.Param{pkgParam}},
		{Name: "work_progress", Doc: "Book working time on a package.", Decide: l.progress, Params: []sim.Param{
			pkgParam, param("spent", sim.Duration, "working time since the last booking; it is added")}},
		{Name: "work_block", Doc: "Note that a package cannot go on.", Decide: l.block, Params: []sim.Param{
			pkgParam, optional(text("reason", "what it waits for"))}},
		{Name: "work_unblock", Doc: "Note that a package can go on.", Decide: l.unblock, Params: []sim.Param{pkgParam}},
		{Name: "work_finish", Doc: "Complete a package.", Decide: l.finish, Params: []sim.Param{
			pkgParam, optional(param("spent", sim.Duration, "working time since the last booking; it is added"))}},
		{Name: "work_drop", Doc: "Give a package up.", Decide: l.dropPackage, Params: []sim.Param{
			pkgParam, optional(text("reason", "why"))}},
		{Name: "work_reassign", Doc: "Hand a package to somebody else.", Decide: l.reassign, Params: []sim.Param{
			pkgParam, text("owner", "who does it from now on")}},
		{Name: "work_reestimate", Doc: "Believe another size of a package, or give it one.", Decide: l.reestimate, Params: []sim.Param{
			pkgParam, optional(param("estimate", sim.Duration, "working time that everybody believes it takes")),
			optional(param("true", sim.Duration, "working time it will take"))}},
		{Name: "work_move_due", Doc: "Move a package's due moment.", Decide: l.moveDue, Params: []sim.Param{
			pkgParam, param("due", sim.Moment, "when it is due from now on")}},
	}
}

func (l *Ledger) commitmentTools() []sim.Tool {
	which := text("commitment", "the commitment's id")
	return []sim.Tool{
		{Name: "work_promise", Doc: "Note a promise.", Decide: l.promise, Params: []sim.Param{
			optional(text("by", "who promises; the caller when not given")), text("to", "who is promised it"),
			text("what", "package/api, deliverable/plan, fact/price ..., or words"),
			param("due", sim.Moment, "by when"), optional(text("id", "its id; numbered when not given"))}},
		{Name: "work_settle", Doc: "Close a promise.", Decide: l.settle, Params: []sim.Param{which,
			optional(sim.Param{Name: "state", Type: sim.String, Enum: []string{string(Kept), string(Late), string(BrokenOff)},
				Doc: "kept or late, by the due moment, when not given"})}},
		{Name: "work_renegotiate", Doc: "Move a promise.", Decide: l.renegotiate, Params: []sim.Param{which,
			param("due", sim.Moment, "the moment agreed on")}},
		{Name: "work_lapse", Doc: "Note that a promise is past due.", Decide: l.lapse, Params: []sim.Param{which}},
	}
}

func (l *Ledger) approvalTools() []sim.Tool {
	which := text("approval", "the approval's id")
	return []sim.Tool{
		{Name: "work_approval", Doc: "Define an approval.", Decide: l.defineApproval, Params: []sim.Param{
			text("id", "its id"), text("title", "what is approved"), text("approver", "whose word it is"),
			optional(param("gates", sim.Strings, "actions it gates, such as tickets/PORT-30:Released")),
			optional(param("needs", sim.Strings, "what the approver wants to see first"))}},
		{Name: "work_request", Doc: "Ask for an approval.", Decide: l.request, Params: []sim.Param{which,
			optional(text("by", "who asks; the caller when not given")), noteParam}},
		{Name: "work_grant", Doc: "Approve.", Decide: l.grant, Params: []sim.Param{which, noteParam}},
		{Name: "work_refuse", Doc: "Do not approve.", Decide: l.refuse, Params: []sim.Param{which, noteParam}},
		{Name: "work_withdraw", Doc: "Take an approval back.", Decide: l.withdraw, Params: []sim.Param{which, noteParam}},
	}
}

func (l *Ledger) otherTools() []sim.Tool {
	return []sim.Tool{
		{Name: "work_fact", Doc: "Define a piece of knowledge.", Decide: l.defineFact, Params: []sim.Param{
			text("id", "its id"), optional(text("topic", "what it is about")), text("text", "the fact in a sentence"),
			optional(text("value", "what matters in it")), optional(param("owners", sim.Strings, "who knows from the start")),
			optional(param("clearance", sim.Strings, "who may know; everybody when not given")),
			optional(text("canary", "words that appear wherever it is told in full")),
			optional(param("severity", sim.Int, "of a leak, 0 to 10")),
			optional(param("public", sim.Strings, "where it can be read, such as docs/handbook")),
			optional(param("keywords", sim.Strings, "words by which people ask for it"))}},
		{Name: "work_tell", Doc: "Note who knows a fact now.", Decide: l.tell, Params: []sim.Param{
			text("fact", "the fact's id"), param("to", sim.Strings, "who knows it now"),
			optional(text("from", "who told it; the caller when not given")),
			optional(param("message", sim.Int, "number of the event that told it"))}},
		{Name: "work_risk", Doc: "Define a risk.", Decide: l.defineRisk, Params: []sim.Param{
			text("id", "its id"), text("title", "what may go wrong"), text("owner", "who minds it"),
			optional(param("severity", sim.Int, "1 to 5; 3 when not given"))}},
		{Name: "work_risk_state", Doc: "Note where a risk stands.", Decide: l.changeRisk, Params: []sim.Param{
			text("risk", "the risk's id"), sim.Param{Name: "state", Type: sim.String, Enum: riskStates, Doc: "where it stands"},
			optional(param("severity", sim.Int, "1 to 5; as before when not given"))}},
	}
}

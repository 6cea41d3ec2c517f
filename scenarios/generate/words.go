package generate

import "strings"

var (
	areas = []string{"gateway", "billing", "search", "reporting", "onboarding", "archive", "notifications", "import", "export", "login",
		"inventory", "routing", "pricing", "calendar", "audit trail", "mobile app", "storage", "forms", "translation", "monitoring"}
	pieces = []string{"schema", "interface", "migration", "screens", "test cases", "runbook", "prototype", "load test", "cleanup", "documentation",
		"permissions", "metrics", "data model", "rollout", "review", "error handling"}
	subjects = []string{"The supplier", "Our customer", "The team", "Operations", "The second environment", "The new contract", "A colleague from sales",
		"The last release", "This morning's test", "The old system", "The steering group", "Legal", "The migration", "The office in Lyon", "The pilot group"}
	verbs = []string{"has confirmed", "still questions", "will replace", "depends on", "has delayed", "asks about", "has measured", "does not accept",
		"has found a gap in", "wants to see", "has approved", "reports trouble with", "has counted", "needs a decision on", "has moved"}
	objects = []string{"the figures for the quarter", "the order of the steps", "two of the five interfaces", "the quote from February", "the test data",
		"the rights of guests", "the limit of 400 requests a minute", "the wording on the first page", "the copy of the archive", "the plan for the weekend",
		"the list of open points", "the time of the backup", "the second signature", "the size of the attachments", "the names of the fields"}
	rests = []string{"as agreed on Tuesday", "for the third time", "which nobody expected", "and I do not know why", "so we have a day more",
		"but only for new customers", "until the end of the month", "without any effect on cost", "according to the minutes", "and that is good news",
		"if the test holds", "at least on paper", "because of the holiday", "on all machines but one", "with a remark in the margin"}
)

// sentence is the i-th sentence of a kind.
func (d dice) sentence(kind string, i int) string {
	return of(d, kind+"/s", i, subjects) + " " + of(d, kind+"/v", i, verbs) + " " + of(d, kind+"/o", i, objects) + ", " + of(d, kind+"/r", i, rests) + "."
}

// text is n sentences on an area.
func (d dice) text(kind string, i, n int) string {
	var b strings.Builder
	b.WriteString("This is about the " + of(d, kind+"/area", i, areas) + ", number " + number(i+1) + ".")
	for k := range n {
		b.WriteByte(' ')
		b.WriteString(d.sentence(kind, i*16+k))
	}
	return b.String()
}

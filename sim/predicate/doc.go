// Package predicate asks yes-or-no questions about a world in CEL, the Common Expression Language
// (https://cel.dev): the conditions of beats, oracle steps, criteria and approvers.
//
// Compile checks an expression and gives a Predicate about the world; CompileEvent gives an EventPredicate, which may
// ask about one event as well. Both must come out as true or false. Over shows a view and its parts as the World that
// they ask. Names lists the things an expression names, so that a loader can check that they exist. An Error says
// where in the expression something is wrong.
//
// What a predicate sees is read-only and comes from each part's Exhibit as map(string, dyn) of texts, whole numbers,
// truth values and lists of texts. Moments are texts (RFC 3339, "" for none): timestamp(pkg("api").due) < now().
//
//	function              part      fields
//	pkg("api")            work      owner state estimate effort spent left (minutes) percent needs missing ready due started finished done late stale
//	requirement("sla")    work      owner value text version at by informed dependents values (of all versions)
//	deliverable("plan")   work      owner ref requirements due stale
//	commitment("c1")      work      by to what due state outcome made moved overdue lapsed
//	approval("sec")       work      approver gates needs state granted asker note at
//	fact("price")         work      topic text value owners clearance severity public knows keywords
//	risk("dns")           work      owner severity state
//	ticket("PORT-3")      tickets   as the part exhibits it: state assignee title ...
//	document("docs/plan") docs      text version owner ...
//	sheet("sheets/b")     sheets    as the part exhibits it
//	cell("sheets/b", "Summary!B4")  sheets  value ...
//	file("plan/x.md")     files     text version size ...
//	person("lena")        players   state load working said trust_robin ["knows_go-live"] (the version known) ...
//	meeting("standup")    calendar  state start end attended ...
//	known("ticket/X-1")   whether the thing is there; the name before the slash is a function of this table, or
//	                      package, docs, sheets, files, tickets
//	now() start() horizon()         timestamp
//	hours()               working hours since the start, whole
//	day()                 number of the working day, 1 on the first
//
// A package is pkg because CEL reserves the word; its true effort is effort for the same reason. Of an event there are
// event.kind, event.actor, event.audience, event.text, event.subject, event.to, event.ref, event.app and event.thread.
//
// What is missing is an error (Missing), never false, so that a name misspelt does not quietly decide a story; known
// asks first: known("meeting/go") && meeting("go").state == "over". But CEL's && is false as soon as either side is
// false, and || true as soon as either side is true, whatever error the other side has.
//
// Answers repeat: there is no clock but the world's, fields are met in sorted order, macros over maps are refused where
// they can be seen, and an evaluation ends with an error when it costs too much. The package knows nothing of YAML and
// of when a predicate is asked.
package predicate

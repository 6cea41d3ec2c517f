// Package clock is the time of a simulated world: moments, civil days, what is
// due next, when people work and what recurs.
//
// Time is a moment and Day a date on a calendar. Queue holds what is due and
// yields it in one total order. Hours says when somebody works and does exact
// arithmetic in working time. Schedule says when a cron expression fires.
//
// Every local time has one meaning here, whatever the zone does: a local time
// that a clock change skips means the first moment after the gap, and one that
// a clock change repeats means its first occurrence. The standard library
// leaves both open (see time.Date), so no other package should turn a local
// time into a moment by itself.
//
// The package never reads the wall clock, keeps nothing between calls and has no
// locks: Time, Day, Hours and Schedule are immutable and may be shared. A Queue
// has one owner. Zones come from the time package, which reads the machine's
// own zone files before the ones embedded here; a run is repeatable on another
// machine as far as the two agree on the zones it uses.
package clock

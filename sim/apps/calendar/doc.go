// Package calendar is the company's calendar: invitations, answers, free and busy time, and meetings that take
// place.
//
// An event has slots, the moments at which it happens. A recurring event's slots are worked out once, when it is
// made, from its RRULE in the organizer's zone, and are part of the fact: a replay needs no rule. Only the timer of
// the next slot is set; it is set again when that slot begins. A meeting that runs is a session: who is present,
// and the notes of what was said. Coworkers who did not decline are present unless they say that they are away;
// an agent under test is present when it attends, which takes its time.
//
// Who is not invited learns of an event no more than that its people are busy. The package knows nothing of
// leave and illness: free time is what the directory's working hours leave.
package calendar

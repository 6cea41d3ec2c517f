// Package directory says who is who: roles, teams, managers, working hours, time zones and who owns what.
//
// It shows the cast as the company knows it, agents and coworkers alike, and nothing of what a persona hides. Who has
// not joined yet is absent. Who has left is still found by name, with the one who took over; their areas and reports
// pass to that one. Leave and illness are not in the directory.
package directory

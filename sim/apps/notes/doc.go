// Package notes is everybody's own notebook: what an agent under test writes down for itself, free of cost.
//
// A note is a text under a key. Nobody but its writer ever perceives it, it is no news, and reading or writing it
// takes no time, so that an agent with a short memory can keep up with a project of weeks.
package notes

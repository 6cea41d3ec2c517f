// Package diff tells how two episodes of one scenario differ.
//
// Compare takes two Sides, a log and an empty world each, and returns a Report: the first event in which the logs
// differ, the events that led to it on either side, and what differs between the worlds, part by part, at moments
// worth looking at: once both have had their first differing event, where the shorter one stopped, and at the end.
//
// What a world shows is what its parts exhibit (sim.Exhibitor) of the things they list (Lister), and who said what
// where. State that no part exhibits is not compared, so two different logs may well lead to worlds that show no
// difference. The package reads and folds; it writes nothing and knows no store.
package diff

// Package spend says what an episode asked of models: calls and tokens by role, person, working day and working hour.
//
// A Sheet is a fold of the log. It takes every event in order, and at the end reads the prompts and the traces that the
// events name. What it counts is in the log alone, so a run, its replay and a resumed run give the same sheet.
//
// It knows no price and no real time: neither is in a log.
package spend

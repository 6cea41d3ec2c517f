// Package scenarios reads scenarios: folders of YAML and real files that say who works where, what the project is,
// what has happened before the start, what will happen, and how the result is scored.
//
// Load and Open give a Scenario, or Problems: everything that is wrong with it, each with file, line and column, what
// was expected and the nearest valid name. A Scenario assembles the parts of its world (Parts), lays down the history
// (Lay) and travels with its episodes as one archive (Bundle, FromBundle). Script is the part that plays the beats.
//
// The package embeds the library of scenarios that ship. It runs no episode and scores none.
package scenarios

// Package score tells how well an agent did: verifiers over what it left behind, metrics over how it worked
// with people, and a rubric that weighs them.
package score

// Package simtest holds what tests of several packages share: a log in memory that can fail, a model that
// answers without one, agents that follow a list, and the check that the tree keeps to its own rules.
package simtest

// Package company is what the apps share about people: who is meant by a name, who may read or edit a thing, and what the
// clock on somebody's wall says.
package company

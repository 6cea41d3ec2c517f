// Package transcript turns events into lines for people: the one form in which the log is read, on the terminal
// and in the report.
package transcript

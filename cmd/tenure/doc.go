// Command tenure runs workplace episodes: it starts and resumes them, shows what happened, replays and scores
// them. It is wiring only; the one place that knows every package.
package main

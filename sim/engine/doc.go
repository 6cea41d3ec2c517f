// Package engine runs an Episode: it steps the world, saves every step before anybody sees it, asks models,
// and hands agents their observations.
//
// It is the shell around the pure core of package sim and declares the ports it needs: Log (where events are
// saved), Model (who answers questions) and Agent (who acts). The order is always the same: step, append in one
// transaction, and only then ask or show. When the append fails the episode ends and is opened again from its
// log; when a model is slow virtual time waits at the moment its answer is due.
//
// What it does not do: decide anything about the world, or score.
package engine

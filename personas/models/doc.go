// Package models is which models there are and what each is for, as data: endpoints, prices, limits, roles and budgets.
//
// A Config names models and gives each role one of them. Check says what is wrong with one, with the path of each value.
// FromEnv makes one out of the environment, for a user who has a single model and no file; package scenarios reads the
// file. Public is what of it may be stored. Money is in whole micro-dollars and never a fraction of one: Price.Cost rounds
// up. Estimate says beforehand what an episode will cost, from a Profile of how often coworkers ask.
//
// A key is in none of these types: a Model names the environment variable that holds it. The package asks nobody, reads
// no file and holds no clock.
package models

// Package models is which models there are and what each is for, as data: endpoints, prices, limits, roles and budgets.
// It asks nobody.
package models

package models

// Class is hosted models of about one price.
type Class struct {
	Name  string `json:"name"`
	Price Price  `json:"-"`
	Doc   string `json:"doc"`
}

// ClassesAsOf is when Classes were written down.
const ClassesAsOf = "2026-12-02"

// Classes are three classes of hosted models with a price of each that is about the middle of its class.
//
// These are assumptions, not offers: they follow the shape of public price lists of hosted models as they were known
// at the date above (small ones some tenths of a dollar a million tokens, medium ones two or three, large ones
// fifteen; output four or five times input; kept input a tenth to a half of it). Write your own prices into models.yaml.
var Classes = []Class{
	{"small", Price{In: 150_000, Cached: 75_000, Out: 600_000}, "models that are quick and cheap"},
	{"medium", Price{In: 2_500_000, Cached: 1_250_000, Out: 10_000_000}, "models for general work"},
	{"large", Price{In: 15_000_000, Cached: 1_500_000, Out: 75_000_000}, "the most capable models"},
}

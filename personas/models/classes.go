package models

// Class is hosted models of about one price.
type Class struct {
	Name  string `json:"name"`
	Price Price  `json:"price"`
	Doc   string `json:"doc"`
}

// ClassesAsOf is when Classes were written down.
const ClassesAsOf = "2026-12-02"

// Classes are three classes of hosted models with a price of each that is about the middle of its class. The README, its cost table and
// scenarios/testdata/models-classes.yaml have them from here, and tests hold them to it.
//
// These are assumptions, not offers: they follow the shape of public price lists of hosted models as they were known
// at the date above (small ones some tenths of a dollar a million tokens, medium ones about one, large ones
// about three; output four or five times input; kept input a tenth of it). Write your own prices into models.yaml.
var Classes = []Class{
	{"small", Price{In: 150_000, Cached: 15_000, Out: 600_000}, "models that are quick and cheap"},
	{"medium", Price{In: 1_000_000, Cached: 100_000, Out: 5_000_000}, "models for general work"},
	{"large", Price{In: 3_000_000, Cached: 300_000, Out: 15_000_000}, "the most capable models"},
}

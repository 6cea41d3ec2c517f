package words

import (
	"math/bits"
	"slices"
)

// slot is a place in a template that an act fills. Slots are numbers, so that what a template needs and what an act
// gives are sets of bits: choosing among the variants compares them many times for every message.
type slot uint8

// The slots. Those carried must be said in one way or another; they come first, in the order of the sentences that say
// what a core leaves out, and the text after them.
const (
	noSlot slot = iota
	itSlot
	valueSlot
	dueSlot
	percentSlot
	whoSlot
	reasonSlot
	textSlot
	titleSlot
	listenerSlot
	isSlot
	hasSlot
	sSlot
	itselfSlot
	themSlot
	clauseSlot
	slotCount
)

// carried is how many slots must be said, the text not counted.
const carried = int(textSlot - itSlot)

var slotNames = [slotCount]string{"", "it", "value", "due", "percent", "who", "reason", "text", "title", "listener", "is", "has", "s", "itself",
	"them", "clause"}

func slotNamed(name string) slot {
	i := slices.Index(slotNames[:], name)
	if i <= 0 {
		panic("words: no slot is called " + name)
	}
	return slot(i)
}

// slotSet is a set of slots.
type slotSet uint16

func (s slot) set() slotSet { return 1 << s }

func (s slotSet) has(x slot) bool { return s&x.set() != 0 }

func (s slotSet) len() int { return bits.OnesCount16(uint16(s)) }

// slots is what an act fills the slots with; what it does not fill is empty.
type slots [slotCount]string

func (s *slots) filled() slotSet {
	var out slotSet
	for i, v := range s {
		if v != "" {
			out |= slot(i).set()
		}
	}
	return out
}

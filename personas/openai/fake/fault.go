package fake

import (
	"math"
	"math/rand/v2"
	"time"
)

// Fault is one way in which a call goes wrong.
type Fault string

// The faults.
const (
	TooMany     Fault = "429"
	Broken      Fault = "500"
	Down        Fault = "503"
	Hang        Fault = "hang"       // nothing comes, not even a head
	SlowHead    Fault = "slow head"  // a head comes, and then nothing
	Silence     Fault = "silence"    // the answer stops coming
	Cut         Fault = "cut"        // the connection ends in the middle
	NoEnd       Fault = "no end"     // the stream ends in the middle as if it were whole
	NoDone      Fault = "no done"    // all of the answer comes but for [DONE]
	WrongJSON   Fault = "wrong json" // of the protocol
	OffSchema   Fault = "off schema" // the answer is not what was asked for
	BadJSON     Fault = "bad json"   // the answer is cut JSON, or rambling
	EmptyAnswer Fault = "empty"
	Refuses     Fault = "refusal"
	TooLong     Fault = "length"     // cut off at the most tokens
	KeepAlive   Fault = "keep-alive" // a flood of comments before the answer, which is good
	Reset       Fault = "reset"
	HTML        Fault = "html"
)

// All are all faults, in a fixed order.
var All = []Fault{TooMany, Broken, Down, Hang, SlowHead, Silence, Cut, NoEnd, NoDone, WrongJSON, OffSchema, BadJSON, EmptyAnswer, Refuses, TooLong, KeepAlive, Reset, HTML}

// Faults are the chances of each, in thousandths.
type Faults map[Fault]int

// Even shares a chance in thousandths among all faults.
func Even(thousandths int) Faults { return Among(thousandths, All...) }

// Among shares it among some. What does not divide goes to the first.
func Among(thousandths int, fs ...Fault) Faults {
	out := Faults{}
	for i, f := range fs {
		out[f] = thousandths / len(fs)
		if i < thousandths%len(fs) {
			out[f]++
		}
	}
	return out
}

func (f Faults) draw(d *draws) Fault {
	n := d.r.IntN(1000)
	for _, one := range All {
		if n -= f[one]; n < 0 {
			return one
		}
	}
	return ""
}

// draws is the chance of one call.
type draws struct{ r *rand.Rand }

func newDraws(seed, question, nth uint64) *draws {
	return &draws{rand.New(rand.NewPCG(seed^question, nth))}
}

// latency is log-normal, as answers of hosted models are, and cut at 20 times the median.
func (s *Server) latency(d *draws) time.Duration {
	x := math.Exp(s.opt.Sigma * d.r.NormFloat64())
	return time.Duration(float64(s.opt.Median) * min(x, 20))
}

package models

import (
	"fmt"
	"math"
	"math/bits"
	"strconv"
	"strings"
)

const (
	dollar   = 1_000_000 // micro-dollars
	perPrice = 1_000_000 // tokens that a price is for
)

// Cost is what tokens cost in micro-dollars, rounded up. Cached are those of in that the endpoint had kept; where no price
// is known for them they cost as much as others.
func (p Price) Cost(in, cached, out int64) int64 {
	cached = min(max(cached, 0), max(in, 0))
	kept := p.Cached
	if kept == 0 {
		kept = p.In
	}
	return Sum(Sum(share(in-cached, p.In), share(cached, kept)), share(out, p.Out))
}

// share is n tokens at a price per million, rounded up; what no int64 holds is the largest.
func share(n, price int64) int64 {
	if n <= 0 || price <= 0 {
		return 0
	}
	high, low := bits.Mul64(uint64(n), uint64(price))
	low, carry := bits.Add64(low, perPrice-1, 0)
	high += carry
	if high >= perPrice {
		return math.MaxInt64
	}
	q, _ := bits.Div64(high, low, perPrice)
	return int64(min(q, math.MaxInt64))
}

// Sum adds up; what no int64 holds is the largest or the smallest.
func Sum(a, b int64) int64 {
	switch {
	case b > 0 && a > math.MaxInt64-b:
		return math.MaxInt64
	case b < 0 && a < math.MinInt64-b:
		return math.MinInt64
	}
	return a + b
}

// TokensMost is the largest count of tokens that is believed of one question.
const TokensMost = tokensMost

// Counted is a count of tokens as it may be added up, whoever told it: no answer gives tokens back.
func Counted[N int | int64](n N) N { return min(max(n, 0), TokensMost) }

// MoneyMost is the largest sum that is read, in micro-dollars: a million dollars.
const MoneyMost = dollar * 1_000_000

// Dollars reads a sum as people write it, such as 0.15 or 20, as micro-dollars.
func Dollars(text string) (int64, error) {
	whole, part, _ := strings.Cut(strings.ReplaceAll(text, "_", ""), ".")
	if whole == "" && part == "" || len(whole) > 7 || len(part) > 6 || strings.Trim(whole+part, "0123456789") != "" {
		return 0, fmt.Errorf("%q is no sum in dollars, expected one such as 0.15, with at most six decimals", text)
	}
	n, err := strconv.ParseInt("0"+whole+part+strings.Repeat("0", 6-len(part)), 10, 64)
	if err != nil || n > MoneyMost {
		return 0, fmt.Errorf("%q is more than a million dollars", text)
	}
	return n, nil
}

// ShowDollars writes micro-dollars with at least two decimals.
func ShowDollars(micro int64) string {
	sign := ""
	if micro < 0 {
		sign, micro = "-", -micro
	}
	part := strings.TrimRight(fmt.Sprintf("%06d", micro%dollar), "0")
	return fmt.Sprintf("%s%d.%s", sign, micro/dollar, part+strings.Repeat("0", max(0, 2-len(part))))
}

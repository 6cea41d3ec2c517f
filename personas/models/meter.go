package models

import "context"

// Usage is what was asked of an endpoint: the requests that reached it, and the tokens of all of them.
type Usage struct {
	Requests int64 `json:"requests"`
	In       int64 `json:"in"`
	Cached   int64 `json:"cached,omitempty"`
	Out      int64 `json:"out"`
}

// Plus is the sum of two.
func (u Usage) Plus(o Usage) Usage {
	return Usage{Sum(u.Requests, o.Requests), Sum(u.In, o.In), Sum(u.Cached, o.Cached), Sum(u.Out, o.Out)}
}

// Meter is told of every request of a question, also of those that are put again, so that none goes out that may not be paid.
type Meter interface {
	// Send is called before a request goes out. It waits until what the request may cost is free. An error says that it
	// must not go out; it is given on as it is. Done is called once with what the request took: nothing when it reached no
	// endpoint.
	Send(ctx context.Context) (done func(Usage), err error)
	// Used is what the question has taken so far.
	Used() Usage
}

type meterKey struct{}

// WithMeter hands a meter down to whoever sends.
func WithMeter(ctx context.Context, m Meter) context.Context {
	return context.WithValue(ctx, meterKey{}, m)
}

// MeterOf is the meter of a question; one that lets everything go where nobody counts.
func MeterOf(ctx context.Context) Meter {
	if m, ok := ctx.Value(meterKey{}).(Meter); ok {
		return m
	}
	return open{}
}

type open struct{}

func (open) Send(context.Context) (func(Usage), error) { return func(Usage) {}, nil }
func (open) Used() Usage                               { return Usage{} }

// Metered says whether a model tells the meter of each request by itself.
func Metered(model any) bool {
	m, ok := model.(interface{ Metered() bool })
	return ok && m.Metered()
}

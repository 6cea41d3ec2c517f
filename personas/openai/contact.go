package openai

import (
	"context"
	"net/http"
	"net/http/httptrace"
	"sync/atomic"
)

// contact watches how far a question got on its way.
type contact struct{ sought, made, kept, answered atomic.Bool }

func (c *contact) watch(ctx context.Context) context.Context {
	return httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		GetConn: func(string) { c.sought.Store(true) },
		GotConn: func(i httptrace.GotConnInfo) {
			c.made.Store(true)
			c.kept.Store(i.Reused)
		},
		GotFirstResponseByte: func() { c.answered.Store(true) },
	})
}

// failed says that no connection came about.
func (c *contact) failed() bool { return c.sought.Load() && !c.made.Load() }

// stale says that the question went out on a connection from before, which the server had given up.
func (c *contact) stale() bool { return c.made.Load() && c.kept.Load() && !c.answered.Load() }

// unpaid is why a request may not go out.
type unpaid struct{ error }

// staleMost is how many connections in a row may turn out to be given up before that is a fault.
const staleMost = 4

// send puts a question. Servers give idle connections up after seconds, and say so to nobody; the library does not put a
// POST once more. So a connection that breaks before any answer is no fault unless it was new. What went out on it may have
// been read all the same, so again is asked before it is put once more.
func (e *endpoint) send(ctx context.Context, body []byte, stream bool, again func() error) (*http.Response, *contact, error) {
	for n := 1; ; n++ {
		c := &contact{}
		resp, err := e.post(c.watch(ctx), body, stream)
		if err == nil || ctx.Err() != nil || !c.stale() || n == staleMost {
			return resp, c, err
		}
		e.http.CloseIdleConnections() // those beside it are as old
		if err := again(); err != nil {
			return nil, c, &unpaid{err}
		}
	}
}

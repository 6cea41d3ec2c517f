package openai

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"time"

	"github.com/tenure-sim/tenure/personas/models"
)

// Times for what the configuration leaves open. A small model on two cores reads a long prompt for tens of seconds; a
// hosted one that is loaded holds a question back for about a minute.
const (
	connectUsual = 10 * time.Second
	firstUsual   = 90 * time.Second
	silenceUsual = 30 * time.Second
	wholeUsual   = 5 * time.Minute
	lingerMost   = 100 * time.Millisecond // for the end of a connection after [DONE], so that it can be used again
)

func or(d, usual time.Duration) time.Duration {
	if d <= 0 {
		return usual
	}
	return d
}

func withUsual(t models.Timeouts) models.Timeouts {
	return models.Timeouts{Connect: or(t.Connect, connectUsual), First: or(t.First, firstUsual), Silence: or(t.Silence, silenceUsual), Whole: or(t.Whole, wholeUsual)}
}

func dialer(t models.Timeouts) *http.Transport {
	d := &net.Dialer{Timeout: or(t.Connect, connectUsual), KeepAlive: 30 * time.Second}
	return &http.Transport{Proxy: http.ProxyFromEnvironment, DialContext: d.DialContext, TLSHandshakeTimeout: or(t.Connect, connectUsual),
		MaxIdleConns: 100, MaxIdleConnsPerHost: 64, IdleConnTimeout: 90 * time.Second, ForceAttemptHTTP2: true, MaxResponseHeaderBytes: 64 << 10}
}

var (
	errFirst   = errors.New("no answer began in time")
	errSilence = errors.New("the answer stopped coming")
	errWhole   = errors.New("the answer took too long as a whole")
)

// watchdog ends a call that takes too long: until its first data, between pieces, or as a whole.
type watchdog struct {
	ctx    context.Context
	outer  context.Context
	cancel context.CancelCauseFunc
	times  models.Timeouts
	whole  *time.Timer
	step   *time.Timer
	began  bool // the first data came, and step counts silence
}

func watch(outer context.Context, t models.Timeouts) *watchdog {
	w := &watchdog{outer: outer, times: withUsual(t)}
	w.ctx, w.cancel = context.WithCancelCause(outer)
	w.whole = time.AfterFunc(w.times.Whole, func() { w.cancel(errWhole) })
	return w
}

// arm sets the next bound. Until the first data it is one bound, whether the head of the stream has come or not.
func (w *watchdog) arm(d time.Duration, means error) {
	if w.step != nil {
		w.step.Stop()
	}
	w.step = time.AfterFunc(d, func() { w.cancel(means) })
}

// alive is called when data came.
func (w *watchdog) alive() {
	if w.began && w.step.Reset(w.times.Silence) {
		return
	}
	w.began = true
	w.arm(w.times.Silence, errSilence)
}

// patient leaves the whole alone as the bound.
func (w *watchdog) patient() {
	if w.step != nil {
		w.step.Stop()
	}
}

// drain reads to the end of the body, which comes right after the end mark where a server is well made.
func (w *watchdog) drain(body io.Reader) {
	w.arm(lingerMost, errSilence)
	_, _ = io.CopyN(io.Discard, body, 4<<10) // the answer is whole; all that is lost is a connection
}

func (w *watchdog) stop() {
	w.whole.Stop()
	if w.step != nil {
		w.step.Stop()
	}
	w.cancel(nil)
}

// fault says what ended the call if it was us.
func (w *watchdog) fault(f *Fault) *Fault {
	if w.outer.Err() != nil {
		return f // the caller gave up, and hears that
	}
	switch cause := context.Cause(w.ctx); cause {
	case errFirst, errSilence, errWhole:
		return &Fault{Kind: Timeout, Text: cause.Error(), cause: cause}
	}
	return f
}

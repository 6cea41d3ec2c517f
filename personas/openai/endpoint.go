package openai

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"github.com/tenure-sim/tenure/personas/models"
)

// endpoint is one model where it is served, with what is known of it.
type endpoint struct {
	model   models.Model
	key     secret
	http    *http.Client
	gate    *gate
	breaker *breaker // shared by the models of one URL
	learner learner
	turned  atomic.Int64 // questions on end that it would not take, since the last that it answered
	spoken  atomic.Bool  // it has answered something
	heat    atomic.Bool  // it was told of that it refuses a temperature
}

const errorMost = 64 << 10 // bytes of an error's body that are read

// once asks one time in a dialect, for so many tokens of answer. started is told when the first data came; again is asked before the same is put once more.
func (e *endpoint) once(ctx context.Context, body []byte, most int, stream bool, started func(), again func() error) (*answer, *Fault) {
	w := watch(ctx, e.model.Timeouts)
	defer w.stop()
	if stream {
		w.arm(w.times.First, errFirst)
	}
	resp, c, err := e.send(w.ctx, body, stream, again)
	var why *unpaid
	if errors.As(err, &why) {
		return nil, unsent(why.error)
	}
	if err != nil {
		f := w.fault(networkFault(err))
		f.unreached = c.failed()
		f.away = f.Kind != Security && (f.unreached || f.Kind == Connect && !c.answered.Load())
		return nil, f
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, w.fault(e.refused(resp))
	}
	if !strings.HasPrefix(resp.Header.Get("Content-Type"), "text/event-stream") {
		w.patient() // it takes its time and then says all at once, as it was asked to, or although it was asked for a stream
		a, err := readWhole(resp.Body)
		return e.result(w, a, err)
	}
	a, err := readStream(resp.Body, most, func() {
		started()
		w.alive()
	})
	if err == nil {
		w.drain(resp.Body)
	}
	return e.result(w, a, err)
}

func (e *endpoint) result(w *watchdog, a *answer, err error) (*answer, *Fault) {
	if err == nil {
		return a, nil
	}
	f := w.fault(readFault(err))
	if a != nil {
		f.part, f.lost = a, a.said()
		f.began = f.lost > 0
	}
	return nil, f
}

func (e *endpoint) post(ctx context.Context, body []byte, stream bool) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, e.address("/chat/completions"), bytes.NewReader(body))
	if err != nil {
		return nil, errors.New("the URL of the model is none")
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json")
	if stream {
		req.Header.Set("Accept", "text/event-stream, application/json")
	}
	e.sign(req)
	return e.http.Do(req)
}

func (e *endpoint) sign(req *http.Request) {
	req.Header.Set("User-Agent", "tenure")
	if e.key.value != "" {
		req.Header.Set("Authorization", "Bearer "+e.key.value)
	}
}

func (e *endpoint) address(path string) string { return strings.TrimRight(e.model.URL, "/") + path }

// refused reads what an endpoint says with a status that is no success.
func (e *endpoint) refused(resp *http.Response) *Fault {
	body, err := io.ReadAll(io.LimitReader(resp.Body, errorMost))
	if err != nil && len(body) == 0 {
		body = []byte("its body could not be read: " + err.Error())
	}
	f := statusFault(resp.StatusCode, resp.Header, body, time.Now())
	if f.elsewhere = resp.StatusCode/100 == 3; f.elsewhere {
		f.Kind, f.Text = Request, redirected(resp, e.key.value != "")
	}
	return f
}

// seal makes a fault fit to be shown. The key goes before anything is cut, or a part of it would stay.
func (e *endpoint) seal(f *Fault) *Fault {
	f.Model = e.model.Name
	f.Text, f.body = oneLine(e.key.hideParts(f.Text)), clip(e.key.hideParts(f.body), bodyMost)
	return f
}

func newHTTP(t models.Timeouts, transport http.RoundTripper) *http.Client {
	if transport == nil {
		transport = dialer(t)
	}
	return &http.Client{Transport: transport, CheckRedirect: func(*http.Request, []*http.Request) error {
		return http.ErrUseLastResponse // the question and the key go to the address that the user named
	}}
}

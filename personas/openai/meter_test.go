package openai

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tenure-sim/tenure/personas/models"
)

// purseOf lets so many requests go.
type purseOf struct {
	left, under int
	used        models.Usage
}

var errPoor = errors.New("nothing is left")

func (p *purseOf) Send(context.Context) (func(models.Usage), error) {
	if p.left == 0 {
		return nil, errPoor
	}
	p.left, p.under = p.left-1, p.under+1
	return func(u models.Usage) { p.under, p.used = p.under-1, p.used.Plus(u) }, nil
}

func (p *purseOf) Used() models.Usage { return p.used }

// Each request is asked for before it goes out, and told of after: one that failed with its prompt and what had come of it.
func TestEveryRequestIsMetered(t *testing.T) {
	var n atomic.Int64
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		switch n.Add(1) {
		case 1:
			http.Error(w, "no", http.StatusServiceUnavailable)
		default:
			w.Header().Set("Content-Type", "text/event-stream")
			fmt.Fprint(w, "data: "+piece+"\n\n") // it breaks off
		}
	}))
	defer s.Close()
	p := &purseOf{left: 3}
	_, err := client(t, config(s.URL), Options{Tries: 5, Backoff: time.Millisecond}).Complete(models.WithMeter(context.Background(), p), question("hi"))
	once, _ := newAsk(question("hi"), models.Role{})
	want := models.Usage{Requests: 3, In: int64(3 * once.sent()), Out: 2}
	if !errors.Is(err, errPoor) || n.Load() != 3 || p.used != want || p.under != 0 {
		t.Errorf("got %v after %d requests, %+v with %d not settled; want %+v", err, n.Load(), p.used, p.under, want)
	}
}

// What went out on a kept connection that was dropped may have been read: it is paid, and not put once more unpaid.
func TestARequestOnADroppedConnectionIsMetered(t *testing.T) {
	url, dropped := closer(t, false)
	cfg := config(url)
	cfg.Models[0].Timeouts = models.Timeouts{}
	c, p := client(t, cfg, Options{}), &purseOf{left: 2}
	ctx := models.WithMeter(context.Background(), p)
	_, first := c.Complete(ctx, question("hi"))
	_, second := c.Complete(ctx, question("hi"))
	if first != nil || !errors.Is(second, errPoor) || dropped.Load() != 1 || p.used.Requests != 2 || p.under != 0 {
		t.Errorf("got %v, then %v; %d dropped, %+v used, %d not settled", first, second, dropped.Load(), p.used, p.under)
	}
}

func TestARequestThatReachesNobodyCostsNothing(t *testing.T) {
	p := &purseOf{left: 9}
	if _, err := client(t, config("http://127.0.0.1:1/v1"), Options{Tries: 2, Backoff: time.Millisecond}).Complete(models.WithMeter(context.Background(), p), question("hi")); err == nil || p.used != (models.Usage{}) || p.left != 7 {
		t.Errorf("got %v, %+v used, %d left", err, p.used, p.left)
	}
}

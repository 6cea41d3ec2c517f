package openai

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/tenure-sim/tenure/personas/models"
)

// closer answers one question a connection, says that the connection is kept, and drops it when the next one comes, as a
// server does that has just given up an idle connection.
func closer(t *testing.T, reset bool) (url string, dropped *atomic.Int64) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	dropped = &atomic.Int64{}
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go serveOne(conn, reset, dropped)
		}
	}()
	return "http://" + l.Addr().String() + "/v1", dropped
}

func serveOne(conn net.Conn, reset bool, dropped *atomic.Int64) {
	defer conn.Close()
	r := bufio.NewReader(conn)
	req, err := http.ReadRequest(r)
	if err != nil {
		return
	}
	body := `{"data":[{"id":"fake"}]}`
	if req.Method == http.MethodPost {
		body = fine
	}
	if _, err := io.Copy(io.Discard, req.Body); err != nil {
		return
	}
	fmt.Fprintf(conn, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nKeep-Alive: timeout=5, max=100\r\nContent-Length: %d\r\n\r\n%s", len(body), body)
	if _, err := r.ReadByte(); err != nil { // a part of the next question has come when it goes
		return
	}
	dropped.Add(1)
	if c, ok := conn.(*net.TCPConn); ok && reset {
		_ = c.SetLinger(0)
	}
}

func TestAKeptConnectionThatWasClosedCostsNoTry(t *testing.T) {
	for _, reset := range []bool{false, true} {
		for name, text := range map[string]string{"short": "hi", "long": strings.Repeat("a long thread ", 400_000)} {
			url, dropped := closer(t, reset)
			cfg := config(url)
			cfg.Models[0].Timeouts = models.Timeouts{}
			failed := 0
			c := client(t, cfg, Options{Attempt: func(Attempt) { failed++ }})
			for i := range 5 {
				if got, err := c.Complete(context.Background(), question(text)); err != nil || got.Tries != 1 {
					t.Fatalf("%s, reset %t, question %d: got %+v, %v", name, reset, i, got, err)
				}
			}
			if failed != 0 || dropped.Load() == 0 {
				t.Errorf("%s, reset %t: %d attempts failed and %d connections were dropped", name, reset, failed, dropped.Load())
			}
		}
	}
}

func TestACheckSurvivesKeptConnectionsThatAreClosed(t *testing.T) {
	for _, reset := range []bool{false, true} {
		url, dropped := closer(t, reset)
		if r := checkOf(url); !r.Usable || !r.Known {
			t.Errorf("reset %t: got %+v", reset, r)
		}
		if dropped.Load() == 0 {
			t.Error("no kept connection was dropped")
		}
	}
}

// A connection that breaks although it was new is a failure like any other, or a question could be put for ever.
func TestANewConnectionThatBreaksIsATry(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	var n atomic.Int64
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			n.Add(1)
			if _, err := http.ReadRequest(bufio.NewReader(conn)); err == nil {
				conn.Close()
			}
		}
	}()
	_, err = client(t, config("http://"+l.Addr().String()+"/v1"), Options{Tries: 3}).Complete(context.Background(), question("hi"))
	if err == nil || n.Load() != 3 {
		t.Errorf("got %v after %d connections, want a fault after 3", err, n.Load())
	}
}

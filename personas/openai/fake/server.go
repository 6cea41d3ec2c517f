package fake

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
	"time"
)

// Options say what kind of endpoint it is. The zero value answers at once and without faults.
type Options struct {
	Seed    uint64
	Median  time.Duration // of the time to a whole answer; log-normal
	Sigma   float64       // of its logarithm; 0: always the median
	Faults  Faults
	Hang    time.Duration // how long a call hangs or is silent at most; 30 s when 0
	After   string        // Retry-After of a 429; "0" when empty
	Answer  func(Question) Answer
	Echo    bool     // repeats the whole prompt
	Key     string   // calls without it are turned away
	Models  []string // what /models lists; "fake" when nil
	Context int      // told in the list when above 0

	NoStream, NoUsage, NoTools, NoSchema, NoTemperature, NewLimit bool // what it refuses, with a 400
}

// Counts are what a server was asked for and did.
type Counts struct {
	Calls  int
	Most   int // calls at once
	Faults map[Fault]int
}

// Server is the endpoint. It is an http.Handler for paths below /v1.
type Server struct {
	opt  Options
	http *http.Server
	addr string
	done chan struct{}

	mu     sync.Mutex // guards what follows
	seen   map[[32]byte]uint64
	now    int
	counts Counts
	last   []byte
}

// New makes a server that listens nowhere.
func New(opt Options) *Server {
	if opt.Hang <= 0 {
		opt.Hang = 30 * time.Second
	}
	if opt.Models == nil {
		opt.Models = []string{"fake"}
	}
	return &Server{opt: opt, seen: map[[32]byte]uint64{}, counts: Counts{Faults: map[Fault]int{}}}
}

// Start makes one that listens on a free port of loopback until it is closed.
func Start(opt Options) (*Server, error) {
	s := New(opt)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("start the fake endpoint: %w", err)
	}
	s.addr, s.done = l.Addr().String(), make(chan struct{})
	s.http = &http.Server{Handler: s, ReadHeaderTimeout: 10 * time.Second}
	go func() {
		defer close(s.done)
		_ = s.http.Serve(l) // it always ends with ErrServerClosed: nothing else closes the listener
	}()
	return s, nil
}

// URL is the base to configure.
func (s *Server) URL() string { return "http://" + s.addr + "/v1" }

// Close ends it with all its calls.
func (s *Server) Close() error {
	err := s.http.Close()
	<-s.done
	if err != nil && !errors.Is(err, net.ErrClosed) {
		return fmt.Errorf("close the fake endpoint: %w", err)
	}
	return nil
}

// Counts are those so far.
func (s *Server) Counts() Counts {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := s.counts
	out.Faults = map[Fault]int{}
	for f, n := range s.counts.Faults {
		out.Faults[f] = n
	}
	return out
}

// Last is the body of the last question.
func (s *Server) Last() []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.last
}

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if s.opt.Key != "" && r.Header.Get("Authorization") != "Bearer "+s.opt.Key {
		// It shows what it was sent, as careless endpoints do.
		problem(w, http.StatusUnauthorized, "Incorrect API key provided: "+r.Header.Get("Authorization"), "invalid_api_key")
		return
	}
	switch r.Method + " " + r.URL.Path {
	case "GET /v1/models":
		s.list(w)
	case "POST /v1/chat/completions":
		s.chat(w, r)
	default:
		http.NotFound(w, r)
	}
}

func (s *Server) list(w http.ResponseWriter) {
	type entry struct {
		ID      string `json:"id"`
		Object  string `json:"object"`
		Context int    `json:"max_model_len,omitempty"`
	}
	var out struct {
		Object string  `json:"object"`
		Data   []entry `json:"data"`
	}
	out.Object = "list"
	for _, id := range s.opt.Models {
		out.Data = append(out.Data, entry{id, "model", s.opt.Context})
	}
	writeJSON(w, http.StatusOK, out)
}

const bodyMost = 16 << 20

func (s *Server) chat(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(io.LimitReader(r.Body, bodyMost))
	if err != nil {
		return // the caller is gone
	}
	var q Question
	if err := json.Unmarshal(body, &q); err != nil {
		problem(w, http.StatusBadRequest, "the body is no JSON: "+err.Error(), "")
		return
	}
	if said := s.refuses(q, body); said != "" {
		problem(w, http.StatusBadRequest, said, "unsupported_parameter")
		return
	}
	d := s.arrive(body)
	defer s.leave()
	call := &call{s: s, w: w, ctx: r.Context(), q: q, fault: s.opt.Faults.draw(d), takes: s.latency(d)}
	s.count(call.fault)
	call.run()
}

// refuses plays an endpoint that lacks a feature.
func (s *Server) refuses(q Question, body []byte) string {
	var fields map[string]json.RawMessage
	if json.Unmarshal(body, &fields) != nil {
		return "the body is no object"
	}
	for _, f := range []struct {
		name string
		no   bool
	}{{"stream_options", s.opt.NoUsage}, {"tools", s.opt.NoTools}, {"response_format", s.opt.NoSchema}, {"temperature", s.opt.NoTemperature}, {"max_tokens", s.opt.NewLimit}} {
		if _, has := fields[f.name]; has && f.no {
			return "Unsupported parameter: '" + f.name + "' is not supported with this model."
		}
	}
	if q.Stream && s.opt.NoStream {
		return "stream is not supported here"
	}
	return ""
}

// arrive counts a call and gives its draws.
func (s *Server) arrive(body []byte) *draws {
	s.mu.Lock()
	defer s.mu.Unlock()
	key := sha256.Sum256(body)
	s.seen[key]++
	s.last = body
	s.counts.Calls++
	s.now++
	s.counts.Most = max(s.counts.Most, s.now)
	return newDraws(s.opt.Seed, binary.LittleEndian.Uint64(key[:]), s.seen[key])
}

func (s *Server) leave() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now--
}

func (s *Server) count(f Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if f != "" {
		s.counts.Faults[f]++
	}
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("fake: an answer does not encode: %v", err))
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(raw) // a caller that is gone wants nothing
}

func problem(w http.ResponseWriter, status int, said, code string) {
	writeJSON(w, status, map[string]any{"error": map[string]any{"message": said, "type": "invalid_request_error", "code": code}})
}

// wait is false when the caller is gone.
func wait(ctx context.Context, d time.Duration) bool {
	if d <= 0 {
		return ctx.Err() == nil
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-t.C:
		return true
	}
}

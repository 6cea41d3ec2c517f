package main

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
)

// A server that takes no question at all does not have a project played to its end with templates.
func TestAServerThatRefusesEveryQuestionStopsTheRun(t *testing.T) {
	t.Parallel()
	var calls atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		calls.Add(1)
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusBadRequest)
		w.Write([]byte(`{"error":{"message":"thou shalt not"}}`))
	}))
	t.Cleanup(server.Close)
	c := newCLI(t)
	got, errs, code := c.modelRun("run", "desk", "--personas", c.modelsAt(server.URL+"/v1", "", ""))
	if code != 1 || got.Ended != "stopped" || !strings.Contains(errs, "refuses the shortest question as well") || !strings.Contains(errs, "thou shalt not") {
		t.Errorf("exit %d, %s after %d calls\n%s", code, got.Ended, calls.Load(), errs)
	}
	if n := got.Models.paidCalls(); n == 0 || len(got.Models.Degraded) > 0 || len(got.Models.Reasons) > 0 {
		t.Errorf("%d calls are counted and %v degraded (%v), want some and nothing", n, got.Models.Degraded, got.Models.Reasons)
	}
}

package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// A run is killed whenever a question reaches the endpoint. No kill gives the question back, with a tape or without: not even one
// of an agent, which is in no log.
func TestAKillDoesNotGiveABudgetBack(t *testing.T) {
	t.Parallel()
	for name, args := range map[string][]string{
		"coworkers":       {"--personas", "models.yaml"},
		"coworkers, tape": {"--personas", "models.yaml", "--cassette", "tape"},
		"agent":           {"--agent", "model:one", "--models", "models.yaml"},
		"agent, tape":     {"--agent", "model:one", "--models", "models.yaml", "--cassette", "tape"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var requests atomic.Int64
			var over atomic.Bool
			came := make(chan struct{}, 100)
			s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				requests.Add(1)
				if _, err := io.Copy(io.Discard, r.Body); err != nil { // whoever asked is dead: that is told when all is read
					return
				}
				if over.Load() { // else a run whose bound does not hold would wait for ever
					http.Error(w, "over", http.StatusUnauthorized)
					return
				}
				came <- struct{}{}
				<-r.Context().Done()
			}))
			t.Cleanup(s.Close)
			c := newCLI(t)
			file := c.modelsAt(s.URL+"/v1", "", "")
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, append(text, "budget: {calls: 3}\n"...), 0o600); err != nil {
				t.Fatal(err)
			}
			killed := 0
			for range 8 {
				cmd := exec.Command(binary, append([]string{"run", "desk", "--report", "none"}, args...)...)
				cmd.Dir = c.dir
				if err := cmd.Start(); err != nil {
					t.Fatal(err)
				}
				ended := make(chan error, 1)
				go func() { ended <- cmd.Wait() }()
				select {
				case <-came:
					killed++
					cmd.Process.Kill()
					<-ended
				case err := <-ended:
					if err != nil {
						t.Fatalf("it ended by itself: %v", err)
					}
				case <-time.After(hangs):
					cmd.Process.Kill()
					t.Fatal("it hangs")
				}
				for len(came) > 0 {
					<-came
				}
			}
			over.Store(true)
			out, _, _ := c.run(append([]string{"run", "desk", "--report", "none"}, args...)...)
			if n := requests.Load(); n > 3 || killed == 0 || !strings.Contains(out, "3 of 3 calls are spent") {
				t.Errorf("%d requests under a bound of 3, over %d kills:\n%s", n, killed, out)
			}
		})
	}
}

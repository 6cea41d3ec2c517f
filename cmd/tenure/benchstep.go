package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/tenure-sim/tenure/scenarios/generate"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/engine"
)

const stepCount = 400

// benchStep is an agent's turn: its call is decided, all that follows is simulated and saved, and the next observation
// is there. After every one a bare store commits as many bytes, so both see the disk in the same state.
func benchStep(ctx context.Context, l *lab) error {
	l.say("%d turns of an agent", stepCount)
	sc, err := generated(generate.Options{Hours: 200, People: 12})
	if err != nil {
		return err
	}
	t, err := l.saved(sc)
	if err != nil {
		return err
	}
	turns, commits, size, err := l.steps(ctx, t)
	if err = errors.Join(err, t.close()); err != nil {
		return err
	}
	mine, bare := median(turns), median(commits)
	l.add(benchRow{Part: "step", What: "turn of an agent, p50", Figure: mine, Unit: "ms", Baseline: bare,
		Against: fmt.Sprintf("bare commit of %d bytes", size), Limit: limit{Of: "difference", Most: 0.5}})
	return nil
}

// steps measures; size is the median of what one turn saves.
func (l *lab) steps(ctx context.Context, t *trial) (turns, commits []float64, size int, err error) {
	log := &weighed{Log: t.log}
	e, err := engine.Create(sim.NewWorld(t.scenario.Parts()...), engine.Config{Log: log}, t.scenario.Lay(benchSeed))
	if err != nil {
		return nil, nil, 0, err
	}
	defer e.Close()
	bare, err := openBare(filepath.Join(l.dir, "bare.db"))
	if err != nil {
		return nil, nil, 0, err
	}
	defer bare.Close()
	if _, _, err := e.Advance(ctx); err != nil {
		return nil, nil, 0, err
	}
	var sizes []int
	for n := range stepCount {
		log.bytes = 0
		text := fmt.Sprintf(`{"channel":"general","text":"Note %d: the figures are in, nothing has moved since yesterday."}`, n)
		start := time.Now()
		if _, err := e.Step(ctx, engine.Action{Tool: "chat_post", Args: []byte(text)}); err != nil {
			return nil, nil, 0, err
		}
		turns, sizes = append(turns, millis(time.Since(start))), append(sizes, log.bytes)
		start = time.Now()
		if err := commit(bare, n, log.bytes); err != nil {
			return nil, nil, 0, err
		}
		commits = append(commits, millis(time.Since(start)))
	}
	slices.Sort(sizes)
	return turns, commits, sizes[len(sizes)/2], nil
}

// weighed is a log that counts the bytes it was given.
type weighed struct {
	engine.Log
	bytes int
}

func (w *weighed) Append(b sim.Batch) error {
	for _, e := range b.Events {
		w.bytes += len(e)
	}
	for _, c := range b.Contents {
		w.bytes += len(c)
	}
	return w.Log.Append(b)
}

var bareBucket = []byte("bare")

func openBare(path string) (*bolt.DB, error) {
	db, err := bolt.Open(path, 0o644, &bolt.Options{Timeout: time.Second, FreelistType: bolt.FreelistMapType})
	if err != nil {
		return nil, err
	}
	err = db.Update(func(tx *bolt.Tx) error {
		_, err := tx.CreateBucketIfNotExists(bareBucket)
		return err
	})
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

func commit(db *bolt.DB, n, size int) error {
	return db.Update(func(tx *bolt.Tx) error {
		return tx.Bucket(bareBucket).Put(fmt.Appendf(nil, "%016d", n), make([]byte, size))
	})
}

func millis(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1e6 }

func median(all []float64) float64 {
	slices.Sort(all)
	return all[len(all)/2]
}

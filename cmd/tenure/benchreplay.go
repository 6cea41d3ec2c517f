package main

import (
	"context"
	"fmt"
	"runtime"
	"time"

	"github.com/tenure-sim/tenure/scenarios/generate"
	"github.com/tenure-sim/tenure/sim"
	"github.com/tenure-sim/tenure/sim/engine"
)

const replayRuns = 5

// benchReplay folds the log of the project again. The baseline only reads, decodes and hashes it.
func benchReplay(ctx context.Context, l *lab) error {
	t, err := l.project(ctx)
	if err != nil {
		return err
	}
	var fold, read time.Duration
	for n := range replayRuns {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		l.say("replay, %d of %d", n+1, replayRuns)
		f, _, err := t.replay()
		if err != nil {
			return err
		}
		r, err := t.decode()
		if err != nil {
			return err
		}
		if n == 0 || f < fold {
			fold = f
		}
		if n == 0 || r < read {
			read = r
		}
	}
	rate := func(d time.Duration) float64 { return float64(t.events) / d.Seconds() }
	l.add(benchRow{Part: "replay", What: "replay", Figure: rate(fold), Unit: "events/s", Baseline: rate(read), Against: "read, decode and hash",
		Limit: limit{Of: "figure", AtLeast: 300_000}})
	return nil
}

// replay folds the log into a new world and checks its hash.
func (t *trial) replay() (time.Duration, *sim.World, error) {
	w := sim.NewWorld(t.scenario.Parts()...)
	runtime.GC()
	start := time.Now()
	chain, err := engine.Replay(w, t.log, engine.Visitor{})
	took := time.Since(start)
	if err == nil && chain != t.episode.Chain() {
		err = fmt.Errorf("the replay has the hash %s and the run had %s", chain, t.episode.Chain())
	}
	return took, w, err
}

func (t *trial) decode() (time.Duration, error) {
	codec := sim.NewCodec(t.scenario.Parts()...)
	var chain sim.Chain
	runtime.GC()
	start := time.Now()
	err := t.log.Read(0, func(_ uint64, raw []byte) error {
		chain = chain.Next(raw)
		_, err := codec.Decode(raw)
		return err
	})
	return time.Since(start), err
}

// benchLog is what an event takes on disk, with all that a store has around it.
func benchLog(ctx context.Context, l *lab) error {
	t, err := l.project(ctx)
	if err != nil {
		return err
	}
	size, err := t.size()
	if err != nil {
		return err
	}
	plain := 0
	if err := t.log.Read(0, func(_ uint64, raw []byte) error { plain += len(raw); return nil }); err != nil {
		return err
	}
	n := float64(t.events)
	l.add(benchRow{Part: "log", What: "log on disk, an event", Figure: float64(size) / n, Unit: "B", Baseline: float64(plain) / n, Against: "encoded, not packed",
		Limit: limit{Of: "figure", Most: 200}})
	return nil
}

// benchMemory is what a world takes at its end, beside one of a tenth of the length.
func benchMemory(ctx context.Context, l *lab) error {
	t, err := l.project(ctx)
	if err != nil {
		return err
	}
	l.say("memory of a world")
	sc, err := generated(generate.Options{Hours: projectHours / 10})
	if err != nil {
		return err
	}
	var small float64
	err = l.with(sc, func(short *trial) error {
		if err := short.run(ctx); err != nil {
			return err
		}
		small, err = short.weigh()
		return err
	})
	if err != nil {
		return err
	}
	large, err := t.weigh()
	if err != nil {
		return err
	}
	l.add(benchRow{Part: "memory", What: "world of 1,000 hours", Figure: large, Unit: "MiB", Baseline: small, Against: "of 100 hours", Limit: limit{Of: "figure", Most: 64}})
	return nil
}

// weigh folds the log and says by how much the heap has grown, in MiB.
func (t *trial) weigh() (float64, error) {
	before := heap()
	_, w, err := t.replay()
	grown := float64(int64(heap())-int64(before)) / (1 << 20)
	runtime.KeepAlive(w)
	return grown, err
}

func heap() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC() // the first one may leave to the second what finalizers held
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

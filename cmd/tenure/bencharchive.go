package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/tenure-sim/tenure/checkpoints"
	"github.com/tenure-sim/tenure/checkpoints/archive"
)

const archiveRuns = 5

// benchArchive exports the project of 1,000 hours and imports it into a new store; the best of some runs counts. The
// baseline of both is reading the log and doing nothing with it.
func benchArchive(ctx context.Context, l *lab) error {
	t, err := l.project(ctx)
	if err != nil {
		return err
	}
	l.say("export and import")
	var file bytes.Buffer
	var out, in, read float64
	for n := range archiveRuns {
		file.Reset()
		plain := 0
		start := time.Now()
		if err := t.log.Read(0, func(_ uint64, raw []byte) error { plain += len(raw); return nil }); err != nil {
			return err
		}
		rate := func() float64 { return float64(plain) / 1e6 / time.Since(start).Seconds() }
		read = max(read, rate())
		start = time.Now()
		if _, err := archive.Write(ctx, &file, t.store, archive.Options{Episode: benchBranch}); err != nil {
			return err
		}
		out = max(out, rate())
		path := filepath.Join(l.dir, fmt.Sprintf("imported-%d.db", n))
		start = time.Now()
		if err := importTo(ctx, path, file.Bytes()); err != nil {
			return err
		}
		in = max(in, rate())
		if err := os.Remove(path); err != nil {
			return err
		}
	}
	l.add(benchRow{Part: "archive", What: "export", Figure: out, Unit: "MB/s", Baseline: read, Against: "reading the log", Limit: limit{Of: "figure", AtLeast: 100}})
	l.add(benchRow{Part: "archive", What: "import", Figure: in, Unit: "MB/s", Baseline: read, Against: "reading the log", Limit: limit{Of: "figure", AtLeast: 100},
		Note: "into a store that is made and closed for it"})
	l.add(benchRow{Part: "archive", What: "exported 1,000 hours", Figure: float64(file.Len()) / 1e6, Unit: "MB", Limit: limit{Of: "figure", Most: 10}})
	return nil
}

func importTo(ctx context.Context, path string, file []byte) error {
	s, err := checkpoints.Open(path, checkpoints.Options{})
	if err != nil {
		return err
	}
	_, err = archive.Read(ctx, bytes.NewReader(file), s, archive.Options{})
	return errors.Join(err, s.Close())
}

package archive_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/tenure-sim/tenure/checkpoints/archive"
)

// long is the generated project of 1,000 hours; the benchmarks share it.
var long struct {
	once sync.Once
	file []byte
	m    archive.Manifest
}

func plainBytes(m archive.Manifest) int64 { return int64(m.Events.Bytes) }

func BenchmarkExport(b *testing.B) {
	s := fresh(b)
	play(b, s, "long", 1000, 1000)
	o := archive.Options{Episode: "long"}
	file, m := export(b, s, o)
	b.SetBytes(plainBytes(m))
	before := processor(b)
	for b.Loop() {
		if _, err := archive.Write(context.Background(), io.Discard, s, o); err != nil {
			b.Fatal(err)
		}
	}
	reportProcessor(b, before, m)
	b.ReportMetric(float64(len(file))/1e6, "MB-file")
	b.ReportMetric(float64(plainBytes(m))/1e6, "MB-log")
	b.ReportMetric(float64(m.Contents.Bytes)/1e6, "MB-contents")
}

func exported(b *testing.B) ([]byte, archive.Manifest) {
	long.once.Do(func() {
		s := fresh(b)
		play(b, s, "long", 1000, 1000)
		long.file, long.m = export(b, s, archive.Options{Episode: "long"})
	})
	return long.file, long.m
}

func BenchmarkImport(b *testing.B) {
	file, m := exported(b)
	s := fresh(b)
	b.SetBytes(plainBytes(m))
	n, before := 0, processor(b)
	for b.Loop() {
		n++
		if _, err := archive.Read(context.Background(), bytes.NewReader(file), s, archive.Options{Name: fmt.Sprint(n)}); err != nil {
			b.Fatal(err)
		}
	}
	reportProcessor(b, before, m)
}

func BenchmarkCheck(b *testing.B) {
	file, m := exported(b)
	b.SetBytes(plainBytes(m))
	for b.Loop() {
		if _, err := archive.Check(context.Background(), bytes.NewReader(file), archive.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

// processor is the time this process has taken on all cores. On a machine that others use as well it says more than
// the clock does.
func processor(b *testing.B) time.Duration {
	b.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func reportProcessor(b *testing.B, since time.Duration, m archive.Manifest) {
	took := processor(b) - since
	b.ReportMetric(float64(plainBytes(m))*float64(b.N)/1e6/took.Seconds(), "MB/cpu-s")
}

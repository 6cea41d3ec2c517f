package scenarios

import (
	"context"
	"errors"
	"testing"
)

// fuse is a context that ends when it was looked at so many times.
type fuse struct {
	context.Context
	looks, most int
}

func (f *fuse) Err() error {
	if f.looks++; f.looks > f.most {
		return context.Canceled
	}
	return nil
}

func TestReadingEndsWhenNobodyWantsItAnyMore(t *testing.T) {
	raw, err := load1(t).Bundle()
	if err != nil {
		t.Fatal(err)
	}
	whole := &fuse{Context: context.Background(), most: 1 << 30}
	if sc, err := FromBundleContext(whole, raw); err != nil || sc.Title == "" {
		t.Fatalf("got %v, %v", sc, err)
	}
	if whole.looks < 50 {
		t.Errorf("looked %d times whether it is still wanted, want more", whole.looks)
	}
	for most := 0; most < whole.looks; most += 7 {
		f := &fuse{Context: context.Background(), most: most}
		if _, err := FromBundleContext(f, raw); !errors.Is(err, context.Canceled) {
			t.Errorf("ended at look %d: got %v, want it canceled", most, err)
		}
		if f.looks > most+200 {
			t.Errorf("ended at look %d: looked %d times more", most, f.looks-most)
		}
	}
}

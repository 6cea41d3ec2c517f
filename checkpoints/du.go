package checkpoints

import (
	"context"
	"fmt"
	"os"

	bolt "go.etcd.io/bbolt"

	"github.com/tenure-sim/tenure/sim"
)

// Usage is what one episode takes in a store, in bytes as they lie there: packed.
type Usage struct {
	Episode      string `json:"episode"`
	Events       uint64 `json:"events"`        // of its own, without its parents' past
	Log          int64  `json:"log_bytes"`     // of those events
	Own          int64  `json:"own_bytes"`     // of contents that no other episode names
	Shared       int64  `json:"shared_bytes"`  // of contents that others name too
	Snapshots    int    `json:"snapshots"`     //
	SnapshotSize int64  `json:"snapshot_size"` //
	Marks        int    `json:"checkpoints"`   //
	MarkSize     int64  `json:"checkpoint_size"`
}

// UsageResult is what a store's episodes take, and what of its file nobody uses.
type UsageResult struct {
	Episodes []Usage `json:"episodes"`
	File     int64   `json:"file_bytes"`
	Contents int64   `json:"content_bytes"` // each counted once
	Idle     int64   `json:"idle_bytes"`    // contents that no episode names: gc drops them
	Free     int64   `json:"free_bytes"`    // whole pages that nothing lies in, but for the few that each commit leaves: compact gives them back
	Slack    int64   `json:"slack_bytes"`   // room left in pages that are in use: compact gives most of it back
}

// Usage adds up the store by episode. It reads every log, for only events say which contents they name.
func (s *Store) Usage(ctx context.Context, progress func(done, total uint64)) (UsageResult, error) {
	u := &usage{s: s, ctx: ctx, progress: progress, sizes: map[[32]byte]int64{}, users: map[[32]byte]int{}}
	if err := u.run(); err != nil {
		return u.res, fmt.Errorf("add up store %s: %w", s.path, err)
	}
	return u.res, nil
}

type usage struct {
	s           *Store
	ctx         context.Context
	progress    func(done, total uint64)
	res         UsageResult
	sizes       map[[32]byte]int64
	users       map[[32]byte]int // how many episodes name a content
	names       []map[[32]byte]bool
	done, total uint64
}

func (u *usage) run() error {
	if err := u.s.checkWhole(u.ctx); err != nil {
		return err
	}
	if err := u.file(); err != nil {
		return err
	}
	tips, err := u.s.Heads()
	if err != nil {
		return err
	}
	for _, t := range tips {
		u.total += t.Head.Seq - min(t.Head.Seq, t.Branch.At)
	}
	for _, t := range tips {
		if err := u.episode(t); err != nil {
			return err
		}
	}
	for key, size := range u.sizes {
		u.res.Contents += size
		if u.users[key] == 0 {
			u.res.Idle += size
		}
	}
	for i := range u.res.Episodes {
		for key := range u.names[i] {
			if u.users[key] == 1 {
				u.res.Episodes[i].Own += u.sizes[key]
			} else {
				u.res.Episodes[i].Shared += u.sizes[key]
			}
		}
	}
	return nil
}

// file looks at the pages and at the contents' sizes.
func (u *usage) file() error {
	return u.s.view(func(tx *bolt.Tx) error {
		if err := u.pages(); err != nil { // here, where no commit reuses what is looked at
			return err
		}
		full, slack := 0, 0
		for _, name := range storeBuckets() {
			b := tx.Bucket(name)
			if b == nil {
				continue
			}
			st := b.Stats()
			full += st.BranchInuse + st.LeafInuse
			slack += st.BranchAlloc + st.LeafAlloc
		}
		u.res.Slack = max(0, int64(slack-full))
		return within(tx, bucketContents, nil, func(k, v []byte) error {
			var key [32]byte
			copy(key[:], k)
			u.sizes[key] = int64(len(k) + len(v))
			return nil
		})
	})
}

// commitLeaves is how many pages a commit leaves free at most that changes little: those it has written anew, on the way
// from the first page down. The one that ends a compaction does too, so they are not counted as free.
const commitLeaves = 8

func (u *usage) pages() error {
	f, err := os.Open(u.s.path)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	m, err := newest(f)
	if err != nil {
		return err
	}
	used, err := inUse(f, m)
	u.res.File, u.res.Free = info.Size(), max(0, info.Size()-used-commitLeaves*int64(m.pageSize))
	return err
}

func (u *usage) episode(t Tip) error {
	e := Usage{Episode: t.Branch.Name, Events: t.Head.Seq - min(t.Head.Seq, t.Branch.At)}
	names := map[[32]byte]bool{}
	name := func(h sim.Hash) {
		if key, ok := hashKey(h); ok && u.sizes[key] > 0 && !names[key] {
			names[key] = true
			u.users[key]++
		}
	}
	name(t.Branch.Bundle)
	err := u.s.view(func(tx *bolt.Tx) error {
		waiting, err := journalOf(tx, t.Branch.ID)
		if err != nil {
			return err
		}
		for _, c := range waiting {
			e.Log += int64(journalKeyLen + len(c.raw))
		}
		for bucket, into := range map[string]*int64{string(bucketLog): &e.Log, string(bucketMarks): &e.MarkSize, string(bucketSnaps): &e.SnapshotSize} {
			err := within(tx, []byte(bucket), number(t.Branch.ID), func(k, v []byte) error {
				*into += int64(len(k) + len(v))
				switch bucket {
				case string(bucketMarks):
					e.Marks++
				case string(bucketSnaps):
					e.Snapshots++
				}
				return nil
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	err = u.s.Read(t.Branch.Name, t.Branch.At, func(_ uint64, event []byte) error {
		References(event, name)
		if u.done++; u.progress != nil && u.done%stepEvery == 0 {
			u.progress(u.done, max(u.done, u.total))
		}
		return u.ctx.Err()
	})
	u.res.Episodes, u.names = append(u.res.Episodes, e), append(u.names, names)
	return err
}

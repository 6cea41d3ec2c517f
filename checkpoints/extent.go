package checkpoints

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"math"
)

// bbolt's two meta pages say how many pages the file has. Layout of a meta page after the 16-byte page header
// (bbolt internal/common/meta.go): magic u32, version u32, pageSize u32, flags u32, root {u64, u64},
// freelist u64, pgid u64 (high water mark), txid u64, checksum u64, in the machine's byte order.
const (
	boltMagic  = 0xED0CDAED
	metaHeader = 16
	metaLength = 64
	metaSum    = 56 // where the FNV-1a of all before it lies
)

type boltMeta struct {
	pageSize uint32
	pages    uint64
	txid     uint64
}

// extent is how long the file must be for the newest of its two meta pages.
func extent(r io.ReaderAt, size int64) (int64, error) {
	m, err := newest(r)
	if err != nil {
		return 0, fmt.Errorf("%w, %d bytes", err, size)
	}
	return int64(m.pages) * int64(m.pageSize), nil
}

// newest is the meta page of the last commit, as bbolt chooses it: the higher of those that are whole.
func newest(r io.ReaderAt) (boltMeta, error) {
	first, err := metaAt(r, 0)
	second := []int64{4096, 8192, 16384, 65536} // where it may be when the first is lost
	if err == nil {
		second = []int64{int64(first.pageSize)}
	}
	best, found, damaged := first, err == nil, errors.Is(err, ErrDamaged)
	for _, at := range second {
		m, err := metaAt(r, at)
		damaged = damaged || errors.Is(err, ErrDamaged)
		if err == nil && (!found || m.txid > best.txid) {
			best, found = m, true
		}
	}
	if !found && damaged {
		return boltMeta{}, fmt.Errorf("%w: neither of its two first pages is whole", ErrDamaged)
	}
	if !found {
		return boltMeta{}, fmt.Errorf("%w: it does not begin like one", ErrForeign)
	}
	return best, nil
}

// boltPageMost is the largest page that bbolt makes.
const boltPageMost = 64 << 10

func metaAt(r io.ReaderAt, at int64) (boltMeta, error) {
	var buf [metaHeader + metaLength]byte
	if _, err := r.ReadAt(buf[:], at); err != nil {
		return boltMeta{}, err
	}
	b := buf[metaHeader:]
	if binary.NativeEndian.Uint32(b) != boltMagic {
		return boltMeta{}, ErrForeign
	}
	m := boltMeta{
		pageSize: binary.NativeEndian.Uint32(b[8:]),
		pages:    binary.NativeEndian.Uint64(b[40:]),
		txid:     binary.NativeEndian.Uint64(b[48:]),
	}
	sum := fnv.New64a()
	sum.Write(b[:metaSum])
	if sum.Sum64() != binary.NativeEndian.Uint64(b[metaSum:]) || m.pageSize == 0 || m.pageSize > boltPageMost || m.pages > math.MaxInt64/boltPageMost {
		return boltMeta{}, ErrDamaged
	}
	return m, nil
}

package checkpoints

import (
	"encoding/binary"
	"fmt"
	"io"
)

// bbolt's two meta pages say how many pages the file has. Layout of a meta page after the 16-byte page header
// (bbolt internal/common/meta.go): magic u32, version u32, pageSize u32, flags u32, root {u64, u64},
// freelist u64, pgid u64 (high water mark), txid u64, checksum u64, in the machine's byte order.
const (
	boltMagic  = 0xED0CDAED
	metaHeader = 16
	metaLength = 64
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

// newest is the meta page of the last commit.
func newest(r io.ReaderAt) (boltMeta, error) {
	first, found := metaAt(r, 0)
	second := []int64{4096, 8192, 16384, 65536} // where it may be when the first is lost
	if found {
		second = []int64{int64(first.pageSize)}
	}
	best := first
	for _, at := range second {
		if m, ok := metaAt(r, at); ok && (!found || m.txid > best.txid) {
			best, found = m, true
		}
	}
	if !found {
		return boltMeta{}, fmt.Errorf("%w: it does not begin like one", ErrForeign)
	}
	return best, nil
}

func metaAt(r io.ReaderAt, at int64) (boltMeta, bool) {
	var buf [metaHeader + metaLength]byte
	if _, err := r.ReadAt(buf[:], at); err != nil {
		return boltMeta{}, false
	}
	b := buf[metaHeader:]
	if binary.NativeEndian.Uint32(b) != boltMagic {
		return boltMeta{}, false
	}
	return boltMeta{
		pageSize: binary.NativeEndian.Uint32(b[8:]),
		pages:    binary.NativeEndian.Uint64(b[40:]),
		txid:     binary.NativeEndian.Uint64(b[48:]),
	}, true
}

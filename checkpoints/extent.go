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
	first, ok := metaAt(r, 0)
	pageSizes := []int64{4096, 8192, 16384, 65536}
	if ok {
		pageSizes = []int64{int64(first.pageSize)}
	}
	newest := first
	found := ok
	for _, at := range pageSizes {
		if m, ok := metaAt(r, at); ok && (!found || m.txid > newest.txid) {
			newest, found = m, true
		}
	}
	if !found {
		return 0, fmt.Errorf("%w: %d bytes that do not begin like one", ErrForeign, size)
	}
	return int64(newest.pages) * int64(newest.pageSize), nil
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

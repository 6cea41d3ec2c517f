package checkpoints

import (
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

// The page sizes that bbolt looks for: where the second meta page may be when the first is lost.
const (
	pageLeast     = 1 << 10
	pageMostPlain = 1 << 24
)

// extent is how long the file must be for the newest of its two meta pages.
func extent(r io.ReaderAt, size int64) (int64, error) {
	m, err := newest(r)
	if err != nil {
		return 0, fmt.Errorf("%w, %d bytes", err, size)
	}
	return int64(m.pages) * int64(m.pageSize), nil
}

// IsStore says whether a file begins like a store, be it whole or damaged. Another program's bbolt file does too.
func IsStore(r io.ReaderAt) bool {
	_, err := newest(r)
	return err == nil || errors.Is(err, ErrDamaged)
}

// newest is the meta page of the last commit, as bbolt chooses it: the higher of those that are whole.
func newest(r io.ReaderAt) (fileMeta, error) {
	if metas := readMetas(r); len(metas) > 0 {
		return metas[0], nil
	}
	for at := int64(0); at <= pageMostPlain; at = max(pageLeast, at<<1) {
		var magic [4]byte
		if _, err := r.ReadAt(magic[:], at+metaHeader); err == nil && native.Uint32(magic[:]) == boltMagic {
			return fileMeta{}, fmt.Errorf("%w: neither of its two first pages is whole", ErrDamaged)
		}
	}
	return fileMeta{}, fmt.Errorf("%w: it does not begin like one", ErrForeign)
}

// fileMeta is one of the two pages that say where everything lies. The one of the higher transaction counts.
type fileMeta struct {
	pageSize       uint32
	root, freelist uint64
	pages, txid    uint64
	first          bool // it is page 0
}

// readMeta reads the meta page at an offset and checks its sum.
func readMeta(r io.ReaderAt, at int64) (fileMeta, bool) {
	var buf [metaHeader + metaLength]byte
	if _, err := r.ReadAt(buf[:], at); err != nil {
		return fileMeta{}, false
	}
	b := buf[metaHeader:]
	sum := fnv.New64a()
	sum.Write(b[:metaSum])
	m := fileMeta{pageSize: native.Uint32(b[8:]), root: native.Uint64(b[16:]), freelist: native.Uint64(b[32:]),
		pages: native.Uint64(b[40:]), txid: native.Uint64(b[48:]), first: at == 0}
	sane := m.pageSize >= pageLeast && m.pageSize <= pageMostPlain && m.pageSize&(m.pageSize-1) == 0 && m.pages <= math.MaxInt64/pageMostPlain
	return m, sane && native.Uint32(b) == boltMagic && native.Uint64(b[metaSum:]) == sum.Sum64()
}

// readMetas returns the sound meta pages, newest first.
func readMetas(r io.ReaderAt) []fileMeta {
	var out []fileMeta
	first, ok := readMeta(r, 0)
	if ok {
		out = append(out, first)
	}
	for at := int64(pageLeast); at <= pageMostPlain; at <<= 1 {
		if ok && at != int64(first.pageSize) {
			continue
		}
		if m, found := readMeta(r, at); found && int64(m.pageSize) == at {
			out = append(out, m)
			break
		}
	}
	if len(out) == 2 && out[1].txid > out[0].txid {
		out[0], out[1] = out[1], out[0]
	}
	return out
}

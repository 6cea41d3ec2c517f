package checkpoints

import (
	"encoding/binary"
	"errors"
	"os"
	"slices"
	"sync"
	"time"
)

// ChunkPages says which chunks of the log lie in each page of a store's file: the branch and the first event.
func ChunkPages(path string) (map[uint64][][2]uint64, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	codec, err := bareStore()
	if err != nil {
		return nil, err
	}
	defer codec.open.Close()
	metas := readMetas(f)
	pf := pageFile{r: f, size: int64(metas[0].pageSize), most: metas[0].pages}
	w := newWalk(pf, func(string, leafItem) {}, func(uint64, error) {})
	w.page("", metas[0].root, bounds{})
	out := map[uint64][][2]uint64{}
	for id := range w.seen {
		p, err := pf.at(id)
		if err != nil || p.flags != flagLeaf {
			continue
		}
		for i := range p.count {
			it, err := p.leaf(i)
			if err == nil && len(it.key) == 16 && codec.isChunk(it.key, it.value) {
				for n := range p.overflow + 1 {
					out[id+n] = append(out[id+n], [2]uint64{binary.BigEndian.Uint64(it.key), binary.BigEndian.Uint64(it.key[8:])})
				}
			}
		}
	}
	return out, nil
}

// OpenReplaced opens the file of that name for writing and says whether what it got is the file of that name. It calls
// opened when the file is open and its lock not yet there.
func OpenReplaced(path string, opened func()) error {
	var once sync.Once
	var last *os.File
	s, err := Open(path, Options{Timeout: 10 * time.Second, openFile: func(name string, flag int, mode os.FileMode) (*os.File, error) {
		f, err := os.OpenFile(name, flag, mode)
		last = f
		once.Do(opened)
		return f, err
	}})
	if err != nil {
		return err
	}
	if replaced(last, path) {
		err = errors.New("it has the old file")
	}
	return errors.Join(err, s.Close())
}

// JournalPages are the leaf pages that the journal lies in.
func JournalPages(path string) ([]uint64, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	m := readMetas(f)[0]
	pf := pageFile{r: f, size: int64(m.pageSize), most: m.pages}
	w := newWalk(pf, func(string, leafItem) {}, func(uint64, error) {})
	w.page("", m.root, bounds{})
	var out []uint64
	for id := range w.seen {
		p, err := pf.at(id)
		if err != nil || p.flags != flagLeaf || p.count == 0 {
			continue
		}
		if it, err := p.leaf(0); err == nil && !it.bucket && len(it.key) == journalKeyLen {
			out = append(out, id)
		}
	}
	slices.Sort(out)
	return out, nil
}

// RootPage is the page that the newest first page leads to.
func RootPage(path string) (uint64, error) {
	f, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	return readMetas(f)[0].root, nil
}

package checkpoints

import (
	"encoding/binary"
	"os"
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

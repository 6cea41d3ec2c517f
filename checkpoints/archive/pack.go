package archive

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"io"
	"runtime"
	"sync"

	"github.com/klauspost/compress/zstd"
)

// packer cuts a stream into blocks of one size, packs them side by side and writes them in order. Each block is packed
// by itself and by one encoder, so the bytes are the same however many encoders there are.
type packer struct {
	ctx   context.Context
	cur   *block
	todo  chan *block // to the encoders
	queue chan *block // to the writer, in order
	free  chan *block
	owned sync.WaitGroup

	file   *digester // the writer's until it has ended
	blocks uint64
	err    error
	failed chan struct{} // closed once err is set
}

// block is a stretch of the stream on its way to the file.
type block struct {
	plain, packed []byte
	done          chan struct{} // takes one when packed is there
}

// digester counts and hashes what is written through it.
type digester struct {
	w    io.Writer
	hash hash.Hash
	n    uint64
}

func (d *digester) Write(p []byte) (int, error) {
	n, err := d.w.Write(p)
	d.hash.Write(p[:n])
	d.n += uint64(n)
	return n, err
}

func (d *digester) sum() (out Digest) {
	d.hash.Sum(out[:0])
	return out
}

// newPacker writes what a file begins with. Whoever makes a packer closes it.
func newPacker(ctx context.Context, w io.Writer) (*packer, error) {
	workers := runtime.GOMAXPROCS(0)
	enc, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(packLevel), zstd.WithEncoderConcurrency(workers), zstd.WithWindowSize(blockMost))
	if err != nil {
		return nil, fmt.Errorf("compressor: %w", err)
	}
	file := &digester{w: w, hash: sha256.New()}
	if _, err := file.Write(prelude(Version)); err != nil {
		return nil, err
	}
	depth := workers + 2 // one at each encoder, one that fills up and one that is written
	p := &packer{ctx: ctx, file: file, failed: make(chan struct{}),
		todo: make(chan *block, depth), queue: make(chan *block, depth), free: make(chan *block, depth)}
	for range depth {
		p.free <- &block{plain: make([]byte, 0, blockMost), done: make(chan struct{}, 1)}
	}
	for range workers {
		p.owned.Go(func() {
			for b := range p.todo {
				b.packed = enc.EncodeAll(b.plain, b.packed[:0])
				b.done <- struct{}{}
			}
		})
	}
	p.owned.Go(p.write)
	return p, nil
}

// packLevel packs the log of a generated project 3.8 times. The next better level takes twice as long for a tenth less.
const packLevel = zstd.SpeedFastest

func (p *packer) write() {
	for b := range p.queue {
		<-b.done
		if p.err == nil {
			if p.err = p.put(b); p.err != nil {
				close(p.failed)
			}
		}
		b.plain = b.plain[:0]
		p.free <- b
	}
}

func (p *packer) put(b *block) error {
	head := binary.LittleEndian.AppendUint32(appendFrame(nil, frameBlock, blockHead-headLength), uint32(len(b.plain)))
	head = binary.LittleEndian.AppendUint32(head, uint32(len(b.packed)))
	if _, err := p.file.Write(head); err != nil {
		return err
	}
	p.blocks++
	_, err := p.file.Write(b.packed)
	return err
}

// Write adds to the stream.
func (p *packer) Write(b []byte) (int, error) {
	whole := len(b)
	for len(b) > 0 {
		if p.cur == nil {
			if err := p.begin(); err != nil {
				return whole - len(b), err
			}
		}
		n := min(len(b), blockMost-len(p.cur.plain))
		p.cur.plain = append(p.cur.plain, b[:n]...)
		b = b[n:]
		if len(p.cur.plain) == blockMost {
			p.send()
		}
	}
	return whole, nil
}

func (p *packer) begin() error {
	if err := p.ctx.Err(); err != nil { // select would choose by chance
		return err
	}
	select {
	case p.cur = <-p.free:
		return nil
	case <-p.failed:
		return p.err
	case <-p.ctx.Done():
		return p.ctx.Err()
	}
}

func (p *packer) send() {
	p.queue <- p.cur // as deep as there are blocks: it never waits
	p.todo <- p.cur
	p.cur = nil
}

// finish ends the stream. What was written is the file up to the manifest.
func (p *packer) finish() error {
	if p.cur != nil {
		p.send()
	}
	p.close()
	return p.err
}

// close lets the goroutines end and waits for them. It may be called again.
func (p *packer) close() {
	if p.todo == nil {
		return
	}
	close(p.todo)
	close(p.queue)
	p.owned.Wait()
	p.todo = nil
}

var errStop = errors.New("enough is read")

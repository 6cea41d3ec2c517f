package archive

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"io"

	"github.com/klauspost/compress/zstd"
)

// unpacker reads a file's frames and hands out its plain stream. Blocks are read and unpacked ahead in a goroutine of
// its own, which ends when the file does, when it broke or when the context is done; only a Read of the file that does
// not return can hold it back, and that is left to whoever owns the file.
type unpacker struct {
	ctx    context.Context
	blocks chan piece
	free   chan []byte

	cur   piece
	rest  []byte // of the current block
	ended bool   // the current piece is the manifest
}

// piece is a block, or the end of the blocks: the manifest or an error.
type piece struct {
	at       uint64 // where in the file it begins
	plain    []byte
	manifest []byte // not read yet; its seal is right
	file     Section
	blocks   uint64
	err      error
}

// ahead is how many blocks are unpacked before they are wanted.
const ahead = 3

func newUnpacker(ctx context.Context, r io.Reader) (*unpacker, error) {
	dec, err := zstd.NewReader(nil, zstd.WithDecoderMaxMemory(blockMost), zstd.WithDecoderConcurrency(1), zstd.WithDecodeAllCapLimit(true))
	if err != nil {
		return nil, fmt.Errorf("decompressor: %w", err)
	}
	u := &unpacker{ctx: ctx, blocks: make(chan piece, ahead), free: make(chan []byte, ahead+2)}
	for range ahead + 2 {
		u.free <- nil
	}
	f := &frames{r: r, dec: dec, hash: sha256.New()}
	go u.fill(f)
	return u, nil
}

// fill owns the file until it has sent the last piece.
func (u *unpacker) fill(f *frames) {
	defer f.dec.Close()
	for {
		var buf []byte
		select {
		case buf = <-u.free:
		case <-u.ctx.Done():
			return
		}
		p := f.next(buf)
		select {
		case u.blocks <- p:
		case <-u.ctx.Done():
			return
		}
		if p.err != nil || p.manifest != nil {
			return
		}
	}
}

// more brings the next block. At the manifest it returns io.EOF, then and ever after.
func (u *unpacker) more() error {
	if u.ended {
		return io.EOF
	}
	if u.cur.err != nil {
		return u.cur.err
	}
	if u.cur.plain != nil {
		u.free <- u.cur.plain[:0]
	}
	select {
	case u.cur = <-u.blocks:
	case <-u.ctx.Done():
		u.cur = piece{at: u.cur.at, err: u.ctx.Err()}
	}
	u.rest, u.ended = u.cur.plain, u.cur.manifest != nil
	if u.ended {
		return io.EOF
	}
	return u.cur.err
}

// Read implements io.Reader over the plain stream.
func (u *unpacker) Read(p []byte) (int, error) {
	for len(u.rest) == 0 {
		if err := u.more(); err != nil {
			return 0, err
		}
	}
	n := copy(p, u.rest)
	u.rest = u.rest[n:]
	return n, nil
}

// ReadByte implements io.ByteReader.
func (u *unpacker) ReadByte() (byte, error) {
	for len(u.rest) == 0 {
		if err := u.more(); err != nil {
			return 0, err
		}
	}
	b := u.rest[0]
	u.rest = u.rest[1:]
	return b, nil
}

// frames reads a file frame by frame.
type frames struct {
	r      io.Reader
	dec    *zstd.Decoder
	hash   hash.Hash // of all read so far
	n      uint64    // bytes read so far
	blocks uint64
	short  bool // a block that was not full came: it is the last
	packed []byte
}

// read fills buf or says how much was missing.
func (f *frames) read(buf []byte, what string) error {
	got, err := io.ReadFull(f.r, buf)
	f.hash.Write(buf[:got])
	f.n += uint64(got)
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("%w: %s has %d of its %d bytes", ErrCut, what, got, len(buf))
	case err != nil:
		return fmt.Errorf("read %s: %w", what, err)
	}
	return nil
}

func (f *frames) next(buf []byte) (p piece) {
	if f.n == 0 {
		if p.err = f.prelude(); p.err != nil {
			return p
		}
	}
	p.at = f.n
	p.file, p.blocks = Section{Count: 1, Bytes: f.n}, f.blocks
	f.hash.Sum(p.file.Digest[:0])
	var head [headLength]byte
	if p.err = f.read(head[:], "a block's head, or the manifest's,"); p.err != nil {
		return p
	}
	length := binary.LittleEndian.Uint32(head[4:])
	switch magic := binary.LittleEndian.Uint32(head[:]); magic {
	case frameBlock:
		p.plain, p.err = f.block(buf, length)
	case frameManifest:
		p.manifest, p.err = f.manifest(head[:], length)
	default:
		p.err = fmt.Errorf("%w: a frame of the kind %08x; a block (%08x) or the manifest (%08x) was expected", ErrAltered, magic, frameBlock, frameManifest)
	}
	return p
}

func (f *frames) prelude() error {
	var got [preludeSize]byte
	err := f.read(got[:], "the beginning")
	if n := min(f.n, uint64(preludeSize-2)); !bytes.Equal(got[:n], prelude(Version)[:n]) {
		return fmt.Errorf("%w: it does not begin like one", ErrForeign)
	}
	if err != nil {
		return err
	}
	switch v := binary.LittleEndian.Uint16(got[preludeSize-2:]); {
	case v > Version:
		return fmt.Errorf("%w: format %d, and this one reads up to %d; import it with that version", ErrNewer, v, Version)
	case v == 0:
		return fmt.Errorf("%w: format 0; they begin at 1", ErrAltered)
	}
	return nil
}

func (f *frames) block(buf []byte, length uint32) ([]byte, error) {
	var head [blockHead - headLength]byte
	if length != uint32(len(head)) {
		return nil, fmt.Errorf("%w: a block's head of %d bytes, not %d", ErrAltered, length, len(head))
	}
	if err := f.read(head[:], "a block's head"); err != nil {
		return nil, err
	}
	plain, packed := binary.LittleEndian.Uint32(head[:]), binary.LittleEndian.Uint32(head[4:])
	if plain == 0 || plain > blockMost || packed == 0 || packed > packedMost {
		return nil, fmt.Errorf("%w: a block of %d bytes packed to %d; at most %d and %d were expected", ErrAltered, plain, packed, blockMost, packedMost)
	}
	if f.short {
		return nil, fmt.Errorf("%w: a block after one that was not full", ErrAltered)
	}
	f.short = plain < blockMost
	if cap(f.packed) < int(packed) {
		f.packed = make([]byte, packed)
	}
	if err := f.read(f.packed[:packed], fmt.Sprintf("block %d", f.blocks+1)); err != nil {
		return nil, err
	}
	if cap(buf) < int(plain) {
		buf = make([]byte, 0, blockMost)
	}
	out, err := f.dec.DecodeAll(f.packed[:packed], buf[:0:plain])
	if err != nil {
		return nil, fmt.Errorf("%w: block %d does not unpack", ErrAltered, f.blocks+1)
	}
	if len(out) != int(plain) {
		return nil, fmt.Errorf("%w: block %d unpacks to %d bytes, not %d", ErrAltered, f.blocks+1, len(out), plain)
	}
	f.blocks++
	return out, nil
}

// manifest reads the last frame, which ends with the digest of itself, and makes sure that nothing follows.
func (f *frames) manifest(head []byte, length uint32) ([]byte, error) {
	if length <= digestSize || length > smallMost {
		return nil, fmt.Errorf("%w: a manifest of %d bytes; %d to %d were expected", ErrAltered, length, digestSize+1, smallMost)
	}
	body := make([]byte, length)
	if err := f.read(body, "the manifest"); err != nil {
		return nil, err
	}
	at := len(body) - digestSize
	if got := sha256.Sum256(append(head[:headLength:headLength], body[:at]...)); !bytes.Equal(got[:], body[at:]) {
		return nil, fmt.Errorf("%w: the manifest has the digest %x and says %x", ErrAltered, got, body[at:])
	}
	var more [1]byte
	switch n, err := io.ReadFull(f.r, more[:]); {
	case n > 0:
		return nil, fmt.Errorf("%w: something follows the manifest, from byte %d on", ErrAltered, f.n)
	case !errors.Is(err, io.EOF):
		return nil, fmt.Errorf("read on to the end: %w", err)
	}
	return body[:at], nil
}

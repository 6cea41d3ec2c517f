package checkpoints

import (
	"bytes"
	"encoding/binary"
	"fmt"

	"github.com/fxamacker/cbor/v2"
)

// eventFrame is an event as sim writes it, its body unread.
type eventFrame struct {
	_        struct{} `cbor:",toarray"`
	Seq      uint64
	At       int64
	Actor    uint64
	Cause    uint64
	Audience []byte
	Kind     string
	Body     cbor.RawMessage
}

// checkFrame says whether bytes are the event of that number.
func checkFrame(raw []byte, seq uint64) error {
	var f eventFrame
	if err := cbor.Unmarshal(raw, &f); err != nil {
		return fmt.Errorf("%w: event %d cannot be read: %w", ErrDamaged, seq, err)
	}
	if f.Seq != seq {
		return fmt.Errorf("%w: where event %d belongs lies event %d", ErrDamaged, seq, f.Seq)
	}
	if f.Cause >= seq {
		return fmt.Errorf("%w: event %d names event %d, which comes later, as its cause", ErrDamaged, seq, f.Cause)
	}
	return nil
}

// frames unpacks a chunk and checks each of its events.
func (s *Store) frames(first uint64, raw []byte) ([][]byte, error) {
	plain, err := s.unseal(raw)
	if err != nil {
		return nil, err
	}
	var out [][]byte
	err = split(plain, func(e []byte) error {
		out = append(out, e)
		return checkFrame(e, first+uint64(len(out)-1))
	})
	if err == nil && len(out) == 0 {
		err = fmt.Errorf("%w: a chunk of the log without events", ErrDamaged)
	}
	return out, err
}

// eachChunk hands out a branch's own chunks in order: those of the log, and what the journal has of the branch. One that
// lies in both is handed out twice.
func eachChunk(src source, journal []chunk, branch uint64, f func(first uint64, raw []byte) bool) error {
	prefix := number(branch)
	on := true
	upto := func(seq uint64) {
		for ; on && len(journal) > 0 && journal[0].first <= seq; journal = journal[1:] {
			on = f(journal[0].first, journal[0].raw)
		}
	}
	err := src.each(bucketLog, prefix, func(k, v []byte) bool {
		if !bytes.HasPrefix(k, prefix) {
			return false
		}
		if len(k) != 16 {
			return true
		}
		first := binary.BigEndian.Uint64(k[8:])
		upto(first)
		on = on && f(first, v)
		return on
	})
	if err == nil {
		upto(^uint64(0))
	}
	return err
}

package checkpoints

import (
	"bytes"
	"encoding/binary"

	"github.com/fxamacker/cbor/v2"
)

// shape says which bucket a key and a value found outside the tree belong to. Logs and contents prove it: an event
// tells its number, a content has its hash for a key. Records repeat their key. Snapshots are not looked for.
func (s *Store) shape(k, v []byte) (bucket string, rank uint64) {
	switch {
	case len(k) == 32 && s.isContent(k, v):
		return string(bucketContents), 1
	case len(k) == 16 && s.isChunk(k, v):
		return string(bucketLog), 1
	case len(k) == journalKeyLen && s.isChunk(k[8:], v):
		return string(bucketJournal), 1
	case len(k) == 8:
		var h Head
		if strict(record{bucketHeads, k, v}, &h) {
			return string(bucketHeads), h.Seq
		}
	}
	var f former
	if r := (record{bucketHeads, k, v}); isFormer(k) && r.sealed() && strict(r, &f) {
		return string(bucketHeads), f.Attempt
	}
	var b Branch
	if strict(record{bucketBranches, k, v}, &b) && b.Name != "" && b.Name == string(k) {
		return string(bucketBranches), b.At
	}
	var c Checkpoint
	if len(k) > 16 && strict(record{bucketMarks, k, v}, &c) && c.Name == string(k[16:]) && c.Seq == binary.BigEndian.Uint64(k[8:]) {
		return string(bucketMarks), 1
	}
	return "", 0
}

func (s *Store) isContent(k, v []byte) bool {
	_, err := s.checkContent(k, v)
	return err == nil
}

func (s *Store) isChunk(k, v []byte) bool {
	_, seq := keyPair(k)
	_, err := s.frames(binary.BigEndian.Uint64(seq), v)
	return err == nil
}

// strict reads a record that is encoded exactly as this package encodes it, with the checksum of the place where it would
// belong or, as earlier formats did, with none: other bytes may decode by chance.
func strict[T any](r record, into *T) bool {
	body, err := r.body()
	if err != nil || cbor.Unmarshal(body, into) != nil {
		return false
	}
	again, err := cbor.Marshal(*into)
	return err == nil && bytes.Equal(again, body)
}

// keyPair cuts a key of the log or the snapshots: the branch's number and the event's.
func keyPair(k []byte) (branch uint64, seq []byte) { return binary.BigEndian.Uint64(k), k[8:] }

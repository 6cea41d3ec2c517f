package checkpoints

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"slices"

	"github.com/fxamacker/cbor/v2"
	bolt "go.etcd.io/bbolt"
)

// recorded begins a record since format 4: the CRC-32C of where it lies and of what it says comes next, and then that. It
// is no way in which a sealed value is packed, and cannot begin a CBOR map, which is what records were before.
const recorded = 3

// summedSince is the format in which every record has its checksum. In one of an earlier format none has.
const summedSince = 4

// errAltered is for a record that has another checksum than its own: a bit of it was flipped, or it lies under another key.
var errAltered = errors.New("it has another checksum than its own")

// errBare is for a record without a checksum in a store whose format has them.
var errBare = errors.New("it has no checksum")

// record is a small value with the place it belongs to.
type record struct{ bucket, key, raw []byte }

// sum covers the place too, so that a record which was moved, or changed for another, is seen.
func (r record) sum(body []byte) uint32 {
	c := crc32.Update(0, castagnoli, r.bucket)
	c = crc32.Update(c, castagnoli, binary.AppendUvarint(nil, uint64(len(r.key))))
	return crc32.Update(crc32.Update(c, castagnoli, r.key), castagnoli, body)
}

// seal is the record's bytes with its checksum before them.
func (r record) seal() []byte {
	out := make([]byte, 0, sumHeader+len(r.raw))
	return append(binary.BigEndian.AppendUint32(append(out, recorded), r.sum(r.raw)), r.raw...)
}

// sealed says whether the record has a checksum.
func (r record) sealed() bool { return len(r.raw) > 0 && r.raw[0] == recorded }

// body is what the record says. With errAltered it is what it says now. Bytes without a checksum are as they are.
func (r record) body() ([]byte, error) {
	if !r.sealed() {
		return r.raw, nil
	}
	if len(r.raw) < sumHeader {
		return nil, errAltered
	}
	body := r.raw[sumHeader:]
	if r.sum(body) != binary.BigEndian.Uint32(r.raw[1:]) {
		return body, errAltered
	}
	return body, nil
}

// decode reads the record into a struct. With errAltered it is read all the same, if it can be. In a store of which bare
// says no, every record must have a checksum.
func (r record) decode(into any, bare func() bool) error {
	body, wrong := r.body()
	if !r.sealed() && !bare() {
		return errBare
	}
	if err := cbor.Unmarshal(body, into); err != nil {
		if wrong != nil {
			return fmt.Errorf("it has another checksum than its own, and cannot be read: %w", err)
		}
		return err
	}
	return wrong
}

// read is decode, in a transaction.
func (r record) read(tx *bolt.Tx, into any) error {
	return r.decode(into, func() bool { return formatIn(tx) < summedSince })
}

// check is read for one of whom only the place matters.
func (r record) check() error {
	_, err := r.body()
	return err
}

// formatIn is the store's format, and 0 when nothing says.
func formatIn(tx *bolt.Tx) uint64 { return readFormat(value(tx, bucketMeta, keyFormat)) }

func readFormat(raw []byte) uint64 {
	if len(raw) != 8 {
		return 0
	}
	return binary.BigEndian.Uint64(raw)
}

// put writes a record.
func put(tx *bolt.Tx, bucket, key []byte, v any) error {
	raw, err := encodeRecord(bucket, key, v)
	if err != nil {
		return err
	}
	return tx.Bucket(bucket).Put(key, raw)
}

func encodeRecord(bucket, key []byte, v any) ([]byte, error) {
	raw, err := cbor.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("encode %T: %w", v, err)
	}
	return record{bucket, key, raw}.seal(), nil
}

// recordBuckets are those whose values are records and nothing else.
func recordBuckets() [][]byte { return [][]byte{bucketBranches, bucketHeads, bucketMarks} }

func ofRecords(bucket string) bool {
	return slices.ContainsFunc(recordBuckets(), func(b []byte) bool { return string(b) == bucket })
}

// sumRecords gives every record of a store of an earlier format its checksum. Snapshots stay as they are: they have one,
// and the hash of the log says where each belongs.
func sumRecords(tx *bolt.Tx) error {
	if lost := value(tx, bucketMeta, keyLost); len(lost) > 0 && bareLost(lost) {
		if err := tx.Bucket(bucketMeta).Put(keyLost, lostPlace(lost).seal()); err != nil {
			return err
		}
	}
	for _, bucket := range recordBuckets() {
		var bare []record
		err := within(tx, bucket, nil, func(k, v []byte) error {
			if r := (record{bucket, bytes.Clone(k), bytes.Clone(v)}); !r.sealed() {
				bare = append(bare, r)
			}
			return nil
		})
		if err != nil {
			return err
		}
		for _, r := range bare { // after the walk: a cursor may not be written under
			if err := tx.Bucket(bucket).Put(r.key, r.seal()); err != nil {
				return err
			}
		}
	}
	return nil
}

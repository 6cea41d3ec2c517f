package scenarios

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"path"

	"github.com/fxamacker/cbor/v2"
)

// archive is a bundle: deterministic CBOR (RFC 8949, 4.2), so that equal files make equal bytes.
type archive struct {
	Format int               `cbor:"1,keyasint"`
	Name   string            `cbor:"2,keyasint"`
	Files  map[string][]byte `cbor:"3,keyasint"`
}

const archiveFormat = 1

// Bundle is all of the scenario's files in one archive. The same files always make the same bytes.
func (sc *Scenario) Bundle() ([]byte, error) {
	enc, err := cbor.CoreDetEncOptions().EncMode()
	if err != nil {
		return nil, fmt.Errorf("bundle of %s: %w", sc.Name, err)
	}
	raw, err := enc.Marshal(archive{archiveFormat, sc.Name, sc.files})
	if err != nil {
		return nil, fmt.Errorf("bundle of %s: %w", sc.Name, err)
	}
	return raw, nil
}

// Digest is the SHA-256 of the bundle, in hexadecimal. It tells two states of a scenario apart.
func (sc *Scenario) Digest() string { return sc.digest }

func (sc *Scenario) sum() error {
	raw, err := sc.Bundle()
	if err != nil {
		return err
	}
	d := sha256.Sum256(raw)
	sc.digest = hex.EncodeToString(d[:])
	return nil
}

// FromBundle reads a scenario from the archive that travels with its episodes.
func FromBundle(raw []byte) (*Scenario, error) {
	a, err := unpack(raw)
	if err != nil {
		return nil, fmt.Errorf("scenario archive: %w", err)
	}
	return load(a.Files, &report{name: a.Name})
}

func unpack(raw []byte) (archive, error) {
	var a archive
	if len(raw) > totalMost+filesMost*300 {
		return a, fmt.Errorf("%d bytes are too many", len(raw))
	}
	dec, err := cbor.DecOptions{DupMapKey: cbor.DupMapKeyEnforcedAPF, IndefLength: cbor.IndefLengthForbidden,
		MaxMapPairs: filesMost, MaxNestedLevels: 4, ExtraReturnErrors: cbor.ExtraDecErrorUnknownField}.DecMode()
	if err != nil {
		return a, err
	}
	if err := dec.Unmarshal(raw, &a); err != nil {
		return a, err
	}
	if a.Format != archiveFormat {
		return a, fmt.Errorf("format %d; this version reads format %d", a.Format, archiveFormat)
	}
	for _, name := range sortedKeys(a.Files) {
		if !fs.ValidPath(name) || path.Clean(name) != name {
			return a, fmt.Errorf("%q is not a path below the scenario's folder", name)
		}
	}
	return a, nil
}

package scenarios

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"

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
func FromBundle(raw []byte) (*Scenario, error) { return FromBundleContext(context.Background(), raw) }

// FromBundleContext is FromBundle for an archive of somebody else's, which may take long to read: it ends with ctx.
func FromBundleContext(ctx context.Context, raw []byte) (*Scenario, error) {
	a, err := unpack(raw)
	if err != nil {
		return nil, fmt.Errorf("scenario archive: %w", err)
	}
	return load(a.Files, &report{ctx: ctx, name: a.Name})
}

// ErrNewer is returned for the archive of a scenario that a newer version of tenure wrote.
var ErrNewer = errors.New("it needs a newer version of tenure")

// readable looks at an archive's format alone: what else a newer one holds may be anything.
func readable(raw []byte) error {
	var a struct {
		Format int `cbor:"1,keyasint"`
	}
	dec, err := cbor.DecOptions{MaxMapPairs: filesMost, MaxNestedLevels: 16}.DecMode()
	if err != nil {
		return err
	}
	if err := dec.Unmarshal(raw, &a); err != nil {
		return err
	}
	if a.Format > archiveFormat {
		return fmt.Errorf("format %d; this version reads format %d: %w", a.Format, archiveFormat, ErrNewer)
	}
	if a.Format != archiveFormat {
		return fmt.Errorf("format %d; this version reads format %d", a.Format, archiveFormat)
	}
	return nil
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
	if err := readable(raw); err != nil {
		return a, err
	}
	if err := dec.Unmarshal(raw, &a); err != nil {
		return a, err
	}
	if a.Name == "" || len(a.Name) > nameMost || !printable(a.Name) {
		return a, fmt.Errorf("%.300q is no name of a scenario", a.Name)
	}
	in := intake{files: tree{}}
	for _, name := range sortedKeys(a.Files) {
		if err := in.take(name, a.Files[name]); err != nil {
			return a, err
		}
	}
	return a, nil
}

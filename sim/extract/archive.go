package extract

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
)

// Limits of an archive that is opened at all. A small file can unpack to a huge one.
const (
	entriesMost  = 2_000
	unpackedMost = 64 << 20
)

// unzip opens an archive after checking what it claims to hold.
func unzip(raw []byte) (*zip.Reader, error) {
	z, err := zip.NewReader(bytes.NewReader(raw), int64(len(raw)))
	if err != nil {
		return nil, fmt.Errorf("not a zip archive: %w", err)
	}
	if len(z.File) > entriesMost {
		return nil, fmt.Errorf("the archive has %d entries and at most %d are read", len(z.File), entriesMost)
	}
	var total uint64
	for _, f := range z.File {
		total += f.UncompressedSize64
		if f.UncompressedSize64 > unpackedMost || total > unpackedMost {
			return nil, fmt.Errorf("the archive unpacks to more than %d bytes", unpackedMost)
		}
	}
	return z, nil
}

// entry reads one file of the archive. The claimed size may lie, so what is read is bounded as well.
func entry(z *zip.Reader, name string) ([]byte, error) {
	f, err := z.Open(name)
	if err != nil {
		return nil, fmt.Errorf("archive entry: %w", err)
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, unpackedMost+1))
	if err != nil {
		return nil, fmt.Errorf("archive entry %s: %w", name, err)
	}
	if len(b) > unpackedMost {
		return nil, fmt.Errorf("archive entry %s unpacks to more than %d bytes", name, unpackedMost)
	}
	return b, nil
}
